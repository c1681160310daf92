"""Why a search chose its move: first the facts (numbers), then sentences made from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, Protocol

from playout.sentences import Item, Wording

if TYPE_CHECKING:
    from playout.algorithms.results import Candidate, SearchResult

__all__ = ["Explanation", "Names", "PlainNames", "Rival", "explain"]

SAME = 0.0005
"""Values that differ by less than this look equal, or nearly, when they are shown with three digits."""

COMPARABLE_VISITS = (100, 0.01)
"""Visits, and a share of the best move's visits. A move with fewer of both is not compared: its mean is mostly luck."""

NAMED_MOVES = 8
"""The most moves of a line that are named."""

CHANGES = 4
"""The most changes of the choice that are named."""


@dataclass(frozen=True)
class Rival:
    """The best of the other moves that were searched enough."""

    move: int
    margin: float
    """The value of the chosen move minus the value of this move."""
    visits: int
    is_second: bool
    """Whether all other moves were searched enough, so that it is the second best."""


@dataclass(frozen=True)
class Explanation:
    """The facts about a chosen move, for the seat to move."""

    seat: int
    move: int
    work: int
    unit: str
    """The unit of `work`: simulations, playouts or nodes."""
    value: float | None
    """The value of the move, on the scale of the payoffs; None: not known."""
    score: str
    """The value in the game's own notation; empty: the game has none."""
    kind: Literal["wins", "loses", "exactly"]
    """The meaning of a proven value."""
    proven: bool
    """Whether the value of this move is proven."""
    settled: bool
    """Whether it is proven that no move is better."""
    any_proven: bool
    """Whether the value of any move is proven."""
    plies: int | None
    """The plies until the match ends, if that is proven."""
    visits: int
    is_only: bool
    """Whether it is the only legal move."""
    rival: Rival | None
    outlook: Literal["answer", "turn_whole", "turn_part"] | None
    """The content of the line: the reply to the move, the whole turn, or a part of it. None: there is no line."""
    line: tuple[int, ...]
    """The expected line, this move first, as far as it is shown."""
    changes: tuple[tuple[int, int], ...]
    """(work, move) for the last changes of the choice; empty if changes are not reported."""
    earlier: int
    """The number of changes before these."""

    def sentence(self, names: Names) -> Wording:
        """The facts in sentences. names: the names of seats and moves."""
        told = [self._verdict(names)]
        if self.is_only:
            told.append(Wording("why.only"))
        elif self.rival is not None:
            told.append(self._comparison(self.rival, names))
        if self.outlook is not None:
            line = names.line(self.line)
            said = {"line": _row(line), **({"move": line[1]} if self.outlook == "answer" else {})}
            told.append(Wording(f"why.{self.outlook}", said))
        if self.changes:
            told.append(self._steadiness(names))
        return Wording("why", {"sentences": told})

    def _verdict(self, names: Names) -> Wording:
        move, seat = names.move(self.move), names.seat(self.seat)
        spent = Wording(f"work.{self.unit}", {"count": self.work})
        if self.value is None:
            return Wording("why.unknown", {"spent": spent, "seat": seat, "move": move})
        value = f"{self.value:z.3f}"
        if not self.proven:
            tail = Wording("why.not_proven" if self.any_proven else "why.nothing_proven")
            shown = f"{value} ({self.score})" if self.score else value
            return Wording("why.estimate", {"move": move, "value": shown, "seat": seat, "spent": spent, "tail": tail})
        kind = Wording(f"why.{self.kind}", {"value": value} if self.kind == "exactly" else {})
        when: Item = ""
        if self.plies is not None:
            when = Wording("why.in_plies", {"plies": self.plies})
        return Wording("why.proof" if self.settled else "why.proof_open", {"move": move, "kind": kind, "when": when})

    def _comparison(self, rival: Rival, names: Names) -> Wording:
        move, other = names.move(self.move), names.move(rival.move)
        if rival.margin > SAME:
            code = "why.second" if rival.is_second else "why.best_of_others"
            return Wording(code, {"move": other, "margin": f"{rival.margin:.3f}"})
        if self.visits == rival.visits:
            looked = Wording("why.looked_equally", {"visits": self.visits})
        else:
            counts = {"move": move, "visits": self.visits, "others": rival.visits}
            looked = Wording("why.looked_more" if self.visits > rival.visits else "why.looked_less", counts)
        if rival.margin >= -SAME:
            return Wording("why.equal", {"move": other, "looked": looked})
        return Wording("why.higher", {"move": other, "margin": f"{-rival.margin:.3f}", "looked": looked})

    def _steadiness(self, names: Names) -> Wording:
        if len(self.changes) == 1:
            return Wording("why.steady")
        told = [Wording("why.change", {"move": names.move(move), "work": work}) for work, move in self.changes]
        before = Wording("why.earlier", {"count": self.earlier}) if self.earlier else ""
        return Wording("why.changed", {"before": before, "changes": told, "unit": Wording(f"unit.{self.unit}")})


