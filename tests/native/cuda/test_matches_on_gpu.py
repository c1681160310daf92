"""On a GPU: playouts and matches are those of the CPU, for every built-in game."""

from __future__ import annotations

from typing import Any

import pytest

import playout
from playout import loading
from playout.arena.executors.gpu.executor import GpuExecutor
from playout.arena.match import MatchRunner
from playout.arena.tournament import define
from playout.rules import RulesError

pytestmark = pytest.mark.usefixtures("gpu")

GAMES = [name for name in loading.names() if not name.startswith("openspiel")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [1, 255, 100_003])
def test_playouts_are_those_of_the_cpu(game: str, count: int) -> None:
    count = min(count, 2003) if game in ("chess", "go", "hearthstone") else count
    state = playout.load(game).start()
    there = playout.playouts(state, count, seed=5, backend="cuda")
    assert there == playout.playouts(state, count, seed=5, threads=8)


def test_many_playouts_are_the_same() -> None:
    state = playout.load("connect_four").start().play("d")
    count = (1 << 24) + 12_345
    assert playout.playouts(state, count, seed=1, backend="cuda") == playout.playouts(state, count, seed=1, threads=8)


def test_a_view_is_guessed_as_on_the_cpu() -> None:
    match = playout.load("kuhn_poker").start().play(2).play(1)
    state = match.seen_by(0)
    there = playout.playouts(state, 10_000, seed=2, backend="cuda")
    assert there == playout.playouts(state, 10_000, seed=2)


def assert_same(game: str, agents: list[str], count: int) -> None:
    definition = define(game, agents, pairing="round-robin", seed=5, openings=0, clock=None)
    executor, runner = GpuExecutor(slots=50), MatchRunner(definition)
    found: dict[int, Any] = {
        row.number: row
        for batches in executor.play(definition, range(count))
        for batch in batches
        for row in batch.rows
    }
    assert sorted(found) == list(range(count))
    for number, row in found.items():
        other = runner.play(number)
        assert (row.moves, row.payoffs, row.plies) == (other.moves, other.payoffs, other.plies), number
    assert executor.only_on_cpu == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_random_matches_are_the_same(game: str) -> None:
    seats = playout.load(game).seats
    assert_same(game, ["random", *(f"random(seed={seat})" for seat in range(2, seats + 1))], 100)


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("connect_four", ["uct(simulations=100)", "uct(simulations=60, c=0.9)", "rules"]),
        (
            "tic_tac_toe",
            ["uct(simulations=60, selection=ucb1_tuned)", "uct(simulations=50, grave=9)", "flat(simulations=9)"],
        ),
        ("gomoku3d", ["uct(simulations=50)", "uct(simulations=50, wary=0.6)", "random"]),
        ("pig", ["uct(simulations=40)", "ucb(simulations=40)"]),
        ("kuhn_poker", ["flat(simulations=40)", "ucb(simulations=40)"]),
    ],
)
def test_searches_find_the_same_moves(game: str, agents: list[str]) -> None:
    assert_same(game, agents, 40)


def test_a_check_compares_a_gpu() -> None:
    report = playout.check("tic_tac_toe", seconds=0.5, backend="cuda")
    assert report.passed, report
    assert "a GPU does what native code does" in str(report)


def test_a_match_without_end_is_reported(tmp_path: Any) -> None:
    path = tmp_path / "endless.py"
    path.write_text(ENDLESS)
    with pytest.raises(RulesError, match="MAX_LENGTH"):
        playout.playouts(playout.load(path).start(), 1000, seed=1, backend="cuda")


ENDLESS = '''"""Nobody ever wins."""

import numpy as np

PLAYERS = 2
MAX_MOVES = 1
MAX_LENGTH = 50
State = np.dtype([("turn", np.int8)])


def start(s):
    s.turn = 0


def turn(s):
    return s.turn


def moves(s, out):
    out[0] = 0
    return 1


def play(s, move):
    s.turn = 1 - s.turn


def payoffs(s, out):
    out[0] = out[1] = 0.5
'''
