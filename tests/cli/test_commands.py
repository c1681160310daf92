"""The command line as a person uses it: what it prints, what it refuses, and with which code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from playout import cache

NIM = str(Path(__file__).parents[2] / "examples" / "nim.py")


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "playout", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )


def test_help_names_the_commands() -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("play", "games", "check", "bench", "cache"):
        assert re.search(rf"^  {command} ", done.stdout, re.MULTILINE)


def test_games_lists_names_and_options() -> None:
    done = run("games", COLUMNS="200")
    assert done.returncode == 0
    assert re.search(r"connect_four\s+2\s+Connect Four.*rows=6, columns=7, line=4, blocked=None", done.stdout)
    assert "[chance, hidden]" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("play", "conect_four"), 1, r"there is no game 'conect_four' \(did you mean connect_four\?\)"),
        (("play", "connect_four", "-o", "rows=99"), 1, "rows has to be a whole number from 1 to 15, not 99"),
        (("play", "connect_four", "-o", "blocked=((1,2),(3,4))"), 1, "blocked has to be one cell"),
        (("play", "connect_four", "-o", "rows"), 2, "'rows' has to be NAME=VALUE"),
        (("play", "connect_four", "--against", "flatt"), 1, r"there is no agent 'flatt' \(did you mean flat\?\)"),
        (("play", "connect_four", "--seat", "2"), 1, "has seats 0 to 1, not 2"),
        (("play", "no/such/file.py"), 1, "cannot read .*file.py: No such file"),
        (("play",), 2, "Missing argument"),
        (("check", "nothing"), 1, "there is no game 'nothing'"),
        (("cache", "warm", "nothing"), 1, "there is no game 'nothing'"),
        (("bench", "nothing"), 1, "there is no game 'nothing'"),
        (("fly",), 2, "No such command 'fly'"),
        (("play", "pig", "--sead", "3"), 2, "No such option"),
    ],
)
def test_a_mistake_is_one_sentence_and_a_code(words: tuple[str, ...], code: int, sentence: str) -> None:
    done = run(*words)
    assert done.returncode == code
    assert re.search(sentence, done.stderr)
    assert done.stderr.startswith("playout: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_a_match_is_played_to_its_end() -> None:
    done = run("play", NIM, "-o", "stones=3", typed="5\n\nmoves\n3\n")
    assert done.returncode == 0
    assert "'5' is not a legal move here; legal: 1, 2, 3" in done.stdout
    assert "1, 2, 3" in done.stdout
    assert "You win: seat 0 has 1, seat 1 has 0" in done.stdout


def test_the_computer_moves_and_undo_takes_back() -> None:
    done = run("play", NIM, "-o", "stones=4", "--against", "flat(playouts=200, seed=1)", typed="1\nundo\nquit\n")
    assert done.returncode == 0
    assert "seat 1 plays 3" in done.stdout, "three stones are left, which wins at once"
    done = run("play", NIM, "-o", "stones=20", "--against", "random(seed=1)", typed="1\nundo\nquit\n")
    assert done.stdout.count("|" * 20 + "\n") == 2


def test_the_end_of_input_ends_the_match_quietly() -> None:
    done = run("play", "connect_four", typed="")
    assert (done.returncode, done.stderr) == (0, "")


def test_cards_of_others_are_not_shown() -> None:
    done = run("play", "kuhn_poker", "--seed", "3", "--against", "random(seed=1)", typed="pass\nbet\nbet\n")
    assert "chance" not in done.stdout
    assert re.search(r"hands: [JQK] \?", done.stdout)


def test_dice_are_shown() -> None:
    done = run("play", "pig", "--seed", "3", typed="roll\nquit\n")
    assert re.search(r"chance: [1-6]", done.stdout)


def test_check_says_pass_or_fail_by_its_code(tmp_path: Path) -> None:
    done = run("check", NIM, "--seconds", "0.5")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✓" in done.stdout
    broken = tmp_path / "broken.py"
    broken.write_text(Path(NIM).read_text().replace("out[1 - s.turn] = 1.0", "out[1 - s.turn] = 2.0"))
    done = run("check", str(broken), "--seconds", "0.5")
    assert done.returncode == 1
    assert "✗" in done.stdout


def test_bench_prints_a_rate() -> None:
    done = run("bench", "tic_tac_toe", "--seconds", "0.05", "--threads", "1")
    assert re.search(r"tic_tac_toe(\s+[\d,]+/s){3}", done.stdout)


def test_the_cache_is_shown_warmed_pruned_and_cleared(tmp_path: Path) -> None:
    where = {"PLAYOUT_CACHE_DIR": str(tmp_path / "here")}
    assert run("cache", **where).stdout.startswith(f"{tmp_path / 'here'}: 0 entries, 0 B")
    done = run("cache", "warm", "tic_tac_toe", **where)
    assert done.stdout == "tic_tac_toe is ready\n"
    assert "compiled tic_tac_toe" in done.stderr
    assert run("cache", "warm", "tic_tac_toe", **where).stderr == ""
    assert ": 2 entries" in run("cache", **where).stdout
    assert run("cache", "prune", **where).stdout == "removed 0 files, 0 B\n"
    assert run("cache", "prune", "--days", "0", **where).stdout.startswith("removed 2 files")
    run("cache", "warm", NIM, **where)
    assert run("cache", "clear", **where).stdout.startswith("removed 2 files")
    assert list((tmp_path / "here").glob("*" + cache.SUFFIX)) == []


def test_output_that_nobody_reads_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m playout games | head -1", shell=True, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
