"""A match: its moves, clocks and agents, what pages see of it, its review, and how it is saved.

Start at `room.py`, which holds a match; `changes.py` has what persons change, `progress.py` what goes on by itself.
"""
