"""Guests: viewers who came by a link, the links of a match, and offers between players."""

from __future__ import annotations

from typing import Literal

from playout.web.schema.base import Model, Request, Seat

__all__ = ["GuestView", "Invitation", "Offer", "Renewal", "SeatLink"]


class Offer(Model):
    """A player asks to take a move back, or offers a draw; every other player has to accept."""

    number: int
    what: Literal["undo", "draw"]
    seat: int
    """The seat that makes the offer."""
    waiting_for: list[int]
    """Seats that have not accepted yet."""


class GuestView(Model):
    """A viewer who came by a link."""

    seat: int | None
    """The guest's seat; None: a spectator."""


class SeatLink(Model):
    """The address that opens a seat for a guest."""

    seat: int | None
    """None: the link for spectators."""
    address: str
    qr: str
    """The address as a QR code: the path of an SVG drawing whose unit is one module, without its quiet margin."""
    size: int
    """Modules in a row of the QR code."""


class Invitation(Model):
    """The links of a match."""

    reachable: bool
    """Whether other machines can reach this server. If not, it listens on this machine only."""
    links: list[SeatLink]
    """The links of the guests' seats, then the link for spectators."""


class Renewal(Request):
    """Replace a link by a new one; the old link is no longer valid."""

    seat: Seat | None
    """None: the link for spectators."""
