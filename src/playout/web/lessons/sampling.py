"""Bandits and the Monte Carlo method, as a page draws them."""

from __future__ import annotations

import math

import numpy as np

from playout.bandits.runs import compare, play
from playout.bandits.sampling import new_streams
from playout.rng import Rng, uniform
from playout.web import schema
from playout.web.refusals import RefusedError

__all__ = ["run_bandits", "throw_stones"]

POINTS = 120
"""The number of points of a curve."""

FIRST = 200
"""Pulls of the first run that are sent one by one."""

DRAWN = 5000
"""The most stones that are drawn."""

MOST_PULLS = 400_000
"""The most pulls of all runs and strategies together."""


def run_bandits(request: schema.BanditRequest) -> schema.BanditRun:
    """The regret of each strategy, averaged over the runs."""
    strategies, runs = request.strategies, max(2, request.runs)
    if len(set(strategies)) != len(strategies):
        raise RefusedError("bandits.twice", kind="invalid")
    if request.pulls * runs * len(strategies) > MOST_PULLS:
        raise RefusedError("bandits.too_many", kind="too_large", most=MOST_PULLS)
    found = compare(request.means, strategies, request.pulls, repeats=runs, seed=request.seed)
    points = np.unique(np.linspace(0, request.pulls - 1, min(POINTS, request.pulls)).astype(int))
    curves = []
    for strategy in strategies:
        history = play(request.means, strategy, request.pulls, seed=request.seed)
        pairs = zip(history.choices[:FIRST].tolist(), history.rewards[:FIRST].tolist(), strict=True)
        curves.append(
            schema.BanditCurve(
                strategy=strategy,
                pulls=[int(point) + 1 for point in points],
                regret=[float(value) for value in found.expected[strategy].mean[points]],
                counts=[float(count) for count in history.counts],
                first=[(int(arm), int(reward)) for arm, reward in pairs],
            )
        )
    bound = _lower_bound(request.means)
    return schema.BanditRun(
        best=int(np.argmax(request.means)),
        bound=None if bound is None else [bound * math.log(int(point) + 1) for point in points],
        curves=curves,
    )


def _lower_bound(means: list[float]) -> float | None:
    """The factor of ln n in the lower bound of Lai and Robbins (1985) on the regret of a good strategy."""
    best = max(means)
    if best in (0.0, 1.0):
        return None
    total = 0.0
    for mean in means:
        if mean < best:
            divergence = (1 - mean) * math.log((1 - mean) / (1 - best))
            divergence += mean * math.log(mean / best) if mean > 0 else 0.0
            total += (best - mean) / divergence
    return total


def throw_stones(request: schema.PiRequest) -> schema.PiRun:
    """Throw stones at a square; the share within the quarter circle estimates pi / 4."""
    streams = new_streams(Rng(request.seed).key, request.stones)
    x, y = uniform(streams), uniform(streams)
    inside = np.cumsum(x * x + y * y < 1.0)
    points = np.unique(np.geomspace(1, request.stones, POINTS).astype(int))
    share = inside[points - 1] / points
    errors = 1.96 * 4 * np.sqrt(np.maximum(share * (1 - share), 1e-12) / points)
    return schema.PiRun(
        points=[(float(a), float(b)) for a, b in zip(x[:DRAWN], y[:DRAWN], strict=True)],
        stones=[int(point) for point in points],
        estimates=[float(4 * value) for value in share],
        errors=[float(value) for value in errors],
    )
