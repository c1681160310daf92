"""UCT's selection: the edge with the highest upper confidence bound for the seat to move.

A bound is q + growth * r (bound.py); the edge keeps q and r, the node keeps growth, sqrt(ln N). With priors growth is
sqrt(N) and r is c P / (1 + n). History and GRAVE change q if they are on.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.tree.bound import growth_within, ucb
from playout.algorithms.tree.layout import (
    NONE,
    PROVEN,
    SLOTS,
    block_of,
    edge_at,
    edges_in,
    first_edge,
    next_edge,
    slot_of,
)
from playout.algorithms.uct.hints import EXTRAS, bound_by_history, mean_by_grave
from playout.algorithms.uct.options import LATER
from playout.algorithms.uct.own_rules import BOUND_RULE, CHILD, select_by_rule
from playout.rules import emit

__all__ = ["choose_edge", "growth_at", "urgent"]


def choose_edge(tree: Any, block: Any, depth: Any, reference: Any) -> Any:
    """The edge to continue with: the best one. If its child is proven, the best edge to an unproven child, and `better`
    holds the proven one.
    """
    header = tree.header
    edge = best_edge_of(tree, block, reference, False)
    if header.solver != 0 and edge != NONE and tree.blocks[block_of(edge)].child[slot_of(edge)] & PROVEN:
        other = best_edge_of(tree, block, reference, True)
        if other != NONE:
            tree.scratch.better[depth] = edge
            return other
    return edge


def best_edge_of(tree: Any, block: Any, reference: Any, is_open: Any) -> Any:
    """The edge with the highest bound, by the user's rule if there is one; NONE if there is no edge. is_open: only
    edges to unproven children.
    """
    if BOUND_RULE:
        return select_by_rule(tree, block, is_open)
    if EXTRAS and not is_open and tree.header.use_notes != 0:
        return select(tree, block, reference, is_open, True)
    return select(tree, block, reference, is_open, False)


def growth_at(tree: Any, visits: Any) -> Any:
    """The factor of r in the bounds of a node's children: sqrt(ln N), or sqrt(N) with priors. visits: N."""
    if EXTRAS and not BOUND_RULE and tree.header.use_prior != 0:
        return np.float32(math.sqrt(visits))
    return np.float32(growth_within(tree.growths, visits))


def select(tree: Any, block: Any, reference: Any, is_open: Any, is_hinted: Any) -> Any:
    """The edge with the highest upper confidence bound for the seat to move; NONE if there is none.

    is_open: only edges to unproven children; is_hinted: with the tables of hints.py. Of equal bounds, the first edge of
    the newest block is taken.
    """
    blocks = tree.blocks
    growth = blocks[block].growth
    best, highest = np.int64(NONE), np.float32(-1.0)
    at = np.int64(block)
    if blocks[block].link != NONE:
        at = np.int64(blocks[block].link)
        while at != block:
            best, highest = best_in(tree, at, growth, best, highest, reference, is_open, is_hinted)
            at = np.int64(blocks[at].link)
    # Outside the loop, since most nodes have one block: within it every simulation takes 4 % longer.
    best, highest = best_in(tree, at, growth, best, highest, reference, is_open, is_hinted)
    return best


def best_in(
    tree: Any, at: Any, growth: Any, best: Any, highest: Any, reference: Any, is_open: Any, is_hinted: Any
) -> Any:
    """The best edge of a block, if it is better than the best so far, and its bound. UCT spends most of its time here.
    Slots without an edge have a bound of -1, so that all slots are compared without a branch.
    """
    n = tree.blocks[at]
    found = np.int64(-1)
    for k in range(SLOTS):
        bound = ucb(n.q[k], growth, n.r[k])
        if EXTRAS and is_hinted and k < edges_in(n):
            bound = hinted_bound(tree, n, k, growth, reference)
        if not is_open and k < edges_in(n):
            emit(CHILD, edge_at(at, k), n.q[k], growth * n.r[k], bound)
        better = bound > highest and not (is_open and n.child[k] & PROVEN)
        found = np.int64(k) if better else found
        highest = bound if better else highest
    return (edge_at(at, found) if found >= 0 else best), highest


def hinted_bound(tree: Any, n: Any, k: Any, growth: Any, reference: Any) -> Any:
    """The bound of n's edge number k with the tables of hints.py."""
    header, scratch = tree.header, tree.scratch
    bound = ucb(n.q[k], growth, n.r[k])
    if header.grave > 0:
        bound = np.float32(ucb(mean_by_grave(tree, header, scratch, n, k, reference), growth, n.r[k]))
    return bound + np.float32(bound_by_history(tree, header, scratch, n, k))


def urgent(tree: Any, block: Any) -> Any:
    """Whether an existing edge has a higher bound than an untried move."""
    header, blocks = tree.header, tree.blocks
    if header.fpu >= LATER:
        return False
    growth = blocks[block].growth
    edge = first_edge(blocks, block)
    while edge != NONE:
        n, k = blocks[block_of(edge)], slot_of(edge)
        if ucb(n.q[k], growth, n.r[k]) > header.fpu:
            return True
        edge = next_edge(blocks, edge)
    return False
