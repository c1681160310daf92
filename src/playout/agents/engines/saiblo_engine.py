"""Programs for the course's Connect Four: the judge's side of the Saiblo platform's protocol."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, ClassVar

from playout.agents.engines.book import files_hash
from playout.agents.engines.engine import Engine
from playout.agents.engines.errors import EngineError
from playout.agents.engines.process import EngineProcess
from playout.errors import OptionError, PlayoutError
from playout.game import State
from playout.loading import option_defaults
from playout.protocols.saiblo import LENGTH, read_answer, write_setup, write_turn
from playout.protocols.saiblo_board import LINE, SaibloBoard
from playout.spelling import Spec

__all__ = ["SaibloEngine"]

MAX_ANSWER_BYTES = 64
"""The largest length of an answer in bytes; a longer one is an error."""


class SaibloEngine(Engine):
    """Plays the moves of a program for the course's judge: `saiblo(./my_ai)`. Each match has its own process."""

    name: ClassVar[str] = "saiblo"
    summary: ClassVar[str] = "a program for the course's judge of Connect Four: saiblo(./my_ai)"
    game: ClassVar[str | None] = "connect_four"
    default_seconds: ClassVar[float | None] = 3.0
    farewell: ClassVar[str] = ""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        assert self.limit.seconds is not None
        self._seconds = self.limit.seconds
        """The time for an answer; a later answer loses, as on the platform."""
        self._told: tuple[int, ...] | None = None
        """The moves that the program knows, its own last answer included."""

    def _refuse_unfit(self, state: State) -> None:
        super()._refuse_unfit(state)
        options = _options(state)
        if options["blocked"] is None or options["line"] != LINE:
            raise OptionError(
                "the course's boards have one blocked cell and lines of four; give the cell, like -o blocked=3,4, and "
                "leave line out"
            )

    def _introduce(self, process: EngineProcess, until: float) -> None:
        self._told = None
        self.identity = f"{Path(self.entry.command[0]).name} [{files_hash(self.entry.command)}]"

    def reset(self, seed: int | None = None) -> None:
        self.close()
        super().reset(seed)

    def _begin_match(self, process: EngineProcess) -> None:
        """Nothing is sent: the process was started for this match."""

    def _patience(self, seat: int) -> float:
        return self._seconds

    def _choose(self, process: EngineProcess, state: State) -> int:
        self._refuse_unfit(state)
        begins = self._told is None
        if (len(state.history) != state.turn) if begins else (state.history[:-1] != self._told):
            raise EngineError(
                f"{self.entry.name} cannot be told of this position: the judge's protocol has no openings, and no move "
                "can be taken back"
            )
        options = _options(state)
        board = SaibloBoard(options["rows"], options["columns"], options["blocked"])
        for move in state.history[:-1]:
            board.play(move)
        cell = board.landing(state.history[-1]) if state.history else None
        if extra := process.unread():
            raise EngineError(f"{self.entry.name} printed {extra[:40]!r} after its answer", "illegal")
        process.send("\n".join([*([write_setup(board)] if begins else []), write_turn(cell)]), self._seconds)
        if state.history:
            board.play(state.history[-1])
        column = self._column(process, board)
        self._told = (*state.history, column)
        return column

    def _column(self, process: EngineProcess, board: SaibloBoard) -> int:
        """The column of its answer; raises EngineError unless a stone lands on the cell of the answer."""
        until = time.monotonic() + self._seconds
        head = self._take(process, LENGTH.size, until)
        length = LENGTH.unpack(head)[0]
        if length > MAX_ANSWER_BYTES:
            rest = process.unread()
            raise EngineError(
                f"{self.entry.name} printed {(head + rest)[:40]!r}; an answer is the text 'x y' after its length in "
                "four bytes, the highest first, and nothing else",
                "illegal",
            )
        try:
            (x, y), _ = read_answer(head + self._take(process, length, until))
        except EngineError:
            raise
        except PlayoutError as error:
            raise EngineError(f"{self.entry.name}: {error}", "illegal") from error
        if y not in board.moves():
            raise EngineError(f"{self.entry.name} answered {x} {y}, but column {y} is full or not there", "illegal")
        if board.landing(y) != (x, y):
            row = board.landing(y)[0]
            raise EngineError(
                f"{self.entry.name} answered {x} {y}, but a stone in column {y} lands on row {row}", "illegal"
            )
        return y

    def _take(self, process: EngineProcess, count: int, until: float) -> bytes:
        data = process.take(count, until)
        if data is None:
            begun = process.unread()
            more = f", and printed only {begun[:40]!r}" if begun else ""
            raise EngineError(f"{self.entry.name} did not answer within {self._seconds:.3g} s{more}", "clock")
        return data


def _options(state: State) -> dict[str, Any]:
    return {**option_defaults(state.game.rules), **state.game.options}
