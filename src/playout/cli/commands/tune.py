"""`playout tune`: the best value of an agent's parameter, by matches against a baseline."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from playout.cli.completing import agent_names
from playout.cli.match_options import MatchCount, MatchOptions, takes_match_options
from playout.cli.parameters import GameName, GameOptions, load_game
from playout.parsing import value_or_text

__all__ = ["tune"]


@takes_match_options
def tune(
    game: GameName,
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT", help="the agent to tune, like uct(simulations=1000)", autocompletion=agent_names
        ),
    ],
    parameter: Annotated[str, typer.Argument(metavar="PARAMETER", help="an option or a limit of the agent, like c")],
    values: Annotated[list[str], typer.Argument(metavar="VALUE...", help="two or more values, like 0.5 0.7 1.0")],
    *,
    option: GameOptions = None,
    baseline: Annotated[
        str | None,
        typer.Option(help="the opponent of all values; AGENT itself if not given", autocompletion=agent_names),
    ] = None,
    matches: MatchCount = 200,
    by: Annotated[
        str, typer.Option(help="grid (the same number of matches for each value) or bandit (more for better values)")
    ] = "grid",
    plot: Annotated[Path | None, typer.Option(help="a file for the plot, like c.svg")] = None,
    options: MatchOptions,
) -> None:
    """Find the best value of a parameter. Ctrl-C stops it and prints the table so far; with a store it continues.

    Example: playout tune tic_tac_toe "uct(simulations=50)" c 0.5 0.7 1.0
    """
    from playout.arena.reporting.plot_style import check_plots
    from playout.arena.tuning.findings import TuningResult
    from playout.arena.tuning.tune import tune as find_best
    from playout.rules import OptionError

    arguments = options.arguments()
    if plot is not None and (plot.is_dir() or not plot.absolute().parent.is_dir()):
        raise OptionError(f"the plot cannot be written to {plot}; name a file in a folder that exists")
    if plot is not None:
        check_plots()
    arguments |= {"parameter": parameter, "values": list(map(value_or_text, values))}
    arguments |= {"baseline": baseline, "matches": matches, "by": by}
    found = options.show(partial(find_best, load_game(game, option), agent, **arguments), TuningResult.to_dict)
    if plot is not None:
        found.write_plot(plot)
