"""Go engines that speak GTP."""

from __future__ import annotations

import math
import time
from typing import Any, ClassVar

from playout.agents.engines.engine import MAX_NAME, START_SECONDS, Engine
from playout.agents.engines.errors import EngineError, Resignation
from playout.agents.engines.process import EngineProcess
from playout.game import Game, State
from playout.games.go.notation import write_move
from playout.games.go.setting import COLOURS
from playout.loading import option_defaults
from playout.spelling import Spec

__all__ = ["GtpEngine"]

MAX_ANSWER_LINES = 10_000
"""The largest number of lines of an answer; a longer one is an error."""


class GtpEngine(Engine):
    """Plays the moves of a Go engine: `gtp("gnugo --mode gtp --level 10")`."""

    name: ClassVar[str] = "gtp"
    summary: ClassVar[str] = 'a Go engine that speaks GTP: gtp("gnugo --mode gtp --level 10")'
    game: ClassVar[str | None] = "go"

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self._told: tuple[Game | None, tuple[int, ...]] = (None, ())
        """The match that the engine was told: the game and the moves."""

    def _ask(self, process: EngineProcess, command: str, seconds: float) -> str:
        """The answer to a command; raises EngineError if the engine reports an error."""
        process.send(command, seconds)
        until, lines = time.monotonic() + seconds, list[str]()
        while (line := process.line(until)) is not None:
            if not line.strip():
                if lines:
                    break
                continue
            if not lines and line[0] not in "=?":
                continue  # some engines print further lines between two answers
            lines.append(line.strip())
            if len(lines) > MAX_ANSWER_LINES:
                raise EngineError(f"{self.entry.name} answers {command.split()[0]} without end")
        else:
            raise self._silent(seconds)
        text = "\n".join([lines[0][1:].lstrip("0123456789").strip(), *lines[1:]]).strip()
        if lines[0].startswith("?"):
            raise EngineError(f"{self.entry.name} refuses {command[:60]!r}: {text[:100]}")
        return text

    def _introduce(self, process: EngineProcess, until: float) -> None:
        names = [self._ask(process, word, START_SECONDS)[:MAX_NAME] for word in ("name", "version")]
        self.identity = " ".join(" ".join(names).split())
        self._told = (None, ())

    def _begin_match(self, process: EngineProcess) -> None:
        process.drain()
        self._told = (None, ())
        self._ask(process, "clear_board", START_SECONDS)

    def _choose(self, process: EngineProcess, state: State) -> int:
        self._follow(process, state)
        self._tell_time(process, state.turn)
        text = self._ask(process, f"genmove {COLOURS[state.turn]}", self._patience(state.turn))
        if text.lower() == "resign":
            raise Resignation(f"{self.entry.name} resigned after {len(state.history)} plies")
        known = {write_move(move).lower(): move for move in state.moves()}
        if text.lower() not in known:
            raise self._illegal(text, state)
        move = known[text.lower()]
        self._told = (state.game, (*state.history, move))
        return move

    def _follow(self, process: EngineProcess, state: State) -> None:
        """Send the moves that it does not know yet, or else the whole match from an empty board."""
        game, moves = self._told
        options = {**option_defaults(state.game.rules), **state.game.options}
        if game != state.game or state.history[: len(moves)] != moves:
            moves = ()
            self._set_up(process, options)
        seat = (len(moves) + (options["first"] == "white")) % 2
        for move in state.history[len(moves) :]:
            self._ask(process, f"play {COLOURS[seat]} {write_move(move)}", START_SECONDS)
            seat = 1 - seat
        self._told = (state.game, state.history)

    def _set_up(self, process: EngineProcess, options: dict[str, Any]) -> None:
        """Send an empty board with the handicap stones."""
        for command in (f"boardsize {options['size']}", f"komi {options['komi']:g}", "clear_board"):
            self._ask(process, command, START_SECONDS)
        for colour in COLOURS:
            for point in options[colour].replace(",", " ").split():
                self._ask(process, f"play {colour} {point}", START_SECONDS)

    def _tell_time(self, process: EngineProcess, seat: int) -> None:
        """Send the time in whole seconds: the time left on a clock, or the time for each move."""
        if self.clock is not None:
            left = math.floor(max(0.0, self.clock[0][seat]))
            self._ask(process, f"time_settings {max(1, left)} 0 0", START_SECONDS)
            self._ask(process, f"time_left {COLOURS[seat]} {left} 0", START_SECONDS)
        elif self.limit.seconds is not None:
            self._ask(process, f"time_settings 0 {max(1, math.floor(self.limit.seconds))} 1", START_SECONDS)
