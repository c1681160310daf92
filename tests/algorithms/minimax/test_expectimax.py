"""Expectimax: expectations worked by hand, minimax where there is no chance, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

import playout
from playout import CHANCE, OVER, PlayoutError
from playout.algorithms.minimax.expectimax import Expectimax
from tests.algorithms.runs import WORKED_EXAMPLE, minimax, run, tree


class Blind:
    """Take 0.4 (move 0), or toss a coin that lands on its head with probability `p` (move 1), up to `tosses` times."""

    PLAYERS = 2
    MAX_MOVES = 2
    MAX_OUTCOMES = 2
    MAX_LENGTH = 6

    def __init__(self, p: float = 0.25, tosses: int = 2) -> None:
        self.p, self.tosses, self.tossing, self.value = p, tosses, False, -1.0

    def turn(self) -> int:
        return OVER if self.value >= 0 else CHANCE if self.tossing else 0

    def moves(self) -> list[int]:
        return [0, 1]

    def chance(self, rng: object) -> int:
        return 0

    def play(self, move: int) -> None:
        if self.tossing:
            self.tossing = False
            self.tosses -= 1
            if move == 1:
                self.value = 1.0
            elif self.tosses == 0:
                self.value = 0.0
        elif move == 0:
            self.value = 0.4
        else:
            self.tossing = True

    def payoffs(self) -> list[float]:
        return [self.value, 1 - self.value]


class Wager(Blind):
    """The same, with its outcomes listed."""

    def odds(self) -> list[tuple[int, float]]:
        return [(0, 1 - self.p), (1, self.p)]


@pytest.mark.parametrize(
    ("p", "tosses", "move", "value"),
    [(0.25, 2, 1, 0.25 + 0.75 * 0.4), (0.5, 2, 1, 0.75), (0.5, 1, 1, 0.5), (0.25, 1, 0, 0.4)],
)
def test_the_mean_over_outcomes(p: float, tosses: int, move: int, value: float) -> None:
    """Toss; if it fails, take 0.4, or toss again if that is better."""
    result = run(Expectimax(playout.load(Wager, p=p, tosses=tosses).start()))
    assert result.move == move
    assert result.values == pytest.approx((value, 1 - value))
    assert result.proven


def test_without_chance_it_is_minimax() -> None:
    for state in (tree(leaves=WORKED_EXAMPLE, branching=3), playout.load("tic_tac_toe").replay(["b2", "a1"])):
        assert run(Expectimax(state)).candidates == minimax(state).candidates


PIG_TO_A_DEPTH = """
from playout.games.pig import *
def evaluate(s, seat):
    return 0.5 + 0.5 * (s.scores[seat] - s.scores[1 - seat]) / s.goal
"""


@pytest.mark.parametrize("backend", ["cpu", "python"])
def test_pig_to_a_depth(tmp_path: Path, backend: str) -> None:
    """With 5 of 6 points in this turn, holding wins in a ply; rolling risks a one."""
    (tmp_path / "short_pig.py").write_text(PIG_TO_A_DEPTH)
    state = playout.load(tmp_path / "short_pig.py", goal=5).replay(["roll", "5"])
    result = run(Expectimax(state, depth=3, backend=backend))
    assert state.format(result.move) == "hold"
    assert result.values == (1.0, 0.0)


def test_endless_lines_are_refused() -> None:
    with pytest.raises(PlayoutError, match=r"a line of pig did not end within .* for ever expectimax needs a depth"):
        run(Expectimax(playout.load("pig", goal=3).start()))


def test_hidden_cards_are_refused() -> None:
    with pytest.raises(PlayoutError, match="expectimax needs full information, and kuhn_poker hides some"):
        Expectimax(playout.load("kuhn_poker").replay(["Q", "K"]))


def test_outcomes_that_are_not_listed_are_refused() -> None:
    with pytest.raises(
        PlayoutError, match=r"expectimax needs odds\(s, outcomes, p\), which .*: add it, or use uct or flat"
    ):
        Expectimax(playout.load(Blind).start())
