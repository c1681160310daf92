"""UCB1 over the action sequences of a seat's turn, the kernels. An arm is a sequence of moves.

An arm is a prefix of the turn. It is open if the seat moves on after it and its view then is certain; opening it
replaces it by an arm for each move that may follow. To find that out, the same moves are played on several guesses:
where the seat would see different things, the sequence ends, and what follows is left to the playout. Sequences after
which all these positions look the same are one arm: the shortest.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.playouts import finish
from playout.hashing import fold_word
from playout.rng import uniform
from playout.rules import copy, guess, key, mask, moves, payoffs, play, tactics, turn

__all__ = ["LONGEST", "UNTRIED", "sample_arms", "start_arms", "workspace_type"]

LONGEST = 48
"""Most moves of a sequence."""

UNTRIED = 1e9
"""From here on is the bound of an arm that was never tried: above all others, in random order."""

_DEAD = -1e9
_ONE = np.uint64(1)


def workspace_type(max_moves: int, players: int) -> np.dtype[Any]:
    """The record of counters, settings, and scratch arrays."""
    counters = ("used", "total", "opened", "merged", "known", "head", "tail")
    limits = ("capacity", "longest", "seat", "observer", "guesses", "open_after")
    switches = ("use_merge", "use_tactics")
    return np.dtype(
        [
            *((name, np.int64) for name in (*counters, *limits, *switches)),
            *((name, np.float64) for name in ("c", "least", "scale")),
            ("scratch", np.int64, max_moves),
            ("listed", np.int64, max_moves),
            ("payoff", np.float64, players),
        ],
        align=True,
    )


def start_arms(states: Any, workspaces: Any, arms: Any, rng: Any) -> None:
    """Kernel: guesses of states[0] to be played side by side, and an arm for each first move.

    states: the position, a place for a simulation and one for a view, then `guesses` guesses of it and as many places
    more. arms: lines int32[capacity, LONGEST]; lengths, opens, visits and spent (visits of beginnings that an arm took
    the place of) int64[capacity]; q and r float64[capacity] (mean and c / sqrt(visits)); sums float64[capacity,
    PLAYERS]; the queue of open arms int64[capacity]; and the table of positions seen, uint64 (a power of two; 0 is
    free).
    """
    workspace = workspaces[0]
    for g in range(workspace.guesses):
        copy(states, 3 + g, states, 0)
        if workspace.observer >= 0:
            guess(states[3 + g], workspace.observer, rng)
    workspace.used = 1
    open_up(states, workspace, arms, 0, rng)


def sample_arms(states: Any, workspaces: Any, arms: Any, rng: Any, count: Any) -> Any:
    """Kernel: `count` simulations; how many were done, which is fewer if a playout was too long.

    If all arms are to be opened up (open_after 0), that is done before the first simulation, the oldest first. Else at
    most one is before a simulation: the one that was chosen, once it was tried often enough.
    """
    workspace = workspaces[0]
    lines, lengths, opens, visits, _, q, r, sums, queue, _ = arms
    for done in range(count):
        while workspace.open_after == 0 and workspace.head < workspace.tail:
            arm = queue[workspace.head % workspace.capacity]
            workspace.head += 1
            open_up(states, workspace, arms, arm, rng)
        arm = choose_arm(workspace, q, r)
        if workspace.open_after > 0 and opens[arm] != 0 and visits[arm] >= workspace.open_after:
            open_up(states, workspace, arms, arm, rng)
            arm = choose_arm(workspace, q, r)
        copy(states, 1, states, 0)
        if workspace.observer >= 0:
            guess(states[1], workspace.observer, rng)
        play_line(states[1], workspace, lines, arm, lengths[arm])
        if not finish(states[1], rng, workspace.scratch, workspace.longest):
            return done
        payoffs(states[1], workspace.payoff)
        visits[arm] += 1
        workspace.total += 1
        for k in range(len(workspace.payoff)):
            sums[arm, k] += workspace.payoff[k]
        q[arm] = (sums[arm, workspace.seat] / visits[arm] - workspace.least) * workspace.scale
        r[arm] = workspace.c / math.sqrt(visits[arm])
    return count


def choose_arm(workspace: Any, q: Any, r: Any) -> Any:
    """The arm with the highest upper confidence bound."""
    root = math.sqrt(math.log(max(1, workspace.total)))
    best = 0
    highest = q[0] + root * r[0]
    for a in range(1, workspace.used):
        bound = q[a] + root * r[a]
        if bound > highest:
            highest = bound
            best = a
    return best


def play_line(s: Any, workspace: Any, lines: Any, arm: Any, length: Any) -> None:
    """Play an arm's moves, up to one that is not legal under this guess."""
    for i in range(length):
        move = np.int64(lines[arm, i])
        if i > 0 and not is_legal(s, workspace, move):
            return
        play(s, move)


