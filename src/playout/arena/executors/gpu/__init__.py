"""Plays thousands of matches at once on a GPU. Each is the same match as on the CPU."""
