"""What alpha-beta asks, window by window, and what it concludes from the answers.

A plan depends on the answers alone. So a saved plan is the list of its answers: a new plan that is given them is in the
same state.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from playout.algorithms.alphabeta.scores import scores_of
from playout.algorithms.alphabeta.sides import EACH, NOBODY
from playout.algorithms.alphabeta.table import FOREVER, LOWER, UPPER, adjust
from playout.game import State

__all__ = ["Answer", "Window", "WindowPlan"]

QUICK = (1, 3, 7)
"""Plies within which a win or a loss is looked for before anything else."""

MOST_SURE = 16
"""Plies beyond which no sooner win is looked for."""


@dataclass(frozen=True)
class Window:
    """A question: the score of a position, as far as it lies between alpha and beta."""

    state: State
    alpha: int
    beta: int
    depth: int
    replier: int = NOBODY
    """In best-reply search: which of the others has replied already."""


@dataclass(frozen=True)
class Answer:
    """What the kernel found."""

    score: int
    move: int
    opened: bool
    """Whether it rests on an evaluation."""
    moves: tuple[tuple[int, int, int, int], ...]
    """The moves that were looked at, each with its score, what bound that is, and its nodes."""
    usual: int = NOBODY
    """In best-reply search: the move that the seat to move plays if it is not the one that replies."""


Steps = Generator[Window, Answer, Any]


class WindowPlan:
    """The questions about one position, and what is known of it so far.

    depth: plies, or None to solve it; deepens: ply by ply; null_windows: by MTD(f); every: each move's own value;
    with_line: how play goes on, too; selective: moves may be left out; us: the seat that is alone against all others,
    or EACH.
    """

    def __init__(
        self,
        state: State,
        *,
        depth: int | None,
        deepens: bool,
        null_windows: bool,
        every: bool,
        with_line: bool,
        selective: bool = False,
        us: int = EACH,
        answers: tuple[Answer, ...] = (),
    ) -> None:
        self.state = state
        self.depth = depth
        self.us = us
        self._options: dict[str, Any] = {
            "depth": depth,
            "deepens": deepens,
            "null_windows": null_windows,
            "every": every,
            "with_line": with_line,
            "selective": selective,
            "us": us,
        }
        self.scores = scores_of(state.game.rules, state.game.seats, alone=us != EACH)
        self._top = self.scores.top
        moves = state.moves()
        self.move, self._has_move = moves[0], False
        self.line: tuple[int, ...] = (moves[0],)
        self.range = self.scores.widest()
        """The bounds of the position's score."""
        self.reached = 0
        """Plies that were searched."""
        self.proven = False
        self.unsure: set[int] = set()
        """Moves whose values rest on an evaluation."""
        self._bounds = {move: self.scores.widest() for move in moves}
        self.known = self._bounds
        """The bounds of each move's score."""
        self.visits = dict.fromkeys(moves, 0)
        self.better: tuple[int, list[int]] | None = None
        """In the course of a window: a move that is better than the best so far, and the bounds of its score."""
        self._answers: list[Answer] = []
        self._steps = self._make_steps()
        self.request: Window | None = next(self._steps)
        """What to find out next; None if there is nothing left to do."""
        for answer in answers:
            self.take(answer)

    def written(self) -> list[list[Any]]:
        """The answers in plain values."""
        return [
            [item.score, item.move, item.opened, [list(row) for row in item.moves], item.usual]
            for item in self._answers
        ]

    def take(self, answer: Answer) -> None:
        """Go on with the answer to the request."""
        self._answers.append(answer)
        self.better = None
        try:
            self.request = self._steps.send(answer)
        except StopIteration:
            self.request = None

    def prefer(self, move: int, score: int, depth: int) -> None:
        """In the course of a window of the root: a move that is the best so far, one ply deeper than before."""
        if self._options["deepens"] and depth == self.reached + 1:
            self.better = move, [score, score]

    @property
    def preferred(self) -> tuple[int, list[int]]:
        """The best move so far, and the bounds of its score."""
        return self.better or (self.move, self.range)

    def _make_steps(self) -> Steps:
        depth, deepens = self.depth or FOREVER, self._options["deepens"]
        if deepens:
            yield from self._deepen(min(depth, FOREVER - 1))
        elif self.depth is None and self._options["null_windows"]:
            yield from self._solve(self.state, self.range)
        else:
            answer = yield from self._window(-self._top, self._top, depth)
            self._conclude(answer, depth)
        if deepens and (self.unsure or self.depth is not None):
            depth = self.reached
        if self._options["every"]:
            yield from self._value_others(depth)
        if self._options["with_line"] or not self._has_move:
            yield from self._follow(depth)

    def _deepen(self, last: int) -> Steps:
        """Ply by ply, each time in a window around the score before."""
        alpha, beta = -self._top, self._top
        for depth in range(1, last + 1):
            self._bounds = {move: self.scores.widest() for move in self._bounds}
            if self.proven:  # what was won stays so: only a sooner win is looked for
                answer = yield from self._window(self.range[0], self._top, depth)
                if answer.score > self.range[0]:
                    self._conclude(answer, depth)
                if self._is_settled(depth):
                    return
                continue
            answer = yield from self._window(alpha, beta, depth)
            if not alpha < answer.score < beta:
                if answer.score >= beta:
                    self.move, self.range = answer.move, [answer.score, answer.score]
                wider = (-self._top, beta) if answer.score <= alpha else (alpha, self._top)
                answer = yield from self._window(*wider, depth)
                if not wider[0] < answer.score < wider[1]:  # the score left the window again: a full window
                    answer = yield from self._window(-self._top, self._top, depth)
            self._conclude(answer, depth)
            if self._is_settled(depth):
                return
            alpha, beta = answer.score - self._top // 16, answer.score + self._top // 16

    def _is_settled(self, depth: int) -> bool:
        """Whether the value is proven, and no win may come sooner in lines that a selective search has left out."""
        score = self.range[0]
        may_come_sooner = self._options["selective"] and score > 0 and depth < min(2 * (self._top - score), MOST_SURE)
        return self.proven and not may_come_sooner

    def _window(self, alpha: int, beta: int, depth: int) -> Generator[Window, Answer, Answer]:
        """The root with one window. What that says about each move goes into the bounds."""
        answer = yield Window(self.state, alpha, beta, depth)
        for move, value, kind, nodes in answer.moves:
            bounds = self._bounds[move]
            self.visits[move] += nodes
            if kind & LOWER:
                bounds[0] = max(bounds[0], value)
            if kind & UPPER:
                bounds[1] = min(bounds[1], value)
        for move in self._bounds.keys() - {item[0] for item in answer.moves}:
            self._bounds[move] = [2 - self._top, 2 - self._top]  # tactics left it out: it loses in two plies
        return answer

    def _conclude(self, answer: Answer, depth: int) -> None:
        """Take the result of a whole search of the root."""
        self.move, self._has_move = answer.move, True
        self.range = [answer.score, answer.score]
        self.known, self.reached = self._bounds, depth
        self.unsure = set(self.known) if answer.opened else set()
        certain = self.scores.is_end(answer.score) and self._top - abs(answer.score) <= depth
        self.proven = not self.unsure or certain

    def _solve(self, state: State, bounds: list[int]) -> Steps:
        """Narrow the bounds of a position's score down to one."""
        for plies in QUICK:
            yield from self._ask(state, bounds, self._top - plies)
            yield from self._ask(state, bounds, plies + 2 - self._top)
        guess = min(max(0, bounds[0]), bounds[1])
        while bounds[0] < bounds[1]:
            guess = yield from self._ask(state, bounds, guess + 1 if guess == bounds[0] else guess)

    def _ask(self, state: State, bounds: list[int], beta: int) -> Generator[Window, Answer, int]:
        """Is the score at least beta? Only asked if that is open; narrows the bounds."""
        if not bounds[0] < beta <= bounds[1]:
            return bounds[0]
        if state is not self.state:
            answer = yield Window(state, beta - 1, beta, FOREVER)
        else:
            answer = yield from self._window(beta - 1, beta, FOREVER)
            if answer.score >= beta:
                self.move, self._has_move = answer.move, True
        bounds[0 if answer.score >= beta else 1] = answer.score
        if state is self.state:
            self.proven = self.scores.level(bounds[0]) == self.scores.level(bounds[1])
        return answer.score

    def _value_others(self, depth: int) -> Steps:
        """The exact value of each root move, as that of the position after it."""
        for move in self.known:
            child = self.state.play(move)
            if child.over:
                score = self.scores.of(child.payoffs[self.state.turn], 1)
                self.known[move] = [score, score]
                continue
            if depth == FOREVER:
                bounds = self.scores.widest()
                yield from self._solve(child, bounds)
                score = bounds[0]
            else:
                answer = yield Window(child, -self._top, self._top, depth - 1)
                score = answer.score
                (self.unsure.add if answer.opened else self.unsure.discard)(move)
            score = adjust(self._turned(score, self.state, child), -1)
            self.known[move] = [score, score]

    def _follow(self, depth: int) -> Steps:
        """The line, move by move: a position's score is known, the move that reaches it is looked for."""
        state, score, replier = self.state, self.range[0], NOBODY
        line: list[int] = []
        width = 1 if depth == FOREVER else self.scores.quantum
        while not state.over and depth > 0:
            move, usual = self.move, NOBODY
            if line or not self._has_move:
                answer = yield Window(state, score - width, score + width, depth, replier)
                move, usual = answer.move, answer.usual
            if not line:
                self.move, self._has_move = move, True
            line.append(move)
            self.line = tuple(line)
            after = state.play(move)
            score = adjust(self._turned(score, state, after), 1)
            if usual == NOBODY or after.turn == self.us:
                replier = NOBODY
            elif move != usual:
                replier = state.turn
            state = after
            if depth < FOREVER:
                depth -= 1

    def _turned(self, score: int, state: State, after: State) -> int:
        """A score as the side to move in one of two positions sees it, for the other one."""
        return score if self.side(after) == self.side(state) else -score

    def side(self, state: State) -> int:
        """The side to move."""
        return state.turn if self.us == EACH else int(state.turn != self.us)
