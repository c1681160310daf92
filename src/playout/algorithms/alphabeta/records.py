"""The records of alpha-beta's kernel, and its modes."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from playout.algorithms.alphabeta.options import AlphaBetaOptions
from playout.algorithms.alphabeta.ordering import HISTORY
from playout.algorithms.alphabeta.table import FOREVER
from playout.options.fields import kernel_fields

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
    "LATER_FIELDS",
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
"""The modes: enter a new node, search its next move, return to the parent; the window is done; the stack is full."""

NOWHERE = -(1 << 62)
"""Below any score."""

SPARE = 64
"""The largest number of plies of quiescence beyond the depth."""

PATH = 2 * FOREVER + SPARE + 2
"""The length of the longest line of a search to a depth, in plies."""

LATER_FIELDS = ("barred", "full_depth")
"""Fields of a node that searches saved by version 0.9 lack. There no null move was verified, so they are 0."""

# The events of a trace, each with the ply and up to three numbers. Scores are for the seat to move at that ply.
NEW, LEFT = 1, 2  # a node is entered (alpha, beta, depth), and left again with a score
END, EVALUATION = 3, 4  # the match ends after a move from here (score, move); the depth ends here (score)
KNOWN, DECIDED, BEYOND = 5, 6, 7  # a score from the table (and its bound), by tactics, or outside any possible window
BEST, CUT, AGAIN = 8, 9, 10  # a move is the best so far, causes a cut, or is searched again (move, score)
KNOWN_CHILD = 11  # a child that is no better than alpha, by the table (score, move)


@cache
def word_offsets(record: np.dtype[Any]) -> dict[str, int]:
    """The offset of each field of a record in 64-bit words, for quick access through `array.view(np.int64)`."""
    return {name: offset // 8 for name, (_, offset, *_) in (record.fields or {}).items()}


@cache
def node_type(max_moves: int) -> np.dtype[Any]:
    """The record of the node at one ply of the current line. Scores are for the side to move at the node."""
    return np.dtype(
        [
            # The window and its result
            ("alpha", np.int64),  # the score that a move has to exceed; rises while moves are searched
            ("beta", np.int64),  # a score of beta or more cuts the node off
            ("first_alpha", np.int64),  # alpha when the node was entered
            ("best", np.int64),  # the highest score so far
            ("move", np.int64),  # the move with this score; -1: none yet
            # The list of moves
            ("count", np.int64),  # moves in the list
            ("next", np.int64),  # the index of the move that is searched now
            # The position
            ("seat", np.int64),  # the seat to move
            ("depth", np.int64),  # plies left; FOREVER: to the end of the match; 0 or less: quiescence
            ("place", np.int64),  # the index of its pair in the table; -1: it has none
            ("begin", np.int64),  # nodes of the whole search when it was entered, to count its own
            # One seat against all others, and best-reply search: see sides.py
            ("side", np.int64),  # the side to move: a score changes its sign if the side changes
            ("replier", np.int64),  # the opponent that has replied since the last move of `us`; NOBODY: none yet
            ("usual", np.int64),  # the move of an opponent that does not reply; NOBODY: not known
            # The order of moves: see ordering.py
            ("sorted", np.int64),  # the first moves of the list that are in their final order
            ("advised", np.int64),  # the first moves of the list that tactics gave
            # Less or more depth: see selective.py
            ("reduced", np.int64),  # plies by which the current move is reduced; FULL_DEPTH: it is searched again
            ("skip", np.int64),  # the null move of this node: NO_SKIP, WANTED, ASKED or VERIFYING
            ("skipped", np.int64),  # 1: a null move leads here, so there is no second one
            ("barred", np.int64),  # bit k: a null move of side k is verified above this node, so side k makes none here
            ("full_depth", np.int64),  # the depth before a verification, which searches to a smaller one
            ("threat", np.int64),  # 1: the side to move has to answer a threat
            ("static", np.int64),  # the evaluation of the position; -NOWHERE: not yet evaluated
            ("distance", np.int64),  # plies from the root: one for each node of the line and each move played in place
            ("open", np.int64),  # 1: the score depends on an evaluation somewhere below
            ("null", np.int64),  # 1: the child's window has width 1; 2: its score was inside, so it is searched again
            ("key", np.uint64),  # the hash of the position
            ("killers", np.int64, 2),  # the last two moves that cut a node off at this ply; they outlive the node
            ("list", np.int64, max_moves),  # the moves
            ("weights", np.float64, max_moves),  # of the moves in the list: the heaviest is searched first
        ],
        align=True,
    )


@cache
def workspace_type(max_moves: int, players: int) -> np.dtype[Any]:
    """The record of everything else: the state of the search, the scale of scores, options, and scratch arrays."""
    return np.dtype(
        [
            ("mode", np.int64),  # ENTER, STEP, RETURN, FINISHED or STUCK
            ("ply", np.int64),  # the ply of the current node
            ("value", np.int64),  # the score for the parent; when FINISHED, the score of the window
            ("leaves", np.int64),  # ends of matches that were reached
            ("nodes", np.int64),  # nodes of all windows so far
            ("before", np.int64),  # `nodes` when the current move of the root began
            ("quantum", np.int64),  # the difference of the scores of two adjacent payoffs
            ("top", np.int64),  # the score of an immediate win
            ("us", np.int64),  # the seat against all others; EACH: two seats
            ("deepest", np.int64),  # no extensions from this ply on
            ("ply_margin", np.int64),  # the margin for pruning by evaluation, for each ply left
            ("left_out", np.int64),  # moves that were played and then skipped, in this call of the kernel
            ("replies", np.int64),  # 1: best-reply search
            *kernel_fields(AlphaBetaOptions),
            # A payoff p is round((p - middle) * rise) * quantum, below the middle by `fall`.
            *((name, np.float64) for name in ("middle", "rise", "fall")),
            ("forced", np.int64, max_moves),  # scratch for tactics
            ("root_score", np.int64, max_moves),  # the score of each root move, in the order of its list
            ("root_bound", np.int64, max_moves),  # the bound of that score: LOWER, UPPER or both
            ("root_nodes", np.int64, max_moves),  # nodes below it
            ("payoff", np.float64, players),  # scratch for payoffs
            ("credits", np.int64, players * HISTORY),  # the history by seat and move: see ordering.py
            ("path", np.uint64, PATH),  # the key at each ply of the current line, in a search to a depth
        ],
        align=True,
    )
