"""Minimax: every line to its end or to a depth (von Neumann 1928), for any number of seats (Luckhardt and Irani 1986).

Each seat takes what is worth most to itself; of equal values the sooner one above the middle of the payoffs, the
later one below it. For more than two seats this is called max^n, so `maxn` is a second name for it. Plain and slow: the
oracle for the others. No chance (expectimax has the same kernel and takes it), nothing hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.algorithms.base import Search
from playout.algorithms.minimax.kernel import (
    BEST,
    COUNT,
    FIELDS,
    FINISHED,
    LEAVES,
    LONGEST,
    NEXT,
    PLY,
    RUNNING,
    SEAT,
    STATUS,
    STUCK,
    UNSEEN,
    search_all,
)
from playout.algorithms.minimax.trace import MinimaxTracer
from playout.algorithms.options.fields import Options, resolved
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.saving import Contents, Kept
from playout.game import State
from playout.rules import CHANCE, OptionError, PlayoutError, Rules

__all__ = ["Maxn", "Minimax", "MinimaxOptions", "check_depth", "refuse_chance", "refuse_hidden"]


def refuse_hidden(name: str, rules: Rules) -> None:
    if rules.has("mask"):
        raise PlayoutError(
            f"{name} has to see everything, and {rules.name} hides some (it has mask): use ismcts or ucb"
        )


def refuse_chance(name: str, rules: Rules) -> None:
    if rules.has("chance"):
        raise PlayoutError(f"{name} knows no chance, and {rules.name} has some: use expectimax or uct")


def check_depth(name: str, rules: Rules, depth: int | None) -> None:
    if depth is None:
        return
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 1:
        raise OptionError(f"{name} takes a depth of at least 1 ply, not {depth!r}")
    if not rules.has("evaluate"):
        raise PlayoutError(
            f"{name} to a depth needs evaluate(s, seat), which {rules.name} does not have: give no depth and the "
            "position is solved, or use uct or flat"
        )


@dataclass(frozen=True, kw_only=True)
class MinimaxOptions(Options):
    """Minimax has no options; its limits say how far it goes."""


class Minimax(Search):
    """Minimax in progress."""

    name: ClassVar[str] = "minimax"
    summary: ClassVar[str] = "every line, exact or to a depth, without any pruning"
    games: ClassVar[str] = "any number of seats, no chance, nothing hidden"
    unit: ClassVar[str] = "nodes"
    limits: ClassVar[tuple[str, ...]] = ("seconds", "nodes", "depth")
    solves: ClassVar[bool] = True
    deterministic: ClassVar[bool] = True
    option_type: ClassVar[type[MinimaxOptions]] = MinimaxOptions

    def __init__(
        self,
        state: State,
        options: MinimaxOptions | None = None,
        *,
        seed: int | None = None,
        memory: float | None = None,
        depth: int | None = None,
        backend: str | None = None,
    ) -> None:
        super().__init__(state, seed=seed, memory=memory)
        rules = state.game.rules
        refuse_hidden(self.name, rules)
        self._fit(rules)
        check_depth(self.name, rules, depth)
        self.depth = depth
        self.options = resolved(options, MinimaxOptions, rules, self.name)
        self._backend = backend or rules.backends[0]
        self._bind()
        plies = 1 + (min(depth, rules.max_length) if depth else rules.max_length)
        if rules.has("left"):
            plies = min(plies, 1 + int(state._call("left")))
        width = max(rules.max_moves, rules.max_outcomes)
        positions = self._positions = rules.allocate(plies + 1)
        for i in range(plies + 1 if rules.is_object else 1):
            rules.copy(positions, i, state._position, 0)
        self._stack = np.zeros((plies + 1, FIELDS), np.int64)
        self._stack[0, COUNT] = UNSEEN
        self._values = np.zeros((plies + 1, rules.players))
        self._counters = np.zeros(3, np.int64)
        self._roots = np.zeros((width, 3), np.int64)
        self._lines = np.full((width, LONGEST), UNSEEN, np.int64)
        self._lists = np.zeros((plies + 1, width), np.int64)
        self._worth = np.zeros((width, rules.players))
        middle = 0.5 * sum(rules.payoff_bounds) if rules.payoff_sum is None else rules.payoff_sum / state.game.seats
        lines, chances = np.full((plies + 1, LONGEST), UNSEEN, np.int64), np.zeros((plies + 1, width))
        self._by_ply = {"stack": self._stack, "values": self._values, "lines": lines}
        self._by_ply |= {"lists": self._lists, "chances": chances}
        self._by_move = {"roots": self._roots, "worth": self._worth, "root_lines": self._lines}
        self._room = (
            *(
                native.view(positions, self._backend),
                self._stack,
                self._values,
                self._counters,
                self._roots,
                self._worth,
            ),
            *(self._lines, lines, self._lists, chances, np.zeros(width, np.int64)),
            *(np.zeros(width), np.zeros(rules.players), np.int64(depth or 0), float(middle), state.game.seats),
        )
        self._middle = middle

    def _bind(self) -> None:
        self._kernel = native.bind(search_all, self.state.game.rules, self._backend)

    def _fit(self, rules: Rules) -> None:
        refuse_chance(self.name, rules)

    @property
    def complete(self) -> bool:
        return bool(self._counters[STATUS] == FINISHED)

    @property
    def leaves(self) -> int:
        """Ends of the match, or of the depth, that were looked at."""
        return int(self._counters[LEAVES])

    def tracer(self) -> MinimaxTracer:
        tracer = MinimaxTracer(self)
        self._kernel = native.bind(search_all, self.state.game.rules, self._backend, recorder=tracer.record)
        return tracer

    def prepare(self) -> None:
        self._kernel(*self._room, 0)

    def advance(self, amount: int) -> int:
        done = int(self._kernel(*self._room, amount))
        if self._counters[STATUS] == STUCK:
            raise PlayoutError(
                f"a line of {self.state.game.name} did not end within {len(self._stack) - 2:,} plies: where matches "
                f"can go on for ever {self.name} needs a depth (and the game evaluate(s, seat)); or use uct"
            )
        return done

    def _contents(self) -> Contents:
        plies = int(self._counters[PLY]) + 1
        arrays: dict[str, NDArray[Any]] = {"counters": self._counters}
        arrays |= {name: array[:plies] for name, array in self._by_ply.items()}
        return {"plies": plies}, arrays | self._by_move

    def _restore(self, kept: Kept) -> None:
        plies = kept.number("plies", 1, len(self._stack) - 1)
        counters = kept.array("counters", np.int64, (3,))
        if counters[PLY] != plies - 1 or counters[STATUS] not in (RUNNING, FINISHED):
            raise ValueError("it is nowhere")
        for name, array in self._by_ply.items():
            array[:plies] = kept.array(name, array.dtype, (plies, *array.shape[1:]))
        for name, array in self._by_move.items():
            array[:] = kept.array(name, array.dtype, array.shape)
        self._counters[:] = counters
        self._check_lines(plies, is_finished=bool(counters[STATUS] == FINISHED))

    def _check_lines(self, plies: int, *, is_finished: bool) -> None:
        """The lists of moves are those of the positions, which are played anew on the way."""
        rules, state = self.state.game.rules, self.state
        for ply in range(plies):
            rules.copy(self._positions, ply, state._position, 0)
            count, following, seat = (int(self._stack[ply, k]) for k in (COUNT, NEXT, SEAT))
            if ply == plies - 1 and not is_finished:
                if count != UNSEEN or (ply == 0 and following != 0):
                    raise ValueError("the next position was looked at already")
                break
            listed = state.odds() if state.turn == CHANCE else [(move, 0.0) for move in state.moves()]
            is_same = count == len(listed) and self._lists[ply, :count].tolist() == [move for move, _ in listed]
            if state.turn == CHANCE:
                is_same = is_same and self._by_ply["chances"][ply, :count].tolist() == [share for _, share in listed]
            if not is_same or seat != state.turn or not (count if is_finished else 1) <= following <= count:
                raise ValueError("its moves are not those of the position")
            if not is_finished:
                state = state.play(listed[following - 1][0])
        for i in range(len(self.state.moves()) if is_finished else int(self._stack[0, NEXT]) - 1):
            state = self.state
            for move in self._lines[i][self._lines[i] != UNSEEN].tolist():
                state = state.play(move)
        if int(self._stack[0, BEST]) not in (-1, *self.state.moves()) or (is_finished and plies > 1):
            raise ValueError("its best move is none")

    def answer(self) -> SearchResult:
        state, seats = self.state, self.state.game.seats
        listed = state.moves()
        seen = int(self._stack[0, NEXT]) - (0 if self.complete else 1)
        found = []
        for i, move in enumerate(listed):
            if i >= seen:
                found.append(Candidate(move, 0, None, line=(move,)))
                continue
            nodes, plies, opened = (int(item) for item in self._roots[i])
            values = tuple(float(value) for value in self._worth[i, :seats])
            line = tuple(int(item) for item in self._lines[i] if item != UNSEEN)
            found.append(Candidate(move, nodes, values, not opened, None if opened else plies, line=line))
        best = int(self._stack[0, BEST]) if seen > 0 else listed[0]
        found.sort(key=lambda item: (item.move != best, -(item.values or (-1e300,) * seats)[state.turn]))
        values = found[0].values or (self._middle,) * seats
        return SearchResult(
            state=state,
            algorithm=self.name,
            move=best,
            values=values,
            candidates=tuple(found),
            proven=self.complete and all(item.proven for item in found),
            unit=self.unit,
            work=self.work,
            depth=self.depth or (found[0].plies or 0),
            elapsed=self.elapsed,
        )


class Maxn(Minimax):
    """Max^n: minimax, by the name under which it is known for more than two seats."""

    name: ClassVar[str] = "maxn"
    summary: ClassVar[str] = "minimax for more than two seats: each goes for its own payoff"
