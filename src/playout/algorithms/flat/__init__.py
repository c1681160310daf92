"""Monte Carlo over the moves, or the action sequences, of one position, without a tree."""
