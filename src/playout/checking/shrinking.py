"""The shortest line of moves that shows a failure.

A breadth-first search from the start runs as long as time allows; a line that it finds is the shortest possible. Then
the known line is shortened: by its prefixes, by leaving out moves, and by more random play.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from playout.examining.faults import Fault
from playout.examining.patient import Patient, Position, ReachedPosition, Trouble
from playout.rules import CHANCE, OVER

__all__ = ["Shortest", "shortest"]

Fails = Callable[[Position], Trouble | None]

RANDOM_LINES = 1 << 50
"""The first random stream of shortening, far from the streams of the examination."""


class Shortest(NamedTuple):
    """The shortest line found, and whether it is proven that no line is shorter."""

    line: tuple[int, ...]
    """The moves to the position that fails."""
    trouble: Trouble
    proven: bool

    @property
    def length(self) -> int:
        """The number of moves that show the failure."""
        return len(self.line) + len(self.trouble.further)


def shortest(patient: Patient, fails: Fails, line: tuple[int, ...], trouble: Trouble, seconds: float) -> Shortest:
    """The shortest line that shows a failure, starting from a known one."""
    begin = time.perf_counter()
    found = _breadth_first(patient, fails, Shortest(line, trouble, False), begin + 0.5 * seconds)
    if found.proven or found.line != line:
        return found
    return Shortest(*_shorten(patient, fails, line, trouble, begin + seconds), False)


def _breadth_first(patient: Patient, fails: Fails, best: Shortest, deadline: float) -> Shortest:
    """The shortest failing line by number of moves; proven if no shorter line was skipped."""
    level = [patient.root()] if best.length else []
    seen: set[Any] = set()
    complete = True
    while level:
        following: list[ReachedPosition] = []
        for node in level:
            if len(node.line) >= best.length:
                return best._replace(proven=complete)
            if time.perf_counter() > deadline:
                return best
            trouble = fails(patient.fresh(node))
            if trouble is not None and len(node.line) + len(trouble.further) < best.length:
                best = Shortest(node.line, trouble, False)
            moves, all_of_them = _choices(patient, node)
            complete = complete and all_of_them
            for move in moves:
                child = _child(patient, node, move, seen)
                if child is not None:
                    following.append(child)
        level = following
    return best._replace(proven=complete)


def _choices(patient: Patient, node: ReachedPosition) -> tuple[list[int], bool]:
    try:
        return patient.choices(patient.fresh(node))
    except Fault:
        return [], True  # no line continues from here


def _child(patient: Patient, node: ReachedPosition, move: int, seen: set[Any]) -> ReachedPosition | None:
    """The position after a move; None if the move fails or the position was seen before."""
    try:
        child = patient.child(node, move)
        content = frozenset(patient.content(patient.fresh(child)).items())
    except Fault:
        return None
    if content in seen:
        return None
    seen.add(content)
    return child


def _shorten(
    patient: Patient, fails: Fails, line: tuple[int, ...], trouble: Trouble, deadline: float
) -> tuple[tuple[int, ...], Trouble]:
    """A shorter line that still fails, if one is found in time."""
    for end in range(len(line)):
        found = _try(patient, fails, line[:end])
        if found is not None or time.perf_counter() > deadline:
            line, trouble = (line[:end], found) if found else (line, trouble)
            break
    index = RANDOM_LINES
    while time.perf_counter() < deadline and line:
        shorter = _without_some(patient, fails, line, deadline) or _at_random(
            patient, fails, len(line), index, deadline
        )
        index += 1
        if shorter is not None:
            line, trouble = shorter
    return line, trouble


def _try(patient: Patient, fails: Fails, line: tuple[int, ...]) -> Trouble | None:
    try:
        position = patient.follow(line)
    except Fault:
        return None
    return None if position is None else fails(position)


def _without_some(
    patient: Patient, fails: Fails, line: tuple[int, ...], deadline: float
) -> tuple[tuple[int, ...], Trouble] | None:
    """The line without a piece: long pieces are tried first (Zeller and Hildebrandt 2002), then single moves."""
    size = len(line) // 2
    while size > 0:
        for begin in range(0, len(line) - size + 1, max(1, size // 2)):
            if time.perf_counter() > deadline:
                return None
            candidate = line[:begin] + line[begin + size :]
            trouble = _try(patient, fails, candidate)
            if trouble is not None:
                return candidate, trouble
        size = size - 1 if size <= 2 * patient.seats else size // 2
    return None


def _at_random(
    patient: Patient, fails: Fails, length: int, index: int, deadline: float
) -> tuple[tuple[int, ...], Trouble] | None:
    """A failing position in a random match, by a line shorter than `length`."""
    rng, node = patient.rng(index), patient.root()
    while len(node.line) < length and time.perf_counter() < deadline:
        trouble = fails(patient.fresh(node))
        if trouble is not None:
            return node.line, trouble
        try:
            position = patient.fresh(node)
            seat = patient.turn(position)
            if seat == OVER:
                return None
            legal = [patient.draw("chance", position, rng)] if seat == CHANCE else patient.moves(position)
            node = patient.child(node, legal[rng.below(len(legal))])
        except (Fault, IndexError):
            return None
    return None
