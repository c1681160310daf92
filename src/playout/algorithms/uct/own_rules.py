"""UCT with the user's rules for a child's bound and for the value of a playout; rule_files.py has the values that they
read.

The kernels of this file are compiled only for a search that has such a rule. Each switch is on if the rule reads the
value of its name, so that only values that are read are computed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.kernel_arrays import BoundTerms
from playout.algorithms.rule_files import OwnRule
from playout.algorithms.tree.layout import (
    LEAF,
    NONE,
    PROVEN,
    ROOT,
    block_of,
    edge_at,
    edges_in,
    first_edge,
    head_of,
    leaf_mean,
    next_edge,
    slot_of,
    visits_of,
)
from playout.native.bounds import MANY, BoundError
from playout.rules import Switch, backup, bound, emit

__all__ = ["BACKUP_RULE", "BOUND_RULE", "CHILD", "back_up_by_rule", "own_switches", "rule_terms", "select_by_rule"]

CHILD = 10
"""The kind of the event that is emitted for each child."""

BOUND_RULE = Switch("bound")
"""On with `selection`."""
BACKUP_RULE = Switch("backup")
"""On with `backup`."""

READS_MEANS = Switch("bound_reads_means")
READS_PRIOR = Switch("bound_reads_prior")
READS_PROVEN = Switch("bound_reads_proven")
READS_BEST_MEAN = Switch("bound_reads_best_mean")

HAS_UNTRIED = Switch("bound_has_untried")
"""Switched on if a node's children are all made at once, so that some of them are untried."""

FEWER_SEATS = Switch("fewer_seats")
"""Switched on if the game has fewer seats than its rules allow; otherwise the compiler knows the number."""

OUTSIDE = 1e-6
"""How far a rule's payoff may be outside 0 to 1, because of rounding."""


def own_switches(
    selection: OwnRule | None, backup: OwnRule | None, has_untried: bool, has_fewer_seats: bool
) -> frozenset[str]:
    """The switches of this file that are on with these rules."""
    rules = [rule for rule in (selection, backup) if rule is not None]
    names = {f"{rule.contract.function}_reads_{word}" for rule in rules for word in rule.reads}
    known = {item.name for item in (READS_MEANS, READS_PRIOR, READS_PROVEN, READS_BEST_MEAN)}
    others = {HAS_UNTRIED.name: has_untried, FEWER_SEATS.name: has_fewer_seats} if rules else {}
    is_on = {name for name, on in others.items() if on}
    return frozenset((names & known) | is_on | {rule.contract.function for rule in rules})


def select_by_rule(tree: Any, block: Any, is_open: Any) -> Any:
    """The edge with the highest bound by the rule; NONE if there is none. is_open: only edges to unproven children.

    The bound of a certain child is its mean unless the rule reads `proven`; that of an untried child is infinite unless
    the rule reads `prior`.
    """
    blocks, header, scratch = tree.blocks, tree.header, tree.scratch
    parent = blocks[block]
    parent_visits, seat = int(parent.visits), int(parent.seat)
    seats = int(header.seats) if FEWER_SEATS else len(scratch.payoff)
    root_seat, root_visits, c = int(header.searcher), int(blocks[ROOT].visits), float(header.own_c)
    best_mean = highest_mean(blocks, block) if READS_BEST_MEAN else 0.0
    growth = float(parent.growth)
    # Slot by slot, not by `next_edge`, and all in one function, as in `select`: here a search spends its time.
    at = np.int64(parent.link) if parent.link != NONE else np.int64(block)
    best = np.int64(NONE)
    highest = -math.inf
    is_bad = False
    is_last = False
    while not is_last:
        is_last = at == block
        n = blocks[at]
        for k in range(edges_in(n)):
            word = np.int64(n.child[k])
            visits, mean, proven = int(visits_of(blocks, word)), float(n.q[k]), word & PROVEN != 0
            uncertainty = growth * n.r[k]
            prior = 0.0
            if READS_PRIOR:
                prior = float(n.priors[k])
                uncertainty = uncertainty if visits > 0 else math.inf
            if READS_MEANS:
                write_means(blocks, parent, n, k, mean, header, scratch.value)
            height = float(
                bound(
                    visits,
                    mean,
                    uncertainty,
                    scratch.value,
                    prior,
                    parent_visits,
                    seat,
                    seats,
                    proven,
                    best_mean,
                    root_seat,
                    root_visits,
                    c,
                )
            )
            if HAS_UNTRIED and not READS_PRIOR:
                height = height if visits > 0 else math.inf
            if not READS_PROVEN:
                height = mean if proven else height
            is_bad |= height != height
            if not is_open:
                emit(CHILD, edge_at(at, k), n.q[k], height - mean, height)
            better = height > highest and not (is_open and proven)
            best = edge_at(at, k) if better else best
            highest = height if better else highest
        at = np.int64(n.link)
    if is_bad:
        raise BoundError("bound", MANY)
    return first_of(blocks, block, is_open) if best == NONE else best


