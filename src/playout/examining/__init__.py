"""Calls a game's functions one at a time, interpreted, and turns an error into a fault with a sentence."""
