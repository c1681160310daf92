"""Self-play: many matches at once of a network against itself, and the samples from them."""
