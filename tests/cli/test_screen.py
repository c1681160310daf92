"""What a person sees in a terminal: words that are not broken, colours where there are any, keys, names of seats."""

from __future__ import annotations

import contextlib
import os
import re
import select
import sys
import time
from collections.abc import Iterator

import pytest

import playout
from playout import MoveError, OptionError, SearchResult, State
from playout.algorithms.results import Candidate
from playout.cli.commands import solve as solving
from playout.cli.parameters import replay
from playout.cli.prompt import matching
from playout.cli.screen import seat_values, to_seat, wrapped
from playout.limits import Limit
from tests.cli.running import run

terminal = pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no such terminals")


def play(*words: str, typed: tuple[str, ...] = (), columns: int = 60, **environment: str) -> str:
    """All that a command writes to a terminal of `columns` columns while somebody types, each text at a prompt."""
    import pty

    settings = {"TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "40", "PLAYOUT_QUIET": "1", **environment}
    process, terminal = pty.fork()
    if process == 0:  # pragma: no cover - another process
        os.environ.pop("NO_COLOR", None)
        os.environ.update(settings)
        os.execv(sys.executable, [sys.executable, "-m", "playout", *words])
    seen, waiting, deadline = "", list(typed), time.monotonic() + 120
    with contextlib.suppress(OSError):  # the terminal closes when the command ends
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 1.0)[0]:
                seen += os.read(terminal, 4096).decode()
            if waiting and seen.count("your move") > len(typed) - len(waiting):
                os.write(terminal, waiting.pop(0).encode())
    os.close(terminal)
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0, seen
    return seen.replace("\r\n", "\n")


