"""`playout learn`: trains a network for a game by self-play. The result is a network file for the agent `net`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.completing import game_names
from playout.cli.parameters import GameOptions, load_game, read_options
from playout.cli.screen import say
from playout.rules import OptionError

if TYPE_CHECKING:
    from playout.learning.training_run import TrainingRun

__all__ = ["learn"]


def learn(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="a name that `playout games` lists, or a file .py; with --resume it need not be given",
            autocompletion=game_names,
        ),
    ] = None,
    *,
    option: GameOptions = None,
    out: Annotated[Path | None, typer.Option(help="the folder for the run, which is created")] = None,
    minutes: Annotated[float | None, typer.Option(help="the approximate duration of the whole run")] = None,
    evaluations: Annotated[
        int | None, typer.Option(help="the work of the run, in place of minutes: network evaluations in self-play")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="the folder of an interrupted run")] = None,
    stop_after: Annotated[float | None, typer.Option(help="minutes after which this session ends")] = None,
    device: Annotated[str, typer.Option(help="cuda, cpu, or auto: a GPU if there is one")] = "auto",
    exams: Annotated[float, typer.Option(min=0, help="minutes between two exams; 0 for no exams")] = 5.0,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="a setting of the training, like channels=64; repeatable"),
    ] = None,
) -> None:
    """Train a network for a game by self-play. Ctrl-C stops after the current steps; --resume continues the run.

    Example: playout learn tic_tac_toe --minutes 2 --out learned
    """
    from playout.learning.learn import Watcher
    from playout.learning.learn import learn as run_learning
    from playout.learning.run_progress import HEADINGS, line_of

    class Screen(Watcher):
        """Prints a line of progress every few seconds."""

        def plan(self, words: str) -> None:
            say(words)
            print(HEADINGS, flush=True)

        def show(self, run: TrainingRun) -> None:
            exams = run.examined["exams"]
            elo = exams[-1]["standing"]["elo"] if exams else None
            print(line_of(run.progress.rows[-1], run.evaluations, elo), flush=True)

        def exam(self, words: str) -> None:
            say(words)

    if option and game is None:
        raise OptionError("-o sets an option of the game, so name the game as well")
    given: dict[str, Any] = read_options(setting, example="channels=64")
    loaded = None if game is None else load_game(game, option)
    try:
        result = run_learning(
            loaded,
            out,
            minutes=minutes,
            evaluations=evaluations,
            resume=resume,
            stop_after=stop_after,
            device=device,
            exams=exams,
            watcher=Screen(),
            **given,
        )
    except KeyboardInterrupt:
        folder = resume or out
        say(f"stopped; playout learn --resume {folder} continues the run", sys.stderr)
        sys.exit(130)  # everything is printed
    if result.complete:
        say(f"learned: {result.network} plays as the agent net({result.network})")
    else:
        say(f"this session is over; playout learn --resume {result.folder} continues the run")
