"""Agents, and how they are spelt: a name with options in brackets, like `uct(c=0.7, seconds=2)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Protocol

from playout.algorithms.limits import Limit
from playout.algorithms.registry import ALGORITHMS, check_spelling, new_search
from playout.algorithms.results import SearchResult
from playout.algorithms.search import Search, drive
from playout.algorithms.spelling import read_spelling, write_spelling
from playout.algorithms.uct import Uct
from playout.game import State
from playout.loading import nearest
from playout.rng import Rng
from playout.rules import OptionError, PlayoutError

__all__ = ["Agent", "Random", "RuleBased", "Searcher", "agent"]

SECONDS = 1.0
"""How long an agent thinks that was given no limit."""


class Agent(Protocol):
    """Whoever decides. An agent is handed what its seat sees, and nothing else."""

    def choose(self, state: State) -> int:
        """A legal move for the seat to move."""
        ...

    def check(self, state: State) -> None:
        """Refuse, in words, a game that this agent cannot play."""
        ...


class Random:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = Rng(seed)

    def check(self, state: State) -> None:
        """Any game will do."""

    def choose(self, state: State) -> int:
        moves = state.moves()
        return moves[self._rng.below(len(moves))]


class RuleBased:
    """Plays by the rules of thumb that a game's file holds: its `suggest`."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = Rng(seed)

    def check(self, state: State) -> None:
        """Refuse a game without such rules."""
        if not state.game.rules.has("suggest"):
            raise PlayoutError(
                f"{state.game.name} has no rule-based player: its file defines no suggest(s, rng); use random or flat"
            )

    def choose(self, state: State) -> int:
        self.check(state)
        return int(state._call("suggest", self._rng.words))


class Searcher:
    """Plays what a search answers. UCT keeps its tree through a match."""

    def __init__(self, algorithm: str, *, seed: int | None = None, **limit: Any) -> None:
        self.algorithm = algorithm
        self.result: SearchResult | None = None
        """What the last search said."""
        self.limit = limit
        """How long it thinks: words of `Limit`. May be changed between moves."""
        self._rng = Rng(seed)
        self._search: Search | None = None

    def check(self, state: State) -> None:
        """Refuse a position that the search cannot serve."""
        new_search(state, self.algorithm, seed=0, **self.limit)

    def choose(self, state: State) -> int:
        for found in self.think(state):
            move = found.move
        return move

    def think(self, state: State) -> Iterator[SearchResult]:
        """What the search knows so far, about ten times a second, and last what it answers."""
        fresh, limit = new_search(state, self.algorithm, seed=self._rng.below(1 << 31), **self.limit)
        self._search, self.result = self._kept(state) or fresh, None
        for found in drive(self._search, limit):
            self.result = replace(found, algorithm=self.algorithm)
            yield self.result

    def stop(self) -> SearchResult | None:
        """End the search that is running; what it knows, or None if it had not begun."""
        if self._search is None or self._search.work == 0:
            return None
        self._search.stop()
        self.result = replace(self._search.result(), algorithm=self.algorithm)
        return self.result

    def _kept(self, state: State) -> Search | None:
        """The search of the last move, if this position follows from it."""
        if not isinstance(self._search, Uct) or self._search.state.game != state.game:
            return None
        try:
            self._search.keep(state)
        except PlayoutError:
            return None
        return self._search


SIMPLE: dict[str, type[Random] | type[RuleBased]] = {"random": Random, "rules": RuleBased}
"""Agents that do not search."""


def agent(spelling: str) -> Agent:
    """The agent that is spelt so: `random`, `rules`, or any algorithm with its options and a limit (else a second)."""
    name, options = read_spelling(spelling)
    seed = options.pop("seed", None)
    if name in SIMPLE:
        if options:
            raise OptionError(f"{name} has no option {next(iter(options))!r}; it has seed")
        return SIMPLE[name](seed=seed)
    if name not in ALGORITHMS:
        known = [*SIMPLE, *ALGORITHMS]
        raise OptionError(f"there is no agent {name!r}{nearest(name, known)}; there are {', '.join(known)}")
    check_spelling(write_spelling(name, options))
    kind = ALGORITHMS[name]
    limit = {word: options.pop(word) for word in Limit.names() if word in options}
    if not limit.keys() - {"memory"}:
        limit["seconds"] = SECONDS
    Limit(**limit).check(name, kind.limits, solves=kind.solves)
    return Searcher(write_spelling(name, options), seed=seed, **limit)
