"""Rules of views for pages: a view has plain values, its touch points reach all moves, and it reveals nothing."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from playout.boards import known_places, read_places, read_view
from playout.examining.examination import AT_SEAT, Examination, has
from playout.examining.patient import Patient, Position, Trouble

__all__ = ["EXAMINATIONS"]


def _drawn(patient: Patient, position: Position) -> dict[str, Any]:
    return read_view(patient.call("view", position), patient.game.seat_name, patient.seats)


def _view(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check the views of the whole position and of each masked position."""
    seats = range(patient.seats) if patient.rules.has("mask") else ()
    for shown in (position, *(patient.seen_by(position, seat) for seat in seats)):
        try:
            _drawn(patient, shown)
        except ValueError as error:
            return Trouble(f"{patient.place('view')}: {error}")
    return None


def _places(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check that the touch points of each legal move are in the view, and that no other move has the same ones."""
    where, seen = patient.place("places"), patient.seen_by(position, patient.turn(position))
    try:
        known = known_places(_drawn(patient, seen)) if patient.rules.has("view") else ()
    except ValueError:  # another rule reports it
        return None
    same: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for move in patient.moves(seen):
        text = patient.name(seen, move)
        try:
            touched = read_places(patient.call("places", seen, move))
        except ValueError as error:
            return Trouble(f"{where} for {text}: {error}")
        if not touched:
            return Trouble(f"{where} names no touch point for {text}, so nobody can play it; name a button at least")
        for place in touched:
            if not place.startswith("button:") and place not in known:
                return Trouble(f"{where} for {text} names {place}, which the view does not show")
        if text in same[touched]:
            return Trouble(f"{where} and format are the same for two moves, {text}: nobody can tell them apart")
        same[touched].append(text)
    return None


def _hidden(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check that a new guess changes neither the seat's view nor the touch points and sentences of its moves."""
    rng, turn = patient.rng(index), patient.turn(position)
    for seat in range(patient.seats):
        seen = patient.seen_by(position, seat)
        guessed = patient.copy(seen)
        patient.call("guess", guessed, seat, rng.words)
        other = patient.seen_by(guessed, seat)
        try:
            same = _drawn(patient, seen) == _drawn(patient, other)
        except ValueError:  # another rule reports it
            return None
        words = [word for word in ("places", "about") if patient.rules.has(word)] if turn == seat else []
        for word in words:
            said = [[patient.call(word, item, move) for move in patient.moves(seen)] for item in (seen, other)]
            same = same and said[0] == said[1]
        if not same:
            return Trouble(
                f"{patient.place('view')} for seat {seat} changes with hidden information: view, places and about may "
                "use nothing but the position that they are given"
            )
    return None


def _hidden_lacks(patient: Patient) -> str | None:
    return has("view")(patient) or has("guess")(patient)


EXAMINATIONS = (
    Examination("a view is complete and has plain values only", _view, lacks=has("view"), limit=64),
    Examination(
        "every legal move can be reached by its touch points", _places, frozenset((AT_SEAT,)), has("places"), limit=64
    ),
    Examination("hidden information changes no seat's view", _hidden, lacks=_hidden_lacks, by_chance=True, limit=64),
)
