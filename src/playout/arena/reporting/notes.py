"""The sentences below a table of standings, which explain its numbers."""

from __future__ import annotations

import math

import numpy as np

from playout.arena.cells import number
from playout.arena.statistics.match_results import MatchResults, numbered
from playout.arena.statistics.ratings import Ratings

__all__ = ["standings_notes"]


def standings_notes(results: MatchResults, ratings: Ratings, order: list[str]) -> tuple[str, ...]:
    """The notes for these results; `order` lists the agents from the strongest to the weakest."""
    notes = [
        f"Elo (0: {ratings.anchor or 'the mean'}) and score (in per cent) with 95 % intervals; "
        "LOS: likelihood of superiority over the next agent, in per cent.",
        f"{number(results.matches)} match{'es' if results.matches != 1 else ''}.",
    ]
    gap = ratings.difference(*map(results.number, order)) if len(order) == 2 else None
    if gap is not None:
        notes.insert(0, f"{order[0]} against {order[1]}: {gap}.")
    notes += _deterministic_notes(results)
    idle = [name for name, elo in zip(results.names, ratings.elo, strict=True) if math.isnan(elo)]
    if idle:
        notes.append(f"Not rated, without a match: {', '.join(idle)}.")
    parts = sorted(set(ratings.components[~np.isnan(ratings.elo)].tolist()))
    if len(parts) > 1:
        names = np.array(results.names)
        listed = "; ".join(", ".join(names[ratings.components == part]) for part in parts)
        notes.append(f"No match connects these groups, so Elo is comparable only within each: {listed}.")
    return tuple(notes)


def _deterministic_notes(results: MatchResults) -> list[str]:
    """A note if deterministic agents played each other, each opening once."""
    fixed = np.array([name in results.deterministic for name in results.names])
    rows = np.all(fixed[results.seats] | (results.seats < 0), axis=1)
    if not rows.any():
        return []
    first = np.unique(results.clusters[rows], return_index=True)[1]  # one match of each group
    tables = numbered(*np.sort(results.seats[rows], axis=1)[first].T)
    most = int(np.bincount(tables).max())
    times = f"each of {number(most)} openings was" if most != 1 else "the one opening was"
    return [
        f"Deterministic, so a repeated match is no evidence: {', '.join(results.deterministic)}. "
        f"Between them {times} played once from each seat."
    ]
