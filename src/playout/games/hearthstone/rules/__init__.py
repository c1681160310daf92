"""The rules: positions, legal moves, and playing a move. All of it runs as native code.

Start with `layout.py` (the record) and `pending.py` (the stack of pending work), which `sequence.py` executes.
"""
