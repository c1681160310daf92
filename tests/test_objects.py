"""Games that are Python classes."""

from __future__ import annotations

from typing import Any

import pytest

import playout
from playout import OptionError, RulesError


class Nim:
    """Nim: take one to three stones; who takes the last one wins."""

    PLAYERS = 2
    MAX_MOVES = 3

    def __init__(self, stones: int = 15) -> None:
        self.stones = stones
        self.seat = 0

    def turn(self) -> int:
        return self.seat if self.stones else playout.OVER

    def moves(self) -> list[int]:
        return list(range(1, min(3, self.stones) + 1))

    def play(self, move: int) -> None:
        self.stones -= move
        self.seat = 1 - self.seat

    def payoffs(self) -> list[float]:
        return [float(self.seat), 1.0 - self.seat]


def changed(**members: Any) -> type:
    """The class with other members; None takes one away."""
    kept = {**{name: item for name, item in vars(Nim).items() if name not in ("__dict__", "__weakref__")}, **members}
    return type("Nim", (), {name: item for name, item in kept.items() if item is not None})


def test_a_class_is_a_game() -> None:
    game = playout.load(Nim, stones=4)
    assert game.title == "Nim: take one to three stones; who takes the last one wins"
    final = game.replay([3, 1])
    assert final.payoffs == (0.0, 1.0)
    assert game.start().moves() == [1, 2, 3]
    # With two stones: one and one (a loss), or both at once (a win), as likely.
    means = playout.playouts(game.replay([1, 1]), 2000, seed=1)
    assert means[0] == pytest.approx(0.5, abs=0.06)


def test_equal_objects_are_equal_positions() -> None:
    """The class has neither a text nor an equality of its own."""
    game = playout.load(Nim)
    one, other = game.replay([1, 2, 1]), game.replay([2, 1, 1])
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == "stones = 11\nseat = 1"
    assert one != game.replay([1, 2, 2])


def test_a_text_of_its_own_is_shown() -> None:
    assert str(playout.load(changed(__str__=lambda self: f"{self.stones} stones")).start()) == "15 stones"
    assert str(playout.load(changed(__repr__=lambda self: f"Nim({self.stones})")).start()) == "Nim(15)"


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"payoffs": None}, "has no method payoffs"),
        ({"PLAYERS": None}, "needs PLAYERS"),
        ({"MAX_MOVES": 0}, "needs MAX_MOVES"),
        ({"odds": lambda self: [(1, 1.0)]}, "has odds but not chance"),
        ({"mask": lambda self, seat: None}, "has mask but not guess"),
        ({"guess": lambda self, seat, rng: None}, "has guess but not mask"),
    ],
)
def test_a_broken_class_is_refused(members: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        playout.load(changed(**members))


def test_more_moves_than_declared_are_refused() -> None:
    with pytest.raises(RulesError, match="returns 4 items, and MAX_MOVES says 3 at most"):
        playout.load(changed(moves=lambda self: [1, 2, 3, 4])).start().moves()


def test_native_code_is_refused() -> None:
    with pytest.raises(RulesError, match="is a Python class and runs interpreted"):
        playout.playouts(playout.load(Nim).start(), 1, backend="cpu")


def test_unknown_options_are_refused() -> None:
    with pytest.raises(OptionError, match=r"no option 'stone' \(did you mean stones\?\)"):
        playout.load(Nim, stone=3)
