"""Rules of views: each catches a game whose board cannot be drawn, touched, or tells what is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

import playout
from playout.checking.course import Course
from playout.checking.examinations import check_views
from playout.examining.patient import Patient
from playout.examining.watchdog import Watchdog
from tests.checking.games import COINS, write

VIEW = "def view(s):\n    return {'kind': 'grid', 'columns': 3, 'cells': [None] * 3, 'look': 'points'}"
PLACES = "def places(s, move):\n    return (f'cell:{move}',)"
DRAWN, REACHED, KEPT = (examination.rule for examination in check_views.EXAMINATIONS)


def _failures(path: Path) -> dict[str, str]:
    """The rules that a game breaks, interpreted, and why; how many positions each rule saw is checked as well."""
    with Watchdog(10.0) as watch:
        course = Course(Patient(playout.load(path), 1, watch), 0.2)
        course.interpreted()
        patient = course.patient
        for examination in check_views.EXAMINATIONS:
            assert (course.met[examination] > 0) is (examination.lacks(patient) is None)
    return {rule: failure.trouble.text for rule, failure in course.failures.items()}


def test_a_good_view_passes(tmp_path: Path) -> None:
    assert _failures(write(tmp_path, more=f"{VIEW}\n\n\n{PLACES}\n")) == {}


@pytest.mark.parametrize(
    ("old", "new", "rule", "says"),
    [
        ("[None] * 3", "[None] * s.plies", DRAWN, "cells has"),
        ("'points'", "'round'", DRAWN, "look has to be one of"),
        ("(f'cell:{move}',)", "(f'cell:{move + s.plies}',)", REACHED, "which the view does not show"),
        ("(f'cell:{move}',)", "()", REACHED, "names no touch point for add 0"),
        ("(f'cell:{move}',)", "(move,)", REACHED, "a tuple of texts"),
    ],
)
def test_a_board_that_does_not_work_is_found(tmp_path: Path, old: str, new: str, rule: str, says: str) -> None:
    found = _failures(write(tmp_path, more=f"{VIEW}\n\n\n{PLACES}\n".replace(old, new)))
    assert list(found) == [rule] and says in found[rule]


def test_moves_that_nobody_can_tell_apart_are_found(tmp_path: Path) -> None:
    change = ('    return f"add {move}"', '    return f"add {move // 2}"')
    found = _failures(write(tmp_path, change, more=f"{VIEW}\n\n\n{PLACES.replace('{move}', '0')}\n"))
    assert "nobody can tell them apart" in found[REACHED]


def test_a_view_that_knows_more_than_its_position_is_found(tmp_path: Path) -> None:
    """It counts its calls: the same masked position is drawn in two ways."""
    more = (
        "CALLS = np.zeros(1)\n\n\ndef view(s):\n    CALLS[0] += 1\n    return {'kind': 'text', 'text': str(CALLS[0])}\n"
    )
    assert "changes with hidden information" in _failures(write(tmp_path, more=more, game=COINS))[KEPT]
