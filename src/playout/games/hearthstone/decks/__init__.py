"""Decks: a class with thirty cards, as a list, as a deck string of the game client, or built in (`decks.txt`).

Start with `deck.py`; `lookup.py` finds the deck that an option of the game names.
"""
