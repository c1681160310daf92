"""Checks of what a person gives as options: each refusal is a sentence that says what is wrong."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.rules import OptionError

__all__ = ["check_count", "check_number", "check_switches", "check_weight", "check_word"]


def check_count(name: str, value: Any, least: int = 1) -> int:
    """A whole number of at least `least`, found good."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise OptionError(f"{name} has to be a whole number of at least {least}, not {value!r}")
    return int(value)


def check_number(name: str, value: Any, wanted: str, least: float, most: float = math.inf) -> float:
    """A number from `least` to `most`, which `wanted` says in words, found good."""
    good = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if not good or not math.isfinite(value) or not least <= value <= most:
        raise OptionError(f"{name} has to be {wanted}, not {value!r}")
    return float(value)


def check_weight(name: str, value: Any, most: int = 100) -> float:
    """A number from 0 to `most`, found good."""
    return check_number(name, value, f"a number from 0 to {most}", 0, most)


def check_switches(**switches: Any) -> None:
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise OptionError(f"{name} has to be True or False, not {value!r}")


def check_word(name: str, value: Any, words: tuple[str, ...]) -> str:
    """One of several words, found good."""
    if value not in words:
        raise OptionError(f"{name} has to be one of {', '.join(words)}, not {value!r}")
    return str(value)
