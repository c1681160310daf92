"""Rules of play: turn, moves, play and payoffs keep the contract, and depend only on the position."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from playout.examining.examination import AT_END, AT_SEAT, Examination
from playout.examining.faults import Fault
from playout.examining.patient import UNWRITTEN, Patient, Position, Trouble, differing, whole
from playout.rules import CHANCE, OVER

__all__ = ["EXAMINATIONS", "MOVES", "PLAYABLE", "TURN"]


def _turn(patient: Patient, position: Position, index: int) -> Trouble | None:
    answer = patient.call("turn", position)
    seat = whole(answer)
    where = patient.place("turn")
    if seat == CHANCE and not patient.rules.has("chance"):
        return Trouble(f"{where} says CHANCE, but the game has no chance(s, rng): add it, it draws an outcome")
    if seat in (OVER, CHANCE) or 0 <= seat < patient.seats:
        return None
    return Trouble(f"{where} returned {answer!r}; it has to be a seat from 0 to {patient.seats - 1}, CHANCE or OVER")


def _moves(patient: Patient, position: Position, index: int) -> Trouble | None:
    answer, out = patient.listing(position)
    count, most, where = whole(answer), patient.rules.max_moves, patient.place("moves")
    if count == UNWRITTEN:
        return Trouble(f"{where} returned {answer!r}; it has to return how many moves it wrote")
    if count < 1:
        return Trouble(
            f"{where} found {count} moves though it is the turn of seat {patient.turn(position)}: turn has to say OVER "
            f"where nobody can move, or a pass has to be a move"
        )
    if count > most:
        return Trouble(f"{where} says that there are {count} moves, and MAX_MOVES is {most}: raise MAX_MOVES")
    listed = out[:count]
    if UNWRITTEN in listed:
        return Trouble(f"{where} returned {count}, but did not write out[{listed.index(UNWRITTEN)}]")
    for move in listed:
        if listed.count(move) > 1:
            return Trouble(f"{where} lists the move {patient.name(position, move)} {listed.count(move)} times")
    return None


def _moves_again(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check that a copy has the same moves, also after moves in other copies."""
    before = patient.moves(position)
    elsewhere = patient.copy(position)
    rng = patient.rng(index)
    for _ in range(3):
        legal = patient.choices(elsewhere)[0]
        if not legal:
            break
        try:
            patient.play(elsewhere, legal[rng.below(len(legal))])
            if patient.turn(elsewhere) not in (OVER, CHANCE):
                patient.moves(elsewhere)
        except Fault:  # an error there belongs to another line, which other examinations find
            break
    after = patient.moves(patient.copy(position))
    if before == after:
        return None
    return Trouble(
        f"{patient.place('moves')} lists {_texts(patient, position, before)}, and for a copy of the same position "
        f"{_texts(patient, position, after)}: moves may use nothing but the position"
    )


def _looking(patient: Patient, position: Position, index: int) -> Trouble | None:
    before = patient.content(position)
    for word, arguments in _looks(patient, position, index):
        try:
            patient.call(word, position, *arguments)
        except Fault:
            if word != "parse":  # whether parse reads what format writes is another rule
                raise
        changed = differing(before, patient.content(position))
        if changed:
            fields = ", ".join(changed)
            return Trouble(f"{patient.place(word)} changes the position ({fields}); only play, mask and guess may")
    return None


