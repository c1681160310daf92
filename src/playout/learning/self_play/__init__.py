"""Self-play: matches of a network against itself, many at once, and the samples that they leave."""
