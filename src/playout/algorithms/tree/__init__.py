"""What Monte Carlo searches share: the bound by which they explore, and the tree that they grow."""
