"""Who plays a seat (a person, a level or an agent), agents within this server's limits, and how an agent moves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from playout.agents import Agent, Searcher, agent
from playout.agents.factory import ENGINES
from playout.algorithms.registry import ALGORITHMS, names_file
from playout.algorithms.results import SearchResult
from playout.errors import PlayoutError
from playout.game import State
from playout.presets import expanded
from playout.sentences import Wording
from playout.spelling import Spec
from playout.web import schema
from playout.web.computing.turns import Ticket
from playout.web.games.levels import find_level
from playout.web.refusals import RefusedError, explain_error
from playout.web.settings import ServerLimits

__all__ = ["AGENT", "choose_move", "limited", "make_agent", "read_seat"]

AGENT = Wording("failed.agent")
"""The operation that failed, for the refusal of a spelling."""

YOU = Wording("player.you")
GUEST = Wording("player.guest")

PLAYER_MEMORY = 100.0
"""Megabytes of an agent that plays, unless its spelling sets them; low, since many matches are played at once."""

SWITCHED = ("ponder", "shared")
"""Switches of agents that a server refuses, since its limits do not count their threads and memory."""


def read_seat(
    given: schema.NewSeat, game: schema.GameInfo, limits: ServerLimits, engines: tuple[str, ...] = ()
) -> schema.Player:
    """Read and check who plays a seat. Whether an agent can play the game is checked when the match begins."""
    if given.kind in ("person", "guest"):
        name = (given.name or "").strip()
        label = schema.Words(en=name) if name else schema.Sentence.of(YOU if given.kind == "person" else GUEST)
        return schema.Player(kind=given.kind, label=label)
    if given.kind == "level":
        level = find_level(game.levels, given.level or "")
        if level is None:
            raise RefusedError(
                "level.none",
                kind="invalid",
                name=str(given.level)[:40],
                game=game.name,
                names=[item.name for item in game.levels],
            )
        return schema.Player(kind="level", label=level.label, level=level.name, agent=level.agent)
    if given.kind == "engine":
        if given.agent not in engines:
            if not engines:
                raise RefusedError("engine.none_at_all", kind="invalid")
            raise RefusedError("engine.none", kind="invalid", names=list(engines))
        return schema.Player(kind="engine", label=schema.Words(en=given.agent), agent=given.agent)
    if not given.agent:
        raise RefusedError("agent.unnamed", kind="invalid")
    spec = limited(given.agent, limits)
    agent(spec)
    return schema.Player(kind="agent", label=schema.Words(en=str(Spec.read(given.agent))), agent=given.agent)


def limited(spelling: str | Spec, limits: ServerLimits, memory: float | None = None) -> Spec:
    """A spelling within the limits of this server; refused if it asks for more. memory: used if it sets none."""
    try:
        spec = Spec.read(spelling)
    except PlayoutError as error:
        raise explain_error(error, AGENT) from error
    if spec.name in ENGINES:
        raise RefusedError("agent.program", kind="forbidden")
    if names_file(spec):
        raise RefusedError("agent.file", kind="forbidden")
    given: dict[str, Any] = dict(spec.words)
    for word in SWITCHED:
        if given.get(word):
            raise RefusedError("agent.switch", kind="invalid", word=word)
    for word, most in (("seconds", limits.seconds), ("memory", limits.memory), ("threads", limits.threads)):
        value = given.get(word)
        if isinstance(value, (int, float)) and value > most:
            raise RefusedError("agent.limit", kind="invalid", word=word, most=f"{most:g}", value=f"{value:g}")
    if expanded(spec).name in ALGORITHMS and memory is not None and "memory" not in given:
        return spec.replace(memory=min(memory, limits.memory))
    return spec


def make_agent(
    spelling: str, limits: ServerLimits, seed: int, backend: str | None, engines: tuple[str, ...] = ()
) -> Agent:
    """The agent of a seat, with its own random numbers; or one of the engines that the server was started with."""
    if spelling in engines:
        made = agent(spelling)
    else:
        spec = limited(spelling, limits, PLAYER_MEMORY)
        try:
            made = agent(spec if spec.seed is not None else spec.replace(seed=seed))
        except PlayoutError as error:
            raise explain_error(error, AGENT) from error
    if isinstance(made, Searcher):
        made.backend = backend
    return made


def choose_move(
    player: Agent,
    state: State,
    seconds: float,
    stop: threading.Event,
    ticket: Ticket,
    report: Callable[[SearchResult], None],
    checkpoint_size: int = 0,
) -> tuple[int, SearchResult | None]:
    """Let an agent choose its move, in a thread; returns the move and the result of the search, if there was one.

    The search ends early on `stop`, and after `seconds`, not counting its waits for a core. ticket: with it the search
    waits for a core; an agent that does not search needs none.
    """
    if not isinstance(player, Searcher):
        return player.choose(state), None
    player.gate, player.checkpoint_size = ticket, checkpoint_size
    begin, result = time.perf_counter(), None
    for result in player.think(state):
        report(result)
        if stop.is_set() or time.perf_counter() - begin - ticket.waited > seconds:
            player.stop()
    assert result is not None, "a search reports its result at the end"
    return result.move, result