def first_of(blocks: Any, block: Any, is_open: Any) -> Any:
    """The first edge of a node; NONE if there is none. is_open: only edges to unproven children."""
    edge = first_edge(blocks, block)
    while edge != NONE and is_open and blocks[block_of(edge)].child[slot_of(edge)] & PROVEN:
        edge = next_edge(blocks, edge)
    return edge


def write_means(blocks: Any, parent: Any, n: Any, k: Any, mean: Any, header: Any, means: Any) -> None:
    """Every seat's mean payoff, scaled, at the child of n's edge number k, or at the parent if the child has no visits.

    mean: the child's, for the seat that moves.
    """
    seat, stored = np.int64(n.seat), len(n.sums)
    if len(means) == 2 and stored == 1:
        means[seat] = mean
        means[1 - seat] = header.total - mean
        return
    word = np.int64(n.child[k])
    rest = header.total
    for j in range(len(means)):
        if j == stored:
            means[j] = rest
        elif word >= LEAF:
            means[j] = leaf_mean(n, k, header.total, np.int64(j))
        else:
            own = parent if word == NONE else blocks[head_of(word)]
            means[j] = own.sums[j] * (1.0 / own.visits)
        rest -= means[j]


def highest_mean(blocks: Any, block: Any) -> Any:
    """The highest mean of the children with visits; 0 without one."""
    best = 0.0
    edge = first_edge(blocks, block)
    while edge != NONE:
        n, k = blocks[block_of(edge)], slot_of(edge)
        if n.child[k] != NONE:
            best = max(best, float(n.q[k]))
        edge = next_edge(blocks, edge)
    return best


def back_up_by_rule(header: Any, scratch: Any, depth: Any) -> None:
    """Write the rule's value of a playout into scratch.backed; scratch.payoff has the playout's result on 0..1."""
    for seat in range(len(scratch.payoff)):
        if seat >= header.seats:
            scratch.backed[seat] = scratch.payoff[seat]
            continue
        share = float(
            backup(
                float(scratch.payoff[seat]),
                scratch.payoff,
                int(seat),
                int(header.seats),
                int(header.length),
                int(depth),
            )
        )
        if not -OUTSIDE <= share <= 1.0 + OUTSIDE:
            raise BoundError("backup", MANY)
        scratch.backed[seat] = share


def rule_terms(rule: OwnRule, child: Any, parent: Any) -> BoundTerms:
    """The terms of a child's bound, for display; the same values as in `select_by_rule`. child, parent: tree.Node."""
    tree = child.tree
    mean, width = child.terms
    if child.proven and "proven" not in rule.reads:
        return BoundTerms("certain", mean, 0.0)
    if child.visits == 0 and "prior" not in rule.reads:
        return BoundTerms("first")
    least, most = tree.rules.payoff_bounds
    known = child if child.visits else parent
    width = width if child.visits else math.inf
    siblings = [item for item in parent.children if item.visits] if "best_mean" in rule.reads else []
    height = rule.value(
        {
            "visits": child.visits,
            "mean": mean,
            "uncertainty": width * math.sqrt(math.log(parent.visits)),
            "means": np.array([(value - least) / (most - least) for value in known.values]),
            "prior": child.prior or 0.0,
            "parent_visits": parent.visits,
            "seat": parent.seat,
            "seats": tree.state.game.seats,
            "proven": child.proven,
            "best_mean": max((item.terms[0] for item in siblings), default=0.0),
            "root_seat": int(tree.header["searcher"][0]),
            "root_visits": tree.root.visits,
            "c": float(tree.header["own_c"][0]),
        }
    )
    return BoundTerms("rule", mean, height - mean)
