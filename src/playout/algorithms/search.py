"""One face for every search: a Search in progress, and the driver that keeps limits, stops, continues and reports.

An algorithm is a subclass of `Search` that works in slices. `drive` sizes the slices from the measured rate, looks at
the clock between them, and yields what is known so far.
"""

from __future__ import annotations

import os
import pickle
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from playout.algorithms.limits import Limit
from playout.algorithms.options import Options
from playout.algorithms.results import SearchResult
from playout.game import State
from playout.rng import Rng
from playout.rules import CHANCE, OptionError, PlayoutError

if TYPE_CHECKING:
    from playout.algorithms.trace import Tracer

__all__ = ["Search", "drive", "work"]

SLICE = 0.02
"""Seconds that a slice should last: how late a stop may be heard."""

FORMAT = b"playout search 1\n"
"""How a saved search begins."""

REPORT = 0.1
"""Seconds between two reports of what is known so far."""


class Search(ABC):
    """A search in progress. It can be stopped at any moment, asked for its result, and continued."""

    name: ClassVar[str]
    """How the algorithm is spelt."""
    summary: ClassVar[str]
    """What it is, in a few words."""
    games: ClassVar[str]
    """The games that it takes."""
    option_type: ClassVar[type[Options]] = Options
    """What its options are."""
    options: Options
    """Its options, as they are for the game."""
    unit: ClassVar[str]
    """What its work is counted in: simulations, playouts or nodes."""
    limits: ClassVar[tuple[str, ...]] = ("seconds",)
    """The limits that it understands."""
    solves: ClassVar[bool] = False
    """Whether it comes to an end by itself."""
    deterministic: ClassVar[bool] = False
    """Whether it draws no random numbers: with a limit other than seconds it always answers the same."""
    unsaved: ClassVar[tuple[str, ...]] = ("_stop", "_kernel", "_arguments")
    """What is not saved with a search: `_bind` makes it again."""

    def __init__(self, state: State, *, seed: int | None = None, memory: float | None = None) -> None:
        if state.over:
            raise PlayoutError("the match is over, there is nothing to search")
        if state.turn == CHANCE:
            raise PlayoutError("chance decides here; play an outcome (state.sample) and search then")
        if state.observer not in (None, state.turn):
            raise PlayoutError(
                f"seat {state.turn} is to move, and this is what seat {state.observer} sees; search what the seat to "
                f"move sees (state.seen_by({state.turn}))"
            )
        self.state = state
        self.key = Rng(seed).key
        self.memory = memory
        self.work = 0
        """Units of work done so far."""
        self.elapsed = 0.0
        """Seconds spent so far."""
        self.choices: list[tuple[int, int]] = []
        self.halves = False
        """Whether the second half of a limit is searched otherwise than the first."""
        self.pace = 0.0
        """Units of work a second, as measured last."""
        self._stop = threading.Event()

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Whether there is nothing left to do: the position is solved, or the depth reached."""

    @property
    def can_prove(self) -> bool:
        """Whether it may ever be complete."""
        return True

    @abstractmethod
    def prepare(self) -> None:
        """Load or compile what the search needs, before its clock runs."""

    @abstractmethod
    def advance(self, amount: int) -> int:
        """Do about `amount` units of work in one go; returns how many were done."""

    @abstractmethod
    def answer(self) -> SearchResult:
        """What is known so far; work, time and choices are filled in by `result`."""

    def halfway(self) -> None:  # noqa: B027
        """Is called when half of a limit is used up, for those that have `halves`."""

    def best(self) -> int:
        """The move of `answer`, without the rest."""
        return self.answer().move

    @property
    def unknown(self) -> tuple[float, ...]:
        """What each seat may expect as long as nothing is known: as much as the others."""
        rules, seats = self.state.game.rules, self.state.game.seats
        share = sum(rules.payoff_bounds) / 2 if rules.payoff_sum is None else rules.payoff_sum / seats
        return (share,) * seats

    def stop(self) -> None:
        """End the search soon; from any thread. It still answers, and can be continued."""
        self._stop.set()

    def result(self) -> SearchResult:
        """The best that the search knows now."""
        found = replace(self.answer(), work=self.work, elapsed=self.elapsed)
        if not self.choices or self.choices[-1][1] != found.move:
            self.choices.append((self.work, found.move))
        return replace(found, choices=tuple(self.choices), search=self)

    def run(self, **limit: Any) -> SearchResult:
        """Go on where the search stands, until a further limit: `search.run(seconds=1)`."""
        *_, last = drive(self, Limit(**limit))
        return last

    def tracer(self) -> Tracer | None:
        """What is told from now on all that an interpreted kernel does; None if this algorithm has no trace."""
        return None

    def _bind(self) -> None:
        """Make what cannot be saved, where there is any: bind kernels to the game, and point them to the arrays."""
        return

    def save(self, path: str | Path) -> None:
        """Write the search to a file, whole or not at all."""
        path = Path(path)
        self.prepare()
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            temporary.write_bytes(FORMAT + pickle.dumps(self))
            temporary.replace(path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise PlayoutError(f"the search cannot be saved to {path}: {error.strerror}") from error

    @staticmethod
    def load(path: str | Path) -> Search:
        """A search from a file that `save` wrote. Such a file is a pickle: load only what you trust."""
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            raise PlayoutError(f"cannot read {path}: {error.strerror}") from error
        if not content.startswith(FORMAT):
            raise PlayoutError(f"{path} is not a search saved by this version of Playout")
        try:
            search = pickle.loads(content[len(FORMAT) :])
        except PlayoutError:
            raise
        except Exception as error:
            raise PlayoutError(f"{path} is damaged: {error}") from error
        assert isinstance(search, Search)
        return search

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in self.unsaved}

    def __setstate__(self, whole: dict[str, Any]) -> None:
        self.__dict__.update(whole)
        self._stop = threading.Event()
        self._bind()


def drive(search: Search, limit: Limit) -> Iterator[SearchResult]:
    """Run a search to its limit; yields what is known about every tenth of a second, and last the result."""
    reported = time.perf_counter()
    for now in work(search, limit):
        if now - reported >= REPORT:
            reported = now
            yield search.result()
    yield search.result()


def work(search: Search, limit: Limit) -> Iterator[float]:
    """Run a search to its limit; yields the time after every slice but the last."""
    limit.check(search.name, search.limits, solves=search.solves)
    if limit.proven and not search.can_prove:
        raise OptionError(f"{search.name} proves nothing as it is spelt here, and would never end; give another limit")
    search.prepare()
    search._stop.clear()
    begin = time.perf_counter()
    earlier = search.elapsed
    budget = limit.simulations or limit.nodes
    half = -(-(budget or 0) // 2) if search.halves else 0
    is_first_half = search.halves
    done, amount = 0, max(64, int(search.pace * min(SLICE, (limit.seconds or SLICE) / 2) / 2))
    while not (search.complete or search._stop.is_set()):
        started = time.perf_counter()
        if budget is not None:
            amount = min(amount, (half if done < half else budget) - done)
        worked = search.advance(amount)
        done += worked
        search.work += worked
        now = time.perf_counter()
        search.elapsed = earlier + now - begin
        search.pace = worked / max(now - started, 1e-6)
        left = float("inf") if limit.seconds is None else limit.seconds - (now - begin)
        if is_first_half and (done >= half if budget else 2 * left <= (limit.seconds or 0.0)):
            is_first_half = False
            search.halfway()
        if left <= 0 or (budget is not None and done >= budget):
            break
        # A slice never takes more than half of what is left, so that the last ones are short.
        target = max(min(SLICE, left / 2), 0.0005)
        if worked > 0:
            amount = max(1, int(min(4.0 * amount, worked * target / max(now - started, 1e-6))))
        yield now
