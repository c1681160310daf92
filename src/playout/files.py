"""Files in folders that others may write to: no link is followed, and a file appears whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import tempfile
from pathlib import Path
from typing import IO

__all__ = ["is_own", "open_lock", "open_plain", "temporary_folder", "write_whole"]

# Windows has neither flag. There, making a link takes special rights, and opening a pipe by its name does not wait.
_CAREFUL: int = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_BINARY: int = getattr(os, "O_BINARY", 0)

UNFINISHED = ".writing-"
"""The beginning of the name of an unfinished file."""


def open_plain(path: Path) -> IO[bytes]:
    """Open a file for reading; OSError if its name is a link, a pipe or a folder."""
    return _plain(path, "rb", 0)


def open_lock(path: Path) -> IO[bytes]:
    """Open a lock file, made if it is not there; OSError if its name is a link, a pipe or a folder."""
    return _plain(path, "r+b", os.O_CREAT)


def _plain(path: Path, mode: str, more: int) -> IO[bytes]:
    file = open(path, mode, opener=lambda name, flags: os.open(name, flags | _CAREFUL | more, 0o600))  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EPERM, "it is not a plain file", str(path))
    return file


def is_own(status: os.stat_result) -> bool:
    """Whether a file or folder belongs to this user, and nobody else can write to it."""
    if not hasattr(os, "getuid"):  # Windows: the rights of the user's folder hold for what is in it
        return True
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file that appears whole or not at all; raises OSError if it cannot be written, and then leaves no file.

    private: only this user can read it. If a link has the name, it is replaced, not followed.
    """
    temporary = path.with_name(f"{UNFINISHED}{secrets.token_hex(8)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600 if private else 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def temporary_folder() -> Path:
    """The folder for temporary files of a user without a home; it may not exist yet."""
    name = f"playout-{os.getuid()}" if hasattr(os, "getuid") else "playout"
    return Path(tempfile.gettempdir()) / name
