"""The base class of minimax, alpha-beta and their variants, which search to the end of the match or to a depth."""

from __future__ import annotations

from playout.algorithms.base import Search
from playout.game import State
from playout.rules import OptionError, PlayoutError, Rules

__all__ = ["DepthSearch"]


class DepthSearch(Search):
    """A search of games without hidden information that follows every line to its end or to a depth."""

    unit = "nodes"
    limits = ("seconds", "nodes", "depth")
    solves = True
    deterministic = True

    def _refuse_unfit(self, state: State) -> None:
        rules = state.game.rules
        self._refuse_hidden(rules)
        self._refuse_chance(rules)
        self._refuse_seats(state)
        self._check_depth(rules)

    def _refuse_hidden(self, rules: Rules) -> None:
        if rules.has("mask"):
            raise PlayoutError(
                f"{self.name} needs full information, and {rules.name} hides some (it has mask): use ismcts or ucb"
            )

    def _refuse_chance(self, rules: Rules) -> None:
        if rules.has("chance"):
            raise PlayoutError(f"{self.name} does not support chance, and {rules.name} has some: use expectimax or uct")

    def _refuse_seats(self, state: State) -> None:
        """Refuse the number of seats or the payoffs, for algorithms that need two seats with a constant sum."""

    def _check_depth(self, rules: Rules) -> None:
        if self.depth is None:
            return
        if isinstance(self.depth, bool) or not isinstance(self.depth, int) or self.depth < 1:
            raise OptionError(f"{self.name} takes a depth of at least 1 ply, not {self.depth!r}")
        if not rules.has("evaluate"):
            raise PlayoutError(
                f"{self.name} to a depth needs evaluate(s, seat), which {rules.name} does not have: give no depth and "
                "the position is solved, or use uct or flat"
            )
