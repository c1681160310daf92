"""Alpha-beta for any number of seats: one seat against all others (Sturtevant and Korf 2000), or against one of them.

Both have a single value, the payoff of the seat to move at the root, and so they can prune, which max^n hardly can. The
others are assumed to minimise it. No chance, nothing hidden; the sum of the payoffs may vary.
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

    Its value is the least that the others can hold the seat to. So a win is a proof, and a lower value is not: the
    others need not play together. `values` has that number for the seat itself; for the others it has what they get at
    the end of the line, or, where the search has no line that far, an equal share each of what is left.

    It knows neither tactics nor quiescence: a move that is forced for one of the others may not be for all together.
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
        """The seat's own value, and the others' at the end of the line if that is where it comes from."""
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
        """Whether there is but one other, whose loss is the seat's gain: then this is alpha-beta."""
        seats = self.state.game.seats
        return seats == 1 or (seats == 2 and self.state.game.rules.payoff_sum is not None)

    def _is_proof(self, score: int) -> bool:
        return self._is_exact or self._scores.level(score) == self._scores.levels


class BestReply(Paranoid):
    """Best-reply search in progress (Schadd and Winands 2011), with legal moves only (BRS+, Esser and others 2013).

    Between two moves of the seat only one of the others replies, the one whose reply is worst for it. The first form of
    this search has the rest pass. Here nobody can, so they play their usual moves: the first that the game's `tactics`
    forces, else the best by its `rank`, else the first legal one. There is less to look at than in paranoid search, so
    it sees further ahead, but it overlooks what two of the others can do together; its value is never below the
    paranoid one. A ply is a move of any seat, usual or not. With two seats it is alpha-beta; with more it proves
    nothing, but for a win by the very next move.
    """

    name: ClassVar[str] = "brs"
    summary: ClassVar[str] = "best-reply search: paranoid, but only one of the others replies"
    replies: ClassVar[bool] = True
    option_type: ClassVar[type[BestReplyOptions]] = BestReplyOptions
    options: BestReplyOptions

    def _is_proof(self, score: int) -> bool:
        return self._is_exact or score == self._scores.top - 1
