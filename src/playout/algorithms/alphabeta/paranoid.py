"""Alpha-beta for any number of seats: one seat against all others (Sturtevant and Korf 2000), or against one of them.

Both searches have a single value, the payoff of the seat to move at the root, so they can prune, which max^n hardly
can. The others are assumed to minimise it. Games need full information and no chance; the sum of payoffs may vary.
"""

from __future__ import annotations

from typing import ClassVar

from playout.algorithms.alphabeta.options import BestReplyOptions, ParanoidOptions
from playout.algorithms.alphabeta.search import AlphaBeta
from playout.algorithms.base import Search
from playout.game import State

__all__ = ["BestReply", "Paranoid"]


class Paranoid(AlphaBeta):
    """Paranoid search in progress: alpha-beta with the same kernel, plan and switches, but two sides instead of seats.

    Its value is the least payoff of the seat if all others cooperate against it. So a win is proven, but a lower value
    is not, since the others need not cooperate. In `values`, the seat has this value. The others have their payoffs at
    the end of the line, or equal shares of the rest if the line does not reach the end.

    It uses neither tactics nor quiescence: a forced move of one opponent may not be forced for all together.
    """

    name: ClassVar[str] = "paranoid"
    summary: ClassVar[str] = "alpha-beta of one seat against all others"
    games: ClassVar[str] = "any number of seats, no chance, nothing hidden"
    alone: ClassVar[bool] = True
    option_type: ClassVar[type[ParanoidOptions]] = ParanoidOptions
    options: ParanoidOptions

    tracer = Search.tracer  # type: ignore[assignment]  # alpha-beta's trace speaks of two seats

    def _refuse_seats(self, state: State) -> None:
        return

    def _values(self, score: int, line: tuple[int, ...]) -> tuple[float, ...]:
        """The seat's value, and the others' payoffs at the end of the line, if the value comes from there."""
        values, rules, seat = super()._values(score, line), self.state.game.rules, self.state.turn
        end = self.state
        for move in line:
            end = end.play(move)
        if end.over:
            found = end.payoffs
        elif len(line) == self._plan.reached and rules.has("evaluate"):
            found = tuple(float(end._call("evaluate", other)) for other in range(self.state.game.seats))
        else:
            return values
        return found if abs(found[seat] - values[seat]) <= 1e-9 * (1 + abs(values[seat])) else values

    @property
    def _is_exact(self) -> bool:
        """Whether the game has two seats and a constant sum; then this is alpha-beta."""
        seats = self.state.game.seats
        return seats == 1 or (seats == 2 and self.state.game.rules.payoff_sum is not None)

    def _is_proof(self, score: int) -> bool:
        return self._is_exact or self._scores.level(score) == self._scores.levels


class BestReply(Paranoid):
    """Best-reply search in progress (Schadd and Winands 2011), with legal moves only (BRS+, Esser and others 2013).

    Between two moves of the seat only one opponent replies: the one whose reply is worst for the seat. In the first
    form of this search the other opponents pass. A game here has no pass, so they play their usual moves: the first
    move of `tactics`, else the best by `rank`, else the first legal move. The tree is smaller than in paranoid search,
    so the search is deeper, but it overlooks the cooperation of two opponents. Its value is never below the paranoid
    value. A ply is a move of any seat, usual or not. With two seats it is alpha-beta; with more it proves nothing but
    a win by the next move.
    """

    name: ClassVar[str] = "brs"
    summary: ClassVar[str] = "best-reply search: paranoid, but only one of the others replies"
    replies: ClassVar[bool] = True
    option_type: ClassVar[type[BestReplyOptions]] = BestReplyOptions
    options: BestReplyOptions

    def _is_proof(self, score: int) -> bool:
        return self._is_exact or score == self._scores.top - 1
