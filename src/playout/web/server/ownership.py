"""Lets only one server use a folder of data: two would overwrite each other's matches.

The owner holds a lock of the operating system on a file in the folder. The system releases it when the process ends,
however it ends. The file says who the owner is.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO

from playout.errors import PlayoutError
from playout.files import is_own, open_lock
from playout.locks import lock_file

__all__ = ["Ownership"]

FILE = "web.lock"

LOCKED_BYTE = 1 << 20
"""The byte that is locked. It lies after the text, since Windows lets nobody else read a locked byte."""


class Ownership:
    """The right to use a folder of data, until it is released or the process ends."""

    def __init__(self, folder: Path, owner: str = "a Playout server") -> None:
        """owner: a name for this server, shown to others that are refused."""
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = _open(path)
        except OSError as error:
            if os.path.lexists(path) and not _is_own_file(path.lstat()):
                raise PlayoutError(
                    f"{path} is not a plain file that only you can write, so it is no lock: remove it, or name "
                    f"another folder by --data"
                ) from error
            raise PlayoutError(f"{folder} cannot be used: {error.strerror}; name another folder by --data") from error
        self._file.seek(LOCKED_BYTE)
        try:
            lock_file(self._file)
        except OSError:
            self._file.seek(0)
            first = self._file.read(500).decode("utf-8", "replace").strip() or "another Playout server"
            self._file.close()
            raise PlayoutError(
                f"{first} already uses {folder}: use that server, end it, or name another folder by --data"
            ) from None
        try:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(owner.encode())
            self._file.flush()
        except OSError:  # the disk is full: the lock holds, without the name of its owner
            pass

    def release(self) -> None:
        self._file.close()


def _open(path: Path) -> IO[bytes]:
    """Open the lock file, creating it if needed. It is overwritten, so it must be ours alone; else raises OSError."""
    file = open_lock(path)
    if not _is_own_file(os.fstat(file.fileno())):
        file.close()
        raise PermissionError(errno.EPERM, "it is not yours alone", str(path))
    return file


def _is_own_file(status: os.stat_result) -> bool:
    """Whether it is a plain file of this user without hard links; through one, another user could offer any file."""
    return stat.S_ISREG(status.st_mode) and is_own(status) and status.st_nlink == 1
