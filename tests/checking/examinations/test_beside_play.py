"""Texts, keys, luck, hidden information and advice: each rule catches a game that breaks it."""

from __future__ import annotations

import math
from itertools import count
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import playout
from playout.checking import CheckReport, check
from playout.checking.examinations import check_guesses, redrawing
from playout.checking.examinations.redrawing import redraw_many
from playout.examining.check_chance import improbable
from playout.examining.patient import Patient
from playout.examining.watchdog import Watchdog
from tests.checking.games import COINS, TRACK, line_of, write


@pytest.fixture(autouse=True)
def interpreted_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison with native code has tests of its own; here its compiling would only take time."""
    monkeypatch.setattr("playout.checking.course.Course.native", lambda *_: None)
    monkeypatch.setattr("playout.checking.checkup.measure", lambda *_: ({}, None))
    monkeypatch.setattr("playout.checking.checkup.redraw_many", lambda *_: [])


class Case(NamedTuple):
    """A broken game: what is changed or added, the rule, function and words of the finding, the line's length."""

    changes: list[tuple[str, str]]
    more: str
    rule: str
    function: str
    says: str
    length: int


WITHIN, ADDS, READS, EQUAL = "payoffs are within", "payoffs add up", "parse reads", "equal positions"
AFTER, PICK, ROLLOUT, NAMED = "key_after gives", "pick draws", "rollout ends", "suggest, loud and tactics"
PAYOFFS = "    out[0] = s.total % 2"
FORMAT = '    return f"add {move}"'
HISTORY = ("    s.total += move\n", "    s.total += move\n    s.log[s.plies] = move\n")
PICKS = "def pick(s, rng):\n    return below(rng, 3)\n\n\n"
ROLLS = """def rollout(s, rng):
    for i in range({0} - s.plies):
        move = below(rng, 3)
        if turn(s) != OVER:
            play(s, move)
    s.total += {1}
"""
KEY = "def key(s):\n    return s.plies + 8 * s.total\n\n\n"
KEY_AFTER = "def key_after(s, move):\n    return s.plies + 1 + 8 * (s.total + {0} * move)\n"
UNSUMMED = ("# more constants", "PAYOFF_SUM = None")

