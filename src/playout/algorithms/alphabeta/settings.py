"""The settings of alpha-beta's kernel: its switches, and the scale of scores."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.alphabeta.options import AlphaBetaOptions
from playout.algorithms.alphabeta.records import word_offsets, workspace_type
from playout.algorithms.alphabeta.scores import Scores
from playout.rules import Rules

__all__ = ["settings", "uses_table"]

MARGIN = 0.12
"""The margin above the window for each ply left, at which an evaluation cuts a node; 1 is a sure win."""


def uses_table(options: AlphaBetaOptions, rules: Rules) -> bool:
    """Whether there is a table; a game that is a Python class needs a key for it."""
    return options.table and (rules.has("key") or not rules.is_object)


@lru_cache(maxsize=32)
def settings(options: AlphaBetaOptions, rules: Rules, scores: Scores, *, replies: bool) -> NDArray[np.int64]:
    """The first words of a workspace: numbers and switches. The array is shared: do not change it."""
    workspace = np.zeros(1, workspace_type(rules.max_moves, rules.players))
    numbers: dict[str, Any] = {"quantum": scores.quantum, "top": scores.top, "middle": scores.middle}
    numbers |= {"rise": scores.levels / scores.above, "fall": scores.levels / scores.below}
    numbers |= {"margin": round(MARGIN * scores.levels) * scores.quantum}
    table = uses_table(options, rules)
    switches = {
        "table": table,
        "killers": options.killers,
        "history": options.history,
        "pvs": options.pvs,
        "rank": options.rank and rules.has("rank"),
        "tactics": options.tactics,
        "probe": options.probe and table and rules.has("key_after"),
        "loud": options.quiescence,
        "replies": replies,
        "skip": options.null_moves,
        "extensions": options.extensions,
        "reductions": options.reductions,
        "internal_reductions": options.internal_reductions,
        "margins": options.margins,
        "late_pruning": options.late_pruning,
        "deeper": options.deeper,
        "cycles": options.cycles,
    }
    for name, value in (numbers | {f"use_{name}": value for name, value in switches.items()}).items():
        workspace[name] = value
    return workspace.view(np.int64)[: word_offsets(workspace.dtype)["forced"]].copy()
