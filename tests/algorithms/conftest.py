from __future__ import annotations

from pathlib import Path

import pytest

ENDLESS = '''
"""A game whose matches never end once the first move was made."""
import numpy as np
PLAYERS = 1
MAX_MOVES = 1
MAX_LENGTH = 500
State = np.dtype([("count", np.int32)], align=True)
def start(s): pass
def turn(s): return 0
def moves(s, out):
    out[0] = 0
    return 1
def play(s, move): s.count = (s.count + 1) % 7
def payoffs(s, out): out[0] = 1.0
'''


@pytest.fixture
def endless_game(tmp_path: Path) -> Path:
    path = tmp_path / "endless.py"
    path.write_text(ENDLESS)
    return path
