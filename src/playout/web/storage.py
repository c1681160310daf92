"""What survives a restart: matches, what was found in their positions, reviews and the list of tournaments, in SQLite.

Matches under way change with every move, and belong to no tournament; so they have a database of their own beside the
arena's stores, each of which holds one tournament and only what is finished. All calls come from the server's own
thread.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playout.errors import PlayoutError

__all__ = ["MatchRecord", "Storage"]

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
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By ply: what the position was found to be worth, by whom, and whose knowledge that is."""
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


class Storage:
    """The database: a file, or in memory if the path is None."""

    def __init__(self, path: Path | None) -> None:
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

    # Matches

    def save(self, record: MatchRecord) -> None:
        content = json.dumps(asdict(record))
        self._base.execute(
            "INSERT INTO matches VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET changed = excluded.changed, "
            "over = excluded.over, content = excluded.content",
            (record.id, record.changed, record.over, content),
        )

    def match(self, name: str) -> MatchRecord | None:
        row = self._base.execute("SELECT content FROM matches WHERE id = ?", (name,)).fetchone()
        return MatchRecord(**json.loads(row[0])) if row else None

    def matches(self, limit: int, only_open: bool) -> list[MatchRecord]:
        """The latest first."""
        where = "WHERE NOT over" if only_open else ""
        rows = self._base.execute(f"SELECT content FROM matches {where} ORDER BY changed DESC LIMIT ?", (limit,))
        return [MatchRecord(**json.loads(row[0])) for row in rows]

    def count(self) -> int:
        return int(self._base.execute("SELECT count(*) FROM matches").fetchone()[0])

    def delete(self, name: str) -> None:
        self._base.execute("DELETE FROM matches WHERE id = ?", (name,))

    # Analyses and reviews, as JSON of their models

    def save_analysis(
        self, match: str, ply: int, line: list[int], agent: str, name: str, content: str, at: float
    ) -> None:
        self._base.execute(
            "INSERT OR REPLACE INTO analyses SELECT ?, ?, ?, ?, ?, ?, ? "
            "WHERE EXISTS (SELECT 1 FROM matches WHERE id = ?)",
            (match, ply, json.dumps(line), agent, name, at, content, match),
        )

    def analyses(self, match: str, ply: int, line: list[int]) -> list[str]:
        """Those of a position, the latest first."""
        rows = self._base.execute(
            "SELECT content FROM analyses WHERE match = ? AND ply = ? AND line = ? ORDER BY changed DESC",
            (match, ply, json.dumps(line)),
        )
        return [row[0] for row in rows]

    def analysis(self, name: str) -> str | None:
        row = self._base.execute("SELECT content FROM analyses WHERE id = ?", (name,)).fetchone()
        return row[0] if row else None

    def forget_after(self, match: str, ply: int) -> None:
        """After an undo: what was found in positions that are no longer there."""
        self._base.execute("DELETE FROM analyses WHERE match = ? AND ply > ?", (match, ply))
        self._base.execute("DELETE FROM reviews WHERE match = ?", (match,))

    def save_review(self, match: str, content: str) -> None:
        self._base.execute(
            "INSERT OR REPLACE INTO reviews SELECT ?, ? WHERE EXISTS (SELECT 1 FROM matches WHERE id = ?)",
            (match, content, match),
        )

    def review(self, match: str) -> str | None:
        row = self._base.execute("SELECT content FROM reviews WHERE match = ?", (match,)).fetchone()
        return row[0] if row else None

    # Tournaments

    def save_tournament(self, name: str, created: float, content: str) -> None:
        self._base.execute("INSERT OR REPLACE INTO tournaments VALUES (?, ?, ?)", (name, created, content))

    def tournaments(self) -> list[str]:
        return [row[0] for row in self._base.execute("SELECT content FROM tournaments ORDER BY created DESC LIMIT 200")]

    def tournament(self, name: str) -> str | None:
        row = self._base.execute("SELECT content FROM tournaments WHERE id = ?", (name,)).fetchone()
        return row[0] if row else None
