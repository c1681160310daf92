"""Rules of identity: texts name moves, a pickled state is the same state, equal positions are equal."""

from __future__ import annotations

import pickle
from typing import Any

from playout.examining.examination import AT_SEAT, BEFORE_END, Examination, has
from playout.examining.faults import Fault
from playout.examining.patient import Patient, Position, Trouble, differing
from playout.game import State
from playout.rng import Rng
from playout.rules import CHANCE, OVER, RulesError

__all__ = ["EXAMINATIONS"]

REORDERED_LINES = 8
"""The number of lines from a position that are tried in another order."""


def _texts(patient: Patient, position: Position, index: int) -> Trouble | None:
    if patient.turn(position) == CHANCE and not patient.rules.has("odds"):
        return None
    for move in patient.choices(position)[0]:
        text = patient.format(position, move)
        try:
            back = patient.parse(position, text)
        except ValueError:
            return Trouble(f"format writes {text!r}, but there is no parse(s, text) to read it: add it")
        except Fault as fault:
            cause = fault.__cause__
            refused = f"which {patient.place('parse')} refuses ({type(cause).__name__}: {cause})"
            return Trouble(f"{patient.place('format')} writes {text!r} for the move {move}, {refused}")
        if back != move:
            read = f"and {patient.place('parse')} reads that as {back!r}"
            return Trouble(f"{patient.place('format')} writes {text!r} for the move {move}, {read}")
    return None


def _pickled(patient: Patient, position: Position, index: int) -> Trouble | None:
    patient.turn(position)
    state = State(patient.game, position)
    kind = type(position[0]).__name__
    try:
        back = pickle.loads(pickle.dumps(state))
    except RulesError:  # loading the game again broke another rule
        return None
    except Exception as error:
        inside = f": define {kind} at the top of a module, with nothing inside that cannot be pickled"
        return Trouble(f"it cannot be pickled ({error}){inside if patient.rules.is_object else ''}")
    changed = differing(patient.content(position), patient.content(back.position))
    if changed:
        return Trouble(f"{', '.join(changed)} changed on the way through pickle")
    try:
        equal = state == back
    except Exception as error:
        return Trouble(f"two states cannot be compared ({error}): give {kind} a method __eq__, or key")
    return None if equal else Trouble(f"it is unequal after pickling: give {kind} a method __eq__, or key")


