"""Compiling in a separate process: one job at a time, jobs that a person waits for first.

Numba holds the interpreter's lock and LLVM's lock while it compiles, so a server that compiled by itself would answer
late. The other process puts the code into the cache, from which the server loads it in milliseconds. It ends after each
job, which frees its memory.
"""

from __future__ import annotations

import contextlib
import json
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

from playout.sentences import Wording
from playout.web.computing.compile_process import CompileJob
from playout.web.refusals import RefusedError

__all__ = ["Compiler"]


@dataclass
class _Waiting:
    """A job that waits or runs."""

    job: CompileJob
    person: bool
    done: Future[None] = field(default_factory=Future)


class Compiler:
    """The compile jobs, and the thread that starts a process for each job as long as there are jobs."""

    def __init__(self, heard: Callable[[str, bool], None]) -> None:
        """heard(what, done): called in the compiler's thread when compiling of `what` begins or ends (done)."""
        self._heard = heard
        self._lock = threading.Lock()
        self._jobs: dict[object, _Waiting] = {}
        """In the order of submission."""
        self._is_working = False
        self._is_closed = False
        self._process: subprocess.Popen[bytes] | None = None

    def submit(self, key: object, job: CompileJob, *, person: bool) -> Future[None]:
        """Submit a job, unless a job with its key waits or runs already. person: whether a person waits for it."""
        with self._lock:
            if self._is_closed:
                raise _ended()
            waiting = self._jobs.setdefault(key, _Waiting(job, person))
            waiting.person |= person
            if not self._is_working:
                self._is_working = True
                threading.Thread(target=self._work, name="compiling", daemon=True).start()
            return waiting.done

    def close(self) -> None:
        """End the process and refuse everybody who waits for a job."""
        with self._lock:
            self._is_closed = True
            if self._process is not None:
                self._process.kill()

    def _work(self) -> None:
        while True:
            with self._lock:
                key = min(self._jobs, key=lambda key: not self._jobs[key].person, default=None)
                if key is None:
                    self._is_working = False
                    return
                waiting = self._jobs[key]
            fault: Exception | None = None
            try:
                self._run(replace(waiting.job, low=not waiting.person))
            except Exception as error:
                fault = error
            with self._lock:
                del self._jobs[key]
            if fault is None:
                waiting.done.set_result(None)
            else:
                waiting.done.set_exception(fault)

    def _run(self, job: CompileJob) -> None:
        """Run one job in a process of its own."""
        process = self._start()
        begun: set[str] = set()
        said: list[str] = []
        try:
            assert process.stdin is not None and process.stdout is not None
            with contextlib.suppress(OSError):  # a process that has died is found below
                process.stdin.write(pickle.dumps(job))
                process.stdin.flush()
            for line in process.stdout:
                what, *rest = json.loads(line)
                if what == "compiling":
                    name, is_done = rest
                    (begun.discard if is_done else begun.add)(name)
                    self._heard(name, is_done)
                else:
                    said = [what, *rest]
        finally:
            process.kill()
            with process:  # closes the pipes, and waits
                pass
            with self._lock:
                self._process = None
            for name in begun:
                self._heard(name, True)
        if self._is_closed:
            raise _ended()
        if not said:
            raise RefusedError("compile.died", kind="unavailable", game=job.game.name, code=process.returncode)
        if said[0] == "failed":
            raise RefusedError("failed", what=Wording("failed.compile"), why=said[1])

    def _start(self) -> subprocess.Popen[bytes]:
        path = f"import sys; sys.path[:] = {sys.path!r}; from playout.web.computing.compile_process import main; main()"
        with self._lock:
            if self._is_closed:
                raise _ended()
            self._process = subprocess.Popen(
                [sys.executable, "-c", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            return self._process


def _ended() -> RefusedError:
    return RefusedError("server.stopping", kind="unavailable")
