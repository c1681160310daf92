"""A GPU compared with the CPU: with the CPU in its place nothing differs, and a difference is shown after few moves."""

from __future__ import annotations

import pytest

import playout
from playout.checking.backends import gpu_comparison
from playout.checking.backends.gpu_comparison import EVALUATE, KEY, MOVES, compare_with_gpu
from playout.examining.patient import Patient
from playout.examining.watchdog import Watchdog


@pytest.fixture
def patient() -> Patient:
    return Patient(playout.load("tic_tac_toe"), 3, Watchdog(60))


def test_the_cpu_equals_itself(patient: Patient) -> None:
    found = compare_with_gpu(patient, "cpu")
    assert found.passed, found
    assert "1,000 random matches" in found.detail


def test_the_shortest_line_is_shown(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = gpu_comparison._ask

    def differing(patient: Patient, backend: str) -> gpu_comparison.Answers:
        answers = ask(patient, "cpu")
        if backend == "cuda":
            answers.words[7, 4, MOVES] += 1
            answers.words[500, 2, KEY] += 1
            answers.values[11, 3, EVALUATE] += 1e-16
        return answers

    monkeypatch.setattr(gpu_comparison, "_ask", differing)
    found = compare_with_gpu(patient)
    assert found.passed is False and found.moves is not None
    assert len(found.moves) == 2, "after two moves of match 500"
    assert "key gives" in found.detail or "tic_tac_toe.py" in found.detail


def test_without_a_gpu_a_check_says_so() -> None:
    from playout.native import cuda

    if cuda.why_missing():
        with pytest.raises(cuda.CudaError, match="use the backend cpu"):
            playout.check("tic_tac_toe", seconds=0.1, backend="cuda")
    with pytest.raises(playout.OptionError, match="a check has no backend 'gpu'"):
        playout.check("tic_tac_toe", backend="gpu")
