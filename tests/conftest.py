"""One cache folder for compiled code, shared by all tests, all workers and the processes they start."""

from __future__ import annotations

import os
from pathlib import Path

CACHE = Path(__file__).parent.parent / ".pytest_cache" / "playout"

# Set when pytest starts, before any test module is imported; workers and subprocesses inherit it.
os.environ["PLAYOUT_CACHE_DIR"] = str(CACHE)
