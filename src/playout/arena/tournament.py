"""A tournament: an executor plays the matches that its store does not hold yet."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from playout.agents import Agent
from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.executors import Executor
from playout.arena.executors.choosing import executor_on
from playout.arena.openings import Openings, read_openings
from playout.arena.reporting.standings import Standings, standings
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.played_matches import PlayedMatches
from playout.arena.statistics.sprt import Sprt
from playout.arena.storage.store import Store
from playout.examining import quick
from playout.game import Game, load
from playout.match.clocks import Clock
from playout.notices import Progress
from playout.rng import Rng
from playout.rules import OptionError
from playout.spelling import Spec

__all__ = ["TournamentResult", "TournamentRun", "begin", "check_matches", "define", "shortage", "tournament"]

COMMIT_SECONDS = 0.1
"""Seconds between two transactions. At most this much work is lost if this process is killed."""

EVERY = 500
"""A sequential test is evaluated after each of the first EVERY groups, after every second of the next EVERY, etc."""

WATCH_SECONDS = 0.5
"""The shortest time in seconds between two calls of `watch`. It is longer if a call takes long."""


@dataclass(frozen=True)
class TournamentResult:
    """The matches of a tournament so far. Its text is the table with a summary."""

    results: MatchResults
    wanted: int
    """The number of matches to play: those asked for, or all if fewer exist."""
    played: int
    """The number of matches in the store."""
    openings: int
    """The number of distinct openings played."""
    verdict: str | None = None
    """The hypothesis that a sequential test accepted: H0, H1, or None while undecided."""
    store: str | None = None
    """The file of the store."""
    asked: int = 0
    """The number of matches asked for; deterministic agents may have fewer."""
    note: str = ""
    """The executor's note on how the matches were played, if it has one."""

    @property
    def complete(self) -> bool:
        """Whether all wanted matches were played, or a sequential test is decided."""
        return self.verdict is not None or self.played >= self.wanted

    @property
    def standings(self) -> Standings:
        """The standings with error bars."""
        return standings(self.results)

    def summary(self) -> str:
        """One line on openings, missing matches and the sequential test."""
        words = f"{self.openings:,} distinct opening{'s' if self.openings != 1 else ''}."
        if self.asked > self.wanted:
            words += f" {shortage(self.asked, self.wanted)}"
        words += f" The sequential test accepts {self.verdict}." if self.verdict else ""
        return words + (f" {self.note}" if self.note else "")

    def record(self) -> dict[str, Any]:
        """The result as plain values, for scripts."""
        return {
            "asked": self.asked,
            "wanted": self.wanted,
            "complete": self.complete,
            "openings": self.openings,
            "verdict": self.verdict,
            "store": self.store,
            **({"note": self.note} if self.note else {}),
            **(self.standings.to_dict() if len(self.results.groups) else {"matches": 0}),
        }

    def __str__(self) -> str:
        return f"{self.standings}\n{self.summary()}" if len(self.results.groups) else "no matches yet"

    def _repr_html_(self) -> str:
        if not len(self.results.groups):
            return "<p>no matches yet</p>"
        return f"{self.standings._repr_html_()}<p><small>{escape(self.summary())}</small></p>"


def shortage(asked: int, wanted: int) -> str:
    """A sentence on why fewer matches are played than were asked for, and what to do; empty otherwise."""
    return (
        f"Only {wanted:,} of the {asked:,} matches asked for exist: deterministic agents play each opening once. "
        f"Use more random plies, or more openings in the file, to get more."
    )


def tournament(
    game: str | Path | type | Game,
    agents: Sequence[str | Spec | Agent],
    *,
    matches: int = 100,
    seed: int | None = None,
    store: str | Path | None = None,
    pairing: str = "round-robin",
    sprt: tuple[float, float] | Sprt | None = None,
    openings: str | Path | Openings | int = 0,
    clock: Clock | None = None,
    backend: str = "cpu",
    workers: int | None = None,
    executor: Executor | None = None,
    watch: Callable[[TournamentResult], None] | None = None,
) -> TournamentResult:
    """Matches between agents: `tournament("connect_four", ["uct(simulations=100)", "rules"], matches=200, seed=7)`.

    matches: the total. Groups of matches with exchanged seats are always completed; deterministic agents play each
    distinct opening once, so there may be fewer. pairing: round-robin, gauntlet (the first against all others),
    ladder (each against its neighbours in the list) or field (in a game of n seats the first n - 1 against each of the
    others). sprt: (elo0, elo1) of a sequential test between two agents, which ends the tournament once it is decided.
    openings: the number of random plies at the start of a match, or a file. clock: time limits for matches or moves.
    store: a file; the same call continues its tournament, also with more matches. backend: cpu, or cuda to play
    thousands of matches at once on a GPU; the matches are the same. workers: number of processes on the CPU, by default
    one for each core. executor: your own executor, in place of the backend's. watch: called with the result so far
    about twice a second.
    """
    check_matches(matches)
    definition = define(game, agents, pairing=pairing, seed=seed, openings=openings, clock=clock)
    test = _test(sprt, definition)
    executor = executor or executor_on(backend, workers)
    with Store(store, write=True) as kept:
        definition = begin(definition, seed, kept)
        wanted = len(definition.schedule.numbers(matches))
        return TournamentRun(definition, kept, wanted, matches, test).play(executor, watch)


