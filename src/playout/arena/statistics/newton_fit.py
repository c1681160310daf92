"""Choices: a winner, or several who share a place, is chosen from the agents still in the race.

Every rating here is the fit of one model. At each stage a set S of s agents is chosen from the r that remain, with
probability proportional to exp(mean of the strengths in S + t), where t is a number for each pair (r, s): how common
it is that s of r share a place. With single winners only and r = 2 this is Bradley and Terry's model, with ties
Davidson's, for rankings that of Plackett and Luce with Davidson's ties. The likelihood is concave in all its
parameters, so Newton's method finds the one maximum.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from playout.arena.statistics.results import numbered
from playout.rules import PlayoutError

__all__ = ["Fit", "Stage", "fit", "subsets"]

MOST_SUBSETS = 4096
STEPS = 100
ROWS = 1 << 22
"""Numbers in one block of the table of groups by parameters, which bounds its memory."""


def subsets(members: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The sets of these sizes that can be chosen from `members` agents, smallest first."""
    found = [chosen for size in sizes for chosen in combinations(range(members), size)]
    if len(found) > MOST_SUBSETS:
        raise PlayoutError(
            f"with {members} seats and ties of {', '.join(map(str, sizes))} a place can be shared in {len(found)} "
            f"ways; ratings are made for up to {MOST_SUBSETS}"
        )
    return found


@dataclass(frozen=True, eq=False)
class Stage:
    """Choices from sets of one size r, one row each."""

    sizes: tuple[int, ...]
    """How many may be chosen together, ascending."""
    members: NDArray[np.int64]
    """(rows, r): the agents to choose from."""
    chosen: NDArray[np.int64]
    """(rows,): which of `subsets(r, sizes)` was chosen."""
    weights: NDArray[np.float64]
    """(rows,): how many choices a row stands for."""
    clusters: NDArray[np.int64] | None
    """(rows,): rows that may depend on each other share a number; None: none does, and a row is `weights` clusters."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Strengths in log-odds, and how sure they are."""

    strengths: NDArray[np.float64]
    """(agents,): those that are linked by matches have mean 0."""
    ties: NDArray[np.float64]
    """The numbers t of the stages' further sizes, in the order of the stages."""
    covariance: NDArray[np.float64]
    """(agents, agents): robust to dependence within clusters."""
    degrees_of_freedom: float
    """Clusters less parameters: how well the covariance itself is known."""


