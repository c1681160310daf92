"""A tournament: its matches are played by an executor and kept in a store; what is missing is played, and no more."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playout.agents import Agent
from playout.arena.blame import examine, rules_error
from playout.arena.clocks import Clock
from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.executors import Executor
from playout.arena.executors.local import LocalExecutor
from playout.arena.openings import Openings, read_openings
from playout.arena.reporting.standings import Standings, standings
from playout.arena.statistics.match_columns import MatchColumns, PlayedMatches
from playout.arena.statistics.results import Results
from playout.arena.statistics.sprt import Sprt
from playout.arena.storage.store import Store
from playout.game import Game, load
from playout.loading import is_foreign
from playout.notices import Progress
from playout.rng import Rng
from playout.rules import OptionError

__all__ = ["Outcome", "TournamentRun", "begin", "check_matches", "define", "shortage", "tournament"]

COMMIT = 0.1
"""Seconds between two transactions, and so the most that is lost if this process is killed."""

EVERY = 500
"""A sequential test is asked after each of so many groups, after every second of the next so many, and so on."""

EXAMINATION = 0.3
"""Seconds for which somebody's own rules are run at random, interpreted, before their first match."""

LOOK = 0.5
"""Seconds between two looks that a watcher is given; longer if it takes long to look."""


@dataclass(frozen=True)
class Outcome:
    """A tournament's matches so far. As text it is the table, with what was counted and, of a test, the verdict."""

    results: Results
    wanted: int
    """How many matches are to be played: all that were asked for, as far as there are so many."""
    played: int
    """How many are in the store."""
    openings: int
    """How many different openings they began with."""
    verdict: str | None = None
    """Of a sequential test: H0, H1, or None as long as it is open."""
    store: str | None = None
    """The file they are kept in."""
    asked: int = 0
    """How many matches were asked for; deterministic agents may have fewer."""

    @property
    def complete(self) -> bool:
        """Whether all was played that was asked for, or a sequential test has its answer."""
        return self.verdict is not None or self.played >= self.wanted

    @property
    def standings(self) -> Standings:
        """The table with error bars."""
        return standings(self.results)

    def summary(self) -> str:
        """What the table does not say, in a line."""
        words = f"{self.openings:,} distinct opening{'s' if self.openings != 1 else ''}."
        if self.asked > self.wanted:
            words += f" {shortage(self.asked, self.wanted)}"
        return words + (f" The sequential test accepts {self.verdict}." if self.verdict else "")

    def record(self) -> dict[str, Any]:
        """As plain values, for scripts: what was counted, and all of the standings."""
        return {
            "asked": self.asked,
            "wanted": self.wanted,
            "complete": self.complete,
            "openings": self.openings,
            "verdict": self.verdict,
            "store": self.store,
            **(self.standings.to_dict() if len(self.results.groups) else {"matches": 0}),
        }

    def __str__(self) -> str:
        return f"{self.standings}\n{self.summary()}" if len(self.results.groups) else "no matches yet"


def shortage(asked: int, wanted: int) -> str:
    """Why fewer matches are played than were asked for, and what to do."""
    return (
        f"Of {asked:,} matches asked for there are only {wanted:,}: deterministic agents play each opening once. "
        f"More random plies, or more openings in the file, give more."
    )


