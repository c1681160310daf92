"""Guests: who looks by a link, the links of a match, and what players ask of each other."""

from __future__ import annotations

from typing import Literal

from playout.web.schema.base import Model, Request, Seat

__all__ = ["GuestView", "Invitation", "Offer", "Renewal", "SeatLink"]


class Offer(Model):
    """A player asks to take a move back, or offers a draw; every other player has to accept."""

    number: int
    what: Literal["undo", "draw"]
    seat: int
    """Who asks."""
    waiting_for: list[int]
    """Seats that have not accepted yet."""


class GuestView(Model):
    """Who looks at a match by a link."""

    seat: int | None
    """None: a spectator."""


class SeatLink(Model):
    """The address that opens a seat for a guest."""

    seat: int | None
    """None: of spectators."""
    address: str
    qr: str
    """The address as a QR code: the path of an SVG drawing whose unit is one module, without its quiet margin."""
    size: int
    """Modules in a row of the QR code."""


class Invitation(Model):
    """The links of a match."""

    reachable: bool
    """Whether other machines reach this server; else it listens on this machine only."""
    links: list[SeatLink]
    """Of the guests' seats, then of spectators."""


class Renewal(Request):
    """Replace a link by a new one; the old one opens nothing any more."""

    seat: Seat | None
    """None: of spectators."""
