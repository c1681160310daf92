"""Rules of fair guesses: guesses have the distribution of chance's deals, at the start and later in a match."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator

from playout.checking.examinations.hidden_counts import Key, by_kind, differences, in_words
from playout.checking.examinations.scripts import NO_MOVES, Script, play_chance, play_openly, write_script
from playout.examining.examination import Examination, Skipped, has
from playout.examining.patient import Patient, Position, Trouble
from playout.rng import Rng

__all__ = ["EXAMINATIONS"]

DEALS = 500
"""The number of deals for each seat whose hidden values are compared with guesses."""

DEAL_SECONDS, LATER_SECONDS = 2.0, 1.0
"""Seconds after which fewer deals suffice, at the start and later in a match."""

MIN_DEALS = 100
"""The least number of deals that are compared."""

FALSE_ALARM = 1e-7
"""The probability of a false alarm over all counts of a rule."""


class Tally:
    """Differences between true positions and guesses at one stop of the script, over all deals.

    If guesses are fair, the difference of each deal has a symmetric distribution around 0: exchanging truth and guess
    changes its sign, and is as likely. So given the sizes of the differences, each sign is plus or minus with the same
    probability, and P(|sum| > x sqrt(sum of squares)) <= 2 exp(-x^2 / 2) (Hoeffding). This holds for any number of
    deals.

    Many small differences can hang together, such as those of all pairs of neighbouring cards. So the first half of the
    deals gives each count a weight, and in the second half the weighted sum of all counts is one more number. Its
    weights do not depend on the second half, so the same bound holds for it.
    """

    def __init__(self, seats: int) -> None:
        self._sums: list[Counter[Key]] = [Counter() for _ in range(seats)]
        self._squares: list[Counter[Key]] = [Counter() for _ in range(seats)]
        self._weights: list[dict[Key, float]] = [{} for _ in range(seats)]
        self._together = [0.0] * seats
        self._together_squares = [0.0] * seats

    @property
    def differs(self) -> bool:
        """Whether any guess differed from the truth, so that there was something to compare."""
        return any(square for squares in self._squares for square in squares.values())

    def add(self, seat: int, found: Counter[Key]) -> None:
        sums, squares, weights = self._sums[seat], self._squares[seat], self._weights[seat]
        together = 0.0
        for key, difference in found.items():
            if difference:
                sums[key] += difference
                squares[key] += difference * difference
                together += weights.get(key, 0.0) * difference
        self._together[seat] += together
        self._together_squares[seat] += together * together

    def weigh(self) -> None:
        """Choose the weights, after the first half of the deals."""
        for weights, sums, squares in zip(self._weights, self._sums, self._squares, strict=True):
            weights.update({key: total / squares[key] for key, total in sums.items()})

    def verdict(self, tallies: int) -> tuple[int, str] | None:
        """A seat with biased guesses, and the bias in words; None if all counts are within the bound.

        tallies: the number of tallies that share FALSE_ALARM.
        """
        counts = sum(map(len, self._squares)) + len(self._together)
        bound = math.sqrt(2 * math.log(2 * counts * tallies / FALSE_ALARM))
        for seat, squares in enumerate(self._squares):
            sums = self._sums[seat]
            off = {key: abs(sums[key]) / math.sqrt(square) for key, square in squares.items()}
            worst = max(sorted(off, key=by_kind), key=off.__getitem__, default=None)
            if worst is None:
                continue
            words = f"{in_words(worst)} {abs(sums[worst]):,} times too {'rarely' if sums[worst] > 0 else 'often'}"
            if off[worst] > bound:
                return seat, words
            if abs(self._together[seat]) > bound * math.sqrt(self._together_squares[seat]):
                return seat, f"many counts together are off; for example {words}"
        return None


def _first_deal(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check guesses of chance's deals before the first move."""
    return _compare(patient, patient.rng(index), NO_MOVES)


