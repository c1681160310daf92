"""Locks between processes: a file that one process holds until it releases it or dies. No link is followed."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from playout.files import is_own, open_lock

__all__ = ["hold", "lock_file", "release"]


def hold(path: Path, *, wait: bool = False, private: bool = False) -> IO[bytes]:
    """The lock file of this name, open and locked; it is made if it is missing.

    Raises BlockingIOError if another process holds the lock and wait is False. Raises OSError if the file is not a
    plain file, or, with private, if it does not belong to this user alone. Windows ignores `wait`.
    """
    while True:
        file = open_lock(path)
        try:
            if private and not is_own(os.fstat(file.fileno())):
                raise PermissionError(errno.EPERM, "it is not yours alone", str(path))
            lock_file(file, wait=wait)
        except BaseException:
            file.close()
            raise
        # The last holder may have removed the file meanwhile: then the lock is on a file that nobody else finds.
        with suppress(FileNotFoundError):
            if os.path.samestat(path.lstat(), os.fstat(file.fileno())):
                return file
        file.close()


def release(file: IO[bytes]) -> None:
    """Release a lock and remove its file."""
    if sys.platform != "win32":
        Path(file.name).unlink(missing_ok=True)
    file.close()


def lock_file(file: IO[bytes], *, wait: bool = False) -> None:
    """Lock an open file, until it is closed or this process ends; BlockingIOError if another process holds it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(errno.EAGAIN, "another process holds it", file.name) from error
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
