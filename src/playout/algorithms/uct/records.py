"""The records of UCT beside its tree: counters, settings and scratch arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.pauses import PAUSE_FIELDS
from playout.algorithms.uct.options import UctOptions
from playout.options.fields import kernel_fields

__all__ = ["header_type", "scratch_type"]


def header_type() -> np.dtype[Any]:
    """The record of a tree's counters and settings, the same for all games; options stand there under their names."""
    counters = ("used", "blocks", "simulations", "deepest", "memories", "noted", "walked", "length", "first")
    interrupted = ("reached", "reference", "played")  # where a simulation is: depth, GRAVE's memory, playouts done
    limits = ("capacity", "longest", "depth", "searcher", "seats", "largest_move")
    # is_narrow: a move is above largest_move; exchanges: the tree is one of several that exchange what they find
    switches = ("use_prior", "use_notes", "is_narrow", "exchanges")
    return np.dtype(
        [
            *((name, np.int64) for name in (*counters, *limits, *switches, *interrupted)),
            *PAUSE_FIELDS,
            *kernel_fields(UctOptions),
            # A payoff p counts as (p - least) / span, so the highest is exactly 1. total: the sum over all seats, if it
            # is constant. own_c: the option c, for a user's rule; the field c is 1 then, so that r is 1 / sqrt(visits).
            *((name, np.float64) for name in ("least", "span", "total", "own_c")),
            ("origin", np.uint64),  # the hash of the seed and of the path to the root
            ("trail", np.uint64),  # and of the path to where a simulation was interrupted
        ],
        align=True,
    )


def scratch_type(max_moves: int, players: int, max_length: int) -> np.dtype[Any]:
    """The record of scratch arrays, whose sizes are the game's. It is apart from the header, so that kernels which
    need no scratch arrays are compiled once for all games."""
    return np.dtype(
        [
            ("path", np.uint32, max_length + 2),  # the nodes of a simulation, by depth
            ("heads", np.uint32, max_length + 2),  # their blocks; NONE for a leaf without one
            ("better", np.uint32, max_length + 2),  # the node's proven child whose value is backed up instead
            ("moves", np.int64, max_moves),
            ("weights", np.float64, max_moves),
            ("payoff", np.float64, players),
            ("value", np.float64, players),
            ("means", np.float64, players),
            ("backed", np.float64, players),
            ("notes", np.int32, max_length + 2),
            ("note_seats", np.int8, max_length + 2),
        ],
        align=True,
    )
