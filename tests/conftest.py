"""What all tests, all workers and the processes they start share: one cache folder for compiled code, and bytecode."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

CACHE = Path(__file__).parent.parent / ".pytest_cache" / "playout"

# Set when pytest starts, before any test module is imported; workers and subprocesses inherit it.
os.environ["PLAYOUT_CACHE_DIR"] = str(CACHE)

# Tests start hundreds of processes, and to compile the package's sources is a third of what a short one does. So their
# bytecode is kept, also where the environment says otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell that starts the tests in the background has Ctrl-C ignored in them and in all that they start; tests of
# interrupts need it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay to the end: the garbage collector need not look at them again."""
    gc.collect()
    gc.freeze()
