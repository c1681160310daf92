"""Learned play: a game plays itself, and a network learns from it what to try and who is winning."""
