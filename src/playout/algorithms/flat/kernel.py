"""The kernel of flat Monte Carlo and of UCB1 over the moves of one position: a record for each move, and playouts."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.playouts import finish
from playout.rules import copy, guess, payoffs, play

__all__ = ["arm_type", "sample_moves", "workspace_type"]


def arm_type(players: int) -> np.dtype[Any]:
    """The record of a move: how often it was tried, and what each seat got in all."""
    return np.dtype([("move", np.int64), ("visits", np.int64), ("sums", np.float64, players)], align=True)


def workspace_type(max_moves: int, players: int) -> np.dtype[Any]:
    """The record of settings and scratch arrays."""
    return np.dtype(
        [
            # c: below 0, moves are tried in turn; scale: one over the range of payoffs
            *((name, np.float64) for name in ("c", "least", "scale")),
            *((name, np.int64) for name in ("longest", "observer", "seat")),
            ("scratch", np.int64, max_moves),
            ("payoff", np.float64, players),
        ],
        align=True,
    )


def sample_moves(states: Any, arms: Any, workspaces: Any, rng: Any, count: Any) -> Any:
    """Kernel: `count` simulations from states[0], each one move and a playout in states[1].

    arms: a record for each legal move; workspaces: one record. Returns how many were done, which is fewer if a playout
    was too long.
    """
    workspace = workspaces[0]
    for done in range(count):
        arm = arms[pick_arm(arms, workspace)]
        copy(states, 1, states, 0)
        s = states[1]
        if workspace.observer >= 0:
            guess(s, workspace.observer, rng)
        play(s, arm.move)
        if not finish(s, rng, workspace.scratch, workspace.longest):
            return done
        payoffs(s, workspace.payoff)
        arm.visits += 1
        for k in range(len(workspace.payoff)):
            arm.sums[k] += workspace.payoff[k]
    return count


def pick_arm(arms: Any, workspace: Any) -> Any:
    """The move to try next: one that was tried least, if in turn or not tried at all; else by UCB1."""
    total = 0
    fewest = 0
    for m in range(len(arms)):
        total += arms[m].visits
        if arms[m].visits < arms[fewest].visits:
            fewest = m
    if workspace.c < 0.0 or arms[fewest].visits == 0:
        return fewest
    log = math.log(total)
    best = 0
    highest = -1.0
    for m in range(len(arms)):
        mean = arms[m].sums[workspace.seat] / arms[m].visits
        bound = (mean - workspace.least) * workspace.scale + workspace.c * math.sqrt(log / arms[m].visits)
        if bound > highest:
            highest = bound
            best = m
    return best
