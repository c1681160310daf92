"""The facts by which lists select matches: game, result and opponents, known without replaying the moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from playout.sentences import Wording
from playout.web import schema

__all__ = ["Facts", "Listed", "has_begun"]

YOU = str(Wording("player.you"))

SAID: TypeAdapter[schema.Said] = TypeAdapter(schema.Said)


@dataclass(frozen=True)
class Facts:
    """Facts of a stored match that follow from the rules."""

    begun: bool
    """Whether a person has made a move, or an agent where no person plays."""
    payoffs: list[float] | None
    """None: it is not over."""


def has_begun(humans: Iterable[int], turns: Iterable[int], over: bool) -> bool:
    """`Facts.begun`. humans: the seats of persons and guests. turns: the seat of each move."""
    seats, movers = {*humans}, {turn for turn in turns if turn >= 0}
    return over or bool(movers & seats if seats else movers)


@dataclass(frozen=True)
class Listed:
    """The data of a stored match that lists need."""

    id: str
    game: str
    players: list[dict[str, Any]]
    """A schema.Player for each seat."""
    over: bool
    begun: bool
    payoffs: list[float] | None

    @property
    def result(self) -> schema.ListedResult:
        """The result for the match's only person; `over` if it has none or several, `open` until it ends."""
        if not self.over:
            return "open"
        persons = [seat for seat, player in enumerate(self.players) if player["kind"] == "person"]
        if len(persons) != 1 or self.payoffs is None:
            return "over"
        own = self.payoffs[persons[0]]
        if all(payoff == own for payoff in self.payoffs):
            return "drawn"
        return "won" if own == max(self.payoffs) else "lost"

    @property
    def opponents(self) -> list[schema.Said]:
        """The players except "you": agents, guests, and the names in an imported record."""
        labels = [player["label"] for player in self.players]
        return [SAID.validate_python(label) for label in labels if label["en"] != YOU]

    def fits(self, wanted: schema.Wanted) -> bool:
        """Whether the match belongs to a list."""
        return (
            (self.begun or not wanted.begun)
            and wanted.game in (None, self.game)
            and (wanted.result in (None, self.result) or (wanted.result == "over" and self.over))
            and (wanted.opponent is None or wanted.opponent in [player["label"]["en"] for player in self.players])
        )
