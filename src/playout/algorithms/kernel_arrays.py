"""Base classes of trees and arms that kernels grow in arrays, and of the nodes by which people read a tree."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.algorithms.pauses import ANY, Pauses
from playout.algorithms.playouts import refuse_endless
from playout.algorithms.tree.bound import growth_of, width_of
from playout.rules import Rules

__all__ = ["BoundTerms", "KernelArrays", "SearchNode", "TreeCounters"]


class KernelArrays(ABC):
    """Positions to play in, and one record of counters and settings; the arguments of kernels on a backend."""

    rules: Rules
    workspace: NDArray[Any]
    """One record: counters, settings, scratch."""
    _positions: NDArray[Any]
    _binding: dict[str, Any]
    """The keywords of `native.bind`: backend, policy and so on."""

    def _fill_workspace(self, kind: np.dtype[Any], settings: dict[str, Any]) -> None:
        self.workspace = np.zeros(1, kind)
        self.pauses = Pauses(self.workspace)
        for name, value in settings.items():
            self.workspace[name] = value

    def _call(self, function: Any, *arguments: Any) -> Any:
        return native.bind(function, self.rules, **self._binding)(*arguments)

    def _view(self, array: NDArray[Any]) -> Any:
        return native.view(array, self._binding["backend"])

    @property
    def _states(self) -> Any:
        return self._view(self._positions)

    @property
    def _workspaces(self) -> Any:
        return self._view(self.workspace)

    @abstractmethod
    def simulate(self, count: int, steps: int = ANY) -> int:
        """Do `count` simulations, or fewer if the steps are used up. Returns how many were done."""

    def complete_simulation(self) -> int:
        """End an interrupted simulation; returns 1, or 0 if there is none."""
        return self.simulate(1) if self.pauses.paused else 0

    def _checked(self, done: int) -> int:
        """The number of simulations that a kernel has done; raises if it is -1, which means an endless playout."""
        if done < 0:
            refuse_endless(self.rules)
        return done


class TreeCounters(ABC):
    """The counters of a tree, which a kernel updates."""

    rules: Rules

    @property
    @abstractmethod
    def _counters(self) -> NDArray[Any]:
        """The record with the counters."""

    @property
    def used(self) -> int:
        """Nodes."""
        return int(self._counters["used"][0])

    @property
    def simulations(self) -> int:
        """Simulations since the tree was new."""
        return int(self._counters["simulations"][0])

    @property
    def deepest(self) -> int:
        """The depth of the deepest node that a simulation has visited, in plies below the root."""
        return int(self._counters["deepest"][0])

    def __repr__(self) -> str:
        return f"<tree of {self.rules.name}: {self.used:,} nodes, {self.simulations:,} simulations>"


BoundKind = Literal["ucb", "puct", "rule", "certain", "untried", "first"]
"""The kinds of a bound: see BoundTerms."""


@dataclass(frozen=True)
class BoundTerms:
    """The terms of a child's bound, which selection compares: the mean, and a bonus for few visits.

    kind: `ucb`: mean + factor sqrt(ln count / visits). `puct`: mean + factor sqrt(count). `rule`: by a user's rule;
    exploration is the rule's bound minus the mean. `certain`: the mean alone, which is proven. `untried`: a bound
    without visits. `first`: no bound, since an untried child is visited first.
    """

    kind: BoundKind
    mean: float | None = None
    """Scaled to 0..1; None if the child was never tried."""
    exploration: float | None = None
    factor: float | None = None
    count: int | None = None
    """The visits of the parent, or the number of visits in which the move was available."""
    visits: int | None = None
    more: tuple[str, ...] = ()
    """Options whose terms of the bound are left out."""

    @property
    def bound(self) -> float | None:
        return None if self.mean is None or self.exploration is None else self.mean + self.exploration

    @property
    def formula(self) -> str:
        """The formula with its numbers, as plain text."""
        under = f"ln {self.count:,} / {self.visits:,}" if self.kind == "ucb" else f"{self.count or 0:,}"
        text = {
            "first": "never tried: it comes first",
            "untried": f"{self.bound or 0.0:.3f}, never tried",
            "certain": f"{self.mean or 0.0:.3f}, certain",
            "rule": f"{self.bound or 0.0:.3f} by the rule, with a mean of {self.mean or 0.0:.3f}",
        }.get(self.kind, f"{self.mean or 0.0:.3f} + {self.factor or 0.0:.3g} sqrt({under}) = {self.bound or 0.0:.3f}")
        return text + "".join(f", and {word}" for word in self.more)

    def _repr_latex_(self) -> str | None:
        """The formula typeset for a notebook; None for kinds without a formula."""
        if self.kind not in ("ucb", "puct"):
            return None
        under = rf"\frac{{\ln {self.count}}}{{{self.visits}}}" if self.kind == "ucb" else f"{self.count}"
        more = "".join(rf",\ \text{{and {word}}}" for word in self.more)
        return rf"${self.mean:.3f} + {self.factor:.3g} \sqrt{{{under}}} = {self.bound:.3f}{more}$"

    @classmethod
    def ucb(cls, mean: float, c: float, count: int, visits: int) -> Self:
        """mean + c sqrt(ln count / visits)"""
        return cls("ucb", mean, growth_of(count) * width_of(c, 1.0 / visits), c, count, visits)

    @classmethod
    def puct(cls, mean: float, factor: float, count: int) -> Self:
        """mean + factor sqrt(count)"""
        return cls("puct", mean, factor * math.sqrt(count), factor, count)


class SearchNode(ABC):
    """A node of a tree, for people to read."""

    __slots__ = ("move", "number", "visits")

    number: int
    """Its index in the tree's array."""
    move: int
    """The move that led here; -1 at the root."""
    visits: int
    seat: int
    """The seat to move here, CHANCE or OVER."""
    proven: bool = False
    """Whether the values are certain."""
    plies: int | None = None
    """If proven: the plies to the end of the match."""

    @property
    def prior(self) -> float | None:
        """The prior probability of the move, if the search has priors."""
        return None

    def bound(self, parent: Self) -> BoundTerms | None:
        """The terms of the bound that selection in the parent compares; None if the search does not keep them."""
        return None

    @property
    @abstractmethod
    def values(self) -> tuple[float, ...]:
        """The mean payoff of each seat, on the payoffs' scale."""

    @property
    @abstractmethod
    def children(self) -> Sequence[Self]:
        """The most visited first."""

    def __repr__(self) -> str:
        values = ", ".join(f"{value:.3f}" for value in self.values)
        return f"<node {self.number} of a tree, by move {self.move}: {self.visits:,} visits, values ({values})>"

    def walk(self, *, top: int | None = None, depth: int | None = None) -> Iterator[tuple[int, Self]]:
        """This node and all below it, each with its depth, parents first.

        top: the number of children of a node to follow, the most visited; None: all.
        """
        stack = [(0, self)]
        while stack:
            level, node = stack.pop()
            yield level, node
            if depth is None or level < depth:
                stack += [(level + 1, child) for child in reversed(node.children[:top])]
