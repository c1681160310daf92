"""Which stones are dead, judged by light playouts; the rules themselves remove none.

A chain is dead if the other colour holds its points at the end of most playouts. Stones in a seki count as alive, as do
all stones that the playouts leave undecided.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.games.go.board import STEPS, take_chain
from playout.games.go.layout import BLACK, BORDER, CELLS, EMPTY, PASS, SIMPLE_KO, WHITE, WIDTH
from playout.games.go.policies import light
from playout.games.go.scoring import count_area
from playout.rng import seed
from playout.rules import OVER, Rules, copy, play, turn

__all__ = ["capture_before_pass", "dead_chains", "settled_score", "shares_held"]

BOTH = -1
"""The value of `first` for which the seats begin the playouts alternately."""

PLAYOUTS = 500
"""The number of playouts by which stones are judged."""

DEAD = 0.65
"""A chain is dead if the other colour holds its points in at least this share of the playouts.

In a seki the colour that has to move first is lost, so each side holds the points in half of the playouts.
"""

LOSS = 0.05
"""The most by which a capture's value may lie below the value of a pass."""

TRIED = 8
"""The largest number of moves that playouts judge, the best of the search first."""


def shares_held(rules: Rules, position: NDArray[Any], *, first: int = BOTH) -> NDArray[np.float64]:
    """The share of the playouts in which a seat holds a point in the end: shares[seat, point], shape (2, CELLS).

    position: record[1]; the match may be over. `first` is the seat that begins the playouts; with BOTH each seat begins
    half of them. The same position gives the same shares.
    """
    states = rules.allocate(2)
    rules.copy(states, 0, position, 0)
    held = np.zeros((2, CELLS))
    kernel = native.bind(hold_points, rules, rules.backends[0])
    kernel(native.view(states, rules.backends[0]), first, PLAYOUTS, np.zeros(2, np.uint64), held)
    return held / PLAYOUTS


def hold_points(states: Any, first: Any, count: Any, rng: Any, held: Any) -> None:
    """Kernel: play `count` light playouts of states[0] in states[1]; add 1 to held[seat, point] if the seat holds it.

    held: float64[2, CELLS]. A seat holds its stones and the empty points whose neighbours are its stones alone. A
    playout has simple ko and as many plies as a whole match, because the position may be the last of a match.
    """
    for i in range(count):
        seed(rng, 0, i)
        copy(states, 1, states, 0)
        s = states[1]
        s.is_over = False
        s.passes = 0
        s.plies = 0
        s.past_count = 0
        s.ko_rule = SIMPLE_KO
        s.ko = PASS
        s.turn = i % 2 if first == BOTH else first
        while turn(s) != OVER:
            play(s, light(s, rng))
        for row in range(1, s.side + 1):
            for point in range(row * WIDTH, row * WIDTH + s.side):
                holder = s.points[point]
                if holder == EMPTY:
                    for k in range(4):
                        there = s.points[point + STEPS[k]]
                        if there != BORDER:
                            holder |= there
                if holder == BLACK:
                    held[0, point] += 1
                elif holder == WHITE:
                    held[1, point] += 1


def dead_chains(rules: Rules, position: NDArray[Any]) -> list[list[int]]:
    """The dead chains of a position, each as the points of its stones."""
    return _dead_by(shares_held(rules, position), position)


def _dead_by(shares: NDArray[np.float64], position: NDArray[Any]) -> list[list[int]]:
    """The chains that are dead by these shares."""
    points, heads = position[0]["points"], position[0]["heads"]
    chains: dict[int, list[int]] = {}
    for point in np.flatnonzero((points == BLACK) | (points == WHITE)).tolist():
        chains.setdefault(int(heads[point]), []).append(point)
    return [chain for chain in chains.values() if shares[2 - points[chain[0]], chain].mean() >= DEAD]


def settled_score(rules: Rules, position: NDArray[Any], dead: Iterable[list[int]]) -> int:
    """Black's points minus White's with komi, in half points, by area without these chains."""
    states = rules.allocate(1)
    rules.copy(states, 0, position, 0)
    s = native.view(states, "python")[0]
    for chain in dead:
        take_chain(s, int(s.heads[chain[0]]))
    return int(2 * count_area(s) - s.komi)


def capture_before_pass(rules: Rules, position: NDArray[Any], values: Mapping[int, float | None]) -> int:
    """The move to play instead of a pass while dead stones of the opponent are on the board, or PASS.

    values: the value of each legal move for the seat to move, the best move first; None for a move without a value. The
    move takes a liberty of a dead chain, its value is at most LOSS below that of the pass, and it does not lower the
    seat's score without all dead stones. Of several such moves it is the one after which the seat holds the most
    points.
    """
    seat = int(position[0]["turn"])
    points, sign = position[0]["points"], 1 - 2 * seat
    dead = dead_chains(rules, position)
    prey = [point for chain in dead for point in chain if points[point] == 2 - seat]
    near = {point + int(step) for point in prey for step in STEPS}
    least = sign * settled_score(rules, position, dead)
    best, most = PASS, -math.inf
    for move in [move for move in values if move in near and not _is_costly(values, move)][:TRIED]:
        after = rules.allocate(1)
        rules.copy(after, 0, position, 0)
        with np.errstate(over="ignore"):
            rules.functions["play"](native.view(after, "python")[0], move)
        shares = shares_held(rules, after, first=1 - seat)
        lead = float(shares[seat].sum() - shares[1 - seat].sum())
        if lead > most and sign * settled_score(rules, after, _dead_by(shares, after)) >= least:
            best, most = move, lead
    return best


def _is_costly(values: Mapping[int, float | None], move: int) -> bool:
    """Whether a move is known to be worse than a pass by more than LOSS."""
    value, passed = values[move], values.get(PASS)
    return value is not None and passed is not None and value < passed - LOSS
