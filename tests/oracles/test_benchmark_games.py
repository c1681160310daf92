"""The games of benchmarks/games: OpenSpiel's rules, or those of a slow referee, over random matches."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

import playout
from playout.rules import OPTIONAL
from tests import paths
from tests.effort import effort, scaled

FOLDER = paths.ROOT / "benchmarks" / "games"
MATCHES = effort(4, 40)

THEIRS: dict[str, tuple[str, dict[str, Any]]] = {
    "amazons": ("amazons(board_size=6)", {}),
    "breakthrough": ("breakthrough(rows=6,columns=6)", {}),
    "clobber": ("clobber(rows=5,columns=6)", {}),
    "dots_and_boxes": ("dots_and_boxes(num_rows=3,num_cols=3)", {}),
    "hex": ("hex(board_size=7)", {}),
    "kalah": ("mancala", {}),
    "othello": ("othello", {"size": 8}),  # OpenSpiel has no other size
    "pentago": ("pentago", {}),
    "y": ("y(board_size=8)", {}),
}
"""By the game's file: OpenSpiel's name for it, and our options. Moves have the same numbers."""


@scaled
@pytest.mark.parametrize("name", THEIRS)
def test_random_matches_beside_openspiel(name: str) -> None:
    spelt, options = THEIRS[name]
    game, rng = playout.load(FOLDER / f"{name}.py", **options), random.Random(1)
    for _ in range(MATCHES):
        ours, theirs = game.start(), pyspiel.load_game(spelt).new_initial_state()
        while not ours.over:
            assert not theirs.is_terminal()
            assert ours.turn == theirs.current_player()
            assert sorted(ours.moves()) == theirs.legal_actions()
            move = rng.choice(ours.moves())
            ours = ours.play(move)
            theirs.apply_action(move)
        assert theirs.is_terminal()
        assert ours.payoffs == tuple((payoff + 1) / 2 for payoff in theirs.returns())


@scaled
def test_domineering_beside_a_referee() -> None:
    """The referee has a set of free cells (row, column) and looks for every domino anew."""
    game, rng, size = playout.load(FOLDER / "domineering.py"), random.Random(1), 8
    for _ in range(MATCHES):
        state, free, seat = game.start(), {(y, x) for y in range(size) for x in range(size)}, 0
        while True:
            dominoes = {(y, x): (y + 1, x) if seat == 0 else (y, x + 1) for y, x in free}
            legal = sorted(first for first, second in dominoes.items() if second in free)
            if not legal:
                break
            assert state.turn == seat
            assert sorted(state.moves()) == [size * y + x for y, x in legal]
            first = rng.choice(legal)
            state = state.play(size * first[0] + first[1])
            free -= {first, dominoes[first]}
            seat = 1 - seat
        assert state.over
        assert state.payoffs[seat] == 0 and state.payoffs[1 - seat] == 1, "whoever cannot move loses"


def test_every_game_of_the_folder_has_a_referee_and_tells_a_search_nothing() -> None:
    files = {path.stem for path in FOLDER.glob("*.py")}
    assert files == {*THEIRS, "domineering"}
    for name in files:
        rules = playout.load(FOLDER / f"{name}.py").rules
        assert not [hook for hook in OPTIONAL if rules.has(hook)]
        assert not rules.tuned
