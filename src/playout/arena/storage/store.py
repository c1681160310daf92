"""The store: one SQLite file for one tournament. Written matches survive a crash of the process or the machine.

One process writes, and holds a lock file beside the store; any number of processes may read (the database is in WAL
mode). A batch of matches is one transaction, synced to disk before the next begins. The number of a match is its
primary key, so no match is counted twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any

from playout.arena.definition import differences
from playout.arena.match_records import MatchResult, MatchRow, match_of, schedule_of
from playout.arena.provenance import OLD_HASH, same_rules
from playout.arena.seatings import group_size
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.played_matches import PlayedMatches
from playout.arena.storage.checksums import MAX_NUMBER, match_checksum, read_matches, word_checksum
from playout.arena.storage.database import Database
from playout.game import Game
from playout.locks import hold, release
from playout.rules import PlayoutError

__all__ = ["Store"]

MATCHES_PER_READ = 4096
"""Matches that are read at a time."""


class Store:
    """The matches of one tournament, in a file, or in memory if the path is None."""

    def __init__(self, path: str | Path | None, *, write: bool = False) -> None:
        self.path = path if path is None else Path(path)
        self.name = "memory" if self.path is None else str(self.path)
        self._lock: IO[bytes] | None = None
        if self.path is not None:
            self._check_place(self.path, write)
            if write:
                self._lock = _hold_beside(self.path)
        try:
            self.database = Database(self.path, write=write)
        except BaseException:
            self._unlock()
            raise

    def _check_place(self, path: Path, write: bool) -> None:
        if path.is_dir():
            raise PlayoutError(f"{path} is a folder; a store is a file, like results.db")
        if not write and not path.exists():
            raise PlayoutError(f"there is no store {path}; `playout arena run` makes one")
        if write and not path.absolute().parent.is_dir():
            raise PlayoutError(f"the folder of {path} does not exist; make it first")

    # The tournament

    def begin(self, record: dict[str, Any], game: Game | None = None) -> None:
        """Begin or continue a tournament. Refuses one that differs from the tournament in the store.

        The rules in a record of 0.5.0 or older are compared with `game` by the hash of that time, and then replaced.
        """
        kept = self.tournament(missing={})
        old = bool(kept) and len(kept["rules"]) == OLD_HASH and game is not None and same_rules(game, kept["rules"])
        unlike = differences({**kept, "rules": record["rules"]} if old else kept, record) if kept else []
        if unlike:
            raise PlayoutError(
                f"{self.name} holds another tournament: {'; '.join(unlike)}; "
                f"use another store, or continue that tournament with the same settings"
            )
        if old or not kept:
            with self.database.transaction():
                self._set("definition", json.dumps(record))
                if not kept:
                    self._set("stop", "")

    def tournament(self, missing: dict[str, Any] | None = None) -> dict[str, Any]:
        """The record of the tournament, as `Definition.record` made it.

        missing: returned if the store holds no tournament yet; without it that is an error.
        """
        words = self._words()
        if not words:
            if missing is not None:
                return missing
            raise PlayoutError(f"{self.name} holds no tournament yet; `playout arena run` begins one")
        found: dict[str, Any] = json.loads(words["definition"])
        return found

    @property
    def stop(self) -> int | None:
        """The number of the first match that does not count, if a sequential test ended the tournament."""
        text = self._words().get("stop", "")
        return int(text) if text else None

    @stop.setter
    def stop(self, number: int | None) -> None:
        with self.database.transaction():
            self._set("stop", "" if number is None else str(number))

    def _words(self) -> dict[str, str]:
        """The rows of the table `tournament` by key; empty before the tournament has begun."""
        with self.database.explained():
            found = self.database.execute("SELECT word, value, checksum FROM tournament").fetchall()
        if not found and not self.count():
            return {}
        if {row[0] for row in found} != {"definition", "stop"}:
            raise self.database.damaged("the record of the tournament has been lost")
        for word, value, checksum in found:
            if not isinstance(value, str) or word_checksum(word, value) != checksum:
                raise self.database.damaged(f"the {word} of the tournament does not match its checksum")
        return {word: value for word, value, _ in found}

    def _set(self, word: str, value: str) -> None:
        values = (word, value, word_checksum(word, value))
        self.database.execute("INSERT OR REPLACE INTO tournament VALUES (?, ?, ?)", values)

    # Matches

    def write(self, rows: Sequence[MatchRow], machine: str) -> None:
        """Write finished matches, all or none. A match that is already in the store is not changed."""
        with self.database.transaction():
            base = self.database.connection
            base.execute("INSERT OR IGNORE INTO machines (description) VALUES (?)", (machine,))
            where = self.database.one("SELECT id FROM machines WHERE description = ?", (machine,))
            base.executemany(
                "INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (r.number, r.forfeit, r.reason, r.opening, r.moves, r.clock, where, match_checksum(r, machine))
                    for r in rows
                ],
            )
            base.executemany(
                "INSERT OR IGNORE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (r.number, seat, *values)
                    for r in rows
                    for seat, values in enumerate(zip(r.agents, r.payoffs, r.seconds, r.slowest, r.plies, strict=True))
                ],
            )

    def _read(self, seats: int, first: int = 0, last: int = MAX_NUMBER) -> Iterator[tuple[MatchRow, str]]:
        """Matches in the order of their numbers, each with its machine. Raises an error for a damaged one."""
        with self.database.explained(), self.database.whole():
            yield from read_matches(self.database.connection, seats, first, last, checksums=True)

    def played(self) -> PlayedMatches:
        """All matches, as columns."""
        kept = self.tournament()
        seats = int(kept["seats"])
        bounds = (kept["bounds"][0], kept["bounds"][1])
        matches = PlayedMatches(
            kept["agents"],
            seats,
            bounds,
            group_size=group_size(kept["design"], seats),
            deterministic=kept.get("deterministic", ()),
        )
        matches.stop = self.stop
        rows = (row for row, _ in self._read(seats))
        while block := list(islice(rows, MATCHES_PER_READ)):
            matches.add(block)
        return matches

    def results(self) -> MatchResults:
        """All matches that count, for statistics."""
        return self.played().results()

    def count(self) -> int:
        """The number of matches."""
        return int(self.database.one("SELECT count(*) FROM matches"))

    def machines(self) -> list[str]:
        """The machines that played the matches."""
        with self.database.explained():
            rows = self.database.execute("SELECT description FROM machines ORDER BY id")
            return [str(row[0]) for row in rows]

    def match(self, number: int, game: Game | None = None) -> MatchResult:
        """The match with this number."""
        found = list(self.matches(number, number, game))
        if not found:
            raise PlayoutError(f"{self.name} holds no match {number}; {self._range()}")
        return found[0]

    def matches(self, first: int = 0, last: int | None = None, game: Game | None = None) -> Iterator[MatchResult]:
        """Matches in the order of their numbers. game: the game, if it is already loaded."""
        kept = self.tournament()
        schedule = schedule_of(kept)
        for row, machine in self._read(int(kept["seats"]), first, MAX_NUMBER if last is None else last):
            yield match_of(row, kept, schedule, machine, game)

    def _range(self) -> str:
        count = self.count()
        if not count:
            return "it holds none"
        last = self.database.one("SELECT max(number) FROM matches")
        return f"it holds {count:,}, with numbers up to {last}"

    def close(self) -> None:
        """Close the store; it is then a single file."""
        self.database.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            release(self._lock)
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _hold_beside(path: Path) -> IO[bytes]:
    """The lock file beside a store: only one run at a time may write."""
    name = path.with_name(path.name + ".lock")
    try:
        return hold(name)
    except BlockingIOError:
        raise PlayoutError(f"{path} is in use by another run; wait for it to finish, or use another store") from None
    except OSError as error:
        if name.is_symlink():
            raise PlayoutError(f"{name} is a link, which is not followed; remove it") from error
        raise PlayoutError(f"cannot write beside {path}: {error.strerror}") from error
