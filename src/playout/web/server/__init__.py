"""The state of a running server: its matches, the pages that are connected, its analyses and tournaments.

Start at `hub.py`, which holds all of it.
"""
