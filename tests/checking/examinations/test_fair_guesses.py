"""Guesses are as likely as what chance deals, also where a seat is not shown the stock that is dealt from."""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path

import pytest

from playout.checking.examinations import check_guesses, scripts
from playout.checking.examinations.check_guesses import Tally
from playout.checking.examinations.hidden_counts import Key
from playout.examining.examination import Skipped
from playout.examining.patient import Patient, Trouble
from playout.examining.watchdog import Watchdog
from playout.game import load
from tests.checking.games import line_of

# Nine cards, three for each of two seats; both lay one open, and the higher one wins. A seat is shown its own cards.
HEAD = '''"""High card."""

import numpy as np

from playout.rng import below
from playout.rules import CHANCE, OVER

PLAYERS = 2
MAX_MOVES = 9
CARDS = 9
'''
PLAY = """

def turn(s):
    if s.dealt < 6:
        return CHANCE
    return s.played if s.played < 2 else OVER


def chance(s, rng):
    left = below(rng, CARDS - s.dealt)
    for card in range(CARDS):
        if in_stock(s, card):
            if left == 0:
                return card
            left -= 1
    return -1


def play(s, move):
    if s.dealt < 6:
        deal(s, move, s.dealt % 2, s.dealt // 2)
        s.dealt += 1
    else:
        s.laid[s.played] = move
        s.played += 1


def payoffs(s, out):
    out[0] = 1.0 if s.laid[0] > s.laid[1] else 0.0
    out[1] = 1.0 - out[0]


def guess(s, seat, rng):
    other = 1 - seat
    if not blank(s, seat):
        return
    count = (s.dealt + 1 - other) // 2
    first = 0
    if s.played > other:
        deal(s, s.laid[other], other, 0)
        first = 1
    left = 0
    for card in range(CARDS):
        left += unseen(s, card)
    for i in range(first, count):
        skip = below(rng, left)
        for card in range(CARDS):
            if unseen(s, card):
                if skip == 0:
                    deal(s, card, other, i)
                    break
                skip -= 1
        left -= 1
    for card in range(CARDS):
        if unseen(s, card):
            put_back(s, card)
"""
DRAW = "        skip = below(rng, left)\n"

# The hands as lists of cards, and a stock that nobody is shown: 1 for a card that is there, 2 for one that is hidden.
LISTS = """
State = np.dtype(
    [("hands", np.int8, (2, 3)), ("stock", np.int8, 9), ("laid", np.int8, 2), ("dealt", np.int8), ("played", np.int8)],
    align=True,
)


def start(s):
    for i in range(6):
        s.hands[i % 2, i // 2] = -1
    for card in range(CARDS):
        s.stock[card] = 1


def in_stock(s, card):
    return s.stock[card] == 1


def unseen(s, card):
    return s.stock[card] == 2


def deal(s, card, seat, i):
    s.hands[seat, i] = card
    s.stock[card] = 0


def put_back(s, card):
    s.stock[card] = 1


def moves(s, out):
    for i in range(3):
        out[i] = s.hands[s.played, i]
    return 3


def mask(s, seat):
    for i in range(3):
        s.hands[1 - seat, i] = -1
    for card in range(CARDS):
        s.stock[card] = 2


def blank(s, seat):
    if s.stock[0] != 2:
        return False
    for i in range((s.dealt + 1 - seat) // 2):
        s.stock[s.hands[seat, i]] = 0
    return True
"""

# For each card who has it: 0 the stock, 1 and 2 the seats, 3 for a card that is hidden.
HOLDERS = """
State = np.dtype(
    [("holder", np.int8, 9), ("laid", np.int8, 2), ("dealt", np.int8), ("played", np.int8)], align=True
)


def start(s):
    pass


def in_stock(s, card):
    return s.holder[card] == 0


def unseen(s, card):
    return s.holder[card] == 3


def deal(s, card, seat, i):
    s.holder[card] = 1 + seat


def put_back(s, card):
    s.holder[card] = 0


def moves(s, out):
    n = 0
    for card in range(CARDS):
        if s.holder[card] == 1 + s.played:
            out[n] = card
            n += 1
    return n


def mask(s, seat):
    for card in range(CARDS):
        if s.holder[card] != 1 + seat:
            s.holder[card] = 3


def blank(s, seat):
    for card in range(CARDS):
        if s.holder[card] == 3:
            return True
    return False
"""

