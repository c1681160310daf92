"""A user's own programs, which play every game by Playout's own protocol (protocols/program.py)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar

from playout.agents.engines.book import files_hash
from playout.agents.engines.engine import MAX_NAME, START_SECONDS, Engine
from playout.agents.engines.errors import EngineError, Resignation
from playout.agents.engines.process import EngineProcess
from playout.errors import PlayoutError
from playout.game import State
from playout.notices import shown
from playout.protocols.program import (
    GREETING,
    clock_lines,
    end_line,
    is_comment,
    legal_by_text,
    match_lines,
    position_lines,
    read_move,
    read_name,
)
from playout.protocols.timing import thinking_time
from playout.spelling import Spec

__all__ = ["ProgramEngine"]

MAX_COMMENTS = 10_000
"""The largest number of comments before an answer; more are an error."""


class ProgramEngine(Engine):
    """Plays the moves of a user's own program: `program(./my_ai, seconds=1)`."""

    name: ClassVar[str] = "program"
    summary: ClassVar[str] = "a program of your own that speaks Playout's protocol: program(./my_ai, seconds=1)"
    game: ClassVar[str | None] = None
    default_seconds: ClassVar[float | None] = 1.0

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self._told: tuple[int, State] | None = None
        """The match that the program was told: its seat, and the last position."""

    def _introduce(self, process: EngineProcess, until: float) -> None:
        self._told = None
        process.send(GREETING, START_SECONDS)
        try:
            name = read_name(self._answer(process, until, until - time.monotonic()))
        except EngineError:
            raise
        except PlayoutError as error:
            raise EngineError(f"{self.entry.name} {error}") from error
        self.identity = f"{name[:MAX_NAME] or self.entry.name} [{files_hash(self.entry.command)}]"

    def _begin_match(self, process: EngineProcess) -> None:
        self._told = None

    def _choose(self, process: EngineProcess, state: State) -> int:
        state = state.seen_by(state.turn)
        if self._told is not None and self._told[0] != state.turn and state.observer is not None:
            self.close()  # the process knows the view of another seat
            process = self._running()
        known, patience = legal_by_text(state), self._patience(state.turn)
        self._refuse_unasked(process)
        lines = [*self._lead(state), *(f"legal {text}" for text in known), *self._time(state.turn), "go"]
        process.send("\n".join(lines), patience)
        self._told = (state.turn, state)
        line = self._answer(process, time.monotonic() + patience, patience)
        try:
            text = read_move(line)
        except PlayoutError as error:
            raise EngineError(f"{self.entry.name} {error}", "illegal") from error
        if text is None:
            raise Resignation(f"{self.entry.name} resigned")
        if text not in known:
            raise self._illegal(text, state)
        return known[text]

    def _lead(self, state: State) -> list[str]:
        """The lines that tell it a position: the moves that it does not know yet, or the whole match."""
        seat, known = self._told or (-1, state)
        begun = len(known.history)
        if seat != state.turn or known.game != state.game or state.history[:begun] != known.history:
            known = state.game.start()
            return [*match_lines(state.game, state.turn, self._seed), *position_lines(known, state)]
        return position_lines(known, state)

    def _time(self, seat: int) -> list[str]:
        if self.clock is None:
            return clock_lines(self.limit.seconds, None)
        left, increment = max(0.0, self.clock[0][seat]), self.clock[1]
        return clock_lines(thinking_time(left, increment), (left, increment))

    def end_match(self, state: State, payoffs: Sequence[float]) -> None:
        if self._told is None or self._process is None:
            return
        known, self._told = self._told[1], None
        try:
            self._process.send("\n".join([*position_lines(known, state), end_line(payoffs)]), START_SECONDS)
        except EngineError as error:  # the match is over; the next one begins with another process
            self._process.note(str(error))
            self.close()

    def _refuse_unasked(self, process: EngineProcess) -> None:
        """Refuse output before a question, since it would count as the answer to that question."""
        for _ in range(MAX_COMMENTS):
            line = process.line(time.monotonic())
            if line is None:
                return
            if not is_comment(line):
                raise EngineError(
                    f"{self.entry.name} printed {shown(line)} before it was asked; only answers and lines that begin "
                    "with # may be printed",
                    "illegal",
                )

    def _answer(self, process: EngineProcess, until: float, seconds: float) -> str:
        """Its next line that is not a comment."""
        for _ in range(MAX_COMMENTS):
            line = process.line(until)
            if line is None:
                begun = process.unread()
                more = f", and printed {shown(begun.decode('utf-8', 'replace'))} without a line break" if begun else ""
                raise EngineError(f"{self.entry.name} did not answer within {seconds:.3g} s{more}", "clock")
            if not is_comment(line):
                return line
        raise EngineError(f"{self.entry.name} printed {MAX_COMMENTS:,} comments instead of an answer")
