"""Rules of hidden information: a view depends only on what its seat may know, and guesses agree with the view."""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from typing import Any

import numpy as np

from playout.examining.examination import Examination, has
from playout.examining.faults import Fault
from playout.examining.patient import Patient, Position, Trouble
from playout.rng import Rng
from playout.rules import CHANCE, OVER

__all__ = ["EXAMINATIONS"]

GUESSES = 2
"""Guesses for each seat in a position."""

MOVES_AFTER_GUESS = 4
"""Moves that are played from a guess."""

DEALS = 500
"""The number of deals for each seat whose hidden values are compared with guesses."""

DEAL_SECONDS = 2.0
"""Seconds after which fewer deals suffice."""

MIN_DEALS = 100
"""Deals that are always compared."""

FALSE_ALARM = 1e-7
"""The probability of a false alarm over all counts of `_fair`."""

MIN_CELLS_PER_VALUE = 3
"""A row of a field with this many times more cells than values has a cell for each card; any other row lists cards."""

MIN_SET = 256
"""A hidden number that is at least this large may be a set of bits."""


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
            return Trouble(f"{where} for seat {seat}, applied twice, differs from applied once ({', '.join(changed)})")
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
    """A difference by which the seat could tell a guess from the true position; None if there is none."""
    where = f"{patient.place('guess')} for seat {seat}"
    changed = patient.differences(_masked(patient, position, seat), _masked(patient, guessed, seat))
    if changed:
        return Trouble(
            f"{where}, masked again, differs from the view of that seat ({', '.join(changed)}): guess may fill in only "
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
    """Check that a guess can be played on, and that guesses agree with the view there too."""
    possible = patient.choices(guessed)[0]
    choices = [move for move in patient.choices(position)[0] if move in possible]
    for _ in range(min(MOVES_AFTER_GUESS, len(choices))):
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
    """Check that guesses have the same distribution as the deal of chance before the first move.

    A seat may not see all of the first position, such as the stock or the opponent's deck. So each deal begins with a
    guess of the first position. Given the seat's view after the deal, the true position and another guess have the same
    distribution. So the difference of each count has a symmetric distribution around 0, and for such differences
    P(|sum| > x sqrt(sum of squares)) <= 2 exp(-x^2 / 2).
    """
    sums: dict[tuple[int, str], int] = defaultdict(int)
    squares: dict[tuple[int, str], int] = defaultdict(int)
    rng, deals, deadline = patient.rng(index), 0, time.perf_counter() + DEAL_SECONDS
    while deals < DEALS and (deals < MIN_DEALS or time.perf_counter() < deadline):
        deals += 1
        for seat in range(patient.seats):
            truth = _masked(patient, patient.first(), seat)
            patient.call("guess", truth, seat, rng.words)
            while patient.turn(truth) == CHANCE:
                patient.play(truth, patient.draw("chance", truth, rng))
            view = _masked(patient, truth, seat)
            guessed = patient.copy(view)
            patient.call("guess", guessed, seat, rng.words)
            dealt, thought = _counts(truth, guessed, view), _counts(guessed, truth, view)
            for what in dealt.keys() | thought.keys():
                difference = dealt[what] - thought[what]
                sums[seat, what] += difference
                squares[seat, what] += difference * difference
    bound = math.sqrt(2 * math.log(2 * max(1, len(sums)) / FALSE_ALARM))
    for (seat, what), total in sorted(sums.items()):
        if abs(total) > bound * math.sqrt(squares[seat, what]):
            return Trouble(
                f"{patient.place('guess')} for seat {seat} does not deal as chance does: in {deals:,} beginnings of a "
                f"match {what} {abs(total):,} times too {'rarely' if total > 0 else 'often'}"
            )
    return None


def _counts(position: Position, other: Position, view: Position) -> Counter[str]:
    """Counts of hidden values: each value in a row of a field, equal values there, and bits that are set.

    The order within a row does not count, since a hand may be stored in any order. But in a row with far more cells
    than values, each cell holds the place of a card, so there cells are counted.
    """
    found: Counter[str] = Counter()
    for field in position.dtype.names or ():
        here, there, shown = (np.atleast_1d(item[field][0]) for item in (position, other, view))
        here, there, shown = (item.reshape(-1, item.shape[-1]) for item in (here, there, shown))
        hidden = (here != shown) | (there != shown)
        for row in np.flatnonzero(hidden.any(axis=1)).tolist():
            name = field if len(here) == 1 else f"{field}[{row}]"
            place = hidden[row]
            values, counts = np.unique(here[row][place], return_counts=True)
            for value, count in zip(values.tolist(), counts.tolist(), strict=True):
                found[f"{value} is hidden in {name}"] = count
            found[f"two hidden values agree in {name}"] = int((counts * (counts - 1) // 2).sum())
            found[f"a hidden value agrees with a seen one in {name}"] = int(
                (here[row][place][:, None] == shown[row][~place][None, :]).sum()
            )
            if here.dtype.kind in "iu":
                _count_bits(found, name, here[row][place])
            if MIN_CELLS_PER_VALUE * len(np.unique(np.concatenate((here[row], there[row])))) <= len(place):
                for cell in np.flatnonzero(place).tolist():
                    found[f"{here[row, cell]} is in {name}[{cell}]"] = 1
    return found


def _count_bits(found: Counter[str], name: str, values: Any) -> None:
    """Count how often each bit is set, if the values are large numbers, which may be sets of bits."""
    bits = values[values >= 0].astype(np.uint64)
    if len(bits) and int(bits.max()) >= MIN_SET:
        for bit in range(64):
            count = int(((bits >> np.uint64(bit)) & np.uint64(1)).sum())
            if count:
                found[f"bit {bit} is set in {name}"] = count


def _fair_lacks(patient: Patient) -> str | None:
    if patient.rules.is_object:
        return "a position is an object, whose parts cannot be counted"
    return has("guess")(patient)


EXAMINATIONS = (
    Examination(
        "a view shows the seat's turn and its moves, and masking it again changes nothing", _mask, lacks=has("mask")
    ),
    Examination("a guess agrees with the view, and can be played on", _guess, lacks=has("guess"), by_chance=True),
    Examination(
        "guesses of the first deal have the distribution of chance",
        _fair,
        lacks=_fair_lacks,
        by_chance=True,
        apart=True,
    ),
)
