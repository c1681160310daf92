"""Learned play: a network learns policy and value of a game from self-play."""
