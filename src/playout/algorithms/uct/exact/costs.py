"""The expected cost of a proof by alpha-beta, learned for each depth of the tree during the search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Costs", "Depths"]

GROWTH = 3.0
"""The cost of a proof divided by that of a proof one ply deeper, where nothing else is known."""

FIRST = 30.0
"""The expected nodes of a proof at depths below all that were tried."""


class Costs(NamedTuple):
    """Nodes by depth."""

    proof: NDArray[np.float64]
    """Nodes for each proof, those of questions without a proof included."""
    typical: NDArray[np.float64]
    """Nodes of a question that was answered."""


class Depths:
    """Questions and proofs, by the depth of the node below the root."""

    def __init__(self) -> None:
        self._seen = np.zeros((0, 3))
        """Nodes, proofs, and nodes of questions that were answered."""

    def note(self, depth: int, nodes: int, *, is_proven: bool) -> None:
        """Count a question that took `nodes` nodes, answered or given up."""
        if depth >= len(self._seen):
            self._seen = np.concatenate([self._seen, np.zeros((depth + 1 - len(self._seen), 3))])
        self._seen[depth] += nodes, is_proven, nodes * is_proven

    def costs(self, deepest: int) -> Costs:
        """The costs for each depth up to this one. At each depth GROWTH times the cost one ply deeper counts as one
        more proof.
        """
        count = max(deepest + 1, len(self._seen))
        seen = np.concatenate([self._seen, np.zeros((count - len(self._seen), 3))])
        found = np.zeros((2, count))
        proof = typical = FIRST
        for depth in range(count - 1, -1, -1):
            nodes, proofs, answered = seen[depth]
            proof = (nodes + GROWTH * proof) / (proofs + 1)
            typical = (answered + GROWTH * typical) / (proofs + 1)
            found[:, depth] = proof, typical
        return Costs(*found)
