"""`playout protocol gtp`: Go over GTP, for graphical programs, referees and live analysis."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from playout.agents import Searcher
from playout.agents.warming import warm_up
from playout.algorithms.registry import ALGORITHMS
from playout.arena.provenance import version
from playout.errors import MoveError, PlayoutError
from playout.formats.sgf import read_sgf
from playout.game import State, load
from playout.games.go.layout import PASS
from playout.games.go.notation import write_move
from playout.games.go.setting import COLOURS
from playout.games.go.status import capture_before_pass, dead_chains
from playout.limits import Limit
from playout.notices import shown
from playout.protocols.gtp import (
    GtpCommand,
    count_score,
    dead_stones,
    handicap_points,
    read_colour,
    read_command,
    set_up_again,
    stones,
    write_answer,
)
from playout.protocols.timing import FOREVER
from playout.servers.gtp_analysis import analysis_line
from playout.servers.gtp_clock import GtpClock
from playout.servers.judge import Preparation
from playout.servers.text_lines import MAX_LINE_BYTES, Line, Lines, Output
from playout.spelling import AGENT_WORDS, Spec

__all__ = ["GtpSession"]

DEFAULT_SECONDS = 2.0
"""The default thinking time of a move in seconds, without a limit of the agent and without a clock."""

MAX_FILE_BYTES = 10_000_000
"""The largest size of an SGF file in bytes."""

SIZES = (19, 9, 13)
"""The sizes of the board before the controller sets one, in the order in which they are tried."""


class GtpSession:
    """One conversation."""

    def __init__(self, spec: Spec, output: Output, *, ko: str = "superko") -> None:
        """spec: the search that plays, with or without a limit. ko: the value of Go's option."""
        self._write = output
        self._limit = spec.limit
        self._seed = spec.seed
        self._searcher = Searcher(spec.without(*Limit.names(), *AGENT_WORDS, "seed"), seed=self._seed)
        self._searcher.limit = self._limit_for(DEFAULT_SECONDS)
        self._options: dict[str, Any] = {"size": SIZES[0], "komi": 7.5, "ko": ko}
        self._options["size"] = self._first_size()
        self._states = [load("go", **self._options).start()]
        """The positions since the board was cleared; `undo` removes the last."""
        self._clock = GtpClock()
        self._lines: Lines | None = None
        self._preparation = Preparation(self._prepare)
        self.commands: dict[str, Callable[[tuple[str, ...]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "Playout",
            "version": lambda words: version(),
            "known_command": self._known_command,
            "list_commands": lambda words: "\n".join(self.commands),
            "quit": lambda words: "",
            "boardsize": self._board_size,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._fixed_handicap,
            "set_free_handicap": self._set_handicap,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "kgs-genmove_cleanup": self._genmove_cleanup,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": lambda words: count_score(self._state, self._dead()),
            "final_status_list": self._final_status_list,
            "loadsgf": self._load_sgf,
            "showboard": lambda words: f"\n{self._state}",
            "lz-analyze": self._analyze,
            "kata-analyze": self._analyze,
        }

    def run(self, given: Lines | None = None) -> None:
        """Answer until `quit` or the end of the input."""
        self._lines = given or Lines()
        for line in self._lines:
            if not self.handle(line):
                break

    def handle(self, line: Line) -> bool:
        """Answer one line; False after `quit`."""
        if line.length:
            self._refuse("", f"a line has {line.length:,} bytes; the longest that is read has {MAX_LINE_BYTES:,}")
            return True
        command = read_command(line.text)
        if command is None:
            return True
        answer = self.commands.get(command.name)
        if answer is None:
            self._refuse(command.number, "unknown command")
        elif command.name.endswith("-analyze"):
            self._analyse_for(command)
        else:
            try:
                self._write(write_answer(command.number, answer(command.words)))
            except MoveError as error:
                self._refuse(command.number, f"illegal move: {error}")
            except PlayoutError as error:
                self._refuse(command.number, str(error))
        return command.name != "quit"

    def _refuse(self, number: str, sentence: str) -> None:
        self._write(write_answer(number, " ".join(sentence.split()), is_error=True))

    def _first_size(self) -> int:
        """The size of the first board: the first of SIZES that the agent can play. A network may play only one size."""
        refusal = None
        for size in SIZES:
            try:
                self._searcher.check(load("go", **{**self._options, "size": size}).start())
            except PlayoutError as error:
                refusal = refusal or error
            else:
                return size
        assert refusal is not None
        raise refusal

    def _prepare(self) -> None:
        # Any size runs the same code, and a small board takes less time; a network knows its own size only.
        size = self._options["size"] if ALGORITHMS[self._searcher.algorithm.name].names_file else 9
        game = load("go", **{**self._options, "size": size})
        game.compile()
        warm_up(game, self._searcher)
        dead_chains(game.rules, game.start().position)

    def _known_command(self, words: tuple[str, ...]) -> str:
        return "true" if words[:1] and words[0] in self.commands else "false"

    # The board

    @property
    def _state(self) -> State:
        return self._states[-1]

    def _begin(self, **options: Any) -> None:
        """Clear the board; invalid options are refused, and then the board does not change."""
        chosen = {**self._options, **options}
        game = load("go", **chosen)
        self._searcher.check(game.start())
        game.compile()
        self._options = chosen
        self._states = [game.start()]

    def _board_size(self, words: tuple[str, ...]) -> str:
        size = _number(words, 0, "boardsize")
        if not 5 <= size <= 19:
            raise PlayoutError("unacceptable size: boards go from 5 to 19")
        self._begin(size=size)
        return ""

    def _clear_board(self, words: tuple[str, ...]) -> str:
        self._begin()
        self._searcher.reset(self._seed)
        self._clock.restart()
        return ""

    def _komi(self, words: tuple[str, ...]) -> str:
        """Change the komi of the current match."""
        try:
            komi = float(words[0])
        except (IndexError, ValueError):
            raise PlayoutError("syntax error: komi is followed by a number") from None
        if not math.isfinite(komi):
            raise PlayoutError("syntax error: komi is followed by a number")
        states = self._states
        self._options = {**self._options, "komi": _check_komi(komi, self._options)}
        self._states = [_with_komi(state, komi) for state in states]
        return ""

    def _play(self, words: tuple[str, ...]) -> str:
        if len(words) != 2:
            raise PlayoutError("syntax error: play is followed by a colour and a point")
        self._states.append(self._to_move(read_colour(words[0])).play(words[1]))
        return ""

    def _to_move(self, seat: int) -> State:
        """The position with a colour to move, after a pass if necessary: the protocol allows any order of colours."""
        state = self._state
        if state.over:
            return set_up_again(state, seat)
        if state.turn == seat:
            return state
        passed = state.play("pass")
        return set_up_again(state, seat) if passed.over else passed

    def _undo(self, words: tuple[str, ...]) -> str:
        if len(self._states) == 1:
            raise PlayoutError("cannot undo")
        self._states.pop()
        return ""

    def _fixed_handicap(self, words: tuple[str, ...]) -> str:
        count, size = _number(words, 0, "the number of stones"), int(self._options["size"])
        points = handicap_points(size)
        if not 2 <= count <= len(points):
            raise PlayoutError(f"invalid number of stones: a board of this size takes 2 to {len(points)}")
        chosen = points[:count]
        if count in (5, 7) and len(points) == 9:
            chosen = [*points[: count - 1], points[8]]
        return self._set_handicap(tuple(chosen))

    def _set_handicap(self, words: tuple[str, ...]) -> str:
        if len(self._states) > 1 or any(stones(self._state)):
            raise PlayoutError("board not empty")
        if len(words) < 2:
            raise PlayoutError("syntax error: a handicap has two stones or more")
        game = load("go", **self._options, black=" ".join(words), first="white")
        self._states = [game.start()]
        return " ".join(word.upper() for word in words)

    def _load_sgf(self, words: tuple[str, ...]) -> str:
        """Load a match from a file; with a number, to the position before that move."""
        if not words:
            raise PlayoutError("syntax error: loadsgf is followed by the name of a file")
        before = _number(words, 1, "the number of a move") - 1 if len(words) > 1 else None
        try:
            with Path(words[0]).open(encoding="utf-8", errors="replace") as file:
                text = file.read(MAX_FILE_BYTES + 1)
        except (OSError, ValueError):
            raise PlayoutError("cannot load file") from None
        if len(text) > MAX_FILE_BYTES:
            raise PlayoutError(f"cannot load file: it has more than {MAX_FILE_BYTES:,} bytes")
        match = read_sgf(text).state
        states = [match.game.start()]
        for move in match.history[: None if before is None else max(0, before)]:
            states.append(states[-1].play(move))
        self._options = {**self._options, **{w: v for w, v in match.game.options.items() if w in self._options}}
        self._states = states
        return COLOURS[states[-1].turn] if not states[-1].over else ""

    def _final_status_list(self, words: tuple[str, ...]) -> str:
        """List stones by status. Playouts do not recognise a seki, so its stones count as alive."""
        if words[:1] not in (("alive",), ("dead",), ("seki",)):
            raise PlayoutError("invalid status: it is alive, seki or dead")
        dead = [] if words[0] == "seki" else [point for chain in self._dead() for point in chain]
        if words[0] == "alive":
            return " ".join(point for points in stones(self._state) for point in points if point not in dead)
        return " ".join(dead)

    def _dead(self) -> list[list[str]]:
        self._preparation.wait(None)
        return dead_stones(self._state)

    # Thinking

    def _time_settings(self, words: tuple[str, ...]) -> str:
        self._clock.settings(*(_number(words, i, "time_settings") for i in range(3)))
        return ""

    def _time_left(self, words: tuple[str, ...]) -> str:
        if len(words) != 3:
            raise PlayoutError("syntax error: time_left is followed by a colour, seconds and stones")
        self._clock.left(read_colour(words[0]), _number(words, 1, "time_left"), _number(words, 2, "time_left"))
        return ""

    def _genmove(self, words: tuple[str, ...]) -> str:
        if not self._state.over:
            return self._genmove_cleanup(words)
        _seat(words)
        self._states.append(self._state)
        return "pass"

    def _genmove_cleanup(self, words: tuple[str, ...]) -> str:
        """Choose a move and play it; after two passes the match goes on."""
        state = self._to_move(_seat(words))
        move = self._choose(state)
        self._states.append(state.play(move))
        return move

    def _reg_genmove(self, words: tuple[str, ...]) -> str:
        seat = _seat(words)
        return "pass" if self._state.over else self._choose(self._to_move(seat))

    def _choose(self, state: State) -> str:
        """The agent's move. It does not pass while it can capture dead stones."""
        begin, seat = time.perf_counter(), state.turn
        self._preparation.wait(None)
        seconds = self._clock.thinking(seat)
        self._searcher.limit = self._limit_for(
            DEFAULT_SECONDS if seconds is None else seconds, is_clock=seconds is not None
        )
        move = self._searcher.choose(state)
        if move == PASS and self._searcher.result is not None:
            found = self._searcher.result.candidates
            values = {item.move: None if item.values is None else item.values[seat] for item in found}
            move = capture_before_pass(state.game.rules, state.position, values)
        self._clock.used(seat, time.perf_counter() - begin)
        return write_move(move)

    def _limit_for(self, seconds: float, *, is_clock: bool = False) -> Limit:
        """The agent's own limit with the clock's, or the default time without both."""
        if is_clock or not self._limit.ends:
            return replace(self._limit, seconds=min(seconds, self._limit.seconds or seconds))
        return self._limit

    def _analyse_for(self, command: GtpCommand) -> None:
        """Live analysis: lines until the next input, then the empty line that ends the answer."""
        try:
            seat, interval = self._analysis(command.words)
            state = self._to_move(seat)
        except PlayoutError as error:
            self._refuse(command.number, str(error))
            return
        self._preparation.wait(None)
        self._write(f"={command.number}")
        self._searcher.limit = Limit(seconds=FOREVER, memory=self._limit.memory)
        told = 0.0
        for found in self._searcher.think(state):
            now = time.perf_counter()
            if now - told >= interval:
                told = now
                self._write(analysis_line(found, is_kata=command.name.startswith("kata")))
            if self._lines is None or self._lines.waiting:
                self._searcher.stop()
        while self._lines is not None and not self._lines.waiting:
            time.sleep(0.02)  # solved: there is nothing new to report
        self._write("")

    def _analyze(self, words: tuple[str, ...]) -> str:
        raise AssertionError("answered by _analyse_for")

    def _analysis(self, words: tuple[str, ...]) -> tuple[int, float]:
        """The colour and the seconds between two lines; other arguments, such as `minmoves 3`, are ignored."""
        rest = list(words)
        seat = 0 if self._state.over else self._state.turn
        if rest and rest[0].lower() in ("b", "w", *COLOURS):
            seat = read_colour(rest.pop(0))
        if rest and rest[0].lower() == "interval":
            rest.pop(0)
        interval = _number(tuple(rest), 0, "the interval") if rest and rest[0].isdigit() else 50
        return seat, interval / 100


def _seat(words: tuple[str, ...]) -> int:
    """The colour that is the only argument of a command for a move."""
    if len(words) != 1:
        raise PlayoutError("syntax error: genmove is followed by a colour")
    return read_colour(words[0])


def _number(words: tuple[str, ...], place: int, what: str) -> int:
    text = words[place] if place < len(words) else ""
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        raise PlayoutError(f"syntax error: {what} needs a whole number, not {shown(text)}")
    return int(text)


def _check_komi(komi: float, options: dict[str, Any]) -> float:
    load("go", **{**options, "komi": komi})  # raises for an invalid komi
    return komi


def _with_komi(state: State, komi: float) -> State:
    """The same match with another komi."""
    return load("go", **{**state.game.options, "komi": komi}).replay(state.history)
