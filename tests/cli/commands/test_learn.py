"""`playout learn` as a person uses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import run

SMALL = ("--set", "channels=8", "--set", "blocks=1", "--set", "trees=16", "--set", "simulations=8", "--set", "batch=32")


def test_it_says_what_it_will_do_and_what_came_of_it(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="networks are trained by torch: pip install 'playout[learn]'")
    folder = tmp_path / "run"
    words = ("learn", "tic_tac_toe", "--evaluations", "3000", "--device", "cpu", "--exams", "0", "--out", str(folder))
    done = run(*words, *SMALL, "--stop-after", "0.000001")
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert re.search(
        r"tic_tac_toe is learned on the CPU .*: a network of 8x1 tower \([\d,]+ parameters\), 16 matches at once\. "
        r"It asks the network [\d,]+ times a second and ends about [\d,]+ matches a second: "
        r"3,000 evaluations and about [\d,]+ matches in about [\d.]+ minutes",
        said,
    )
    assert re.search(r"time +left +done +matches +positions +per move +policy +value +Elo", said)
    assert "this session is over; playout learn --resume" in said
    done = run("learn", "--resume", str(folder), "--exams", "0")
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "the training for tic_tac_toe continues on the CPU" in said
    assert re.search(r"100% +[\d,]+ ", said)
    assert "network.onnx plays as the agent net(" in said


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="networks are trained by torch: pip install 'playout[learn]'")
    done = run("learn", "tic_tac_toe", "--out", str(tmp_path / "run"))
    assert done.returncode == 1
    assert "give the amount of work: minutes, or evaluations of the network" in " ".join(done.stderr.split())
    done = run("learn", "pig", "--minutes", "1", "--out", str(tmp_path / "run"))
    assert "pig cannot be learned: chance decides in it" in " ".join(done.stderr.split())
