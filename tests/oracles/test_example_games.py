"""The games of examples/games beside OpenSpiel's rules, and what mathematics says about them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel
import pytest

import playout
from playout.encoding.encoding import encode, encoding_of
from tests import paths
from tests.effort import effort, scaled

FOLDER = paths.ROOT / "examples" / "games"
MATCHES = effort(4, 40)


def line_number(cell: int) -> int:
    """OpenSpiel's number of a line of Dots and Boxes 3x3: the lines across by rows, then the upright ones by rows."""
    row, column = divmod(cell, 7)
    return row // 2 * 3 + column // 2 if row % 2 == 0 else 12 + row // 2 * 4 + column // 2


THEIRS: dict[str, tuple[str, Callable[[int], int]]] = {
    "dots_and_boxes": ("dots_and_boxes(num_rows=3,num_cols=3)", line_number),
    "hex": ("hex(board_size=5)", int),
}
"""By the game's file: OpenSpiel's name for it, and its number of a move."""


@scaled
@pytest.mark.parametrize("name", THEIRS)
def test_random_matches_beside_openspiel(name: str) -> None:
    spelt, number = THEIRS[name]
    game, rng = playout.load(FOLDER / f"{name}.py"), random.Random(1)
    for _ in range(MATCHES):
        ours, theirs = game.start(), pyspiel.load_game(spelt).new_initial_state()
        while not ours.over:
            assert not theirs.is_terminal()
            assert ours.turn == theirs.current_player()
            assert sorted(map(number, ours.moves())) == theirs.legal_actions()
            move = rng.choice(ours.moves())
            ours = ours.play(move)
            theirs.apply_action(number(move))
        assert theirs.is_terminal()
        assert ours.payoffs == tuple((payoff + 1) / 2 for payoff in theirs.returns())


@pytest.mark.parametrize("size", [2, 3])
def test_the_first_seat_wins_hex(size: int) -> None:
    """As in every size: there are no draws, and a further stone never harms (Nash's argument of strategy stealing)."""
    result = playout.search(playout.load(FOLDER / "hex.py", size=size).start(), "alphabeta", backend="python")
    assert result.proven and result.values == (1.0, 0.0)


def test_the_files_are_short_and_say_nothing_to_a_search() -> None:
    files = sorted(FOLDER.glob("*.py"))
    assert [path.stem for path in files] == sorted(THEIRS)
    for path in files:
        assert len(path.read_text().splitlines()) < 90, path.name
        assert not [word for word in ("planes", "tactics", "evaluate") if playout.load(path).rules.has(word)]


def test_a_network_sees_the_board_and_the_score_by_the_record() -> None:
    """Hex: two planes of the seats, two of their stones, one of what is joined. Boxes: two, lines, two of owners, and
    nine of each seat's boxes.
    """
    hexagons = playout.load(FOLDER / "hex.py").start().play(12).play(3)
    seen = encode(hexagons, encoding_of(hexagons.game))
    assert seen.shape == (5, 5, 5)
    assert [plane.sum() for plane in seen] == [25, 0, 1, 1, 0] and seen[2, 2, 2] == seen[3, 0, 3] == 1
    boxes = playout.load(FOLDER / "dots_and_boxes.py").start()
    for move in (1, 7, 9):
        boxes = boxes.play(move)
    boxes = boxes.play(15)  # seat 1 closes the box in the corner, and moves again
    assert boxes.turn == 1
    seen = encode(boxes, encoding_of(boxes.game))
    assert seen.shape == (2 + 1 + 2 + 18, 7, 7)
    assert [plane.sum() for plane in seen[:6]] == [0, 49, 4, 1, 0, 49] and seen[3, 1, 1] == 1
    assert seen[6:].sum() == 0
