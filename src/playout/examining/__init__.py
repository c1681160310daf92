"""Calls of a game's functions one at a time, interpreted; an error becomes a fault with a sentence."""
