"""Go's rules: beside a slow referee, and in positions made by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

import playout
from playout.games.go.notation import read_move
from tests.effort import effort, scaled
from tests.games.go.referee import Referee, area, board_of


def follow(game: playout.Game, referee: Referee, rng: random.Random, often: tuple[int, ...] = ()) -> tuple[int, int]:
    """Plays a random match beside the referee; how many stones were taken, and how often superko forbade a point.

    often: points that are played on most of the time.
    """
    state, forbidden, passes = game.start(), 0, 0
    while passes < 2 and len(state.history) < 3 * referee.side**2:
        assert not state.over
        legal = referee.legal()
        assert state.moves() == legal
        if referee.superko:
            forbidden += len(Referee(**{**vars(referee), "superko": False}).legal()) - len(legal)
        near = [move for move in legal if move in often]
        chosen = near if near and rng.random() < 0.8 else legal[:-1]
        move = rng.choice(chosen) if chosen and rng.random() < 0.95 else 0  # seldom a pass, so that matches last
        state = state.play(move)
        referee.play(move)
        passes = 0 if move else passes + 1
        assert board_of(state) == referee.board
        record = state._position[0]
        assert record["taken"].tolist() == [referee.taken[1], referee.taken[2]]
    assert state.over
    assert record["score"] == 2 * area(referee.board, referee.side) - record["komi"]
    lead = int(record["score"])
    assert state.payoffs == ((1.0, 0.0) if lead > 0 else (0.0, 1.0) if lead < 0 else (0.5, 0.5))
    return sum(referee.taken.values()), forbidden


@scaled
@pytest.mark.parametrize("ko", ["superko", "simple"])
def test_random_matches_beside_the_referee(ko: str) -> None:
    rng = random.Random(5)
    taken = 0
    for size, matches in ((5, effort(12, 40)), (6, effort(3, 8)), (9, effort(1, 2))):
        game = playout.load("go", size=size, komi=0, ko=ko)
        game.compile()
        for _ in range(matches):
            taken += follow(game, Referee(size, ko == "superko"), rng)[0]
    assert taken > effort(150, 500)


def test_interpreted_matches_beside_the_referee() -> None:
    rng = random.Random(6)
    for ko in ("superko", "simple"):
        game = playout.load("go", size=5, komi=0.5, ko=ko)
        for _ in range(3):
            follow(game, Referee(5, ko == "superko"), rng)


def legal(state: playout.State, text: str) -> bool:
    return state.parse(text) in state.moves()


def stones(state: playout.State, text: str) -> str:
    """What stands on a point: X, O or a dot."""
    return ".XO"[int(state._position[0]["points"][read_move(19, text)])]


KO: dict[str, Any] = {"size": 5, "black": "B4 A3 B2", "white": "C4 D3 C2 B3"}
"""White's stone on B3 can be taken from C3, where Black's stone then has but one liberty."""


@pytest.mark.parametrize("rule", ["superko", "simple"])
def test_ko(rule: str) -> None:
    state = playout.load("go", ko=rule, **KO).replay(["C3"])
    assert stones(state, "B3") == "."
    assert not legal(state, "B3")
    with pytest.raises(playout.MoveError, match=r"the stone on B3 was just taken.*\(ko\)"):
        state.play("B3")
    later = state.play("E5").play("A5")
    assert legal(later, "B3")
    assert stones(later.play("B3"), "C3") == "."
    assert "ko at C3" in str(later.play("B3"))


def test_snapback() -> None:
    """White throws a stone in, Black takes it, and is left with the one liberty where it stood."""
    game = playout.load("go", size=5, black="A2 B2 C2 C1", white="A3 B3 C3 D2 D1", first="white")
    state = game.replay(["A1", "B1"])
    assert stones(state, "A1") == "."
    assert legal(state, "A1")
    state = state.play("A1")
    assert board_of(state) == board_of(playout.load("go", size=5, white="A1 A3 B3 C3 D2 D1").start())
    assert state._position[0]["taken"].tolist() == [1, 5]


SENDING: dict[str, Any] = {"size": 5, "black": "A2 B2 C1", "white": "A1 C2 D1", "first": "white"}


@pytest.mark.parametrize(("rule", "allowed"), [("simple", True), ("superko", False)])
def test_send_two_return_one(rule: str, allowed: bool) -> None:
    """White takes a stone, loses two, and could put one back: all stones would stand as they did at first."""
    state = playout.load("go", ko=rule, **SENDING).replay(["B1", "C1"])
    assert [stones(state, at) for at in ("A1", "B1", "C1")] == [".", ".", "X"]
    assert legal(state, "A1") == allowed
    assert legal(state, "B1")  # taking C1 back leaves A1 empty, which is a new position
    if not allowed:
        with pytest.raises(playout.MoveError, match=r"A1 would repeat a position that was on the board before"):
            state.play("A1")


@scaled
def test_repetitions_beside_the_referee() -> None:
    """Random moves where stones are taken back and forth."""
    rng, forbidden = random.Random(7), 0
    for options, places in ((SENDING, "A1 B1 C1"), (KO, "B3 C3")):
        game = playout.load("go", komi=0, **options)
        game.compile()
        often = tuple(game.start().parse(place) for place in places.split())
        for _ in range(effort(10, 30)):
            first = game.start()
            referee = Referee(5, True, board_of(first), first.turn + 1, past=[board_of(first)])
            forbidden += follow(game, referee, rng, often)[1]
    assert forbidden > effort(7, 20)


def test_suicide_in_corners() -> None:
    for size, far, beside in ((5, "E5", "E4 D5"), (19, "T19", "T18 S19")):
        game = playout.load("go", size=size, black=f"A2 B1 {beside}")
        state = game.start().play("pass")
        for corner in ("A1", far):
            assert not legal(state, corner)
            with pytest.raises(playout.MoveError, match=f"a stone on {corner} would have no liberty and take nothing"):
                state.play(corner)
            assert legal(game.start(), corner)  # Black may fill it


def test_suicide_of_a_chain() -> None:
    """White's two stones would fill their last liberty; with one more liberty, or by taking something, they may."""
    state = playout.load("go", size=5, black="A3 B3 C2 C1", white="A2 B2 A1", first="white").start()
    assert not legal(state, "B1")
    assert legal(playout.load("go", size=5, black="A3 B3 C1", white="A2 B2 A1", first="white").start(), "B1")
    taking = playout.load("go", size=5, black="A3 B3 C2 C1", white="A2 B2 A1 D1 D2 C3", first="white").start()
    assert [stones(taking.play("B1"), at) for at in ("B1", "C1", "C2")] == ["O", ".", "."]


