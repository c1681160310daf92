"""Alpha-beta, and its forms for more than two seats: paranoid and best-reply search."""
