"""Addresses about guests: for the host, the links of a match; for a guest's page, its own match only.

A guest may request addresses below /api/guest and no others; `Guard` enforces this. No such address names a match or a
seat: both follow from the link.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, FastAPI, Query, Request

from playout.web import schema
from playout.web.games.rules_pages import rules_page
from playout.web.http.routes_matches import MatchId
from playout.web.http.security import is_loopback
from playout.web.matches import import_export, rendering
from playout.web.matches.changes import open_links
from playout.web.matches.links import Guest
from playout.web.refusals import RefusedError
from playout.web.server.hub import Hub

__all__ = ["add_guest_views", "add_links"]


def _guest(request: Request) -> Guest:
    """The guest that `Guard` found for the request."""
    found = request.scope.get("guest")
    if not isinstance(found, Guest):
        raise RefusedError("guest.no_link", kind="unauthorised")
    return found


AskingGuest = Annotated[Guest, Depends(_guest)]


def add_links(app: FastAPI, hub: Hub) -> None:
    async def invitation(match: str, request: Request) -> schema.Invitation:
        """Links start with the address at which the host's own page was opened, unless that is a loopback address."""
        room = await hub.room(match)
        host = request.url.hostname or ""
        own = hub.settings.address if is_loopback(host) else f"{request.url.scheme}://{request.url.netloc}/"
        async with room.lock:
            reachable = not (is_loopback(host) and is_loopback(hub.settings.host))
            return hub.guests.invitation(room, own, reachable=reachable)

    @app.post("/api/matches/{match}/links")
    async def links(match: MatchId, request: Request) -> schema.Invitation:
        return await invitation(match, request)

    @app.post("/api/matches/{match}/links/renew")
    async def renew(match: MatchId, given: schema.Renewal, request: Request) -> schema.Invitation:
        room = await hub.room(match)
        async with room.lock:
            open_links(room, Guest(match, given.seat))
        hub.guests.check(match)
        return await invitation(match, request)


def add_guest_views(app: FastAPI, hub: Hub) -> None:
    @app.get("/api/guest")
    async def match(guest: AskingGuest) -> schema.MatchSnapshot:
        return hub.guests.snapshot(await hub.room(guest.match), guest)

    @app.get("/api/guest/position")
    async def position(
        guest: AskingGuest, ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None
    ) -> schema.Position:
        room = await hub.room(guest.match)
        return rendering.position_at(room, room.plies if ply is None else ply, room.viewer_of(guest))

    @app.get("/api/guest/rules")
    async def rules(guest: AskingGuest) -> schema.GameRules:
        game = (await hub.room(guest.match)).record.game
        return await hub.workers.small(lambda: rules_page(hub.catalogue.load(game, {})))

    @app.get("/api/guest/export/{form}")
    async def export(guest: AskingGuest, form: str) -> schema.Exported:
        room = await hub.room(guest.match)
        if not room.over:
            raise RefusedError("guest.export", kind="forbidden")
        return import_export.export(room, form, room.viewer_of(guest))
