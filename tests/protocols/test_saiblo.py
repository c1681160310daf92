"""Saiblo's protocol: what is read and written, and whole matches between two programs under a slow referee's eyes."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import playout
from playout import MoveError, PlayoutError
from playout.protocols.saiblo import play_cell, read_answer, read_setup, read_turn, write_answer
from tests.games.referee import Cell, Referee


@pytest.mark.parametrize(
    ("cell", "data"),
    [
        ((0, 0), b"\x00\x00\x00\x030 0"),
        ((8, 11), b"\x00\x00\x00\x048 11"),
        ((11, 10), b"\x00\x00\x00\x0511 10"),
    ],
)
def test_an_answer_is_its_length_and_its_text(cell: Cell, data: bytes) -> None:
    assert write_answer(*cell) == data
    assert read_answer(data) == (cell, b"")
    assert read_answer(data + b"\x00") == (cell, b"\x00")


@pytest.mark.parametrize("data", [b"", b"\x00\x00", b"\x00\x00\x00\x033 ", b"\x00\x00\x00\x03a b"])
def test_what_is_no_answer_is_refused(data: bytes) -> None:
    with pytest.raises(PlayoutError):
        read_answer(data)


def test_the_first_line_is_a_board() -> None:
    board = read_setup("9 12 3 4\n")
    assert (board.rows, board.columns, board.blocked) == (9, 12, (3, 4))
    assert playout.load("connect_four", **board.options).options == {"rows": 9, "columns": 12, "blocked": (3, 4)}


def test_a_turn_is_a_cell() -> None:
    assert read_turn(" 8 0\r\n") == (8, 0)
    assert read_turn("-1 -1\n") is None


@pytest.mark.parametrize(
    "line", ["", "9 12 3", "9 12 3 x", "9 12 3 4 5", "9 12 3 4.0", "9 12 9 0", "99 9 0 0", "9 9 -1 0", "16 9 0 0"]
)
def test_what_is_no_board_is_refused(line: str) -> None:
    with pytest.raises(PlayoutError, match=r"M N noX noY|has to be a whole number from"):
        read_setup(line)


@pytest.mark.parametrize("blocked", [(8, 4), (0, 4), (3, 4), (7, 4)])
def test_stones_land_where_a_referee_says(blocked: Cell) -> None:
    """The bottom, the top and the middle of a column: filled to its end, the stone never stands on the blocked cell."""
    board, referee = read_setup(f"9 9 {blocked[0]} {blocked[1]}"), Referee(9, 9, 4, blocked)
    for _ in range(8):
        landing = referee.landing(4)
        assert landing is not None
        assert board.landing(4) == landing != blocked
        wrong = (landing[0] + 1, 4)
        with pytest.raises(
            MoveError, match=f"moved to {wrong[0]} 4, but a stone in column 4 lands on row {landing[0]}"
        ):
            play_cell(board, *wrong)
        play_cell(board, *landing)
        referee.play(4)
    assert 4 not in board.moves()
    with pytest.raises(MoveError, match="column 4 is full or not on the board"):
        play_cell(board, 0, 4)


@contextmanager
def program(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "playout", "protocol", "saiblo", *words]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as running:  # type: ignore[call-overload]
        try:
            yield running
        finally:
            running.kill()


def ask(running: subprocess.Popen[bytes], text: str) -> Cell:
    """Send a turn; the cell that comes back, read as the statement of the protocol has it."""
    assert running.stdin and running.stdout
    running.stdin.write(text.encode())
    running.stdin.flush()
    length = int.from_bytes(running.stdout.read(4), "big")
    x, y = running.stdout.read(length).decode("ascii").split(" ")
    return int(x), int(y)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_between_two_programs(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns = rng.randint(9, 12), rng.randint(9, 12)
    blocked = (rng.randrange(rows), rng.randrange(columns))
    referee, last = Referee(rows, columns, 4, blocked), (-1, -1)
    setup = f"{rows} {columns} {blocked[0]} {blocked[1]}\n"
    with program("--seconds", "0.05") as one, program("--agent", "uct(simulations=300)") as two:
        while referee.moves():
            ply = len(referee.stones)
            last = ask((one, two)[ply % 2], f"{setup if ply < 2 else ''}{last[0]} {last[1]}\n")
            assert last == referee.landing(last[1])
            referee.play(last[1])
        for running in (one, two):
            out, error = running.communicate(timeout=60)
            assert (running.returncode, out) == (0, b""), error
    assert referee.winner() is not None or len(referee.stones) == rows * columns - 1


def talk(text: str, *words: str) -> tuple[int, bytes, list[str]]:
    with program("--agent", "uct(simulations=20)", *words) as running:
        out, error = running.communicate(text.encode("latin-1"), timeout=120)
    return running.returncode, out, [line for line in error.decode().splitlines() if not line.startswith("compil")]


def test_a_threat_of_three_is_answered() -> None:
    """The other side piles three stones in column 0 and never meets resistance: the fourth cell is taken in time."""
    with program("--agent", "uct(simulations=200)") as running:
        referee = Referee(9, 9, 4, (5, 8))
        text = "9 9 5 8\n"
        for row in (8, 7, 6):
            if referee.landing(0) != (row, 0):
                break  # it has taken a cell of the column earlier
            referee.play(0)
            cell = ask(running, f"{text}{row} 0\n")
            assert cell == referee.landing(cell[1])
            referee.play(cell[1])
            text = ""
        assert 1 in {referee.stones.get((row, 0)) for row in (8, 7, 6, 5)}


def test_nothing_to_read_is_no_error() -> None:
    assert talk("") == (0, b"", [])
    assert talk("9 9 4 4\n") == (0, b"", [])
    assert talk("\n9 9 4 4\n\n") == (0, b"", [])


@pytest.mark.parametrize(
    ("text", "answers", "words"),
    [
        ("hello\n", 0, "the first line has to be 'M N noX noY', not 'hello'"),
        ("9 9 9 9\n-1 -1\n", 0, "the row of blocked has to be a whole number from 0 to 8, not 9"),
        ("9 9 4 4\nwhat?\n", 0, "a turn has to be 'lastX lastY', not 'what?'"),
        ("9 9 4 4\n\xff\xfe\n", 0, "a turn has to be 'lastX lastY'"),
        ("9 9 4 4\n0 0\n", 0, "the other side moved to 0 0, but a stone in column 0 lands on row 8"),
        ("9 9 8 0\n8 0\n", 0, "the other side moved to 8 0, but a stone in column 0 lands on row 7"),
        ("9 9 4 4\n8 9\n", 0, "the other side moved to 8 9, but column 9 is full or not on the board"),
        ("9 9 4 4\n8 -1\n", 0, "column -1 is full or not on the board"),
        ("9 9 4 4\n-1 -1\n-1 -1\n", 1, "-1 -1 says that the match begins, but it has begun"),
    ],
)
def test_garbage_and_illegal_moves_end_it_with_a_sentence(text: str, answers: int, words: str) -> None:
    code, out, errors = talk(text)
    assert code == 1
    assert len(errors) == 1 and errors[0].startswith("playout: ") and words in errors[0]
    for _ in range(answers):
        _, out = read_answer(out)
    assert out == b""


def test_an_agent_that_does_not_search_is_refused() -> None:
    code, out, errors = talk("9 9 4 4\n", "--agent", "random")
    assert (code, out) == (1, b"")
    assert errors == ["playout: random does not search; use uct, alphabeta or flat"]
