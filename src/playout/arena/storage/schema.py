"""The tables of a store, and the migrations from older versions."""

from __future__ import annotations

import ast
import json
import sqlite3
from collections.abc import Callable

from playout.arena.storage.checksums import is_match, match_checksum, read_matches, word_checksum
from playout.rules import PlayoutError

__all__ = ["APPLICATION", "CHECKSUMS", "MIGRATIONS"]

APPLICATION = 0x504C4159
"""The application id of a store in SQLite: PLAY."""

CHECKSUMS = 2
"""The first version with checksums."""

DEFINITION = {
    "game",
    "options",
    "rules",
    "agents",
    "pairing",
    "seed",
    "openings",
    "clock",
    "bounds",
    "chance",
    "source",
}
"""Keys that a tournament's record has from version 1 on."""

TABLES = """
    CREATE TABLE tournament (word TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE machines (id INTEGER PRIMARY KEY, description TEXT NOT NULL UNIQUE);
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        forfeit INTEGER NOT NULL,       -- a seat, or -1
        reason TEXT NOT NULL,
        opening INTEGER NOT NULL,       -- number of moves of the opening
        moves BLOB NOT NULL,            -- bytes for each move, then the moves
        clock BLOB NOT NULL,            -- likewise, microseconds
        machine INTEGER NOT NULL REFERENCES machines (id)
    );
    CREATE TABLE seats (
        number INTEGER NOT NULL REFERENCES matches (number),
        seat INTEGER NOT NULL,
        agent INTEGER NOT NULL,         -- index into the tournament's agents
        payoff REAL NOT NULL,
        seconds REAL NOT NULL,
        slowest REAL NOT NULL,
        plies INTEGER NOT NULL,
        PRIMARY KEY (number, seat)
    ) WITHOUT ROWID;
    """


def make_tables(base: sqlite3.Connection) -> None:
    """Version 1: create the tables."""
    for statement in TABLES.split(";\n"):
        if statement.strip():
            base.execute(statement)


def add_checksums(base: sqlite3.Connection) -> None:
    """Version 2: add a checksum to each match (with its seats) and to each key of the tournament's record.

    Values that no run can have written are refused; other earlier damage cannot be detected.
    """
    for table in ("tournament", "matches"):
        base.execute(f"ALTER TABLE {table} ADD COLUMN checksum BLOB NOT NULL DEFAULT x''")
    words = dict(base.execute("SELECT word, value FROM tournament").fetchall())
    if not words:
        return
    try:
        about = json.loads(words["definition"])
        seats, agents = int(about["seats"]), len(about["agents"])
        if not set(about) >= DEFINITION:
            raise KeyError(DEFINITION - set(about))
        for text in about["options"].values():
            ast.literal_eval(text)
        words.setdefault("stop", "")
        int(words["stop"] or 0)
        if set(words) != {"definition", "stop"} or not isinstance(words["stop"], str):
            raise KeyError(set(words))
    except (AttributeError, KeyError, SyntaxError, TypeError, ValueError) as error:
        raise PlayoutError("the record of the tournament cannot be read") from error
    base.executemany(
        "INSERT OR REPLACE INTO tournament VALUES (?, ?, ?)",
        [(word, value, word_checksum(word, value)) for word, value in words.items()],
    )
    signed = []
    for row, machine in read_matches(base, seats):
        if not is_match(row, agents):
            raise PlayoutError(f"match {row.number} cannot be read")
        signed.append((match_checksum(row, machine), row.number))
    base.executemany("UPDATE matches SET checksum = ? WHERE number = ?", signed)


def add_design(base: sqlite3.Connection) -> None:
    """Version 3: the tournament's record names its design. Before, a group had all seatings; with two seats these are a
    square.

    A damaged record is left as it is: its checksum reports the damage.
    """
    found = base.execute("SELECT value, checksum FROM tournament WHERE word = 'definition'").fetchone()
    if found is None or not isinstance(found[0], str) or word_checksum("definition", found[0]) != found[1]:
        return
    about = json.loads(found[0])
    value = json.dumps({**about, "design": "permutations" if about["seats"] > 2 else "squares"})
    base.execute(
        "UPDATE tournament SET value = ?, checksum = ? WHERE word = 'definition'",
        (value, word_checksum("definition", value)),
    )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (make_tables, add_checksums, add_design)
"""The steps from an empty database to the newest version. A published step is never changed."""
