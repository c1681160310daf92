"""Rules of the optional functions that guide a search: they name legal moves and write finite numbers."""

from __future__ import annotations

import math

import numpy as np

from playout.examining.examination import AT_SEAT, BEFORE_END, Examination, has
from playout.examining.patient import Patient, Position, Trouble, whole
from playout.rules import OVER

__all__ = ["EXAMINATIONS"]


def _evaluate(patient: Patient, position: Position, index: int) -> Trouble | None:
    for seat in range(patient.seats):
        value = patient.call("evaluate", position, seat)
        number = float(value) if isinstance(value, (int, float, np.number)) else math.nan
        scale = patient.off_scale(number)
        if scale:
            return Trouble(
                f"{patient.place('evaluate')} says {value} for seat {seat}; its scale is that of the payoffs, {scale}"
            )
    return None


def _named(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check that suggest, loud and tactics name legal moves."""
    legal = patient.moves(position)
    for word, moves in _advised(patient, position, index).items():
        for move in moves:
            if move not in legal:
                return Trouble(
                    f"{patient.place(word)} names the move {patient.name(position, move)}, which is not legal"
                )
        if len(set(moves)) < len(moves):
            return Trouble(f"{patient.place(word)} names a move twice")
    return None


def _advised(patient: Patient, position: Position, index: int) -> dict[str, list[int]]:
    advised: dict[str, list[int]] = {}
    if patient.rules.has("suggest"):
        advised["suggest"] = [patient.draw("suggest", position, patient.rng(index))]
    if patient.rules.has("loud"):
        count, out = patient.listing(position, "loud")
        advised["loud"] = out[: max(whole(count), 0)]
    if patient.rules.has("tactics"):
        count, out = patient.listing(position, "tactics")
        # A negative number means that the match is decided: out[0] is the winning move, or -1 if the seat has lost.
        advised["tactics"] = out[: whole(count)] if whole(count) >= 0 else [move for move in out[:1] if move != -1]
    return advised


def _rank(patient: Patient, position: Position, index: int) -> Trouble | None:
    legal = np.array(patient.moves(position), np.int64)
    scores = np.full(patient.rules.max_moves, np.nan)
    patient.call("rank", position, legal.copy(), len(legal), scores)
    for move, score in zip(legal.tolist(), scores.tolist(), strict=False):
        if not math.isfinite(score):
            return Trouble(f"{patient.place('rank')} gives {patient.name(position, move)} the score {score}, or none")
    return None


def _left(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check that a random match from here has no more plies than `left` returns."""
    bound = whole(patient.call("left", position))
    rng = patient.rng(index)
    line: list[int] = []
    place = patient.copy(position)
    while patient.turn(place) != OVER:
        if len(line) >= bound:
            return Trouble(
                f"{patient.place('left')} says that at most {bound} plies remain, but the match goes on after that",
                tuple(line),
            )
        choices = patient.choices(place)[0]
        if not choices:
            break
        line.append(choices[rng.below(len(choices))])
        patient.play(place, line[-1])
    return None


EXAMINATIONS = (
    Examination("evaluate stays on the scale of the payoffs", _evaluate, BEFORE_END, has("evaluate")),
    Examination(
        "suggest, loud and tactics name legal moves",
        _named,
        frozenset((AT_SEAT,)),
        has("suggest", "loud", "tactics"),
        by_chance=True,
    ),
    Examination("rank scores every move", _rank, frozenset((AT_SEAT,)), has("rank")),
    Examination("no match is longer than left says", _left, BEFORE_END, has("left"), by_chance=True, limit=200),
)
