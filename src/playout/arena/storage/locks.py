"""A lock file beside a store: only one run at a time may write."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from playout.files import open_lock
from playout.rules import PlayoutError

__all__ = ["hold", "lock_file", "release"]


def hold(path: Path) -> IO[bytes]:
    """Acquire the lock file beside a store; the system releases it if this process dies."""
    name = path.with_name(path.name + ".lock")
    while True:
        try:
            file = open_lock(name)
        except OSError as error:
            if name.is_symlink():
                raise PlayoutError(f"{name} is a link, which is not followed; remove it") from error
            raise PlayoutError(f"cannot write beside {path}: {error.strerror}") from error
        try:
            lock_file(file)
        except OSError:
            file.close()
            raise PlayoutError(
                f"{path} is in use by another run; wait for it to finish, or use another store"
            ) from None
        try:
            if os.fstat(file.fileno()).st_ino == name.lstat().st_ino:
                return file
        except FileNotFoundError:  # its last holder has just removed it
            pass
        file.close()


def release(file: IO[bytes]) -> None:
    """Release a lock and remove its file."""
    if sys.platform != "win32":
        Path(file.name).unlink(missing_ok=True)
    file.close()


def lock_file(file: IO[bytes]) -> None:
    """Lock an open file, until it is closed or this process ends; OSError if another one holds it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
