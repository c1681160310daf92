"""The options of UCT, checked before anything is done."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from playout.algorithms.options import check_count, check_word
from playout.rules import OptionError, PlayoutError, Rules

__all__ = ["CHOICES", "check_options", "check_prior", "weights"]

CHOICES = ("visits", "mean", "total")
EXPANSIONS = ("one", "all")

PERSONALITIES = {"adventurous": (1.0, 0.0), "careful": (0.5, 0.5)}
"""a and b: only one's own chances count, or those of the strongest rival just as much."""


def weights(personality: str | None, a: float, b: float) -> tuple[float, float]:
    """a and b, as they are given or as a personality has them."""
    if personality is None:
        return a, b
    return PERSONALITIES[check_word("personality", personality, tuple(PERSONALITIES))]


def check_options(playouts: int, choice: str, expand: str, grave: int, threads: int, guesses: int) -> None:
    counts = (("playouts", playouts, 1), ("threads", threads, 1), ("guesses", guesses, 1), ("grave", grave, 0))
    for name, value, least in counts:
        check_count(name, value, least)
    check_word("choice", choice, CHOICES)
    check_word("expand", expand, EXPANSIONS)


def check_prior(rules: Rules, prior: Any, expand: str) -> Any:
    if prior is None:
        return None
    if expand != "all":
        raise OptionError("with prior a node's children come all at once; leave expand out, or write expand='all'")
    if prior == "rank" and not rules.has("rank"):
        raise PlayoutError(f"{rules.name} has no function rank(s, moves, n, scores) for prior; leave prior out")
    if prior != "rank" and not isinstance(prior, FunctionType):
        raise OptionError(f"prior has to be 'rank' or a plain function (s, moves, n, scores), not {prior!r}")
    return prior