class _StageCounts:
    """A stage, counted: equal sets of agents are one row."""

    def __init__(self, stage: Stage, first_tie: int) -> None:
        self.stage = stage
        size = stage.members.shape[1]
        choices = subsets(size, stage.sizes)
        self.ties = len(stage.sizes) - 1
        self.design = np.zeros((len(choices), size + self.ties))
        for row, chosen in enumerate(choices):
            self.design[row, list(chosen)] = 1 / len(chosen)
            if len(chosen) != stage.sizes[0]:
                self.design[row, size + stage.sizes.index(len(chosen)) - 1] = 1
        self.products = np.einsum("sk,sl->skl", self.design, self.design).reshape(len(choices), -1)
        self.which = numbered(*stage.members.T)
        rows = int(self.which.max()) + 1
        sets = np.zeros((rows, size), np.int64)
        sets[self.which] = stage.members
        ties = np.arange(first_tie, first_tie + self.ties)
        self.columns = np.hstack([sets, np.broadcast_to(ties, (rows, self.ties))])
        """(sets, r + ties): the parameter behind each column of the design."""
        cells = self.which * len(choices) + stage.chosen
        self.counts = np.bincount(cells, stage.weights, rows * len(choices)).reshape(rows, len(choices))
        self.totals = self.counts.sum(axis=1)

    def chances(self, parameters: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
        """(sets, choices): how likely each choice is; and the log-likelihood of those made."""
        logits = parameters[self.columns] @ self.design.T
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return np.exp(logits), float((self.counts * logits).sum())

    def add_derivatives(
        self, parameters: NDArray[np.float64], gradient: NDArray[np.float64], information: NDArray[np.float64]
    ) -> None:
        """Add the slope of the log-likelihood, and the negative of its curvature."""
        chances, _ = self.chances(parameters)
        np.add.at(gradient, self.columns, (self.counts - self.totals[:, None] * chances) @ self.design)
        means = chances @ self.design
        width = means.shape[1]
        spread = (chances @ self.products).reshape(-1, width, width) - means[:, :, None] * means[:, None, :]
        where = (self.columns[:, :, None], self.columns[:, None, :])
        np.add.at(information, where, self.totals[:, None, None] * spread)

    def slopes(self, parameters: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """(rows, r + ties): the parameters of each row of the stage, and the slope of its own log-likelihood."""
        chances, _ = self.chances(parameters)
        means = chances @ self.design
        return self.columns[self.which], self.design[self.stage.chosen] - means[self.which]


def fit(stages: list[Stage], agents: int, components: NDArray[np.int64]) -> Fit:
    """The strengths of greatest likelihood. `components` numbers the agents: those linked by matches share a number."""
    tables, size = [], agents
    for stage in stages:
        tables.append(_StageCounts(stage, size))
        size += len(stage.sizes) - 1
    # Only differences of strengths count. Holding the sum of each linked part at 0 makes the information invertible.
    sums = np.zeros((int(components.max()) + 1, size))
    sums[components, np.arange(agents)] = 1
    held = sums.T @ sums
    parameters = np.zeros(size)
    value = sum(table.chances(parameters)[1] for table in tables)
    for _ in range(STEPS):
        gradient, information = np.zeros(size), held.copy()
        for table in tables:
            table.add_derivatives(parameters, gradient, information)
        step = np.linalg.solve(information, gradient)
        if np.abs(step).max() < 1e-9:
            break
        for _ in range(60):
            better = sum(table.chances(parameters + step)[1] for table in tables)
            if better >= value - 1e-9 * abs(value):
                break
            step /= 2
        parameters, value = parameters + step, better
    else:
        raise PlayoutError("the ratings did not settle; please report these results as a fault")
    inverse = np.linalg.inv(information)
    centre = np.eye(size) - sums.T @ (sums / np.maximum(1, sums.sum(axis=1, keepdims=True)))
    meat, clusters = _dependence(tables, parameters)
    degrees_of_freedom = max(1.0, clusters - (size - len(sums)))
    inverse = centre @ inverse
    covariance = inverse @ meat @ inverse.T * (clusters / degrees_of_freedom)
    return Fit(parameters[:agents], parameters[agents:], covariance[:agents, :agents], degrees_of_freedom)


def _dependence(tables: list[_StageCounts], parameters: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """The sum over clusters of the outer product of their slopes, and how many clusters there are."""
    size = len(parameters)
    total = np.zeros((size, size))
    clusters = 0.0
    numbers, columns, values = [], [], []
    for table in tables:
        where, slopes = table.slopes(parameters)
        weights = table.stage.weights
        if table.stage.clusters is None:
            single = np.zeros((len(weights), size))
            np.add.at(single, (np.arange(len(weights))[:, None], where), slopes * np.sqrt(weights)[:, None])
            total += single.T @ single
            clusters += float(weights.sum())
        else:
            numbers.append(np.repeat(table.stage.clusters, where.shape[1]))
            columns.append(where.ravel())
            values.append((slopes * weights[:, None]).ravel())
    if numbers:
        _, number = np.unique(np.concatenate(numbers), return_inverse=True)
        order = np.argsort(number, kind="stable")
        number, column = number[order], np.concatenate(columns)[order]
        value = np.concatenate(values)[order]
        count = int(number[-1]) + 1
        block = max(1, ROWS // size)
        for first in range(0, count, block):
            low, high = np.searchsorted(number, [first, first + block])
            cells = (number[low:high] - first) * size + column[low:high]
            height = min(block, count - first)
            rows = np.bincount(cells, value[low:high], height * size).reshape(height, size)
            total += rows.T @ rows
        clusters += count
    return total, clusters
