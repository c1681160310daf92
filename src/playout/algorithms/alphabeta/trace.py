"""Alpha-beta's trace: events made from the numbers that the kernel emits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playout.algorithms.alphabeta import records
from playout.algorithms.alphabeta.table import FOREVER, LOWER, UPPER
from playout.algorithms.trace import Tracer
from playout.game import State

if TYPE_CHECKING:
    from playout.algorithms.alphabeta.search import AlphaBeta

__all__ = ["AlphaBetaTracer"]

BOUNDS = {LOWER: "at least", UPPER: "at most", LOWER | UPPER: "exactly"}


class AlphaBetaTracer(Tracer):
    """Kinds of events: enter, leaf, table, tactics, bound, best, cut, again, leave.

    A null window, whose ends are neighbours, asks whether the value is at least beta.
    """

    def __init__(self, search: AlphaBeta) -> None:
        super().__init__()
        self._search = search
        self._scores = search._scores
        self._line: list[State] = []
        """The positions of the line, from the root of the window."""
        self._windows: list[tuple[int, int]] = []
        self._methods = {
            records.NEW: self._enter,
            records.LEFT: self._leave,
            records.END: self._end,
            records.EVALUATION: self._evaluation,
            records.KNOWN: self._table,
            records.KNOWN_CHILD: self._known_child,
            records.DECIDED: self._tactics,
            records.BEYOND: self._bound,
            records.BEST: self._best,
            records.CUT: self._cut,
            records.AGAIN: self._again,
        }

    def record(self, kind: int, a: int, b: int, c: int, d: int) -> None:
        if not self.full:
            self._methods[kind](int(a), int(b), int(c), int(d))

    # Numbers in words

    def _seat(self, ply: int) -> int:
        return int(self._search._nodes["seat"][ply])

    def _value(self, score: int, seat: int) -> float:
        return self._scores.values(score, seat)[seat]

    def _facts(self, ply: int, score: int) -> dict[str, Any]:
        """The facts of a score: the value, and the plies to the end if it is a certain win or loss."""
        seat = self._seat(ply)
        plies = self._scores.plies(score) if self._scores.is_end(score) else None
        return {"seat": seat, "value": self._value(score, seat), "plies": None if plies is None else plies - ply}

    def _said(self, score: int, ply: int) -> str:
        """A score in words, for the seat to move at a ply."""
        facts = self._facts(ply, score)
        middle = self._scores.middle
        if score != 0 and facts["value"] == middle and abs(score) < self._scores.quantum:
            return f"{'more' if score > 0 else 'less'} than {_short(middle)}"
        if facts["plies"] is None or facts["plies"] <= 0:
            return _short(facts["value"])
        return f"{_short(facts['value'])} in {facts['plies']} {'ply' if facts['plies'] == 1 else 'plies'}"

    # One method for each kind of number

    def _enter(self, ply: int, alpha: int, beta: int, depth: int) -> None:
        nodes, root = self._search._nodes, self._search.state
        del self._line[ply:], self._windows[ply:]
        move, text, facts = None, None, dict[str, Any]()
        if ply == 0:
            request = self._search._plan.request
            assert request is not None
            self._line.append(request.state)
            facts["line"] = list(request.state.history[len(root.history) :])
        else:
            parent = self._line[-1]
            move = int(nodes["list"][ply - 1, nodes["next"][ply - 1]])
            text = parent.format(move)
            self._line.append(parent.play(move))
        self._windows.append((alpha, beta))
        seat = self._seat(ply)
        question = beta - alpha == 1
        facts |= {"alpha": self._value(alpha, seat), "beta": self._value(beta, seat), "question": question}
        facts["depth"] = None if depth == FOREVER else depth
        where = text or ("after " + self._texts(facts["line"]) if facts["line"] else "the position")
        if question:
            words = f"is it worth {self._said(beta, ply)} or better?"
        elif facts["alpha"] == facts["beta"]:  # only the plies to the end are not known
            words = f"sought between {self._said(alpha, ply)} and {self._said(beta, ply)}"
        else:
            words = f"sought between {_short(facts['alpha'])} and {_short(facts['beta'])}"
        words = f"{where}: {self._name(seat)} to move; {words}"
        self.add("enter", ply, words, seat=seat, move=move, text=text, **facts)

    def _name(self, seat: int) -> str:
        return self._search.state.game.seat_name(seat)

    def _texts(self, line: list[int]) -> str:
        state, texts = self._search.state, []
        for move in line:
            texts.append(state.format(move))
            state = state.play(move)
        return " ".join(texts)

    def _leave(self, ply: int, score: int, _b: int, _c: int) -> None:
        alpha, beta = self._windows[ply]
        bound = "at least" if score >= beta else "at most" if score <= alpha else "exactly"
        worth = f"{'' if bound == 'exactly' else bound + ' '}{self._said(score, ply)}"
        words = f"worth {worth} to {self._name(self._seat(ply))}"
        self.add("leave", ply, words, **self._facts(ply, score), bound=bound)

    def _end(self, ply: int, score: int, move: int, _c: int) -> None:
        facts = self._facts(ply, score)
        text = self._line[ply].format(move)
        words = f"{text}: the match ends, worth {_short(facts['value'])} to {self._name(facts['seat'])}"
        self.add("leaf", ply + 1, words, move=move, text=text, **facts, of="end")

    def _evaluation(self, ply: int, score: int, loud: int, _c: int) -> None:
        facts = self._facts(ply, score)
        more = f"; {loud} loud moves may improve on that" if loud else ""
        words = f"the depth ends: evaluated as {_short(facts['value'])} for {self._name(facts['seat'])}{more}"
        self.add("leaf", ply, words, **facts, of="evaluation", loud=loud)

    def _table(self, ply: int, score: int, bound: int, _c: int) -> None:
        self.add(
            "table",
            ply,
            f"table: {BOUNDS[bound]} {self._said(score, ply)}, as was found before",
            bound=BOUNDS[bound],
            **self._facts(ply, score),
        )

    def _known_child(self, ply: int, score: int, move: int, _c: int) -> None:
        text = self._line[ply].format(move)
        words = f"{text}: by the table at most {self._said(score, ply)}, as was found before"
        self.add("leaf", ply + 1, words, move=move, text=text, **self._facts(ply, score), of="table", bound="at most")

    def _tactics(self, ply: int, score: int, move: int, _c: int) -> None:
        facts = self._facts(ply, score)
        text = self._line[ply].format(move) if move >= 0 else None
        how = f"won by {text}" if text else "lost"
        words = f"tactics: {how} in {facts['plies']} {'ply' if facts['plies'] == 1 else 'plies'}"
        self.add("tactics", ply, words, move=move if move >= 0 else None, text=text, **facts)

    def _bound(self, ply: int, score: int, _b: int, _c: int) -> None:
        bound = "at most" if score <= self._windows[ply][0] else "at least"
        words = f"bound: nothing in this window is possible, it is {bound} {self._said(score, ply)}"
        self.add("bound", ply, words, **self._facts(ply, score), bound=bound)

    def _best(self, ply: int, move: int, score: int, _c: int) -> None:
        text = self._line[ply].format(move)
        self.add(
            "best",
            ply,
            f"best so far: {text}, {self._said(score, ply)}",
            move=move,
            text=text,
            **self._facts(ply, score),
        )

    def _cut(self, ply: int, move: int, score: int, beta: int) -> None:
        seat, text = self._seat(ply), self._line[ply].format(move)
        nodes, other = self._search._nodes, 1 - seat
        has = any(nodes["seat"][i] == other and nodes["best"][i] == -beta for i in range(ply))
        if has:
            words = f"cut: {_short(self._value(-score, other))} is no better than {_short(self._value(-beta, other))} "
            words += f"that {self._name(other)} already has"
        else:
            words = f"cut: {self._said(score, ply)} answers the question"
        facts = self._facts(ply, score)
        self.add("cut", ply, words, move=move, text=text, **facts, beta=self._value(beta, seat), has=has)

    def _again(self, ply: int, move: int, score: int, _c: int) -> None:
        text = self._line[ply].format(move)
        words = f"again: {text} is better than the best so far, {self._said(score, ply)}; how much better?"
        self.add("again", ply, words, move=move, text=text, **self._facts(ply, score))


def _short(value: float) -> str:
    return str(round(value, 6))
