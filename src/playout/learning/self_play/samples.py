"""The samples of self-play: a ring of them for each tree, so that nothing is shared while many trees play."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__ = ["DECISIONS", "FINISHED", "MATCHES", "PRESENT", "Samples", "shapes"]

FINISHED, PRESENT, MATCHES, DECISIONS = range(4)
"""Columns of `Samples.counts`: samples of ended matches, of the match under way, ended matches, decisions."""


class Samples(NamedTuple):
    """Arrays of samples, by tree and place in its ring; sample number i of a tree lies at i modulo the ring's size."""

    planes: Any
    """uint8[trees, ring, planes, rows, columns]: what the seat to move saw."""
    policy: Any
    """float32[trees, ring, places]: what the search recommended."""
    results: Any
    """float32[trees, ring, seats]: the value to learn, the mover's first; written when the match has ended."""
    seats: Any
    """int8[trees, ring]: the seat to move."""
    exact: Any
    """uint8[trees, ring]: whether the value of the root was proven."""
    roots: Any
    """float32[trees, ring, seats]: the value of the root, by seat."""
    counts: Any
    """int64[trees, 4], see FINISHED."""


def shapes(
    trees: int, ring: int, planes: tuple[int, int, int], places: int, seats: int
) -> dict[str, tuple[np.dtype[Any], tuple[int, ...]]]:
    """By field the type and the shape."""
    byte, small, single = np.dtype(np.uint8), np.dtype(np.int8), np.dtype(np.float32)
    return {
        "planes": (byte, (trees, ring, *planes)),
        "policy": (single, (trees, ring, places)),
        "results": (single, (trees, ring, seats)),
        "seats": (small, (trees, ring)),
        "exact": (byte, (trees, ring)),
        "roots": (single, (trees, ring, seats)),
        "counts": (np.dtype(np.int64), (trees, 4)),
    }
