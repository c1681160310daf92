"""The process of an engine: started without a shell, and ended with all processes that it has started.

Its input consists of lines, its output of lines or bytes. Lines that are too long are cut. Every wait has a time limit.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from pathlib import Path

from playout.agents.engines.errors import EngineError
from playout.agents.engines.log import Log

__all__ = ["EngineProcess"]

MAX_LINE_BYTES = 1 << 16
"""The largest length of a line in bytes."""

BLOCK = 1 << 16

QUIT_SECONDS = 1.0
"""Seconds for an engine to end by itself after `quit`."""

_HINTS = {"Exec format error": "; a script needs #! and the program that runs it in its first line"}
"""Advice by the system's error message."""

GUARD = Path(__file__).with_name("guard.py")


class EngineProcess:
    """A running engine, for one thread at a time."""

    def __init__(self, command: Sequence[str], name: str, log: Log | None = None) -> None:
        """command: the program and its arguments. name: for errors. log: also gets its standard error."""
        if os.name != "posix":
            raise EngineError(f"{name} cannot be started: engines as agents need Linux or macOS")
        self.name = name
        self.log = log
        self._data = bytearray()
        """The output that was not read yet."""
        ours, theirs = socket.socketpair()
        words = [sys.executable, "-I", "-S", str(GUARD), str(theirs.fileno()), *command]
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if log is None else log.descriptor,
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
        self._note("!", f"{shlex.join(command)} is started")

    @property
    def is_alive(self) -> bool:
        """Whether the engine runs, as far as the guard has reported."""
        return self._finish.alive and not self._ending()

    def _ending(self) -> str:
        """How the engine ended, in words; empty while it runs."""
        with contextlib.suppress(BlockingIOError, OSError):
            while data := self._lifeline.recv(1000):
                self._status += data.decode("utf-8", "replace")
        for line in self._status.splitlines():
            word, _, rest = line.partition(" ")
            if word == "failed":
                return f"cannot be started: {rest}{_HINTS.get(rest, '')}"
            if word == "ended":
                return f"ended by itself with {_code(int(rest))}"
        return "" if self._process.poll() is None else "is gone"

    def send(self, text: str, seconds: float) -> None:
        """Write lines; raises EngineError if the engine does not read them within these seconds."""
        self._note(">", text)
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
        """The engine's next line; None if there is none before `until` (time.monotonic)."""
        while (end := self._data.find(b"\n")) < 0:
            del self._data[MAX_LINE_BYTES:]
            if not self._wait(until):
                return None
        line = self._data[: min(end, MAX_LINE_BYTES)].decode("utf-8", "replace").rstrip("\r")
        del self._data[: end + 1]
        self._note("<", line)
        return line

    def take(self, count: int, until: float) -> bytes | None:
        """The next `count` bytes of output; None if they have not arrived before `until` (time.monotonic)."""
        while len(self._data) < count:
            if not self._wait(until):
                return None
        data = bytes(self._data[:count])
        del self._data[:count]
        self._note("<", repr(data)[2:-1])
        return data

    def unread(self) -> bytes:
        """The output so far that was not read; only the beginning if it is long."""
        while len(self._data) < MAX_LINE_BYTES and select.select([self._out], [], [], 0)[0]:
            self._read()
        return bytes(self._data)

    def _wait(self, until: float) -> bool:
        """Read output into the buffer; False if there is none before `until`."""
        left = until - time.monotonic()
        ready, _, _ = select.select([self._out], [], [], max(0.0, left))
        if ready:
            self._read()
        return bool(ready) or left > 0

    def _read(self) -> None:
        try:
            data = os.read(self._out, BLOCK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise self._gone()
        self._data += data

    def drain(self) -> None:
        """Drop all output so far."""
        until = time.monotonic() + QUIT_SECONDS
        while select.select([self._out], [], [], 0)[0] and time.monotonic() < until:
            self._read()
            self._forget()
        self._forget()

    def _forget(self) -> None:
        """Drop complete lines, and the excess of an incomplete long line."""
        del self._data[: self._data.rfind(b"\n") + 1]
        del self._data[MAX_LINE_BYTES:]

    def _gone(self) -> EngineError:
        """The error that the engine has ended. The guard reports the end a moment after the pipes are closed."""
        how = self._wait_for_end()
        self.end()
        return EngineError(f"{self.name} {how or 'has closed its output'}", "crash")

    def _wait_for_end(self) -> str:
        """How the engine ended, in words; empty if it still runs after QUIT_SECONDS."""
        until = time.monotonic() + QUIT_SECONDS
        while not (how := self._ending()) and time.monotonic() < until:
            select.select([self._lifeline], [], [], 0.05)
        return how

    def quit(self, text: str) -> None:
        """Ask the engine to end by sending a line, or by closing its input if `text` is empty. Kill it if it does not
        end.
        """
        if self._finish.alive:
            with contextlib.suppress(EngineError, OSError, ValueError):
                if text:
                    self.send(text, QUIT_SECONDS)
                elif self._process.stdin is not None:
                    self._process.stdin.close()
                if not self._wait_for_end():
                    self._note("!", f"it did not end within {QUIT_SECONDS:g} s of being asked to, and is killed")
        self.end()

    def end(self) -> None:
        """Kill the engine with all processes that it has started."""
        self._finish()

    def note(self, text: str) -> None:
        """Write a sentence to the engine's log, if it has one."""
        self._note("!", text)

    def _note(self, mark: str, text: str) -> None:
        if self.log is not None:
            self.log.write(self._process.pid, mark, text)


def _end(process: subprocess.Popen[bytes], lifeline: socket.socket) -> None:
    """Close the guard's socket, so that the guard kills the engine's group; if it does not, kill the group here."""
    lifeline.close()
    try:
        process.wait(QUIT_SECONDS)
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
