"""Backup along the path of a simulation, and proofs, which are carried towards the root (MCTS-Solver).

A node is proven if the match is over there, if the seat that chooses has a move that certainly gives it everything, or
if the value of every move is certain. Wins are the shortest, losses the longest.
"""

from __future__ import annotations

from typing import Any

from playout.algorithms.puct.settling import set_exact

__all__ = ["back_up"]


def back_up(forest: Any, t: Any, value: Any) -> None:
    """Add a value to all edges and nodes of the path; above a node that it proves, add that node's exact value."""
    head = forest.heads[t]
    for d in range(head.depth - 1, -1, -1):
        edge, node = forest.edges[t, forest.path[t, d, 0]], forest.nodes[t, forest.path[t, d, 1]]
        child = forest.nodes[t, edge.child]
        seat = node.seat
        edge.visits += 1
        if child.proven:
            edge.mean = child.value[seat]
            edge.lost = child.value[seat] <= 0.0
            if not node.proven and resolve(forest, t, node):
                for k in range(len(node.value)):
                    value[k] = node.value[k]
        else:
            edge.mean += (value[seat] - edge.mean) / edge.visits
        node.visits += 1
        if not node.proven:
            for k in range(len(node.value)):
                node.mean[k] += (value[k] - node.mean[k]) / node.visits
    head.simulations += 1
    head.deepest = max(head.deepest, head.depth)


def resolve(forest: Any, t: Any, node: Any) -> Any:
    """Whether a node is proven by its children. A proven node gets its exact value."""
    seat = node.seat
    is_complete = True
    own, plies, best = -1.0, 0, 0
    for i in range(node.first, node.first + node.size):
        number = forest.edges[t, i].child
        if number == 0 or not forest.nodes[t, number].proven:
            is_complete = False
            continue
        child = forest.nodes[t, number]
        length = 1 + child.forced + child.plies
        worth = child.value[seat]
        # the shortest way to a win; the longest way if everything loses
        is_better = length > plies if worth <= 0.0 else length < plies
        if worth > own or (worth == own and is_better):
            own, plies, best = worth, length, number
    if own >= 1.0 or is_complete:
        set_exact(node, forest.nodes[t, best].value, plies)
        return True
    return False
