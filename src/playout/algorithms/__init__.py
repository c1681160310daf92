"""Algorithms over any game of the contract: kernels, and the public functions that check, allocate and call them."""
