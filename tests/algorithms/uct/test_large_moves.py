"""Moves above 65,535 need wider blocks: a tree gets them when it meets the first such move."""

from __future__ import annotations

from pathlib import Path

import pytest

import playout
from playout.algorithms.tree.layout import LARGEST_MOVE
from playout.algorithms.uct.search import Uct

NIM = '''
"""Nim: take one to three stones; whoever takes the last one wins. Near the end a move's number is large."""

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 3
LARGE = 1_000_000

State = np.dtype([("stones", np.int16), ("turn", np.int8)], align=True)


def start(s, stones: int = 15):
    s.stones = stones


def turn(s):
    return s.turn if s.stones > 0 else OVER


def moves(s, out):
    n = min(3, s.stones)
    for i in range(n):
        out[i] = i + 1 + (LARGE if s.stones <= 6 else 0)
    return n


def play(s, move):
    s.stones -= move % LARGE
    s.turn = 1 - s.turn


def payoffs(s, out):
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0
'''


@pytest.fixture
def nim(tmp_path: Path) -> playout.Game:
    path = tmp_path / "nim.py"
    path.write_text(NIM)
    return playout.load(path, stones=10)


def widest(search: Uct) -> int:
    return max(node.move for _, node in search.tree.root.walk())


@pytest.mark.parametrize("options", ["", "expand='all', ", "threads=2, "])
def test_a_tree_grows_on_when_moves_become_large(nim: playout.Game, options: str) -> None:
    """From 10 stones 2 are to be taken, which leaves a multiple of 4; large numbers come up only below the root."""
    search = playout.new_search(nim.start(), f"uct({options}c=1.0)", seed=1, backend="python")
    assert isinstance(search, Uct)
    search.prepare()
    widths = [search.tree.is_wide]
    result = search.run(simulations=3000)
    assert result.move == 2 and result.proven and result.values == (1.0, 0.0)
    widths.append(search.tree.is_wide)
    assert widths == [False, True] and widest(search) > LARGEST_MOVE
    of_itself = int("expand" in options)  # the first simulation then ends at the root
    assert search.visits == result.work == sum(item.visits for item in result.candidates) + of_itself


@pytest.mark.slow
def test_a_wide_tree_is_the_same_native_kept_and_saved(nim: playout.Game, tmp_path: Path) -> None:
    found = []
    for backend in ("python", "cpu"):
        search = Uct(nim.start(), Uct.option_type(solver=False, c=1.0), seed=3, backend=backend)
        search.run(simulations=400)
        search.keep(nim.start().play(2))
        search.save(tmp_path / backend)
        search.run(simulations=100)
        loaded = playout.load_search(tmp_path / backend, nim)
        loaded.run(simulations=100)
        assert loaded.result().candidates == search.result().candidates
        assert search.tree.is_wide
        found.append(search.tree.blocks_in_use.tobytes())
    assert found[0] == found[1]
