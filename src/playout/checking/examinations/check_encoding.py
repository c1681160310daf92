"""Rules of the encoding for a network: the shape of planes, the logits of moves, symmetries, and no hidden
information.
"""

from __future__ import annotations

import time
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from playout.encoding.encoding import NetworkEncoding, described_encoding, encoding_of
from playout.encoding.symmetries import Symmetry, symmetry_group
from playout.examining.examination import AT_SEAT, Examination, has
from playout.examining.patient import Patient, Position, Trouble, whole
from playout.game import Game
from playout.record_planes import fields_shown
from playout.rng import Rng
from playout.rules import CHANCE, OVER, RulesError

__all__ = ["EXAMINATIONS", "in_words", "planes_of"]

SYMMETRY_SECONDS = 1.0
"""Seconds for the random matches that test each symmetry; at least one match is played."""

MAX_SYMMETRY_MATCHES = 20
"""The largest number of random matches that test each symmetry."""

_encoding = lru_cache(maxsize=16)(described_encoding)


def planes_of(patient: Patient, position: Position, encoding: NetworkEncoding) -> NDArray[np.uint8]:
    """The planes of a position for the seat to move."""
    out = np.zeros(encoding.planes, np.uint8)
    patient.call("planes", position, patient.turn(position), out)
    return out


def _planes(patient: Patient, position: Position, index: int) -> Trouble | None:
    try:
        encoding = _encoding(patient.game)
    except RulesError as error:
        return Trouble(str(error))
    before = patient.copy(position)
    seen = planes_of(patient, position, encoding)
    where = patient.place("planes")
    changed = patient.differences(before, position)
    if changed:
        return Trouble(f"{where} changes the position ({', '.join(changed)}); it may only read it")
    if patient.rules.has("mask"):
        patient.call("mask", position, patient.turn(position))
        if not np.array_equal(planes_of(patient, position, encoding), seen):
            return Trouble(f"{where} shows what the seat cannot see: after mask it writes something else")
    return None


def _logits(patient: Patient, position: Position, index: int) -> Trouble | None:
    try:
        encoding = _encoding(patient.game)
    except RulesError as error:
        return Trouble(str(error))
    taken: dict[int, int] = {}
    where = patient.place("policy_index" if patient.rules.has("policy_index") else "moves")
    for move in patient.moves(position):
        number = _index(patient, move, encoding)
        if not 0 <= number < encoding.policy_size:
            return Trouble(
                f"{where}: the move {patient.name(position, move)} has the logit {number}, and there are "
                f"{encoding.policy_size}: correct policy_index or POLICY_SIZE"
            )
        if number in taken:
            return Trouble(
                f"{where}: the moves {patient.name(position, taken[number])} and {patient.name(position, move)} have "
                f"the same logit, {number}"
            )
        taken[number] = move
    return None


def _index(patient: Patient, move: int, encoding: NetworkEncoding) -> int:
    function = patient.rules.functions.get("policy_index")
    if function is None:
        return move
    try:
        return whole(patient.watch.run(function, move, *encoding.planes[1:]))
    except Exception as error:
        raise patient.fault("policy_index", error) from error


def _symmetries(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check that each symmetry that the file names maps random matches to matches. Then all symmetries that these
    generate do, too.
    """
    if _logits(patient, position, index):
        return None  # another rule reports it
    encoding = _encoding(patient.game)
    for name in encoding.symmetries:
        turned = symmetry_group((name,), encoding.planes, encoding.policy_size)[-1]
        first = planes_of(patient, position, encoding)
        if not np.array_equal(first.ravel()[turned.cells], first.ravel()):
            continue  # with these options the start is not symmetric, such as with a blocked cell
        rng, deadline = patient.rng(index), time.perf_counter() + SYMMETRY_SECONDS
        for _ in range(MAX_SYMMETRY_MATCHES):
            trouble = _turn_match(patient, position, encoding, turned, rng)
            if trouble:
                return Trouble(f"SYMMETRIES: {name} is not a symmetry: {trouble.text}", trouble.further)
            if time.perf_counter() > deadline:
                break
    return None


def _turn_match(
    patient: Patient, position: Position, encoding: NetworkEncoding, turned: Symmetry, rng: Rng
) -> Trouble | None:
    """Play a random match and its image under a symmetry, and compare them at every ply."""
    one, other = patient.copy(position), patient.copy(position)
    image = np.argsort(turned.policy)
    line: list[int] = []
    while True:
        seat = patient.turn(one)
        if patient.turn(other) != seat:
            return Trouble("in the image of these moves it is another seat's turn", tuple(line))
        if seat == CHANCE:
            return None
        if seat == OVER:
            same = np.allclose(patient.payoffs(one), patient.payoffs(other))
            return None if same else Trouble("the image of these moves has other payoffs", tuple(line))
        if not np.array_equal(
            planes_of(patient, other, encoding).ravel(), planes_of(patient, one, encoding).ravel()[turned.cells]
        ):
            return Trouble("in the image of these moves, planes does not write the image of the planes", tuple(line))
        moves = patient.moves(one)
        turned_moves = {_index(patient, move, encoding): move for move in patient.moves(other)}
        if {int(image[_index(patient, move, encoding)]) for move in moves} != set(turned_moves):
            return Trouble(
                "in the image of these moves, the legal moves are not the images of the legal moves", tuple(line)
            )
        move = moves[rng.below(len(moves))]
        line.append(move)
        patient.play(one, move)
        patient.play(other, turned_moves[int(image[_index(patient, move, encoding)])])


def _names_symmetries(patient: Patient) -> str | None:
    if not patient.rules.symmetries:
        return "the game names no SYMMETRIES"
    return "chance decides in it" if patient.rules.has("chance") else None


EXAMINATIONS = (
    Examination(
        "planes show what the seat sees, and change nothing", _planes, frozenset((AT_SEAT,)), has("planes"), limit=400
    ),
    Examination("each legal move has a logit of its own", _logits, frozenset((AT_SEAT,)), has("planes"), limit=400),
    Examination(
        "symmetries turn matches into matches",
        _symmetries,
        frozenset((AT_SEAT,)),
        _names_symmetries,
        by_chance=True,
        apart=True,
    ),
)


def in_words(game: Game) -> str:
    """A sentence on the encoding for a network; empty if no network can learn the game, or if a finding says why."""
    rules = game.rules
    has_planes = rules.has("planes")
    if rules.is_object or (not has_planes and (rules.has("chance") or game.observer is not None)):
        return ""
    try:
        encoding = _encoding(game) if has_planes else encoding_of(game)
    except RulesError as error:
        return "" if has_planes else f"`playout learn` refuses it: {error}"
    count, rows, columns = encoding.planes
    turned = len(encoding.group)
    fields = "" if has_planes else f" from the record's fields {', '.join(fields_shown(rules.dtype, rules.fields))}"
    return (
        f"a network sees {count} planes of {rows} by {columns} cells{fields}, and has {encoding.policy_size} logits; "
        f"{turned} {'symmetry' if turned == 1 else 'symmetries'}{', which is the identity' if turned == 1 else ''}"
    )
