"""`playout protocol saiblo`: Connect Four with a blocked cell for the Saiblo platform's judge.

The judge's clock runs from the start of the process, so large modules are imported only when they are needed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from playout.servers import read_search
from playout.servers.judge import Preparation, first_deadline, process_age

if TYPE_CHECKING:
    from playout.agents import Searcher
    from playout.limits import Limit
    from playout.protocols.saiblo_board import SaibloBoard

__all__ = ["play_match"]

WAKING_SECONDS = 0.2
"""Seconds between the end of the first search and its deadline, since a thread may wake late on a busy machine."""

MIN_SEARCH_SECONDS = 0.4
"""The shortest search in seconds; with less time left, the quick move is played."""

MIN_PLANNED_SECONDS = 0.05
"""The shortest planned time of a search in seconds."""


def play_match(agent: str, seconds: float) -> None:
    """Answer the judge until it closes the input. seconds: for a move, unless the agent's spelling has a limit."""
    from playout.errors import PlayoutError
    from playout.protocols.saiblo import play_cell, read_setup, read_turn, write_answer

    player = Timed(agent, seconds, time.monotonic() - process_age())
    lines = _lines()
    first = next(lines, None)
    if first is None:
        player.prepare()
        return
    board = read_setup(first)
    for line in lines:
        arrived, cell = time.monotonic(), read_turn(line)
        if cell is not None:
            play_cell(board, *cell)
        elif board.history:
            raise PlayoutError("-1 -1 says that the match begins, but it has begun")
        if board.over:
            continue
        column = player.choose(board, arrived)
        sys.stdout.buffer.write(write_answer(*board.landing(column)))
        sys.stdout.buffer.flush()
        board.play(column)
    player.prepare()


class Timed:
    """A player that answers in time while its libraries and native code are loaded or compiled in the background."""

    _limit: Limit
    """The agent's own limit, known once it is prepared; a move may get less time."""

    def __init__(self, spelling: str, seconds: float, started: float) -> None:
        """An agent by its spelling; it thinks for `seconds` unless its spelling has a limit.

        started: the time of the start of the process, by time.monotonic().
        """
        self._spelling = spelling
        self._seconds = seconds
        self._started = started
        self._is_first = True
        self._player: Searcher | None = None
        self._preparation = Preparation(self._prepare)

    def prepare(self) -> None:
        """Wait until the search is ready to play; raises the error of its preparation."""
        self._preparation.wait(None)

    def _prepare(self) -> None:
        """Load or compile all code of a match, by quick moves on another board; a new size compiles nothing."""
        from playout.agents.warming import warm_up
        from playout.game import load

        player = _searcher(self._spelling, self._seconds)
        game = load("connect_four", rows=9, columns=9, blocked=(4, 4))
        player.check(game.start())
        warm_up(game, player)
        self._limit = player.limit
        self._player = player

    def choose(self, board: SaibloBoard, arrived: float) -> int:
        """A column, for a question that arrived at this time (time.monotonic).

        If the search is not ready in time, it is the board's `quick_move`.
        """
        is_first, self._is_first = self._is_first, False
        quick = board.quick_move()
        if not self._preparation.wait(self._end(self._seconds, arrived, is_first) - MIN_SEARCH_SECONDS):
            return quick
        from playout.game import load

        assert self._player is not None
        limit = self._limit
        if (is_first or limit.seconds is not None) and not limit.proven:
            usual = limit.seconds or self._seconds
            left = self._end(usual, arrived, is_first) - time.monotonic()
            limit = replace(limit, seconds=max(MIN_PLANNED_SECONDS, min(usual, left)))
        self._player.limit = limit
        return self._player.choose(load("connect_four", **board.options).replay(board.history))

    def _end(self, seconds: float, arrived: float, is_first: bool) -> float:
        """The time by which a search of `seconds` has to end."""
        return first_deadline(self._started, arrived, seconds) - WAKING_SECONDS if is_first else arrived + seconds


def _searcher(spelling: str, seconds: float) -> Searcher:
    """The agent with this spelling; it thinks for `seconds` unless its spelling has a limit."""
    from playout.agents import Searcher, agent

    spec = read_search(spelling)
    player = agent(spec)
    assert isinstance(player, Searcher)
    if not spec.limit.ends:
        player.limit = replace(player.limit, seconds=seconds)
    return player


def _lines() -> Iterator[str]:
    """The judge's lines without empty ones."""
    while data := sys.stdin.buffer.readline():
        line = data.decode("ascii", "replace").strip()
        if line:
            yield line
