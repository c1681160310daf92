"""The check-up as a whole: sound games pass, files that cannot be loaded are findings, the report reads well."""

from __future__ import annotations

import re
import subprocess
import sys
from math import log10
from pathlib import Path

import pytest

from playout.checking import Finding, check
from playout.game import load
from playout.rules import OptionError, PlayoutError
from tests.checking.games import COINS, failure, line_of, write


def test_branching_and_length_are_those_of_the_game(tmp_path: Path) -> None:
    report = check(write(tmp_path), seconds=0.3)
    assert report.passed, str(report)
    assert (report.branching, report.length) == (3.0, 6.0)  # by construction
    assert report.magnitude == pytest.approx(log10(3**6))
    assert report.positions > report.matches > 0
    text = str(report)
    assert text.startswith("track: no rule is broken")
    assert "✓ native code does what the interpreted rules do" in text and "✗" not in text
    assert "w^d = 10^2.9" in text
    assert re.search("evaluate +minimax and alpha-beta to a depth", text)


def test_chance_outcomes_count_as_moves_to_choose_from(tmp_path: Path) -> None:
    report = check(write(tmp_path, game=COINS), seconds=0.3)
    assert report.passed, str(report)
    assert (report.branching, report.length) == (2.0, 3.0)


def test_options_reach_the_game() -> None:
    report = check("connect_four", seconds=0.2, rows=4, columns=3, line=3)
    assert report.passed, str(report)
    assert report.length is not None and report.length <= 12
    with pytest.raises(OptionError, match="no option 'depth'"):
        check("connect_four", depth=3)
    with pytest.raises(OptionError, match="above 0"):
        check("connect_four", seconds=0)
    with pytest.raises(OptionError, match="a seed is"):
        check("connect_four", seed=-1)


def test_a_loaded_game_is_examined_with_its_options() -> None:
    report = check(load("pig", goal=10), seconds=0.2)
    assert report.passed, str(report)
    assert report.length is not None and report.length < 60


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    path = write(tmp_path, ("    s.plies += 1", "    s.plies += 1\n    assert s.total < 9"))
    assert check(path, seconds=0.2, seed=5).failures == check(path, seconds=0.2, seed=5).failures


# Files that cannot be loaded.

START = "def start(s):\n    pass"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("def moves(s, out):", "def movse(s, out):", "there is no moves(s, out)"),
        ("def play(s, move):", "def play(s):", "play has to be play(s, move)"),
        ("    return 3", "    return 3)", "{place}: unmatched ')'"),
        ("PLAYERS = 2", "PLAYERS = 0", "PLAYERS has to be a whole number"),
        (START, "def start(s):\n    s.log[6] = 1", "start ({place}) raised IndexError"),
        (START, "def start(s):\n    s.total = 1 // s.plies", "start ({place}) raised ZeroDivisionError"),
        (START, START + "\n\n\ndef seats(s):\n    return 3", "seats returned 3"),
    ],
)
def test_a_file_that_breaks_the_contract_is_a_finding(tmp_path: Path, old: str, new: str, says: str) -> None:
    path = write(tmp_path, (old, new))
    found = failure(check(path, seconds=0.2), "the file can be read")
    assert says.format(place=line_of(path, new.splitlines()[-1])) in found.detail
    assert found.moves is None


def test_a_game_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PlayoutError, match="there is no game 'chequers'"):
        check("chequers")
    with pytest.raises(PlayoutError, match="cannot read"):
        check(tmp_path / "nothing.py")


# The report and the command line.


def test_the_report_reads_well(tmp_path: Path) -> None:
    path = write(tmp_path, ("        out[move] = move", "        out[move] = move if s.plies != 2 else 0"))
    text = str(check(path, seconds=0.2))
    assert text.startswith("track: 1 rule is broken (3 positions of 1 random match, seed 0)")
    assert f"✗ legal moves are distinct, at least one until the match is over, and at most MAX_MOVES\n{' ' * 6}" in text
    assert "The shortest line that shows it (2 moves): add 0, add 0" in text
    assert "– native code does what the interpreted rules do: not tried" in text


def test_a_long_line_is_cut_in_print_only() -> None:
    found = Finding("rule", False, "detail", tuple(str(i) for i in range(100)))
    assert "39, ... (60 more)" in str(found) and "99" not in str(found)
    assert "shortest line found" in str(found)
    assert "at the start, before any move" in str(Finding("rule", False, "detail", ()))


def test_the_command_line_says_so_by_its_code(tmp_path: Path) -> None:
    path = write(tmp_path, ("    return s.plies % 2", "    return 7"))
    command = [sys.executable, "-m", "playout", "check", str(path), "--seconds", "0.2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1, done.stderr
    assert "✗ turn returns a seat" in done.stdout
