"""The cache folder of compiled code: its location, safe writing, and pruning.

An entry is one file. Its name contains a hash of everything that it was compiled from, so an entry is never stale. The
words before the hash name the game that it was first compiled for; another game with the same rules finds the entry
too. Files are written atomically. One process or thread at a time compiles an entry while others wait for it.

Loading an entry means running its code. So each entry is signed with a key that only its user can read (the file `key`
in the folder, made at first use). A damaged entry, or one that another user wrote, is not loaded. The key's hash is
part of an entry's name, so several users can share a folder. No function here follows a link that somebody else may
have put in the folder.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from playout.files import UNFINISHED, is_own, open_plain, temporary_folder, write_whole
from playout.locks import hold, release
from playout.notices import say

__all__ = ["Entry", "clear", "entries", "folder", "has", "lock", "prune", "read", "remove", "write"]

SUFFIX = ".compiled"
"""The file name extension of entries."""

KEEP_DAYS = 60
"""Entries that were not used for this many days are pruned."""


def folder() -> Path:
    """PLAYOUT_CACHE_DIR if set; else `playout` in NUMBA_CACHE_DIR if set, else in the user's cache folder, or a
    temporary folder if there is no home folder.
    """
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
        return temporary_folder()
    return parent / "playout"


@dataclass(frozen=True)
class Entry:
    path: Path
    size: int
    used: float
    """The time of the last use, in seconds since 1970."""

    @property
    def name(self) -> str:
        """The name of the compiled kernel, without the hash."""
        return self.path.name.split("-")[0]


def entries() -> list[Entry]:
    """All entries, the most recently used first."""
    found = []
    for path in folder().glob("*" + SUFFIX):
        try:
            status = path.lstat()
        except FileNotFoundError:  # another process pruned it
            continue
        found.append(Entry(path, status.st_size, max(status.st_mtime, status.st_atime)))
    return sorted(found, key=lambda entry: -entry.used)


def has(name: str) -> bool:
    """Whether the entry exists. It may still be damaged."""
    key = _key()
    return key is not None and _find(name, key).exists()


def read(name: str) -> bytes | None:
    """The content of an entry, and mark it as used. None if it does not exist, is damaged, or was written by another
    user.
    """
    key = _key()
    if key is None:
        return None
    path = _find(name, key)
    try:
        with open_plain(path) as file:
            signed = file.read()
    except OSError:
        return None
    signature, content = signed[:_SIGNATURE], signed[_SIGNATURE:]
    if not hmac.compare_digest(signature, _sign(key, path, content)):
        return None
    with suppress(OSError):  # a read-only cache can still be read
        os.utime(path)
    return content


def write(name: str, content: bytes) -> None:
    """Write an entry. If that fails, raises OSError and leaves no file behind."""
    key = _key() or _make_key()
    path = _path(name, key)
    folder().mkdir(parents=True, exist_ok=True)
    write_whole(path, _sign(key, path, content) + content, private=True)


def remove(name: str) -> None:
    """Remove an entry if it exists and can be removed."""
    key = _key()
    if key is not None:
        with suppress(OSError):
            _find(name, key).unlink()


_KEY = "key"
_KEY_LENGTH = 32
_SIGNATURE = 32


def _path(name: str, key: bytes) -> Path:
    return folder() / f"{name}-{hashlib.sha256(key).hexdigest()[:8]}{SUFFIX}"


def _find(name: str, key: bytes) -> Path:
    """The file of an entry. The part of its name before the first hyphen is ignored: it may name another game."""
    path = _path(name, key)
    if "-" in name and not path.exists():
        return next(folder().glob(f"*{path.name[path.name.index('-') :]}"), path)
    return path


def _sign(key: bytes, path: Path, content: bytes) -> bytes:
    """The signature of an entry. It covers the name, so that one entry cannot pass for another."""
    return hmac.digest(key, path.name.encode() + b"\0" + content, "sha256")


def _key() -> bytes | None:
    """This user's key, or None if there is no key file, or if others could have written or read it."""
    try:
        with open_plain(folder() / _KEY) as file:
            status, key = os.fstat(file.fileno()), file.read(_KEY_LENGTH + 1)
    except OSError:
        return None
    is_private = is_own(status) and (os.name == "nt" or not status.st_mode & 0o077)
    return key if is_private and len(key) == _KEY_LENGTH else None


def _make_key() -> bytes:
    """Make a new key. Raises OSError if it cannot be written."""
    folder().mkdir(parents=True, exist_ok=True)
    with lock(_KEY):
        key = _key()  # another process may have made it meanwhile
        if key is None:
            if os.path.lexists(folder() / _KEY):
                raise PermissionError(errno.EPERM, "its file `key` is not yours alone; remove it")
            write_whole(folder() / _KEY, secrets.token_bytes(_KEY_LENGTH), private=True)
            key = _key()
    if key is None:
        raise PermissionError(errno.EPERM, "others can read what is written there")
    return key


@contextmanager
def lock(name: str) -> Iterator[None]:
    """Lock an entry while it is compiled. The lock of a killed process is released. Without a writable folder there is
    no lock.

    On Windows there is no lock: at worst two processes compile the same entry, and both write it atomically.
    """
    path = folder() / (name + ".lock")
    try:
        folder().mkdir(parents=True, exist_ok=True)
        file = hold(path, wait=True, private=True)
    except OSError:
        if os.path.lexists(path) and not (path.is_file() and is_own(path.lstat())):
            say(f"note: {path} is not your own file, so it is not used as a lock; remove it")
        yield
        return
    try:
        yield
    finally:
        release(file)


def prune(days: float = KEEP_DAYS) -> tuple[int, int]:
    """Remove entries that were not used for `days`, and files that killed processes left. Returns the numbers of files
    and bytes removed.
    """
    limit = time.time() - days * 86400
    stale = [entry.path for entry in entries() if entry.used < limit]
    for pattern in (f"{UNFINISHED}*", "*.lock"):
        stale += [path for path in folder().glob(pattern) if _age(path) > 3600]
    return _remove(stale)


def clear() -> tuple[int, int]:
    """Remove every entry. Returns the numbers of files and bytes removed."""
    return _remove([entry.path for entry in entries()])


def _age(path: Path) -> float:
    try:
        return time.time() - path.lstat().st_mtime
    except FileNotFoundError:
        return 0.0


def _remove(paths: list[Path]) -> tuple[int, int]:
    count = size = 0
    for path in paths:
        try:
            bytes_there = path.lstat().st_size
            path.unlink()
            count, size = count + 1, size + bytes_there
        except OSError:  # gone, or another user's
            continue
    return count, size
