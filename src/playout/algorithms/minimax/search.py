"""Minimax: every line to its end or to a depth (von Neumann 1928), for any number of seats (Luckhardt and Irani 1986).

Each seat chooses the move with the highest value for itself. Of equal values, it prefers an earlier end if the value is
above the middle of the payoffs, else a later one. For more than two seats this is called max^n, so `maxn` is a second
name. With pruning it is plain alpha-beta, for lessons. The code is simple and slow, and the oracle in tests of other
searches. Games need full information and no chance; expectimax has the same kernel and takes chance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from playout import native
from playout.algorithms.depth import DepthSearch
from playout.algorithms.minimax import kernel as kernel
from playout.algorithms.minimax.trace import MinimaxTracer
from playout.algorithms.pauses import ANY
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.saving import Contents, Kept
from playout.game import State
from playout.options.fields import Options, switch
from playout.rules import CHANCE, PlayoutError

__all__ = ["Maxn", "MaxnOptions", "Minimax", "MinimaxOptions"]


COUNTERS = ("ply", "status", "leaves")
"""The fields of the workspace that are saved: the state of the kernel."""


@dataclass(frozen=True, kw_only=True)
class MinimaxOptions(Options):
    """The option of minimax."""

    pruning: bool = switch(
        "alpha-beta as textbooks write it: fail-soft, moves in the game's order, nothing else; for two seats and "
        "payoffs of a constant sum. To play, use alphabeta",
        default=False,
    )


@dataclass(frozen=True, kw_only=True)
class MaxnOptions(MinimaxOptions):
    """Max^n and expectimax have no options, since their values allow no pruning by windows."""

    pruning: bool = field(default=False, init=False)


class Minimax(DepthSearch):
    """Minimax in progress."""

    name: ClassVar[str] = "minimax"
    summary: ClassVar[str] = "every line, exact or to a depth, without any pruning"
    games: ClassVar[str] = "any number of seats, no chance, nothing hidden"
    option_type: ClassVar[type[MinimaxOptions]] = MinimaxOptions
    options: MinimaxOptions

    def _set_up(self) -> None:
        state, depth, rules = self.state, self.depth, self.state.game.rules
        if self.options.pruning:
            _refuse_windows(state)
        self._bind()
        plies = 1 + (min(depth, rules.max_length) if depth else rules.max_length)
        if rules.has("left"):
            plies = min(plies, 1 + int(state._call("left")))
        width, players = max(rules.max_moves, rules.max_outcomes), rules.players
        self._positions = rules.allocate(plies + 1)
        for i in range(plies + 1 if rules.is_object else 1):
            rules.copy(self._positions, i, state.position, 0)
        self._nodes = np.zeros(plies + 1, kernel.node_type(width, players))
        self._nodes["count"][0] = kernel.UNSEEN
        self._nodes["line"] = kernel.UNSEEN
        self._roots = np.zeros(width, kernel.root_type(players))
        self._roots["line"] = kernel.UNSEEN
        self._workspace = np.zeros(1, kernel.workspace_type(width, players))
        settings = {"depth": depth or 0, "seats": state.game.seats, "middle": self.unknown[0]}
        settings["prunes"] = self.options.pruning
        for name, value in settings.items():
            self._workspace[name] = value
        self._nodes["alpha"][0], self._nodes["beta"][0] = -kernel.WIDEST, kernel.WIDEST
        arrays = (self._positions, self._nodes, self._roots, self._workspace)
        self._arguments = [native.view(array, self._backend) for array in arrays]

    def _bind(self) -> None:
        self._kernel = native.bind(kernel.search_all, self.state.game.rules, self._backend)

    @property
    def complete(self) -> bool:
        return bool(self._workspace["status"][0] == kernel.FINISHED)

    @property
    def leaves(self) -> int:
        """The number of leaves: ends of the match or of the depth."""
        return int(self._workspace["leaves"][0])

    def tracer(self) -> MinimaxTracer:
        tracer = MinimaxTracer(self)
        self._kernel = native.bind(kernel.search_all, self.state.game.rules, self._backend, recorder=tracer.record)
        return tracer

    def prepare(self) -> None:
        self._kernel(*self._arguments, 0)

    def advance(self, amount: int, steps: int = ANY) -> int:
        done = int(self._kernel(*self._arguments, min(amount, steps)))
        if self._workspace["status"][0] == kernel.STUCK:
            raise PlayoutError(
                f"a line of {self.state.game.name} did not end within {len(self._nodes) - 2:,} plies: where matches "
                f"can go on for ever {self.name} needs a depth (and the game evaluate(s, seat)); or use uct"
            )
        return done

    def _contents(self) -> Contents:
        values = {name: int(self._workspace[name][0]) for name in COUNTERS}
        return values, {"nodes": self._nodes[: values["ply"] + 1], "roots": self._roots}

    def _restore(self, kept: Kept) -> None:
        plies = 1 + kept.number("ply", 0, len(self._nodes) - 2)
        is_finished = kept.number("status", kernel.RUNNING, kernel.FINISHED) == kernel.FINISHED
        kept.number("leaves", 0, 1 << 62)
        self._nodes[:plies] = kept.array("nodes", self._nodes.dtype, (plies,))
        self._roots[:] = kept.array("roots", self._roots.dtype, self._roots.shape)
        for name in COUNTERS:
            self._workspace[name] = kept[name]
        self._check_lines(plies, is_finished=is_finished)

    def _check_lines(self, plies: int, *, is_finished: bool) -> None:
        """Check that the lists of moves fit the positions, which are replayed."""
        rules, state = self.state.game.rules, self.state
        for ply in range(plies):
            rules.copy(self._positions, ply, state.position, 0)
            node = self._nodes[ply]
            count, following, seat = (int(node[name]) for name in ("count", "next", "seat"))
            if ply == plies - 1 and not is_finished:
                if count != kernel.UNSEEN or (ply == 0 and following != 0):
                    raise ValueError("the next position was looked at already")
                break
            listed = state.odds() if state.turn == CHANCE else [(move, 0.0) for move in state.moves()]
            is_same = count == len(listed) and node["list"][:count].tolist() == [move for move, _ in listed]
            if state.turn == CHANCE:
                is_same = is_same and node["chances"][:count].tolist() == [share for _, share in listed]
            if not is_same or seat != state.turn or not (count if is_finished else 1) <= following <= count:
                raise ValueError("its moves are not those of the position")
            if not is_finished:
                state = state.play(listed[following - 1][0])
        for i in range(len(self.state.moves()) if is_finished else int(self._nodes["next"][0]) - 1):
            state = self.state
            for move in self._line(i):
                state = state.play(move)
        if int(self._nodes["best"][0]) not in (-1, *self.state.moves()) or (is_finished and plies > 1):
            raise ValueError("its best move is not one of its moves")

    def _line(self, i: int) -> tuple[int, ...]:
        """The line of root move i, which begins with that move."""
        line = self._roots["line"][i].tolist()
        return tuple(line[: line.index(kernel.UNSEEN)] if kernel.UNSEEN in line else line)

    def answer(self) -> SearchResult:
        state = self.state
        listed = state.moves()
        seen = int(self._nodes["next"][0]) - (0 if self.complete else 1)
        known = self._known(seen)
        found = [known[i] if i in known else Candidate(move, 0, None, line=(move,)) for i, move in enumerate(listed)]
        best = int(self._nodes["best"][0]) if seen > 0 else listed[0]
        found.sort(key=lambda item: (item.move != best, -(item.values or (-1e300,) * len(self.unknown))[state.turn]))
        values = found[0].values or self.unknown
        proven = self.complete and not self._nodes["open"][0]
        depth = self.depth or (len(found[0].line) if self.options.pruning else found[0].plies or 0)
        return self._answer(best, values, found, proven=proven, depth=depth)

    def _known(self, seen: int) -> dict[int, Candidate]:
        """The root moves that were searched, by their numbers.

        With pruning, a move that was not better than an earlier one has only a bound, and so no values. There are no
        plies then, since the line need not be the shortest.
        """
        state, seats, prunes = self.state, self.state.game.seats, self.options.pruning
        known, best = dict[int, Candidate](), -math.inf
        for i in range(seen):
            root, move = self._roots[i], int(self._nodes["list"][0, i])
            nodes, plies, opened = (int(root[name]) for name in ("nodes", "plies", "open"))
            values = tuple(float(value) for value in root["values"][:seats])
            if prunes and values[state.turn] <= best:
                known[i] = Candidate(move, nodes, None, line=(move,))
                continue
            best = max(best, values[state.turn])
            plies_known = None if opened or prunes else plies
            known[i] = Candidate(move, nodes, values, not opened, plies_known, line=self._line(i))
        return known


def _refuse_windows(state: State) -> None:
    """Refuse pruning unless there are two seats and payoffs of a constant sum."""
    rules, seats = state.game.rules, state.game.seats
    if seats != 2 or rules.payoff_sum is None:
        raise PlayoutError(
            f"minimax(pruning=True) is for two seats and payoffs of a constant sum, and {rules.name} has "
            f"{f'{seats} seats' if seats != 2 else 'payoffs whose sum varies'}: use minimax"
        )


class Maxn(Minimax):
    """Max^n: the name of minimax for more than two seats."""

    name: ClassVar[str] = "maxn"
    option_type: ClassVar[type[MinimaxOptions]] = MaxnOptions
    summary: ClassVar[str] = "minimax for more than two seats: each goes for its own payoff"
