"""Running a search to its limit, in slices.

The measured rate gives the number of steps (base.py) of a slice. Between two slices the clock is read and the result
so far is reported.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from playout.algorithms.pauses import ANY
from playout.algorithms.results import SearchResult
from playout.examining import quick
from playout.limits import Limit
from playout.rules import OptionError

if TYPE_CHECKING:
    from playout.algorithms.base import Search

__all__ = ["FIRST_NOTE", "Gate", "budget_of", "drive", "run_to_limit"]

Running = TypeVar("Running", bound="Search")

SLICE = 0.02
"""The duration of a slice in seconds; a stop takes effect at its end."""

REPORT = 0.1
"""Seconds between two reports."""

FIRST_PACE = {"cpu": 400_000, "python": 400}
"""The assumed steps a second before the first measurement: low, so that the first slice is short with slow rules."""

RECENT = 4
"""The slowest of the last RECENT slices sizes the next one, since steps differ in time."""

FIRST_NOTE = 64
"""Units of work after which the best move is first noted; then at every power of two."""


class Gate(Protocol):
    """A gate that a search passes before each slice, so that several searches share the cores of a machine."""

    def wait(self) -> None:
        """Return when the next slice may begin. The time spent waiting counts for no limit."""
        ...

    def leave(self) -> None:
        """Note that the run is over."""
        ...


def drive(search: Running, limit: Limit) -> Iterator[SearchResult[Running]]:
    """Run a search to its limit; yields the result about every tenth of a second, and at the end."""
    reported = time.perf_counter()
    for now in run_to_limit(search, limit):
        if now - reported >= REPORT:
            reported = now
            yield search.result()
    yield search.result()


def run_to_limit(search: Search, limit: Limit) -> Generator[float, None, None]:
    """Run a search to its limit; yields the time after every slice but the last."""
    limit.check(search.name, search.limits, solves=search.solves)
    if limit.proven and not search.can_prove:
        raise OptionError(
            f"{search.name} cannot prove a value with these options, so it would never end; give another limit"
        )
    with search._use.alone():
        search._stop.clear()
        with search._use.still():
            if not search.state.game.rules.is_built_in and search._backend == "cpu":
                quick.refuse_faulty(search.state.game)
                search.state.moves()  # raises a clear error if the number of moves is wrong
            search.prepare()
            search.prepare_for(budget_of(search, limit))
        try:
            yield from _slices(search, limit)
        finally:
            if search.gate is not None:
                search.gate.leave()


def budget_of(search: Search, limit: Limit) -> int | None:
    """The units of work that a limit allows; None: no bound. A limit in visits includes earlier visits of the root."""
    given = [] if limit.visits is None else [max(0, limit.visits - search.visits)]
    return min([*given, *(amount for amount in (limit.simulations, limit.nodes) if amount is not None)], default=None)


def _slices(search: Search, limit: Limit) -> Iterator[float]:
    begin = time.perf_counter()
    earlier = search.elapsed
    budget = budget_of(search, limit)
    done, amount = 0, ANY
    paces: deque[float] = deque(maxlen=RECENT)
    pace = search.pace or FIRST_PACE[search._backend]
    steps = max(1, int(pace * min(SLICE, (limit.seconds or SLICE) / 2) / 2))
    reached = search.steps
    while not (search.complete or search._stop.is_set() or budget == 0):
        started = time.perf_counter()
        if search.gate is not None:
            search.gate.wait()
            asked, started = started, time.perf_counter()
            begin += started - asked
        if budget is not None:
            amount = budget - done
        done += search.step(amount, steps)
        before, reached = reached, search.steps
        taken = reached - before
        now = time.perf_counter()
        search.elapsed = earlier + now - begin
        left = float("inf") if limit.seconds is None else limit.seconds - (now - begin)
        if taken > 0:
            search.pace = taken / max(now - started, 1e-6)
            paces.append(search.pace)
        if left <= 0 or (budget is not None and done >= budget):
            break
        # A slice takes at most half of the remaining time, so that the last slices are short.
        target = max(min(SLICE, left / 2), 0.0005)
        if taken > 0:
            steps = max(1, int(min(4.0 * steps, min(paces) * target)))
        yield now
