"""The review of a whole match: the value that each move lost, where the match turned, and the better moves.

Positions are searched from the last to the first, so that the value of a position is known when the move to it is
judged. If alpha-beta reviews Connect Four of 7 by 6, positions are solved, as many of the last ones as the time allows.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from playout.algorithms.base import Search
from playout.algorithms.registry import new_search
from playout.algorithms.results import SearchResult
from playout.algorithms.running import run_to_limit
from playout.game import Game, State
from playout.limits import Limit
from playout.sentences import Wording
from playout.spelling import AGENT_WORDS, Spec
from playout.web import schema
from playout.web.analysis.reports import LineTexts
from playout.web.computing.turns import Ticket
from playout.web.games.phrases import say_move
from playout.web.games.players import limited
from playout.web.matches.records import FoundValue
from playout.web.matches.room import Room
from playout.web.refusals import explain_error
from playout.web.settings import ServerLimits

__all__ = ["ReviewJob", "kind_of_move", "turning_points"]

SOLVER = "alphabeta"

SECOND = Spec("uct", memory=100)
"""The agent for positions that the solver did not solve in time."""

KINDS = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"), (0.015, "good"))
"""The names of moves, with the least value that such a move loses, as a share of the scale of the payoffs."""

AHEAD = 0.05
"""The lead over an equal share, as a share of the scale of the payoffs, from which a seat counts as ahead."""


def kind_of_move(lost: float) -> Any:
    return next((word for least, word in KINDS if lost >= least), "best")


def can_solve(game: Game) -> bool:
    """Whether the solver can solve every position: in Connect Four of the usual size."""
    if game.name != "connect_four":
        return False
    first = game.start().position[0]
    return (int(first["rows"]), int(first["columns"]), int(first["line"]), int(first["blocked_row"])) == (6, 7, 4, -1)


@dataclass(eq=False)
class ReviewJob:
    """A review under way. `run` is called in a thread; `review` has the results so far."""

    match: str
    viewer: int | None
    """The seat whose moves are reviewed in a game with hidden information; None: all seats."""
    states: list[State]
    moves: list[int]
    spec: Spec
    seconds: float
    exact: bool
    backend: str | None
    report: Callable[[ReviewJob], None]
    review: schema.Review
    ticket: Ticket
    """The ticket with which its searches wait for a core."""
    stop: threading.Event = field(default_factory=threading.Event)
    _worth: dict[int, FoundValue] = field(default_factory=dict)
    _new: dict[int, FoundValue] = field(default_factory=dict)
    _sides: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By ply: the side that was ahead before the move and after it; see `_side`."""
    _search: Search | None = None

    @classmethod
    def of(
        cls,
        room: Room,
        command: schema.StartReview,
        viewer: int | None,
        limits: ServerLimits,
        backend: str | None,
        report: Callable[[ReviewJob], None],
        ticket: Ticket,
    ) -> ReviewJob:
        agent = command.agent or room.info.default_agent
        exact = Spec.read(agent).name == SOLVER and can_solve(room.game)
        spec = limited(agent, limits, limits.memory).without(*AGENT_WORDS, "seed", "seconds", "proven")
        own = viewer if room.hides else None
        plies = [
            ply for ply, state in enumerate(room.states[:-1]) if state.turn >= 0 and (own is None or state.turn == own)
        ]
        review = schema.Review(
            match=room.id,
            agent=str(Spec.read(agent)),
            state="running",
            error=None,
            exact=False,
            plies=room.plies,
            done=0,
            total=len(plies),
            points=[],
            mistakes=[],
        )
        states, moves = list(room.states), list(room.state.history)
        return cls(room.id, own, states, moves, spec, command.seconds, exact, backend, report, review, ticket)

    @property
    def plies(self) -> int:
        return len(self.moves)

    def ask_to_stop(self) -> None:
        self.stop.set()
        if self._search is not None:
            self._search.stop()
        self.ticket.hurry()

    @property
    def agents(self) -> list[Spec]:
        """All agents that the review needs."""
        return [self.spec, SECOND] if self.exact else [self.spec]

    def take_values(self) -> dict[int, FoundValue]:
        """The values found since the last call, by ply."""
        found, self._new = self._new, {}
        return found

    def fail(self, error: Exception) -> None:
        said = explain_error(error, Wording("failed.review")).said
        self.review = self.review.model_copy(update={"state": "failed", "error": said})

    def run(self) -> None:
        """Review the match from its end. Runs in a thread."""
        try:
            last = self.states[-1]
            if not last.over and last.turn >= 0 and not last.game.rules.has("mask"):
                self._worth[self.plies] = self._new[self.plies] = _worth(self._find(last))
            for ply in reversed(range(self.plies)):
                state = self.states[ply]
                if state.turn < 0 or self.viewer not in (None, state.turn):
                    continue
                if self.stop.is_set():
                    break
                self._judge(ply)
                self.report(self)
            self._finish()
        except Exception as error:
            self.fail(error)
        finally:
            self._search = None  # only the review is kept, not its search

    def _finish(self) -> None:
        points = self.review.points
        exact = bool(points) and all(point.proven for point in points)
        state = "stopped" if self.stop.is_set() and self.review.done < self.review.total else "done"
        self.review = self.review.model_copy(update={"state": state, "exact": exact})

    def _judge(self, ply: int) -> None:
        """Judge the move at this ply."""
        state, move = self.states[ply], self.moves[ply]
        result, seat = self._find(state), state.turn
        if self.stop.is_set() and not result.known:
            return
        found = self._worth[ply] = self._new[ply] = _worth(result)
        value, proven = self._after(ply, result)
        best = found.values[seat]
        least, most = state.game.rules.payoff_bounds
        lost = 0.0 if move == result.move else max(0.0, best - value) / (most - least)
        texts = LineTexts(result.state)
        text, words = say_move(state, move)
        point = schema.ReviewPoint(
            ply=ply,
            seat=seat,
            move=move,
            text=text,
            words=words,
            value=value if move != result.move else best,
            best=result.move,
            best_value=best,
            lost=lost,
            kind=kind_of_move(lost),
            line=texts.steps(result.candidates[0].line or (result.move,)),
            values=found.values,
            proven=found.proven and (proven or move == result.move),
            turning=False,
        )
        before, after = _side(best, state), _side(value, state)
        self._sides[ply] = (before, after if lost >= KINDS[1][0] else before)
        points = sorted([*self.review.points, point], key=lambda item: item.ply)
        turning = turning_points([(item.ply, *self._sides[item.ply]) for item in points])
        points = [item.model_copy(update={"turning": item.ply in turning}) for item in points]
        mistakes = [item.ply for item in points if item.kind in ("inaccuracy", "mistake", "blunder")]
        self.review = self.review.model_copy(update={"points": points, "mistakes": mistakes, "done": len(points)})

    def _after(self, ply: int, result: SearchResult) -> tuple[float, bool]:
        """The value of the match's own move for the seat that made it, and whether it is certain."""
        state, after, move = self.states[ply], self.states[ply + 1], self.moves[ply]
        seat = state.turn
        if after.over:
            return float(after.payoffs[seat]), True
        if ply + 1 in self._worth and self.viewer is None and not state.game.rules.has("mask"):
            known = self._worth[ply + 1]
            return known.values[seat], known.proven
        item = next(item for item in result.candidates if item.move == move)
        if item.values is None:
            return result.candidates[0].values[seat] if result.candidates[0].values else 0.0, False
        return item.values[seat], item.proven

    def _find(self, state: State) -> SearchResult:
        """Search a position with the review's agent. If that is the solver and its time runs out, SECOND searches."""
        seen = state.seen_by(state.turn)
        if self.exact:
            found = self._run_search(seen, self.seconds)
            if found.proven or self.stop.is_set():
                return found
            search = new_search(seen, SECOND, backend=self.backend)
            return self._drive(search, Limit(seconds=self.seconds))
        return self._run_search(seen, self.seconds)

    def _run_search(self, seen: State, seconds: float) -> SearchResult:
        if self._search is None:
            self._search = new_search(seen, self.spec, backend=self.backend)
        else:
            self._search.restart(seen)
        limit = self.spec.limit.only(self._search.limits)
        return self._drive(self._search, replace(limit, seconds=seconds))

    def _drive(self, search: Search, limit: Limit) -> SearchResult:
        search.gate = self.ticket
        for _ in run_to_limit(search, limit):
            if self.stop.is_set():
                search.stop()
        return search.result()

    def stored(self) -> str:
        """The review with the seat whose moves it covers, as text for the database."""
        return json.dumps({"viewer": self.viewer, "review": self.review.model_dump()})

    @staticmethod
    def read(content: str) -> tuple[schema.Review, int | None]:
        found = json.loads(content)
        return schema.Review(**found["review"]), found["viewer"]


def _worth(result: SearchResult) -> FoundValue:
    """The values of the best candidate, which are more exact than the mean over all simulations."""
    best = result.candidates[0]
    values = list(best.values if best.values is not None else result.values)
    return FoundValue(values, result.proven, result.algorithm, result.state.turn)


def _side(worth: float, state: State) -> int:
    """The side that is ahead if a position has this value for the seat to move: 1 that seat, 0 nobody, -1 another seat.

    With two seats it is always from the first seat's point of view.
    """
    least, most = state.game.rules.payoff_bounds
    share = 1.0 / state.game.seats if state.game.rules.payoff_sum is not None else 0.5
    lead = (worth - least) / (most - least) - share
    side = 0 if abs(lead) < AHEAD else 1 if lead > 0 else -1
    return -side if state.game.seats == 2 and state.turn == 1 else side


def turning_points(sides: list[tuple[int, int, int]]) -> set[int]:
    """The plies at which the match turned. sides: (ply, side ahead before the move, side ahead after it) for each move.

    If several moves in a row give the lead away, the match turned at the first of them.
    """
    changed = [before != after for _, before, after in sides]
    return {sides[i][0] for i, now in enumerate(changed) if now and not (i > 0 and changed[i - 1])}
