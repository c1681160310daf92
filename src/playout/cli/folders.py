"""Whether a folder takes files: homes may be read-only, or missing."""

from __future__ import annotations

import tempfile
from pathlib import Path

__all__ = ["why_unwritable"]


def why_unwritable(folder: Path) -> str | None:
    """Why no file can be written into a folder, or None; where it is missing, into the folder that would hold it."""
    try:
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or type(error).__name__
