"""Agents that misbehave, for tests of the arena; in a module of their own so that workers can import them."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from pathlib import Path
from typing import Any

from playout.game import State


class Agent:
    """Plays the first legal move, and names itself by its class."""

    @property
    def name(self) -> str:
        return type(self).__name__.lower()

    def check(self, state: State) -> None: ...

    def reset(self, seed: int | None = None) -> None: ...

    def choose(self, state: State) -> Any:
        return state.moves()[0]


class First(Agent):
    pass


class Illegal(Agent):
    def choose(self, state: State) -> Any:
        return 77


class Word(Agent):
    def choose(self, state: State) -> Any:
        return "b2"


class Raises(Agent):
    def choose(self, state: State) -> Any:
        if len(state.history) >= 2:
            raise ZeroDivisionError("one over nothing")
        return super().choose(state)


class Leaves(Agent):
    def choose(self, state: State) -> Any:
        os._exit(3)


class Breaks(Agent):
    """Ends its process as a fault in native code would."""

    def choose(self, state: State) -> Any:
        os.kill(os.getpid(), signal.SIGSEGV)
        time.sleep(60)


class Hangs(Agent):
    """Never answers its second move."""

    def choose(self, state: State) -> Any:
        while len(state.history) >= 2:
            time.sleep(1)
        return super().choose(state)


class Slow(Agent):
    def choose(self, state: State) -> Any:
        time.sleep(0.15)
        return super().choose(state)


class Glutton(Agent):
    """Takes memory and keeps it."""

    def choose(self, state: State) -> Any:
        held = []
        while True:
            held.append(ctypes.create_string_buffer(b"x" * 20_000_000))
            time.sleep(0.01)


class Asks(Agent):
    def choose(self, state: State) -> Any:
        return len(bytearray(1 << 60))


class Remembers(Agent):
    """Counts its moves, and plays otherwise in a second match if anything was left from the first."""

    def __init__(self) -> None:
        self.made = 0

    def choose(self, state: State) -> Any:
        self.made += 1
        return state.moves()[0] if self.made <= 5 else state.moves()[-1]


class Fells(Agent):
    """Its worker is killed from outside while it thinks, as often as `times` says; `place` counts."""

    def __init__(self, place: Path, times: int) -> None:
        self.place = place
        self.times = times

    def choose(self, state: State) -> Any:
        seen = len(list(self.place.iterdir()))
        if seen < self.times:
            (self.place / str(seen)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(60)
        return super().choose(state)
