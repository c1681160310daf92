"""The settings of alpha-beta's kernel: the options that it reads, and the scale of scores."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.alphabeta.options import AlphaBetaOptions
from playout.algorithms.alphabeta.records import word_offsets, workspace_type
from playout.algorithms.alphabeta.scores import Scores
from playout.options.fields import kernel_settings
from playout.rules import Rules

__all__ = ["settings", "uses_table"]

MARGIN_A_PLY = 0.12
"""The margin of pruning by evaluation for each ply left; 1 is the distance of a sure win from the middle."""


def uses_table(options: AlphaBetaOptions, rules: Rules) -> bool:
    """Whether there is a table; a game that is a Python class needs a key for it."""
    return options.table and (rules.has("key") or not rules.is_object)


@lru_cache(maxsize=32)
def settings(options: AlphaBetaOptions, rules: Rules, scores: Scores, *, replies: bool) -> NDArray[np.int64]:
    """The first words of a workspace: options and numbers. The array is shared: do not change it."""
    workspace = np.zeros(1, workspace_type(rules.max_moves, rules.players))
    table = uses_table(options, rules)
    known = kernel_settings(options, AlphaBetaOptions)
    known |= {"table": table, "probe": options.probe and table, "replies": replies}
    known |= {"rank": options.rank and rules.has("rank")}  # best-reply search has it on in every game
    known |= {"quantum": scores.quantum, "top": scores.top, "middle": scores.middle}
    known |= {"rise": scores.levels / scores.above, "fall": scores.levels / scores.below}
    known |= {"ply_margin": round(MARGIN_A_PLY * scores.levels) * scores.quantum}
    for name, value in known.items():
        workspace[name] = value
    return workspace.view(np.int64)[: word_offsets(workspace.dtype)["forced"]].copy()
