"""Rules of hidden information: a view depends only on what its seat may know, and guesses agree with the view."""

from __future__ import annotations

from playout.examining.examination import Examination, has
from playout.examining.faults import Fault
from playout.examining.patient import Patient, Position, Trouble
from playout.rng import Rng
from playout.rules import OVER

__all__ = ["EXAMINATIONS"]

GUESSES = 2
"""Guesses for each seat in a position."""

MOVES_AFTER_GUESS = 4
"""Moves that are played from a guess."""


def _mask(patient: Patient, position: Position, index: int) -> Trouble | None:
    turn = patient.turn(position)
    for seat in range(patient.seats):
        view, where = patient.seen_by(position, seat), patient.place("mask")
        changed = patient.differences(view, patient.seen_by(view, seat))
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
            guessed = patient.seen_by(position, seat)
            patient.call("guess", guessed, seat, rng.words)
            trouble = _misfit(patient, position, guessed, seat) or _onward(patient, position, guessed, seat, rng)
            if trouble:
                return trouble
    return None


def _misfit(patient: Patient, position: Position, guessed: Position, seat: int) -> Trouble | None:
    """A difference by which the seat could tell a guess from the true position; None if there is none."""
    where = f"{patient.place('guess')} for seat {seat}"
    changed = patient.differences(patient.seen_by(position, seat), patient.seen_by(guessed, seat))
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
        return Trouble(f"{where} changes the payoffs of a match that is over: they may depend only on visible values")
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
            second = patient.seen_by(after, seat)
            patient.call("guess", second, seat, rng.words)
            trouble = _misfit(patient, after, second, seat)
        except Fault as fault:
            fault.text += f" (in a guess for seat {seat} that was made before the last move)"
            fault.further = (move,)
            raise
        if trouble:
            return Trouble(f"{trouble.text} (in a guess that was made before the last move)", (move,))
    return None


EXAMINATIONS = (
    Examination(
        "a view shows the seat's turn and its moves, and masking it again changes nothing", _mask, lacks=has("mask")
    ),
    Examination("a guess agrees with the view, and can be played on", _guess, lacks=has("guess"), by_chance=True),
)
