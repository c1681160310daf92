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
    "word_offsets",
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
def word_offsets(record: np.dtype[Any]) -> dict[str, int]:
    """Where each field of a record of numbers of eight bytes begins, in words: `array.view(np.int64)` is quick."""
    return {name: offset // 8 for name, (_, offset, *_) in (record.fields or {}).items()}


@cache
def node_type(max_moves: int) -> np.dtype[Any]:
    """The record of the node at one ply of the present line. Scores are seen by the side to move at the node."""
    return np.dtype(
        [
            # The window and what came of it
            ("alpha", np.int64),  # the score that a move has to exceed; rises while moves are searched
            ("beta", np.int64),  # a score of beta or more cuts the node off
            ("first_alpha", np.int64),  # alpha when the node was entered
            ("best", np.int64),  # the highest score so far
            ("move", np.int64),  # the move that has it; -1: none yet
            # The list of moves
            ("count", np.int64),  # moves in the list
            ("next", np.int64),  # the index of the move that is searched now
            # The position
            ("seat", np.int64),  # the seat to move
            ("depth", np.int64),  # plies left; FOREVER: to the end of the match; 0 or less: quiescence
            ("place", np.int64),  # its index in the table; -1: it has none
            ("begin", np.int64),  # nodes of the whole search when it was entered, to count its own
            # One seat against all others, and best-reply search: see sides.py
            ("side", np.int64),  # the side to move: a score changes its sign where the side does
            ("replier", np.int64),  # the opponent that has replied since our last move; NOBODY: none yet
            ("usual", np.int64),  # the move of an opponent that does not reply; NOBODY: not known
            # The order of moves: see ordering.py
            ("sorted", np.int64),  # the first moves of the list that are in their final order
            ("advised", np.int64),  # the first moves of the list that tactics gave
            # Less or more depth: see selective.py
            (
                "reduced",
                np.int64,
            ),  # plies that the present move is searched less deep; FULL_DEPTH: it is searched again
            ("skip", np.int64),  # the null move of this node: NO_SKIP, WANTED, ASKED or VERIFYING
            ("skipped", np.int64),  # 1: a null move leads here, so there is no second one
            ("barred", np.int64),  # bit k: a null move of side k is being verified above, so it makes none here
            ("full_depth", np.int64),  # while a null move is verified: the depth to come back to if it was wrong
            ("threat", np.int64),  # 1: the side to move has to answer a threat
            ("static", np.int64),  # the evaluation of the position; -NOWHERE: not asked
            ("distance", np.int64),  # plies from the root: one for each node of the line and each move played in place
            ("open", np.int64),  # 1: the score rests on an evaluation somewhere below
            (
                "null",
                np.int64,
            ),  # 1: the child has a window of width 1; 2: its score was inside, so it is searched again
            ("key", np.uint64),  # the hash of the position
            ("killers", np.int64, 2),  # the last two moves that cut a node off at this ply; they outlive the node
            ("list", np.int64, max_moves),  # the moves
            ("weights", np.float64, max_moves),  # of the moves in the list: the heaviest is searched first
        ],
        align=True,
    )


@cache
def workspace_type(max_moves: int, players: int) -> np.dtype[Any]:
    """The record of all else: where the search is, how payoffs become scores, switches, and scratch arrays."""
    switches = (
        "use_table",  # the transposition table
        "use_killers",  # killer moves
        "use_history",  # the history of moves
        "use_rank",  # the game's rank orders moves
        "use_tactics",  # the game's tactics limits moves, or decides
        "use_pvs",  # principal-variation search
        "use_probe",  # the table is asked for all children first
        "use_loud",  # quiescence
        "use_skip",  # null moves
        "use_reductions",  # late moves are searched less deep
        "use_extensions",  # answers to threats are searched deeper
        "use_margins",  # evaluations far outside the window are believed
        "use_late_pruning",  # late moves are left out
        "use_deeper",  # entries of the table from deeper searches count
        "use_internal_reductions",  # nodes without a move in the table are searched one ply less deep
        "use_cycles",  # a position that comes back in the line is even
        "use_replies",  # best-reply search
    )
    return np.dtype(
        [
            ("mode", np.int64),  # what comes next: ENTER, STEP, RETURN, FINISHED or STUCK
            ("ply", np.int64),  # of the present node
            ("value", np.int64),  # the score that is handed to the parent; of the window, once it is FINISHED
            ("leaves", np.int64),  # ends of matches that were looked at
            ("nodes", np.int64),  # nodes of all windows so far
            ("before", np.int64),  # nodes when the present move of the root was begun
            ("quantum", np.int64),  # the difference of two scores whose payoffs differ by one level
            ("top", np.int64),  # the score of a win at once
            ("us", np.int64),  # the seat that is alone against all others; EACH: two seats
            ("deepest", np.int64),  # the ply from which on nothing is searched deeper
            ("margin", np.int64),  # a score: how far above the window an evaluation is believed, for each ply left
            ("left_out", np.int64),  # moves that were played and then left out, in one call of the kernel
            *((name, np.int64) for name in switches),  # 0 or 1
            # A payoff p is round((p - middle) * rise) * quantum, below the middle by `fall`.
            *((name, np.float64) for name in ("middle", "rise", "fall")),
            ("forced", np.int64, max_moves),  # scratch for tactics
            ("root_score", np.int64, max_moves),  # of each move of the root, in the order of its list
            ("root_bound", np.int64, max_moves),  # what its score is: LOWER, UPPER or both
            ("root_nodes", np.int64, max_moves),  # nodes below it
            ("payoff", np.float64, players),  # scratch for payoffs
            ("history", np.int64, players * HISTORY),  # by seat and move: how often it cut a node off
            ("path", np.uint64, PATH),  # the key at each ply of the present line, if it is searched to a depth
        ],
        align=True,
    )
