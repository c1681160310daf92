"""`playout protocol`: play over standard input and output by another program's protocol."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from playout.cli import INTERRUPTED
from playout.cli.judge import Preparation, first_deadline, process_age

if TYPE_CHECKING:
    from playout.agents import Searcher
    from playout.protocols.saiblo_board import SaibloBoard
    from playout.spelling import Spec

__all__ = ["converse", "protocol"]

RESERVE = 0.2
"""Seconds before the first deadline at which a search ends: on a busy machine a thread may wake late."""

SHORTEST = 0.4
"""The shortest search that is waited for, in seconds; with less time left the quick move is played."""

LEAST = 0.05
"""Seconds that a search gets at least."""


def protocol() -> None:
    """Play over standard input and output, for another program: `playout protocol uci`, gtp or saiblo."""
    # Here for Typer's list of commands; `playout protocol` itself is run by `converse`.


def converse(words: list[str]) -> int:
    """Run `playout protocol`; returns its exit code. argparse reads the arguments, since it loads faster than Typer."""
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            from playout.errors import UsageError

            raise UsageError(f"{message}; see {self.prog} --help")

    parser = Parser(
        prog="playout protocol",
        description="Play over standard input and output.",
        epilog="Example: playout protocol uci",
    )
    commands = parser.add_subparsers(title="protocols", dest="protocol", metavar="PROTOCOL")

    def add(play: Callable[..., None], about: str, agent: str, who: str, example: str) -> argparse.ArgumentParser:
        """Declare the arguments of one protocol, which the function of the same name runs."""
        epilog = f"Example: playout protocol {example}"
        made = commands.add_parser(play.__name__, help=about, description=play.__doc__, epilog=epilog)
        made.add_argument("--agent", default=agent, help=who)
        return made

    usual = "who plays, like uct(c=0.7); thinks for --seconds unless it says (default: uct)"
    of_saiblo = add(saiblo, "the Saiblo platform's judge", "uct", usual, "saiblo --seconds 2")
    of_saiblo.add_argument("--seconds", type=_seconds, default=2.0, help="seconds for each move (default: 2)")
    usual = "the search that plays, like uct(c=0.7) (default: alphabeta)"
    add(uci, "chess, for graphical programs", "alphabeta", usual, "uci --agent alphabeta")
    usual = "the search that plays, like uct(c=0.7, seconds=5) (default: uct(seconds=2))"
    of_gtp = add(gtp, "Go, for graphical programs", "uct", usual, "gtp --agent 'uct(seconds=5)'")
    of_gtp.add_argument("--ko", default="superko", help="superko or simple (default: superko)")
    given = parser.parse_args(words)
    try:
        if given.protocol is None:
            parser.print_help()
        elif given.protocol == "saiblo":
            saiblo(given.agent, given.seconds)
        elif given.protocol == "uci":
            uci(given.agent)
        else:
            gtp(given.agent, given.ko)
    except KeyboardInterrupt:
        print("playout: stopped", file=sys.stderr, flush=True)
        os._exit(INTERRUPTED)  # at once: another thread may be compiling, and sys.exit would wait for it
    return 0


def uci(agent: str) -> None:
    """Play chess by UCI. Enter this command in your graphical program as the engine; docs/protocols.md says how."""
    from playout.cli.text_lines import Output
    from playout.cli.uci import UciSession

    UciSession(_search_of(agent), Output()).run()


def gtp(agent: str, ko: str) -> None:
    """Play Go by GTP. Enter this command in your graphical program as the engine; docs/protocols.md says how."""
    from playout.cli.gtp import GtpSession
    from playout.cli.text_lines import Output

    GtpSession(_search_of(agent), Output(), ko=ko).run()


def _search_of(spelling: str) -> Spec:
    """An agent that searches, as it is spelt; refuses all others."""
    from playout.agents import Searcher
    from playout.agents import agent as read_agent
    from playout.errors import OptionError
    from playout.spelling import Spec

    spec = Spec.read(spelling)
    if not isinstance(read_agent(spec), Searcher):
        raise OptionError(f"{spec} does not search; use uct, alphabeta or flat")
    return spec


def _seconds(text: str) -> float:
    """A time to think."""
    from argparse import ArgumentTypeError

    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.01 <= seconds <= 3600:
        raise ArgumentTypeError(f"it has to be a number from 0.01 to 3600, not {text!r}")
    return seconds


def saiblo(agent: str, seconds: float) -> None:
    """Play Connect Four with a blocked cell, as the Saiblo platform's judge wants it. All other words go to stderr."""
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
    """A player that answers in time also while its libraries and native code are loaded or compiled, which is done
    beside the conversation."""

    def __init__(self, spelling: str, seconds: float, started: float) -> None:
        """The agent that is spelt so; it thinks for `seconds` unless its spelling has a limit.

        `started`: when the process was, by time.monotonic().
        """
        self._spelling = spelling
        self._seconds = seconds
        self._started = started
        self._is_first = True
        self._player: Searcher | None = None
        self._limit: dict[str, Any] = {}
        self._preparation = Preparation(self._prepare)

    def prepare(self) -> None:
        """Wait until all is ready; raises what went wrong."""
        self._preparation.wait(None)

    def _prepare(self) -> None:
        """Load or compile all that a match needs, by quick moves on another board: a new size compiles nothing."""
        from playout.agents.warming import warm_up
        from playout.game import load

        player = _searcher(self._spelling, self._seconds)
        game = load("connect_four", rows=9, columns=9, blocked=(4, 4))
        player.check(game.start())
        warm_up(game, player)
        self._limit = dict(player.limit)
        self._player = player

    def choose(self, board: SaibloBoard, arrived: float) -> int:
        """A column, for a question that arrived at that time (time.monotonic).

        Where the search is not ready in time, it is what the board's `quick_move` says.
        """
        is_first, self._is_first = self._is_first, False
        quick = board.quick_move()
        if not self._preparation.wait(self._end(self._seconds, arrived, is_first) - SHORTEST):
            return quick
        from playout.game import load

        assert self._player is not None
        limit = dict(self._limit)
        if (is_first or "seconds" in limit) and not limit.get("proven"):
            usual = float(limit.get("seconds", self._seconds))
            left = self._end(usual, arrived, is_first) - time.monotonic()
            limit["seconds"] = max(LEAST, min(usual, left))
        self._player.limit = limit
        return self._player.choose(load("connect_four", **board.options).replay(board.history))

    def _end(self, seconds: float, arrived: float, is_first: bool) -> float:
        """When a search has to end that may take so long."""
        return first_deadline(self._started, arrived, seconds) - RESERVE if is_first else arrived + seconds


def _searcher(spelling: str, seconds: float) -> Searcher:
    """The agent that is spelt so; it thinks for so long unless its spelling has a limit."""
    from playout.agents import Searcher, agent

    spec = _search_of(spelling)
    player = agent(spec)
    assert isinstance(player, Searcher)
    if not spec.limit.keys() - {"memory"}:
        player.limit["seconds"] = seconds
    return player


def _lines() -> Iterator[str]:
    """The judge's lines; empty ones say nothing."""
    while data := sys.stdin.buffer.readline():
        line = data.decode("ascii", "replace").strip()
        if line:
            yield line
