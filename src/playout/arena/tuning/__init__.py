"""Tuning: the best value of an agent's parameter."""
