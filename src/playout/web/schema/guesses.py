"""What information-set MCTS guesses of hidden cards, position by position of a match."""

from __future__ import annotations

from typing import Literal

from playout.web.schema.base import Model, Said, Words

__all__ = ["GuessedCard", "GuessedPosition", "GuessedZone", "Guesses", "GuessesChanged"]


class GuessedCard(Model):
    """A card that is in a zone in some of the guesses, or in truth, where the seat sees a card face down."""

    name: Words
    count: int
    """Guesses in which it is there."""
    held: bool
    """Whether it is there in truth."""
    change: float | None
    """Its share of the guesses less its share in the position before; None: chance explains the difference."""


class GuessedZone(Model):
    seat: int | None
    label: Words
    hidden: int
    """Cards of it that the seat does not see."""
    cards: list[GuessedCard]
    """The most frequent first."""


class GuessedPosition(Model):
    ply: int
    """Moves of the match before it."""
    searched: bool
    """Whether a search from this position made the guesses; it does where the seat is to move."""
    guesses: int
    zones: list[GuessedZone]
    change: float
    """The largest change of a card's share; 0: none beyond chance."""


class Guesses(Model):
    """What one seat's searches guessed in a match."""

    match: str
    seat: int
    agent: str
    state: Literal["running", "done", "stopped", "failed"]
    error: Said | None
    done: int
    total: int
    """Positions with hidden cards and a seat to move."""
    positions: list[GuessedPosition]
    """In the order of the match, as far as it has come."""
    most: int | None
    """Ply of the position with the largest change; None: nothing changed beyond chance."""


class GuessesChanged(Model):
    """How far the guesses of a seat have come; they are read at their own address."""

    type: Literal["guesses"] = "guesses"
    n: int
    seat: int
    state: Literal["running", "done", "stopped", "failed"]
    done: int
    total: int
