"""Continuing with a part of the tree: the node after some moves becomes the root, in another forest's arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.puct.forest import NOTHING, ROOT

__all__ = ["follow_moves", "keep_below"]


def follow_moves(forest: Any, t: Any, moves: Any, found: Any) -> Any:
    """Kernel: find the node after some moves from the root. Returns False if the tree does not have these moves.

    found: int64[2], the node, and the number of forced moves before it that are still to be played.
    """
    node, left = np.int64(ROOT), np.int64(0)
    for i in range(len(moves)):
        if left > 0:
            if forest.edges[t, forest.nodes[t, node].first - left].move != moves[i]:
                return False
            left -= 1
            continue
        first, size = forest.nodes[t, node].first, forest.nodes[t, node].size
        child = np.int64(0)
        for k in range(first, first + size):
            if forest.edges[t, k].move == moves[i]:
                child = np.int64(forest.edges[t, k].child)
        if child == 0:
            return False
        node = child
        left = np.int64(forest.nodes[t, child].forced)
    found[0] = node
    found[1] = left
    return left > 0 or forest.nodes[t, node].size > 0


def keep_below(source: Any, target: Any, t: Any, node: Any, left: Any) -> None:
    """Kernel: copy the tree below a node into the empty target; positions are not copied.

    left: the number of forced moves before the node that are still to be played. The first is then the only edge of the
    new root.
    """
    head = target.heads[t]
    head.nodes = head.edges = 0
    head.simulations = head.depth = head.deepest = 0
    head.pending = NOTHING
    head.is_full = False
    if left > 0:
        put_forced_root(source, target, t, node, left)
        copy_node(source, target, t, node, left - 1)
    else:
        copy_node(source, target, t, node, 0)
    i = 0
    while i < head.nodes:
        n = target.nodes[t, i]
        for k in range(n.first, n.first + n.size):
            edge = target.edges[t, k]
            if edge.child < 0:  # the child's number in the source, negated
                child = -np.int64(edge.child)
                edge.child = head.nodes
                copy_node(source, target, t, child, np.int64(source.nodes[t, child].forced))
        i += 1
    head.simulations = target.nodes[t, ROOT].visits - 1


def put_forced_root(source: Any, target: Any, t: Any, node: Any, left: Any) -> None:
    """Make a root whose only move is the first of the forced moves that are left; it leads to node 1."""
    n, root, edge = source.nodes[t, node], target.nodes[t, ROOT], target.edges[t, 0]
    move = source.edges[t, n.first - left]
    root.seat = move.child
    root.first = 0
    root.size = 1
    root.forced = 0
    root.visits = n.visits + 1
    root.proven = n.proven
    root.plies = n.plies + left
    for k in range(len(n.value)):
        root.value[k] = n.value[k]
        root.mean[k] = n.mean[k]
    edge.move = move.move
    edge.child = 1
    edge.visits = n.visits
    edge.prior = 1.0
    edge.mean = n.mean[root.seat]
    edge.lost = n.proven and n.value[root.seat] <= 0.0
    target.heads[t].nodes = 1
    target.heads[t].edges = 1


def copy_node(source: Any, target: Any, t: Any, number: Any, forced: Any) -> None:
    """Copy a node with its edges and the last `forced` of its forced moves; the numbers of children are negated."""
    head = target.heads[t]
    n, new = source.nodes[t, number], target.nodes[t, head.nodes]
    begin = n.first - forced
    new.first = head.edges + forced
    new.size = n.size
    new.forced = forced
    new.visits = n.visits
    new.plies = n.plies
    new.seat = n.seat
    new.proven = n.proven
    for k in range(len(n.value)):
        new.value[k] = n.value[k]
        new.mean[k] = n.mean[k]
    for i in range(forced + n.size):
        edge, made = source.edges[t, begin + i], target.edges[t, head.edges + i]
        made.move = edge.move
        made.child = edge.child if i < forced else -edge.child
        made.visits = edge.visits
        made.prior = edge.prior
        made.mean = edge.mean
        made.lost = edge.lost
    head.nodes += 1
    head.edges += forced + n.size
