"""Whole decisions of flat Monte Carlo and UCB1 for many matches at once: a kernel that does the work of `Flat`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.flat.kernel import sample_moves
from playout.algorithms.flat.search import Flat, Ucb
from playout.algorithms.pauses import ANY
from playout.rng import seed
from playout.rules import PlayoutError, copy, moves

__all__ = ["choose_by_sampling", "policy_of", "template_of"]


def template_of(search: Flat) -> NDArray[Any]:
    """The workspace with which each decision begins, except for the seat."""
    if isinstance(search, Ucb) and search.options.sequences:
        raise PlayoutError(f"{search.spec} plays sequences of a whole turn, which only the backend cpu does")
    template = search._workspace.copy()
    template["enough"] = template["most"] = ANY
    return template


def policy_of(search: Flat) -> str:
    """The policy to which the kernel of a search is bound."""
    return search._policy


def choose_by_sampling(
    states: Any, arms: Any, workspaces: Any, rng: Any, listed: Any, template: Any, seat: Any, key: Any, count: Any
) -> Any:
    """The move that a search of states[0] with `count` simulations finds; -1: a playout was too long.

    states: two positions, the first as the seat sees it; arms: arm_type[MAX_MOVES]; workspaces: one record; listed:
    int64[MAX_MOVES]; template: as `template_of` makes it; key: the search's.
    """
    workspaces[0] = template
    workspace = workspaces[0]
    workspace.seat = seat
    if workspace.observer >= 0:
        workspace.observer = seat
    copy(states, 1, states, 0)
    n = moves(states[0], listed)
    for k in range(n):
        arms[k].move = listed[k]
        arms[k].visits = 0
        for other in range(len(arms[k].sums)):
            arms[k].sums[other] = 0.0
    seed(rng, key, 0)
    if sample_moves(states, arms[:n], workspaces, rng, count) < count:
        return np.int64(-1)
    best = -1
    highest = 0.0
    for k in range(n):
        if arms[k].visits > 0 and (best < 0 or arms[k].sums[seat] / arms[k].visits > highest):
            best = k
            highest = arms[k].sums[seat] / arms[k].visits
    return np.int64(arms[max(best, 0)].move)
