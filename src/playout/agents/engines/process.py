"""The process of an engine: started without a shell, spoken to in lines, and ended with everything that it started.

What it prints is only ever read as text, line by line; a line that is too long is cut. Every wait has an end.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from pathlib import Path

from playout.agents.engines.errors import EngineError

__all__ = ["EngineProcess"]

LONGEST = 1 << 16
"""Bytes of a line that are kept."""

BLOCK = 1 << 16

LEAVE = 1.0
"""Seconds for an engine to end by itself after `quit`."""

GUARD = Path(__file__).with_name("guard.py")


class EngineProcess:
    """A running engine. Not for several threads at once."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        """command: the program and its arguments. name: how errors call it."""
        if os.name != "posix":
            raise EngineError(f"{name} cannot be started: engines as agents need Linux or macOS")
        self.name = name
        self._begun = b""
        self._lines: list[str] = []
        ours, theirs = socket.socketpair()
        words = [sys.executable, "-I", "-S", str(GUARD), str(theirs.fileno()), *command]
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # a process group that can be killed as one
                pass_fds=(theirs.fileno(),),
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            ours.close()
            raise EngineError(f"{name} cannot be started: {error}") from error
        finally:
            theirs.close()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._lifeline = ours
        ours.setblocking(False)
        self._status = ""
        self._finish = weakref.finalize(self, _end, self._process, ours)  # also at the end of this program

    @property
    def is_alive(self) -> bool:
        """Whether the engine runs, as far as that is known."""
        return self._finish.alive and not self._ending()

    def _ending(self) -> str:
        """How it ended, in words; empty while it runs."""
        with contextlib.suppress(BlockingIOError, OSError):
            while data := self._lifeline.recv(1000):
                self._status += data.decode("utf-8", "replace")
        for line in self._status.splitlines():
            word, _, rest = line.partition(" ")
            if word == "failed":
                return f"cannot be started: {rest}"
            if word == "ended":
                return f"ended by itself with {_code(int(rest))}"
        return "" if self._process.poll() is None else "is gone"

    def send(self, text: str, seconds: float) -> None:
        """Write lines; an engine that reads nothing for so long is silent."""
        data = memoryview(text.encode("utf-8", "replace") + b"\n")
        until = time.monotonic() + seconds
        while data:
            _, ready, _ = select.select([], [self._in], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise EngineError(f"{self.name} does not read what it is sent", "clock")
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._gone() from None

    def line(self, until: float) -> str | None:
        """The engine's next line; None if there is none by then (time.monotonic)."""
        while not self._lines:
            left = until - time.monotonic()
            ready, _, _ = select.select([self._out], [], [], max(0.0, left))
            if ready:
                self._read()
            elif left <= 0:
                return None
        return self._lines.pop(0)

    def _read(self) -> None:
        try:
            data = os.read(self._out, BLOCK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise self._gone()
        *whole, rest = data.split(b"\n")
        for part in whole:
            line, self._begun = self._begun + part, b""
            self._lines.append(line[:LONGEST].decode("utf-8", "replace").rstrip("\r"))
        self._begun = (self._begun + rest)[:LONGEST]

    def drain(self) -> None:
        """Forget all that it has printed so far."""
        self._lines.clear()
        until = time.monotonic() + LEAVE
        while select.select([self._out], [], [], 0)[0] and time.monotonic() < until:
            self._read()
            self._lines.clear()

    def _gone(self) -> EngineError:
        """The error that says how it ended; the guard tells that a moment after the pipes are closed."""
        until = time.monotonic() + LEAVE
        while not (how := self._ending()) and time.monotonic() < until:
            select.select([self._lifeline], [], [], 0.05)
        self.end()
        return EngineError(f"{self.name} {how or 'has closed its output'}", "crash")

    def quit(self, text: str) -> None:
        """Ask it to end, and kill it if it does not."""
        if self._finish.alive:
            with contextlib.suppress(EngineError, OSError, ValueError):
                self.send(text, LEAVE)
                select.select([self._lifeline], [], [], LEAVE)
        self.end()

    def end(self) -> None:
        """Kill it with all that it has started."""
        self._finish()


def _end(process: subprocess.Popen[bytes], lifeline: socket.socket) -> None:
    """The guard kills the engine and its group when its socket closes; if it does not, they are killed from here."""
    lifeline.close()
    try:
        process.wait(LEAVE)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _code(code: int) -> str:
    if code >= 0:
        return f"code {code}"
    try:
        return f"the signal {signal.Signals(-code).name}"
    except ValueError:
        return f"the signal {-code}"
