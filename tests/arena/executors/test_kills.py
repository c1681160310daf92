"""kill -9 of any process at any time: the result is that of an undisturbed run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import paths

SCRIPT = paths.ROOT / "benchmarks" / "kills.py"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the script finds workers in /proc")
def test_a_tournament_survives_kills() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "--kills", "6", "--matches", "1200"], capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stdout + done.stderr
    hits = re.search(r"(\d) kills of the main process, (\d) of workers: all 1200 matches are the same", done.stdout)
    assert hits is not None
    assert int(hits[1]) + int(hits[2]) == 6
    assert int(hits[1]) and int(hits[2])
