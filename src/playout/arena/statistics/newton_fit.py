"""Maximum likelihood fit of one choice model by Newton's method; all ratings are fits of it.

At each stage of a match a set S of s agents is chosen from the r agents that have no place yet, and shares the next
place. Its probability is proportional to exp(mean strength of S + t[r, s]), where the tie parameter t[r, s] says how
common it is that s of r share a place. With r = 2 this is the Bradley-Terry model, with ties Davidson's; for rankings
it is the Plackett-Luce model with Davidson's ties. The log-likelihood is concave in all parameters, so Newton's
method finds its maximum.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from playout.arena.statistics.match_results import numbered
from playout.rules import PlayoutError

__all__ = ["Fit", "Stage", "fit", "subsets"]

MAX_SUBSETS = 4096
MAX_STEPS = 100
"""The largest number of Newton steps."""

MAX_BLOCK_ENTRIES = 1 << 22
"""The largest number of entries of a (clusters, parameters) block. It bounds the memory."""


def subsets(members: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All subsets of range(members) with these sizes, smallest first."""
    found = [chosen for size in sizes for chosen in combinations(range(members), size)]
    if len(found) > MAX_SUBSETS:
        raise PlayoutError(
            f"with {members} seats and ties of {', '.join(map(str, sizes))} a place can be shared in {len(found)} "
            f"ways; ratings support at most {MAX_SUBSETS}"
        )
    return found


@dataclass(frozen=True, eq=False)
class Stage:
    """Choices from sets of r agents, one row each."""

    sizes: tuple[int, ...]
    """The possible numbers of agents that are chosen together, ascending."""
    members: NDArray[np.int64]
    """(rows, r): the agents to choose from."""
    chosen: NDArray[np.int64]
    """(rows,): the index in `subsets(r, sizes)` of the set chosen."""
    weights: NDArray[np.float64]
    """(rows,): the number of choices that a row stands for."""
    clusters: NDArray[np.int64] | None
    """(rows,): dependent rows share a number; None: all are independent, and a row counts as `weights` clusters."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Estimated strengths in log-odds, with their covariance."""

    strengths: NDArray[np.float64]
    """(agents,): mean 0 within each connected component."""
    ties: NDArray[np.float64]
    """The tie parameters t, stage by stage, one for each size but the first."""
    covariance: NDArray[np.float64]
    """(agents, agents): robust to dependence within clusters."""
    degrees_of_freedom: float
    """Clusters minus free parameters, at least 1."""


class _StageCounts:
    """A stage with equal sets of agents merged into one row, and its design matrix."""

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
        """(sets, r + ties): the index of the parameter of each column of the design matrix."""
        cells = self.which * len(choices) + stage.chosen
        self.counts = np.bincount(cells, stage.weights, rows * len(choices)).reshape(rows, len(choices))
        self.totals = self.counts.sum(axis=1)

    def probabilities(self, parameters: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
        """(sets, choices): the probability of each choice; and the log-likelihood of the observed choices."""
        logits = parameters[self.columns] @ self.design.T
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return np.exp(logits), float((self.counts * logits).sum())

    def add_derivatives(
        self, parameters: NDArray[np.float64], gradient: NDArray[np.float64], information: NDArray[np.float64]
    ) -> None:
        """Add the gradient and the observed information (negative Hessian) of the log-likelihood."""
        probabilities, _ = self.probabilities(parameters)
        np.add.at(gradient, self.columns, (self.counts - self.totals[:, None] * probabilities) @ self.design)
        means = probabilities @ self.design
        width = means.shape[1]
        spread = (probabilities @ self.products).reshape(-1, width, width) - means[:, :, None] * means[:, None, :]
        where = (self.columns[:, :, None], self.columns[:, None, :])
        np.add.at(information, where, self.totals[:, None, None] * spread)

    def gradients(self, parameters: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """(rows, r + ties): the parameters of each row of the stage, and the gradient of its log-likelihood."""
        probabilities, _ = self.probabilities(parameters)
        means = probabilities @ self.design
        return self.columns[self.which], self.design[self.stage.chosen] - means[self.which]


def fit(stages: list[Stage], agents: int, components: NDArray[np.int64]) -> Fit:
    """The maximum likelihood estimate. components: (agents,), the connected component of each agent."""
    tables, size = [], agents
    for stage in stages:
        tables.append(_StageCounts(stage, size))
        size += len(stage.sizes) - 1
    # Only differences of strengths are identified. Fixing the sum of each component at 0 makes the matrix invertible.
    sums = np.zeros((int(components.max()) + 1, size))
    sums[components, np.arange(agents)] = 1
    constraint = sums.T @ sums
    parameters = np.zeros(size)
    value = sum(table.probabilities(parameters)[1] for table in tables)
    for _ in range(MAX_STEPS):
        gradient, information = np.zeros(size), constraint.copy()
        for table in tables:
            table.add_derivatives(parameters, gradient, information)
        step = np.linalg.solve(information, gradient)
        if np.abs(step).max() < 1e-9:
            break
        for _ in range(60):
            better = sum(table.probabilities(parameters + step)[1] for table in tables)
            if better >= value - 1e-9 * abs(value):
                break
            step /= 2
        parameters, value = parameters + step, better
    else:
        raise PlayoutError("the ratings did not converge; please report these results as a bug")
    inverse = np.linalg.inv(information)
    centre = np.eye(size) - sums.T @ (sums / np.maximum(1, sums.sum(axis=1, keepdims=True)))
    meat, clusters = _cluster_products(tables, parameters)
    degrees_of_freedom = max(1.0, clusters - (size - len(sums)))
    inverse = centre @ inverse
    covariance = inverse @ meat @ inverse.T * (clusters / degrees_of_freedom)
    return Fit(parameters[:agents], parameters[agents:], covariance[:agents, :agents], degrees_of_freedom)


def _cluster_products(tables: list[_StageCounts], parameters: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """The middle of the sandwich: the sum over clusters of g g', g the cluster's gradient; and the clusters."""
    size = len(parameters)
    total = np.zeros((size, size))
    clusters = 0.0
    numbers, columns, values = [], [], []
    for table in tables:
        where, gradients = table.gradients(parameters)
        weights = table.stage.weights
        if table.stage.clusters is None:
            single = np.zeros((len(weights), size))
            np.add.at(single, (np.arange(len(weights))[:, None], where), gradients * np.sqrt(weights)[:, None])
            total += single.T @ single
            clusters += float(weights.sum())
        else:
            numbers.append(np.repeat(table.stage.clusters, where.shape[1]))
            columns.append(where.ravel())
            values.append((gradients * weights[:, None]).ravel())
    if numbers:
        _, number = np.unique(np.concatenate(numbers), return_inverse=True)
        order = np.argsort(number, kind="stable")
        number, column = number[order], np.concatenate(columns)[order]
        value = np.concatenate(values)[order]
        count = int(number[-1]) + 1
        block = max(1, MAX_BLOCK_ENTRIES // size)
        for first in range(0, count, block):
            low, high = np.searchsorted(number, [first, first + block])
            cells = (number[low:high] - first) * size + column[low:high]
            height = min(block, count - first)
            rows = np.bincount(cells, value[low:high], height * size).reshape(height, size)
            total += rows.T @ rows
        clusters += count
    return total, clusters
