"""Multi-armed bandits and the Monte Carlo method: the basis of search by simulation."""

from playout.bandits.runs import STRATEGIES, Arm, Comparison, Curve, History, compare, play

__all__ = ["STRATEGIES", "Arm", "Comparison", "Curve", "History", "compare", "play"]
