"""Games that are Python classes: they are examined alike, but for native code, which they do not have."""

from __future__ import annotations

from playout.checking import check
from tests.checking.games import failure


class Nim:
    """Nim: take one to three stones; whoever takes the last wins."""

    PLAYERS = 2
    MAX_MOVES = 3
    MAX_LENGTH = 12

    def __init__(self, stones: int = 12) -> None:
        self.stones = stones
        self.taken: list[int] = []

    def turn(self) -> int:
        return len(self.taken) % 2 if self.stones else -1

    def moves(self) -> list[int]:
        return list(range(1, min(self.stones, 3) + 1))

    def play(self, move: int) -> None:
        self.stones -= move
        self.taken.append(move)

    def payoffs(self) -> list[float]:
        return [1.0, 0.0] if len(self.taken) % 2 else [0.0, 1.0]

    def key(self) -> int:
        return self.stones * 2 + len(self.taken) % 2


class Shallow(Nim):
    """Nim whose copies share the list of what was taken."""

    def copy(self) -> Shallow:
        other = Shallow(self.stones)
        other.taken = self.taken
        return other


class Crowded(Nim):
    """Nim with more moves than it declares, once stones are few."""

    def moves(self) -> list[int]:
        return [1, 2, 3, 4] if self.stones == 10 else super().moves()


def test_a_class_passes_and_skips_native_code() -> None:
    report = check(Nim, seconds=0.3, stones=9)
    assert report.passed, str(report)
    by_rule = {finding.rule: finding for finding in report.findings}
    assert by_rule["native code does what the interpreted rules do"].passed is None
    assert "– the rules compile to native code: the game is a Python class" in str(report)
    assert set(report.speeds) == {"python"}


def test_a_copy_that_shares_is_caught() -> None:
    found = failure(check(Shallow, seconds=0.2), "playing on a copy")
    assert found.moves == ("1",)
    assert found.shortest
    assert "taken" in found.detail and "copy method" in found.detail


def test_a_class_with_too_many_moves_is_caught() -> None:
    found = failure(check(Crowded, seconds=0.2), "no function raises")
    assert found.moves == ("2",) and found.shortest
    assert "Crowded.moves returns 4 items, and MAX_MOVES says 3" in found.detail


def test_an_object_that_cannot_be_pickled_is_caught() -> None:
    class Local(Nim):
        pass

    found = failure(check(Local, seconds=0.2), "a pickled state")
    assert found.moves == ()
    assert "define Local at the top of a module" in found.detail