def test_the_whole_board_is_taken() -> None:
    names = [f"{column}{row}" for column in "ABCDEFGHJKLMNOPQRST" for row in range(1, 20)]
    game = playout.load("go", size=19, black=" ".join(names[1:]), first="white")
    state = game.replay(["A1"])
    assert board_of(state) == {(0, 0): 2}
    assert state._position[0]["taken"].tolist() == [0, 360]
    assert len(state.moves()) == 361
    assert not legal(playout.load("go", size=19, black=" ".join(names[1:])).start(), "A1")


SEKI = {"size": 5, "black": "D1 D2 D3 D4 D5 E1 E2 E3 E4 E5 C4 C5", "white": "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 C3"}
"""Whoever plays on C1 or C2 is taken: the two points belong to nobody. Black has 12 points, White 11."""


@pytest.mark.parametrize(("komi", "payoffs"), [(0, (1.0, 0.0)), (0.5, (1.0, 0.0)), (1, (0.5, 0.5)), (1.5, (0.0, 1.0))])
def test_points_between_both_colours_count_for_nobody(komi: float, payoffs: tuple[float, float]) -> None:
    state = playout.load("go", komi=komi, **SEKI).replay(["pass", "pass"])
    assert state.payoffs == payoffs
    text = {0: "Black wins by 1;", 0.5: "Black wins by 0.5;", 1: "a draw;", 1.5: "White wins by 0.5;"}[komi]
    assert text in str(state)


def test_stones_that_are_dead_are_not_taken_off() -> None:
    """A lone stone in surrounded points makes them nobody's: 24 points around it, and none for the empty ones."""
    state = playout.load("go", size=5, komi=0, black="C1 C2 C3 C4 C5", white="A3").replay(["pass", "pass"])
    assert state._position[0]["score"] == 2 * (5 + 10 - 1)


def test_a_long_match_is_counted_as_it_stands() -> None:
    """On five by five after 75 plies, also if nobody has passed."""
    rng, game = random.Random(2), playout.load("go", size=5, komi=0.5, ko="simple")
    game.compile()
    long = []
    for _ in range(100):
        state = game.start()
        while not state.over:
            assert state._call("left") == 75 - len(state.history)
            state = state.play(rng.choice(state.moves()[:-1] or [0]))
        long += [state] if len(state.history) == 75 and state.history[-2:] != (0, 0) else []
        assert len(state.history) == 75 or state.history[-2:] == (0, 0)
    assert len(long) > 3
    for state in long:
        assert state.payoffs[0] == (area(board_of(state), 5) > 0)


def test_equality() -> None:
    """Orders of the same moves lead to equal positions with simple ko; with superko their pasts differ."""
    one, other = ["A1", "B2", "C3", "D4"], ["C3", "D4", "A1", "B2"]
    simple, strict = playout.load("go", ko="simple"), playout.load("go", ko="superko")
    assert simple.replay(one) == simple.replay(other)
    assert strict.replay(one) != strict.replay(other)
    assert strict.replay(one) == strict.replay(one)
    # Passes add no position, but the match comes nearer to its end, and the turn and the passes count.
    assert simple.replay(one) != simple.replay([*one, "pass"])
    # A ko that is still forbidden, and one that is not any more.
    ko = playout.load("go", ko="simple", **KO)
    assert ko.replay(["C3"]) != playout.load("go", ko="simple", size=5, black="B4 A3 B2 C3", white="C4 D3 C2").start()


def test_the_check_finds_nothing() -> None:
    """Native code does what the interpreted rules do, policies included."""
    report = playout.check("go", seconds=1, size=5)
    assert report.passed, str(report)
