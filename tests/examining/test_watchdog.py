"""A function that does not return is interrupted, also if the first interruption is lost."""

from __future__ import annotations

import sys

import pytest

from playout.examining import watchdog
from playout.examining.watchdog import Hung, Watchdog


def endless() -> None:
    while True:
        pass


def stubborn() -> None:
    """As `endless`, but swallows the first exception, as the garbage collector does with those of a destructor."""
    try:
        endless()
    except Exception:
        endless()


class Swallowing:
    """Its destructor is where the interruption arrives."""

    def __del__(self) -> None:
        endless()


def with_destructor() -> None:
    Swallowing()
    endless()


@pytest.mark.parametrize("function", [endless, stubborn, with_destructor])
def test_an_endless_function_is_interrupted(
    function: object, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(watchdog, "AGAIN_SECONDS", 0.1)
    before = sys.unraisablehook
    with Watchdog(0.1) as watch, pytest.raises(Hung):
        watch.run(function)  # type: ignore[arg-type]
    assert sys.unraisablehook is before
    assert not capfd.readouterr().err
