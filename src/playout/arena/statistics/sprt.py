"""The generalised sequential probability ratio test (GSPRT) of two Elo differences.

The unit of evidence is a pair of matches on one opening with swapped seats. Its score has five values (0, 1/2, 1, 3/2,
2), and no model of draws or of the opening's advantage is assumed. The likelihood ratio compares the most likely
distribution over these values whose mean is the expected score at `elo1` with the most likely one whose mean is the
expected score at `elo0`. Single matches have three values; groups of other sizes work the same way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playout.arena.statistics.elo import score_of_elo
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.pair_scores import cluster_sums
from playout.arena.statistics.paired_comparisons import paired_comparisons
from playout.rules import OptionError, PlayoutError

__all__ = ["Sprt", "group_counts"]

Verdict = Literal["H0", "H1"]

UNSEEN_COUNT = 1e-3
"""The count used for a value that never occurred, so that no likelihood is 0."""


@dataclass(frozen=True)
class Sprt:
    """H0: the first agent is `elo0` stronger than the second. H1: it is `elo1` stronger."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The probability of accepting H1 although H0 holds."""
    beta: float = 0.05
    """The probability of accepting H0 although H1 holds."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise OptionError(f"elo0 has to be below elo1, and both finite; they are {self.elo0} and {self.elo1}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise OptionError(f"{name} is an error probability between 0 and 0.5, not {getattr(self, name)}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the log-likelihood ratio: H0 is accepted below the first, H1 above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, evidence: MatchResults | Sequence[float], a: str | int = 0, b: str | int = 1) -> float:
        """The log-likelihood ratio so far.

        `evidence` is the results of a tournament, or counts from the lowest score to the highest: five for pairs of
        matches (0, 1/2, 1, 3/2, 2 points), three for single matches (losses, draws, wins).
        """
        if not isinstance(evidence, MatchResults):
            if len(evidence) not in (3, 5):
                raise PlayoutError(f"counts are three (single matches) or five (pairs), not {len(evidence)}")
            return float(self.ratios(evidence))
        parts = group_counts(evidence, evidence.number(a), evidence.number(b))
        return sum(float(self.ratios(counts, values)) for values, counts in parts)

    def decide(self, evidence: MatchResults | Sequence[float], a: str | int = 0, b: str | int = 1) -> Verdict | None:
        """The hypothesis that is accepted, or None while undecided."""
        return self.verdict(self.llr(evidence, a, b))

    def verdict(self, llr: float) -> Verdict | None:
        """The hypothesis that a log-likelihood ratio accepts, or None."""
        low, high = self.bounds
        return "H0" if llr <= low else "H1" if llr >= high else None

    def sentence(self, evidence: MatchResults | Sequence[float], a: str | int = 0, b: str | int = 1) -> str:
        """The state of the test, as a sentence."""
        first, second = "the first agent", "the second"
        if isinstance(evidence, MatchResults):
            first, second = (evidence.names[evidence.number(agent)] for agent in (a, b))
        llr, (low, high) = self.llr(evidence, a, b), self.bounds
        verdict = self.verdict(llr)
        numbers = f"LLR {llr:.2f}, bounds {low:.2f} and {high:.2f}"
        if verdict is None:
            return f"Undecided whether {first} is {self.elo0:+g} or {self.elo1:+g} Elo from {second} ({numbers})."
        held, other = (self.elo0, self.elo1) if verdict == "H0" else (self.elo1, self.elo0)
        return f"{verdict} accepted: {first} is more likely {held:+g} than {other:+g} Elo from {second} ({numbers})."

    def ratios(self, counts: ArrayLike, values: ArrayLike | None = None) -> NDArray[np.float64]:
        """The log-likelihood ratio of each row of counts; `values` are the scores (0 to 1) of the columns."""
        seen = np.asarray(counts, np.float64)
        scores = np.linspace(0, 1, seen.shape[-1]) if values is None else np.asarray(values, np.float64)
        total = seen.sum(axis=-1)
        weights = np.where(seen > 0, seen, UNSEEN_COUNT)
        ratio = _log_likelihood(weights, scores, score_of_elo(self.elo1)) - _log_likelihood(
            weights, scores, score_of_elo(self.elo0)
        )
        return np.where(total > 0, ratio, 0.0)


def _log_likelihood(weights: NDArray[np.float64], scores: NDArray[np.float64], mean: float) -> NDArray[np.float64]:
    """The maximum log-likelihood over distributions with this mean, up to a constant.

    The maximum is at p = share / (1 + t (score - mean)), with the t that gives this mean; found by bisection.
    """
    gap = scores - mean
    low = np.full(weights.shape[:-1], -1 / gap.max())
    high = np.full(weights.shape[:-1], -1 / gap.min())
    for _ in range(60):
        t = (low + high) / 2
        slope = (weights * gap / (1 + t[..., None] * gap)).sum(axis=-1)
        low, high = np.where(slope > 0, t, low), np.where(slope > 0, high, t)
    t = (low + high) / 2
    value: NDArray[np.float64] = -(weights * np.log1p(t[..., None] * gap)).sum(axis=-1)
    return value


def group_counts(results: MatchResults, a: int, b: int) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """The number of times that each score of agent a occurred: (scores, counts), one pair for each size of group."""
    if results.most_seats > 2:
        raise PlayoutError(f"the sequential test is for matches of two seats, and these have {results.most_seats}")
    if a == b:
        raise PlayoutError("the sequential test compares two agents, and both are the same")
    comparisons = paired_comparisons(results)
    rows = (comparisons.first == min(a, b)) & (comparisons.second == max(a, b))
    share = comparisons.share[rows] if a < b else 1 - comparisons.share[rows]
    _, sums, sizes = cluster_sums(np.zeros(len(share), np.int64), results.clusters[comparisons.match[rows]], share)
    parts = []
    for size in np.unique(sizes):
        means = sums[sizes == size] / size
        values = np.arange(2 * size + 1) / (2 * size)
        cells = np.rint(means * 2 * size).astype(np.int64)
        if np.allclose(values[cells], means):
            parts.append((values, np.bincount(cells, minlength=len(values)).astype(np.float64)))
        else:
            # Payoffs between win, draw and loss: the values that occurred, and the ends 0 and 1.
            values, where = np.unique(np.concatenate([means, [0.0, 1.0]]), return_inverse=True)
            seen = np.concatenate([np.ones(len(means)), [0, 0]])
            parts.append((values, np.bincount(where, seen, len(values)).astype(np.float64)))
    return parts
