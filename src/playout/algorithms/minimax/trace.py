"""Minimax's trace: events made from the numbers that the kernel emits."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from playout.algorithms.minimax import kernel as kernel
from playout.algorithms.trace import Tracer
from playout.game import State
from playout.rules import CHANCE

if TYPE_CHECKING:
    from playout.algorithms.minimax.search import Minimax

__all__ = ["MinimaxTracer"]


class MinimaxTracer(Tracer):
    """Kinds of events: enter, leaf, best, cut, leave. `value` is for the seat that chooses or chose, `values` by seat.

    For two seats with payoffs of a constant sum, seat 0 is MAX and seat 1 MIN. The texts, `alpha` and `beta` are in
    MAX's payoffs.
    """

    def __init__(self, search: Minimax) -> None:
        super().__init__()
        self._search = search
        self._prunes = search.options.pruning
        self._has_max = search.state.game.seats == 2 and search.state.game.rules.payoff_sum is not None
        self._line: list[State] = []
        self._windows: list[dict[str, float]] = []
        """The window of each node of the line when it was entered."""

    def record(self, kind: int, a: int, b: int, c: int, d: int) -> None:
        if self.full:
            return
        ply, number = int(a), int(b)
        if kind == kernel.NEW:
            self._enter(ply)
        elif kind == kernel.LEAF:
            facts = self._facts(ply)
            words = "the depth ends: evaluated as" if number else "worth"
            self.add("leaf", ply, f"{words} {self._said(facts)}", **facts, of="evaluation" if number else "end")
        elif kind == kernel.BETTER:
            text = self._line[ply].format(number)
            facts = self._facts(ply) | self._window(ply)
            words = f"best so far: {text}, {self._said(facts)}{_window_words(facts)}"
            self.add("best", ply, words, move=number, text=text, **facts)
        elif kind == kernel.CUT:
            self._cut(ply, number)
        elif (self.events[-1].kind, self.events[-1].ply) != ("leaf", ply):  # the event of a leaf has told the value
            self._leave(ply)

    def _enter(self, ply: int) -> None:
        del self._line[ply:], self._windows[ply:]
        self._windows.append(self._window(ply))
        move, text = None, None
        if ply == 0:
            self._line.append(self._search.state)
        else:
            parent = self._line[-1]
            node = self._search._nodes[ply - 1]
            move = int(node["list"][node["next"] - 1])
            text = parent.format(move)
            self._line.append(parent.play(move))
        turn = self._line[-1].turn
        who = f"{self._name(turn)} to move" if turn >= 0 else "chance decides" if turn == CHANCE else "the match ends"
        facts = self._windows[ply] if turn >= 0 else {}
        words = f"{text or 'the position'}: {who}{_window_words(facts)}"
        self.add("enter", ply, words, seat=turn, move=move, text=text, **facts)

    def _cut(self, ply: int, move: int) -> None:
        state, node, facts = self._line[ply], self._search._nodes[ply], self._facts(ply) | self._window(ply)
        text = state.format(move)
        skipped = [int(other) for other in node["list"][node["next"] : node["count"]]]
        value, other = facts["values"][0], self._name(1 - state.turn)
        bound = f"{value:g} <= alpha {facts['alpha']:g}" if state.turn == 1 else f"{value:g} >= beta {facts['beta']:g}"
        words = f"cut: {bound}, and {other} has that already; not looked at: "
        words += ", ".join(state.format(item) for item in skipped)
        self.add("cut", ply, words, move=move, text=text, **facts, skipped=skipped)

    def _leave(self, ply: int) -> None:
        facts, window = self._facts(ply), self._windows[ply]
        bound = "exactly"
        if window:
            value = facts["values"][0]
            bound = "at most" if value <= window["alpha"] else "at least" if value >= window["beta"] else bound
        words = f"worth {'' if bound == 'exactly' else bound + ' '}{self._said(facts)}"
        self.add("leave", ply, words, **facts, bound=bound)

    def _name(self, seat: int) -> str:
        return ("MAX", "MIN")[seat] if self._has_max else self._search.state.game.seat_name(seat)

    def _said(self, facts: dict[str, Any]) -> str:
        values = facts["values"][:1] if self._has_max else facts["values"]
        return ", ".join(f"{round(value, 6):g}" for value in values)

    def _window(self, ply: int) -> dict[str, float]:
        if not self._prunes:
            return {}
        window = self._search._nodes[["alpha", "beta"]][ply].item()
        return {name: _unbounded(value) for name, value in zip(("alpha", "beta"), window, strict=True)}

    def _facts(self, ply: int) -> dict[str, Any]:
        """The values of a node, for the seat to move there, or, if no seat moves, the seat before it."""
        seats = self._search.state.game.seats
        values = [float(value) for value in self._search._nodes["values"][ply, :seats]]
        seat = next((state.turn for state in reversed(self._line[: ply + 1]) if state.turn >= 0), 0)
        return {"seat": seat, "value": values[seat], "values": values}


def _unbounded(value: float) -> float:
    """A bound of a window; infinite for the first window, as in textbooks."""
    return math.copysign(math.inf, value) if abs(value) == kernel.WIDEST else value


def _window_words(facts: dict[str, Any]) -> str:
    return f", window [{facts['alpha']:g}, {facts['beta']:g}]" if "alpha" in facts else ""
