"""Exams: positions with exact values, mistakes in them, and Elo against fixed opponents."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import playout
from playout.learning.exams.ladder import RUNGS, Ladder
from playout.learning.exams.positions import (
    SolvedPosition,
    can_be_solved,
    mistakes,
    read_positions,
    solved_positions,
    write_positions,
)
from playout.rules import PlayoutError
from playout.spelling import Spec


def minimax(state: playout.State, seat: int) -> float:
    if state.over:
        return state.payoffs[seat]
    values = [minimax(state.play(move), seat) for move in state.moves()]
    return max(values) if state.turn == seat else min(values)


@pytest.fixture(scope="module")
def positions() -> list[SolvedPosition]:
    return solved_positions(playout.load("tic_tac_toe"), most=40, seconds=60, seed=1)


def test_values_of_positions_are_exact(positions: list[SolvedPosition]) -> None:
    game = playout.load("tic_tac_toe")
    assert len({item.moves for item in positions}) == len(positions) == 40
    late = [item for item in positions if len(item.moves) >= 4]  # of earlier ones plain minimax takes long
    assert len(late) > 10
    assert all(len(set(item.values.values())) > 1 for item in positions)
    for item in late:
        state = game.replay(item.moves)
        assert item.values == {move: minimax(state.play(move), state.turn) for move in state.moves()}


def test_mistakes_are_counted(positions: list[SolvedPosition]) -> None:
    """A perfect player makes none, a random one as many as the values of moves let expect."""
    game = playout.load("tic_tac_toe")
    assert mistakes(game, Spec.read("alphabeta"), positions).wrong == 0
    many = positions * 10
    found = mistakes(game, Spec.read("random"), many)
    chances = [np.mean([value < max(item.values.values()) for value in item.values.values()]) for item in many]
    spread = np.sqrt(np.sum([p * (1 - p) for p in chances]))
    assert found.positions == 400
    assert abs(found.wrong - np.sum(chances)) < 4 * spread


def test_positions_are_read_as_they_were_written(positions: list[SolvedPosition], tmp_path: Path) -> None:
    write_positions(tmp_path / "positions", positions)
    assert read_positions(tmp_path / "positions") == positions
    (tmp_path / "positions").write_text('{"moves": [1]}\n')
    with pytest.raises(PlayoutError, match="does not hold positions with values"):
        read_positions(tmp_path / "positions")


def test_which_games_can_be_solved() -> None:
    assert can_be_solved(playout.load("connect_four"))
    assert not any(can_be_solved(playout.load(name)) for name in ("gomoku3d", "pig", "kuhn_poker"))


def test_a_ladder_ranks_players_by_the_rungs_they_meet() -> None:
    """A stronger agent stands higher than a weaker one; the same matches are not played twice."""
    game, ladder = playout.load("tic_tac_toe"), Ladder()
    strong = ladder.examine(game, "strong", "uct(simulations=300)", matches=8, workers=1, seed=1)
    rungs = sum("strong" not in names for names, _, _ in ladder.rows)
    assert rungs == 8 * (len(RUNGS) - 1)
    weak = ladder.examine(game, "weak", "random(seed=5)", matches=8, workers=1, seed=2)
    assert sum(not {"strong", "weak"} & set(names) for names, _, _ in ladder.rows) == rungs
    assert strong.scores["random"] > weak.scores["random"]
    assert strong.elo > weak.elo and strong.low < strong.elo < strong.high
    assert set(strong.scores) == set(RUNGS)
    again = Ladder.read(json.loads(json.dumps(ladder.record())))
    assert again == ladder


@pytest.mark.slow
def test_a_ladder_ranks_players_of_three_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rung has all other seats, and an even score is a third."""
    rungs = ("random", "uct(simulations=20)", "uct(simulations=40)")
    monkeypatch.setattr("playout.learning.exams.ladder.RUNGS", rungs)
    game, ladder = playout.load("gomoku3d"), Ladder()
    found = ladder.examine(game, "strong", "uct(simulations=400)", matches=6, workers=1, seed=1)
    seated = [names for names, _, _ in ladder.rows]
    assert all(len(names) == game.seats == 3 for names in seated)
    assert {name for names in seated for name in names} == {"strong", *rungs}
    assert all(len(set(names)) == 2 for names in seated)
    assert all(names.count("strong") == 1 for names in seated if "strong" in names)
    assert found.scores["random"] > 1 / 3
    assert found.low < found.elo < found.high
