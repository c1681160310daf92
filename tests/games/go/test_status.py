"""Dead stones: positions whose status is certain, and the last positions of GNU Go's matches beside its judgement."""

from __future__ import annotations

import os
import random
import shutil
import subprocess

import pytest

import playout
from playout.games.go.layout import PASS, WHITE
from playout.games.go.status import capture_before_pass, dead_chains, settled_score
from playout.protocols.gtp import count_score, dead_stones

GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")


def position(*rows: str, komi: float = 0.5, first: str = "black") -> playout.State:
    """The position of a picture, the highest row first: X is Black, O is White."""
    found: dict[str, list[str]] = {"X": [], "O": [], ".": []}
    for i, row in enumerate(rows):
        for column, there in enumerate(row.replace(" ", "")):
            found[there].append(f"{'ABCDEFGHJ'[column]}{len(rows) - i}")
    black, white = " ".join(found["X"]), " ".join(found["O"])
    return playout.load("go", size=len(rows), komi=komi, black=black, white=white, first=first).start()


def dead(state: playout.State) -> set[str]:
    return {point for chain in dead_stones(state) for point in chain}


SEKI = (
    "O O O X X X X X X",
    "O O O X X X X X X",
    ". O O X X X X . X",
    "O O O X X X X X X",
    ". O O X X X X . X",
    "O O O X X X X X X",
    "O O O X X X X X X",
    "X X X O O O X X X",
    ". X . O . O X X X",
)
"""The black chain has the eye A1, the white one beside it E1, and C1 is the last liberty of both but the eyes.

Whoever plays C1 has one liberty left, and is captured.
"""


def test_a_stone_in_the_others_territory_is_dead() -> None:
    """White owns the left with two eyes, Black the right; a stone alone in nine points or six finds no two eyes."""
    state = position(
        ". O . O X . X",
        "O O O O X X X",
        ". O . O X . X",
        "O O O O X X X",
        ". X . O X . .",
        ". . . O X . O",
        ". . . O X . .",
    )
    assert dead(state) == {"B3", "G2"}
    # Without both: White's four columns are 28 points, Black's three are 21.
    assert count_score(state, dead_stones(state)) == "W+7.5"
    # With both, the empty points around them count for nobody: White has 19 points and G2, Black 15 and B3.
    assert count_score(state) == "W+4.5"


def test_two_eyes_live_and_one_dies() -> None:
    """The white group in the corner has two eyes; then one of them is filled by its own stone."""
    rows = [
        "X X X X X X X",
        "X . X X X . X",
        "X X X X X X X",
        "X X X X X X X",
        "O O O O X X X",
        "O O O O X X X",
        ". O . O X X X",
    ]
    assert dead(position(*rows)) == set()
    rows[-1] = ". O O O X X X"
    white = {f"{column}{row}" for column in "ABCD" for row in (1, 2, 3)} - {"A1"}
    assert dead(position(*rows)) == white
    state = position(*rows)
    assert count_score(state, dead_stones(state)) == "B+48.5"  # all 49 points


def test_a_seki_lives() -> None:
    state = position(*SEKI)
    assert dead(state) == set()
    assert settled_score(state.game.rules, state.position, []) == settled_score(
        state.game.rules, state.position, dead_chains(state.game.rules, state.position)
    )


def test_passes_and_the_seat_to_move_change_nothing() -> None:
    state = position(*CATCH)
    for again in (state, position(*CATCH, first="white"), state.play("pass"), state.play("pass").play("pass")):
        assert dead(again) == {"A3"}


CATCH = ("X . X X X", ". . X X .", "O . X X X", ". . X X .", ". . X X X")
"""Black has the eyes E2 and E4; the white stone A3 has the liberties A2, A4, B3."""


def test_dead_stones_are_captured_before_a_pass() -> None:
    state = position(*CATCH)
    assert dead(state) == {"A3"}
    played = 0
    while dead(state):
        values = dict.fromkeys(state.moves(), 1.0)
        move = capture_before_pass(state.game.rules, state.position, values)
        assert state.format(move) in {"A2", "A4", "B3"}
        state, played = state.play(move).play("pass"), played + 1
    assert played == 3  # a stone for each of its liberties
    assert not (state.position[0]["points"] == WHITE).any()
    assert count_score(state) == "B+24.5"
    assert capture_before_pass(state.game.rules, state.position, dict.fromkeys(state.moves(), 1.0)) == PASS


def test_a_capture_that_costs_too_much_is_left_out() -> None:
    state = position(*CATCH)
    rules, moves = state.game.rules, state.moves()

    def chosen(**values: float | None) -> str:
        given = dict.fromkeys(moves, 0.2) | {state.parse(move): value for move, value in values.items()}
        return state.format(capture_before_pass(rules, state.position, given))

    assert chosen(**{"pass": 1.0}) == "pass"
    assert chosen(**{"pass": 1.0, "A4": 0.97}) == "A4"
    assert chosen(**{"pass": 1.0, "B3": None}) == "B3"  # not searched, because the pass was certain at once


def test_only_the_others_stones_are_captured() -> None:
    state = position(*CATCH, first="white")
    assert capture_before_pass(state.game.rules, state.position, dict.fromkeys(state.moves(), 0.0)) == PASS


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (Debian: gnugo)")
def test_beside_gnu_go() -> None:
    """GNU Go ends matches that began at random; none of its living stones is dead here, and most dead ones are."""
    found = missed = 0
    for number in range(6):
        state, theirs = finished_match(2000 + number)
        ours = dead(state)
        assert ours <= theirs, f"match {number}: {ours - theirs} live"
        found, missed = found + len(theirs & ours), missed + len(theirs - ours)
    assert found > 4 * missed


def finished_match(number: int) -> tuple[playout.State, set[str]]:
    """The last position of a match of GNU Go against itself after 16 random moves, and its dead stones."""
    command = [str(GNUGO), "--mode", "gtp", "--chinese-rules", "--level", "1", "--seed", str(number)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:

        def send(line: str) -> str:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{line}\n")
            answer = ""
            while (text := process.stdout.readline()).strip() or not answer:
                answer += text
            assert answer.startswith("="), (line, answer)
            return answer[1:].strip()

        draw = random.Random(number)
        state = playout.load("go", size=9, ko="simple").start()
        for line in ("boardsize 9", "clear_board", "komi 7.5"):
            send(line)
        while not state.over:
            colour = ("black", "white")[state.turn]
            if len(state.history) < 16:
                move = state.format(draw.choice([move for move in state.moves() if move != PASS]))
                send(f"play {colour} {move}")
            else:
                move = send(f"genmove {colour}").lower()
            state = state.play(move)
        dead = set(send("final_status_list dead").split())
        send("quit")
    return state, dead
