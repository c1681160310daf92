"""The records that alpha-beta's kernel works on, and the numbers by which it says where it is."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from playout.algorithms.alphabeta.ordering import HISTORY
from playout.algorithms.alphabeta.table import FOREVER

__all__ = [
    "AGAIN",
    "BEST",
    "BEYOND",
    "CUT",
    "DECIDED",
    "END",
    "ENTER",
    "EVALUATION",
    "FINISHED",
    "KNOWN",
    "KNOWN_CHILD",
    "LEFT",
    "NEW",
    "NOWHERE",
    "RETURN",
    "SPARE",
    "STEP",
    "STUCK",
    "node_type",
    "word_places",
    "workspace_type",
]

ENTER, STEP, RETURN, FINISHED, STUCK = 0, 1, 2, 3, 4
"""What comes next: look at a new node, at its next move, go back to the parent; or why there is nothing to do."""

NOWHERE = -(1 << 62)
"""Below any score."""

SPARE = 64
"""Plies beyond the depth that quiescence may go."""

PATH = 2 * FOREVER + SPARE + 2
"""Plies of the longest line that is searched to a depth."""

# What a trace is told, each with the ply and up to three numbers; scores are seen by the seat to move at that ply.
NEW, LEFT = 1, 2  # a node is entered (alpha, beta, depth), and left again with a score
END, EVALUATION = 3, 4  # the match ends after a move from here (score, move); the depth ends here (score)
KNOWN, DECIDED, BEYOND = 5, 6, 7  # a score from the table (and its bound), by tactics, or outside any possible window
BEST, CUT, AGAIN = 8, 9, 10  # a move is the best so far, or good enough (move, score), or is looked at again (the same)
KNOWN_CHILD = 11  # a child that is no better than alpha, by the table (score, move)


@cache
def word_places(record: np.dtype[Any]) -> dict[str, int]:
    """Where each field of a record of numbers of eight bytes begins, in words: `array.view(np.int64)` is quick."""
    return {name: place // 8 for name, (_, place, *_) in (record.fields or {}).items()}


@cache
def node_type(max_moves: int) -> np.dtype[Any]:
    """The record of the node at one ply of the present line."""
    numbers = ("alpha", "beta", "first_alpha", "best", "move", "count", "next", "seat", "depth", "place", "begin")
    selective = ("sorted", "advised", "reduced", "skip", "skipped", "threat", "static")  # see alphabeta/selective.py
    sides = ("side", "replier", "usual")  # see alphabeta/sides.py
    return np.dtype(
        [
            *((name, np.int64) for name in (*numbers, *sides, *selective)),
            ("distance", np.int64),  # plies from the root: one for each node of the line and each move played in place
            ("open", np.int64),  # whether an evaluation was needed below
            ("null", np.int64),  # 1: the child is asked only whether it is better; 2: it is, and looked at again
            ("key", np.uint64),
            ("killers", np.int64, 2),  # of the ply, not of the node
            ("list", np.int64, max_moves),
            ("weights", np.float64, max_moves),  # of the moves in the list
        ],
        align=True,
    )


@cache
def workspace_type(max_moves: int, players: int) -> np.dtype[Any]:
    """The record of all else: where the search is, its switches, and scratch arrays."""
    numbers = ("mode", "ply", "value", "leaves", "nodes", "before", "quantum", "top", "us", "deepest", "margin")
    counters = ("left_out",)  # moves that were played and then left out, in one call of the kernel
    switches = (
        "use_table",
        "use_killers",
        "use_history",
        "use_rank",
        "use_tactics",
        "use_pvs",
        "use_probe",
        "use_loud",
    )
    selective = ("use_skip", "use_reductions", "use_extensions", "use_margins", "use_late_pruning", "use_deeper")
    more = ("use_internal_reductions", "use_cycles", "use_replies")
    lists = ("forced", "root_score", "root_bound", "root_nodes")
    return np.dtype(
        [
            *((name, np.int64) for name in (*numbers, *counters, *switches, *selective, *more)),
            # A payoff p is round((p - middle) * rise) * quantum, below the middle by `fall`.
            *((name, np.float64) for name in ("middle", "rise", "fall")),
            *((name, np.int64, max_moves) for name in lists),
            ("payoff", np.float64, players),
            ("history", np.int64, players * HISTORY),
            ("path", np.uint64, PATH),  # the key at each ply of the present line, if it is searched to a depth
        ],
        align=True,
    )
