"""The database of matches, of values and analyses of their positions, of reviews and of tournaments, in SQLite.

Unfinished matches change with every move and belong to no tournament, so they have their own database beside the
arena's stores; a store holds one tournament and only finished matches. Only the server's main thread may call.

A match is a row of `matches`, which is short and rewritten at every change, and rows of `moves` and `found_values`,
which are only added, or deleted by an undo. In a database of version 1 the row of `matches` also held the moves and
values; such a row is read as it is, and split when its match is saved for the first time.

A write that fails raises UnsavedError and changes nothing. A row that cannot be read is set aside: it stays in the file
and is listed in `unreadable`, and the other rows are read.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from pydantic import ValidationError

from playout.errors import PlayoutError
from playout.sentences import Wording
from playout.web import schema
from playout.web.matches.listing import Facts, Listed
from playout.web.matches.records import FOUND, FoundValue, MatchRecord, Played, read_match, write_match
from playout.web.refusals import RefusedError, UnsavedError

__all__ = ["Storage"]

Row = TypeVar("Row")
Kind: TypeAlias = Literal["match", "analysis", "review", "tournament"]

TABLE_OF: dict[Kind, tuple[str, str]] = {
    "match": ("matches", "id"),
    "analysis": ("analyses", "id"),
    "review": ("reviews", "match"),
    "tournament": ("tournaments", "id"),
}
"""For each kind of row: its table, and the column that identifies the row."""

FAULTS = (ValueError, TypeError, KeyError, OverflowError, RecursionError, sqlite3.Error)
"""The errors that reading a damaged row may raise."""

VERSION = 2
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

ADDED = """
CREATE TABLE moves (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, move INTEGER NOT NULL, seconds REAL, by TEXT,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE found_values (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL, content TEXT NOT NULL,
    PRIMARY KEY (match, ply)
) WITHOUT ROWID;
"""
"""The tables that a database of version 1 lacks."""


class Storage:
    """The database: a file, or in memory if the path is None."""

    def __init__(self, path: Path | None) -> None:
        self.unreadable: dict[tuple[Kind, str], schema.Sentence] = {}
        """Rows that were set aside, with the reason."""
        self._path = path
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):  # SQLite would follow a link
                raise PlayoutError(f"{path} is not a plain file; move it away, or name another folder by --data")
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
                f"BEGIN; {TABLES} {ADDED} PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION}; COMMIT;"
            )
        elif kind == APPLICATION and version == 1:
            base.executescript(f"BEGIN; {ADDED} PRAGMA user_version={VERSION}; COMMIT;")
        elif kind != APPLICATION or version != VERSION:
            raise PlayoutError(
                f"{path} is not a database of this version of the web app; name another folder by --data"
            )

    def close(self) -> None:
        self._base.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: either all writes inside take effect, or none."""
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
        """The row with this name, or None; refuses a row that cannot be read."""
        table, column = TABLE_OF[kind]
        try:
            row = self._base.execute(f"SELECT content FROM {table} WHERE {column} = ?", (name,)).fetchone()
            return read(row[0]) if row else None
        except FAULTS as error:
            why = " ".join(str(error).split())
            if isinstance(error, ValidationError):
                first = error.errors()[0]
                why = ": ".join(map(str, (*first["loc"], first["msg"])))
            refusal = RefusedError(
                "stored.unreadable",
                kind="conflict",
                what=Wording(f"stored.kind.{kind}"),
                name=name,
                path=str(self._path),
                why=why[:200],
            )
            self.unreadable[kind, name] = refusal.said
            raise refusal from error

    def _rows(self, kind: Kind, names: list[str], read: Callable[[str], Row]) -> list[Row]:
        """The rows with these names that can be read."""
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

    def save(
        self,
        record: MatchRecord,
        played: Played,
        undone_to: int | None = None,
        found: Mapping[str, FoundValue] | None = None,
        facts: Facts | None = None,
    ) -> None:
        """Save a match: rewrite its row, insert the moves and values that are not stored yet.

        undone_to: delete everything stored of later plies. found: values that the match did not have before, by ply.
        facts: the facts for lists; None if they are not known yet.
        """
        base = self._base
        with self._writing():
            base.execute(
                "INSERT INTO matches VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET changed = excluded.changed, "
                "over = excluded.over, content = excluded.content",
                (record.id, record.changed, played.over, write_match(record, played, facts)),
            )
            if undone_to is not None:
                base.execute("DELETE FROM moves WHERE match = ? AND number > ?", (record.id, undone_to))
                base.execute("DELETE FROM found_values WHERE match = ? AND ply > ?", (record.id, undone_to))
                base.execute("DELETE FROM analyses WHERE match = ? AND ply > ?", (record.id, undone_to))
                base.execute("DELETE FROM reviews WHERE match = ?", (record.id,))
            kept = base.execute("SELECT max(number) FROM moves WHERE match = ?", (record.id,)).fetchone()[0] or 0
            new = zip(played.moves[kept:], played.seconds[kept:], record.by[kept:], strict=True)
            rows = [(record.id, number, *row) for number, row in enumerate(new, kept + 1)]
            base.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", rows)
            # The rows of a match from version 1 are not split yet, so all its values are new.
            for ply, value in (found or {} if kept else record.values).items():
                self._insert_value(record.id, int(ply), value)

    def save_value(self, match: str, ply: int, value: FoundValue) -> None:
        """Store the value of a position."""
        with self._writing():
            self._insert_value(match, ply, value)

    def _insert_value(self, match: str, ply: int, value: FoundValue) -> None:
        self._base.execute(
            "INSERT OR REPLACE INTO found_values SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM matches WHERE id = ?)",
            (match, ply, FOUND.dump_json(value).decode(), match),
        )

    def match(self, name: str) -> tuple[MatchRecord, Played] | None:
        def read(content: str) -> tuple[MatchRecord, Played]:
            ordered = "WHERE match = ? ORDER BY"
            moves = self._base.execute(f"SELECT number, move, seconds, by FROM moves {ordered} number", (name,))
            values = self._base.execute(f"SELECT ply, content FROM found_values {ordered} ply", (name,))
            return read_match(content, moves.fetchall(), values.fetchall())

        return self._row("match", name, read)

    def links(self, name: str) -> tuple[dict[str, str], list[str]] | None:
        """The links of a match by role, and the kind of player at each seat, without reading moves. None: no match."""

        def read(content: str) -> tuple[dict[str, str], list[str]]:
            row = json.loads(content)
            return row.get("links", {}), [player["kind"] for player in row["players"]]

        return self._row("match", name, read)

    def listed(self) -> list[Listed]:
        """All matches whose facts are stored, the latest first."""
        rows = self._base.execute(
            "SELECT id, over, json_extract(content, '$.game', '$.players', '$.begun', '$.payoffs') FROM matches "
            "WHERE json_valid(content) AND json_type(content, '$.begun') IS NOT NULL ORDER BY changed DESC"
        )
        found = []
        for name, over, content in rows:
            game, players, begun, payoffs = json.loads(content)
            found.append(Listed(name, game, players, bool(over), begun, payoffs))
        return found

    def without_facts(self) -> list[str]:
        """The ids of matches without facts: they were saved by an earlier version, or cannot be read."""
        rows = self._base.execute(
            "SELECT id FROM matches WHERE NOT json_valid(content) OR json_type(content, '$.begun') IS NULL"
        )
        return [str(row[0]) for row in rows]

    def save_facts(self, name: str, facts: Facts) -> None:
        """Store the facts of a match for lists; the rest of its row stays as it is."""
        with self._writing():
            self._base.execute(
                "UPDATE matches SET content = json_set(content, '$.begun', json(?), '$.payoffs', json(?)) WHERE id = ?",
                (json.dumps(facts.begun), json.dumps(facts.payoffs), name),
            )

    def count(self) -> int:
        return int(self._base.execute("SELECT count(*) FROM matches").fetchone()[0])

    def delete(self, name: str) -> bool:
        """Delete a match, also one that cannot be read; returns whether it existed."""
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
        """The analyses of a position, the latest first."""
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
        """The ids of the latest tournaments, the latest first."""
        return [row[0] for row in self._base.execute("SELECT id FROM tournaments ORDER BY created DESC LIMIT 200")]

    def tournament(self, name: str, read: Callable[[str], Row]) -> Row | None:
        return self._row("tournament", name, read)
