"""Tournaments on the arena's stores: started, watched, stopped and resumed from a page."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from playout.arena.executors.local import LocalExecutor
from playout.arena.reporting.standings import Standings, standings
from playout.arena.storage.store import Store
from playout.arena.tournament import TournamentResult, TournamentRun, begin, define
from playout.errors import PlayoutError
from playout.sentences import Wording
from playout.web import schema
from playout.web.computing.compile_process import LOW
from playout.web.computing.tasks import Tasks
from playout.web.games.players import PLAYER_MEMORY, limited
from playout.web.matches.records import with_sentence
from playout.web.refusals import RefusedError, UnsavedError, explain_error

if TYPE_CHECKING:
    from playout.web.server.hub import Hub

__all__ = ["Tournaments"]

HISTORY = 200
"""Points of the plot of scores over time."""


class StopTournamentError(Exception):
    """Raised to stop a running tournament."""


@dataclass
class Record:
    """The record of a tournament, kept beside its store."""

    id: str
    name: str
    game: str
    options: dict[str, Any]
    agents: list[str]
    """The agents' spellings as the user gave them."""
    matches: int
    seed: int
    openings: int
    created: float
    done: int = 0
    total: int = 0
    state: str = "stopped"
    error: schema.Said | None = None
    history: list[tuple[int, dict[str, float]]] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    """The spellings in the store, with this server's limit of memory; empty: the same as `agents`."""

    @property
    def names(self) -> dict[str, str]:
        """The user's spelling of each agent in the store."""
        return dict(zip(self.played or self.agents, self.agents, strict=True))

    def shown(self, result: TournamentResult) -> TournamentResult:
        """The result with the agents as the user gave them."""
        results = result.results
        given, alike = ([self.names.get(name, name) for name in own] for own in (results.names, results.deterministic))
        return replace(result, results=replace(results, names=tuple(given), deterministic=tuple(alike)))


RECORD = TypeAdapter(Record)


def _read_record(content: str) -> Record:
    return RECORD.validate_json(with_sentence(content))


