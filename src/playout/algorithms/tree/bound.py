"""The upper confidence bound by which Monte Carlo searches explore (UCB1: Auer, Cesa-Bianchi and Fischer 2002).

The bound of a choice is `mean + c sqrt(ln N / n)`, with N visits in all and n of this choice. Its parts are computed
when they change: `width`, c sqrt(1 / n), at a visit of the choice; `growth`, sqrt(ln N), once for all choices that are
compared.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

__all__ = ["GROWTHS", "growth_of", "growth_within", "ucb", "width_of"]

GROWTHS = np.sqrt(np.log(np.maximum(1, np.arange(1 << 16))))
"""float64: sqrt(ln N) for small N."""


def ucb(mean: Any, growth: Any, width: Any) -> Any:
    """The upper confidence bound, of numbers or of arrays."""
    return mean + growth * width


def width_of(c: Any, share: Any) -> Any:
    """The width of the bound above the mean, without the factor `growth`: c sqrt(1 / n). share: 1 / n."""
    return c * math.sqrt(share)


def growth_of(count: Any) -> Any:
    """sqrt(ln N)"""
    return math.sqrt(math.log(count))


def growth_within(growths: Any, count: Any) -> Any:
    """sqrt(ln N), from the table `growths` if N is in it."""
    return np.float64(growths[count]) if count < len(growths) else growth_of(count)
