"""Networks of policy and value: their weights, their evaluation in training and in play, and their file."""
