"""Links: a random token for each seat of a match that a guest may open, and one for spectators.

Whoever has a link may use it. The tokens are stored with the match, so they survive a restart of the server.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe

from playout.web.refusals import RefusedError

__all__ = ["SPECTATORS", "Guest", "find_guest", "with_links"]

SPECTATORS = "spectators"


@dataclass(frozen=True)
class Guest:
    """Somebody who came by a link to one match, and there to one seat."""

    match: str
    seat: int | None
    """None: a spectator."""

    @property
    def role(self) -> str:
        """The role that the link gives, a key of the match's links: a seat's number, or "spectators"."""
        return SPECTATORS if self.seat is None else str(self.seat)


def with_links(links: Mapping[str, str], kinds: Sequence[str], renewed: str | None = None) -> dict[str, str]:
    """The links of a match by role, with one for each guest's seat and for spectators.

    kinds: who plays each seat. renewed: the role that gets a new token. When the host takes a seat back, its link
    stays: it then tells whoever opens it that the seat was taken back.
    """
    roles = [str(seat) for seat, kind in enumerate(kinds) if kind == "guest"] + [SPECTATORS]
    found = dict(links)
    for role in roles:
        if role not in found or role == renewed:
            found[role] = token_urlsafe(16)
    return found


def find_guest(match: str, token: str, links: Mapping[str, str], kinds: Sequence[str]) -> Guest:
    """Find who holds this token; refused if the match has no such link now. All links are compared."""
    found = [role for role, known in links.items() if hmac.compare_digest(known.encode(), token.encode())]
    if not found:
        raise RefusedError("guest.wrong_link", kind="unauthorised")
    if found[0] == SPECTATORS:
        return Guest(match, None)
    seat = int(found[0])
    if kinds[seat] != "guest":
        raise RefusedError("guest.seat_taken", kind="unauthorised")
    return Guest(match, seat)
