"""The store: one SQLite file for a tournament. What is written stays, whatever happens to the machine afterwards.

One process writes, and holds a lock file beside the store while it does; any number may read meanwhile (the database
is in WAL mode). A batch of matches is one transaction, on the disk before the next begins. A match's number is its
key, so that none is counted twice.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

from playout.arena.definition import differences
from playout.arena.locks import hold, release
from playout.arena.records import Match, Row, match_of
from playout.arena.results import Results
from playout.arena.schema import APPLICATION, MIGRATIONS
from playout.arena.tally import Chunk, Tally, opening_key
from playout.game import Game
from playout.rules import PlayoutError

__all__ = ["Store"]


class Store:
    """The matches of one tournament in a file, or in memory where the path is None."""

    def __init__(self, path: str | Path | None, *, write: bool = False) -> None:
        self.path = path if path is None else Path(path)
        self.name = "memory" if self.path is None else str(self.path)
        self._lock: IO[bytes] | None = None
        if self.path is not None:
            self._check_place(self.path, write)
            if write:
                self._lock = hold(self.path)
        try:
            self._connect(write)
        except BaseException:
            self.close()
            raise

    def _check_place(self, path: Path, write: bool) -> None:
        if path.is_dir():
            raise PlayoutError(f"{path} is a folder; a store is a file, like results.db")
        if not write and not path.exists():
            raise PlayoutError(f"there is no store {path}; `playout arena run` makes one")
        if write and not path.absolute().parent.is_dir():
            raise PlayoutError(f"the folder of {path} does not exist; make it first")

    def _connect(self, write: bool) -> None:
        with self._explained():
            self._base: sqlite3.Connection | None = sqlite3.connect(
                ":memory:" if self.path is None else self.path, isolation_level=None, timeout=20
            )
            version = int(self._one("PRAGMA user_version"))
            tables = int(self._one("SELECT count(*) FROM sqlite_master"))
            if (tables or version) and int(self._one("PRAGMA application_id")) != APPLICATION:
                raise PlayoutError(f"{self.name} is a database, but no store of matches; use another file")
            if version > len(MIGRATIONS):
                raise PlayoutError(
                    f"{self.name} was written by a newer Playout (its version is {version}, this one knows up to "
                    f"{len(MIGRATIONS)}); install that, or use another store"
                )
            if not write and version == 0:
                raise PlayoutError(f"{self.name} is empty; `playout arena run` fills it")
            if write or version < len(MIGRATIONS):
                self._execute("PRAGMA journal_mode=WAL")
                self._execute("PRAGMA synchronous=FULL")
                self._migrate(version)
            else:
                self._execute("PRAGMA query_only=1")

    def _migrate(self, version: int) -> None:
        for step in range(version, len(MIGRATIONS)):
            with self._transaction():
                for statement in MIGRATIONS[step].split(";\n"):
                    if statement.strip():
                        self._execute(statement)
                self._execute(f"PRAGMA application_id={APPLICATION}")
                self._execute(f"PRAGMA user_version={step + 1}")

    # The tournament

    def begin(self, record: dict[str, Any]) -> None:
        """Take up a tournament: this store's own, or any if it holds none yet."""
        kept = self.tournament(missing={})
        if not kept:
            with self._transaction():
                self._set("definition", json.dumps(record))
            return
        unlike = differences(kept, record)
        if unlike:
            raise PlayoutError(
                f"{self.name} holds another tournament: {'; '.join(unlike)}; "
                f"name another store, or continue that tournament as it began"
            )

    def tournament(self, missing: dict[str, Any] | None = None) -> dict[str, Any]:
        """What the store's tournament is: game, options, hash of the rules, agents, pairing, seed, openings, clock."""
        text = self._get("definition")
        if text is None:
            if missing is not None:
                return missing
            raise PlayoutError(f"{self.name} holds no tournament yet; `playout arena run` begins one")
        found: dict[str, Any] = json.loads(text)
        return found

    @property
    def stop(self) -> int | None:
        """The number of the first match that no longer counts, where a sequential test ended the tournament."""
        text = self._get("stop")
        return None if text in (None, "") else int(str(text))

    @stop.setter
    def stop(self, number: int | None) -> None:
        with self._transaction():
            self._set("stop", "" if number is None else str(number))

    # Matches

    def write(self, rows: Sequence[Row], machine: str) -> None:
        """Keep finished matches, all or none. One that is there already stays as it is."""
        with self._transaction():
            self._execute("INSERT OR IGNORE INTO machines (description) VALUES (?)", (machine,))
            where = self._one("SELECT id FROM machines WHERE description = ?", (machine,))
            self._many(
                "INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(r.number, r.forfeit, r.reason, r.opening, r.moves, r.clock, where) for r in rows],
            )
            self._many(
                "INSERT OR IGNORE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (r.number, seat, *values)
                    for r in rows
                    for seat, values in enumerate(zip(r.agents, r.payoffs, r.seconds, r.slowest, r.plies, strict=True))
                ],
            )

    def tally(self) -> Tally:
        """All matches as columns."""
        kept = self.tournament()
        seats = int(kept["seats"])
        bounds = (kept["bounds"][0], kept["bounds"][1])
        tally = Tally(kept["agents"], seats, bounds, deterministic=kept.get("deterministic", ()))
        tally.below = self.stop
        with self._explained():
            assert self._base is not None
            table = np.array(
                self._base.execute(
                    "SELECT agent, payoff, seconds, slowest, plies FROM seats ORDER BY number, seat"
                ).fetchall(),
                np.float64,
            ).reshape(-1, seats, 5)
            numbers, forfeits, reasons, openings = [], [], [], []
            whole = self._base.execute("SELECT number, forfeit, reason, opening, moves FROM matches ORDER BY number")
            for number, forfeit, reason, opening, moves in whole:
                numbers.append(number)
                forfeits.append(forfeit)
                reasons.append(reason)
                openings.append(opening_key(opening, moves))
        tally.add(
            Chunk(
                numbers=np.array(numbers, np.int64),
                agents=table[:, :, 0].astype(np.int32),
                payoffs=table[:, :, 1].copy(),
                seconds=table[:, :, 2].copy(),
                slowest=table[:, :, 3].copy(),
                plies=table[:, :, 4].astype(np.int64),
                forfeits=np.array(forfeits, np.int32),
                openings=np.array(openings, np.int64),
                reasons=tuple(reasons),
            )
        )
        return tally

    def results(self) -> Results:
        """All matches that count, for statistics."""
        return self.tally().results()

    def count(self) -> int:
        """How many matches there are."""
        return int(self._one("SELECT count(*) FROM matches"))

    def machines(self) -> list[str]:
        """Where they were played."""
        with self._explained():
            return [str(row[0]) for row in self._execute("SELECT description FROM machines ORDER BY id")]

    def match(self, number: int, game: Game | None = None) -> Match:
        """One match."""
        found = list(self.matches(number, number, game))
        if not found:
            raise PlayoutError(f"{self.name} holds no match {number}; {self._range()}")
        return found[0]

    def matches(self, first: int = 0, last: int | None = None, game: Game | None = None) -> Iterator[Match]:
        """Matches in the order of their numbers. `game` saves loading it."""
        kept = self.tournament()
        seats = int(kept["seats"])
        assert self._base is not None
        end = (1 << 62) if last is None else last
        with self._explained():
            table = self._base.execute(
                "SELECT agent, payoff, seconds, slowest, plies FROM seats WHERE number BETWEEN ? AND ?"
                " ORDER BY number, seat",
                (first, end),
            )
            whole = self._base.execute(
                "SELECT number, forfeit, reason, opening, moves, clock, description FROM matches"
                " JOIN machines ON machine = id WHERE number BETWEEN ? AND ? ORDER BY number",
                (first, end),
            )
            for number, forfeit, reason, opening, moves, clock, machine in whole:
                agents, payoffs, seconds, slowest, plies = zip(*(next(table) for _ in range(seats)), strict=True)
                row = Row(number, agents, payoffs, seconds, slowest, plies, forfeit, reason, opening, moves, clock)
                yield match_of(row, kept, machine, game)

    def _range(self) -> str:
        count = self.count()
        if not count:
            return "it holds none"
        last = self._one("SELECT max(number) FROM matches")
        return f"it holds {count:,}, with numbers up to {last}"

    # SQLite

    def close(self) -> None:
        """Finish; the store is then one file again."""
        base, self._base = getattr(self, "_base", None), None
        if base is not None:
            base.close()
        if self._lock is not None:
            release(self._lock)
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        assert self._base is not None, "the store is closed"
        return self._base.execute(statement, values)

    def _many(self, statement: str, rows: list[Any]) -> None:
        assert self._base is not None, "the store is closed"
        self._base.executemany(statement, rows)

    def _one(self, statement: str, values: Sequence[Any] = ()) -> Any:
        with self._explained():
            return self._execute(statement, values).fetchone()[0]

    def _get(self, word: str) -> str | None:
        with self._explained():
            found = self._execute("SELECT value FROM tournament WHERE word = ?", (word,)).fetchone()
            return None if found is None else str(found[0])

    def _set(self, word: str, value: str) -> None:
        self._execute("INSERT OR REPLACE INTO tournament VALUES (?, ?)", (word, value))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explained():
            self._execute("BEGIN IMMEDIATE")
            try:
                yield
                self._execute("COMMIT")
            except BaseException:
                assert self._base is not None
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What SQLite says, as a sentence that says what to do."""
        try:
            yield
        except sqlite3.Error as error:
            text = str(error)
            if "full" in text or "disk I/O" in text:
                raise PlayoutError(
                    f"the disk of {self.name} is full ({text}); what was written is safe: make room, and the same "
                    f"command continues"
                ) from error
            if "not a database" in text or "malformed" in text:
                raise PlayoutError(f"{self.name} is not a store of matches, or is damaged ({text})") from error
            if "locked" in text:
                raise PlayoutError(f"{self.name} is in use by another program; wait for it to finish") from error
            raise PlayoutError(f"the store {self.name} cannot be used: {text}") from error
