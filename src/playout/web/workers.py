"""The threads in which agents choose and searches run: so many at once and no more, apart from the server's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from playout.web.refusals import RefusedError
from playout.web.settings import ServerLimits

__all__ = ["Workers"]

Found = TypeVar("Found")


class Workers:
    """Two pools: a long analysis never keeps a match waiting. Native code runs outside the interpreter's lock."""

    def __init__(self, limits: ServerLimits, backend: str | None = None, engines: tuple[str, ...] = ()) -> None:
        self.limits = limits
        self.engines = engines
        self.backend = backend
        self._players = ThreadPoolExecutor(limits.players, thread_name_prefix="player")
        self._searches = ThreadPoolExecutor(limits.searches, thread_name_prefix="search")
        self._small = ThreadPoolExecutor(2, thread_name_prefix="small")
        self._waiting = 0

    async def play(self, work: Callable[[], Found]) -> Found:
        """An agent's move."""
        return await asyncio.get_running_loop().run_in_executor(self._players, work)

    async def search(self, work: Callable[[], Found]) -> Found:
        """An analysis or a review; refused if too many wait already."""
        if self._waiting >= self.limits.searches + self.limits.waiting:
            raise RefusedError(
                f"{self._waiting} searches run or wait already, which is all that this server takes; stop one first",
                f"已有 {self._waiting} 个搜索在运行或等待，达到本服务器的上限；请先停止一个。",
                code="too_many",
            )
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._searches, work)
        finally:
            self._waiting -= 1

    async def small(self, work: Callable[[], Found]) -> Found:
        """Something short that would still keep the server's own thread too long: a trace, a page of a tree."""
        return await asyncio.get_running_loop().run_in_executor(self._small, work)

    def close(self) -> None:
        for pool in (self._players, self._searches, self._small):
            pool.shutdown(wait=False, cancel_futures=True)
