"""Scores as probabilities."""

from __future__ import annotations

import math
from typing import Any

__all__ = ["softmax"]


def softmax(scores: Any, n: Any) -> None:
    """Kernel: replace the first n scores by their softmax. scores: float64[n or more]."""
    highest = scores[0]
    for i in range(n):
        highest = max(highest, scores[i])
    total = 0.0
    for i in range(n):
        scores[i] = math.exp(scores[i] - highest)
        total += scores[i]
    for i in range(n):
        scores[i] /= total
