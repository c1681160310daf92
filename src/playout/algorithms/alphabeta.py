"""Alpha-beta: minimax without what cannot matter (Knuth and Moore 1975), for two seats and a constant sum of payoffs.

With an evaluation it deepens ply by ply (principal-variation search, Marsland and Campbell 1982, inside aspiration
windows); to a depth, or until nothing was evaluated any more. Without one it solves the position: first "is there a
win or a loss within 1, 3, 7, 15 plies?", then MTD(f) (Plaat and others 1996). No chance, nothing hidden.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, ClassVar

import numpy as np

from playout import native
from playout.algorithms import alphabeta_kernel as kernel
from playout.algorithms.alphabeta_scores import Scores
from playout.algorithms.minimax import check_depth, refuse_chance, refuse_hidden
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.search import Search
from playout.algorithms.table import LOWER, PAIR, UPPER, adjust, make_table, words_of
from playout.game import State
from playout.rules import OptionError, PlayoutError

__all__ = ["AlphaBeta"]

QUICK = (1, 3, 7)
"""Plies within which a win or a loss is looked for before anything else."""

SMALL = 1 << 15
"""Words of the table that a search begins with."""

SPARE = 64
"""Plies beyond the depth that quiescence may go."""

ROOT_FIELDS = ("root_score", "root_bound", "root_nodes")

Plan = Generator[tuple[State, int, int, int], int, Any]
"""A plan asks for windows (position, alpha, beta, depth), is sent the scores, and returns what it found."""


class AlphaBeta(Search):
    """Alpha-beta in progress. The switches leave the value as it is, except for quiescence; see the kernel."""

    name: ClassVar[str] = "alphabeta"
    unit: ClassVar[str] = "nodes"
    limits: ClassVar[tuple[str, ...]] = ("seconds", "nodes", "depth")
    solves: ClassVar[bool] = True

    def __init__(
        self,
        state: State,
        *,
        seed: int | None = None,
        memory: float | None = None,
        depth: int | None = None,
        table: bool = True,
        killers: bool = True,
        history: bool = True,
        rank: bool = True,
        tactics: bool = True,
        pvs: bool = True,
        deepening: bool = True,
        null_windows: bool = True,
        quiescence: bool = True,
        every: bool = False,
        line: bool = True,
        backend: str | None = None,
    ) -> None:
        """`depth`: plies; `memory`: megabytes of the table (68); `every`: the value of each move, not only of the best.

        `deepening` stands for aspiration windows as well, `null_windows` for MTD(f) when a position is solved;
        without `line` the search is done when it has the value and the move.
        """
        super().__init__(state, seed=seed, memory=memory)
        rules = state.game.rules
        self._fit(state, depth)
        self.depth = depth
        self._every, self._with_line, self._null_windows = every, line, null_windows
        self._deepens = deepening and rules.has("evaluate")
        self._backend = backend or rules.backends[0]
        self._kernel = native.bind(kernel.search_window, rules, self._backend)
        self._scores = Scores(rules)
        self._top = self._scores.top
        table = table and (rules.has("key") or not rules.is_object)
        self._largest = words_of(memory)
        self._table = make_table(min(SMALL, self._largest) if table else PAIR)
        self._room = np.zeros(1, kernel.room_type(rules.max_moves, rules.players))
        scores = self._scores
        numbers = {"quantum": scores.quantum, "top": scores.top, "middle": scores.middle}
        numbers["factor"] = scores.levels / scores.half
        switches = {"table": table, "killers": killers, "history": history, "pvs": pvs}
        switches |= {"rank": rank and rules.has("rank"), "tactics": tactics and rules.has("tactics")}
        switches |= {"loud": quiescence and rules.has("loud")}
        for name, value in (numbers | {f"use_{name}": value for name, value in switches.items()}).items():
            self._room[name] = value
        self._allocate()
        self.restart(state)

    def _fit(self, state: State, depth: int | None) -> None:
        """Refuse what alpha-beta cannot do, with what can."""
        rules = state.game.rules
        refuse_hidden(self.name, rules)
        refuse_chance(self.name, rules)
        if state.game.seats != 2:
            raise PlayoutError(
                f"alphabeta is for two seats, and {rules.name} has {state.game.seats}: use minimax or uct"
            )
        if rules.payoff_sum is None:
            raise PlayoutError(
                f"alphabeta needs payoffs of a constant sum, and those of {rules.name} vary: use minimax or uct"
            )
        check_depth(self.name, rules, depth)
        if depth is not None and depth >= kernel.FOREVER:
            raise OptionError(f"alphabeta takes a depth below {kernel.FOREVER}, not {depth}")

    def _allocate(self) -> None:
        rules = self.state.game.rules
        plies = 2 + (rules.max_length if self.depth is None else min(self.depth + SPARE, rules.max_length))
        if rules.has("left"):
            plies = min(plies, 2 + int(self.state._call("left")))
        self._positions = rules.allocate(plies)
        for i in range(plies if rules.is_object else 0):
            rules.copy(self._positions, i, self.state._position, 0)
        self._nodes = np.zeros(plies, kernel.node_type(rules.max_moves))
        self._nodes["killers"] = -1
        self._arguments = [native.view(array, self._backend) for array in (self._positions, self._nodes, self._room)]

    def restart(self, state: State) -> None:
        """Search another position of the same game; the table stays."""
        if state.game != self.state.game:
            raise PlayoutError("another game needs a search of its own")
        self.state = state
        self.choices = []
        if state.game.rules.has("left") and int(state._call("left")) + 2 > len(self._nodes):
            self._allocate()
        self._nodes["killers"] = -1
        for name in ("leaves", "nodes", "history"):
            self._room[name] = 0
        moves = state.moves()
        self._move, self._has_move = moves[0], False
        self._line: tuple[int, ...] = (moves[0],)
        self._range = self._scores.widest()
        self._reached, self._is_complete, self._proven = 0, False, False
        self._unsure: set[int] = set()  # moves whose values rest on an evaluation
        self._bounds = {move: self._scores.widest() for move in moves}
        self._known = self._bounds
        self._visits = dict.fromkeys(moves, 0)
        self._plan = self._make_plan()
        self._take(next(self._plan))

    @property
    def complete(self) -> bool:
        return self._is_complete

    @property
    def leaves(self) -> int:
        """Ends of the match that were looked at."""
        return int(self._room["leaves"][0])

    def prepare(self) -> None:
        self._kernel(*self._arguments, self._table, 0)

    def advance(self, amount: int) -> int:
        done = 0
        while not self._is_complete:
            space = self._grow()
            done += int(self._kernel(*self._arguments, self._table, min(amount - done, space)))
            mode = self._room["mode"][0]
            if mode == kernel.STUCK:
                raise PlayoutError(
                    f"a line of {self.state.game.name} did not end within {len(self._nodes) - 2:,} plies, so alphabeta "
                    "cannot solve it: give a depth (the game then needs evaluate), or use uct"
                )
            if mode == kernel.FINISHED:
                try:
                    self._take(self._plan.send(int(self._room["value"][0])))
                except StopIteration:
                    self._is_complete = True
            if done >= amount:
                break
        return done

    def _grow(self) -> int:
        """A larger table once this one is crowded, as far as the memory goes; the nodes until it is.

        A short search does not pay for clearing a large table; what the small one held is found again soon.
        """
        if len(self._table) >= self._largest or not self._room["use_table"][0]:
            return 1 << 62
        crowded = 2 * len(self._table) - int(self._room["nodes"][0])
        if crowded > 0:
            return crowded
        self._table = make_table(min(4 * len(self._table), self._largest))
        return self._grow()

    def _take(self, request: tuple[State, int, int, int]) -> None:
        """Put a position and a window on the stack."""
        state, alpha, beta, depth = request
        state.game.rules.copy(self._positions, 0, state._position, 0)
        for name, value in (("alpha", alpha), ("beta", beta), ("depth", depth), ("seat", state.turn)):
            self._nodes[name][0] = value
        room = self._room
        room["mode"], room["ply"], room["before"] = kernel.ENTER, 0, room["nodes"]
        room["root_bound"], room["root_nodes"] = 0, 0

    # What to search, window by window

    def _make_plan(self) -> Plan:
        depth = self.depth or kernel.FOREVER
        if self._deepens:
            yield from self._deepen(min(depth, kernel.FOREVER - 1))
        elif self.depth is None and self._null_windows:
            yield from self._solve(self.state, self._range)
        else:
            score = yield from self._window(-self._top, self._top, depth)
            self._conclude(score, depth)
        if self._deepens and (self._unsure or self.depth is not None):
            depth = self._reached
        if self._every:
            yield from self._value_others(depth)
        if self._with_line or not self._has_move:
            yield from self._follow(depth)

    def _deepen(self, last: int) -> Plan:
        """Ply by ply, each time in a window around the score before."""
        alpha, beta = -self._top, self._top
        for depth in range(1, last + 1):
            self._bounds = {move: self._scores.widest() for move in self._bounds}
            score = yield from self._window(alpha, beta, depth)
            if not alpha < score < beta:
                wider = (-self._top, beta) if score <= alpha else (alpha, self._top)
                score = yield from self._window(*wider, depth)
                if not wider[0] < score < wider[1]:  # an unsteady score: no window at all
                    score = yield from self._window(-self._top, self._top, depth)
            self._conclude(score, depth)
            if self._proven:
                return
            alpha, beta = score - self._top // 16, score + self._top // 16

    def _window(self, alpha: int, beta: int, depth: int) -> Plan:
        """The root with one window; its score. What that says about each move goes into the bounds."""
        score = yield self.state, alpha, beta, depth
        count = int(self._nodes["count"][0])
        listed = [int(move) for move in self._nodes["list"][0, :count]]
        for i, move in enumerate(listed):
            value, kind, nodes = (int(self._room[name][0, i]) for name in ROOT_FIELDS)
            bounds = self._bounds[move]
            self._visits[move] += nodes
            if kind & LOWER:
                bounds[0] = max(bounds[0], value)
            if kind & UPPER:
                bounds[1] = min(bounds[1], value)
        for move in self._bounds.keys() - set(listed):
            self._bounds[move] = [2 - self._top, 2 - self._top]  # tactics left it out: it loses in two plies
        return score

    def _conclude(self, score: int, depth: int) -> None:
        """Take the result of a whole search of the root."""
        self._move, self._has_move = int(self._nodes["move"][0]), True
        self._range = [score, score]
        self._known, self._reached = self._bounds, depth
        self._unsure = set(self._known) if self._nodes["open"][0] else set()
        self._proven = not self._unsure or (self._scores.is_end(score) and self._top - abs(score) <= depth)

    def _solve(self, state: State, bounds: list[int]) -> Plan:
        """Narrow the bounds of a position's score down to one."""
        for plies in QUICK:
            yield from self._ask(state, bounds, self._top - plies)
            yield from self._ask(state, bounds, plies + 2 - self._top)
        guess = min(max(0, bounds[0]), bounds[1])
        while bounds[0] < bounds[1]:
            guess = yield from self._ask(state, bounds, guess + 1 if guess == bounds[0] else guess)

    def _ask(self, state: State, bounds: list[int], beta: int) -> Plan:
        """Is the score at least beta? Only asked if that is open; narrows the bounds."""
        if not bounds[0] < beta <= bounds[1]:
            return bounds[0]
        if state is not self.state:
            score = yield state, beta - 1, beta, kernel.FOREVER
        else:
            score = yield from self._window(beta - 1, beta, kernel.FOREVER)
            if score >= beta:
                self._move, self._has_move = int(self._nodes["move"][0]), True
        bounds[0 if score >= beta else 1] = score
        if state is self.state:
            self._proven = self._scores.level(bounds[0]) == self._scores.level(bounds[1])
        return score

    def _value_others(self, depth: int) -> Plan:
        """The exact value of each root move, as that of the position after it."""
        for move in self._known:
            child = self.state.play(move)
            if child.over:
                score = self._scores.of(child.payoffs[self.state.turn], 1)
                self._known[move] = [score, score]
                continue
            if depth == kernel.FOREVER:
                bounds = self._scores.widest()
                yield from self._solve(child, bounds)
                score = bounds[0]
            else:
                score = yield child, -self._top, self._top, depth - 1
                (self._unsure.add if self._nodes["open"][0] else self._unsure.discard)(move)
            score = adjust(score if child.turn == self.state.turn else -score, -1)
            self._known[move] = [score, score]

    def _follow(self, depth: int) -> Plan:
        """The line, move by move: a position's score is known, the move that reaches it is looked for."""
        state, score = self.state, self._range[0]
        line: list[int] = []
        width = 1 if depth == kernel.FOREVER else self._scores.quantum
        while not state.over and depth > 0:
            if line or not self._has_move:
                yield state, score - width, score + width, depth
                move = int(self._nodes["move"][0])
            else:
                move = self._move
            if not line:
                self._move, self._has_move = move, True
            line.append(move)
            self._line = tuple(line)
            after = state.play(move)
            score = adjust(score if after.turn == state.turn else -score, 1)
            state = after
            if depth < kernel.FOREVER:
                depth -= 1

    # What is known

    def answer(self) -> SearchResult:
        low, high = self._range
        score = low if low > 0 or low == high else min(high, 0)
        line = self._line if self._line[0] == self._move else (self._move,)
        candidates = [self._candidate(move, line if move == self._move else (move,)) for move in self._known]
        seat = self.state.turn

        def order(item: Candidate) -> tuple[bool, float, int]:
            worth = -1e300 if item.values is None else item.values[seat]
            return item.move != self._move, -worth, -item.visits

        return SearchResult(
            state=self.state,
            algorithm=self.name,
            move=self._move,
            values=self._scores.values(score, self.state.turn),
            candidates=tuple(sorted(candidates, key=order)),
            proven=self._proven,
            unit=self.unit,
            work=self.work,
            depth=self._reached or len(self._line),
            elapsed=self.elapsed,
        )

    def _candidate(self, move: int, line: tuple[int, ...]) -> Candidate:
        """What the bounds of a move's score say: nothing, unless they agree on the payoff."""
        low, high = self._range if move == self._move else self._known[move]
        if self._scores.level(low) != self._scores.level(high):
            return Candidate(move, self._visits[move], None, line=line)
        certain = self._proven if move == self._move else self._scores.is_end(low) or move not in self._unsure
        plies = self._scores.plies(low) if low == high and certain else None
        return Candidate(
            move, self._visits[move], self._scores.values(low, self.state.turn), proven=certain, plies=plies, line=line
        )
