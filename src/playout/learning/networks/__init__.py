"""Networks of policy and value: their weights, how they are evaluated in training and in play, and their file."""
