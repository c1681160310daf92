"""`playout protocol`: play over standard input and output by another program's protocol."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import NoReturn

from playout.cli import INTERRUPTED

__all__ = ["converse", "protocol"]


def protocol() -> None:
    """Play over standard input and output, for another program: `playout protocol uci`, gtp or saiblo."""
    # Only for Typer's list of commands; `converse` runs `playout protocol`.


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

    usual = "who plays, like uct(c=0.7); thinks for --seconds unless it has a limit (default: uct)"
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
    from playout.servers import read_search
    from playout.servers.text_lines import Output
    from playout.servers.uci import UciSession

    UciSession(read_search(agent), Output()).run()


def gtp(agent: str, ko: str) -> None:
    """Play Go by GTP. Enter this command in your graphical program as the engine; docs/protocols.md says how."""
    from playout.servers import read_search
    from playout.servers.gtp import GtpSession
    from playout.servers.text_lines import Output

    GtpSession(read_search(agent), Output(), ko=ko).run()


def _seconds(text: str) -> float:
    """A thinking time in seconds."""
    from argparse import ArgumentTypeError

    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.01 <= seconds <= 3600:
        raise ArgumentTypeError(f"it has to be a number from 0.01 to 3600, not {text!r}")
    return seconds


def saiblo(agent: str, seconds: float) -> None:
    """Play Connect Four with a blocked cell for the Saiblo platform's judge. All other output goes to stderr."""
    from playout.servers.saiblo import play_match

    play_match(agent, seconds)
