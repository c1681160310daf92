"""UCT's selection: the child with the highest upper confidence bound for the seat to move.

A bound is q + sqrt(ln N) r, or q + sqrt(N) r with priors; both q and r are kept in the child. History and GRAVE change
q where they are on.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.uct.hints import EXTRAS, bound_by_history, mean_by_grave
from playout.algorithms.uct.nodes import BLOCK, END, NONE, SLOTS, first_child, holds_child, next_child
from playout.algorithms.uct.options import LATER
from playout.algorithms.uct.own_rules import BOUND_RULE, CHILD, select_by_rule
from playout.rules import emit

__all__ = ["choose_child", "urgent"]


def choose_child(
    nodes: Any, blocks: Any, header: Any, work: Any, tables: Any, node: Any, depth: Any, reference: Any, roots: Any
) -> Any:
    """The child to continue with: the best. If that one is proven, the best of the others, and `better` holds the
    proven one.
    """
    if BOUND_RULE:
        child = select_by_rule(nodes, blocks, header, work, tables, node, roots, False)
    elif EXTRAS and header.use_notes != 0:
        child = select(nodes, blocks, header, work, tables, node, reference, roots, False, True)
    else:
        child = select(nodes, blocks, header, work, tables, node, reference, roots, False, False)
    if nodes[child].proven and header.solver != 0:
        if BOUND_RULE:
            other = select_by_rule(nodes, blocks, header, work, tables, node, roots, True)
        else:
            other = select(nodes, blocks, header, work, tables, node, reference, roots, True, False)
        if other != NONE:
            work.better[depth] = child
            return other
    return child


def exploration(visits: Any, roots: Any, header: Any) -> Any:
    """sqrt(ln N), or sqrt(N) with priors."""
    if EXTRAS and header.use_prior != 0:
        return np.float32(math.sqrt(visits))
    return roots[visits] if visits < len(roots) else np.float32(math.sqrt(math.log(visits)))


def select(
    nodes: Any,
    blocks: Any,
    header: Any,
    work: Any,
    tables: Any,
    node: Any,
    reference: Any,
    roots: Any,
    is_open: Any,
    is_hinted: Any,
) -> Any:
    """The child with the highest upper confidence bound for the seat to move; NONE if there is none.

    is_open: among those that are not proven; is_hinted: with what the tables say.
    """
    root = exploration(nodes[node].visits, roots, header)
    # Slot by slot, not by `next_child`: this is where UCT spends its time, and slots are read side by side.
    block = nodes[node].block
    best = NONE
    highest = np.float32(-1.0)
    while block != NONE:
        for k in range(SLOTS):
            child = blocks[block * BLOCK + k]
            if not holds_child(child):
                break
            n = nodes[child]
            bound = n.q + root * n.r
            if EXTRAS and is_hinted:
                if header.grave > 0:
                    bound = np.float32(mean_by_grave(tables, header, work, nodes[node].seat, n, reference) + root * n.r)
                if n.visits > 0:
                    bound += np.float32(bound_by_history(tables, header, work, nodes[node].seat, n))
            if not is_open:
                emit(CHILD, child, n.q, root * n.r, bound)
            better = bound > highest and not (is_open and n.proven)
            best = child if better else best
            highest = bound if better else highest
        block = blocks[block * BLOCK + SLOTS]
    return best


def urgent(nodes: Any, blocks: Any, header: Any, node: Any, roots: Any) -> Any:
    """Whether an existing child has a higher bound than an untried move."""
    if header.fpu >= LATER:
        return False
    root = exploration(nodes[node].visits, roots, header)
    at = first_child(nodes[node])
    while at != END:
        n = nodes[blocks[at]]
        if n.q + root * n.r > header.fpu:
            return True
        at = next_child(blocks, at)
    return False