def check_matches(matches: int) -> None:
    """Refuse anything but a positive integer."""
    if isinstance(matches, bool) or not isinstance(matches, int) or matches < 1:
        raise OptionError(f"the number of matches has to be at least 1, not {matches!r}")


def define(
    game: str | Path | type | Game,
    agents: Sequence[str | Spec | Agent],
    *,
    pairing: str,
    seed: int | None,
    openings: str | Path | Openings | int,
    clock: Clock | None,
) -> Definition:
    """The definition of a tournament, checked."""
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
    quick.refuse_faulty(loaded)
    return definition


def begin(definition: Definition, seed: int | None, store: Store) -> Definition:
    """Begin or continue the tournament in its store.

    The seed is the one given, else the store's, else a random one. The design is the store's, if it has a tournament.
    """
    kept = store.tournament(missing={})
    if seed is None:
        seed = int(kept.get("seed", Rng().key))
    definition = replace(definition, seed=seed, design=kept.get("design", definition.design))
    store.begin(definition.record(), definition.game)
    return definition


def _test(sprt: tuple[float, float] | Sprt | None, definition: Definition) -> Sprt | None:
    if sprt is None:
        return None
    if len(definition.entrants) != 2 or definition.game.seats != 2:
        raise OptionError("a sequential test compares two agents in a game of two seats; name exactly two")
    return sprt if isinstance(sprt, Sprt) else Sprt(*sprt)


class TournamentRun:
    """A tournament being played."""

    def __init__(self, definition: Definition, store: Store, wanted: int, asked: int, test: Sprt | None = None) -> None:
        """asked: the number of matches asked for. wanted: the number of these that exist."""
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
        self._note = ""

    def play(self, executor: Executor, watch: Callable[[TournamentResult], None] | None) -> TournamentResult:
        """Play until all wanted matches are in the store or the test is decided."""
        if not self._decided():
            self.store.stop = None
            self.advance(self.definition.schedule.numbers(self.wanted), executor, watch)
        if self.verdict is not None:
            self.store.stop = self.matches.stop
        return self.result()

    def advance(
        self, numbers: Iterable[int], executor: Executor, watch: Callable[[TournamentResult], None] | None
    ) -> None:
        """Play those of these matches that the store does not hold yet."""
        progress = Progress("matches", self.wanted)
        written = time.perf_counter()
        next_watch = written + WATCH_SECONDS
        waiting: dict[str, list[Any]] = {}
        missing = [number for number in numbers if number not in self._done]
        if not missing:
            return
        try:
            with closing(executor.play(self.definition, missing)) as finished:  # type: ignore[type-var]
                for batches in finished:
                    self._note = getattr(executor, "note", "")
                    for batch in batches:
                        waiting.setdefault(batch.machine, []).extend(batch.rows)
                    now = time.perf_counter()
                    if waiting and now - written >= COMMIT_SECONDS:
                        self._write(waiting)
                        written = now
                        if self._decided():
                            break
                    if watch is None:
                        progress.update(len(self.matches))
                    elif now >= next_watch:
                        watch(self.result())
                        next_watch = time.perf_counter() + max(WATCH_SECONDS, 10 * (time.perf_counter() - now))
        finally:
            self._write(waiting)
            progress.close()
            if watch is not None:  # also after an interrupt
                watch(self.result())
        self._decided()

    def _write(self, waiting: dict[str, list[Any]]) -> None:
        while waiting:
            machine, rows = waiting.popitem()
            rows = list({row.number: row for row in rows if row.number not in self._done}.values())
            if rows:
                self.store.write(rows, machine)
                self.matches.add(rows)
                self._done.update(row.number for row in rows)

    def _decided(self) -> bool:
        """Whether the sequential test is decided.

        It is evaluated in the order of the groups, so the decision does not depend on which matches finish first.
        """
        if self.test is None or self.verdict is not None:
            return self.verdict is not None
        size = self.definition.schedule.seatings
        groups = min(self.matches.complete_prefix, self.wanted) // size
        while self._tested < groups:
            self._tested += 1
            if self._tested % (1 + self._tested // EVERY):
                continue
            self.verdict = self.test.decide(self.matches.results(self._tested * size))
            if self.verdict is not None:
                self.matches.stop = self._tested * size
                return True
        return False

    def result(self) -> TournamentResult:
        """The result so far."""
        store = None if self.store.path is None else self.store.name
        results = self.matches.results()
        return TournamentResult(
            results, self.wanted, len(self.matches), self.matches.openings, self.verdict, store, self.asked, self._note
        )
