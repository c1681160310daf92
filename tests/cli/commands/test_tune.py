"""`playout tune` as a person uses it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from playout.arena.storage.store import Store
from tests.cli.commands.test_arena import count_of
from tests.cli.running import on_a_terminal, run

SMALL = ("tune", "connect_four", "uct", "simulations", "5", "200", "--baseline", "uct(simulations=30)", "--plies", "2")
SHORT = (*SMALL, "-o", "rows=4", "-o", "columns=4", "--seed", "7", "--workers", "1")


def test_it_ends_in_a_table_and_a_plot(tmp_path: Path) -> None:
    store, plot = str(tmp_path / "tune.db"), tmp_path / "simulations.svg"
    done = run(*SHORT, "--matches", "40", "--store", store, "--plot", str(plot), PLAYOUT_QUIET="1")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^simulations in connect_four, against uct\(simulations=30\)\nsimulations  matches", done.stdout)
    assert re.search(r"^5 +\d+ .*\n200 +\d+ ", done.stdout, re.MULTILINE)
    assert re.search(r"^Best: simulations=200\.\n", done.stdout, re.MULTILINE)
    assert "log scale" in plot.read_text()
    ElementTree.fromstring(plot.read_text())
    with Store(store) as kept:
        assert kept.count() == 40
        assert kept.tournament()["pairing"] == "gauntlet"


def test_json_is_all_that_is_printed_and_a_bandit_prefers_the_best() -> None:
    done = run(*SHORT, "--matches", "60", "--by", "bandit", "--json", PLAYOUT_QUIET="1")
    found = json.loads(done.stdout)
    assert done.stderr == ""
    assert (found["matches"], found["complete"], found["by"], found["best"]) == (60, True, "bandit", 200)
    few, many = (trial["matches"] for trial in found["trials"])
    assert few < many


def test_words_and_truths_are_values_as_well() -> None:
    for values in (("visits", "mean"), ("True", "False")):
        parameter = "choice" if values[0] == "visits" else "solver"
        words = ("tune", "tic_tac_toe", "uct(simulations=5)", parameter, *values, "--seed", "1", "--workers", "1")
        found = json.loads(run(*words, "--matches", "4", "--json", PLAYOUT_QUIET="1").stdout)
        assert [str(trial["value"]) for trial in found["trials"]] == list(values)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("conect_four", "uct", "c", "1", "2"), 1, "there is no game 'conect_four'"),
        (("tic_tac_toe", "uct(simulations=9)", "c"), 2, "Missing argument"),
        (("tic_tac_toe", "uct(simulations=9)", "c", "1"), 1, "tuning compares two values of c or more"),
        (("tic_tac_toe", "uct(simulations=9)", "c", "1", "1.0"), 1, "c=1.0 is named twice"),
        (("tic_tac_toe", "uct(simulations=9)", "c", "1", "much"), 1, "c has to be a number .*'much'"),
        (("tic_tac_toe", "uct(simulations=9)", "playout", "1", "2"), 1, r"\(did you mean playouts\?\)"),
        (("tic_tac_toe", "uct", "c", "1", "2"), 1, "has no limit; give it one"),
        (("tic_tac_toe", "uct(simulations=9)", "c", "1", "2", "--by", "hand"), 1, "there is no way to tune 'hand'"),
        (("tic_tac_toe", "uct(simulations=9)", "c", "1", "2", "--plot", "no/such.svg"), 1, "cannot be written to no"),
        (("tic_tac_toe", "uct(simulations=9)", "c", "1", "2", "--openings", "x", "--plies", "2"), 1, "not both"),
        (("tic_tac_toe", "uct(simulations=9)", "c", "1", "2", "--executor", "moon"), 1, "there is no executor"),
    ],
)
def test_a_mistake_is_one_sentence_and_a_code(words: tuple[str, ...], code: int, sentence: str) -> None:
    done = run("tune", *words, PLAYOUT_QUIET="1")
    assert done.returncode == code
    assert re.search(sentence, done.stderr)
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_an_interrupt_prints_the_table_so_far_and_the_same_command_continues(tmp_path: Path) -> None:
    path = tmp_path / "tune.db"
    words = ["tune", "connect_four", "uct(simulations=5000)", "c", "0.5", "1.0", "--by", "bandit", "--seed", "1"]
    words += ["--store", str(path), "--quiet", "--workers", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "playout", *words, "--matches", "400"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PLAYOUT_QUIET": "1"},
        process_group=0,
    ) as running:
        for _ in range(600):
            time.sleep(0.1)
            if path.exists() and path.with_name("tune.db-wal").exists() and count_of(path):
                break
        running.send_signal(signal.SIGTERM)
        out, error = running.communicate(timeout=60)
    assert running.returncode == 128 + signal.SIGTERM
    assert error == f"stopped; the matches are in {path}; the same command continues\n"
    before = count_of(path)
    assert 0 < before < 400
    assert f"{before} matches allocated by a bandit" in out
    assert not list(tmp_path.glob("*.lock"))
    done = run(*words, "--matches", str(before + 4), "--json", PLAYOUT_QUIET="1")
    assert json.loads(done.stdout)["complete"]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no such terminals")
def test_a_terminal_sees_it_grow() -> None:
    seen = on_a_terminal(
        *("tune", "tic_tac_toe", "flat", "seconds", "0.02", "0.03", "--baseline", "random", "--matches", "16"),
        *("--seed", "1", "--workers", "1"),
    )
    assert re.search(r"\d+ of 16 matches \(\d+%\), [\d.]+ a second, \d+ s left", seen)
    assert "Best: seconds=" in seen
