"""The encoding of a game for a network: the planes of a position, the logits of moves, symmetries, and the texts in a
network file.
"""