class Tournaments:
    """All tournaments of a server; each has a store of its own in the folder of data."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._running: dict[str, threading.Event] = {}
        self._records: dict[str, Record] = {}
        self._results: dict[str, TournamentResult] = {}
        self._tasks = Tasks()

    @property
    def _folder(self) -> Any:
        return self._hub.settings.data / "tournaments"

    def _record(self, name: str) -> Record:
        if name not in self._records:
            kept = self._hub.storage.tournament(name, _read_record)
            if kept is None:
                raise RefusedError("tournament.none", kind="not_found", name=name[:40])
            self._records[name] = kept
        record = self._records[name]
        if record.state == "running" and name not in self._running:
            record.state = "done" if 0 < record.total <= record.done else "stopped"  # the server ended during it
        return record

    def _save(self, record: Record) -> None:
        self._hub.storage.save_tournament(record.id, record.created, RECORD.dump_json(record).decode())

    def _save_so_far(self, record: Record) -> None:
        """Save the progress. If that fails nothing is lost: the store has every match."""
        try:
            self._save(record)
        except UnsavedError as error:
            if record.state != "failed":
                record.error = schema.Sentence.of(Wording("unsaved.kept", {"why": error.why}))

    def summaries(self) -> list[schema.TournamentSummary]:
        """The tournaments, latest first; `Storage.unreadable` lists those that cannot be read."""
        found = []
        for name in self._hub.storage.tournaments():
            try:
                found.append(self._summary(self._record(name)))
            except PlayoutError as error:
                self._hub.storage.unreadable["tournament", name] = explain_error(error).said
        return found

    def _summary(self, record: Record) -> schema.TournamentSummary:
        return schema.TournamentSummary(
            id=record.id,
            name=record.name,
            game=record.game,
            title=self._hub.catalogue.info(record.game).title,
            agents=record.agents,
            done=record.done,
            total=record.total,
            state=record.state,  # type: ignore[arg-type]
            error=record.error,
            created=record.created,
        )

    async def start(self, given: schema.NewTournament) -> schema.TournamentSummary:
        """Check a tournament and start it."""
        limits = self._hub.limits
        agents = [str(limited(agent, limits)) for agent in given.agents]
        record = Record(
            id=token_hex(6),
            name=given.name,
            game=given.game,
            options=dict(given.options),
            agents=agents,
            played=[str(limited(agent, limits, PLAYER_MEMORY)) for agent in agents],
            matches=given.matches * max(1, len(agents) * (len(agents) - 1) // 2),
            seed=given.seed,
            openings=given.openings,
            created=time.time(),
        )
        await self._hub.workers.small(lambda: self._define(record))
        self._refuse_more()
        return self._play(record)

    def _refuse_more(self) -> None:
        if len(self._running) >= self._hub.limits.tournaments:
            raise RefusedError("tournament.too_many", kind="too_many")

    def _define(self, record: Record) -> Any:
        game = self._hub.catalogue.load(record.game, record.options)
        return define(
            game,
            record.played or record.agents,
            pairing="round-robin",
            seed=record.seed,
            openings=record.openings,
            clock=None,
        )

    async def resume(self, name: str) -> schema.TournamentSummary:
        record = self._record(name)
        if name in self._running:
            raise RefusedError("tournament.running", kind="conflict")
        self._refuse_more()
        return self._play(record)

    def _play(self, record: Record) -> schema.TournamentSummary:
        self._save(replace(record, state="running", error=None))
        record.state, record.error = "running", None
        self._records[record.id] = record
        stop = self._running[record.id] = threading.Event()
        self._tasks.start(self._run(record, stop))
        return self._summary(record)

    async def stop(self, name: str) -> schema.TournamentSummary:
        record = self._record(name)
        if name not in self._running:
            raise RefusedError("tournament.not_running", kind="conflict")
        self._running[name].set()
        return self._summary(record)

    def stop_all(self) -> None:
        for stop in self._running.values():
            stop.set()

    async def finish(self) -> None:
        """Wait until no tournament is running."""
        await self._tasks.finish()

    async def _run(self, record: Record, stop: threading.Event) -> None:
        loop = asyncio.get_running_loop()

        def watch(result: TournamentResult) -> None:
            loop.call_soon_threadsafe(self._note, record, record.shown(result))
            if stop.is_set() and result.played < result.wanted:  # after its last match a tournament ends by itself
                raise StopTournamentError

        try:
            game = await self._hub.workers.small(lambda: self._hub.catalogue.load(record.game, record.options))
            agents = record.played or record.agents
            await self._hub.workers.prepare(game, agents, stop, person=False, moves=True)
            if stop.is_set():
                raise StopTournamentError
            result = await asyncio.to_thread(self._run_in_thread, record, watch)
            self._note(record, record.shown(result))
            record.state = "done"
        except StopTournamentError:
            record.state = "stopped"
        except Exception as error:
            record.state, record.error = "failed", explain_error(error, Wording("failed.tournament")).said
        self._running.pop(record.id, None)
        self._save_so_far(record)
        self._tell(record)

    def _run_in_thread(self, record: Record, watch: Any) -> TournamentResult:
        self._folder.mkdir(parents=True, exist_ok=True)
        definition = self._define(record)
        with Store(self._folder / f"{record.id}.sqlite", write=True) as store:
            definition = begin(definition, record.seed, store)
            wanted = len(definition.schedule.numbers(record.matches))
            run = TournamentRun(definition, store, wanted, record.matches)
            watch(run.result())
            return run.play(LocalExecutor(min(2, self._hub.limits.cores), niceness=LOW), watch)

    def _note(self, record: Record, result: TournamentResult) -> None:
        record.done, record.total, record.error = result.played, result.wanted, None
        self._results[record.id] = result
        if result.played and (not record.history or record.history[-1][0] != result.played):
            scores = {row.agent: row.score for row in result.standings.rows if math.isfinite(row.score)}
            record.history.append((result.played, scores))
            del record.history[: max(0, len(record.history) - HISTORY)]
        self._save_so_far(record)
        self._tell(record)

    def _tell(self, record: Record) -> None:
        watching = [item for item in self._hub.connections if item.tournament == record.id]
        if watching:
            found = self._tournament(record, self._results.get(record.id))
            for connection in watching:
                connection.show("tournament", schema.TournamentChanged(tournament=found))

    # Views of a tournament

    async def find(self, name: str) -> schema.Tournament:
        record = self._record(name)
        result = self._results.get(name)
        if result is None:
            result = await self._hub.workers.small(lambda: self._read(record))
        return self._tournament(record, result)

    def _read(self, record: Record) -> TournamentResult | None:
        """The result so far from the store; None if nothing was played."""
        if not record.done:
            return None
        with Store(self._folder / f"{record.id}.sqlite") as store:
            played = store.played()
            found = TournamentResult(played.results(), record.total, len(played), played.openings, asked=record.matches)
            return record.shown(found)

    def _tournament(self, record: Record, result: TournamentResult | None) -> schema.Tournament:
        table = standings(result.results) if result is not None and len(result.results.groups) else None
        return schema.Tournament(
            summary=self._summary(record),
            standings=[] if table is None else _rows(table),
            pairs=[] if table is None else _pairs(table),
            history=record.history,
            report="" if result is None else str(result),
        )

    async def matches(self, name: str, offset: int, limit: int) -> schema.TournamentMatches:
        record = self._record(name)
        return await self._hub.workers.small(lambda: self._matches(record, offset, limit))

    def _matches(self, record: Record, offset: int, limit: int) -> schema.TournamentMatches:
        path = self._folder / f"{record.id}.sqlite"
        if not record.done:
            return schema.TournamentMatches(total=0, offset=offset, matches=[])
        game = self._hub.catalogue.load(record.game, record.options)
        with Store(path) as store:
            total, names = store.count(), record.names
            found = []
            for match in store.matches(offset, offset + limit - 1, game):
                found.append(
                    schema.TournamentMatch(
                        number=match.number,
                        agents=[names.get(agent, agent) for agent in match.agents],
                        payoffs=list(match.payoffs),
                        plies=len(match.moves),
                        seconds=sum(match.clock),
                        fault=match.reason or None,
                    )
                )
        return schema.TournamentMatches(total=total, offset=offset, matches=found)

    async def replay(self, name: str, number: int) -> schema.NewMatch:
        """A match of a tournament, as a new match to open on a board."""
        record = self._record(name)

        def read() -> schema.NewMatch:
            path = self._folder / f"{record.id}.sqlite"
            if not record.done:
                raise RefusedError("tournament.nothing_played", kind="not_found")
            game = self._hub.catalogue.load(record.game, record.options)
            with Store(path) as store:
                match = store.match(number, game)
            seats = [schema.NewSeat(kind="agent", agent=record.names.get(agent, agent)) for agent in match.agents]
            return schema.NewMatch(game=record.game, options=record.options, seats=seats, moves=list(match.moves))

        return await self._hub.workers.small(read)


def _rows(table: Standings) -> list[schema.Standing]:
    return [
        schema.Standing(
            agent=row.agent,
            matches=row.matches,
            score=row.score,
            score_error=schema.finite((row.score_high - row.score_low) / 2),
            elo=schema.finite(row.elo),
            elo_low=schema.finite(row.low),
            elo_high=schema.finite(row.high),
            wins=row.wins,
            draws=row.draws,
            losses=row.losses,
            seconds_a_move=schema.finite(row.seconds_per_move),
        )
        for row in table.rows
    ]


def _pairs(table: Standings) -> list[schema.PairScore]:
    found = []
    for i, first in enumerate(table.names):
        for j, second in enumerate(table.names):
            if i < j and table.pairs.matches[i, j]:
                found.append(
                    schema.PairScore(
                        first=first,
                        second=second,
                        matches=int(table.pairs.matches[i, j]),
                        score=float(table.pairs.score[i, j]),
                        error=schema.finite(float(table.pairs.high[i, j] - table.pairs.low[i, j]) / 2),
                    )
                )
    return found
