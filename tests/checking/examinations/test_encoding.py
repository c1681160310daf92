"""`playout check` finds planes that show too much, moves without a logit, and symmetries that are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.checking import check, checkup
from playout.checking.examinations.check_encoding import EXAMINATIONS, in_words
from playout.encoding.encoding import described_encoding, encode
from playout.examining.patient import Patient
from playout.examining.watchdog import Watchdog
from playout.rules import OVER
from tests.checking.games import TRACK, failure

PLANES = """
PLANES = (2, 1, 3)
POLICY_SIZE = 3
SYMMETRIES = ("columns",)


def planes(s, seat, out):
    for i in range(3):
        out[0, 0, i] = s.plies
        out[1, 0, i] = s.total % 2


def policy_index(move, rows, columns):
    return move
"""


def write(folder: Path, old: str = "", new: str = "") -> Path:
    path = folder / "track.py"
    assert old in PLANES
    path.write_text(TRACK + (PLANES.replace(old, new) if old else PLANES))
    return path


@pytest.mark.parametrize(
    "line", ["s.log[9] = 0", pytest.param("while True:\n            pass", marks=pytest.mark.slow)]
)
def test_what_a_network_sees_of_a_broken_game_is_not_asked(tmp_path: Path, line: str) -> None:
    """The record has nothing that a network cannot learn, so its matches would be played once more."""
    game = TRACK.replace(', ("word", np.uint64)', "")
    assert game != TRACK
    play = "def play(s, move):\n"
    path = tmp_path / "track.py"
    path.write_text(game)
    assert "a network sees" in check(path, seconds=0.2).encoding
    path.write_text(game.replace(play, f"{play}    if s.plies == 4:\n        {line}\n"))
    report = check(path, seconds=0.2)
    assert failure(report, "no function raises").detail.startswith("play (track.py")
    assert report.encoding == ""


def test_an_error_that_only_the_encoding_meets_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: object) -> str:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(checkup, "in_words", fail)
    report = check(write(tmp_path), seconds=0.2)
    assert "ZeroDivisionError" in failure(report, "no function raises").detail
    assert not report.passed


@pytest.mark.parametrize(
    ("old", "new", "rule", "words"),
    [
        ("        out[0, 0, i] = s.plies\n", "        s.spare = 1\n", "planes show", "changes the position (spare)"),
        ("out[0, 0, i]", "out[2, 0, i]", "no function", "index 2 is out of bounds"),
        ("    return move\n", "    return move // 2\n", "each legal move", "add 0 and add 1 have the same logit, 0"),
        ("    return move\n", "    return move + 1\n", "each legal move", "has the logit 3, and there are 3"),
        (
            "s.total % 2",
            "s.total",
            "symmetries turn",
            "columns is not a symmetry: in the image of these moves, planes does not",
        ),
        (
            "= s.total % 2",
            "= 1",
            "symmetries turn",
            "columns is not a symmetry: the image of these moves has other payoffs",
        ),
    ],
)
def test_what_is_wrong_with_an_encoding_is_found(tmp_path: Path, old: str, new: str, rule: str, words: str) -> None:
    """Adding 2 for 0 keeps the total even or odd; adding it six times to three odd ones does not."""
    path = write(tmp_path, old, new)
    if "payoffs" in words:
        path.write_text(path.read_text().replace("out[0] = s.total % 2", "out[0] = s.total > 6"))
        path.write_text(path.read_text().replace("out[1] = 1 - s.total % 2", "out[1] = s.total <= 6"))
    assert words in failure(check(path, seconds=0.3), rule).detail


def test_a_sound_encoding_passes_and_is_shown(tmp_path: Path) -> None:
    """The total counts only as even or odd, which exchanging 0 and 2 leaves as it is."""
    report = check(write(tmp_path), seconds=0.3)
    assert report.passed, str(report)
    assert "a network sees 2 planes of 1 by 3 cells, and has 3 logits; 2 symmetries" in str(report)


def test_what_a_network_sees_of_a_record_is_shown() -> None:
    """Without planes: 2 of the seat to move; a stone is a seat's number + 1 or 0, and joined has the bits 1 and 2."""
    seen = in_words(playout.load("examples/games/hex.py"))
    assert "planes of 5 by 5 cells from the record's fields stones, joined, and has 25 logits" in seen
    refused = in_words(playout.load("examples/nim.py"))
    assert "`playout learn` refuses it" in refused and "write policy_index(move, rows, columns)" in refused
    assert not in_words(playout.load("pig"))


def test_planes_that_peek_are_found(tmp_path: Path) -> None:
    """Kuhn poker, with a network that is shown both cards."""
    source = Path(str(playout.load("kuhn_poker").rules.path)).read_text()
    shown = """

PLANES = (1, 1, 2)


def planes(s, seat, out):
    for i in range(2):
        out[0, 0, i] = CARD + 1
"""
    path = tmp_path / "peeking.py"
    path.write_text(source + shown.replace("CARD", "s.cards[i]"))
    assert "shows what the seat cannot see" in failure(check(path, seconds=0.3), "planes show").detail
    path.write_text(source + shown.replace("CARD", "s.cards[seat]"))
    assert all("planes" not in finding.rule for finding in check(path, seconds=0.3).failures)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("connect_four", {"rows": 5, "columns": 6}),
        ("connect_four", {"rows": 4, "columns": 5, "line": 3, "blocked": (3, 2)}),
        ("tic_tac_toe", {}),
        ("gomoku", {}),
        ("gomoku3d", {}),
        ("k_in_a_row", {"size": 3, "dimensions": 4, "line": 3}),
        ("go", {"size": 5}),
    ],
)
def test_what_the_games_of_playout_say_holds(name: str, options: dict[str, Any]) -> None:
    """Their planes, logits and symmetries, by interpreted rules."""
    with Watchdog(60) as watch:
        patient = Patient(playout.load(name, **options), 1, watch)
        random, position = patient.rng(0), patient.first()
        for examination in EXAMINATIONS:
            assert examination.lacks(patient) is None
            assert examination.look(patient, patient.copy(position), 1) is None
        for _ in range(12):
            if patient.turn(position) == OVER:
                break
            for examination in EXAMINATIONS[:2]:
                assert examination.look(patient, patient.copy(position), 1) is None
            moves = patient.moves(position)
            patient.play(position, moves[random.below(len(moves))])


def test_a_mirrored_board_with_a_blocked_cell_beside_the_middle_is_not_symmetric() -> None:
    """The symmetry does not hold for this start, and is not tried; it turns it into the start of other options."""
    one, other = (playout.load("connect_four", rows=4, columns=5, blocked=(3, column)).start() for column in (1, 3))
    encoding = described_encoding(one.game)
    seen = [encode(state, encoding).ravel() for state in (one, other)]
    assert not np.array_equal(seen[0], seen[0][encoding.group[1].cells])
    assert np.array_equal(seen[1], seen[0][encoding.group[1].cells])
