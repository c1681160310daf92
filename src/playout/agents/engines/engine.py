"""The base class of engines of all protocols: the process, its limits, and its errors."""

from __future__ import annotations

import shlex
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

from playout.agents.engines.book import BookEntry, find_engine
from playout.agents.engines.errors import EngineError
from playout.agents.engines.log import Log
from playout.agents.engines.options import EngineOptions
from playout.agents.engines.process import EngineProcess
from playout.algorithms.results import Candidate, SearchResult
from playout.errors import OptionError
from playout.game import State
from playout.limits import Limit
from playout.notices import nearest
from playout.options.fields import kinds_of
from playout.spelling import Spec

__all__ = ["GRACE_SECONDS", "MAX_NAME", "START_SECONDS", "Engine"]

START_SECONDS = 20.0
"""The time limit for an engine's start, and for its preparation of another match, in seconds."""

GRACE_SECONDS = 5.0
"""Seconds beyond its limit after which an engine counts as silent."""

DEFAULT_PATIENCE = 600.0
"""The time limit of a move in seconds, if there is neither a limit in seconds nor a clock."""

MAX_NAME = 100
"""The largest length of the name that an engine reports, in characters."""


class Engine(ABC):
    """Another program as an agent. It runs in one process, which starts when it is needed and ends with this process.

    If it crashes, is silent or plays an illegal move, `choose` raises EngineError, and the next match begins with a new
    process.
    """

    name: ClassVar[str]
    """The protocol's name in a spelling."""
    summary: ClassVar[str]
    game: ClassVar[str | None]
    """The only game that engines of this protocol play; None if they play every game."""
    option_type: ClassVar[type[EngineOptions]] = EngineOptions
    limits: ClassVar[tuple[str, ...]] = ("seconds",)
    """The limits that engines of this protocol accept."""
    default_seconds: ClassVar[float | None] = None
    """The default limit of a move in seconds; None: the engine decides."""
    farewell: ClassVar[str] = "quit"
    """The line that asks the engine to end; if it is empty, the engine's input is closed instead."""

    def __init__(self, spec: Spec) -> None:
        """spec: `uci(stockfish, elo=1800, seconds=1)`. The program is found now and started later."""
        known = [*kinds_of(self.option_type), *self.limits, "seed"]
        for word, _ in spec.words:
            if word not in known:
                raise OptionError(
                    f"{self.name} has no option {word!r}{nearest(word, known)}; it has {', '.join(known)}"
                )
        self.spec = spec
        """The engine's spelling."""
        words = dict(spec.words)
        self.options = self.option_type(**{word: words[word] for word in kinds_of(self.option_type) if word in words})
        self.entry = find_engine(self.options.engine, self.name)
        """The engine's name and command."""
        self.limit = Limit(**{word: words[word] for word in self.limits if word in words})
        """The limit of a move. May be replaced between moves."""
        self.is_limited = self.limit.ends
        """Whether the spelling has a limit. If not, the engine divides the time of a clock itself."""
        if not self.is_limited and self.default_seconds is not None:
            self.limit = replace(self.limit, seconds=self.default_seconds)
        self.clock: tuple[tuple[float, ...], float] | None = None
        """Seconds left by seat, and the increment, if the engine divides the time of a clock itself."""
        self.identity = ""
        """The name and version that the engine reports; empty before its first start."""
        self._process: EngineProcess | None = None
        self._failure: EngineError | None = None
        self._seed: int | None = None
        """The seed of the match, for protocols that transmit it."""

    @classmethod
    def of(cls, entry: BookEntry) -> Self:
        """An engine without limits from an entry, which need not be in the user's file."""
        made = cls(Spec(cls.name, engine=shlex.join(entry.command)))
        made.entry = entry
        return made

    @classmethod
    def plays(cls, game: str) -> bool:
        """Whether engines of this protocol play a game, by its name."""
        return cls.game in (None, game)

    def try_out(self, seconds: float = START_SECONDS) -> None:
        """Start the engine, unless it runs, and check that it answers within these seconds and accepts its options."""
        if self._process is None:
            self._start(seconds).quit(self.farewell)

    # An agent

    def check(self, state: State) -> None:
        """Refuse a game that the engine cannot play, and an engine that does not answer or that refuses its options."""
        self._refuse_unfit(state)
        self.try_out()

    def _refuse_unfit(self, state: State) -> None:
        if not self.plays(state.game.name):
            raise OptionError(f"{self.name} engines play {self.game}, not {state.game.name}")

    def reset(self, seed: int | None = None) -> None:
        """Begin another match, with a new process if the old one failed. An error is raised by `choose`, not here."""
        self._failure, self._seed = None, seed
        try:
            if self._process is None or not self._process.is_alive:
                self.close()
                self._process = self._start()
            self._begin_match(self._process)
        except EngineError as error:
            self.close()
            self._failure = error

    def choose(self, state: State) -> int:
        """The engine's move. Raises EngineError if it gives no legal move."""
        if self._failure is not None:
            raise self._failure
        try:
            return self._choose(self._running(), state)
        except BaseException as error:  # a late answer would count as the answer to the next question
            if self._process is not None:
                self._process.note(str(error))
            self.close()
            raise

    def think(self, state: State) -> Iterator[SearchResult]:
        """The engine's reports while it thinks, about ten a second if it sends any, and its answer at the end."""
        begin = time.perf_counter()
        move = self.choose(state)
        share = sum(state.game.rules.payoff_bounds) / 2
        others = [Candidate(other, 0, None, line=(other,)) for other in state.moves() if other != move]
        yield SearchResult(
            state=state,
            algorithm=str(self.spec),
            move=move,
            values=(share,) * state.game.seats,
            candidates=(Candidate(move, 0, None, line=(move,)), *others),
            proven=False,
            unit="nodes",
            work=0,
            depth=0,
            elapsed=time.perf_counter() - begin,
        )

    def end_match(self, state: State, payoffs: Sequence[float]) -> None:  # noqa: B027
        """Tell the engine the result of the match, if the protocol does that. state: its seat's view of the last
        position.
        """

    def stop(self) -> SearchResult | None:
        """Stop the engine's search. Returns None, because `think` has already yielded the results."""
        self.close()
        return None

    def close(self) -> None:
        """End the engine's process. The next move starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.quit(self.farewell)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.spec,)

    # Its process

    def _running(self) -> EngineProcess:
        if self._process is None:
            self._process = self._start()
        return self._process

    def _start(self, seconds: float = START_SECONDS) -> EngineProcess:
        """Start a process, do the handshake within these seconds, and set its options."""
        log = Log(self.options.log) if self.options.log is not None else None
        process = EngineProcess(self.entry.command, self.entry.name, log)
        try:
            self._introduce(process, time.monotonic() + seconds)
        except BaseException as error:
            process.note(str(error))
            process.end()
            raise
        return process

    @abstractmethod
    def _introduce(self, process: EngineProcess, until: float) -> None:
        """The protocol's handshake; sets `identity`."""

    @abstractmethod
    def _begin_match(self, process: EngineProcess) -> None:
        """Send what the protocol requires before a match."""

    @abstractmethod
    def _choose(self, process: EngineProcess, state: State) -> int:
        """The engine's move."""

    def _patience(self, seat: int) -> float:
        """Seconds after which the engine counts as silent."""
        if self.clock is not None:
            return max(0.0, self.clock[0][seat]) + 1.0
        return (self.limit.seconds or DEFAULT_PATIENCE - GRACE_SECONDS) + GRACE_SECONDS

    def _silent(self, seconds: float) -> EngineError:
        return EngineError(f"{self.entry.name} was silent for {seconds:.3g} s", "clock")

    def _illegal(self, text: str, state: State) -> EngineError:
        where = f"after {len(state.history)} plies" if state.observer is None else "here"
        return EngineError(f"{self.entry.name} answered {text[:40]!r}, which is not legal {where}", "illegal")
