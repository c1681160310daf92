"""The kernel of flat Monte Carlo and of UCB1 over the moves of one position: a record for each move, and playouts."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.pauses import ENDED, PAUSE_FIELDS, PAUSED, play_on
from playout.algorithms.tree.bound import growth_of, ucb, width_of
from playout.rules import copy, guess, payoffs, play

__all__ = ["arm_type", "sample_moves", "workspace_type"]


def arm_type(players: int) -> np.dtype[Any]:
    """The record of a move: its visits, and the sum of each seat's payoffs."""
    return np.dtype([("move", np.int64), ("visits", np.int64), ("sums", np.float64, players)], align=True)


def workspace_type(max_moves: int, players: int) -> np.dtype[Any]:
    """The record of settings and scratch arrays."""
    return np.dtype(
        [
            # c: below 0, moves are tried in turn; scale: one over the range of payoffs
            *((name, np.float64) for name in ("c", "least", "scale")),
            *((name, np.int64) for name in ("longest", "observer", "seat", "arm")),  # the arm under way
            *PAUSE_FIELDS,
            ("scratch", np.int64, max_moves),
            ("payoff", np.float64, players),
        ],
        align=True,
    )


def sample_moves(states: Any, arms: Any, workspaces: Any, rng: Any, count: Any) -> Any:
    """Kernel: do `count` simulations from states[0], each a move and a playout in states[1].

    arms: a record for each legal move; workspaces: one record. Returns how many were done; -1: a playout was too long.
    Fewer are done if the steps are used up (pauses.py); the next call continues an interrupted playout.
    """
    workspace = workspaces[0]
    for done in range(count):
        if workspace.paused == 0:
            if workspace.steps >= workspace.enough:
                return done
            workspace.arm = pick_arm(arms, workspace)
            copy(states, 1, states, 0)
            if workspace.observer >= 0:
                guess(states[1], workspace.observer, rng)
            play(states[1], arms[workspace.arm].move)
            workspace.steps += 1
        ended = play_on(states[1], rng, workspace.scratch, workspace)
        workspace.paused = int(ended == PAUSED)
        if ended != ENDED:
            return done if ended == PAUSED else -1
        payoffs(states[1], workspace.payoff)
        arm = arms[workspace.arm]
        arm.visits += 1
        for k in range(len(workspace.payoff)):
            arm.sums[k] += workspace.payoff[k]
    return count


def pick_arm(arms: Any, workspace: Any) -> Any:
    """The move to try next: the least visited one if moves are tried in turn, else an untried one, else the one by
    UCB1.
    """
    total = 0
    fewest = 0
    for m in range(len(arms)):
        total += arms[m].visits
        if arms[m].visits < arms[fewest].visits:
            fewest = m
    if workspace.c < 0.0 or arms[fewest].visits == 0:
        return fewest
    growth = growth_of(total)
    best = 0
    highest = -1.0
    for m in range(len(arms)):
        mean = (arms[m].sums[workspace.seat] / arms[m].visits - workspace.least) * workspace.scale
        bound = ucb(mean, growth, width_of(workspace.c, 1.0 / arms[m].visits))
        if bound > highest:
            highest = bound
            best = m
    return best
