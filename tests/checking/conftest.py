"""On a busy machine a check sees as many positions as on a quiet one: its clock is the time its own thread has run."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from playout.checking import checkup, course, shrinking
from playout.checking.backends import native_comparison
from playout.checking.examinations import check_encoding, check_guesses, scripts
from playout.examining import patient, random_match


@pytest.fixture(autouse=True)
def own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(perf_counter=time.thread_time)
    for module in (
        check_encoding,
        check_guesses,
        checkup,
        course,
        native_comparison,
        patient,
        random_match,
        scripts,
        shrinking,
    ):
        monkeypatch.setattr(module, "time", clock)
