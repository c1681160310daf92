"""Proofs by alpha-beta for another search: the payoffs of positions, one after another, each within a budget of nodes.

Unlike `AlphaBeta` it asks for the payoff alone, not for the shortest win: two null windows are enough for a win, a draw
or a loss. The table is kept from one position to the next.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from playout import native
from playout.algorithms.alphabeta import kernel as kernel
from playout.algorithms.alphabeta import records
from playout.algorithms.alphabeta.growing_table import GrowingTable
from playout.algorithms.alphabeta.options import AlphaBetaOptions
from playout.algorithms.alphabeta.scores import scores_of
from playout.algorithms.alphabeta.settings import settings, uses_table
from playout.algorithms.alphabeta.sides import EACH, NOBODY
from playout.algorithms.alphabeta.table import FOREVER
from playout.game import State
from playout.options.fields import resolved

__all__ = ["Proof", "Prover"]


@dataclass(frozen=True)
class Proof:
    """The proven payoff of a position."""

    payoff: float
    """What the seat to move gets."""
    plies: int | None
    """The match lasts at most this many plies more; None for a payoff in the middle."""
    move: int
    """A move that keeps the payoff; -1 for the worst payoff, which every move has."""


class Prover:
    """Asks alpha-beta about positions of one game of two seats. `positions[0]` is the position in question."""

    def __init__(self, state: State, *, memory: float, backend: str) -> None:
        """state: the first position; memory: megabytes of the table."""
        rules = state.game.rules
        options = resolved(AlphaBetaOptions(line=False, deepening=False), AlphaBetaOptions, rules, "alphabeta")
        self._scores = scores_of(rules, state.game.seats, alone=False)
        self._table = GrowingTable(memory, is_used=uses_table(options, rules), per_word=2)
        self._workspace = np.zeros(1, records.workspace_type(rules.max_moves, rules.players))
        self._words, self._word_at = self._workspace.view(np.int64), records.word_offsets(self._workspace.dtype)
        fixed = settings(options, rules, self._scores, replies=False)
        self._words[: len(fixed)] = fixed
        self._words[self._word_at["us"]] = EACH
        plies = rules.max_length + 2
        if state.game.most_plies is not None:
            plies = min(plies, 2 + state.game.most_plies)
        self.positions = rules.allocate(plies)
        for i in range(plies if rules.is_object else 0):
            rules.copy(self.positions, i, state.position, 0)
        self._nodes = np.zeros(plies, records.node_type(rules.max_moves))
        self._root, self._root_at = self._nodes[:1].view(np.int64), records.word_offsets(self._nodes.dtype)
        switches = frozenset({kernel.IN_PLACE.name})
        self._kernel = native.bind(kernel.search_window, rules, backend, switches=switches)
        self._arguments = [native.view(array, backend) for array in (self.positions, self._nodes, self._workspace)]
        self.nodes = 0
        """Nodes so far, of all positions."""
        self.left = 0
        """Nodes that are left for the current position."""
        self.forget()

    def prepare(self) -> None:
        """Load or compile the kernel."""
        self._words[self._word_at["mode"]] = records.FINISHED
        self._kernel(*self._arguments, self._table.words, 0)

    def forget(self) -> None:
        """Forget all results, as if it were new."""
        self._table.clear()
        self._nodes["killers"] = -1
        self._workspace["credits"] = 0
        self._seen = 0
        self.left = 0

    @property
    def is_asked(self) -> bool:
        """Whether a position is in question."""
        return self.left > 0

    def grow(self) -> bool:
        """Fill a piece of a larger table if this one is crowded (about a millisecond); returns whether it is ready."""
        return self._table.grow(self._seen)

    def ask(self, seat: int, budget: int, *, hopeful: bool) -> None:
        """Put positions[0] in question, for at most `budget` nodes; the table is ready.

        hopeful: whether to ask first for more than the middle.
        """
        self.left = budget
        self._seat = seat
        self._low, self._high = self._scores.widest()
        self._move = -1
        self._open_window(1 if hopeful else 0)

    def advance(self, amount: int) -> tuple[int, Proof | None]:
        """Search for at most `amount` nodes; returns the nodes searched, and the proof once there is one."""
        done = 0
        while done < amount and self.left > 0:
            nodes = int(self._kernel(*self._arguments, self._table.words, min(amount - done, self.left)))
            done += nodes
            self.left -= nodes
            self.nodes += nodes
            self._seen += nodes
            mode = int(self._words[self._word_at["mode"]])
            if mode == records.STUCK:
                self.left = 0
            if mode == records.FINISHED:
                self._take(int(self._words[self._word_at["value"]]))
                if self._scores.level(self._low) == self._scores.level(self._high):
                    self.left = 0
                    return done, self._proof()
                self._open_window(self._next_window())
        return done, None

    def drop(self) -> None:
        """Give up the position in question."""
        self.left = 0

    def _take(self, score: int) -> None:
        """Narrow the bounds by the score of the last window."""
        if score >= self._beta:
            self._low, self._move = score, int(self._root[self._root_at["move"]])
        else:
            self._high = score

    def _next_window(self) -> int:
        """The next beta: above the certain payoff if the last score was a lower bound, else at the best possible."""
        quantum = self._scores.quantum
        if self._low >= self._beta:
            level = self._scores.level(self._low)
            return level * quantum + 1 if level >= 0 else (level + 1) * quantum
        level = self._scores.level(self._high)
        return (level - 1) * quantum + 1 if level > 0 else level * quantum

    def _proof(self) -> Proof:
        score = self._low if self._low > 0 else self._high
        level, scores = self._scores.level(score), self._scores
        move = self._move if level > -scores.levels else -1
        return Proof(scores.values(score, self._seat)[self._seat], scores.plies(score), move)

    def _open_window(self, beta: int) -> None:
        """Set up the stack for the question whether the score is at least beta."""
        self._beta = beta
        root, at, words, place = self._root, self._root_at, self._words, self._word_at
        root[at["alpha"]], root[at["beta"]] = beta - 1, beta
        root[at["depth"]], root[at["replier"]] = FOREVER, NOBODY
        root[at["seat"]] = root[at["side"]] = self._seat
        root[at["threat"]] = root[at["skipped"]] = root[at["barred"]] = root[at["reduced"]] = root[at["distance"]] = 0
        words[place["deepest"]] = 2 * FOREVER
        words[place["mode"]], words[place["ply"]], words[place["before"]] = records.ENTER, 0, words[place["nodes"]]
        self._workspace["root_bound"], self._workspace["root_nodes"] = 0, 0
