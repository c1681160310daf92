"""Text formats of other programs."""
