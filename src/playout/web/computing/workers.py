"""A server's workers beside its event loop: threads that answer, threads that search, a process that compiles.

Each kind of work has its own workers, so no kind waits for another. Threads that search take turns on the cores
(turns.py). Native code runs without the interpreter's lock.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from playout.algorithms.registry import ALGORITHMS
from playout.game import Game
from playout.limits import Limit
from playout.presets import expanded
from playout.spelling import AGENT_WORDS, Spec
from playout.web.computing.compile_process import CompileJob
from playout.web.computing.compiling import Compiler
from playout.web.computing.turns import Turns
from playout.web.refusals import RefusedError
from playout.web.settings import ServerLimits

__all__ = ["Workers"]

Found = TypeVar("Found")

POLL = 0.05
"""Seconds between two checks whether the code is compiled, or no longer needed."""

REMEMBERED = 500
"""Pairs of a game and agents that are remembered as loaded."""

CODE = ("depth", "memory")
"""The limits that an agent's code may depend on."""


class Workers:
    """The pools of threads, the turns of the searches, and the compiler of one server."""

    def __init__(
        self,
        limits: ServerLimits,
        backend: str | None = None,
        engines: tuple[str, ...] = (),
        heard: Callable[[str, bool], None] = lambda what, done: None,
    ) -> None:
        """heard(what, done): called in any thread when compiling of something begins (done is False) or ends."""
        self.limits = limits
        self.engines = engines
        self.backend = backend
        self.turns = Turns(limits.cores)
        self.compiler = Compiler(heard)
        self._persons = ThreadPoolExecutor(limits.persons, thread_name_prefix="person")
        self._agents = ThreadPoolExecutor(limits.players, thread_name_prefix="player")
        self._searches = ThreadPoolExecutor(limits.searches, thread_name_prefix="search")
        self._small = ThreadPoolExecutor(4, thread_name_prefix="small")
        self._lessons = ThreadPoolExecutor(2, thread_name_prefix="lesson")
        self._loading = ThreadPoolExecutor(2, thread_name_prefix="loading")
        self._searching = 0
        self._loaded: set[tuple[object, ...]] = set()

    async def play(self, function: Callable[[], Found], *, person: bool) -> Found:
        """Let an agent choose its move. person: whether a person plays in the match; such matches go first."""
        pool = self._persons if person else self._agents
        return await asyncio.get_running_loop().run_in_executor(pool, function)

    async def search(
        self,
        game: Game,
        agents: Sequence[str | Spec],
        function: Callable[[], Found],
        stop: threading.Event,
        *,
        person: bool = False,
        compiles: Callable[[], None] = lambda: None,
    ) -> Found:
        """Run an analysis or review once its agents' code is loaded; refused if too many already run or wait.

        person: a hint, for which a person waits. compiles: called if something has to be compiled.
        """
        if self._searching >= self.limits.searches + self.limits.waiting:
            raise RefusedError("searches.too_many", kind="too_many", count=self._searching)
        self._searching += 1
        try:
            await self.prepare(game, agents, stop, person=True, compiles=compiles)
            # A user's rules may never return, so their searches must not take threads from the pool that all searches
            # share.
            pool = self._persons if person or not game.rules.is_built_in else self._searches
            return await asyncio.get_running_loop().run_in_executor(pool, function)
        finally:
            self._searching -= 1

    async def small(self, function: Callable[[], Found]) -> Found:
        """Run short work that would block the event loop for too long: a page of a tree, loading a match."""
        return await asyncio.get_running_loop().run_in_executor(self._small, function)

    async def lesson(self, function: Callable[[], Found]) -> Found:
        """Compute the trace of a lesson."""
        return await asyncio.get_running_loop().run_in_executor(self._lessons, function)

    async def prepare(
        self,
        game: Game,
        agents: Sequence[str | Spec],
        stop: threading.Event | None = None,
        *,
        person: bool,
        moves: bool = False,
        compiles: Callable[[], None] = lambda: None,
    ) -> None:
        """Load all code that these agents need in a game. The other process compiles code that the cache lacks.

        Returns early when `stop` is set, while compiling goes on. person: whether a person waits. moves: also the code
        that plays a tournament's moves. compiles: called if something has to be compiled.
        """
        if self.backend == "python" or game.rules.is_object:
            return
        loop = asyncio.get_running_loop()
        job = CompileJob(game, _code_of(agents), moves)
        key = (game.fingerprint, job.agents, moves)
        if key in self._loaded or not (job.agents or moves):
            return
        if not await loop.run_in_executor(self._loading, job.load):
            compiles()
            compiled = self.compiler.submit(key, job, person=person)
            while not (compiled.done() or (stop is not None and stop.is_set())):
                await asyncio.sleep(POLL)
            if stop is not None and stop.is_set():
                return
            compiled.result()
            if not await loop.run_in_executor(self._loading, job.load):
                # The cache cannot keep this code: its folder is not writable, or the game has a table of over 1 MB.
                await loop.run_in_executor(self._loading, job.run)
        if len(self._loaded) >= REMEMBERED:
            self._loaded.clear()
        self._loaded.add(key)

    def close(self) -> None:
        """End the compiling process, and let searches end without waiting for a core."""
        self.compiler.close()
        self.turns.close()

    def close_pools(self) -> None:
        """Accept no more work in any thread."""
        for pool in (self._persons, self._agents, self._searches, self._small, self._lessons, self._loading):
            pool.shutdown(wait=False, cancel_futures=True)


def _code_of(agents: Sequence[str | Spec]) -> tuple[str, ...]:
    """The spellings of the agents that search, without the words on which their code does not depend."""
    words = [word for word in (*Limit.names(), *AGENT_WORDS, "seed") if word not in CODE]
    searching = [spec for spec in map(Spec.read, agents) if expanded(spec).name in ALGORITHMS]
    return tuple(sorted({str(spec.without(*words)) for spec in searching}))