def _orders(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Play moves in another order: equal positions must play alike, and positions that look and play alike be equal."""
    try:
        return _reordered(patient, position, patient.rng(index))
    except Fault:  # an error further on: other examinations find the line to it
        return None


def _reordered(patient: Patient, position: Position, rng: Rng) -> Trouble | None:
    lines = [_random_line(patient, position, rng, 2) for _ in range(REORDERED_LINES)]
    # A seat's first and next move change places; the moves of the others stay.
    lines += [
        _random_line(patient, position, rng, patient.seats + 1)
        for _ in range(REORDERED_LINES if patient.seats > 1 else 0)
    ]
    known: dict[Any, tuple[Any, tuple[int, ...]]] = {}
    for line in lines:
        swapped = (*line[-1:], *line[1:-1], *line[:1])
        if len(line) < 2:
            continue
        one, other = _after(patient, position, line), _after(patient, position, swapped)
        if one is None:
            continue
        trouble = _collision(patient, position, one, line, known)
        if not trouble and other is not None and swapped != line:
            trouble = _compare(patient, position, (one, line), (other, swapped))
            trouble = trouble or _collision(patient, position, other, swapped, known)
        if trouble:
            return trouble
    return None


def _compare(
    patient: Patient, start: Position, a: tuple[Position, tuple[int, ...]], b: tuple[Position, tuple[int, ...]]
) -> Trouble | None:
    """The trouble if two orders of the same moves lead to positions that look and play alike but are not equal."""
    if not patient.rules.has("show") or _equal(patient, a[0], b[0]) or not _alike(patient, a[0], b[0]):
        return None
    fields = ", ".join(patient.differences(a[0], b[0]))
    first, second = _words(patient, start, a[1]), _words(patient, start, b[1])
    if patient.rules.has("key"):
        todo = f"{patient.place('key')} gives them different keys: leave out of it what depends on the order of moves"
    else:
        todo = (
            f"they differ in {fields}. A list that is kept in the order of history makes equal positions differ: "
            f"define key(s), a hash of what matters; or let show tell them apart if they really differ"
        )
    return Trouble(f"{first} and {second} lead to positions that look and play alike but are not equal; {todo}", a[1])


def _collision(
    patient: Patient,
    start: Position,
    position: Position,
    line: tuple[int, ...],
    known: dict[Any, tuple[Any, tuple[int, ...]]],
) -> Trouble | None:
    """The trouble if two positions with the same key play differently."""
    if not patient.rules.has("key"):
        return None
    key, does = patient.call("key", position), patient.behaviour(position)
    if key not in known:
        known[key] = does, line
        return None
    if known[key][0] == does:
        return None
    before = _words(patient, start, known[key][1])
    what = next(
        word for word, x, y in zip(("turn", "legal moves", "payoffs"), does, known[key][0], strict=True) if x != y
    )
    return Trouble(
        f"{patient.place('key')} gives the same key to the positions after {before} and after "
        f"{_words(patient, start, line)}, but their {what} differ: the key has to cover everything that matters",
        line,
    )


def _equal(patient: Patient, a: Position, b: Position) -> bool:
    """Whether two positions are equal, by the equality of states."""
    keys = [patient.call("key", position) for position in (a, b) if patient.rules.has("key")]
    if keys:
        return bool(keys[0] == keys[1])
    for position in (a, b):
        patient.turn(position)
    try:
        return State(patient.game, a) == State(patient.game, b)
    except Exception:  # objects that cannot be compared: another rule reports it
        return True


def _alike(patient: Patient, a: Position, b: Position, depth: int = 1) -> bool:
    """Whether two positions look and play alike, also after one more move."""
    if patient.call("show", a) != patient.call("show", b) or patient.behaviour(a) != patient.behaviour(b):
        return False
    if depth == 0:
        return True
    for move in patient.choices(a)[0]:
        pair = patient.copy(a), patient.copy(b)
        for position in pair:
            patient.play(position, move)
        if not _alike(patient, *pair, depth - 1):
            return False
    return True


def _keys_after(patient: Patient, position: Position, index: int) -> Trouble | None:
    """Check `key_after`; alpha-beta assumes that the other seat is to move after a move with such a key."""
    seat, where = patient.turn(position), patient.place("key_after")
    for move in patient.choices(position)[0]:
        after, name = patient.copy(position), patient.name(position, move)
        patient.play(after, move)
        following = patient.turn(after)
        if following == OVER:
            continue
        if patient.seats != 2 or following != 1 - seat:
            why = f"after {name} it is not the other's turn"
            return Trouble(f"{where} is for two seats that take turns, but {why}: leave it out", (move,))
        told, key = patient.call("key_after", position, move), patient.call("key", after)
        if told != key:
            return Trouble(f"{where} gives {told} for {name}, but {patient.place('key')} gives {key} after it", (move,))
    return None


def _random_line(patient: Patient, position: Position, rng: Rng, length: int) -> tuple[int, ...]:
    line: list[int] = []
    place = patient.copy(position)
    for _ in range(length):
        if patient.turn(place) == OVER:
            break
        legal = patient.choices(place)[0]
        if not legal:
            break
        line.append(legal[rng.below(len(legal))])
        patient.play(place, line[-1])
    return tuple(line)


def _after(patient: Patient, position: Position, line: tuple[int, ...]) -> Position | None:
    """The position after a line; None if one of its moves is not legal."""
    place = patient.copy(position)
    for move in line:
        if move not in patient.choices(place)[0]:
            return None
        patient.play(place, move)
    return place


def _words(patient: Patient, position: Position, line: tuple[int, ...]) -> str:
    place, words = patient.copy(position), []
    for move in line:
        words.append(patient.name(place, move))
        patient.play(place, move)
    return " ".join(words)


def _no_texts(patient: Patient) -> str | None:
    if patient.rules.has("parse") or patient.rules.has("format"):
        return None
    return "the game has no parse and format, so moves are written as numbers"


EXAMINATIONS = (
    Examination("parse reads what format writes", _texts, BEFORE_END, _no_texts),
    Examination(
        "key_after gives the key after every move", _keys_after, frozenset((AT_SEAT,)), has("key_after"), limit=400
    ),
    Examination("a pickled state is the same state", _pickled, limit=20),
    Examination(
        "equal positions are equal, whatever the order of the moves that led there",
        _orders,
        BEFORE_END,
        by_chance=True,
        limit=400,
    ),
)
