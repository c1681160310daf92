"""Matches: their moves, clocks and agents, their view on pages, their review, and how they are saved.

Start at `room.py`, which holds a match; `changes.py` has the changes by persons, `progress.py` those without them.
"""