class Names(Protocol):
    """The names of seats and moves in the sentences."""

    def seat(self, seat: int) -> Item: ...

    def move(self, move: int) -> Item:
        """A move in the position that was searched."""

    def line(self, line: tuple[int, ...]) -> Sequence[Item]:
        """The moves of a line."""


@dataclass(frozen=True)
class PlainNames:
    """The names from the game's own `format` and from its seats."""

    result: SearchResult

    def seat(self, seat: int) -> str:
        return self.result.state.game.seat_name(seat)

    def move(self, move: int) -> str:
        return self.result.state.format(move)

    def line(self, line: tuple[int, ...]) -> list[str]:
        return [text for _, text in self.result.follow(line)[0]]


def explain(result: SearchResult) -> Explanation:
    """The facts about the move that a search chose."""
    state, seat, best = result.state, result.state.turn, result.candidates[0]
    least, most = state.game.rules.payoff_bounds
    value = None if best.values is None else best.values[seat]
    is_only = len(result.candidates) == 1
    outlook, line = _outlook(result)
    tells_changes = not is_only and result.known
    changes = (result.choices or ((result.work, result.move),)) if tells_changes else ()
    return Explanation(
        seat=seat,
        move=result.move,
        work=result.work,
        unit=result.unit,
        value=value,
        score=(state.score_text(value) or "") if value is not None and not best.proven else "",
        kind="exactly" if value is None else "wins" if value >= most else "loses" if value <= least else "exactly",
        proven=best.proven,
        settled=result.proven,
        any_proven=any(item.proven for item in result.candidates),
        plies=best.plies,
        visits=best.visits,
        is_only=is_only,
        rival=_rival(result) if result.known else None,
        outlook=outlook,
        line=line,
        changes=changes[-CHANGES:],
        earlier=max(0, len(changes) - CHANGES),
    )


def _rival(result: SearchResult) -> Rival | None:
    """The best other move; None if no other move was searched enough."""
    seat, best = result.state.turn, result.candidates[0]
    least = min(COMPARABLE_VISITS[0], COMPARABLE_VISITS[1] * best.visits)
    others = [
        item for item in result.candidates[1:] if item.values is not None and (item.proven or item.visits >= least)
    ]
    if not others:
        return None
    second = max(others, key=lambda item: _worth(item, seat))
    margin = _worth(best, seat) - _worth(second, seat)
    return Rival(second.move, margin, second.visits, len(others) + 1 == len(result.candidates))


def _worth(item: Candidate, seat: int) -> float:
    return item.values[seat] if item.values is not None else float("-inf")


def _outlook(
    result: SearchResult,
) -> tuple[Literal["answer", "turn_whole", "turn_part"] | None, tuple[int, ...]]:
    """The part of the line after its first move: the rest of the turn, or the reply to it."""
    line = result.candidates[0].line
    steps, after = result.follow(line)
    if len(steps) < 2:
        return None, ()
    if steps[1][0] != steps[0][0]:
        return "answer", line[: min(NAMED_MOVES, len(steps))]
    turn = len(list(takewhile(lambda step: step[0] == steps[0][0], steps)))
    return ("turn_part" if turn == len(steps) and after.turn == steps[0][0] else "turn_whole"), line[:turn]


def _row(moves: Sequence[Item]) -> Wording:
    """Moves in a row. If a move has several words, commas separate the moves."""
    has_words = any(" " in str(move.get("en") if isinstance(move, dict) else move) for move in moves)
    return Wording("line.words" if has_words else "line.signs", {"moves": list(moves)})