# The same in bits: one number for each hand, and one for the stock, which is all ones where it is hidden.
BITS = """
State = np.dtype(
    [("hands", np.int64, 2), ("stock", np.int64), ("laid", np.int8, 2), ("dealt", np.int8), ("played", np.int8)],
    align=True,
)
ALL = (1 << CARDS) - 1
HIDDEN = 1 << CARDS


def start(s):
    s.stock = ALL


def in_stock(s, card):
    return (s.stock >> card) & 1 == 1


def unseen(s, card):
    return 1 if ((s.hands[0] | s.hands[1] | s.stock) >> card) & 1 == 0 else 0


def deal(s, card, seat, i):
    s.hands[seat] |= 1 << card
    s.stock &= ~(1 << card)


def put_back(s, card):
    s.stock |= 1 << card


def moves(s, out):
    n = 0
    for card in range(CARDS):
        if (s.hands[s.played] >> card) & 1:
            out[n] = card
            n += 1
    return n


def mask(s, seat):
    s.hands[1 - seat] = 0
    s.stock = HIDDEN


def blank(s, seat):
    if s.stock != HIDDEN:
        return False
    s.stock = 0
    return True
"""

KINDS = pytest.mark.parametrize("kind", [LISTS, HOLDERS, BITS], ids=["lists", "holders", "bits"])


def write(folder: Path, kind: str, *changes: tuple[str, str]) -> Path:
    text = HEAD + kind + PLAY
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "high_card.py"
    path.write_text(text)
    return path


@pytest.fixture(autouse=True)
def without_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """All deals are compared, on a busy machine, too."""
    monkeypatch.setattr(check_guesses, "DEAL_SECONDS", math.inf)
    monkeypatch.setattr(check_guesses, "LATER_SECONDS", math.inf)
    monkeypatch.setattr(scripts, "SECONDS", math.inf)


def look(path: str | Path, seed: int = 0, *, later: bool = False) -> Trouble | None:
    """What is found by the examination of guesses at the start, or later in a match; raises Skipped."""
    examination = check_guesses.EXAMINATIONS[int(later)]
    assert examination.rule.startswith("guesses later" if later else "guesses of the first deal")
    with Watchdog(20.0) as watch:
        patient = Patient(load(path), seed, watch)
        assert examination.lacks(patient) is None
        return examination.look(patient, patient.first(), seed)


