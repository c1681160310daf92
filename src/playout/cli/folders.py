"""A check whether files can be written into a folder, since a home may be read-only or missing."""

from __future__ import annotations

import tempfile
from pathlib import Path

__all__ = ["why_unwritable"]


def why_unwritable(folder: Path) -> str | None:
    """The reason why no file can be written into a folder, or None. A missing folder is checked by its parent."""
    try:
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or type(error).__name__
