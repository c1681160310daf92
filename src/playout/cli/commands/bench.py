"""`playout bench`: random playouts a second on this machine."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from playout.cli.completing import game_names
from playout.cli.parameters import GameOptions, load_game

__all__ = ["bench"]


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="all games if none is named", autocompletion=game_names),
    ] = None,
    option: GameOptions = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="seconds for each measurement")] = 1.0,
    threads: Annotated[
        int, typer.Option(min=1, help="number of threads for the multi-threaded measurement")
    ] = os.cpu_count() or 1,
    backend: Annotated[str, typer.Option(help="cpu, or cuda to measure a GPU too, by its own clock")] = "cpu",
) -> None:
    """Measure random playouts a second: native, native with several threads, interpreted.

    Example: playout bench tic_tac_toe --seconds 2
    """
    from rich.console import Console
    from rich.table import Table

    from playout import loading
    from playout.algorithms.playouts import rate
    from playout.rules import OptionError

    if backend not in ("cpu", "cuda"):
        raise OptionError(f"there is no backend {backend!r} to measure; there are cpu and cuda")
    gpu = ["GPU"] if backend == "cuda" else []
    table = Table("game", "native", f"{threads} threads", *gpu, "interpreted", box=None, pad_edge=False)
    for name in games or loading.names():
        state = load_game(name, option).start()
        row = ["-", "-", *("-" for _ in gpu)]
        if "cpu" in state.game.rules.backends:
            row = [f"{rate(state, 'cpu', seconds=seconds, threads=count):,.0f}/s" for count in (1, threads)]
            row += [f"{rate(state, 'cuda', seconds=seconds):,.0f}/s" for _ in gpu]
        table.add_row(name, *row, f"{rate(state, 'python', seconds=seconds):,.0f}/s")
    Console().print(table)
