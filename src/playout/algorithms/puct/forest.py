"""The arrays of many trees, the forest: a row for each tree, and nothing shared. A single tree is a forest of one.

A node is a position in which a seat has a choice, or whose value is certain. Moves that leave no choice are played at
once, so an edge leads over its own move and the child's forced moves to the child. The edges of a node lie side by side
in its tree's row, and its forced moves before them. Node 0 is the root, which has no forced moves.

Values are vectors by seat on 0..1, where 1 is the most that a match can pay.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from playout import native
from playout.rules import Rules

__all__ = [
    "NOTHING",
    "ROOT",
    "Forest",
    "edge_type",
    "forest_shapes",
    "head_type",
    "node_type",
    "open_node",
]

ROOT = 0
NOTHING = -1
"""No node: the value of `pending` in a tree that does not wait for the network."""


class Forest(NamedTuple):
    """The arrays of `n` trees."""

    positions: Any
    """rules.dtype[n]: the position at each root."""
    heads: Any
    """head_type[n]"""
    nodes: Any
    """node_type[n, nodes]"""
    edges: Any
    """edge_type[n, edges]"""
    path: Any
    """int32[n, depth, 2]: edge and node at each step of the simulation under way."""
    gumbel: Any
    """float32[n, widest]: the noise of each edge of the root, for sequential halving."""
    planes: Any
    """uint8[n, planes, rows, columns]: the position of the waiting node, as the network's input."""
    random: Any
    """uint64[n, 2]: a stream of random numbers for each tree."""

    def view(self, backend: str) -> Forest:
        """The same arrays as kernels on `backend` take them."""
        return self._replace(
            **{name: native.view(getattr(self, name), backend) for name in ("positions", "heads", "nodes", "edges")}
        )


def head_type() -> np.dtype[Any]:
    """The record of a tree's counters."""
    return np.dtype(
        [
            ("nodes", np.int32),  # in use
            ("edges", np.int32),  # in use
            ("simulations", np.int32),  # since `begin`; the root's own evaluation is not counted
            ("pending", np.int32),  # the node that waits for the network, or NOTHING
            ("depth", np.int32),  # length of the path to it
            ("deepest", np.int32),  # longest path so far
            ("is_full", np.bool_),  # whether there was no memory for a node
        ],
        align=True,
    )


def node_type(seats: int) -> np.dtype[Any]:
    """The record of a node."""
    return np.dtype(
        [
            ("value", np.float64, seats),  # the network's; once proven the exact one
            ("mean", np.float64, seats),  # of `value` and all simulations below; once proven the exact one
            ("visits", np.int32),
            ("first", np.int32),  # its first edge
            ("size", np.int32),  # edges
            ("forced", np.int32),  # forced moves before the node, which stand before its edges
            ("plies", np.int32),  # once proven: from here to the end of the match
            ("seat", np.int8),  # who chooses, or OVER
            ("proven", np.bool_),
        ],
        align=True,
    )


def edge_type() -> np.dtype[Any]:
    """The record of an edge."""
    return np.dtype(
        [
            ("move", np.int32),
            ("child", np.int32),  # 0: not visited yet; in a forced move: the seat that makes it
            ("visits", np.int32),
            ("prior", np.float32),
            ("mean", np.float32),  # for the seat that chooses; once the child is proven the exact value
            ("lost", np.bool_),  # whether it certainly gives that seat the least
        ],
        align=True,
    )


def forest_shapes(
    rules: Rules, seats: int, planes: tuple[int, int, int], *, trees: int, nodes: int, edges: int, depth: int
) -> dict[str, tuple[np.dtype[Any], tuple[int, ...]]]:
    """The dtype and shape of each field of Forest. nodes, edges: of each tree; depth: the most nodes on a path."""
    return {
        "positions": (rules.dtype, (trees,)),
        "heads": (head_type(), (trees,)),
        "nodes": (node_type(seats), (trees, nodes)),
        "edges": (edge_type(), (trees, edges)),
        "path": (np.dtype(np.int32), (trees, min(depth, nodes) + 1, 2)),
        "gumbel": (np.dtype(np.float32), (trees, rules.max_moves)),
        "planes": (np.dtype(np.uint8), (trees, *planes)),
        "random": (np.dtype(np.uint64), (trees, 2)),
    }


def open_node(forest: Any, t: Any, seat: Any, options: Any, size: Any, forced: Any) -> Any:
    """Add a node with an edge for each of its moves; returns its number. Its forced moves follow the edges in use."""
    head = forest.heads[t]
    number = head.nodes
    first = head.edges + forced
    head.nodes = number + 1
    head.edges = first + size
    node = forest.nodes[t, number]
    node.first = first
    node.size = size
    node.forced = forced
    node.seat = seat
    node.visits = 0
    node.plies = 0
    node.proven = False
    for k in range(len(node.value)):
        node.value[k] = 0.0
        node.mean[k] = 0.0
    for i in range(size):
        edge = forest.edges[t, first + i]
        edge.move = options[i]
        edge.child = 0
        edge.visits = 0
        edge.prior = 0.0
        edge.mean = 0.0
        edge.lost = False
    return number
