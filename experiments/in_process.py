"""Matches in this process, and tournaments over many boards: the same agents on each board, from both sides.

A tournament of the arena has one board. Here each board has its own small tournament, and their results are joined:
the matches of two agents on one board are one group, the unit of evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

import playout
from playout.arena.definition import Definition
from playout.arena.executors import MatchBatch
from playout.arena.match import MatchRunner
from playout.arena.provenance import machine
from playout.arena.schedule import Schedule
from playout.arena.statistics.match_results import MatchResults
from playout.arena.tournament import tournament
from playout.rules import PlayoutError

__all__ = ["InProcessExecutor", "course_boards", "joined", "over_boards"]


class InProcessExecutor:
    """An executor without worker processes: starting them for each board would take longer than the matches."""

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        runner = MatchRunner(definition)
        runner.warm()
        for number in numbers:
            yield [MatchBatch(machine(), [runner.play(number)])]


def course_boards(count: int, seed: int) -> list[playout.Game]:
    """Random boards as in the course: 9 to 12 rows and columns, and one blocked cell."""
    rng, found = playout.Rng(seed), []
    for _ in range(count):
        rows, columns = 9 + rng.below(4), 9 + rng.below(4)
        blocked = (rng.below(rows), rng.below(columns))
        found.append(playout.load("connect_four", rows=rows, columns=columns, blocked=blocked))
    return found


def over_boards(
    boards: Sequence[playout.Game], agents: Sequence[str], *, seed: int, pairing: str = "round-robin"
) -> MatchResults:
    """The pairs of agents of the pairing on each board, once from each side."""
    once = 2 * len(Schedule(agents, 2, pairing=pairing).tables)
    parts = [
        tournament(
            board, agents, matches=once, seed=1000 * seed + number, pairing=pairing, executor=InProcessExecutor()
        ).results
        for number, board in enumerate(boards)
    ]
    return joined(parts)


def joined(parts: Sequence[MatchResults]) -> MatchResults:
    """Join the results of the same agents on several boards; all matches on a board share a group."""
    if not parts or any(part.names != parts[0].names for part in parts):
        raise PlayoutError("results can be joined only if there are some, all of the same agents in the same order")
    columns = ("seats", "payoffs", "seconds", "slowest", "plies", "forfeits")
    whole: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in columns}
    whole["groups"] = np.concatenate([np.full(part.matches, number, np.int64) for number, part in enumerate(parts)])
    whole["reasons"] = tuple(reason for part in parts for reason in part.reasons)
    return replace(parts[0], **whole)
