"""The SQLite database of a store: opening it for reading or writing, transactions, and error messages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playout.arena.storage.schema import APPLICATION, CHECKSUMS, MIGRATIONS
from playout.notices import say
from playout.rules import PlayoutError

__all__ = ["Database"]


class Database:
    """A store's database at the newest schema version: a file, or in memory if the path is None.

    Only a writer changes the file. For a reader an older version is migrated in a copy in memory.
    """

    def __init__(self, path: Path | None, *, write: bool) -> None:
        self.path = path
        self.name = "memory" if path is None else str(path)
        self._base: sqlite3.Connection | None = None
        try:
            with self.explained():
                self._open(write)
        except BaseException:
            self.close()
            raise

    def _open(self, write: bool) -> None:
        if self.path is None or write:
            self._base = _connect(":memory:" if self.path is None else self.path)
        else:
            self._base = _for_reading(self.path)
        version = self._version(write)
        if write:
            self._prepare_for_writing(version)
        elif version < len(MIGRATIONS):
            self._copy_into_memory()
        if 0 < version < CHECKSUMS:
            say(f"{self.name} was written before stores had checksums: damage from that time cannot be detected")
        self._migrate(version)
        if not write:
            self.execute("PRAGMA query_only=1")

    def _version(self, write: bool) -> int:
        version = int(self.one("PRAGMA user_version"))
        tables = int(self.one("SELECT count(*) FROM sqlite_master"))
        if (tables or version) and int(self.one("PRAGMA application_id")) != APPLICATION:
            raise PlayoutError(f"{self.name} is a database, but not a store of matches; use another file")
        if version > len(MIGRATIONS):
            raise PlayoutError(
                f"{self.name} was written by a newer Playout (its version is {version}, this one knows up to "
                f"{len(MIGRATIONS)}); install that, or use another store"
            )
        if not write and version == 0:
            raise PlayoutError(f"{self.name} is empty; `playout arena run` fills it")
        return version

    def _prepare_for_writing(self, version: int) -> None:
        """Set up WAL mode. Refuses a database with damaged pages, since writing could damage more of it."""
        found = str(self.one("PRAGMA quick_check(1)")) if version else "ok"
        if found != "ok":
            raise self.damaged(found.splitlines()[-1])
        self.execute("PRAGMA journal_mode=WAL")
        self.execute("PRAGMA synchronous=FULL")

    def _copy_into_memory(self) -> None:
        memory = _connect(":memory:")
        self.connection.backup(memory)
        self.connection.close()
        self._base = memory

    def _migrate(self, version: int) -> None:
        for step in range(version, len(MIGRATIONS)):
            with self.transaction(), self.whole():
                MIGRATIONS[step](self.connection)
                self.execute(f"PRAGMA application_id={APPLICATION}")
                self.execute(f"PRAGMA user_version={step + 1}")

    @property
    def connection(self) -> sqlite3.Connection:
        assert self._base is not None, "the store is closed"
        return self._base

    def close(self) -> None:
        base, self._base = self._base, None
        if base is not None:
            base.close()

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self.connection.execute(statement, values)

    def one(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """The first value of the first row of a query."""
        with self.explained():
            return self.execute(statement, values).fetchone()[0]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A transaction: everything within is written, or nothing."""
        with self.explained():
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def damaged(self, what: str) -> PlayoutError:
        return PlayoutError(
            f"{self.name} is damaged: {what}; use a copy from before the damage, or play again in another store"
        )

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Report a PlayoutError raised within as damage of this store."""
        try:
            yield
        except PlayoutError as error:
            raise self.damaged(str(error)) from error

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn an error of SQLite into a PlayoutError that says what to do."""
        try:
            yield
        except UnicodeDecodeError as error:  # SQLite's message itself may quote damaged text
            raise self.damaged("its schema cannot be read") from error
        except sqlite3.Error as error:
            text = _printable(str(error))
            if "full" in text or "disk I/O" in text:
                raise PlayoutError(
                    f"the disk of {self.name} is full ({text}); what was written is safe: free some space, and the "
                    f"same command continues"
                ) from error
            if "not a database" in text:
                raise PlayoutError(f"{self.name} is not a store of matches, or is damaged ({text})") from error
            if "decode" in text:
                raise self.damaged("a text in it cannot be decoded") from error
            if "malformed" in text:
                raise self.damaged(text) from error
            if "locked" in text:
                raise PlayoutError(f"{self.name} is in use by another program; wait for it to finish") from error
            raise PlayoutError(f"the store {self.name} cannot be used: {text}") from error


def _connect(place: str | Path, *, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(place, isolation_level=None, timeout=20, uri=uri)


def _for_reading(path: Path) -> sqlite3.Connection:
    """A connection for reading. Where no file can be created beside the store, it is opened as immutable."""
    base = _connect(path)
    try:
        base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        base.close()
        if not ("unable to open" in str(error) or "readonly" in str(error)):
            raise
        log = path.with_name(path.name + "-wal")
        if log.exists() and log.stat().st_size:
            raise PlayoutError(
                f"the last matches of {path} are still in {log.name}, and nothing can be written beside it; "
                f"copy both files to a folder that can be written"
            ) from error
        base = _connect(path.absolute().as_uri() + "?mode=ro&immutable=1", uri=True)
    return base


def _printable(text: str) -> str:
    """The first line of SQLite's message with unprintable characters replaced; it may quote damaged data."""
    line = text.partition("\n")[0][:120]
    return "".join(letter if letter.isprintable() else "?" for letter in line)
