"""Matches on many machines, with Ray (the extra `ray`).

Each CPU that the cluster offers gets an actor, and each actor keeps one worker process that it watches over, as the
local executor does. An actor that is lost, with its machine or by itself, is replaced, and its matches are played
again with the same seed.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from playout.arena.definition import Definition
from playout.arena.executors import WAIT, Batch, batch_size
from playout.arena.executors.local import Crew, fair_memory
from playout.arena.match import Host
from playout.rules import OptionError, PlayoutError

__all__ = ["RayExecutor"]

STARTS = 20
"""How many actors may be lost in a row without a finished match."""


class _Post:
    """An actor: one worker process somewhere in the cluster."""

    def __init__(self, definition: Definition, memory: float) -> None:
        Host(definition).warm()  # the first on each machine compiles
        self._crew = Crew(definition, 1, memory)

    def play(self, numbers: list[int]) -> tuple[list[Batch], float]:
        """A batch, and the seconds a match took; a mistake comes back as an error that Ray carries home."""
        begin, waiting, done = time.perf_counter(), iter(numbers), []
        count = len(numbers)
        while count:
            self._crew.feed(waiting)
            for batch in self._crew.poll(WAIT):
                done.append(batch)
                count -= len(batch.rows)
        return done, (time.perf_counter() - begin) / len(numbers)


class RayExecutor:
    """Plays matches on the machines of a Ray cluster."""

    def __init__(self, address: str | None = None, *, workers: int | None = None, memory: float | None = None) -> None:
        """address: of the cluster, or None to start one on this machine. workers: actors, one for each CPU if not
        given. memory: the megabytes that each worker may take."""
        if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
            raise OptionError(f"there has to be 1 worker or more, not {workers!r}")
        self.address = address
        self.workers = workers
        self.memory = memory

    def play(self, definition: Definition, numbers: Iterator[int]) -> Iterator[list[Batch]]:
        ray = _import()
        started = not ray.is_initialized()
        if started:
            try:
                ray.init(address=self.address, log_to_driver=False, logging_level="error", configure_logging=False)
            except Exception as error:
                raise PlayoutError(f"cannot reach the Ray cluster at {self.address}: {error}") from error
        posts: list[_Remote] = []
        try:
            yield from self._play(ray, definition, numbers, posts)
        finally:
            for post in posts:
                post.end()
            if started:
                ray.shutdown()

    def _play(
        self, ray: Any, definition: Definition, numbers: Iterator[int], posts: list[_Remote]
    ) -> Iterator[list[Batch]]:
        count = self.workers or int(ray.cluster_resources().get("CPU", 1))
        memory = self.memory or fair_memory(count)
        posts += [_Remote(ray, definition, memory) for _ in range(count)]
        again: deque[list[int]] = deque()
        lost = 0
        while True:
            for post in posts:
                while len(post.tasks) < 2:
                    batch = again.popleft() if again else _take(numbers, batch_size(post.pace))
                    if not batch:
                        break
                    post.give(batch)
            tasks = [task for post in posts for task in post.tasks]
            if not tasks:
                return
            finished, _ = ray.wait(tasks, num_returns=len(tasks), timeout=WAIT)
            done: list[Batch] = []
            for place, post in enumerate(posts):
                batches, alive = post.collect(finished)
                done += batches
                if not alive:
                    lost += 1
                    if lost >= STARTS:
                        raise PlayoutError(f"{STARTS} Ray workers were lost in a row; look at the cluster's logs")
                    again.extend(post.tasks.values())
                    post.end()
                    posts[place] = _Remote(ray, definition, memory)
            if done:
                lost = 0
            yield done


class _Remote:
    """An actor as the driver sees it."""

    def __init__(self, ray: Any, definition: Definition, memory: float) -> None:
        self._ray = ray
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(_Post).remote(definition, memory)
        self.tasks: dict[Any, list[int]] = {}
        self.pace = 0.0

    def give(self, numbers: list[int]) -> None:
        self.tasks[self._actor.play.remote(numbers)] = numbers

    def collect(self, finished: list[Any]) -> tuple[list[Batch], bool]:
        """What is done, and whether the actor still lives."""
        done: list[Batch] = []
        for task in [task for task in self.tasks if task in finished]:
            try:
                batches, self.pace = self._ray.get(task)
            except self._ray.exceptions.RayTaskError as error:
                raise PlayoutError(str(error.cause) if error.cause else str(error)) from error
            except self._ray.exceptions.RayError:
                return done, False
            done += batches
            del self.tasks[task]
        return done, True

    def end(self) -> None:
        with contextlib.suppress(Exception):
            self._ray.kill(self._actor)


def _take(numbers: Iterator[int], size: int) -> list[int]:
    return [number for _, number in zip(range(size), numbers, strict=False)]


def _import() -> Any:
    try:
        import ray
    except ImportError as error:
        raise PlayoutError('Ray is not installed; install it with: pip install "playout[ray]"') from error
    return ray
