"""One face for every search: a Search in progress, and the driver that keeps limits, stops, continues and reports.

An algorithm is a subclass of `Search` that works in slices. `drive` sizes the slices from the measured rate, looks at
the clock between them, and yields what is known so far.

Threads: one run at a time. A second run, `keep`, `restart` and `save` are refused while one is under way. `stop` may be
called from any thread; `result` waits for the end of the slice that another thread is in.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from playout.algorithms import saving
from playout.algorithms.limits import Limit
from playout.algorithms.occupancy import Occupancy
from playout.algorithms.options.fields import Options, resolved
from playout.algorithms.results import Candidate, SearchResult
from playout.game import State
from playout.rng import Rng
from playout.rules import CHANCE, OptionError, PlayoutError

if TYPE_CHECKING:
    from playout.algorithms.trace import Tracer

__all__ = ["Search", "drive", "refuse_open", "work"]

SLICE = 0.02
"""Seconds that a slice should last: how late a stop may be heard."""

REPORT = 0.1
"""Seconds between two reports of what is known so far."""

BUSY = (
    "this search is already running: wait until it ends, stop it (stop() works from any thread), or close the stream "
    "that think() returned"
)

FIRST_LOOK = 64
"""Units of work after which the choice is noted first; then at every power of two."""


def refuse_open(state: State) -> None:
    """Refuse a whole position of a game that hides things."""
    if state.observer is None and state.game.rules.has("mask"):
        raise PlayoutError(
            f"{state.game.name} hides things from its seats, and this is the whole position: search what the seat to "
            "move sees (state.seen_by(state.turn)), or write open=True to search with open cards"
        )


def refuse_idle(state: State) -> None:
    """Refuse a position in which no seat moves, and what another seat than that sees."""
    if state.over:
        raise PlayoutError("the match is over, there is nothing to search")
    if state.turn == CHANCE:
        raise PlayoutError("chance decides here; play an outcome (state.sample) and search then")
    if state.observer not in (None, state.turn):
        raise PlayoutError(
            f"seat {state.turn} is to move, and this is what seat {state.observer} sees; search what the seat to "
            f"move sees (state.seen_by({state.turn}))"
        )


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
    unit: ClassVar[str] = "simulations"
    """What its work is counted in: simulations, playouts or nodes."""
    limits: ClassVar[tuple[str, ...]] = ("seconds", "simulations")
    """The limits that it understands."""
    solves: ClassVar[bool] = False
    """Whether it comes to an end by itself."""
    deterministic: ClassVar[bool] = False
    """Whether it draws no random numbers: with a limit other than seconds it always answers the same."""
    learns: ClassVar[bool] = False
    """Whether what it found out in one position helps in the next of the match, so that `keep` is worth calling."""
    has_tree: ClassVar[bool] = False
    """Whether it grows a tree that it may go on with on the opponents' time, and that seats may share."""

    _options: Options | None
    _given: dict[str, Any]
    _use: Occupancy
    _stop: threading.Event

    def __new__(cls, state: State, options: Options | None = None, **given: Any) -> Self:
        search = super().__new__(cls)
        search._given = {word: value for word, value in given.items() if word not in ("seed", "memory")}
        search._options = options
        search._use = Occupancy(BUSY)
        search._stop = threading.Event()
        return search

    def __init__(
        self,
        state: State,
        options: Options | None = None,
        *,
        seed: int | None = None,
        memory: float | None = None,
        depth: int | None = None,
        backend: str | None = None,
    ) -> None:
        """memory: megabytes; depth: plies; backend: "cpu" (native) or "python" (interpreted), or the game's first."""
        if depth is not None and "depth" not in self.limits:
            raise OptionError(f"{self.name} does not search to a depth; it takes {', '.join(self.limits)}")
        self.depth = depth
        """Plies to which it is to search; None: as far as it gets."""
        self.memory = memory
        self.open = False
        """Whether it may be given whole positions of a game that hides things."""
        self.halves = False
        """Whether the second half of a limit is searched otherwise than the first."""
        self.pace = 0.0
        """Units of work a second, as measured last."""
        self._begin(state, seed)
        rules = state.game.rules
        self._backend = backend or rules.backends[0]
        self._refuse_unfit(state)
        self.options = resolved(options, self.option_type, rules, self.name)
        self._set_up()

    def _refuse_unfit(self, state: State) -> None:  # noqa: B027
        """Refuse a game that the algorithm cannot search, with what can."""

    def _set_up(self) -> None:  # noqa: B027
        """Make what the search needs, once its position and its options are known."""

    def _begin(self, state: State, seed: int | None) -> None:
        """Take up a position of which nothing was searched yet."""
        refuse_idle(state)
        self.state = state
        self.key = Rng(seed).key
        self._count_anew()

    def _count_anew(self) -> None:
        self.work = 0
        """Units of work done so far."""
        self.elapsed = 0.0
        """Seconds spent so far."""
        self.choices: list[tuple[int, int]] = []
        """(work, move) of each look at which another move was ahead than at the look before."""

    @property
    def complete(self) -> bool:
        """Whether there is nothing left to do: the position is solved, or the depth reached."""
        return False

    @property
    def can_prove(self) -> bool:
        """Whether it may ever be complete."""
        return self.solves

    @abstractmethod
    def prepare(self) -> None:
        """Load or compile what the search needs, before its clock runs."""

    @abstractmethod
    def advance(self, amount: int) -> int:
        """Do about `amount` units of work in one go; returns how many were done."""

    @abstractmethod
    def answer(self) -> SearchResult:
        """What is known so far; work, time and choices are filled in by `result`."""

    def _answer(
        self, move: int, values: tuple[float, ...], candidates: Sequence[Candidate], *, depth: int, proven: bool = False
    ) -> SearchResult:
        """A result with what every algorithm says of itself."""
        return SearchResult(
            state=self.state,
            algorithm=self.name,
            move=move,
            values=values,
            candidates=tuple(candidates),
            proven=proven,
            unit=self.unit,
            work=self.work,
            depth=depth,
            elapsed=self.elapsed,
        )

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

    # Running

    def step(self, amount: int) -> int:
        """One slice of at most `amount` units that ends where the choice is looked at; returns how many were done.

        The choice is looked at after FIRST_LOOK units and then at every power of two, so that `choices` depends on the
        work alone and not on the clock.
        """
        look = max(FIRST_LOOK, 1 << self.work.bit_length())
        with self._use.slice():
            worked = self.advance(min(amount, look - self.work))
            self.work += worked
            if self.work >= look:
                self._note_choice()
        return worked

    def _note_choice(self) -> None:
        move = self.best()
        if not self.choices or self.choices[-1][1] != move:
            self.choices.append((self.work, move))

    def stop(self) -> None:
        """End the run that is under way soon, also while it still loads or compiles; from any thread.

        The search still answers, and can be continued. Where no run is under way this does nothing.
        """
        self._stop.set()

    def result(self) -> SearchResult:
        """The best that the search knows now."""
        with self._use.still():
            found = replace(self.answer(), work=self.work, elapsed=self.elapsed)
            choices = tuple(self.choices)
            if not choices or choices[-1][1] != found.move:
                choices += ((self.work, found.move),)
        return replace(found, choices=choices, search=self)

    def run(self, **limit: Any) -> SearchResult:
        """Go on where the search stands, until a further limit: `search.run(seconds=1)`."""
        *_, last = drive(self, Limit(**limit))
        return last

    def tracer(self) -> Tracer | None:
        """What is told from now on all that an interpreted kernel does; None if this algorithm has no trace."""
        return None

    # Other positions

    def restart(self, state: State, seed: int | None = None) -> None:
        """Search another position of the same game. What holds there too (a table) stays; the memory stays in use."""
        with self._use.alone():
            if state.game != self.state.game:
                raise PlayoutError("another game needs a search of its own")
            if not self.open and self.state.observer is not None:
                refuse_open(state)
            self._restart(state, seed)

    def keep(self, state: State) -> None:
        """Go on from a later position of the same match, with what is known of it; where nothing is kept, anew."""
        with self._use.alone():
            if self.state.observer is not None or state.observer is not None:
                raise PlayoutError("what a seat sees does not tell how it came about; search it anew (restart)")
            if state.game != self.state.game or state.history[: len(self.state.history)] != self.state.history:
                raise PlayoutError("this position does not follow from the one that was searched")
            refuse_idle(state)
            self._keep(state)

    def forget(self) -> None:
        """Drop what was found out in other positions, so that the next `restart` is as a new search."""
        with self._use.alone():
            self._forget()

    def _restart(self, state: State, seed: int | None) -> None:
        is_open = self.open
        new: Callable[..., None] = type(self).__init__
        new(self, state, self._options, seed=seed, memory=self.memory, **self._given)
        self.open = is_open

    def _keep(self, state: State) -> None:
        self._restart(state, Rng(self.key, 1 + len(state.history)).below(1 << 31))

    def _forget(self) -> None:
        return

    # Saved and loaded

    @abstractmethod
    def _contents(self) -> saving.Contents:
        """What a new search of the same position and options has to be told to stand where this one stands."""

    @abstractmethod
    def _restore(self, kept: saving.Kept) -> None:
        """Take the contents of a saved search. They may come from anybody: all that kernels trust is checked."""

    def _packed(self) -> bytes:
        with self._use.alone():
            self.prepare()
            values, arrays = self._contents()
            given = {} if self._options is None else {w: getattr(self._options, w) for w in self._options.names()}
            common = {
                "algorithm": self.name,
                "options": saving.plain(given, f"this {self.name} search"),
                "further": saving.plain(self._given, f"this {self.name} search"),
                "memory": self.memory,
                "open": self.open,
                "key": self.key,
                "work": self.work,
                "elapsed": self.elapsed,
                "choices": [list(choice) for choice in self.choices],
                "position": saving.describe(self.state),
            }
        return saving.pack(common | {"inside": values}, arrays)

    def save(self, path: str | Path) -> None:
        """Write the search to a file, whole or not at all."""
        saving.write(Path(path), self._packed())

    @classmethod
    def _rebuild(cls, kept: saving.Kept, state: State) -> Self:
        """The search that `_packed` made bytes of, in the same position."""
        memory = kept.value("memory")
        if memory is not None:
            Limit(memory=memory)
        new: Callable[..., Self] = cls
        options = cls.option_type(**saving.unplain(kept["options"]))
        key, further = kept.number("key", 0, (1 << 63) - 1), saving.unplain(kept["further"])
        search = new(state, options, seed=key, memory=memory, **further)
        search.open = kept.value("open") is True
        search.prepare()
        search._restore(kept.inside())
        search.work = kept.number("work", 0, 1 << 62)
        search.elapsed = kept.real("elapsed")
        legal = state.moves()
        for work_done, move in kept.rows("choices", 2):
            if move not in legal or not 0 <= work_done <= search.work:
                raise ValueError("a choice is no legal move, or from later than now")
            search.choices.append((work_done, move))
        return search

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (type(self), self._packed(), self.state)


def _unpacked(kind: type[Search], content: bytes, state: State) -> Search:
    """A search from a pickle, which holds its state beside it."""
    return kind._rebuild(saving.unpack(content), state)


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
    with search._use.alone():
        search._stop.clear()
        with search._use.still():
            search.prepare()
        yield from _slices(search, limit)


def _slices(search: Search, limit: Limit) -> Iterator[float]:
    begin = time.perf_counter()
    earlier = search.elapsed
    budget = limit.simulations or limit.nodes
    half = -(-(budget or 0) // 2) if search.halves else 0
    is_first_half = search.halves
    done, amount = 0, max(FIRST_LOOK, int(search.pace * min(SLICE, (limit.seconds or SLICE) / 2) / 2))
    while not (search.complete or search._stop.is_set()):
        started = time.perf_counter()
        if budget is not None:
            amount = min(amount, (half if done < half else budget) - done)
        worked = search.step(amount)
        done += worked
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