def is_legal(s: Any, workspace: Any, move: Any) -> Any:
    if turn(s) != workspace.seat:
        return False
    found = False
    for i in range(moves(s, workspace.scratch)):
        found = found or workspace.scratch[i] == move
    return found


def open_up(states: Any, workspace: Any, arms: Any, arm: Any, rng: Any) -> None:
    """Put an arm for each move that may follow in the place of an arm; it stays as it is if there is no memory."""
    lines, lengths, opens, visits, spent, q, r, sums, queue, table = arms
    opens[arm] = 0
    length = lengths[arm]
    for g in range(workspace.guesses):
        place = 3 + workspace.guesses + g
        copy(states, place, states, 3 + g)
        for i in range(length):
            play(states[place], np.int64(lines[arm, i]))
    total = candidates(states, workspace)
    if workspace.used - 1 + total > workspace.capacity or length == LONGEST:
        workspace.head = workspace.tail  # longer ones would follow
        return
    workspace.opened += 1
    spent[arm] += visits[arm]
    visits[arm] = 0
    fresh = 0
    for i in range(total):
        move = workspace.listed[i]
        label, is_open = look_at(states, workspace, move)
        if workspace.use_merge != 0 and not enter_position(workspace, table, label):
            workspace.merged += 1
            continue
        child = arm if fresh == 0 else workspace.used
        if fresh > 0:
            workspace.used += 1
        fresh += 1
        for k in range(length):
            lines[child, k] = lines[arm, k]
        lines[child, length] = move
        lengths[child] = length + 1
        visits[child] = 0
        for k in range(len(workspace.payoff)):
            sums[child, k] = 0.0
        q[child] = UNTRIED * (1.0 + uniform(rng))
        r[child] = 0.0
        opens[child] = is_open
        if is_open != 0:
            queue[workspace.tail % workspace.capacity] = child
            workspace.tail += 1
    if fresh == 0:  # all that may follow was seen elsewhere
        q[arm] = _DEAD
        r[arm] = 0.0


def candidates(states: Any, workspace: Any) -> Any:
    """The moves that may follow, into listed; how many. Tactics count if they say the same under every guess."""
    first = 3 + workspace.guesses
    if workspace.use_tactics != 0:
        n = tactics(states[first], workspace.listed)
        agreed = n > 0 or (n < 0 and workspace.listed[0] >= 0)
        count = n if n > 0 else 1
        for g in range(1, workspace.guesses):
            if agreed:
                other = tactics(states[first + g], workspace.scratch)
                agreed = (other > 0) == (n > 0) and (n < 0 or other == n) and other != 0
                for i in range(count):
                    agreed = agreed and workspace.scratch[i] == workspace.listed[i]
        if agreed:
            return np.int64(count)
    return np.int64(moves(states[first], workspace.listed))


def look_at(states: Any, workspace: Any, move: Any) -> Any:
    """After one more move: a hash of what the seat would see under each guess, and whether it moves on for certain."""
    label = _ONE
    first = np.uint64(0)
    is_open = 1
    for g in range(workspace.guesses):
        copy(states, 2, states, 3 + workspace.guesses + g)
        s = states[2]
        play(s, move)
        if turn(s) != workspace.seat:
            is_open = 0
        if workspace.observer >= 0:
            mask(s, workspace.observer)
        seen = np.uint64(key(s))
        if g == 0:
            first = seen
        elif seen != first:
            is_open = 0
        label = fold_word(label, seen)
    return label | _ONE, is_open


def enter_position(workspace: Any, table: Any, label: Any) -> Any:
    """Whether a position is new; then it is kept, as long as the table is not full."""
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
