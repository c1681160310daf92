"""Games as pages see them: options, levels, who can play them, positions, and words in two languages.

Start at `catalogue.py`, which lists and loads the games.
"""