def _later(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check guesses after the moves of a script.

    In general, the right belief about hidden values after another seat's move depends on why that seat played it. Moves
    that are fixed before the match, like those of a script, are an exception. They tell nothing if they are legal
    whatever is hidden, and neither show nor change hidden values. Then the distribution of the hidden values, given the
    view, follows from the deals of chance alone, and a fair guess has this distribution.

    `write_script` looks for such moves in a few matches. A match that is compared may still show that a move is not
    always legal, or that it touches hidden values. Then the script ends before this move in all matches. This causes no
    false alarm. Let F be the event that no match shows such a fault. If the guess is right for moves that tell nothing,
    then P(alarm and F) is at most P(alarm) without the condition F. If the guess takes into account that the move was
    legal, then it is right for the matches that satisfy F, and P(alarm given F) is within the bound.
    """
    rng = patient.rng(index)
    script = write_script(patient, rng)
    return _compare(patient, rng, script)


def _compare(patient: Patient, rng: Rng, script: Script) -> Trouble | None:
    """Compare guesses at the stops of a script; raises Skipped if there is nothing to compare.

    A seat may not see all of the first position, such as the stock or the opponent's deck. So each match begins with a
    guess of the first position. Given the seat's view at a stop, the true position and another guess have the same
    distribution.
    """
    tallies = [Tally(patient.seats) for _ in script.stops]
    reached, deals, is_weighed = len(tallies), 0, False
    seconds, begin = LATER_SECONDS if script.moves else DEAL_SECONDS, time.perf_counter()
    while reached and deals < DEALS and (deals < MIN_DEALS or time.perf_counter() < begin + seconds):
        late = deals >= MIN_DEALS / 2 and time.perf_counter() > begin + seconds / 2
        if not is_weighed and (late or deals >= DEALS / 2):
            is_weighed = True
            for tally in tallies:
                tally.weigh()
        deals += 1
        for seat in range(patient.seats):
            stops = 0
            for stops, truth in enumerate(_matches(patient, seat, script, rng), 1):
                view = patient.seen_by(truth, seat)
                guessed = patient.copy(view)
                patient.call("guess", guessed, seat, rng.words)
                tallies[stops - 1].add(seat, differences(truth, guessed, view))
            reached = min(reached, stops)
    compared = tallies[:reached]
    for tally, after, line in zip(compared, script.stops, script.lines, strict=False):
        found = tally.verdict(len(tallies))
        if found is not None:
            moves = f"{after} {'move that tells' if after == 1 else 'moves that tell'} nothing"
            where = f"matches, after {moves}," if after else "beginnings of a match"
            return Trouble(
                f"{patient.place('guess')} for seat {found[0]} does not deal as chance does: in {deals:,} {where} "
                f"{found[1]}",
                line,
            )
    if not compared:
        raise Skipped("every move was found to end a match, to be illegal at times, or to show or change hidden things")
    if not any(tally.differs for tally in compared):
        moves = "after moves that tell nothing" if script.moves else "before the first move"
        raise Skipped(f"no value was hidden {moves} that could be guessed wrongly")
    return None


def _matches(patient: Patient, seat: int, script: Script, rng: Rng) -> Iterator[Position]:
    """The positions of a match at the stops of a script; fewer if a move is not legal, or not open to this seat."""
    truth = patient.seen_by(patient.first(), seat)
    patient.call("guess", truth, seat, rng.words)
    play_chance(patient, truth, rng)
    if 0 in script.stops:
        yield truth
    for number, move in enumerate(script.moves[: max(script.stops)], 1):
        after = play_openly(patient, truth, move, (seat,))
        if after is None:
            return
        truth = after
        play_chance(patient, truth, rng)
        if number in script.stops:
            yield truth


def _lacks(patient: Patient) -> str | None:
    if patient.rules.is_object:
        return "a position is an object, whose parts cannot be counted"
    return has("guess")(patient)


EXAMINATIONS = (
    Examination(
        "guesses of the first deal have the distribution of chance",
        _first_deal,
        lacks=_lacks,
        by_chance=True,
        apart=True,
    ),
    Examination(
        "guesses later in a match have the distribution of chance", _later, lacks=_lacks, by_chance=True, apart=True
    ),
)
