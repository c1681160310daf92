"""`playout protocol`: play by somebody else's rules of conversation, over standard input and output."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from playout.agents import Searcher

__all__ = ["app"]

BEGIN = time.monotonic()
"""When this program began, about."""

SLACK = 0.65
"""Seconds that starting may take out of the judge's clock before the first move has to be quicker."""

app = typer.Typer(help="Play over standard input and output, for a judge.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def protocol() -> None:
    """Play over standard input and output, for a judge: `playout protocol saiblo`."""


@app.command()
def saiblo(
    agent: Annotated[str, typer.Option(help="who plays, like uct(c=0.7); thinks for --seconds unless it says")] = "uct",
    seconds: Annotated[float, typer.Option(min=0.01, help="to think about each move")] = 2.0,
) -> None:
    """Play Connect Four with a blocked cell, as the Saiblo platform's judge wants it. All other words go to stderr."""
    from playout.protocols.saiblo import cell_of, play_cell, read_setup, read_turn, write_answer
    from playout.rules import PlayoutError

    player = _player(agent, seconds)
    _warm(player)
    # The judge's clock may have run since the program was started.
    usual, late = player.limit.get("seconds"), time.monotonic() - BEGIN - SLACK
    if usual is not None and late > 0:
        player.limit["seconds"] = max(usual - late, usual / 4)
    lines = _lines()
    first = next(lines, None)
    if first is None:
        return
    state = read_setup(first).start()
    for line in lines:
        cell = read_turn(line)
        if cell is not None:
            state = play_cell(state, *cell)
        elif state.history:
            raise PlayoutError("-1 -1 says that the match begins, but it has begun")
        if state.over:
            continue
        move = player.choose(state)
        sys.stdout.buffer.write(write_answer(*cell_of(state, move)))
        sys.stdout.buffer.flush()
        state = state.play(move)
        if usual is not None:
            player.limit["seconds"] = usual


def _player(spelling: str, seconds: float) -> Searcher:
    """The agent that is spelt so; it thinks for so long unless its spelling has a limit."""
    from playout.agents import Searcher, agent
    from playout.algorithms.spelling import read_spelling
    from playout.rules import OptionError

    player = agent(spelling)
    if not isinstance(player, Searcher):
        raise OptionError(f"{spelling} does not search; use uct, alphabeta or flat")
    if not read_spelling(spelling)[1].keys() & {"seconds", "simulations", "nodes", "depth", "proven"}:
        player.limit["seconds"] = seconds
    return player


def _warm(player: Searcher) -> None:
    """Load or compile all that a match needs, by two quick moves on another board: a new size compiles nothing."""
    from playout.agents import Searcher
    from playout.game import load

    memory = {word: value for word, value in player.limit.items() if word == "memory"}
    double = Searcher(player.algorithm, seconds=0.01, **memory)
    state = load("connect_four", rows=9, columns=9, blocked=(4, 4)).start()
    player.check(state)
    for _ in range(2):
        state = state.play(double.choose(state)).play(4)


def _lines() -> Iterator[str]:
    """The judge's lines; empty ones say nothing."""
    while data := sys.stdin.buffer.readline():
        line = data.decode("ascii", "replace").strip()
        if line:
            yield line
