"""Which games the contract is tested with, and with which options: every installed one, without being told.

A new game needs nothing here: it is found by its name and tested with the options it has by default. `MORE` adds sets
of options that reach what the default does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

import playout
from playout import CHANCE, loading
from tests.effort import effort

__all__ = ["Case", "cases", "matches", "parameters", "positions"]

# Options of a game. Those of k_in_a_row are constants, so each set is compiled by itself; the others share code.
MORE: dict[str, list[dict[str, Any]]] = {
    "connect_four": [
        {"rows": 5, "columns": 4, "line": 3},
        {"rows": 9, "columns": 12, "blocked": (3, 4)},
        {"rows": 15, "columns": 15, "line": 6, "blocked": (0, 14)},
        {"rows": 1, "columns": 6, "line": 2},
    ],
    "hearthstone": [
        {"decks": "basic_mage, basic_shaman", "known": "class"},
        {"decks": "basic_warlock, basic_rogue", "first": "toss", "put_back": "shuffle"},
    ],
    "k_in_a_row": [
        # Counters of 16 bits and four seats; six dimensions; one dimension.
        {"size": 17, "dimensions": 2, "line": 4, "players": 4},
        {"size": 2, "dimensions": 6, "line": 2, "players": 3},
        {"size": 9, "dimensions": 1, "line": 3, "players": 4},
    ],
    "lecture_tree": [{"leaves": (1.0, 2.0, 3.0, 4.5, 5.0, 6.0, 7.0, 0.0, 20.0)}],
    "pig": [{"goal": 10}],
}

# Native code of these takes long to compile, for each set of options in the second; so `make test` leaves it out.
SLOW = ("hearthstone",)
SLOW_WITH_OPTIONS = ("k_in_a_row",)

SECONDS = {"hearthstone": 8.0}
"""For the check, where less is too little to look at every rule."""

MATCHES = effort(2, 5)
SAMPLE = effort(10, 40)
"""Positions of a match that are looked at closely, at most."""


@dataclass(frozen=True)
class Case:
    """A game by its name or file, with options."""

    source: str
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    @property
    def seconds(self) -> float:
        """For the check."""
        return SECONDS.get(self.source, effort(2, 20) / 10)

    @property
    def is_slow(self) -> bool:
        """Whether its native code takes long to compile."""
        return self.source in SLOW or (bool(self.options) and self.source in SLOW_WITH_OPTIONS)

    def load(self) -> playout.Game:
        return playout.load(self.source, **self.options)

    def __str__(self) -> str:
        options = ", ".join(f"{word}={value}" for word, value in self.options.items())
        return f"{self.source}({options})" if options else self.source


def cases() -> Iterator[Case]:
    """Every installed game by itself, then with more options."""
    for name in loading.names():
        yield Case(name)
        yield from (Case(name, options) for options in MORE.get(name, ()))


def parameters(*, native: bool = False) -> list[Any]:
    """The cases as parameters of a test; what takes long to compile is marked as slow in a test of native code."""
    return [
        pytest.param(case, id=str(case), marks=[pytest.mark.slow] if native and case.is_slow else [])
        for case in cases()
    ]


@cache
def matches(case: Case) -> list[list[playout.State]]:
    """All positions of a few random matches, from the start to the end."""
    found = []
    for seed in range(MATCHES):
        rng, states = playout.Rng(seed), [case.load().start()]
        while not states[-1].over:
            state = states[-1]
            moves = state.moves() if state.turn != CHANCE else []
            states.append(state.sample(rng) if state.turn == CHANCE else state.play(moves[rng.below(len(moves))]))
        found.append(states)
    return found


def positions(case: Case) -> list[playout.State]:
    """A sample of those positions, evenly spread, with the first and the last of each match."""
    return [state for states in matches(case) for state in [*states[:: -(-len(states) // SAMPLE)], states[-1]]]
