"""Matches on many machines, with Ray (the extra `ray`).

Each CPU of the cluster runs an actor, and each actor a pool of one worker process, like the local executor. An actor
that is lost, with or without its machine, is replaced, and its matches are played again with the same seed.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playout.arena.definition import Definition
from playout.arena.executors import MAX_WAIT_SECONDS, MatchBatch, batch_size
from playout.arena.executors.bundle import Bundle, make_bundle
from playout.arena.executors.worker_pool import WorkerPool, fair_memory
from playout.arena.match import MatchRunner
from playout.arena.provenance import version
from playout.rules import OptionError, PlayoutError

__all__ = ["RayExecutor"]

CONNECT_SECONDS = 10.0
"""Seconds to connect to a cluster."""

CLEANUP_SECONDS = 2.0
"""Seconds for actors to remove their files."""

MAX_LOST_ACTORS = 20
"""The largest number of actors that may be lost in a row without a finished match."""


class _RayWorker:
    """An actor: one worker process somewhere in the cluster."""

    def __init__(self, bundle: Bundle, memory: float | None) -> None:
        self._bundle = bundle
        self._memory = memory or fair_memory(os.cpu_count() or 1)

    def start(self) -> None:
        """Unpack the bundle into a private folder and start the worker; the first on each machine compiles."""
        folder = Path(tempfile.mkdtemp(prefix="playout-"))
        try:
            bundle = self._bundle.unpacked(folder)
            definition = bundle.open()
            MatchRunner(definition).warm()
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._folder, self._pool = folder, WorkerPool(definition, 1, self._memory, bundle)

    def finish(self) -> None:
        """End the worker process and remove its files."""
        self._pool.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def play(self, numbers: list[int]) -> tuple[list[MatchBatch], float]:
        """Play a batch; returns the matches and the seconds for each. Errors are passed on by Ray."""
        begin, waiting, done = time.perf_counter(), iter(numbers), []
        count = len(numbers)
        while count:
            self._pool.feed(waiting)
            for batch in self._pool.poll(MAX_WAIT_SECONDS):
                done.append(batch)
                count -= len(batch.rows)
        return done, (time.perf_counter() - begin) / len(numbers)


class RayExecutor:
    """Plays matches on the machines of a Ray cluster."""

    def __init__(self, address: str | None = None, *, workers: int | None = None, memory: float | None = None) -> None:
        """address: of the cluster, or None to start one on this machine. workers: actors, one for each CPU if not
        given. memory: the megabytes that each worker may take."""
        if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
            raise OptionError(f"the number of workers has to be at least 1, not {workers!r}")
        self.address = address
        self.workers = workers
        self.memory = memory

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        ray = _import()
        started = not ray.is_initialized()
        if started:
            _reach(self.address)
            try:
                ray.init(address=self.address, log_to_driver=False, logging_level="error", configure_logging=False)
            except Exception as error:
                raise PlayoutError(
                    f"cannot reach the Ray cluster at {self.address or 'this machine'}: {_sentence(error)}; it has to "
                    f"run Ray {ray.__version__} too, and if it asks for a token, set RAY_AUTH_MODE=token and "
                    f"RAY_AUTH_TOKEN here as there"
                ) from error
        actors: list[_ActorHandle] = []
        try:
            yield from self._play(ray, make_bundle(definition, with_files=True), numbers, actors)
        finally:
            _end_actors(ray, actors)
            if started:
                ray.shutdown()

    def _play(
        self, ray: Any, bundle: Bundle, numbers: Sequence[int], actors: list[_ActorHandle]
    ) -> Iterator[list[MatchBatch]]:
        count = min(self.workers or int(ray.cluster_resources().get("CPU", 1)), len(numbers))
        actors += [_ActorHandle(ray, bundle, self.memory) for _ in range(count)]
        waiting = iter(numbers)
        retries: deque[list[int]] = deque()
        lost, more = 0, True
        while True:
            for actor in actors:
                # An actor without a CPU is sent nothing: if a machine is gone, it may never get one.
                while actor.ready and len(actor.tasks) < 2:
                    batch = retries.popleft() if retries else _take(waiting, batch_size(actor.pace))
                    if not batch:
                        more = False
                        break
                    actor.give(batch)
            if not (more or retries or any(actor.tasks for actor in actors)):
                return
            pending = [task for actor in actors for task in actor.pending]
            finished, _ = ray.wait(pending, num_returns=len(pending), timeout=MAX_WAIT_SECONDS)
            done: list[MatchBatch] = []
            for place, actor in enumerate(actors):
                batches, fault = actor.collect(finished)
                done += batches
                if fault is not None:
                    lost += 1
                    if lost >= MAX_LOST_ACTORS:
                        raise PlayoutError(
                            f"{MAX_LOST_ACTORS} Ray workers were lost in a row ({fault}); every machine of the cluster "
                            f"needs the same Python and Playout {version()}"
                        )
                    retries.extend(actor.tasks.values())
                    actor.end()
                    actors[place] = _ActorHandle(ray, bundle, self.memory)
            if done:
                lost = 0
            yield done


class _ActorHandle:
    """An actor, as seen by the driver."""

    def __init__(self, ray: Any, bundle: Bundle, memory: float | None) -> None:
        self._ray = ray
        self._actor = ray.remote(num_cpus=1, max_restarts=0)(_RayWorker).remote(bundle, memory)
        self._start: Any = self._actor.start.remote()
        self.tasks: dict[Any, list[int]] = {}
        self.pace = 0.0

    @property
    def ready(self) -> bool:
        """Whether the actor has started."""
        return self._start is None

    @property
    def pending(self) -> list[Any]:
        """Its unfinished tasks."""
        return [*self.tasks] if self.ready else [self._start]

    def give(self, numbers: list[int]) -> None:
        self.tasks[self._actor.play.remote(numbers)] = numbers

    def collect(self, finished: list[Any]) -> tuple[list[MatchBatch], str | None]:
        """The finished matches, and the error if the actor is lost."""
        done: list[MatchBatch] = []
        for task in [task for task in self.pending if task in finished]:
            try:
                answer = self._ray.get(task)
            except self._ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, PlayoutError):
                    raise PlayoutError(str(error.cause)) from None
                raise PlayoutError(f"a Ray worker failed: {_sentence(error)}") from error
            except self._ray.exceptions.RayError as error:
                return done, _sentence(error)
            if task == self._start:
                self._start = None
                continue
            batches, self.pace = answer
            done += batches
            del self.tasks[task]
        return done, None

    def finish(self) -> Any:
        """Start the cleanup of the actor; returns the task."""
        return self._actor.finish.remote()

    def end(self) -> None:
        with contextlib.suppress(Exception):
            self._ray.kill(self._actor)


def _end_actors(ray: Any, actors: list[_ActorHandle]) -> None:
    """End all actors, after at most CLEANUP_SECONDS for their cleanup."""
    with contextlib.suppress(ray.exceptions.RayError):
        tasks = [actor.finish() for actor in actors if actor.ready]
        if tasks:
            ray.wait(tasks, num_returns=len(tasks), timeout=CLEANUP_SECONDS)
    for actor in actors:
        actor.end()


def _reach(address: str | None) -> None:
    """Refuse at once an address that does not accept connections; Ray would retry for minutes."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise PlayoutError(f"cannot reach the Ray cluster at {address}: {error}") from error


def _sentence(error: Exception) -> str:
    """Ray's message on one line without colours; of a traceback only the last line, the cause."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if "Traceback" in text or re.search(r"^\s+File ", text, re.MULTILINE):
        lines = lines[-1:]
    return " ".join(lines)[:300] or type(error).__name__


def _take(numbers: Iterator[int], size: int) -> list[int]:
    return [number for _, number in zip(range(size), numbers, strict=False)]


def _import() -> Any:
    try:
        import ray
    except ImportError as error:
        raise PlayoutError('Ray is not installed; install it with: pip install "playout[ray]"') from error
    return ray
