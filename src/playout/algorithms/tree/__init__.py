"""The parts that Monte Carlo searches share: the bound for exploration, and the tree."""
