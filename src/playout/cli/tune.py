"""`playout tune`: the best value of an agent's parameter, by matches against a baseline."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.options import (
    ClockText,
    ClusterAddress,
    ExecutorName,
    GameName,
    GameOptions,
    MoveSeconds,
    OpeningPlies,
    OpeningsPath,
    OutcomeAsJson,
    Quiet,
    Seed,
    StorePath,
    WorkerMemory,
    Workers,
    load_game,
    new_executor,
)

if TYPE_CHECKING:
    from playout.arena.tuning.findings import Tuning

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
    seed: Seed = None,
    store: StorePath = None,
    plot: Annotated[Path | None, typer.Option(help="a file for the plot, like c.svg")] = None,
    openings: OpeningsPath = None,
    plies: OpeningPlies = 0,
    clock: ClockText = None,
    move_seconds: MoveSeconds = None,
    workers: Workers = None,
    memory: WorkerMemory = None,
    executor: ExecutorName = "local",
    address: ClusterAddress = None,
    quiet: Quiet = False,
    as_json: OutcomeAsJson = False,
) -> None:
    """Find the best value of a parameter. Ctrl-C stops it and prints the table so far; with a store it continues."""
    from playout.arena.clocks import read_clock
    from playout.arena.reporting.plot_style import check_plots
    from playout.arena.tuning.tune import tune as play
    from playout.cli.live import live
    from playout.rules import OptionError

    if openings is not None and plies:
        raise OptionError("openings are either random plies or a file, not both")
    if plot is not None and (plot.is_dir() or not plot.absolute().parent.is_dir()):
        raise OptionError(f"the plot cannot be written to {plot}; name a file in a folder that exists")
    if plot is not None:
        check_plots()
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

    def tell(found: Tuning) -> str:
        return json.dumps(found.to_dict(), indent=2) if as_json else str(found)

    with live(store, tell, hidden=quiet or as_json) as show:
        found = play(load_game(game, option), agent, **arguments, watch=show)
    print(tell(found))
    if plot is not None:
        found.write_plot(plot)


def _value(text: str) -> Any:
    """A number, True, False or None where the text is one, else the text."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text