def plain(text: str) -> str:
    """A text without what only a terminal understands."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


@terminal
def test_colours_marks_and_names_in_a_terminal() -> None:
    typed = ("b2\n", "quit\n")
    words = ("play", "tic_tac_toe", "--against", "rules(seed=1)")
    seen = play(*words, typed=typed)
    assert "You are X; the computer plays rules(seed=1)." in plain(seen)
    assert "your move (X): " in seen
    assert re.search(r"O plays [abc][123]", seen)
    assert re.search(r"\x1b\[\d*m?.*O.*\x1b\[", seen), "stones are in colour"
    assert "[O]" in plain(seen), "and the last one is marked without colour, too"
    bare = play(*words, typed=typed, NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", bare)
    assert "[O]" in plain(bare)


@terminal
def test_the_help_of_a_match_is_broken_between_words() -> None:
    seen = plain(play("play", "tic_tac_toe", "--against", "rules", typed=("help\n", "quit\n"), columns=30))
    assert "  hint    the move that the\n          computer would play" in seen
    assert max(map(len, seen.split("\n"))) <= 30


@terminal
def test_the_keys_of_a_line_work() -> None:
    """Home goes to the beginning of the line, and the tabulator completes what is unique."""
    pytest.importorskip("readline")
    seen = play("play", "tic_tac_toe", "--against", "rules(seed=1)", typed=("2\x1b[Hb\n", "unquestioned\n", "qu\t\n"))
    assert re.search(r"^2 . X", plain(seen), re.MULTILINE), "b2 was taken"
    assert "'unquestioned' is not a move" in plain(seen)


@terminal
@pytest.mark.parametrize("columns", [60, 80, 100])
def test_no_word_is_broken(columns: int) -> None:
    typed = ("moves\n", "no such move\n", "quit\n")
    seen = play("play", "gomoku3d", "--against", "rules(seed=1)", typed=typed, columns=columns)
    lines = [line for line in plain(seen).splitlines() if not line.startswith("your move")]
    assert max(map(len, lines)) <= columns
    assert "f1-6" in plain(seen).replace("\n", " ").split(), "the last of 216 moves"


def test_lines_break_between_words() -> None:
    text = "one two three four five six seven\n  - a list of some more words than fit\n\nthe end"
    assert wrapped(text, 20) == (
        "one two three four\n  five six seven\n  - a list of some\n    more words than\n    fit\n\nthe end"
    )
    assert wrapped("\nan end\n", 20) == "\nan end\n", "empty lines stay"
    assert wrapped("a " + "x" * 40, 20) == "a\n  " + "x" * 40, "no word is ever broken"


def test_a_seat_by_its_number_or_its_name() -> None:
    game = playout.load("tic_tac_toe")
    assert [to_seat(game, text) for text in ("0", "1", "X", "o", " O ")] == [0, 1, 0, 1, 1]
    for wrong in ("2", "-1", "Z", ""):
        with pytest.raises(OptionError, match=r"^tic_tac_toe has seats 0 to 1 \(X, O\), not "):
            to_seat(game, wrong)
    with pytest.raises(OptionError, match=r"^pig has seats 0 to 1 \(Player 1, Player 2\), not X$"):
        to_seat(playout.load("pig"), "X")
    assert seat_values(game, (1.0, 0.0)) == "X has 1, O has 0"


def test_completion_in_any_case() -> None:
    assert matching("bo", ["Boar", "board", "a1"]) == ["Boar", "board"]
    assert matching("", ["a1"]) == ["a1"]


@pytest.mark.parametrize(
    ("game", "words", "moves"),
    [
        ("connect_four", ["dd"], ["d", "d"]),
        ("connect_four", ["ddE", "a"], ["d", "d", "e", "a"]),
        ("connect_four", ["44", "5"], ["d", "d", "e"]),
        ("tic_tac_toe", ["a1b2C3"], ["a1", "b2", "c3"]),
        ("gomoku", ["a11b1", "h8"], ["a11", "b1", "h8"]),
        ("gomoku3d", ["a1-2b3-4"], ["a1-2", "b3-4"]),
        ("kuhn_poker", ["QJ", "pass"], ["Q", "J", "pass"]),
        ("kuhn_poker", ["qk", "bet"], ["Q", "K", "bet"]),
        ("lecture_tree", ["a1b2"], ["a1", "b2"]),
        ("pig", ["roll", "5", "hold"], ["roll", "5", "hold"]),
    ],
)
def test_moves_may_be_written_together(game: str, words: list[str], moves: list[str]) -> None:
    loaded = playout.load(game)
    assert replay(loaded.start(), words).history == loaded.replay(moves).history


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["dz"], "move 1: 'dz' is not a move; legal: a, b, c, d, e, f, g"),
        (["dd", "8"], "move 3: '8' is not a legal move here; legal: a, b"),
        (["0"], "move 1: '0' is not a legal move here"),
        (["ddddddd"], "move 1: 'ddddddd' is not a move"),
        (["²"], "move 1: '²' is not a legal move here"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_place(words: list[str], sentence: str) -> None:
    with pytest.raises(MoveError, match=re.escape(sentence)):
        replay(playout.load("connect_four").start(), words)


def test_help_is_in_lines() -> None:
    shown = run("--help")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert re.search(r"\n  play +Play a match against the computer\.\n", shown.stdout)
    assert "..." not in run("--help", COLUMNS="60").stdout.partition("Commands")[2], "nothing is cut off"
    protocol = run("protocol")
    assert protocol.returncode == 0 and "saiblo" in protocol.stdout


def test_the_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"playout \d+\.\d+\.\d+\S*\n", done.stdout)


@pytest.mark.parametrize(
    ("begun", "proven", "words"),
    [
        (False, False, "alphabeta had only begun, and nothing is known"),
        (
            True,
            False,
            "alphabeta looked at 1,234 nodes in 2.5 s and has no proof; the best move so far is b2",
        ),
        (
            True,
            True,
            "alphabeta proved X has 0.5, O has 0.5, but has not found the line yet; the best move so far is b2",
        ),
    ],
)
def test_an_interrupt_of_solve_says_what_is_known(
    begun: bool, proven: bool, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(state: State, algorithm: str, *, limit: Limit) -> Iterator[SearchResult]:
        move = state.parse("b2")
        found = Candidate(move, 1, (0.5, 0.5), proven=proven, line=(move,))
        if begun:
            yield SearchResult(state, algorithm, move, (0.5, 0.5), (found,), proven, "nodes", 1234, 3, 2.5)
        raise KeyboardInterrupt

    monkeypatch.setattr("playout.algorithms.search.think", interrupted)
    with pytest.raises(SystemExit) as left:
        solving.solve("tic_tac_toe")
    assert left.value.code == 130
    assert capsys.readouterr().err == f"stopped: {words}\n"


def test_what_is_hidden_is_searched_as_a_seat_sees_it_unless_it_is_asked_for() -> None:
    words = ("analyse", "kuhn_poker", "QK", "--agent", "ismcts(simulations=20)")
    done = run(*words)
    assert done.returncode == 0, done.stderr
    assert "hands: Q ?" in done.stdout
    assert "Player 1 to move. The search gets Player 1's view and guesses the rest;" in done.stdout
    done = run(*words, "--open")
    assert done.returncode == 0, done.stderr
    assert "hands: Q K" in done.stdout
    assert "Hidden information is shown (--open); no seat sees all of it." in done.stdout
