"""A match: its moves, clocks and agents, what pages see of it, its review, and how it is saved.

Start at `room.py`, which plays a match; `match_table.py` has what can be read of it.
"""
