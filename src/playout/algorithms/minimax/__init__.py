"""Minimax without pruning: max^n for any number of seats, expectimax with chance."""
