"""How a network sees a game: the planes of a position, the logits of moves, symmetries, and texts in a network file."""
