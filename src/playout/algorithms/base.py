"""The interface of every search: `Search`, a search in progress.

An algorithm is a subclass of `Search` that works in slices, which running.py sizes and times.

Threads: one run at a time. A second run, `keep`, `restart` and `save` are refused while one is under way. `stop` may be
called from any thread; `result` waits for the end of the slice that another thread is in.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, Unpack, cast

from playout.algorithms.drawing.tree_sketch import TreeSketch, sketch_nodes
from playout.algorithms.occupancy import Occupancy
from playout.algorithms.pauses import ANY
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.running import FIRST_NOTE, Gate, drive, run_to_limit
from playout.algorithms.saved_search import SavedSearch
from playout.algorithms.suitable import check_state, is_same_game, refuse_idle, refuse_open
from playout.game import State
from playout.limits import Limit, LimitWords, read_limit
from playout.options.fields import Options, resolved
from playout.rng import Rng, new_key
from playout.rules import OptionError, PlayoutError
from playout.spelling import Spec

if TYPE_CHECKING:
    from playout.algorithms.alphabeta.known import Known
    from playout.algorithms.kernel_arrays import SearchNode
    from playout.algorithms.trace import Tracer

__all__ = ["Search"]

BUSY = (
    "this search is already running: wait until it ends, stop it (stop() works from any thread), or close the stream "
    "that think() returned"
)


_UNLIMITED = Limit()


@cache
def _spec_of(name: str) -> Spec:
    """An algorithm without options."""
    return Spec(name)


class Search(SavedSearch):
    """A search in progress. It can be stopped at any moment, asked for its result, and continued."""

    name: ClassVar[str]
    """The algorithm's name in a spelling."""
    summary: ClassVar[str]
    """A description in a few words."""
    games: ClassVar[str]
    """The games that it takes."""
    option_type: ClassVar[type[Options]] = Options
    """The class of its options."""
    options: Options
    """Its options, with the game's defaults filled in."""
    unit: ClassVar[str] = "simulations"
    """The unit of its work: simulations, playouts or nodes."""
    limits: ClassVar[tuple[str, ...]] = ("seconds", "simulations")
    """The limits that it counts."""
    solves: ClassVar[bool] = False
    """Whether it ends without a limit."""
    deterministic: ClassVar[bool] = False
    """Whether it draws no random numbers. Then its answer depends only on the limit, unless that is in seconds."""
    learns: ClassVar[bool] = False
    """Whether `keep` reuses results from an earlier position of the match."""
    names_file: ClassVar[bool] = False
    """Whether its spelling names a file of this machine, which users of other machines must not choose."""
    has_tree: ClassVar[bool] = False
    """Whether it grows a tree, so that it can ponder and seats can share it."""

    spec: Spec
    """Its spelling."""
    limit: Limit
    """The default limit of a run, given when the search was made."""
    gate: Gate | None
    """The gate at which it waits before each slice; None: it does not wait."""
    _options: Options | None
    _given: dict[str, Any]
    _use: Occupancy
    _stop: threading.Event

    def __new__(cls, state: State, options: Options | None = None, **given: Any) -> Self:
        check_state(state)
        if cls is Search:
            raise PlayoutError('Search is the base class of all algorithms; name one of them: new_search(state, "uct")')
        search = super().__new__(cls)
        search.spec, search.limit = _spec_of(cls.name), _UNLIMITED
        search._given = {word: value for word, value in given.items() if word not in ("seed", "memory")}
        search._options = options
        search.gate = None
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
        """The depth to search to, in plies; None: no limit."""
        self.memory = memory
        self.open = False
        """Whether it may search full positions of a game with hidden information."""
        self.pace = 0.0
        """Steps a second, as measured last."""
        self.checkpoint_size = 0
        """The most nodes of each of its `checkpoints`; 0: it keeps none."""
        self._begin(state, seed)
        rules = state.game.rules
        self._backend = backend or rules.backends[0]
        self._refuse_unfit(state)
        self.options = resolved(options, self.option_type, rules, self.name)
        self._set_up()

    def _refuse_unfit(self, state: State) -> None:
        """Refuse a game that the algorithm cannot search; the error names an algorithm that can search it."""

    def _set_up(self) -> None:
        """Allocate arrays and bind kernels; called once the position and the options are known."""

    def _begin(self, state: State, seed: int | None) -> None:
        """Start on a new position."""
        refuse_idle(state)
        self.state = state
        self.key = new_key(seed)
        self._count_anew()

    def _count_anew(self) -> None:
        self.work = 0
        """Units of work done so far."""
        self.elapsed = 0.0
        """Seconds spent so far."""
        self.choices: list[tuple[int, int]] = []
        """(work, move) for each change of the noted move."""
        self.checkpoints: list[TreeSketch] = []
        """Sketches of its tree, if `checkpoint_size` asks for them: at 64, 128, 256, ... units of work; alpha-beta's
        after each depth, or each answer that narrows the value."""

    @property
    def complete(self) -> bool:
        """Whether there is nothing left to do: the position is solved, or the depth is reached."""
        return False

    @property
    def visits(self) -> int:
        """Visits of the roots of all trees, including visits before `keep`; 0 without a tree."""
        return 0

    @property
    def can_prove(self) -> bool:
        """Whether `complete` can become true."""
        return self.solves

    @property
    def fullness(self) -> float | None:
        """The share of its table or tree that is in use, roughly; None if it has neither."""
        return None

    @property
    def memory_in_use(self) -> float | None:
        """Megabytes of its table or its trees; None if it has neither or the number is not known."""
        return None

    @property
    def tree_size(self) -> int | None:
        """Nodes of its tree, or of all its trees; None without one."""
        return None

    @property
    def tree_root(self) -> SearchNode | None:
        """The root of its tree, or of the first of several; None without one."""
        return None

    @property
    def tree_state(self) -> State:
        """The position at `tree_root`: the searched one, or a guess in a game with hidden information."""
        return self.state.guess(0)

    def sketch(self, most: int) -> TreeSketch | None:
        """The most visited nodes of its tree, at most `most`; None without a tree."""
        root = self.tree_root
        return None if root is None else sketch_nodes(root, self.state.turn, self.work, self.best(), most)

    @property
    def has_entries(self) -> bool:
        """Whether it has a table that `known` reads."""
        return False

    @property
    def is_selective(self) -> bool:
        """Whether it may skip moves or search them less deep; then solved entries of its table are not certain."""
        return False

    def known(self, state: State) -> Known | None:
        """The entry of its table for a position; None if there is no entry (any more) or no table."""
        return None

    @abstractmethod
    def prepare(self) -> None:
        """Load or compile what the search needs, before its clock runs."""

    def prepare_for(self, amount: int | None) -> None:
        """Load or compile what only a run of `amount` units needs; None: of any length."""

    @abstractmethod
    def advance(self, amount: int, steps: int = ANY) -> int:
        """Do `amount` units of work, or fewer once about `steps` steps are used up; returns how many units were done.

        A step is a ply that is played, or a node. All steps take about the same time, while a unit may take any time.
        The next call continues a unit that was interrupted.
        """

    @property
    def steps(self) -> int:
        """Steps so far; an algorithm whose units all take about the same time counts units instead."""
        return self.work

    def complete_unit(self) -> int:
        """End an interrupted unit of work, so that the search can be saved or moved; returns the units done."""
        return 0

    @abstractmethod
    def answer(self) -> SearchResult:
        """The result so far, without work, time and choices, which `result` fills in."""

    def _answer(
        self, move: int, values: tuple[float, ...], candidates: Sequence[Candidate], *, depth: int, proven: bool = False
    ) -> SearchResult:
        """A result with the fields that are the same for every algorithm."""
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

    def best(self) -> int:
        """The move of `answer`, without the rest."""
        return self.answer().move

    def foreseen(self, state: State) -> SearchResult | None:
        """The result at a later position of the match, if the last search has already decided it."""
        return None

    def expected(self, state: State, most: int) -> tuple[int, ...]:
        """The expected line from a position that was searched, at most `most` moves; longer than the answer's lines."""
        return ()

    @property
    def unknown(self) -> tuple[float, ...]:
        """The values of an unknown position: an equal share for each seat."""
        rules, seats = self.state.game.rules, self.state.game.seats
        share = sum(rules.payoff_bounds) / 2 if rules.payoff_sum is None else rules.payoff_sum / seats
        return (share,) * seats

    # Running

    def step(self, amount: int, steps: int = ANY) -> int:
        """Work for at most `amount` units and about `steps` steps; returns the units done.

        The best move is noted after FIRST_NOTE units and then at every power of two, and a slice ends there. So
        `choices` depends on the work, not on the clock.
        """
        look = max(FIRST_NOTE, 1 << self.work.bit_length())
        with self._use.slice():
            worked = self.advance(min(amount, look - self.work), steps)
            self.work += worked
            if self.work >= look:
                self._note_choice()
                self._keep_checkpoint()
        return worked

    def _end_unit(self) -> None:
        self.work += self.complete_unit()

    def _note_choice(self) -> None:
        move = self.best()
        if not self.choices or self.choices[-1][1] != move:
            self.choices.append((self.work, move))

    def _keep_checkpoint(self) -> None:
        sketch = self.sketch(self.checkpoint_size) if self.checkpoint_size else None
        if sketch is not None:
            self.checkpoints.append(sketch)

    def stop(self) -> None:
        """End the current run soon, even while it loads or compiles; may be called from any thread.

        `result` works afterwards, and the search can be continued. Without a current run this does nothing.
        """
        self._stop.set()

    def result(self) -> SearchResult[Self]:
        """The result so far."""
        with self._use.still():
            found = replace(self.answer(), algorithm=str(self.spec), work=self.work, elapsed=self.elapsed)
            choices = tuple(self.choices)
            if not choices or choices[-1][1] != found.move:
                choices += ((self.work, found.move),)
        return cast(SearchResult[Self], replace(found, choices=choices, _search=self))

    def run(self, limit: Limit | None = None, **words: Unpack[LimitWords]) -> SearchResult[Self]:
        """Continue the search up to a further limit, and return its result: `search.run(seconds=1)`.

        Without a limit here, the search's own limit holds. Ctrl-C ends the run early: with a result whose
        `interrupted` is True, or with KeyboardInterrupt if nothing was searched yet.
        """
        until = self._until(limit, words)
        try:
            with closing(run_to_limit(self, until)) as slices:
                deque(slices, maxlen=0)
        except KeyboardInterrupt:
            if self.work == 0:
                raise
            return replace(self.result(), interrupted=True)
        return self.result()

    def think(self, limit: Limit | None = None, **words: Unpack[LimitWords]) -> Iterator[SearchResult[Self]]:
        """Like `run`, as a stream of results: about ten a second, and the final one at the end."""
        return drive(self, self._until(limit, words))

    def _until(self, given: Limit | None, words: LimitWords) -> Limit:
        """The limit of a run; refused if the run would never end."""
        limit = self.limit if given is None and not words else read_limit(given, words)
        for word, own in (("depth", self._given.get("depth")), ("memory", self.memory)):
            if getattr(limit, word) not in (None, own):
                raise OptionError(f"{word} cannot change while a search is under way; make a new search with it")
        limit.check(self.name, self.limits, solves=self.solves)
        return limit

    def __repr__(self) -> str:
        seat = self.state.observer
        where = f"after {len(self.state.history)} moves" if seat is None else f"as seat {seat} sees it"
        return f"<{self.spec} on {self.state.game.name} {where}: {self.work:,} {self.unit}>"

    def tracer(self) -> Tracer | None:
        """A tracer that records the interpreted kernel's events from now on; None if the algorithm has no trace."""
        return None

    # Other positions

    def restart(self, state: State, seed: int | None = None) -> None:
        """Search another position of the same game. Allocated memory and results that stay valid (a table) are kept."""
        check_state(state)
        with self._use.alone():
            if not is_same_game(state.game, self.state.game):
                raise PlayoutError("another game needs a search of its own")
            if not self.open and self.state.observer is not None:
                refuse_open(state)
            self._restart(state, seed)

    def keep(self, state: State) -> None:
        """Continue from a later position of the same match, with the results that belong to it."""
        check_state(state)
        with self._use.alone():
            if self.state.observer is not None or state.observer is not None:
                raise PlayoutError("a view has no history, so a search cannot continue with it; use restart")
            if state.game != self.state.game or state.history[: len(self.state.history)] != self.state.history:
                raise PlayoutError("this position does not follow from the one that was searched")
            refuse_idle(state)
            self._end_unit()
            self._keep(state)

    def forget(self) -> None:
        """Drop results of earlier positions, so that the next `restart` is like a new search."""
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
