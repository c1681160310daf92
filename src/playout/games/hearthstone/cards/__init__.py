"""The cards as data: `cards.txt` has a row for each, in the words of `vocabulary.py`.

Start with `rows.py`, which reads a row; `tables.py` checks all rows and turns them into the arrays that rules read.
"""
