"""Who works for a server beside its event loop: threads that answer, threads that think, a process that compiles.

Each kind of work has workers of its own, so none waits for another kind. Threads that think share the cores by turns
(turns.py). Native code runs outside the interpreter's lock.
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
"""Seconds between two looks at whether something is compiled, or need not be any more."""

REMEMBERED = 500
"""Games with agents that are remembered as loaded."""

CODE = ("depth", "memory")
"""The limits on which an agent's code may depend."""


class Workers:
    """The pools of threads, the turns of the searches, and the compiler of one server."""

    def __init__(
        self,
        limits: ServerLimits,
        backend: str | None = None,
        engines: tuple[str, ...] = (),
        heard: Callable[[str, bool], None] = lambda what, done: None,
    ) -> None:
        """heard(what, done): called when something begins or ends to be compiled, in any thread."""
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

    async def play(self, work: Callable[[], Found], *, person: bool) -> Found:
        """An agent's move. person: whether a person plays in this match, which then goes first."""
        pool = self._persons if person else self._agents
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    async def search(
        self,
        game: Game,
        agents: Sequence[str | Spec],
        work: Callable[[], Found],
        stop: threading.Event,
        *,
        person: bool = False,
        compiles: Callable[[], None] = lambda: None,
    ) -> Found:
        """An analysis or a review once these agents' code is there; refused if too many run or wait already.

        person: a hint, for which a person waits. compiles: called if something has to be compiled.
        """
        if self._searching >= self.limits.searches + self.limits.waiting:
            raise RefusedError("searches.too_many", kind="too_many", count=self._searching)
        self._searching += 1
        try:
            await self.prepare(game, agents, stop, person=True, compiles=compiles)
            # A user's rules may never return; the threads that all searches share are not lost to them.
            pool = self._persons if person or not game.rules.is_built_in else self._searches
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        finally:
            self._searching -= 1

    async def small(self, work: Callable[[], Found]) -> Found:
        """Something short that would still keep the server's own thread too long: a page of a tree, loading a match."""
        return await asyncio.get_running_loop().run_in_executor(self._small, work)

    async def lesson(self, work: Callable[[], Found]) -> Found:
        """A trace for a lesson."""
        return await asyncio.get_running_loop().run_in_executor(self._lessons, work)

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
        """Load all code that these agents need in a game. What is not in the cache is compiled by the other process.

        It ends early when `stop` is set; compiling goes on then. person: whether a person waits. moves: also the code
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
                # The cache does not keep it: its folder cannot be written to, or the game has a table of over 1 MB.
                await loop.run_in_executor(self._loading, job.run)
        if len(self._loaded) >= REMEMBERED:
            self._loaded.clear()
        self._loaded.add(key)

    def close(self) -> None:
        """End the compiling process, and let searches end without waiting for their turns."""
        self.compiler.close()
        self.turns.close()

    def close_pools(self) -> None:
        """Nothing new is begun in a thread."""
        for pool in (self._persons, self._agents, self._searches, self._small, self._lessons, self._loading):
            pool.shutdown(wait=False, cancel_futures=True)


def _code_of(agents: Sequence[str | Spec]) -> tuple[str, ...]:
    """Those of the agents that search, spelt without the words on which their code does not depend."""
    words = [word for word in (*Limit.names(), *AGENT_WORDS, "seed") if word not in CODE]
    searching = [spec for spec in map(Spec.read, agents) if expanded(spec).name in ALGORITHMS]
    return tuple(sorted({str(spec.without(*words)) for spec in searching}))