def _looks(patient: Patient, position: Position, index: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The functions that must not change a position, with arguments for this position."""
    rules, seat = patient.rules, patient.turn(position)
    numbers, values = np.zeros(max(rules.max_moves, rules.max_outcomes), np.int64), np.zeros(rules.max_moves)
    words: list[tuple[str, tuple[Any, ...]]] = [
        ("turn", ()),
        ("show", ()),
        ("picture", ()),
        ("view", ()),
        ("key", ()),
        ("seats", ()),
    ]
    if seat != OVER:
        words += [("left", ()), *(("evaluate", (other,)) for other in range(patient.seats))]
    legal = patient.choices(position)[0]
    for move in legal[:8]:
        words.append(("format", (move,)))
        if rules.has("parse"):
            words.append(("parse", (patient.format(position, move),)))
    if seat == OVER:
        words.append(("payoffs", (np.zeros(rules.players),)))
    elif seat == CHANCE:
        words += [("chance", (patient.rng(index).words,)), ("odds", (numbers, np.zeros(rules.max_outcomes)))]
    else:
        listed = np.array(legal, np.int64)
        words += [("moves", (numbers,)), ("loud", (numbers,)), ("tactics", (numbers,))]
        words += [("rank", (listed, len(listed), values)), ("menu", (legal,)), ("reason", ("",))]
        words += [("about", (move,)) for move in legal[:8]]
        words += [(word, (patient.rng(index).words,)) for word in ("pick", "suggest")]
    return ((word, arguments) for word, arguments in words if rules.has(word))


def _playable(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check that every move can be played, and that playing on a copy does not change the original."""
    before = patient.content(position)
    if patient.turn(position) == CHANCE:
        patient.draw("chance", position, patient.rng(index))
    for move in patient.choices(position)[0]:
        other = patient.copy(position)
        try:
            patient.play(other, move)
            patient.turn(other)
        except Fault as fault:
            fault.further = (move,)
            raise
        changed = differing(before, patient.content(position))
        if changed:
            own = (
                "its copy method has to copy everything inside" if patient.rules.is_object else "keep nothing elsewhere"
            )
            return Trouble(
                f"playing {patient.name(position, move)} on a copy changes the original ({', '.join(changed)}): {own}",
                (move,),
            )
    return None


def _repeatable(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check that the same move in the same position, with the same random stream, gives the same result."""
    seat, rules = patient.turn(position), patient.rules
    for move in patient.choices(position)[0]:
        results = []
        for _ in range(2):
            results.append(patient.copy(position))
            patient.play(results[-1], move)
        changed = patient.differences(*results)
        if changed:
            return Trouble(
                f"{patient.place('play')} gave two different positions for the same move ({', '.join(changed)} differ)"
                f": play may use nothing but the position and the move; luck belongs into chance(s, rng)",
                (move,),
            )
    words = ("chance",) if seat == CHANCE else () if seat == OVER else ("pick", "suggest")
    for word in words:
        if rules.has(word) and len({patient.draw(word, position, patient.rng(index)) for _ in range(2)}) > 1:
            return Trouble(
                f"{patient.place(word)} drew two different moves from the same rng: draw with playout.rng only"
            )
    return None


def _within(patient: Patient, position: Position, index: int) -> Trouble | None:
    for seat, value in enumerate(patient.payoffs(position)):
        if math.isnan(value):
            return Trouble(f"{patient.place('payoffs')} did not write out[{seat}], or wrote nan")
        scale = patient.off_scale(value)
        if scale:
            return Trouble(
                f"{patient.place('payoffs')} gave seat {seat} {value:g}, outside of {scale}: correct it, or set "
                f"PAYOFF_BOUNDS = (least, most)"
            )
    return None


def _adds_up(patient: Patient, position: Position, index: int) -> Trouble | None:
    total, declared = math.fsum(patient.payoffs(position)), patient.rules.payoff_sum
    if declared is None or math.isnan(total) or abs(total - declared) <= 1e-9 * max(1.0, abs(declared)):
        return None
    return Trouble(
        f"{patient.place('payoffs')} gave payoffs that add up to {total:g}, not {declared:g}: correct it, or set "
        f"PAYOFF_SUM (None if the sum varies)"
    )


def _no_declared_sum(patient: Patient) -> str | None:
    return "PAYOFF_SUM is None" if patient.rules.payoff_sum is None else None


def _texts(patient: Patient, position: Position, moves: list[int]) -> str:
    return ", ".join(patient.name(position, move) for move in moves) or "nothing"


TURN = Examination("turn returns a seat, CHANCE or OVER", _turn, vital=True)
MOVES = Examination(
    "legal moves are distinct, at least one until the match is over, and at most MAX_MOVES",
    _moves,
    frozenset((AT_SEAT,)),
    vital=True,
)
PLAYABLE = Examination("playing on a copy leaves the original unchanged", _playable, vital=True)
EXAMINATIONS = (
    PLAYABLE,
    Examination("looking at a position does not change it", _looking, vital=True),
    Examination("legal moves depend on the position only", _moves_again, frozenset((AT_SEAT,)), vital=True),
    Examination("the same seed gives the same match", _repeatable, vital=True),
    Examination("payoffs are within PAYOFF_BOUNDS", _within, frozenset((AT_END,))),
    Examination("payoffs add up to PAYOFF_SUM", _adds_up, frozenset((AT_END,)), _no_declared_sum),
)
