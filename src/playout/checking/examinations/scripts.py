"""Scripts: moves that tell nothing about hidden values, so that fair guesses still have the distribution of chance."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from playout.checking.examinations.hidden_counts import hides_the_same
from playout.examining.patient import Patient, Position
from playout.rng import Rng
from playout.rules import CHANCE, OVER

__all__ = ["NO_MOVES", "Script", "play_chance", "play_openly", "write_script"]

TRIALS = 8
"""Matches in which each move of a script is tried before it is chosen."""

MAX_MOVES = 12
"""The largest number of moves of a script."""

MAX_STOPS = 3
"""The largest number of stops of a script, at which guesses are compared."""

SECONDS = 0.5
"""Seconds after which a script ends."""


class Script(NamedTuple):
    """Moves of the seats, in order; between them chance deals."""

    moves: tuple[int, ...]
    stops: tuple[int, ...]
    """Numbers of moves after which guesses are compared."""
    lines: tuple[tuple[int, ...], ...]
    """For each stop, a line that leads there, outcomes of chance included."""


NO_MOVES = Script((), (0,), ((),))
"""Guesses are compared after the first deal only."""


def write_script(patient: Patient, rng: Rng) -> Script:
    """A script for this game, with as many moves as can be found. Each is legal and open in all trials and ends none.

    Guesses are compared after moves that chance follows with a deal, and if these are fewer than MAX_STOPS, after the
    last move as well.
    """
    deadline = time.perf_counter() + SECONDS
    trials = [patient.first() for _ in range(TRIALS)]
    first_deals = [play_chance(patient, trial, rng) for trial in trials]
    line = first_deals[0]
    moves: list[int] = []
    dealt: list[int] = []
    lines: list[tuple[int, ...]] = []
    while len(moves) < MAX_MOVES and len(dealt) < MAX_STOPS and time.perf_counter() < deadline:
        found = _next_move(patient, trials, rng)
        if found is None:
            break
        move, trials = found
        moves.append(move)
        outcomes = [play_chance(patient, trial, rng) for trial in trials]
        line = [*line, move, *outcomes[0]]
        lines.append(tuple(line))
        if any(outcomes):
            dealt.append(len(moves))
    stops = dealt if len(dealt) == MAX_STOPS or not moves else sorted({*dealt, len(moves)})
    return Script(tuple(moves), tuple(stops), tuple(lines[stop - 1] for stop in stops))


def _next_move(patient: Patient, trials: Sequence[Position], rng: Rng) -> tuple[int, list[Position]] | None:
    """A random move that is open in all trials and ends none, with the positions after it."""
    if any(patient.turn(trial) < 0 for trial in trials):
        return None
    choices = sorted(set.intersection(*(set(patient.moves(trial)) for trial in trials)))
    while choices:
        move, after = choices.pop(rng.below(len(choices))), list[Position]()
        for trial in trials:
            played = play_openly(patient, trial, move, range(patient.seats))
            if played is None or patient.turn(played) == OVER or not _is_told(patient, trial, move, played):
                break
            after.append(played)
        if len(after) == len(trials):
            return move, after
    return None


def play_openly(patient: Patient, position: Position, move: int, seats: Iterable[int]) -> Position | None:
    """The position after a move; None if the move is not legal, or changes a value that is hidden from one of these
    seats before or after it, like a card played from a hidden hand.
    """
    if patient.turn(position) < 0 or move not in patient.moves(position):
        return None
    after = patient.copy(position)
    patient.play(after, move)
    for seat in seats:
        if not hides_the_same(position, patient.seen_by(position, seat), after, patient.seen_by(after, seat)):
            return None
    return after


def _is_told(patient: Patient, position: Position, move: int, after: Position) -> bool:
    """Whether each seat sees which move was played. If not, the move itself is hidden and has to be guessed."""
    views = [patient.seen_by(after, seat) for seat in range(patient.seats)]
    for other in patient.moves(position):
        if other != move:
            instead = patient.copy(position)
            patient.play(instead, other)
            if patient.differences(instead, after) and any(
                not patient.differences(patient.seen_by(instead, seat), view) for seat, view in enumerate(views)
            ):
                return False
    return True


def play_chance(patient: Patient, position: Position, rng: Rng) -> list[int]:
    """Let chance decide until a seat is to move or the match is over; returns the outcomes."""
    outcomes = []
    while patient.turn(position) == CHANCE:
        outcomes.append(patient.draw("chance", position, rng))
        patient.play(position, outcomes[-1])
    return outcomes
