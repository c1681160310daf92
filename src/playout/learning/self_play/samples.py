"""The samples of self-play. Each tree has a ring buffer of its own, so that trees share nothing while they play."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__ = ["DECISIONS", "FINISHED", "MATCHES", "PRESENT", "Samples", "shapes"]

FINISHED, PRESENT, MATCHES, DECISIONS = range(4)
"""Columns of `Samples.counts`: samples of ended matches, samples of the current match, ended matches, decisions."""


class Samples(NamedTuple):
    """Arrays of samples by tree and slot in its ring buffer. Sample number i of a tree is in slot i modulo the ring's
    size.
    """

    planes: Any
    """uint8[trees, ring, planes, rows, columns]: the planes that the seat to move saw."""
    policy: Any
    """float32[trees, ring, policy_size]: the policy that the search recommended."""
    results: Any
    """float32[trees, ring, seats]: the value target, the mover's first; written when the match has ended."""
    seats: Any
    """int8[trees, ring]: the seat to move."""
    exact: Any
    """uint8[trees, ring]: whether the value of the root was proven."""
    roots: Any
    """float32[trees, ring, seats]: the value of the root, by seat."""
    counts: Any
    """int64[trees, 4], see FINISHED."""


def shapes(
    trees: int, ring: int, planes: tuple[int, int, int], policy_size: int, seats: int
) -> dict[str, tuple[np.dtype[Any], tuple[int, ...]]]:
    """The type and the shape of each field."""
    byte, small, single = np.dtype(np.uint8), np.dtype(np.int8), np.dtype(np.float32)
    return {
        "planes": (byte, (trees, ring, *planes)),
        "policy": (single, (trees, ring, policy_size)),
        "results": (single, (trees, ring, seats)),
        "seats": (small, (trees, ring)),
        "exact": (byte, (trees, ring)),
        "roots": (single, (trees, ring, seats)),
        "counts": (np.dtype(np.int64), (trees, 4)),
    }
