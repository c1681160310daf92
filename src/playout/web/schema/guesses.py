"""Guesses of information-set MCTS about hidden cards, for each position of a match."""

from __future__ import annotations

from typing import Literal

from playout.web.schema.base import Model, Said, Words

__all__ = ["GuessedCard", "GuessedPosition", "GuessedZone", "Guesses", "GuessesChanged"]


class GuessedCard(Model):
    """A card that lies face down for the seat in some of the guesses, or in truth."""

    name: Words
    count: int
    """The number of guesses in which the card is in the zone."""
    held: bool
    """Whether the card is really in the zone."""
    change: float | None
    """Its share of the guesses minus its share in the position before; None: chance explains the difference."""


class GuessedZone(Model):
    seat: int | None
    label: Words
    hidden: int
    """The number of cards in the zone that the seat does not see."""
    cards: list[GuessedCard]
    """The most frequent card first."""


class GuessedPosition(Model):
    ply: int
    """The number of moves of the match before the position."""
    searched: bool
    """Whether a search from this position made the guesses, which is so if the seat is to move."""
    guesses: int
    zones: list[GuessedZone]
    change: float
    """The largest change of a card's share; 0: no change beyond chance."""


class Guesses(Model):
    """The guesses of one seat's searches in a match."""

    match: str
    seat: int
    agent: str
    state: Literal["running", "done", "stopped", "failed"]
    error: Said | None
    done: int
    total: int
    """The number of positions with hidden cards and a seat to move."""
    positions: list[GuessedPosition]
    """In the order of the match, up to the last counted position."""
    most: int | None
    """The ply of the position with the largest change; None: no change beyond chance."""


class GuessesChanged(Model):
    """The progress of counting a seat's guesses; the guesses have their own address."""

    type: Literal["guesses"] = "guesses"
    seat: int
    state: Literal["running", "done", "stopped", "failed"]
    done: int
    total: int