TRACKS = {
    "payoffs out of bounds": Case(
        [(PAYOFFS, "    out[0] = 2"), UNSUMMED], "", WITHIN, "payoffs", "gave seat 0 2, outside of 0 to 1", 6
    ),
    "payoffs unwritten": Case([(PAYOFFS, "    pass")], "", WITHIN, "payoffs", "did not write out[0]", 6),
    "payoffs that do not add up": Case([(PAYOFFS, "    out[0] = 0.25")], "", ADDS, "payoffs", "set PAYOFF_SUM", 6),
    "parse and format disagree": Case(
        [(FORMAT, f'{FORMAT} if s.plies != 2 else f"add {{2 - move}}"')],
        "",
        READS,
        "format",
        "writes 'add 2' for the move 0, and parse",
        2,
    ),
    "parse refuses": Case(
        [('removeprefix("add ")', 'removeprefix("add "[s.plies :])')], "", READS, "parse", "refuses (ValueError", 1
    ),
    "history in the position": Case([HISTORY], "", EQUAL, "", "define key(s)", 2),
    "history in the key": Case(
        [HISTORY],
        "def key(s):\n    return s.plies + 8 * s.log[0] + 32 * s.total\n",
        EQUAL,
        "key",
        "leave out of it what depends on the order",
        2,
    ),
    "another key after a move": Case(
        [], KEY + KEY_AFTER.format(2), AFTER, "key_after", "gives 17 for add 1, but key", 1
    ),
    "key_after where a seat moves twice": Case(
        [("    return s.plies % 2", "    return s.plies // 2 % 2")],
        KEY + KEY_AFTER.format(1),
        AFTER,
        "key_after",
        "after add 0 it is not the other's turn",
        1,
    ),
    "a key too short": Case([], "def key(s):\n    return s.total // 100\n", EQUAL, "key", "gives the same key", 3),
    "an illegal pick": Case(
        [],
        "def pick(s, rng):\n    return below(rng, 3 + s.plies // 4)\n",
        PICK,
        "pick",
        "add 3, which is not a legal",
        4,
    ),
    "a pick that leaves one out": Case(
        [], "def pick(s, rng):\n    return below(rng, 3 - s.plies // 2)\n", PICK, "pick", "drew add 2 never", 2
    ),
    "a pick that prefers one": Case(
        [],
        "def pick(s, rng):\n    move = below(rng, 8) if s.plies else below(rng, 3)\n    return min(move, 2)\n",
        PICK,
        "pick",
        "each has to be equally likely",
        1,
    ),
    "a rollout that does not end": Case(
        [], PICKS + "def rollout(s, rng):\n    play(s, below(rng, 3))\n", ROLLOUT, "rollout", "the match is not over", 0
    ),
    "a rollout that draws others": Case(
        [], PICKS + ROLLS.format(6, 1), ROLLOUT, "rollout", "but moves by pick, from the same generator, in [", 0
    ),
    "a rollout by suggest that draws others": Case(
        [],
        (PICKS + ROLLS.format(6, 1)).replace("pick", "suggest").replace("rollout", "suggest_rollout"),
        "suggest_rollout ends",
        "suggest_rollout",
        "but moves by suggest, from the same generator, in [",
        0,
    ),
    "a rollout that draws more": Case(
        [], PICKS + ROLLS.format(7, 0), ROLLOUT, "rollout", "more or fewer numbers than pick does for the 6 moves", 0
    ),
    "evaluate off the scale": Case(
        [], "def evaluate(s, seat):\n    return 0.4 * s.plies\n", "evaluate stays", "evaluate", "says 1.2", 3
    ),
    "suggest illegal": Case(
        [], "def suggest(s, rng):\n    return s.plies\n", NAMED, "suggest", "add 3, which is not", 3
    ),
    "tactics illegal": Case(
        [],
        "def tactics(s, out):\n    out[0] = 7\n    return -1 if s.plies == 5 else 0\n",
        NAMED,
        "tactics",
        "add 7, which is not legal",
        5,
    ),
    "loud twice": Case(
        [], "def loud(s, out):\n    out[0] = out[1] = 1\n    return s.plies // 2\n", NAMED, "loud", "a move twice", 4
    ),
    "rank without a score": Case(
        [],
        "def rank(s, moves, n, scores):\n    for i in range(n - s.plies // 5):\n        scores[i] = i\n",
        "rank scores",
        "rank",
        "add 2 the score nan",
        5,
    ),
    "left too low": Case(
        [],
        "def left(s):\n    return 5 - s.plies if s.plies > 3 else 6\n",
        "no match is longer",
        "left",
        "plies remain, but",
        5,
    ),
}

ODDS, DRAWS, SHOWN, GUESS = "odds are", "chance draws", "a view shows the seat", "a guess agrees"
FAIR = "guesses of the first deal"
CHANCE = "return below(rng, 2)"
HALVES = "p[0] = p[1] = 0.5"
OUTCOME = "    outcomes[1] = 1"
SEEING = "    if seat == 1 and s.answer < 0:"
BLANK = "        s.coins[0] = s.coins[1] = -1"

