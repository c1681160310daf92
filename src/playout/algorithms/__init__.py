"""Search algorithms for any game: kernels, and the public functions that check input, allocate and call them."""
