"""`playout analyse`: the result of a search, live while it runs."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.parameters import Fen, GameMoves, GameName, GameOptions, agent_option, chosen_agent
from playout.cli.positions import MatchNumber, PgnFile, Ply, SgfFile, begin
from playout.cli.screen import say, show_board

if TYPE_CHECKING:
    from playout.agents import Engine, Searcher
    from playout.algorithms.results import SearchResult
    from playout.game import State

__all__ = ["analyse"]

MIN_ROWS = 8
"""The least number of moves in the printed table; further moves are printed only if their values are known."""


def analyse(
    game: GameName,
    moves: GameMoves = None,
    option: GameOptions = None,
    fen: Fen = None,
    pgn: PgnFile = None,
    sgf: SgfFile = None,
    match: MatchNumber = None,
    ply: Ply = None,
    agent: Annotated[str | None, agent_option("who thinks", 2)] = None,
    open_cards: Annotated[
        bool, typer.Option("--open", help="search the whole position, including what is hidden from the seat")
    ] = False,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="write a picture of the position to a file")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the result as JSON, and nothing else")] = False,
) -> None:
    """Search a position: a live table, then the result and the reasons for the move. Ctrl-C ends the search early.

    Example: playout analyse connect_four d d --agent "uct(seconds=1)"
    """
    from playout.agents import Engine, Searcher
    from playout.agents import agent as read_agent
    from playout.rules import OptionError

    state = begin(game, option, moves, fen=fen, files={"pgn": pgn, "sgf": sgf}, number=match, ply=ply)
    spec = chosen_agent(state.game, agent, 2)
    thinker = read_agent(spec)
    if not isinstance(thinker, (Searcher, Engine)):
        raise OptionError(f"{spec} does not search, so there is nothing to show; use uct, alphabeta or ismcts")
    view = state if open_cards or state.turn < 0 else state.seen_by(state.turn)
    if picture is not None:
        _draw(view, picture)
    if isinstance(thinker, Searcher):
        thinker.open = open_cards
    thinker.check(view)
    if as_json:
        print(json.dumps(_record(_think(thinker, view, live=False).continued()), indent=2))
        return
    show_board(view)
    say(f"\n{_heading(view)}\n")
    sys.stdout.flush()  # a file or a pipe gets the position while the search runs
    result = _think(thinker, view, live=True).continued()
    summary, heading, *rows = str(result).splitlines()
    say(summary, hanging=2)
    shown = max(MIN_ROWS, sum(item.values is not None for item in result.candidates))
    for row in (heading, *rows[:shown]):
        print(_cut(row))
    if len(rows) > shown:
        print(f"  and {len(rows) - shown} more moves, whose values are not known (--json lists them)")
    say(f"\n{result.explain()}")


def _draw(view: State, path: Path) -> None:
    """Write a picture of the searched position."""
    from playout.pictures import Picture
    from playout.rules import OptionError

    if not view.game.rules.has("picture"):
        raise OptionError(f"{view.game.name} has no picture(s) in its file, so there is nothing to write to {path}")
    Picture(view._repr_html_()).save(path)


def _heading(view: State) -> str:
    """The seat to move; with hidden information also what is searched."""
    who = view.game.seat_name(view.turn)
    if not view.game.rules.has("mask"):
        return f"{who} to move."
    if view.observer is None:
        return f"{who} to move. Hidden information is shown (--open); no seat sees all of it."
    return f"{who} to move. The search gets {who}'s view and guesses the rest; --open shows everything."


def _cut(row: str) -> str:
    """A row of a table, cut to the width of the terminal."""
    columns = shutil.get_terminal_size().columns
    return row if len(row) <= columns or not sys.stdout.isatty() else row[: columns - 4].rstrip() + " ..."


def _think(thinker: Searcher | Engine, state: State, *, live: bool) -> SearchResult:
    """The result of the search; a terminal shows the table so far, rewritten in place."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console()
    found: SearchResult | None = None
    try:
        if not (live and console.is_terminal):
            for found in thinker.think(state):  # noqa: B007
                pass
        else:
            with Live(
                console=console, transient=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
            ) as table:
                for found in thinker.think(state):
                    table.update(Text(str(found), no_wrap=True, overflow="ellipsis"), refresh=True)
    except KeyboardInterrupt:
        found = thinker.stop() or found
        if found is None:
            raise
        found = replace(found, interrupted=True)
    assert found is not None
    return found


def _record(result: SearchResult) -> dict[str, Any]:
    state, rows = result.state, result.table()
    return {
        "game": state.game.name,
        "algorithm": result.algorithm,
        "seat": state.turn,
        "move": state.format(result.move),
        "values": list(result.values),
        "proven": result.proven,
        "line": rows[0]["line"],
        "unit": result.unit,
        "work": result.work,
        "depth": result.depth,
        "elapsed": result.elapsed,
        "exact_nodes": result.exact_nodes,
        "interrupted": result.interrupted,
        "table": rows,
        "explanation": result.explain(),
    }
