"""A node of UCT's tree, for people to read."""

from __future__ import annotations

import math
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from playout import native
from playout.algorithms.kernel_arrays import BoundTerms, SearchNode
from playout.algorithms.tree.bound import growth_of
from playout.algorithms.tree.layout import (
    BLOCK_NUMBER,
    LEAF,
    LEAF_VISITS,
    NONE,
    PROVEN,
    ROOT,
    UNKNOWN,
    block_of,
    leaf_mean,
    plies_of,
    seat_of,
    slot_of,
)
from playout.algorithms.uct.options import LATER
from playout.algorithms.uct.own_rules import rule_terms
from playout.rules import OVER

if TYPE_CHECKING:
    from playout.algorithms.uct.tree import Tree

__all__ = ["Node"]


class Node(SearchNode):
    """A node of a tree, copied into plain values when it is requested."""

    __slots__ = ("_prior", "block", "means", "plies", "proven", "seat", "terms", "tree")

    def __init__(self, tree: Tree, number: int) -> None:
        self.tree = tree
        self.number = number
        self.means: tuple[float, ...]
        """The mean payoff of each stored seat, scaled to 0..1."""
        self.terms = 0.0, 0.0
        """q and r of the edge."""
        self._prior: float | None = None
        self.block: int | None = None
        """Its head; None: it has no block."""
        self.plies: int
        self.move = -1
        word = int(ROOT)
        if number:
            edges, k = tree.blocks[block_of(number)], int(slot_of(number))
            self.move, word = int(edges["moves"][k]), int(edges["child"][k])
            self.terms = float(edges["q"][k]), float(edges["r"][k])
            self._prior = float(edges["priors"][k]) if len(edges["priors"]) else None
        if number and (word == NONE or word >= LEAF):
            self._read_leaf(word)
        else:
            self.block = word & int(BLOCK_NUMBER)
            head = tree.blocks[self.block]
            self.visits, self.seat, self.proven = int(head["visits"]), int(head["seat"]), bool(head["proven"])
            self.plies = int(head["remaining"])
            self.means = tuple(total / max(1, self.visits) for total in head["sums"].tolist())

    def _read_leaf(self, word: int) -> None:
        """Read a child without a block from its edge."""
        row, k = native.view(self.tree.blocks, "python")[int(block_of(self.number))], int(slot_of(self.number))
        stored, total = len(row.sums), float(self.tree.header["total"][0])
        self.visits = word & LEAF_VISITS
        self.seat = int(seat_of(word)) if self.visits else OVER
        self.proven = bool(word & PROVEN)
        self.plies = int(plies_of((), word)) if self.proven else UNKNOWN
        self.means = tuple(float(leaf_mean(row, k, total, j)) if self.visits else 0.0 for j in range(stored))

    def without_received(self) -> Node:
        """The node with the visits and means of its own tree's simulations, without those of other trees."""
        if self.block is None or not len(self.tree.ledger):
            return self
        known, sums = self.tree.ledger[self.block], self.tree.blocks["sums"][self.block]
        own = copy(self)
        own.visits = self.visits - int(known["received"])
        if not self.proven:
            own.means = tuple(((sums - known["received_sums"]) / max(1, own.visits)).tolist())
        return own

    @property
    def has_reason(self) -> bool:
        """Whether it is proven by its children in this tree."""
        ledger = self.tree.ledger
        is_carried = self.block is not None and len(ledger) and bool(ledger["carried"][self.block])
        return self.proven and not is_carried

    @property
    def prior(self) -> float | None:
        return self._prior

    def bound(self, parent: Node) -> BoundTerms | None:
        """q + sqrt(ln N) r, or q + sqrt(N) r with priors, or the bound by a user's rule; None where chance moves.

        The terms of `history` and of `grave`, which depends on the path to the node, are left out.
        """
        if parent.seat < 0:
            return None
        if self.tree.selection is not None:
            return rule_terms(self.tree.selection, self, parent)
        count = max(1, parent.visits)
        mean, width = self.terms
        use_prior = bool(self.tree.header["use_prior"][0])
        exploration = width * (math.sqrt(count) if use_prior else growth_of(count))
        if mean + exploration >= LATER:
            return BoundTerms("first")
        if self.proven:
            return BoundTerms("certain", mean, 0.0)
        if use_prior:
            terms = BoundTerms.puct(mean, width, count)
        elif self.visits == 0:
            terms = BoundTerms("untried", mean, exploration)
        else:
            terms = BoundTerms.ucb(mean, width * math.sqrt(self.visits), count, self.visits)
        return replace(terms, more=tuple(word for word in ("grave", "history") if self.tree.header[word][0] > 0))

    def mean(self, seat: int) -> float:
        """The mean payoff of a seat, scaled to 0..1, as kernels compute it; the node was visited."""
        rest = float(self.tree.header["total"][0])
        return self.means[seat] if seat < len(self.means) else rest - sum(self.means)

    @property
    def values(self) -> tuple[float, ...]:
        """The mean payoff of each seat, on the payoffs' scale."""
        return self.tree.scaled(list(self.means))

    @property
    def children(self) -> list[Node]:
        """The most visited first."""
        return sorted(self.tree.children(self.number), key=lambda node: -node.visits)
