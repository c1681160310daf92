"""UCT by rules of the user: a child's bound, and what a playout counts as; rule_files.py says what the rules read.

The kernels of this file are compiled only for a search that has such a rule. Each switch is on if the rule reads the
value of its name, so that nothing is computed that nobody reads.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.kernel_arrays import BoundTerms
from playout.algorithms.rule_files import OwnRule
from playout.algorithms.uct.nodes import BLOCK, END, NONE, ROOT, SLOTS, first_child, holds_child, next_child
from playout.native.bounds import MANY, BoundError
from playout.rules import Switch, backup, bound, emit

__all__ = ["BACKUP_RULE", "BOUND_RULE", "CHILD", "back_up_by_rule", "own_switches", "rule_terms", "select_by_rule"]

CHILD = 10
"""What is emitted for each child that is looked at."""

BOUND_RULE = Switch("bound")
"""On with `selection`."""
BACKUP_RULE = Switch("backup")
"""On with `backup`."""

READS_MEANS = Switch("bound_reads_means")
READS_PRIOR = Switch("bound_reads_prior")
READS_PROVEN = Switch("bound_reads_proven")
READS_BEST_MEAN = Switch("bound_reads_best_mean")

HAS_UNTRIED = Switch("bound_has_untried")
"""On where a node's children are all made at once, so that some of them were never tried."""

FEWER_SEATS = Switch("fewer_seats")
"""On where the game has fewer seats than its rules allow; else their number is known to the compiler."""

OUTSIDE = 1e-6
"""By how much a payoff of a rule may be outside 0 to 1, through rounding."""


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


def select_by_rule(
    nodes: Any, blocks: Any, header: Any, work: Any, tables: Any, node: Any, roots: Any, is_open: Any
) -> Any:
    """The child whose bound is the highest by the rule; NONE if there is none. is_open: of those not proven.

    A child that is certain has its mean as its bound, and one that was never tried infinity, unless the rule reads
    `proven`, or `prior`.
    """
    parent = nodes[node]
    parent_visits, seat = int(parent.visits), int(parent.seat)
    seats = int(header.seats) if FEWER_SEATS else len(work.payoff)
    root_seat, root_visits, c = int(header.searcher), int(nodes[ROOT].visits), float(header.own_c)
    best_mean = highest_mean(nodes, blocks, node) if READS_BEST_MEAN else 0.0
    root_of_log = float(roots[parent_visits]) if parent_visits < len(roots) else math.sqrt(math.log(parent_visits))
    # Slot by slot, not by `next_child`, and all in one function, as in `select`: here a search spends its time.
    block = parent.block
    best = NONE
    highest = -math.inf
    is_bad = False
    while block != NONE:
        for k in range(SLOTS):
            child = blocks[block * BLOCK + k]
            if not holds_child(child):
                break
            n = nodes[child]
            visits, mean, proven = int(n.visits), float(n.q), bool(n.proven)
            uncertainty = root_of_log * n.r
            prior = 0.0
            if READS_PRIOR:
                prior = float(tables[0][child])
                uncertainty = uncertainty if visits > 0 else math.inf
            if READS_MEANS:
                write_means(parent if visits == 0 else n, mean, seat, header, work.value)
            height = float(
                bound(
                    visits,
                    mean,
                    uncertainty,
                    work.value,
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
                emit(CHILD, child, n.q, height - mean, height)
            better = height > highest and not (is_open and proven)
            best = child if better else best
            highest = height if better else highest
        block = blocks[block * BLOCK + SLOTS]
    if is_bad:
        raise BoundError("bound", MANY)
    return first_of(nodes, blocks, node, is_open) if best == NONE else best


def first_of(nodes: Any, blocks: Any, node: Any, is_open: Any) -> Any:
    """The first child, of those not proven if is_open; NONE if there is none."""
    at = first_child(nodes[node])
    while at != END:
        if not (is_open and nodes[blocks[at]].proven):
            return blocks[at]
        at = next_child(blocks, at)
    return NONE


def write_means(n: Any, mean: Any, seat: Any, header: Any, means: Any) -> None:
    """Every seat's mean payoff at a node with visits, scaled; mean: the one of `seat`."""
    if len(means) == 2 and len(n.sums) == 1:
        means[seat] = mean
        means[1 - seat] = header.total - mean
        return
    share = 1.0 / n.visits
    stored = len(n.sums)
    rest = header.total
    for k in range(len(means)):
        means[k] = n.sums[k] * share if k < stored else rest
        rest -= means[k]


def highest_mean(nodes: Any, blocks: Any, node: Any) -> Any:
    """The highest mean of the children with visits; 0 without one."""
    best = 0.0
    at = first_child(nodes[node])
    while at != END:
        if nodes[blocks[at]].visits > 0:
            best = max(best, float(nodes[blocks[at]].q))
        at = next_child(blocks, at)
    return best


def back_up_by_rule(header: Any, work: Any, depth: Any) -> None:
    """What a playout counts as, by the rule, into work.backed; work.payoff has how it ended, on 0..1."""
    for seat in range(len(work.payoff)):
        if seat >= header.seats:
            work.backed[seat] = work.payoff[seat]
            continue
        share = float(
            backup(float(work.payoff[seat]), work.payoff, int(seat), int(header.seats), int(header.length), int(depth))
        )
        if not -OUTSIDE <= share <= 1.0 + OUTSIDE:
            raise BoundError("backup", MANY)
        work.backed[seat] = share


def rule_terms(rule: OwnRule, child: Any, parent: Any) -> BoundTerms:
    """A child's bound by a rule, as `select_by_rule` computes it, for people to read. child, parent: tree.Node."""
    tree = child.tree
    mean = float(tree.nodes["q"][child.number])
    if child.proven and "proven" not in rule.reads:
        return BoundTerms("certain", mean, 0.0)
    if child.visits == 0 and "prior" not in rule.reads:
        return BoundTerms("first")
    least, most = tree.rules.payoff_bounds
    known = child if child.visits else parent
    width = float(tree.nodes["r"][child.number]) if child.visits else math.inf
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
            "best_mean": max((float(tree.nodes["q"][item.number]) for item in siblings), default=0.0),
            "root_seat": int(tree.header["searcher"][0]),
            "root_visits": tree.root.visits,
            "c": float(tree.header["own_c"][0]),
        }
    )
    return BoundTerms("rule", mean, height - mean)
