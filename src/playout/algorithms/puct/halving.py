"""Sequential halving at the root over noisy priors (Gumbel AlphaZero, Danihelka and others 2022).

Gumbel noise on the logarithms of the priors draws moves without replacement. Sequential halving spends a fixed number
of simulations on the moves that remain. So even few simulations improve the policy on average.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.puct.forest import ROOT
from playout.algorithms.puct.selection import LOWEST
from playout.rng import uniform

__all__ = ["choose_by_halving", "draw_noise", "halving_table", "log_prior", "value_weight", "winner_of_halving"]

TINY = 1e-9
"""Keeps the logarithm of a prior finite."""

VISITS = 50.0
"""The weight of values against priors grows with this number plus the visits of the most visited edge."""


def halving_table(widest: int, simulations: int) -> NDArray[np.int32]:
    """table[m, i]: the visits that simulation i's edge has had before it, if m edges took part at the beginning.

    Each round visits all remaining edges equally often and keeps half of them; the last round has two.
    """
    table = np.zeros((widest + 1, simulations + 1), np.int32)
    table[1] = np.arange(simulations + 1)
    for edges in range(2, widest + 1):
        rounds = math.ceil(math.log2(edges))
        visits, left = [0] * edges, edges
        row: list[int] = []
        while len(row) <= simulations:
            for _ in range(max(1, simulations // (rounds * left))):
                row += visits[:left]
                visits[:left] = [count + 1 for count in visits[:left]]
            left = max(2, left // 2)
        table[edges] = row[: simulations + 1]
    return table


def draw_noise(forest: Any, t: Any) -> None:
    """Draw new Gumbel noise for each edge of the root."""
    for i in range(forest.nodes[t, ROOT].size):
        forest.gumbel[t, i] = -math.log(-math.log(uniform(forest.random[t]) + 1e-12) + 1e-12)


def value_weight(forest: Any, t: Any, settings: Any) -> Any:
    """The weight of a value against the logarithm of a prior at the root."""
    most = 0
    first = forest.nodes[t, ROOT].first
    for i in range(first, first + forest.nodes[t, ROOT].size):
        most = max(most, forest.edges[t, i].visits)
    return settings.sharpness * (VISITS + most)


def log_prior(edge: Any) -> Any:
    return math.log(np.float64(edge.prior) + TINY)


def choose_by_halving(forest: Any, t: Any, table: Any, settings: Any) -> Any:
    """The root's edge for the next simulation: the best of the edges with the scheduled number of visits; if there is
    none, the least visited edge. Edges that certainly lose are left out.
    """
    root = forest.nodes[t, ROOT]
    first = root.first
    wanted = table[min(settings.considered, root.size), forest.heads[t].simulations]
    weight = value_weight(forest, t, settings)
    best, most = -1, LOWEST
    fewest, visits = first, 1 << 30
    for i in range(first, first + root.size):
        edge = forest.edges[t, i]
        if edge.lost:
            continue
        if edge.visits < visits:
            fewest, visits = i, edge.visits
        if edge.visits == wanted:
            score = noisy_score(forest, t, i, weight)
            if score > most:
                best, most = i, score
    return best if best >= 0 else fewest


def winner_of_halving(forest: Any, t: Any, settings: Any) -> Any:
    """The edge of an unproven root that remains after the last simulation."""
    root = forest.nodes[t, ROOT]
    first = root.first
    weight = value_weight(forest, t, settings)
    visits = 0
    for i in range(first, first + root.size):
        if not forest.edges[t, i].lost:
            visits = max(visits, forest.edges[t, i].visits)
    best, most = first, LOWEST
    for i in range(first, first + root.size):
        if forest.edges[t, i].visits == visits and not forest.edges[t, i].lost:
            score = noisy_score(forest, t, i, weight)
            if score > most:
                best, most = i, score
    return best


def noisy_score(forest: Any, t: Any, i: Any, weight: Any) -> Any:
    """Noise + logarithm of the prior + weighted value; an edge without visits has no value."""
    edge = forest.edges[t, i]
    score = np.float64(forest.gumbel[t, i - forest.nodes[t, ROOT].first]) + log_prior(edge)
    if edge.visits > 0:
        score += weight * np.float64(edge.mean)
    return score
