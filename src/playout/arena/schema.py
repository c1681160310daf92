"""The tables of a store, and how an older one becomes a newer one."""

from __future__ import annotations

__all__ = ["APPLICATION", "MIGRATIONS"]

APPLICATION = 0x504C4159
"""What marks a database as a store of matches: PLAY."""

# From an empty database to the newest version, step by step; a step is never changed once it was published.
MIGRATIONS = (
    """
    CREATE TABLE tournament (word TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE machines (id INTEGER PRIMARY KEY, description TEXT NOT NULL UNIQUE);
    CREATE TABLE matches (
        number INTEGER PRIMARY KEY,
        forfeit INTEGER NOT NULL,       -- a seat, or -1
        reason TEXT NOT NULL,
        opening INTEGER NOT NULL,       -- how many of the moves are the opening's
        moves BLOB NOT NULL,            -- bytes a move, then the moves
        clock BLOB NOT NULL,            -- the same of microseconds
        machine INTEGER NOT NULL REFERENCES machines (id)
    );
    CREATE TABLE seats (
        number INTEGER NOT NULL REFERENCES matches (number),
        seat INTEGER NOT NULL,
        agent INTEGER NOT NULL,         -- a place in the tournament's list of agents
        payoff REAL NOT NULL,
        seconds REAL NOT NULL,
        slowest REAL NOT NULL,
        plies INTEGER NOT NULL,
        PRIMARY KEY (number, seat)
    ) WITHOUT ROWID;
    """,
)
