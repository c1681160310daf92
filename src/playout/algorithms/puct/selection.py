"""PUCT: the edge with the highest sum of its mean and a bonus for a high prior and few visits (Silver and others 2017).

Each seat maximises its own mean, so it works for any number of seats (max^n, Petosa and Balch 2019).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

__all__ = ["LOWEST", "choose_edge"]

LOWEST = -1e30
"""A number below every score."""

LOST = 1e6
"""The penalty in the score of an edge that certainly loses."""


def choose_edge(forest: Any, t: Any, node: Any, settings: Any) -> Any:
    """The edge of a node with the highest mean + c P sqrt(visits of the node) / (1 + visits); of equal edges the first.

    An edge without visits has the node's mean, minus a reduction that grows with the visited share of the priors.
    """
    n = forest.nodes[t, node]
    first, end = n.first, n.first + n.size
    seen = 0.0
    for i in range(first, end):
        if forest.edges[t, i].visits > 0:
            seen += np.float64(forest.edges[t, i].prior)
    unvisited = n.mean[n.seat] - settings.reduction * math.sqrt(seen)
    factor = settings.c * math.sqrt(n.visits)
    best, most = first, LOWEST
    for i in range(first, end):
        edge = forest.edges[t, i]
        mean = np.float64(edge.mean) if edge.visits > 0 else unvisited
        score = mean + factor * np.float64(edge.prior) / (1 + edge.visits)
        if edge.lost:
            score -= LOST
        if score > most:
            best, most = i, score
    return best
