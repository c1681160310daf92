"""A game's functions, called one at a time, interpreted: an error of theirs becomes a fault, in words."""
