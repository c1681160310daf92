"""Multi-armed bandits and the Monte Carlo method: what search by simulation rests on."""

from playout.bandits.runs import STRATEGIES, Arm, History, RegretComparison, RegretCurve, compare, play

__all__ = ["STRATEGIES", "Arm", "History", "RegretComparison", "RegretCurve", "compare", "play"]
