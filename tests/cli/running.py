"""Commands as tests run them: in this process where that is all the same, as a process of their own, in a terminal."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from unittest import mock

from playout.cli import main

__all__ = ["on_a_terminal", "run", "run_process"]

Done = subprocess.CompletedProcess[str]


def run(*words: str, typed: str = "", **environment: str) -> Done:
    """A command in this process, by the function that `playout` starts with: its code and all that it prints."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["playout", *words]),
        mock.patch.object(sys, "stdin", io.StringIO(typed)),
        mock.patch.dict(os.environ, environment),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as left:
            assert isinstance(left.code, int)
            return Done(words, left.code, out.getvalue(), err.getvalue())
    raise AssertionError("a command ends with a code")


def run_process(*words: str, typed: str = "", **environment: str) -> Done:
    """The same as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "playout", *words],
        input=typed,
        capture_output=True,
        text=True,
        errors="replace",  # it may write in another encoding
        timeout=120,
        env={**os.environ, **environment},
    )


def on_a_terminal(*words: str) -> str:
    """All that a command writes to a terminal."""
    ours, theirs = os.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "40", "PLAYOUT_QUIET": "1"}
    command = [sys.executable, "-m", "playout", *words]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as running:
        os.close(theirs)
        seen = b""
        with contextlib.suppress(OSError):  # the terminal closes when the command ends
            while data := os.read(ours, 4096):
                seen += data
    os.close(ours)
    assert running.returncode == 0, seen
    return seen.decode()
