"""Published sizes of game trees: whoever gets a rule wrong gets these numbers wrong."""

from __future__ import annotations

import pytest

import playout

# Paths of n plies from the empty board of 7 columns and 6 rows; a decided match does not go on.
CONNECT_FOUR_PERFT = (1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234)

# Matches that end after n plies: wins on 5 to 9, and 46,080 draws among the last.
TIC_TAC_TOE_ENDS = (0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872)

# Positions that can arise after n plies. Connect Four: https://oeis.org/A212693 (Tromp). Those of tic-tac-toe add up
# to 5,478.
CONNECT_FOUR_POSITIONS = [1, 7, 49, 238, 1120, 4263]
TIC_TAC_TOE_POSITIONS = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


def test_connect_four_perft() -> None:
    assert playout.perft(playout.load("connect_four").start(), 8).counts == CONNECT_FOUR_PERFT


def test_connect_four_perft_interpreted() -> None:
    found = playout.perft(playout.load("connect_four").start(), 4, backend="python")
    assert found.counts == CONNECT_FOUR_PERFT[:5]


@pytest.mark.parametrize("rows", [4, 5, 9, 15])
def test_rows_out_of_reach_do_not_matter(rows: int) -> None:
    """Up to four plies no column of four rows is full before the last ply."""
    assert playout.perft(playout.load("connect_four", rows=rows).start(), 4).counts == CONNECT_FOUR_PERFT[:5]


def test_tic_tac_toe_matches() -> None:
    found = playout.perft(playout.load("tic_tac_toe").start(), 10)
    assert found.ended == TIC_TAC_TOE_ENDS
    assert sum(found.ended) == 255_168
    assert found.leaves == 0


def test_tic_tac_toe_matches_interpreted() -> None:
    found = playout.perft(playout.load("tic_tac_toe").start(), 6, backend="python")
    assert found.ended == TIC_TAC_TOE_ENDS[:6]


def distinct(name: str, depth: int) -> list[int]:
    """How many different positions there are after 0 to `depth` plies."""
    level = {playout.load(name).start()}
    sizes = [1]
    for _ in range(depth):
        level = {state.play(move) for state in level for move in state.moves()}
        sizes.append(len(level))
    return sizes


def test_tic_tac_toe_positions() -> None:
    sizes = distinct("tic_tac_toe", 9)
    assert sizes == TIC_TAC_TOE_POSITIONS
    assert sum(sizes) == 5478


def test_connect_four_positions() -> None:
    assert distinct("connect_four", 5) == CONNECT_FOUR_POSITIONS
