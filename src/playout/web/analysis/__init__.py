"""Searches of positions for a page: live values, why a move, the tree.

Start at `jobs.py`, which runs the searches.
"""
