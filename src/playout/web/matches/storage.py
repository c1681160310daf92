"""What survives a restart: matches, what was found in their positions, reviews and the list of tournaments, in SQLite.

Matches under way change with every move, and belong to no tournament; so they have a database of their own beside the
arena's stores, each of which holds one tournament and only what is finished. All calls come from the server's own
thread.

A write that fails raises UnsavedError and has changed nothing. A row that cannot be read is set aside: it stays in the
file, `unreadable` names it, and the other rows are read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from pydantic import TypeAdapter, ValidationError

from playout.errors import PlayoutError
from playout.web import schema
from playout.web.refusals import RefusedError, UnsavedError

__all__ = ["FoundValue", "MatchRecord", "Storage"]

Row = TypeVar("Row")
Kind: TypeAlias = Literal["match", "analysis", "review", "tournament"]

PLACES: dict[Kind, tuple[str, str]] = {
    "match": ("matches", "id"),
    "analysis": ("analyses", "id"),
    "review": ("reviews", "match"),
    "tournament": ("tournaments", "id"),
}
"""The table of each kind of row, and the column that names a row."""

CHINESE: dict[Kind, str] = {"match": "对局", "analysis": "分析", "review": "复盘", "tournament": "锦标赛"}

FAULTS = (ValueError, TypeError, KeyError, OverflowError, RecursionError, sqlite3.Error)
"""What reading a damaged row raises."""

VERSION = 1
APPLICATION = 0x504C5742
"""The application id in SQLite: PLWB."""

TABLES = """
CREATE TABLE matches (id TEXT PRIMARY KEY, changed REAL NOT NULL, over INTEGER NOT NULL, content TEXT NOT NULL);
CREATE INDEX by_change ON matches (changed);
CREATE TABLE analyses (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL, line TEXT NOT NULL, agent TEXT NOT NULL,
    id TEXT NOT NULL, changed REAL NOT NULL, content TEXT NOT NULL,
    PRIMARY KEY (match, ply, line, agent)
);
CREATE INDEX by_id ON analyses (id);
CREATE TABLE reviews (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE, content TEXT NOT NULL
);
CREATE TABLE tournaments (id TEXT PRIMARY KEY, created REAL NOT NULL, content TEXT NOT NULL);
"""


@dataclass(frozen=True)
class FoundValue:
    """What a position was found to be worth, by whom, and whose knowledge that is."""

    values: list[float]
    proven: bool
    agent: str
    seat: int


@dataclass
class MatchRecord:
    """A match as it is kept."""

    id: str
    game: str
    options: dict[str, Any]
    """As a page gave them."""
    rules: str
    """The fingerprint of the rules."""
    seed: int
    players: list[dict[str, Any]]
    """By seat: schema.Player."""
    moves: list[int] = field(default_factory=list)
    """Chance outcomes included."""
    seconds: list[float | None] = field(default_factory=list)
    """Thinking time of each move."""
    by: list[str | None] = field(default_factory=list)
    """Who played each move."""
    values: dict[str, FoundValue] = field(default_factory=dict)
    """By ply."""
    created: float = 0.0
    changed: float = 0.0
    n: int = 0
    resigned: int | None = None
    """The seat that has lost before the end: it resigned, or ran out of time."""
    out_of_time: bool = False
    clock: str | None = None
    """As it was given: BASE+INCREMENT in seconds."""
    paused: bool = False
    from_match: str | None = None
    error: str | None = None
    error_chinese: str | None = None
    over: bool = False
    held: list[int] = field(default_factory=list)
    """Seats that persons gave to agents. Where things are hidden, persons still look from these seats."""


RECORD = TypeAdapter(MatchRecord)


def _read_match(content: str) -> MatchRecord:
    record = RECORD.validate_json(content)
    for player in record.players:
        schema.Player.model_validate(player)
    if not len(record.moves) == len(record.seconds) == len(record.by):
        raise ValueError("its moves do not have one time and one player each")
    if not all(ply.isdecimal() for ply in record.values):
        raise ValueError("a value does not belong to a position")
    return record


class Storage:
    """The database: a file, or in memory if the path is None."""

    def __init__(self, path: Path | None) -> None:
        self.unreadable: dict[tuple[Kind, str], schema.Words] = {}
        """Rows that were set aside, and why."""
        self._path = path
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._base = sqlite3.connect(
                ":memory:" if path is None else path, isolation_level=None, check_same_thread=False
            )
            self._prepare(path)
        except sqlite3.Error as error:
            raise PlayoutError(
                f"{path} cannot be used: {error}; move it away, or name another folder by --data"
            ) from error

    def _prepare(self, path: Path | None) -> None:
        base = self._base
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=NORMAL")
        base.execute("PRAGMA foreign_keys=ON")
        base.execute("PRAGMA busy_timeout=3000")
        version = int(base.execute("PRAGMA user_version").fetchone()[0])
        kind = int(base.execute("PRAGMA application_id").fetchone()[0])
        if version == 0 and not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            base.executescript(
                f"BEGIN; {TABLES} PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION}; COMMIT;"
            )
        elif kind != APPLICATION or version != VERSION:
            raise PlayoutError(
                f"{path} is not a database of this version of the web app; name another folder by --data"
            )

    def close(self) -> None:
        self._base.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All that is written inside is written, or nothing is."""
        base = self._base
        try:
            base.execute("BEGIN IMMEDIATE")
            yield
            base.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            if base.in_transaction:
                base.execute("ROLLBACK")
            raise UnsavedError(error) from error

    def _row(self, kind: Kind, name: str, read: Callable[[str], Row]) -> Row | None:
        """A row by its name, or None; refuses a row that cannot be read."""
        table, column = PLACES[kind]
        try:
            row = self._base.execute(f"SELECT content FROM {table} WHERE {column} = ?", (name,)).fetchone()
            return read(row[0]) if row else None
        except FAULTS as error:
            why = " ".join(str(error).split())
            if isinstance(error, ValidationError):
                first = error.errors()[0]
                why = ": ".join(map(str, (*first["loc"], first["msg"])))
            refusal = RefusedError(
                f"{kind} {name} cannot be read, and is kept as it is in {self._path}: {why[:200]}",
                f"{CHINESE[kind]} {name} 无法读取，原样保留在 {self._path} 中：{why[:200]}",
                code="conflict",
            )
            self.unreadable[kind, name] = refusal.words
            raise refusal from error

    def _rows(self, kind: Kind, names: list[str], read: Callable[[str], Row]) -> list[Row]:
        """Those rows that can be read."""
        found = []
        for name in names:
            try:
                row = self._row(kind, name, read)
            except RefusedError:
                continue
            if row is not None:
                found.append(row)
        return found

    # Matches

    def save(self, record: MatchRecord, undone_to: int | None = None) -> None:
        """Keep a match. undone_to: forget what was found in later positions, which are no longer there."""
        content = json.dumps(asdict(record))
        with self._writing():
            self._base.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET changed = excluded.changed, "
                "over = excluded.over, content = excluded.content",
                (record.id, record.changed, record.over, content),
            )
            if undone_to is not None:
                self._base.execute("DELETE FROM analyses WHERE match = ? AND ply > ?", (record.id, undone_to))
                self._base.execute("DELETE FROM reviews WHERE match = ?", (record.id,))

    def match(self, name: str) -> MatchRecord | None:
        return self._row("match", name, _read_match)

    def matches(self, limit: int, only_open: bool) -> list[str]:
        """The names of the latest, the latest first."""
        where = "WHERE NOT over" if only_open else ""
        rows = self._base.execute(f"SELECT id FROM matches {where} ORDER BY changed DESC LIMIT ?", (limit,))
        return [str(row[0]) for row in rows]

    def count(self) -> int:
        return int(self._base.execute("SELECT count(*) FROM matches").fetchone()[0])

    def delete(self, name: str) -> bool:
        """Whether there was such a match. One that cannot be read is deleted as well."""
        with self._writing():
            found = self._base.execute("DELETE FROM matches WHERE id = ?", (name,)).rowcount > 0
        self.unreadable.pop(("match", name), None)
        self.unreadable.pop(("review", name), None)
        return found

    # Analyses and reviews, as JSON of their models

    def save_analysis(
        self, match: str, ply: int, line: list[int], agent: str, name: str, content: str, at: float
    ) -> None:
        with self._writing():
            self._base.execute(
                "INSERT OR REPLACE INTO analyses SELECT ?, ?, ?, ?, ?, ?, ? "
                "WHERE EXISTS (SELECT 1 FROM matches WHERE id = ?)",
                (match, ply, json.dumps(line), agent, name, at, content, match),
            )

    def analyses(self, match: str, ply: int, line: list[int]) -> list[schema.Analysis]:
        """Those of a position, the latest first."""
        rows = self._base.execute(
            "SELECT id FROM analyses WHERE match = ? AND ply = ? AND line = ? ORDER BY changed DESC",
            (match, ply, json.dumps(line)),
        )
        return self._rows("analysis", [row[0] for row in rows], schema.Analysis.model_validate_json)

    def analysis(self, name: str) -> schema.Analysis | None:
        return self._row("analysis", name, schema.Analysis.model_validate_json)

    def save_review(self, match: str, content: str) -> None:
        with self._writing():
            self._base.execute(
                "INSERT OR REPLACE INTO reviews SELECT ?, ? WHERE EXISTS (SELECT 1 FROM matches WHERE id = ?)",
                (match, content, match),
            )

    def review(self, match: str, read: Callable[[str], Row]) -> Row | None:
        return next(iter(self._rows("review", [match], read)), None)

    # Tournaments

    def save_tournament(self, name: str, created: float, content: str) -> None:
        with self._writing():
            self._base.execute("INSERT OR REPLACE INTO tournaments VALUES (?, ?, ?)", (name, created, content))

    def tournaments(self) -> list[str]:
        """The names of the latest, the latest first."""
        return [row[0] for row in self._base.execute("SELECT id FROM tournaments ORDER BY created DESC LIMIT 200")]

    def tournament(self, name: str, read: Callable[[str], Row]) -> Row | None:
        return self._row("tournament", name, read)
