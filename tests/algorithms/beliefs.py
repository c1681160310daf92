"""What a position is worth to who sees only part of it, exactly: by going through everything that may be hidden."""

from __future__ import annotations

import playout
from playout import CHANCE

Belief = list[tuple[float, playout.State]]
"""Whole positions, each with its weight."""


def values(belief: Belief, seats: int) -> list[float]:
    """What each seat gets if all play best, each by what it sees; the sum over the belief, by weight.

    A seat chooses one move for all positions that look the same to it. Exact where a seat's best move does not depend
    on what another seat may do that knows more.
    """
    total = [0.0] * seats
    groups: dict[tuple[int, playout.State], Belief] = {}
    rest: Belief = []
    for weight, state in belief:
        if state.over:
            total = [a + weight * b for a, b in zip(total, state.payoffs, strict=True)]
        elif state.turn == CHANCE:
            rest += [(weight * chance, state.play(outcome)) for outcome, chance in state.odds()]
        else:
            groups.setdefault((state.turn, state.seen_by(state.turn)), []).append((weight, state))
    parts = [values(rest, seats)] if rest else []
    for (seat, _), group in groups.items():
        parts.append(max(move_values(group, seats).values(), key=lambda found, seat=seat: found[seat]))  # type: ignore[misc]
    return [sum(column) for column in zip(total, *parts, strict=True)]


def move_values(group: Belief, seats: int) -> dict[int, list[float]]:
    """The same for each move at positions that look the same to the seat to move."""
    moves = group[0][1].moves()
    return {move: values([(weight, state.play(move)) for weight, state in group], seats) for move in moves}
