"""Matches in the text formats of other programs."""
