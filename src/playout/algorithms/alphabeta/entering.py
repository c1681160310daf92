"""Entering a node of alpha-beta: a score from the table, tactics or the evaluation, or else the list of moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.alphabeta.ordering import take_over, weigh
from playout.algorithms.alphabeta.records import (
    BEYOND,
    DECIDED,
    EVALUATION,
    KNOWN,
    NOWHERE,
    RETURN,
    STEP,
    STUCK,
)
from playout.algorithms.alphabeta.selective import NO_SKIP, WANTED, is_far_above, may_cut_by_evaluation, may_skip
from playout.algorithms.alphabeta.sides import NOBODY, own_view, pick_replies, seen_by, word_of
from playout.algorithms.alphabeta.table import (
    FOREVER,
    LOWER,
    NOTHING,
    TO_DEPTH,
    UPPER,
    adjust,
    move_of,
    part_for,
    place,
    spread,
    stored_score,
    usable,
)
from playout.rules import emit, evaluate, key, left, loud, moves, rank, tactics

__all__ = ["enter", "glance", "locate", "score_of"]

INTERNAL_DEPTH = 4
"""From this depth on, a node without a move in the table is searched one ply less deep."""


def locate(s: Any, node: Any, workspace: Any, length: Any) -> None:
    """Set the key of a new node, and the index of its pair in a table of `length` words; -1: it has no entry."""
    node.place = -1
    if workspace.table != 0 and (not TO_DEPTH or node.depth > 0 or workspace.deeper != 0):
        node.key = spread(word_of(key(s), node, workspace))
        node.place = place(node.key, part_for(length, left(s)))


def glance(s: Any, node: Any, workspace: Any, ply: Any) -> Any:
    """Try to score a new node without its moves: (RETURN, score, 0), or else (STEP, 0, the number from tactics)."""
    node.open = 0
    if TO_DEPTH and workspace.cycles != 0 and comes_back(node, workspace, ply):
        node.open = 1
        emit(EVALUATION, ply, 0, 0, 0)
        return RETURN, np.int64(0), 0
    if ply == 0:
        return STEP, np.int64(0), tactics(s, node.list) if workspace.tactics != 0 else 0
    # No win or loss is sooner than the next move, so the possible scores may lie outside the window.
    most = workspace.top - node.distance - 1
    if most <= node.alpha or -most >= node.beta:
        emit(BEYOND, ply, most if most <= node.alpha else -most, 0, 0)
        return RETURN, most if most <= node.alpha else -most, 0
    n = 0
    if workspace.tactics != 0:
        n = tactics(s, node.list)
        if n < 0:
            value = workspace.top - node.distance + n
            value = value if node.list[0] >= 0 else -value
            emit(DECIDED, ply, value, node.list[0], 0)
            return RETURN, value, 0
        if most - 1 <= node.alpha:  # tactics finds every win by the next move
            emit(BEYOND, ply, most - 1, 0, 0)
            return RETURN, most - 1, 0
    if n == 1:  # no entry: the position after a single move has one
        node.place = -1
    return STEP, np.int64(0), n


def comes_back(node: Any, workspace: Any, ply: Any) -> Any:
    """Whether the position occurred before in the line."""
    if node.depth >= FOREVER or node.depth <= 0 or node.place < 0:
        return False
    workspace.path[ply] = node.key
    for i in range(ply):  # noqa: SIM110 (a generator does not compile)
        if workspace.path[i] == node.key:
            return True
    return False


def enter(s: Any, node: Any, workspace: Any, ply: Any, is_last: Any, n: Any, entry: Any, second: Any) -> Any:
    """Score a new node by the table or at the end of the depth, or list its moves; returns (mode, score). STUCK: no ply
    is left on the stack.

    n: the number of moves from tactics, which are in node.list. entry, second: the words of the table's entry.
    """
    hint = np.int64(-1)
    if entry != NOTHING:
        hint = move_of(entry, second)
        found = adjust(stored_score(second), -node.distance)
        if ply > 0 and usable(entry, found, max(0, node.depth), node.alpha, node.beta, workspace.deeper):
            node.open = np.int64(entry >> np.uint64(12)) & 1
            emit(KNOWN, ply, found, np.int64(entry >> np.uint64(10)) & 3, 0)
            return RETURN, found
    elif TO_DEPTH and workspace.internal_reductions != 0 and ply > 0 and INTERNAL_DEPTH <= node.depth < FOREVER:
        node.depth -= 1
    if TO_DEPTH and is_last and node.depth < FOREVER:
        node.depth = 0
    ordered = n > 0  # tactics lists the best move first
    mode, n = judge(s, node, workspace, ply, is_last, n, entry, second)
    if mode != STEP:
        return mode, node.best
    if n <= 0:
        n = moves(s, node.list)
    if ordered:
        take_over(node, n, hint)
    else:
        list_by_rank(s, node, workspace, n, hint)
    return STEP, np.int64(0)


def judge(s: Any, node: Any, workspace: Any, ply: Any, is_last: Any, n: Any, entry: Any, second: Any) -> Any:
    """Evaluate a new node: (RETURN, n) if node.best is its score, else (STEP or STUCK, the moves in the list)."""
    node.first_alpha = node.alpha
    node.best = NOWHERE
    node.usual = NOBODY
    node.skip = NO_SKIP
    if not TO_DEPTH:
        return STUCK if is_last else STEP, n
    node.static = -NOWHERE
    if node.depth <= 0 and (is_last or workspace.quiescence == 0 or workspace.extensions == 0 or node.threat == 0):
        n = look_around(s, node, workspace, is_last)
        emit(EVALUATION, ply, node.best, n, 0)
        return (RETURN, n) if n == 0 else (STEP, n)
    if node.depth <= 0:
        node.open = 1  # every answer to a threat is searched
    elif is_last:
        return STUCK, n
    elif may_cut_by_evaluation(node, workspace, ply):
        value = node.static = refined(evaluated(s, node, workspace), entry, second, node.distance)
        if is_far_above(node, workspace):
            node.best = value
            node.open = 1
            emit(EVALUATION, ply, value, 0, 0)
            return RETURN, n
        if workspace.null_moves != 0 and value >= node.beta and may_skip(node):
            node.skip = WANTED
    return STEP, n


def list_by_rank(s: Any, node: Any, workspace: Any, n: Any, hint: Any) -> None:
    """Weigh the n moves of the list by rank."""
    if workspace.rank != 0:
        rank(s, node.list, n, node.weights)
    else:
        for i in range(n):
            node.weights[i] = 0.0
    if workspace.replies != 0 and node.side == 1:
        n = pick_replies(s, node, workspace, n)
    weigh(node, workspace, n, hint)


def refined(value: Any, entry: Any, second: Any, distance: Any) -> Any:
    """An evaluation, improved by the table's bound, whatever the depth of that entry."""
    if entry == NOTHING:
        return value
    found, bound = adjust(stored_score(second), -distance), np.int64(entry >> np.uint64(10)) & 3
    return found if (found > value and bound & LOWER != 0) or (found < value and bound & UPPER != 0) else value


def evaluated(s: Any, node: Any, workspace: Any) -> Any:
    """The evaluation of a position as a score, always between the scores of a certain loss and a certain win."""
    value = seen_by(score_of(evaluate(s, own_view(node, workspace)), 0, workspace), node, workspace)
    most = workspace.top - 2 * workspace.quantum
    return min(max(value, -most), most)


def look_around(s: Any, node: Any, workspace: Any, is_last: Any) -> Any:
    """At the end of the depth: set node.best to the evaluation; returns the number of loud moves to search."""
    node.best = evaluated(s, node, workspace)
    node.open = 1
    if workspace.quiescence == 0 or is_last or node.best >= node.beta:
        return 0
    node.alpha = max(node.alpha, node.best)
    return loud(s, node.list)


def score_of(payoff: Any, plies: Any, workspace: Any) -> Any:
    """The score of a match that ends after `plies` plies, for the seat with this payoff."""
    slope = workspace.rise if payoff > workspace.middle else workspace.fall
    level = np.int64(np.floor((payoff - workspace.middle) * slope + 0.5))
    if level > 0:
        return level * workspace.quantum - plies
    return level * workspace.quantum + (plies if level < 0 else 0)
