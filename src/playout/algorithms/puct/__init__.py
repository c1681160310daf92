"""Tree search with a network at the leaves: PUCT below the root, PUCT or Gumbel sequential halving at it."""
