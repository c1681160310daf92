"""The rules: what a position is, which moves are legal, and what a move does. All of it runs as native code.

Start with `layout.py` (the record) and `pending.py` (the stack of pending work); `sequence.py` works that stack off.
"""
