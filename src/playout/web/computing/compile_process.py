"""The process that compiles for a server: it does one job and ends. The compiled code goes into the cache.

The job comes as a pickle on standard input. Standard output has one JSON list a line: `["compiling", what, done]` when
compiling of something begins or ends; at the end `["done"]`, or `["failed", sentence]`. The server keeps standard
input open as long as it lives. When it closes, this process ends at once.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import sys
import threading
from dataclasses import dataclass
from typing import BinaryIO

from playout import notices
from playout.agents.warming import warm_moves, warm_up
from playout.errors import PlayoutError
from playout.game import Game

__all__ = ["CompileJob", "main"]

LOW = 10
"""The increment of `nice` for a job that no person waits for."""


@dataclass(frozen=True)
class CompileJob:
    """The agents and moves of a game whose code is compiled."""

    game: Game
    agents: tuple[str, ...]
    """Spellings of the agents."""
    moves: bool
    """Whether the code that plays moves in a tournament is compiled, too."""
    low: bool = False
    """Whether it runs at low priority."""

    def run(self) -> None:
        """Load or compile all of the code, in this process."""
        for agent in self.agents:
            warm_up(self.game, agent)
        if self.moves:
            warm_moves(self.game)

    def load(self) -> bool:
        """Load all of the code from the cache, in this process; returns whether the cache had it."""
        from playout.native.compiled import NotCompiledError, without_compiling

        with without_compiling():
            try:
                self.run()
            except NotCompiledError:
                return False
        return True


def main() -> None:
    """Run one job from standard input, then end the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a game's file prints must not reach the server

    def tell(*message: object) -> None:
        with contextlib.suppress(OSError):
            print(json.dumps(message), file=out)

    try:
        job: CompileJob = pickle.load(sys.stdin.buffer)
        threading.Thread(target=_end_with, args=(sys.stdin.buffer,), daemon=True).start()
        if job.low and hasattr(os, "nice"):
            os.nice(LOW)
        notices.listen(lambda what, done: tell("compiling", what, done))
        job.run()
    except PlayoutError as error:
        tell("failed", str(error))
    except Exception as error:
        tell("failed", f"{type(error).__name__}: {error}")
    else:
        tell("done")
    out.flush()
    os._exit(0)  # end at once: nothing here needs cleaning up


def _end_with(server: BinaryIO) -> None:
    """End this process when the server closes its end of the pipe."""
    server.read(1)
    os._exit(1)
