"""The lists of stored matches: by game, result and opponent, counted over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playout.errors import PlayoutError
from playout.web import schema
from playout.web.matches import rendering
from playout.web.matches.listing import Listed
from playout.web.refusals import explain_error

if TYPE_CHECKING:
    from playout.web.server.hub import Hub

__all__ = ["MatchLists"]


class MatchLists:
    """The lists of one server's matches."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def summaries(self, wanted: schema.Wanted, limit: int, offset: int = 0) -> list[schema.MatchSummary]:
        """The matches of a list, the latest first; `unreadable` lists those that cannot be shown."""
        found = []
        for listed in (await self._found(wanted))[offset : offset + limit]:
            summary = await self._summary(listed.id)
            if summary is not None:
                found.append(summary)
        return found

    async def choices(self, wanted: schema.Wanted) -> schema.MatchChoices:
        """The number of matches of a list, and the games and opponents by which lists can be filtered."""
        shown = [listed for listed in await self._found(schema.Wanted()) if not self._is_unreadable(listed.id)]
        offered = [listed for listed in shown if listed.begun or not wanted.begun]
        opponents = {label.en: label for listed in offered for label in listed.opponents}
        games = sorted({listed.game for listed in offered})
        titles = await self._hub.workers.small(lambda: [self._title(game) for game in games])
        return schema.MatchChoices(
            count=sum(listed.fits(wanted) for listed in shown),
            games=[schema.GameTitle(name=game, title=title) for game, title in zip(games, titles, strict=True)],
            opponents=[opponents[name] for name in sorted(opponents)],
        )

    async def clear(self, wanted: schema.Wanted) -> None:
        """Delete the matches of a list; those that cannot be shown are kept."""
        for listed in await self._found(wanted):
            if await self._summary(listed.id) is not None:
                await self._hub.delete(listed.id)

    async def _found(self, wanted: schema.Wanted) -> list[Listed]:
        """All matches of a list, the latest first."""
        storage = self._hub.storage
        for name in storage.without_facts():
            if not self._is_unreadable(name):
                await self._complete(name)
        return [listed for listed in storage.listed() if listed.fits(wanted)]

    async def _complete(self, name: str) -> None:
        """Store the facts of a match that an earlier version saved without them."""
        try:
            room = await self._hub.room(name, wake=False)
        except PlayoutError as error:
            self._hub.storage.unreadable[("match", name)] = explain_error(error).said
        else:
            self._hub.storage.save_facts(name, room.facts())

    async def _summary(self, name: str) -> schema.MatchSummary | None:
        """A match as lists show it; None if it cannot be shown."""
        unreadable = self._hub.storage.unreadable
        try:
            found = rendering.summary(await self._hub.room(name, wake=False))
        except PlayoutError as error:
            unreadable["match", name] = explain_error(error).said
            return None
        unreadable.pop(("match", name), None)
        return found

    def _is_unreadable(self, name: str) -> bool:
        return ("match", name) in self._hub.storage.unreadable

    def _title(self, game: str) -> schema.Words:
        try:
            return self._hub.catalogue.info(game).title
        except PlayoutError:  # its file is gone, or hangs
            return schema.Words(en=game)