def tournament(
    game: str | Path | type | Game,
    agents: Sequence[str | Agent],
    *,
    matches: int = 100,
    seed: int | None = None,
    store: str | Path | None = None,
    pairing: str = "round-robin",
    sprt: tuple[float, float] | Sprt | None = None,
    openings: str | Path | Openings | int = 0,
    clock: Clock | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    watch: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """Matches between agents: `tournament("connect_four", ["uct(simulations=100)", "rules"], matches=200, seed=7)`.

    matches: in all; groups of swapped or permuted seats are always completed, and agents that are deterministic play
    each distinct opening once, so they may have fewer. pairing: round-robin, gauntlet (the
    first against all others) or ladder (each against its neighbours). sprt: (elo0, elo1) of a sequential test between
    two agents, which ends the tournament when it has its answer. openings: how many random plies begin a match, or a
    file. clock: time for whole matches or moves. store: a file; the same call continues what it holds, and more
    matches may be asked for. workers: processes, one for each core if not given; or an executor of your own. watch:
    is shown the state of things twice a second.
    """
    check_matches(matches)
    definition = define(game, agents, pairing=pairing, seed=seed, openings=openings, clock=clock)
    test = _test(sprt, definition)
    executor = executor or LocalExecutor(workers)
    with Store(store, write=True) as kept:
        definition = begin(definition, seed, kept)
        wanted = len(definition.schedule.numbers(matches))
        return TournamentRun(definition, kept, wanted, matches, test).play(executor, watch)


def check_matches(matches: int) -> None:
    """Refuse a number of matches that is none."""
    if isinstance(matches, bool) or not isinstance(matches, int) or matches < 1:
        raise OptionError(f"there have to be 1 match or more, not {matches!r}")


def define(
    game: str | Path | type | Game,
    agents: Sequence[str | Agent],
    *,
    pairing: str,
    seed: int | None,
    openings: str | Path | Openings | int,
    clock: Clock | None,
) -> Definition:
    """A tournament before it is played, found good."""
    loaded = load(game)
    if not isinstance(openings, (int, Openings)):
        openings = read_openings(loaded, openings)
    definition = Definition(
        game=loaded,
        entrants=tuple(Entrant(given) for given in agents),
        pairing=pairing,
        seed=0 if seed is None else seed,
        openings=Openings(openings) if isinstance(openings, int) else openings,
        clock=clock or Clock(),
    )
    definition.check()
    if is_foreign(loaded.source):  # native code checks no bounds and cannot be interrupted, so the rules come first
        found = examine(loaded, (), EXAMINATION)
        if found is not None:
            raise rules_error(loaded, 0, found[1], found[0])
    return definition


def begin(definition: Definition, seed: int | None, store: Store) -> Definition:
    """The tournament, taken up by its store. Its seed is the one given, else the store's, else a fresh one."""
    if seed is None:
        seed = int(store.tournament(missing={}).get("seed", Rng().key))
    definition = replace(definition, seed=seed)
    store.begin(definition.record(), definition.game)
    return definition


def _test(sprt: tuple[float, float] | Sprt | None, definition: Definition) -> Sprt | None:
    if sprt is None:
        return None
    if len(definition.entrants) != 2 or definition.game.seats != 2:
        raise OptionError("a sequential test is between two agents in a game of two seats; name exactly two")
    return sprt if isinstance(sprt, Sprt) else Sprt(*sprt)


class TournamentRun:
    """A tournament being played."""

    def __init__(self, definition: Definition, store: Store, wanted: int, asked: int, test: Sprt | None = None) -> None:
        """wanted: how many matches are to be played, of `asked` that were asked for."""
        self.definition = definition
        self.store = store
        self.wanted = wanted
        self.asked = asked
        self.test = test
        self.matches: PlayedMatches = store.played()
        self.matches.stop = None
        self._done = set(self.matches.numbers.tolist())
        self.verdict: str | None = None
        self._tested = 0

    def play(self, executor: Executor, watch: Callable[[Outcome], None] | None) -> Outcome:
        """Play from match 0 on, until there are as many as wanted or the test has its answer."""
        if not self._decided():
            self.store.stop = None
            self.work(self.definition.schedule.numbers(self.wanted), executor, watch)
        if self.verdict is not None:
            self.store.stop = self.matches.stop
        return self.outcome()

    def work(self, numbers: Iterable[int], executor: Executor, watch: Callable[[Outcome], None] | None) -> None:
        """Play those of these matches that the store does not hold yet."""
        progress = Progress("matches", self.wanted)
        written = time.perf_counter()
        look = written + LOOK
        waiting: dict[str, list[Any]] = {}
        missing = [number for number in numbers if number not in self._done]
        if not missing:
            return
        try:
            with closing(executor.play(self.definition, missing)) as finished:  # type: ignore[type-var]
                for batches in finished:
                    for batch in batches:
                        waiting.setdefault(batch.machine, []).extend(batch.rows)
                    now = time.perf_counter()
                    if waiting and now - written >= COMMIT:
                        self._write(waiting)
                        written = now
                        if self._decided():
                            break
                    if watch is None:
                        progress.update(len(self.matches))
                    elif now >= look:
                        watch(self.outcome())
                        look = time.perf_counter() + max(LOOK, 10 * (time.perf_counter() - now))
        finally:
            self._write(waiting)
            progress.close()
            if watch is not None:  # also of what is being interrupted
                watch(self.outcome())
        self._decided()

    def _write(self, waiting: dict[str, list[Any]]) -> None:
        while waiting:
            machine, rows = waiting.popitem()
            rows = list({row.number: row for row in rows if row.number not in self._done}.values())
            if rows:
                self.store.write(rows, machine)
                self.matches.add(MatchColumns.of(rows))
                self._done.update(row.number for row in rows)

    def _decided(self) -> bool:
        """Whether the test has its answer. It is asked at the same groups in the same order whoever plays them, so that
        the answer, and the match at which it came, do not depend on which matches happened to finish first."""
        if self.test is None or self.verdict is not None:
            return self.verdict is not None
        size = self.definition.schedule.seatings
        groups = min(self.matches.unbroken, self.wanted) // size
        while self._tested < groups:
            self._tested += 1
            if self._tested % (1 + self._tested // EVERY):
                continue
            self.verdict = self.test.decide(self.matches.results(self._tested * size))
            if self.verdict is not None:
                self.matches.stop = self._tested * size
                return True
        return False

    def outcome(self) -> Outcome:
        """How it stands."""
        store = None if self.store.path is None else self.store.name
        results = self.matches.results()
        return Outcome(
            results, self.wanted, len(self.matches), self.matches.openings, self.verdict, store, asked=self.asked
        )
