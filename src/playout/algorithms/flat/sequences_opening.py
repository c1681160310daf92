"""Opening an arm of sequences_kernel.py: the moves that may follow it, and those that lead to new positions.

The same moves are played on several guesses. If the seat would see different things, the sequence ends there, and the
playout plays the rest. If several sequences lead to the same views under all guesses, they are one arm, the shortest.
The work can be interrupted; the workspace holds its state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.hashing import fold_word
from playout.rng import uniform
from playout.rules import copy, key, mask, moves, play, tactics, turn

__all__ = ["LONGEST_SEQUENCE", "UNTRIED", "begin_opening", "open_on"]

LONGEST_SEQUENCE = 48
"""The most moves of a sequence."""

UNTRIED = 1e9
"""Bounds of at least this belong to arms that were never tried: these come first, in random order."""

COPIES = 16
"""Copies of a position that count as one step."""

_DEAD = -1e9
_ONE = np.uint64(1)


def begin_opening(workspace: Any, arms: Any, arm: Any) -> None:
    """Prepare `open_on`: set the arm to open."""
    _, lengths, opens, _, _, _, _, _, _, _ = arms
    opens[arm] = 0
    workspace.opening = arm + 1
    workspace.length = lengths[arm]
    workspace.replayed = 0
    workspace.at = 0
    workspace.asked = 0
    workspace.count = 0


def open_on(states: Any, workspace: Any, arms: Any, rng: Any) -> Any:
    """Replace the arm by an arm for each move that may follow. Without enough memory, the arm stays as it is.

    Returns False if interrupted; the next call continues.
    """
    lines, lengths, opens, visits, spent, q, r, sums, queue, table = arms
    arm, length = workspace.opening - 1, workspace.length
    if not replay(states, workspace, lines, arm, length):
        return False
    if workspace.count == 0:
        if not list_following(states, workspace):
            return False
        if workspace.used - 1 + workspace.count > workspace.capacity or length == LONGEST_SEQUENCE:
            workspace.head = workspace.tail  # open no more arms: those in the queue are no shorter
            return True
        workspace.opened += 1
        spent[arm] += visits[arm]
        visits[arm] = 0
        workspace.fresh = 0
        workspace.following = 0
        workspace.looked = 0
    while workspace.following < workspace.count:
        move = workspace.listed[workspace.following]
        if not look_at(states, workspace, move):
            return False
        workspace.looked = 0
        workspace.following += 1
        if workspace.merge != 0 and not enter_position(workspace, table, workspace.label | _ONE):
            workspace.merged += 1
            continue
        child = arm if workspace.fresh == 0 else workspace.used
        if workspace.fresh > 0:
            workspace.used += 1
        workspace.fresh += 1
        for k in range(length):
            lines[child, k] = lines[arm, k]
        lines[child, length] = move
        lengths[child] = length + 1
        visits[child] = 0
        for k in range(len(workspace.payoff)):
            sums[child, k] = 0.0
        q[child] = UNTRIED * (1.0 + uniform(rng))
        r[child] = 0.0
        opens[child] = workspace.is_open
        if workspace.is_open != 0:
            queue[workspace.tail % workspace.capacity] = child
            workspace.tail += 1
    if workspace.fresh == 0:  # all positions that may follow were reached before
        q[arm] = _DEAD
        r[arm] = 0.0
    return True


def replay(states: Any, workspace: Any, lines: Any, arm: Any, length: Any) -> Any:
    """Play the arm's moves on a copy of each guess. Returns False if interrupted."""
    while workspace.replayed < workspace.guesses:
        place = 3 + workspace.guesses + workspace.replayed
        if workspace.at == 0:
            if workspace.steps >= workspace.most:
                return False
            copy(states, place, states, 3 + workspace.replayed)
            workspace.steps += int(workspace.replayed % COPIES == 0)
        while workspace.at < length:
            if workspace.steps >= workspace.most:
                return False
            play(states[place], np.int64(lines[arm, workspace.at]))
            workspace.at += 1
            workspace.steps += 1
        workspace.at = 0
        workspace.replayed += 1
    return True


def list_following(states: Any, workspace: Any) -> Any:
    """Write the moves that may follow into `listed`, and their number into `count`. Returns False if interrupted.

    Moves from tactics are used if they are the same under every guess.
    """
    first = 3 + workspace.guesses
    if workspace.tactics != 0:
        while workspace.asked < workspace.guesses:
            if workspace.steps >= workspace.most:
                return False
            if workspace.asked == 0:
                workspace.said = tactics(states[first], workspace.listed)
                workspace.agreed = int(workspace.said > 0 or (workspace.said < 0 and workspace.listed[0] >= 0))
            elif workspace.agreed != 0:
                other = tactics(states[first + workspace.asked], workspace.scratch)
                workspace.agreed = int(is_same_answer(workspace, other))
            workspace.asked += 1
            workspace.steps += 1
        if workspace.agreed != 0:
            workspace.count = workspace.said if workspace.said > 0 else 1
            return True
    workspace.count = moves(states[first], workspace.listed)
    return True


def is_same_answer(workspace: Any, other: Any) -> Any:
    """Whether the answer of tactics in `other` and `scratch` equals the answer in `said` and `listed`."""
    n = workspace.said
    agreed = (other > 0) == (n > 0) and (n < 0 or other == n) and other != 0
    for i in range(n if n > 0 else 1):
        agreed = agreed and workspace.scratch[i] == workspace.listed[i]
    return agreed


def look_at(states: Any, workspace: Any, move: Any) -> Any:
    """Play one more move under each guess. Returns False if interrupted.

    Sets `label` to a hash of the seat's views under all guesses, and `is_open` to whether the seat certainly moves
    again, with the same view under each.
    """
    if workspace.looked == 0:
        workspace.label = _ONE
        workspace.is_open = 1
    while workspace.looked < workspace.guesses:
        if workspace.steps >= workspace.most:
            return False
        copy(states, 2, states, 3 + workspace.guesses + workspace.looked)
        s = states[2]
        play(s, move)
        if turn(s) != workspace.seat:
            workspace.is_open = 0
        if workspace.observer >= 0:
            mask(s, workspace.observer)
        seen = np.uint64(key(s))
        if workspace.looked == 0:
            workspace.first_seen = seen
        elif seen != workspace.first_seen:
            workspace.is_open = 0
        workspace.label = fold_word(workspace.label, seen)
        workspace.looked += 1
        workspace.steps += 1
    return True


def enter_position(workspace: Any, table: Any, label: Any) -> Any:
    """Whether a position is new. A new position is remembered, unless the table is full."""
    last = len(table) - 1
    place = np.int64(label >> np.uint64(8)) & last
    while table[place] != np.uint64(0):
        if table[place] == label:
            return False
        place = (place + 1) & last
    if workspace.known < last - last // 4:
        table[place] = label
        workspace.known += 1
    return True
