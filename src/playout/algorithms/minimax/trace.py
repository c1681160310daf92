"""Minimax's trace: what the numbers that its kernel emits mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playout.algorithms.minimax import kernel as kernel
from playout.algorithms.trace import Tracer
from playout.game import State
from playout.rules import CHANCE

if TYPE_CHECKING:
    from playout.algorithms.minimax.search import Minimax

__all__ = ["MinimaxTracer"]


class MinimaxTracer(Tracer):
    """Kinds of events: enter, leaf, best, leave. `value` is for the seat that chooses, or did; `values` by seat."""

    def __init__(self, search: Minimax) -> None:
        super().__init__()
        self._search = search
        self._line: list[State] = []

    def record(self, kind: int, a: int, b: int, c: int, d: int) -> None:
        if self.full:
            return
        ply, number = int(a), int(b)
        if kind == kernel.NEW:
            self._enter(ply)
        elif kind == kernel.LEAF:
            facts = self._facts(ply)
            words = "the depth ends: evaluated as" if number else "the match ends, worth"
            self.add("leaf", ply, f"{words} {_list(facts['values'])}", **facts, of="evaluation" if number else "end")
        elif kind == kernel.BETTER:
            text = self._line[ply].format(number)
            facts = self._facts(ply)
            self.add("best", ply, f"best so far: {text}, {_list(facts['values'])}", move=number, text=text, **facts)
        else:
            facts = self._facts(ply)
            self.add("leave", ply, f"worth {_list(facts['values'])}", **facts)

    def _enter(self, ply: int) -> None:
        del self._line[ply:]
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
        who = f"seat {turn} to move" if turn >= 0 else "chance decides" if turn == CHANCE else "over"
        self.add("enter", ply, f"{text or 'the position'}: {who}", seat=turn, move=move, text=text)

    def _facts(self, ply: int) -> dict[str, Any]:
        """The values of a node, for the seat that moves there or, where none does, before it."""
        seats = self._search.state.game.seats
        values = [float(value) for value in self._search._nodes["values"][ply, :seats]]
        seat = next((state.turn for state in reversed(self._line[: ply + 1]) if state.turn >= 0), 0)
        return {"seat": seat, "value": values[seat], "values": values}


def _list(values: list[float]) -> str:
    return ", ".join(str(round(value, 6)) for value in values)
