"""The plan of alpha-beta: which windows it searches, and what follows from their results.

A plan depends only on the answers of the kernel. So a saved plan is the list of its answers, and a new plan that
receives them has the same state.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from playout.algorithms.alphabeta.options import AlphaBetaOptions
from playout.algorithms.alphabeta.scores import scores_of
from playout.algorithms.alphabeta.sides import EACH, NOBODY
from playout.algorithms.alphabeta.table import FOREVER, LOWER, UPPER, adjust
from playout.game import State

__all__ = ["Window", "WindowAnswer", "WindowPlan"]

QUICK = (1, 3, 7)
"""The first windows when a position is solved: is there a win or a loss within this number of plies?"""

SOONER_WINS = 16
"""The largest depth to which a selective search looks for a sooner win."""


@dataclass(frozen=True)
class Window:
    """A request to the kernel: the score of a position within the window from alpha to beta."""

    state: State
    alpha: int
    beta: int
    depth: int
    replier: int = NOBODY
    """In best-reply search: the opponent that has already replied."""


@dataclass(frozen=True)
class WindowAnswer:
    """The kernel's answer to a window."""

    score: int
    move: int
    opened: bool
    """Whether the score depends on an evaluation."""
    moves: tuple[tuple[int, int, int, int], ...]
    """(move, score, bound, nodes) for each move that was searched."""
    usual: int = NOBODY
    """In best-reply search: the usual move, which the seat to move plays if it is not the replier."""


Steps = Generator[Window, WindowAnswer, Any]