@pytest.mark.parametrize(
    ("kind", "skip"),
    [(LISTS, "0"), (HOLDERS, "0"), (BITS, "0"), (LISTS, "left - 1"), (LISTS, "below(rng, max(1, left - 1))")],
    ids=["lowest of a list", "lowest by holder", "lowest bits", "highest", "all but the highest"],
)
def test_a_biased_guess_of_a_masked_stock_is_found(
    tmp_path: Path, kind: str, skip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if skip in ("0", "left - 1"):  # which fewer deals show
        monkeypatch.setattr(check_guesses, "DEALS", 250)
    path = write(tmp_path, kind, (DRAW, f"        skip = {skip}\n"))
    found = look(path)
    assert found is not None
    assert f"guess ({line_of(path, 'def guess(')})" in found.text and "does not deal as chance does" in found.text


@KINDS
def test_a_fair_guess_is_not_flagged(tmp_path: Path, kind: str) -> None:
    """A false alarm has a chance of at most 1e-7 for each of these seeds."""
    path = write(tmp_path, kind)
    assert [look(path, seed) for seed in range(2)] == [None] * 2


def test_the_order_in_which_a_hand_is_kept_does_not_count(tmp_path: Path) -> None:
    """A guess may fill a hand from its other end: the cards are as likely as before."""
    turned = ("    s.hands[seat, i] = card\n", "    s.hands[seat, 2 - i if s.stock[card] == 2 else i] = card\n")
    assert look(write(tmp_path, LISTS, turned)) is None


# The first of the cards that are guessed is any, and the others are the next ones that are unseen, in a circle. So each
# card is as likely as it should be, and only pairs are not.
CYCLE = (DRAW, "        at = below(rng, left) if i == first else at % left\n        skip = at\n")


@KINDS
def test_cards_that_are_guessed_in_a_row_are_found(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path, kind, CYCLE)
    found = look(path)
    assert found is not None and "does not deal as chance does" in found.text


def test_each_card_is_as_likely_as_it_should_be_in_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is pairs by which the test before finds them."""
    monkeypatch.setattr("playout.checking.examinations.hidden_counts._count_pairs", lambda *_: None)
    assert look(write(tmp_path, HOLDERS, CYCLE)) is None


def late(kind: str, *, hidden: bool = False) -> tuple[tuple[str, str], ...]:
    """Changes: seat 0 says one of two words before cards are dealt. hidden: seat 1 does not hear it."""
    changes = [
        ('("played", np.int8)', '("played", np.int8), ("said", np.int8)'),
        ("    if s.dealt < 6:\n        return CHANCE\n", "    if s.said == 0:\n        return 0\n" + FIRST),
        (
            "    if s.dealt < 6:\n        deal(",
            "    if s.said == 0:\n        s.said = 1 + move\n    elif s.dealt < 6:\n        deal(",
        ),
        (
            "def moves(s, out):\n",
            "def moves(s, out):\n    if s.said == 0:\n        out[0] = 0\n        out[1] = 1\n        return 2\n",
        ),
    ]
    if hidden:
        changes += [
            ("def mask(s, seat):\n", "def mask(s, seat):\n    if seat == 1 and s.said > 0:\n        s.said = 1\n"),
            (
                "def guess(s, seat, rng):\n",
                "def guess(s, seat, rng):\n    if seat == 1 and s.said > 0:\n        s.said = 1 + below(rng, 2)\n",
            ),
        ]
    return tuple(changes)


FIRST = "    if s.dealt < 6:\n        return CHANCE\n"


@KINDS
@pytest.mark.parametrize("bias", [(DRAW, "        skip = 0\n"), CYCLE], ids=["lowest", "in a row"])
def test_a_biased_guess_of_what_is_dealt_after_a_move_is_found(
    tmp_path: Path, kind: str, bias: tuple[str, str]
) -> None:
    path = write(tmp_path, kind, *late(kind), bias)
    with pytest.raises(Skipped, match="no value was hidden before the first move that could be guessed wrongly"):
        look(path)
    found = look(path, later=True)
    assert found is not None and "matches, after 1 move that tells nothing, " in found.text
    assert len(found.further) == 7, "what was said, and six cards"


@KINDS
def test_a_fair_guess_of_what_is_dealt_after_a_move_is_not_flagged(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path, kind, *late(kind))
    assert look(path, later=True) is None


@pytest.mark.parametrize("game", ["kuhn_poker", "hearthstone"])
def test_fair_guesses_later_in_a_match_are_not_flagged(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Hearthstone there are deals after both mulligans, and after each turn."""
    monkeypatch.setattr(check_guesses, "DEALS", 100)
    assert look(game, later=True) is None


def test_moves_from_a_hidden_hand_are_in_no_script(tmp_path: Path) -> None:
    """What a card on the table says about the rest of a hand depends on why it was played."""
    with pytest.raises(Skipped, match="every move was found to end a match, to be illegal at times, or to show"):
        look(write(tmp_path, LISTS), later=True)


def test_a_word_that_a_seat_does_not_hear_is_in_no_script(tmp_path: Path) -> None:
    """Else it would be the same in all matches, which the guess of it cannot know."""
    with pytest.raises(Skipped, match="every move was found"):
        look(write(tmp_path, LISTS, *late(LISTS, hidden=True)), later=True)


def test_nothing_counts_after_a_move_that_is_not_always_legal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 says by one of two words whether it has the highest card; the guess does not take that into account."""
    heard = ("    if s.dealt < 6:\n        return CHANCE\n", FIRST + "    if s.said == 0:\n        return 0\n")
    second = (
        "def moves(s, out):\n",
        "def moves(s, out):\n    if s.said == 0:\n        out[0] = 1 if s.holder[8] == 1 else 0\n        return 1\n",
    )
    said = ("    else:\n        s.laid", "    elif s.said == 0:\n        s.said = 1 + move\n    else:\n        s.laid")
    path = write(tmp_path, HOLDERS, late(HOLDERS)[0], heard, second, said)
    monkeypatch.setattr(scripts, "TRIALS", 1)
    written = 0
    for seed in range(6):
        with Watchdog(20.0) as watch:
            patient = Patient(load(path), seed, watch)
            written += bool(scripts.write_script(patient, patient.rng(seed)).moves)
        with pytest.raises(Skipped, match="to be illegal at times"):
            look(path, seed, later=True)
    assert written == 6, "in one trial a word is legal"


def test_alarms_are_no_more_frequent_than_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts that hang together, with signs by chance: of 400 tallies at most a fifth may be flagged, and not many more
    by chance.
    """
    monkeypatch.setattr(check_guesses, "FALSE_ALARM", 0.2)
    rng, alarms = random.Random(1), 0
    for _ in range(400):
        tally = Tally(1)
        for deal in range(40):
            if deal == 20:
                tally.weigh()
            a, b, c = (rng.choice((-1, 0, 1)) for _ in range(3))
            found: Counter[Key] = Counter({("bit", "x", 0): a, ("bit", "x", 1): a + b, ("bit", "x", 2): 3 * c - a})
            tally.add(0, found)
        alarms += tally.verdict(1) is not None
    assert alarms <= 400 * 0.2 + 3 * math.sqrt(400 * 0.2 * 0.8)


@pytest.mark.slow
@KINDS
@pytest.mark.parametrize("fair", [True, False])
def test_the_whole_check_says_the_same(tmp_path: Path, kind: str, fair: bool) -> None:
    from playout.checking import check

    report = check(write(tmp_path, kind, *([] if fair else [(DRAW, "        skip = 0\n")])), seconds=1)
    rules = [finding.rule for finding in report.failures]
    assert rules == ([] if fair else [check_guesses.EXAMINATIONS[0].rule]), str(report)
    later = check_guesses.EXAMINATIONS[1].rule
    assert f"– {later}: {'skipped: every move' if fair else 'not examined; correct'}" in str(report)
