"""Compiles the code that a match will need, before anybody waits for it."""

from __future__ import annotations

import time
from typing import Any

from playout.agents import agent
from playout.sentences import Wording
from playout.web import schema
from playout.web.computing.tasks import Tasks
from playout.web.games.players import PLAYER_MEMORY, limited
from playout.web.refusals import explain_error
from playout.web.server.hub import Hub

__all__ = ["Warmer"]

REMEMBERED = 200
"""Pairs of a game and an agent that are remembered as warm."""


class Warmer:
    """Starts compiling in the background, once for each game and agent."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._state: dict[tuple[str, str], schema.Compiling] = {}
        self._tasks = Tasks()

    async def warm(self, name: str, options: dict[str, Any], agents: list[str]) -> schema.Compiling:
        """How far compiling has come; starts it if it has not begun."""
        catalogue = self._hub.catalogue
        game, info = await self._hub.workers.small(lambda: (catalogue.load(name, options), catalogue.info(name)))
        chosen = agents or [info.default_agent]
        specs = [str(limited(spelling, self._hub.limits)) for spelling in chosen]
        for spec in specs:
            agent(spec)  # raises for an unknown agent
        told = []
        for spec in specs:
            key = (game.fingerprint, spec)
            if key not in self._state:
                if len(self._state) >= REMEMBERED:
                    self._state.clear()
                self._state[key] = schema.Compiling(what=f"{name} ({spec})", seconds=0.0, done=False)
                if self._hub.settings.backend == "python":
                    self._state[key].done = True
                else:
                    self._tasks.start(self._compile(game, spec, self._state[key]))
            told.append(self._state[key])
        return schema.Compiling(
            what=", ".join(item.what for item in told),
            seconds=max(item.seconds for item in told),
            done=all(item.done for item in told),
            error=next((item.error for item in told if item.error), None),
        )

    async def _compile(self, game: Any, spec: str, state: schema.Compiling) -> None:
        begin = time.monotonic()
        try:
            wanted = limited(spec, self._hub.limits, PLAYER_MEMORY)
            await self._hub.workers.prepare(game, [wanted], person=True)
        except Exception as error:
            state.error = explain_error(error, Wording("failed.compile")).said
        state.seconds, state.done = time.monotonic() - begin, True