class WindowPlan:
    """The windows for one position, and the results so far.

    options: with their defaults filled in for the game. depth: plies, or None to solve it. us: the seat against all
    others, or EACH.
    """

    def __init__(
        self,
        state: State,
        options: AlphaBetaOptions,
        *,
        depth: int | None,
        us: int = EACH,
        answers: tuple[WindowAnswer, ...] = (),
    ) -> None:
        self.state = state
        self.depth = depth
        self.us = us
        self._options = options
        self.scores = scores_of(state.game.rules, state.game.seats, alone=us != EACH)
        self._top = self.scores.top
        moves = state.moves()
        self.move, self._has_move = moves[0], False
        self.line: tuple[int, ...] = (moves[0],)
        self.range = self.scores.widest()
        """Lower and upper bound of the position's score."""
        self.reached = 0
        """The last depth that was completed."""
        self.proven = False
        self.unsure: set[int] = set()
        """Moves whose values depend on an evaluation."""
        self.others: dict[int, tuple[int, ...]] = {}
        """With `lines`: the best moves after the first one, the best of them first, and their lines."""
        self._bounds = {move: self.scores.widest() for move in moves}
        self.known = self._bounds
        """Lower and upper bound of each move's score."""
        self.visits = dict.fromkeys(moves, 0)
        self.better: tuple[int, list[int]] | None = None
        """During a window: a move that is better than the best so far, and the bounds of its score."""
        self._answers: list[WindowAnswer] = []
        self._steps = self._make_steps()
        self.request: Window | None = next(self._steps)
        """The next window; None if the plan is finished."""
        for answer in answers:
            self.take(answer)

    def written(self) -> list[list[Any]]:
        """The answers as plain values."""
        return [
            [item.score, item.move, item.opened, [list(row) for row in item.moves], item.usual]
            for item in self._answers
        ]

    def take(self, answer: WindowAnswer) -> None:
        """Continue with the answer to the request."""
        self._answers.append(answer)
        self.better = None
        try:
            self.request = self._steps.send(answer)
        except StopIteration:
            self.request = None

    def prefer(self, move: int, score: int, depth: int) -> None:
        """During a window of the root: note a move that is the best so far at the new depth.

        With `lines` the moves of the last depth are shown together until those of the new one are all known.
        """
        if self._options.deepening and self._options.lines == 1 and depth == self.reached + 1:
            self.better = move, [score, score]

    @property
    def preferred(self) -> tuple[int, list[int]]:
        """The best move so far, and the bounds of its score."""
        return self.better or (self.move, self.range)

    def _make_steps(self) -> Steps:
        depth, deepens = self.depth or FOREVER, self._options.deepening
        if deepens:
            yield from self._deepen(min(depth, FOREVER - 1))
        elif self.depth is None and self._options.null_windows:
            yield from self._solve(self.state, self.range)
        else:
            answer = yield from self._window(-self._top, self._top, depth)
            self._conclude(answer, depth)
        if self._options.lines > 1 and not deepens:
            yield from self._find_move(depth)
            self.unsure = yield from self._value_next(self.move, depth, self.unsure)
        if deepens and (self.unsure or self.depth is not None):
            depth = self.reached
        if self._options.every:
            yield from self._value_others(depth)
        if self._options.line or not self._has_move:
            yield from self._find_move(depth)
            yield from self._line(self.move, self.range[0], depth)
        for move in self.others if self._options.line else ():
            yield from self._line(move, self.known[move][0], depth)

    def _deepen(self, last: int) -> Steps:
        """Deepen ply by ply, each time with a window around the last score."""
        alpha, beta = -self._top, self._top
        for depth in range(1, last + 1):
            self._bounds = {move: self.scores.widest() for move in self._bounds}
            if self.proven:  # a proven win stays; only a sooner win is searched for
                answer = yield from self._window(self.range[0], self._top, depth)
                if answer.score > self.range[0]:
                    yield from self._finish(answer, depth)
                elif self._options.lines > 1:  # the others are searched to this depth
                    self._bounds[self.move] = [*self.range]
                    unsure = set(self._bounds) if answer.opened else set()
                    unsure = yield from self._value_next(self.move, depth, unsure)
                    self.known, self.reached, self.unsure = self._bounds, depth, unsure
                if self._is_settled(depth):
                    return
                continue
            answer = yield from self._window(alpha, beta, depth)
            if not alpha < answer.score < beta:
                if answer.score >= beta:
                    self.move, self.range = answer.move, [answer.score, answer.score]
                wider = (-self._top, beta) if answer.score <= alpha else (alpha, self._top)
                answer = yield from self._window(*wider, depth)
                if not wider[0] < answer.score < wider[1]:  # also outside the wider window: use a full one
                    answer = yield from self._window(-self._top, self._top, depth)
            yield from self._finish(answer, depth)
            if self._is_settled(depth):
                return
            alpha, beta = answer.score - self._top // 16, answer.score + self._top // 16

    def _finish(self, answer: WindowAnswer, depth: int) -> Steps:
        """Conclude a depth; with `lines`, first find the scores of the next best moves."""
        unsure = set(self._bounds) if answer.opened else set()
        if self._options.lines > 1:
            unsure = yield from self._value_next(answer.move, depth, unsure)
        self._conclude(answer, depth)
        self.unsure = unsure

    def _value_next(self, best: int, depth: int, unsure: set[int]) -> Generator[Window, WindowAnswer, set[int]]:
        """Find the exact scores of the next best moves after `best`; of other moves, only an upper bound.

        unsure: the moves whose bounds depend on an evaluation; returns the new set.
        """
        wanted, bounds = self._options.lines - 1, self._bounds
        found: list[tuple[int, int]] = []
        for move in sorted(bounds.keys() - {best}, key=lambda move: (move not in self.others, -bounds[move][1], move)):
            least = found[-1][0] if len(found) == wanted else None
            if bounds[move][0] < bounds[move][1] and (least is None or bounds[move][1] > least):
                opened = yield from self._value_child(move, depth, least)
                unsure = unsure | {move} if opened else unsure - {move}
            low, high = bounds[move]
            if low == high and (least is None or low > least):
                found = sorted([*found, (low, move)], key=lambda item: -item[0])[:wanted]
        self.others = {move: (move,) for _, move in found}
        return unsure

    def _value_child(self, move: int, depth: int, least: int | None) -> Generator[Window, WindowAnswer, bool]:
        """Find the exact score of a root move, or that it is at most `least`; returns whether it was evaluated."""
        child = self.state.play(move)
        if child.over:
            self._bounds[move] = [self.scores.of(child.payoffs[self.state.turn], 1)] * 2
            return False
        # Scores after the move, for the side that makes it.
        sign, opened = self._turned(1, self.state, child), False
        low, high = self.scores.widest()
        alpha = -self._top if least is None else adjust(least, 1)
        rest = depth if depth == FOREVER else depth - 1
        if least is not None:
            answer = yield self._seen_window(child, sign, alpha, alpha + 1, rest)
            score, opened = sign * answer.score, answer.opened
            self.visits[move] += sum(nodes for _, _, _, nodes in answer.moves)
            low, high = (score, high) if score > alpha else (low, score)
        if least is None or low > alpha:
            if depth == FOREVER and self._options.null_windows:
                bounds = [low, high] if sign > 0 else [-high, -low]
                yield from self._solve(child, bounds)
                low = high = sign * bounds[0]
            else:
                answer = yield self._seen_window(child, sign, alpha, self._top, rest)
                score, opened = sign * answer.score, answer.opened
                self.visits[move] += sum(nodes for _, _, _, nodes in answer.moves)
                low, high = (score, score) if score > alpha else (1 - self._top, score)
        self._bounds[move] = [adjust(low, -1), adjust(high, -1)]
        return opened

    def _seen_window(self, state: State, sign: int, alpha: int, beta: int, depth: int) -> Window:
        """A window for a position; the scores are the mover's if sign is 1, the other side's if it is -1."""
        return Window(state, *((alpha, beta) if sign > 0 else (-beta, -alpha)), depth)

    def _is_settled(self, depth: int) -> bool:
        """Whether the value is proven, and the lines that a selective search has skipped hold no sooner win."""
        if any(move in self.unsure and not self.scores.is_end(self.known[move][0]) for move in self.others):
            return False
        score = self.range[0]
        may_come_sooner = self._options.is_selective and score > 0 and depth < min(2 * (self._top - score), SOONER_WINS)
        return self.proven and not may_come_sooner

    def _window(self, alpha: int, beta: int, depth: int) -> Generator[Window, WindowAnswer, WindowAnswer]:
        """Search the root with one window, and update the bounds of each move."""
        answer = yield Window(self.state, alpha, beta, depth)
        for move, value, kind, nodes in answer.moves:
            bounds = self._bounds[move]
            self.visits[move] += nodes
            if kind & LOWER:
                bounds[0] = max(bounds[0], value)
            if kind & UPPER:
                bounds[1] = min(bounds[1], value)
        for move in self._bounds.keys() - {item[0] for item in answer.moves}:
            self._bounds[move] = [2 - self._top, 2 - self._top]  # tactics does not list it: it loses in two plies
        return answer

    def _conclude(self, answer: WindowAnswer, depth: int) -> None:
        """Take over the result of a complete search of the root."""
        self.move, self._has_move = answer.move, True
        self.range = [answer.score, answer.score]
        self.known, self.reached = self._bounds, depth
        self.unsure = set(self.known) if answer.opened else set()
        certain = self.scores.is_end(answer.score) and self._top - abs(answer.score) <= depth
        self.proven = not self.unsure or certain

    def _solve(self, state: State, bounds: list[int]) -> Steps:
        """Narrow the bounds of a position's score until they are equal."""
        for plies in QUICK:
            yield from self._ask(state, bounds, self._top - plies)
            yield from self._ask(state, bounds, plies + 2 - self._top)
        guess = min(max(0, bounds[0]), bounds[1])
        while bounds[0] < bounds[1]:
            guess = yield from self._ask(state, bounds, guess + 1 if guess == bounds[0] else guess)

    def _ask(self, state: State, bounds: list[int], beta: int) -> Generator[Window, WindowAnswer, int]:
        """Ask whether the score is at least beta, unless the bounds answer that; narrows the bounds."""
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
        """Find the exact value of each root move, by solving the position after it."""
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

    def _find_move(self, depth: int) -> Steps:
        """Find the best move, if only its score is known."""
        if not self._has_move:
            answer = yield self._around(self.state, self.range[0], depth)
            self.move, self._has_move = answer.move, True

    def _line(self, first: int, score: int, depth: int) -> Steps:
        """Find the line of a root move: in each position after it, the move that has the known score."""
        state, move, usual, replier = self.state, first, NOBODY, NOBODY
        line: list[int] = []
        while not state.over and depth > 0:
            if line:
                answer = yield self._around(state, score, depth, replier)
                move, usual = answer.move, answer.usual
            line.append(move)
            if first == self.move:
                self.line = tuple(line)
            else:
                self.others[first] = tuple(line)
            after = state.play(move)
            score = adjust(self._turned(score, state, after), 1)
            if usual == NOBODY or after.turn == self.us:
                replier = NOBODY
            elif move != usual:
                replier = state.turn
            state = after
            if depth < FOREVER:
                depth -= 1

    def _around(self, state: State, score: int, depth: int, replier: int = NOBODY) -> Window:
        """A window around the known score of a position."""
        width = 1 if depth == FOREVER else self.scores.quantum
        return Window(state, score - width, score + width, depth, replier)

    def _turned(self, score: int, state: State, after: State) -> int:
        """A score of the side to move in one position, for the side to move in the other."""
        return score if self.side(after) == self.side(state) else -score

    def side(self, state: State) -> int:
        """The side to move."""
        return state.turn if self.us == EACH else int(state.turn != self.us)
