"""Matches of two agents in parts. Each part is saved once it is played."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from experiments.in_process import course_boards, over_boards
from experiments.progress import Progress
from experiments.saved import Duel, duel_of
from experiments.verdicts import Gain
from playout.arena.cells import number, percent, span
from playout.arena.reporting.standings import standings
from playout.arena.statistics.match_results import MatchResults

__all__ = ["HEADS", "cells", "course_duel", "difference", "duel", "gain", "score"]

BOARDS = 4
"""Boards of a part."""
HEADS = ("score", "95 %", "as first", "as second", "matches")


@dataclass(frozen=True)
class Played:
    """The matches of a part, by match."""

    seats: list[list[int]]
    payoffs: list[list[float]]
    groups: list[int]


def duel(progress: Progress, name: str, parts: int, play: Callable[[int], MatchResults]) -> Duel:
    """The score of the first of two agents in all parts; `play` plays a part by its number."""

    def make(number: int) -> Played:
        results = play(number)
        return Played(results.seats.tolist(), results.payoffs.tolist(), results.clusters.tolist())

    seats, payoffs, groups = list[list[int]](), list[list[float]](), list[int]()
    for i in range(parts):
        part = progress.part(f"{name}, part {i}", Played, partial(make, i))
        first = 1 + max(groups, default=-1)
        groups += [first + group for group in part.groups]
        seats += part.seats
        payoffs += part.payoffs
    return duel_of(standings(MatchResults.of(["one", "other"], seats, payoffs, groups)).row("one"))


def course_duel(progress: Progress, name: str, one: str, other: str, boards: int, seed: int) -> Duel:
    """Two agents on boards of the course, each from both sides; the matches on a board are one group."""
    size = min(BOARDS, boards)

    def play(part: int) -> MatchResults:
        chosen = course_boards((part + 1) * size, seed)[part * size :]
        return over_boards(chosen, [one, other], seed=100 * seed + part)

    return duel(progress, name, boards // size, play)


def cells(row: Duel) -> list[str]:
    """The cells of HEADS."""
    return [
        percent(row.score),
        span(percent(row.score_low), percent(row.score_high)),
        *(percent(seat.score) for seat in row.seats),
        number(row.matches),
    ]


def score(row: Duel) -> str:
    return f"{percent(row.score)} % ({percent(row.score_low)} to {percent(row.score_high)})"


def gain(row: Duel) -> Gain:
    """The score of the first of two agents minus 1/2."""
    return Gain(row.score - 0.5, row.score_low - 0.5, row.score_high - 0.5)


def difference(one: Duel, other: Duel) -> Gain:
    """The difference of two scores in separate matches, with its 95 % interval (Newcombe 1998)."""
    return Gain(one.score - other.score, _least(one, other), -_least(other, one))


def _least(one: Duel, other: Duel) -> float:
    return one.score - other.score - math.hypot(one.score - one.score_low, other.score_high - other.score)
