"""`playout tune`: the best value of an agent's parameter, by matches against a baseline."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from playout.cli.options import GameName, GameOptions, load_game, new_executor

__all__ = ["tune"]


def tune(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="whose parameter it is, like uct(simulations=1000)")],
    parameter: Annotated[str, typer.Argument(metavar="PARAMETER", help="an option or a limit of the agent, like c")],
    values: Annotated[list[str], typer.Argument(metavar="VALUE...", help="two or more, like 0.5 0.7 1.0")],
    option: GameOptions = None,
    baseline: Annotated[str | None, typer.Option(help="whom all meet; AGENT as it is spelt if not given")] = None,
    matches: Annotated[int, typer.Option(min=1, help="in all; groups of swapped seats are completed")] = 200,
    by: Annotated[str, typer.Option(help="grid (all values alike) or bandit (most for the best)")] = "grid",
    seed: Annotated[int | None, typer.Option(min=0, help="the store's, or a fresh one, if not given")] = None,
    store: Annotated[Path | None, typer.Option(help="where matches are kept; the same command continues")] = None,
    plot: Annotated[Path | None, typer.Option(help="a file for the plot, like c.svg")] = None,
    openings: Annotated[Path | None, typer.Option(help="a file with an opening a line")] = None,
    plies: Annotated[int, typer.Option(min=0, help="random plies before the agents take over")] = 0,
    clock: Annotated[
        str | None, typer.Option(metavar="BASE+INC", help="seconds for a whole match and for each move, like 60+0.5")
    ] = None,
    move_seconds: Annotated[float | None, typer.Option(help="the most seconds for a move")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="processes; one for each core if not given")] = None,
    memory: Annotated[float | None, typer.Option(help="megabytes that a worker may take")] = None,
    executor: Annotated[str, typer.Option(help="local, or ray for many machines")] = "local",
    address: Annotated[str | None, typer.Option(help="of the Ray cluster")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="no progress, only the table at the end")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the outcome as JSON, and nothing else")] = False,
) -> None:
    """Find the best value of a parameter. Ctrl-C stops; with a store the same command continues where it stopped."""
    from playout.arena.clocks import read_clock
    from playout.arena.tuning import tune as play
    from playout.cli.live import live
    from playout.rules import OptionError

    if openings is not None and plies:
        raise OptionError("openings are either random plies or a file, not both")
    if plot is not None and (plot.is_dir() or not plot.absolute().parent.is_dir()):
        raise OptionError(f"the plot cannot be written to {plot}; name a file in a folder that exists")
    arguments: dict[str, Any] = {
        "parameter": parameter,
        "values": [_value(text) for text in values],
        "baseline": baseline,
        "matches": matches,
        "by": by,
        "seed": seed,
        "store": store,
        "openings": plies if openings is None else openings,
        "clock": read_clock(clock, move_seconds),
        "executor": new_executor(executor, address, workers, memory),
    }
    with live(store, hidden=quiet or as_json) as show:
        found = play(load_game(game, option), agent, **arguments, watch=show)
    print(json.dumps(found.to_dict(), indent=2) if as_json else found)
    if plot is not None:
        found.write_plot(plot)


def _value(text: str) -> Any:
    """A number, True, False or None where the text is one, else the text."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text
