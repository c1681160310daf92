"""The recommendations of a search at its root: the move to play, and a policy that is better than the priors."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.puct.forest import ROOT
from playout.algorithms.puct.halving import log_prior, value_weight
from playout.algorithms.puct.selection import LOWEST
from playout.algorithms.softmax import softmax

__all__ = ["best_edge", "improved_policy"]


def is_exact_best(forest: Any, t: Any, edge: Any) -> Any:
    """Whether an edge of a proven root leads to the root's value in the fewest plies (in the most, if all lose)."""
    root, child = forest.nodes[t, ROOT], forest.nodes[t, edge.child]
    return (
        edge.child > 0
        and child.proven
        and child.value[root.seat] >= root.value[root.seat]
        and 1 + child.forced + child.plies == root.plies
    )


def best_edge(forest: Any, t: Any) -> Any:
    """The root's edge to play: in a proven root one with its value; else the most visited that does not certainly lose.

    Of equal edges, the one with the highest prior.
    """
    root = forest.nodes[t, ROOT]
    best, most = root.first, LOWEST
    for i in range(root.first, root.first + root.size):
        edge = forest.edges[t, i]
        score = 0.5 * np.float64(edge.prior)
        if root.proven:
            score += 1.0 if is_exact_best(forest, t, edge) else 0.0
        else:
            score += LOWEST / 2 if edge.lost else edge.visits
        if score > most:
            best, most = i, score
    return best


def improved_policy(forest: Any, t: Any, policy: Any, settings: Any) -> None:
    """policy[i], float[edges of the root]: softmax(logarithm of the prior + weighted value).

    The value of an unvisited edge is the root's value, estimated from its prior policy and the visited edges (completed
    values of Gumbel AlphaZero). In a proven root, only moves with the root's value count, by their priors.
    """
    root = forest.nodes[t, ROOT]
    first, size = root.first, root.size
    if root.proven:
        total = 0.0
        for i in range(size):
            edge = forest.edges[t, first + i]
            policy[i] = np.float64(edge.prior) + 1e-3 if is_exact_best(forest, t, edge) else 0.0
            total += policy[i]
        for i in range(size):
            policy[i] /= total
    else:
        unvisited = completed_value(forest, t)
        weight = value_weight(forest, t, settings)
        for i in range(size):
            edge = forest.edges[t, first + i]
            mean = np.float64(edge.mean) if edge.visits > 0 else unvisited
            policy[i] = log_prior(edge) + weight * mean
        softmax(policy, size)


def completed_value(forest: Any, t: Any) -> Any:
    """The root's value for its seat, by the network's value and the visited edges' means, weighted by priors."""
    root = forest.nodes[t, ROOT]
    count, mass, weighted = 0, 0.0, 0.0
    for i in range(root.first, root.first + root.size):
        edge = forest.edges[t, i]
        if edge.visits > 0:
            prior = np.float64(edge.prior)
            count += edge.visits
            mass += prior
            weighted += prior * np.float64(edge.mean)
    own = root.value[root.seat]
    return (own + count * weighted / (mass + 1e-12)) / (1.0 + count) if count > 0 else own
