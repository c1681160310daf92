"""`playout serve`: the web app."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["serve"]


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on. Any but this machine's own needs a token.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; 0 takes any. If not given, 8765 or the next free one."),
    ] = None,
    game: Annotated[
        list[Path] | None, typer.Option(help="A game file of your own; may be given several times.")
    ] = None,
    engine: Annotated[
        list[str] | None, typer.Option(help="Another program that may play, like 'uci(stockfish, seconds=1)'.")
    ] = None,
    run: Annotated[
        list[Path] | None,
        typer.Option(
            help="The folder of a training run to show, as playout learn makes it; may be given several times."
        ),
    ] = None,
    token: Annotated[
        str | None, typer.Option(help="The token that a browser has to send; generated if one is needed.")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="A further host name under which browsers reach this server.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder for matches and tournaments.")] = None,
    browser: Annotated[bool, typer.Option("--open/--no-browser", help="Open a browser at the start.")] = False,
) -> None:
    """Play, analyse, review and learn in a browser.

    Example: playout serve --port 9000 --game examples/nim.py
    """
    from playout.cli.serving import run_server
    from playout.web.settings import ServerSettings

    settings = ServerSettings(
        host=host,
        token=token,
        hosts=tuple(allow_host or ()),
        files=tuple(str(path) for path in game or ()),
        engines=tuple(engine or ()),
        runs=tuple(run or ()),
    )
    run_server(settings, port=port, data=data, browser=browser)
