"""Rules of randomness: pick and chance draw with the right probabilities; rollouts draw as single moves do."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import partial

from playout.examining.examination import AT_CHANCE, AT_SEAT, BEFORE_END, Examination, has
from playout.examining.patient import UNWRITTEN, Patient, Position, Trouble
from playout.rules import CHANCE, OVER, ROLLOUTS

__all__ = ["EXAMINATIONS", "ODDS", "improbable"]

FALSE_ALARM = 1e-9
"""The probability of a false alarm in one position; below 1e-6 in all, since at most LIMIT positions are tested."""

LIMIT = 200


def improbable(count: int, draws: int, probability: float, alarm: float) -> bool:
    """Whether `count` is too improbable for an outcome of this probability in `draws` draws, at the level `alarm`.

    By Bernstein's inequality (1924): P(|count - n p| >= t) <= 2 exp(-t^2 / (2 (n p (1 - p) + t / 3))); for an
    outcome that was never drawn the probability is (1 - p)^n exactly.
    """
    if count == 0 and probability < 1.0 and draws * math.log1p(-probability) < math.log(alarm / 2):
        return True
    away = abs(count - draws * probability)
    spread = draws * probability * (1.0 - probability) + away / 3.0
    return away > 0 and (spread == 0 or 2.0 * math.exp(-away * away / (2.0 * spread)) < alarm)


def _off(counts: Counter[int], expected: dict[int, float], draws: int) -> tuple[int, float] | None:
    """An outcome that was drawn far too rarely or too often, with its probability; None if there is none."""
    for outcome, probability in expected.items():
        if improbable(counts[outcome], draws, probability, FALSE_ALARM / len(expected)):
            return outcome, probability
    return None


def _pick(patient: Patient, position: Position, index: int) -> Trouble | None:
    legal = patient.moves(position)
    draws = min(60 * len(legal), 6000)
    rng, where = patient.rng(index), patient.place("pick")
    counts = Counter(patient.draw("pick", position, rng) for _ in range(draws))
    for move in counts:
        if move not in legal:
            return Trouble(f"{where} drew {patient.name(position, move)}, which is not a legal move")
    off = _off(counts, {move: 1.0 / len(legal) for move in legal}, draws)
    if off is None:
        return None
    move = off[0]
    rarely = "never" if counts[move] == 0 else f"{counts[move]:,} times"
    return Trouble(
        f"{where} drew {patient.name(position, move)} {rarely} in {draws:,} draws from {len(legal)} legal moves: each "
        f"has to be equally likely"
    )


def _rollout(word: str, of: str, patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check that it has the result of moves by `pick` or `suggest`, and leaves the generator in the same state."""
    where, rng, of_moves = patient.place(word), patient.rng(index), patient.rng(index)
    at_once, by_moves = patient.copy(position), patient.copy(position)
    patient.call(word, at_once, rng.words)
    if patient.turn(at_once) != OVER:
        return Trouble(f"after {where} the match is not over")
    line: list[int] = []
    while (seat := patient.turn(by_moves)) != OVER and len(line) < patient.rules.max_length:
        line.append(patient.draw("chance" if seat == CHANCE else of, by_moves, of_moves))
        patient.play(by_moves, line[-1])
    one, other = patient.payoffs(at_once), patient.payoffs(by_moves)
    if one != other:
        return Trouble(f"{where} ends in the payoffs {one}, but moves by {of}, from the same generator, in {other}")
    if rng.words.tolist() != of_moves.words.tolist():
        return Trouble(f"{where} draws more or fewer numbers than {of} does for the {len(line)} moves of the match")
    return None


def _odds(patient: Patient, position: Position, index: int) -> Trouble | None:
    listed, where = patient.odds(position), patient.place("odds")
    if not listed:
        return Trouble(f"{where} lists no outcome: it has to write them and return how many they are")
    outcomes = [outcome for outcome, _ in listed]
    for outcome, probability in listed:
        if outcome == UNWRITTEN or math.isnan(probability):
            return Trouble(f"{where} returned {len(listed)}, but did not write that many outcomes and probabilities")
        if not 0.0 < probability <= 1.0 + 1e-9:
            return Trouble(
                f"{where} gives {patient.name(position, outcome)} the probability {probability:g}: leave out what "
                f"cannot happen"
            )
        if outcomes.count(outcome) > 1:
            return Trouble(f"{where} lists the outcome {patient.name(position, outcome)} more than once")
    total = math.fsum(probability for _, probability in listed)
    if abs(total - 1.0) > 1e-6:
        return Trouble(f"the probabilities that {where} writes add up to {total:g}, not 1")
    return None


def _chance(patient: Patient, position: Position, index: int) -> Trouble | None:
    listed = dict(patient.odds(position))
    draws = min(max(1000, 60 * len(listed)), 6000)
    rng, where = patient.rng(index), patient.place("chance")
    counts = Counter(patient.draw("chance", position, rng) for _ in range(draws))
    for outcome in counts:
        if outcome not in listed:
            return Trouble(f"{where} drew {patient.name(position, outcome)}, which odds does not list")
    off = _off(counts, listed, draws)
    if off is None:
        return None
    outcome, probability = off
    return Trouble(
        f"{where} drew {patient.name(position, outcome)} {counts[outcome]:,} times in {draws:,}, but by its "
        f"probability in odds, {probability:.4g}, it should be about {draws * probability:,.0f} times"
    )


def _by_draws(
    rule: str, look: Callable[[Patient, Position, int], Trouble | None], where: str, needs: str
) -> Examination:
    """An examination by many draws from one position."""
    return Examination(rule, look, frozenset((where,)), has(needs), by_chance=True, limit=LIMIT)


ODDS = Examination(
    "odds are positive and add up to 1, outcomes are distinct", _odds, frozenset((AT_CHANCE,)), has("odds"), vital=True
)
EXAMINATIONS = (
    _by_draws("pick draws every legal move equally often, and no other", _pick, AT_SEAT, "pick"),
    *(
        Examination(
            f"{word} ends like moves by {of}",
            partial(_rollout, word, of),
            BEFORE_END,
            has(word),
            by_chance=True,
            limit=20,
        )
        for word, of in ROLLOUTS.items()
    ),
    ODDS,
    _by_draws("chance draws the outcomes that odds lists, with their probabilities", _chance, AT_CHANCE, "odds"),
)
