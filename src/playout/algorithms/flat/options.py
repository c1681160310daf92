"""The options of flat Monte Carlo and of UCB1 over moves or action sequences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from playout.options.fields import Options, option, switch
from playout.options.kinds import Count, Flag, Kind, Number, Policy, Word

__all__ = ["FlatOptions", "UcbOptions"]

SEQUENCES = "with `sequences=True`"
"""The group of options that do nothing without sequences."""


def sequence_option(kind: Kind, about: str, default: Any, *, kernel: bool = False) -> Any:
    """An option that does nothing without sequences. kernel: whether the kernel of sequences reads it."""
    return option(kind, about, default=default, group=SEQUENCES, needs="sequences", kernel=kernel)


@dataclass(frozen=True, kw_only=True)
class FlatOptions(Options):
    """The options of flat Monte Carlo."""

    policy: str | None = option(Policy(), "the playout policy, as for `uct`", own=True, otherwise="uniform")


@dataclass(frozen=True, kw_only=True)
class UcbOptions(FlatOptions):
    """The options of UCB1."""

    c: float | None = option(
        Number(0, 100),
        "how much to explore: the factor of `sqrt(ln n / n_j)`",
        otherwise=lambda options, rules: 0.5 if options.sequences else math.sqrt(2),
        unset="sqrt(2); 0.5 with `sequences`",
        kernel=True,
    )
    tactics: bool = switch(
        "the policy that the game's file sets in `TUNED`, and with sequences the forced moves and immediate wins of "
        "its `tactics`, if they are the same under every guess; off: only the rules of the game are used",
        game="tactics",
        kernel=True,
    )
    sequences: bool = switch(
        "the arms are not moves but the action sequences of a whole turn, for games in which a seat moves several "
        "times in a row",
        default=False,
    )
    open_after: int = sequence_option(
        Count(0, 1_000_000_000),
        "visits of an arm before it is replaced by an arm for each move that may follow; 0: all sequences are arms "
        "before the first simulation",
        8,
        kernel=True,
    )
    arms: int = sequence_option(
        Count(1, 1_000_000),
        "the most arms; once they are used up, no arm is replaced",
        2000,
    )
    guesses: int = sequence_option(
        Count(1, 1000),
        "guesses on which each sequence is played, to find where the seat's view would differ",
        8,
        kernel=True,
    )
    merge: bool = sequence_option(
        Flag(),
        "sequences that come to the same position are one arm, the shortest",
        True,
        kernel=True,
    )
    choice: str = sequence_option(
        Word(("mean", "visits")),
        "the sequence with the best mean, or with the most visits",
        "mean",
    )
    follow: bool = sequence_option(
        Flag(),
        "an agent plays the sequence to its end without another search, as long as it sees what was foreseen",
        False,
    )
