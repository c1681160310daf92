"""Exact search beside UCT's tree: alpha-beta proves subtrees, and the proofs are written into the tree."""
