"""Rules of hidden information: a seat's view holds nothing that it cannot know, and guesses agree with the view."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

import numpy as np

from playout.examining.examination import Examination, has
from playout.examining.faults import Fault
from playout.examining.patient import Patient, Position, Trouble
from playout.rng import Rng
from playout.rules import CHANCE, OVER

__all__ = ["EXAMINATIONS"]

GUESSES = 2
"""Guesses that are tried for each seat in one position."""

ONWARD = 4
"""Moves that are played on from a guessed position."""

DEALS = 500
"""First positions of matches whose hidden values are compared with guesses."""

ALARM = 1e-7
"""The chance of a false alarm over all that is counted there."""


def _masked(patient: Patient, position: Position, seat: int) -> Position:
    view = patient.copy(position)
    patient.call("mask", view, seat)
    return view


def _mask(patient: Patient, position: Position, index: int) -> Trouble | None:
    turn = patient.turn(position)
    for seat in range(patient.seats):
        view, where = _masked(patient, position, seat), patient.place("mask")
        changed = patient.differences(view, _masked(patient, view, seat))
        if changed:
            return Trouble(f"{where} for seat {seat}, done twice, is not what it is done once ({', '.join(changed)})")
        if patient.turn(view) != turn:
            return Trouble(f"{where} for seat {seat} changes whose turn it is, from {turn} to {patient.turn(view)}")
        if turn == seat and sorted(patient.moves(view)) != sorted(patient.moves(position)):
            return Trouble(
                f"{where} for seat {seat} changes the legal moves of that seat: it has to know what it may do"
            )
    return None


def _guess(patient: Patient, position: Position, index: int) -> Trouble | None:
    rng = patient.rng(index)
    for seat in range(patient.seats):
        for _ in range(GUESSES):
            guessed = _masked(patient, position, seat)
            patient.call("guess", guessed, seat, rng.words)
            trouble = _misfit(patient, position, guessed, seat) or _onward(patient, position, guessed, seat, rng)
            if trouble:
                return trouble
    return None


def _misfit(patient: Patient, position: Position, guessed: Position, seat: int) -> Trouble | None:
    """Whether the seat could tell a guess from the truth."""
    where = f"{patient.place('guess')} for seat {seat}"
    changed = patient.differences(_masked(patient, position, seat), _masked(patient, guessed, seat))
    if changed:
        return Trouble(
            f"{where}, masked again, is not what the seat was shown ({', '.join(changed)}): guess may fill in only "
            f"what mask blanks, and mask may show nothing that depends on what it blanks"
        )
    turn = patient.turn(position)
    if patient.turn(guessed) != turn:
        return Trouble(f"{where} changes whose turn it is, from {turn} to {patient.turn(guessed)}")
    if turn == seat and sorted(patient.moves(guessed)) != sorted(patient.moves(position)):
        return Trouble(
            f"{where} changes the legal moves of that seat: they have to be the same under every guess (name the card, "
            f"not its place in the hand)"
        )
    if turn == OVER and patient.payoffs(guessed) != patient.payoffs(position):
        return Trouble(f"{where} changes the payoffs of a match that is over: what decided it has to be seen by then")
    return None


def _onward(patient: Patient, position: Position, guessed: Position, seat: int, rng: Rng) -> Trouble | None:
    """Play goes on from a guess as from the truth, and there too guesses fit."""
    possible = patient.choices(guessed)[0]
    choices = [move for move in patient.choices(position)[0] if move in possible]
    for _ in range(min(ONWARD, len(choices))):
        move = choices[rng.below(len(choices))]
        try:
            after = patient.copy(guessed)
            patient.play(after, move)
            second = _masked(patient, after, seat)
            patient.call("guess", second, seat, rng.words)
            trouble = _misfit(patient, after, second, seat)
        except Fault as fault:
            fault.text += f" (in a guess for seat {seat} that was made before the last move)"
            fault.further = (move,)
            raise
        if trouble:
            return Trouble(f"{trouble.text} (in a guess that was made before the last move)", (move,))
    return None


def _fair(patient: Patient, position: Position, index: int) -> Trouble | None:
    """What chance deals before the first move, compared with guesses: both have to have the same distribution.

    Given what a seat is shown, the truth and a guess are two draws of one kind. So the difference of any count of
    theirs is as often above 0 as below, and for such differences P(|sum| > x sqrt(sum of squares)) <= 2 exp(-x^2 / 2).
    """
    sums: dict[tuple[int, str, str], int] = defaultdict(int)
    squares: dict[tuple[int, str, str], int] = defaultdict(int)
    rng = patient.rng(index)
    for _ in range(DEALS):
        truth = patient.first()
        while patient.turn(truth) == CHANCE:
            patient.play(truth, patient.draw("chance", truth, rng))
        for seat in range(patient.seats):
            view = _masked(patient, truth, seat)
            guessed = patient.copy(view)
            patient.call("guess", guessed, seat, rng.words)
            dealt, thought = _counts(truth, guessed, view), _counts(guessed, truth, view)
            for name, what in dealt.keys() | thought.keys():
                difference = dealt[name, what] - thought[name, what]
                sums[seat, name, what] += difference
                squares[seat, name, what] += difference * difference
    bound = math.sqrt(2 * math.log(2 * max(1, len(sums)) / ALARM))
    for (seat, name, what), total in sorted(sums.items()):
        if abs(total) > bound * math.sqrt(squares[seat, name, what]):
            return Trouble(
                f"{patient.place('guess')} for seat {seat} does not deal as chance does: in {DEALS:,} beginnings of a "
                f"match {what} in {name} {abs(total):,} times too {'rarely' if total > 0 else 'often'}"
            )
    return None


def _counts(position: Position, other: Position, view: Position) -> Counter[tuple[str, str]]:
    """How often each value is hidden, and how often two hidden ones agree, or a hidden and a seen one."""
    found: Counter[tuple[str, str]] = Counter()
    for name in position.dtype.names or ():
        here, there, shown = (np.atleast_1d(item[name][0]).ravel() for item in (position, other, view))
        hidden = (here != shown) | (there != shown)
        if hidden.any():
            values, counts = np.unique(here[hidden], return_counts=True)
            for value, count in zip(values.tolist(), counts.tolist(), strict=True):
                found[name, f"{value} is hidden"] = count
            found[name, "two hidden values agree"] = int((counts * (counts - 1) // 2).sum())
            found[name, "a hidden value agrees with a seen one"] = int(
                (here[hidden][:, None] == shown[~hidden][None, :]).sum()
            )
    return found


def _fair_lacks(patient: Patient) -> str | None:
    if patient.rules.is_object:
        return "a position is an object, whose parts cannot be counted"
    lacks = has("guess")(patient)
    if lacks is None and _hides_at_the_start(patient):
        return "something is hidden before anything is dealt, so chance has no odds for it"
    return lacks


def _hides_at_the_start(patient: Patient) -> bool:
    """Whether a seat is not shown what `start` itself has written, such as a deck that is an option of the game."""
    try:
        first = patient.first()
        return any(patient.differences(first, _masked(patient, first, seat)) for seat in range(patient.seats))
    except Fault:  # another rule says so
        return False


EXAMINATIONS = (
    Examination(
        "what a seat is shown tells it its turn and its moves, and is masked once and for all", _mask, lacks=has("mask")
    ),
    Examination(
        "a guess fits what the seat is shown, and play goes on from it", _guess, lacks=has("guess"), by_chance=True
    ),
    Examination(
        "guesses of what was dealt at the start are as likely as chance makes them",
        _fair,
        lacks=_fair_lacks,
        by_chance=True,
        apart=True,
    ),
)
