"""Multi-armed bandits and the Monte Carlo method: the basis of search by simulation."""

from playout.bandits.runs import STRATEGIES, Arm, History, RegretComparison, RegretCurve, compare, play

__all__ = ["STRATEGIES", "Arm", "History", "RegretComparison", "RegretCurve", "compare", "play"]
