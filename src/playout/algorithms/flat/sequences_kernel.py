"""The kernels of UCB1 over the action sequences of a seat's turn. An arm is a sequence of moves.

An arm is a prefix of the turn. It is open if the seat moves on after it and its view then is certain; opening it
replaces it by an arm for each move that may follow (sequences_opening.py).

Every part of a simulation can be interrupted (pauses.py), since each may take long: there may be a million arms, a
thousand guesses, and any number of arms to open before the first simulation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.flat.options import UcbOptions
from playout.algorithms.flat.sequences_opening import begin_opening, open_on
from playout.algorithms.pauses import ENDED, ENDLESS, PAUSE_FIELDS, play_on
from playout.algorithms.tree.bound import growth_of, ucb, width_of
from playout.options.fields import kernel_fields
from playout.rules import copy, guess, moves, payoffs, play, turn

__all__ = ["GROWING", "sample_arms", "start_arms", "workspace_type"]

GROWING, CHOOSING, FOLLOWING, PLAYING = 1, 2, 3, 4
"""The values of workspace.paused, the parts of a simulation: open arms, choose one, play its moves, play it out."""

SCAN, GUESSES = 256, 3
"""Arms that are compared, or guesses that are made, in one step."""


def workspace_type(max_moves: int, players: int) -> np.dtype[Any]:
    """The record of counters, options, and scratch arrays."""
    counters = ("used", "total", "opened", "merged", "known", "head", "tail")
    limits = ("capacity", "longest", "seat", "observer")
    # Guesses made; in the current simulation: whether it has opened an arm, the arms compared, the best of them, the
    # moves played. The fields after these belong to open_on.
    progress = ("guessed", "has_opened", "compared", "arm", "followed")
    opening = ("opening", "length", "replayed", "at", "asked", "agreed", "said")
    children = ("count", "following", "looked", "is_open", "fresh")
    return np.dtype(
        [
            *((name, np.int64) for name in (*counters, *limits, *progress, *opening, *children)),
            *PAUSE_FIELDS,
            *kernel_fields(UcbOptions),
            *((name, np.float64) for name in ("least", "scale", "highest")),
            *((name, np.uint64) for name in ("label", "first_seen")),
            ("scratch", np.int64, max_moves),
            ("listed", np.int64, max_moves),
            ("payoff", np.float64, players),
        ],
        align=True,
    )


def start_arms(states: Any, workspaces: Any, arms: Any, rng: Any) -> None:
    """Kernel: make the guesses, and finish the opening that was begun. The first opening is that of the empty sequence.

    states: the root, the position of a simulation and that of a view, then `guesses` guesses of the root, and as many
    positions in which sequences are played. arms: lines int32[capacity, LONGEST_SEQUENCE]; lengths, opens,
    visits and spent (visits of beginnings that an arm has replaced) int64[capacity]; q and r float64[capacity] (mean
    and c sqrt(1 / visits)); sums float64[capacity, PLAYERS]; the queue of open arms int64[capacity]; and the table of
    positions seen, uint64 (a power of two; 0 is free).
    """
    workspace = workspaces[0]
    if make_guesses(states, workspace, rng) and workspace.opening != 0 and open_on(states, workspace, arms, rng):
        workspace.opening = 0


def sample_arms(states: Any, workspaces: Any, arms: Any, rng: Any, count: Any) -> Any:
    """Kernel: do `count` simulations. Returns how many were done; -1: a playout was too long.

    Fewer are done if the steps are used up; the next call continues an interrupted simulation. With open_after 0 all
    arms are opened before the first simulation, the oldest first. Otherwise a simulation opens at most one arm, the one
    that it chose, if the arm has enough visits.
    """
    workspace = workspaces[0]
    lines, lengths, opens, visits, _, q, r, sums, _, _ = arms
    for done in range(count):
        if workspace.paused == 0:
            if workspace.steps >= workspace.enough:
                return done
            workspace.steps += 1
            workspace.has_opened = 0
            workspace.paused = GROWING
        while workspace.paused < FOLLOWING:
            if workspace.paused == GROWING:
                if not grow(states, workspace, arms, rng):
                    return done
                workspace.compared = 0
                workspace.paused = CHOOSING
            if not choose_arm(workspace, q, r):
                return done
            arm = workspace.arm
            is_due = workspace.open_after > 0 and opens[arm] != 0 and visits[arm] >= workspace.open_after
            if is_due and workspace.has_opened == 0:
                begin_opening(workspace, arms, arm)
                workspace.has_opened = 1
                workspace.paused = GROWING
                continue
            copy(states, 1, states, 0)
            if workspace.observer >= 0:
                guess(states[1], workspace.observer, rng)
            workspace.followed = 0
            workspace.paused = FOLLOWING
        arm = workspace.arm
        if workspace.paused == FOLLOWING:
            if not play_line(states[1], workspace, lines, arm, lengths[arm]):
                return done
            workspace.paused = PLAYING
        ended = play_on(states[1], rng, workspace.scratch, workspace)
        if ended != ENDED:
            workspace.paused = 0 if ended == ENDLESS else PLAYING
            return -1 if ended == ENDLESS else done
        workspace.paused = 0
        payoffs(states[1], workspace.payoff)
        visits[arm] += 1
        workspace.total += 1
        for k in range(len(workspace.payoff)):
            sums[arm, k] += workspace.payoff[k]
        q[arm] = (sums[arm, workspace.seat] / visits[arm] - workspace.least) * workspace.scale
        r[arm] = width_of(workspace.c, 1.0 / visits[arm])
    return count


def make_guesses(states: Any, workspace: Any, rng: Any) -> Any:
    """Make the guesses of states[0]. Returns False if interrupted."""
    while workspace.guessed < workspace.guesses:
        if workspace.steps >= workspace.most:
            return False
        copy(states, 3 + workspace.guessed, states, 0)
        if workspace.observer >= 0:
            guess(states[3 + workspace.guessed], workspace.observer, rng)
        workspace.steps += int(workspace.guessed % GUESSES == 0)
        workspace.guessed += 1
    return True


def grow(states: Any, workspace: Any, arms: Any, rng: Any) -> Any:
    """Finish the current opening; if all arms are opened at once, also open those in the queue. Returns False if
    interrupted.
    """
    if not make_guesses(states, workspace, rng):
        return False
    queue = arms[8]
    while True:
        if workspace.opening == 0:
            if workspace.open_after > 0 or workspace.head >= workspace.tail:
                return True
            arm = queue[workspace.head % workspace.capacity]
            workspace.head += 1
            begin_opening(workspace, arms, arm)
        if not open_on(states, workspace, arms, rng):
            return False
        workspace.opening = 0


def choose_arm(workspace: Any, q: Any, r: Any) -> Any:
    """Set workspace.arm to the arm with the highest upper confidence bound. Returns False if interrupted."""
    growth = growth_of(max(1, workspace.total))
    best, highest, begin = workspace.arm, workspace.highest, workspace.compared
    if begin == 0:
        best = np.int64(0)
        highest = ucb(q[0], growth, r[0])
        begin = np.int64(1)
    steps = max(1, min(workspace.most - workspace.steps, workspace.used))
    end = min(workspace.used, begin + SCAN * steps)
    for a in range(begin, end):
        bound = ucb(q[a], growth, r[a])
        if bound > highest:
            highest = bound
            best = np.int64(a)
    workspace.arm = best
    workspace.highest = highest
    workspace.compared = end
    workspace.steps += (end - begin) // SCAN
    return end == workspace.used


def play_line(s: Any, workspace: Any, lines: Any, arm: Any, length: Any) -> Any:
    """Play an arm's moves, up to the first that is not legal under this guess. Returns False if interrupted."""
    while workspace.followed < length:
        if workspace.steps >= workspace.most:
            return False
        move = np.int64(lines[arm, workspace.followed])
        if workspace.followed > 0 and not is_legal(s, workspace, move):
            return True
        play(s, move)
        workspace.followed += 1
        workspace.steps += 1
    return True


def is_legal(s: Any, workspace: Any, move: Any) -> Any:
    if turn(s) != workspace.seat:
        return False
    found = False
    for i in range(moves(s, workspace.scratch)):
        found = found or workspace.scratch[i] == move
    return found
