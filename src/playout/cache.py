"""The folder in which compiled code is kept: where it is, writing to it safely, and keeping it small.

An entry is one file that is named by a hash of everything it was compiled from, so it is never stale. Files
appear whole or not at all, and one process at a time compiles an entry while others wait for it.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: entries are still written whole, at worst two processes compile the same one
    fcntl = None  # type: ignore[assignment]

__all__ = ["Entry", "clear", "entries", "folder", "lock", "prune", "read", "write"]

SUFFIX = ".compiled"
"""How the names of entries end."""

KEEP_DAYS = 60
"""An entry that was not used for so long is pruned."""


def folder() -> Path:
    """PLAYOUT_CACHE_DIR if set, else `playout` in the user's cache folder, else in the temporary folder."""
    chosen = os.environ.get("PLAYOUT_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser().absolute()
    numba = os.environ.get("NUMBA_CACHE_DIR")
    if numba:
        return Path(numba).expanduser().absolute() / "playout"
    user = os.environ.get("XDG_CACHE_HOME")
    try:
        parent = Path(user) if user else Path.home() / ".cache"
    except RuntimeError:  # no home
        parent = Path(tempfile.gettempdir())
    return parent / "playout"


@dataclass(frozen=True)
class Entry:
    path: Path
    size: int
    used: float
    """When it was last used, in seconds since 1970."""

    @property
    def name(self) -> str:
        """What was compiled, without the hash."""
        return self.path.name.split("-")[0]


def entries() -> list[Entry]:
    """All entries, the most recently used first."""
    found = []
    for path in folder().glob("*" + SUFFIX):
        try:
            status = path.stat()
        except FileNotFoundError:  # another process pruned it
            continue
        found.append(Entry(path, status.st_size, max(status.st_mtime, status.st_atime)))
    return sorted(found, key=lambda entry: -entry.used)


def read(name: str) -> bytes | None:
    """The content of an entry, or None; marks it as used."""
    path = folder() / (name + SUFFIX)
    try:
        content = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):  # a read-only cache still serves
        os.utime(path)
    return content


def write(name: str, content: bytes) -> None:
    """Keep an entry; raises OSError if that cannot be done, and then leaves nothing behind."""
    folder().mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder(), prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(folder() / (name + SUFFIX))
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def remove(name: str) -> None:
    (folder() / (name + SUFFIX)).unlink(missing_ok=True)


@contextmanager
def lock(name: str) -> Iterator[None]:
    """Hold an entry while it is compiled; a killed holder lets go. Without a writable folder there is no lock."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        file = (folder() / (name + ".lock")).open("w")
    except OSError:
        yield
        return
    with file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            # Others that wait hold the same file open, so removing its name lets no one in too early:
            # they find the entry when they look again.
            Path(file.name).unlink(missing_ok=True)


def prune(days: float = KEEP_DAYS) -> tuple[int, int]:
    """Remove what was not used for `days`, and what killed processes left; returns files and bytes removed."""
    limit = time.time() - days * 86400
    stale = [entry.path for entry in entries() if entry.used < limit]
    for pattern in (".writing-*", "*.lock"):
        stale += [path for path in folder().glob(pattern) if _age(path) > 3600]
    return _remove(stale)


def clear() -> tuple[int, int]:
    """Remove every entry; returns files and bytes removed."""
    return _remove([entry.path for entry in entries()])


def _age(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _remove(paths: list[Path]) -> tuple[int, int]:
    count = size = 0
    for path in paths:
        try:
            size += path.stat().st_size
            path.unlink()
            count += 1
        except FileNotFoundError:
            continue
    return count, size