HIDDEN = {
    "odds that do not add up": Case([(HALVES, "p[0] = p[1] = 0.45")], "", ODDS, "odds", "add up to 0.9", 0),
    "an impossible outcome": Case(
        [(HALVES, "p[0] = s.tosses\n    p[1] = 1 - s.tosses")], "", ODDS, "odds", "the probability 0", 0
    ),
    "an outcome twice": Case([(OUTCOME, f"{OUTCOME} - s.tosses")], "", ODDS, "odds", "more than once", 1),
    "an outcome unwritten": Case([(OUTCOME, "    pass")], "", ODDS, "odds", "did not write", 0),
    "an unlisted outcome": Case(
        [(CHANCE, f"{CHANCE} + s.tosses")], "", DRAWS, "chance", "drew 2, which odds does not list", 1
    ),
    "a loaded coin": Case(
        [(CHANCE, "return below(rng, 2 + 3 * s.tosses) // (1 + s.tosses * 3)")],
        "",
        DRAWS,
        "chance",
        "about 500 times",
        1,
    ),
    "a mask that goes on": Case(
        [(SEEING, f"    s.seen += s.tosses == 2\n{SEEING}")], "", SHOWN, "mask", "applied twice, differs", 2
    ),
    "a mask that changes the turn": Case(
        [(BLANK, f"{BLANK}\n        s.tosses = 0")], "", SHOWN, "mask", "whose turn it is, from 1 to -2", 2
    ),
    "a guess of what is seen": Case(
        [("        if s.coins[i] < 0:", "        if s.coins[i] < 0 or s.answer >= 0:")],
        "",
        GUESS,
        "guess",
        "masked again, differs from the view of that seat (coins)",
        3,
    ),
    "a mask that tells": Case(
        [(BLANK, f"        if s.coins[0] >= 0:\n            s.seen = 1 + s.coins[0]\n{BLANK}")],
        "",
        GUESS,
        "guess",
        "differs from the view of that seat (seen)",
        1,
    ),
    "moves that depend on what is hidden": Case(
        [("    out[1] = 1\n    return 2", "    out[1] = 1\n    return 1 if s.coins[1] == 1 else 2")],
        "",
        GUESS,
        "guess",
        "changes the legal moves of that seat",
        2,
    ),
    "a guess that has favourites": Case(
        [("            s.coins[i] = below(rng, 2)", "            s.coins[i] = below(rng, 4) // 3")],
        "",
        FAIR,
        "guess",
        "0 is hidden in coins",
        0,
    ),
    "guesses that hang together": Case(
        [("            s.coins[i] = below(rng, 2)", "            s.coins[i] = s.coins[0] if i else below(rng, 2)")],
        "",
        FAIR,
        "guess",
        "two hidden values agree in coins",
        0,
    ),
    "payoffs that nobody sees": Case(
        [(SEEING, "    if seat == 1:")], "", GUESS, "guess", "changes the payoffs of a match that is over", 3
    ),
}

CASES = [(TRACK, TRACKS[name], name) for name in TRACKS] + [(COINS, HIDDEN[name], name) for name in HIDDEN]


@pytest.mark.parametrize(("game", "case"), [item[:2] for item in CASES], ids=[item[2] for item in CASES])
def test_each_rule_catches_its_breach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, case: Case) -> None:
    monkeypatch.setattr(check_guesses, "DEAL_SECONDS", math.inf)  # all deals, however slow the machine is
    path = write(tmp_path, *case.changes, more=case.more, game=game)
    report = check(path, seconds=0.3)
    assert not report.passed
    found = next(finding for finding in report.failures if finding.rule.startswith(case.rule))
    assert case.says in found.detail
    assert found.moves is not None and len(found.moves) == case.length, found
    if case.function:
        assert f"{case.function} ({line_of(path, f'def {case.function}(')})" in found.detail


def test_guesses_are_compared_in_the_same_deals_however_long_the_check_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_guesses, "DEAL_SECONDS", math.inf)
    case = HIDDEN["a guess that has favourites"]
    path = write(tmp_path, *case.changes, game=COINS)
    reports = [check(path, seconds=seconds) for seconds in (0.05, 0.5)]
    assert reports[0].positions < reports[1].positions
    first, second = [finding.detail for report in reports for finding in report.failures]
    assert first == second
    assert "500" in first


