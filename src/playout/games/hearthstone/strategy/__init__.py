"""Rules of thumb: Playout's own (`suggest.py`), those of the report (`document.py`), and certain kills (`kill.py`).

Start with `purpose.py`, which derives the purpose of each card from its row.
"""