def hidden_option(tmp_path: Path, *changes: tuple[str, str]) -> CheckReport:
    """`seen` is 1 in every match, as a deck would be that was chosen before; seat 1 can only guess it."""
    option = (
        ("def start(s):\n", "def start(s):\n    s.seen = 1\n"),
        ("def mask(s, seat):\n", "def mask(s, seat):\n    if seat == 1:\n        s.seen = 0\n"),
        (
            "def guess(s, seat, rng):\n",
            "def guess(s, seat, rng):\n    if seat == 1:\n        s.seen = 1 + below(rng, 2)\n",
        ),
    )
    return check(write(tmp_path, *option, *changes, game=COINS), seconds=0.3)


def test_what_an_option_hides_is_guessed_by_the_game_s_own_odds(tmp_path: Path) -> None:
    report = hidden_option(tmp_path)
    assert report.passed, str(report)
    found = next(finding for finding in report.findings if finding.rule.startswith(FAIR))
    assert found.passed


def test_a_biased_guess_is_found_beside_a_hidden_option(tmp_path: Path) -> None:
    report = hidden_option(tmp_path, ("            s.coins[i] = below(rng, 2)", "            s.coins[i] = 0"))
    found = next(finding for finding in report.failures if finding.rule.startswith(FAIR))
    assert "0 is hidden in coins" in found.detail and "too often" in found.detail


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            SEEING,
            "    s.seen = s.coins[1] if seat == 1 and s.answer == 1 else 0\n" + SEEING.replace(" and s.answer < 0", ""),
        ),
        ("    out[1] = 1\n    return 2", "    out[1] = 1\n    return 1 if s.coins[1] == 1 else 2"),
        ("    out[1] = 1\n    return 2", "    out[1] = 1 + s.coins[1]\n    return 2"),
        ("            s.coins[i] = below(rng, 2)", "            s.coins[i] = below(rng, 2)\n            s.answer = -2"),
    ],
    ids=["a mask that tells at the end", "fewer moves", "other moves", "a guess of more than is hidden"],
)
def test_many_positions_are_redrawn_by_native_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str
) -> None:
    """The game as it should be passes thousands of positions; one that tells what is hidden is found, with a line."""
    rule = "a new guess of the hidden part"
    matches = count(1.0, 0.1 / 1000)  # the clock counts matches, so that a busy machine plays as many
    monkeypatch.setattr(redrawing, "time", SimpleNamespace(perf_counter=lambda: next(matches)))
    with Watchdog(5.0) as watch:
        (sound,) = redraw_many(Patient(playout.load(write(tmp_path, game=COINS)), 1, watch), 0.1)
        (broken,) = redraw_many(Patient(playout.load(write(tmp_path, (old, new), game=COINS)), 1, watch), 0.1)
        assert redraw_many(Patient(playout.load("tic_tac_toe"), 1, watch), 0.1) == []
    assert sound.passed and sound.rule.startswith(rule)
    assert int(sound.detail.removesuffix(" positions").replace(",", "")) > 1000
    assert str(sound) == f"✓ {sound.rule} ({sound.detail})"
    assert broken.passed is False and broken.rule.startswith(rule)
    assert broken.moves is not None and 1 <= len(broken.moves) <= 3
    assert "could tell a guess from the truth" in broken.detail


def test_improbable_agrees_with_the_binomial_distribution() -> None:
    """Never an alarm where the exact tail is above the limit, and surely one far out."""
    draws, probability, alarm = 60, 0.25, 1e-4
    chances = [comb(draws, k) * probability**k * (1 - probability) ** (draws - k) for k in range(draws + 1)]
    for drawn in range(draws + 1):
        away = abs(drawn - draws * probability)
        tail = sum(chance for k, chance in enumerate(chances) if abs(k - draws * probability) >= away - 1e-9)
        assert tail < alarm or not improbable(drawn, draws, probability, alarm)
    assert improbable(0, draws, probability, alarm) and improbable(40, draws, probability, alarm)
    assert not improbable(15, draws, probability, alarm)
