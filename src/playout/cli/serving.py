"""Starting the web server: its socket, its address, its browser."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from playout.cli.folders import why_unwritable
from playout.cli.screen import say
from playout.errors import PlayoutError, UsageError

if TYPE_CHECKING:
    from playout.web.settings import ServerSettings

__all__ = ["run_server"]

MISSING = "the web app needs a few more packages; install them with: pip install 'playout[web]'"

PORT = 8765
"""The default port."""

PING_SECONDS = 5.0
"""Seconds without a message after which the server pings a page, and seconds without an answer after which the page is
lost.
"""

SHUTDOWN_SECONDS = 12.0
"""Seconds after a signal in which the server's process ends, even if its threads still run."""

PORTS_TRIED = 20
"""The number of ports that are tried from the default port on, if the user named no port."""


def run_server(
    settings: ServerSettings | None = None,
    *,
    port: int | None = None,
    data: Path | None = None,
    browser: bool = False,
) -> None:
    """Serve until Ctrl-C.

    settings: its port and its folder are replaced by those below, and a token is added if one is needed.
    port: by default the first free one from 8765 on. data: the folder for matches; by default the user's.
    """
    try:
        import fastapi  # noqa: F401
        import uvicorn
    except ImportError as error:
        raise PlayoutError(MISSING) from error
    from playout.agents import agent
    from playout.learning.folder import RunFolder
    from playout.web.computing.memory import return_large_blocks
    from playout.web.http.app import make_app
    from playout.web.http.security import is_loopback
    from playout.web.server.ownership import Ownership
    from playout.web.settings import ServerSettings

    settings = settings or ServerSettings()
    if settings.token is not None and len(settings.token) < 8:
        raise UsageError("a token has to have at least 8 characters")
    if not is_loopback(settings.host) and settings.token is None:
        settings = replace(settings, token=secrets.token_urlsafe(16))
    for engine in settings.engines:
        agent(engine)  # raises for an unknown or missing engine
    for run in settings.runs:
        RunFolder(run).record()  # raises for a folder without a run
    with _data_folder(data) as folder:
        Ownership(folder).release()  # raises if another server uses the folder, before ports are tried
        with _listen(settings.host, port) as listening:
            settings = replace(settings, port=listening.getsockname()[1], data=folder)
            return_large_blocks()
            app = make_app(settings)
            for fault in app.state.hub.catalogue.faults().values():
                say(f"{fault}; correct the file, and it is loaded again", sys.stderr)
            address = _address(settings)
            say(f"Playout is at {address} (Ctrl-C ends it)")
            if browser:
                threading.Timer(0.5, webbrowser.open, [address]).start()
            config = uvicorn.Config(
                app,
                log_level="warning",
                ws_max_size=2 * settings.limits.message,
                ws="websockets-sansio",
                timeout_graceful_shutdown=3,
                server_header=False,
                h11_max_incomplete_event_size=32_768,
                access_log=False,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PING_SECONDS,
            )
            server = uvicorn.Server(config)
            server.handle_exit = _ending_for_sure(server.handle_exit)  # type: ignore[method-assign, assignment]
            server.run(sockets=[listening])


def _ending_for_sure(handle: Callable[[int, FrameType | None], None]) -> Callable[[int, FrameType | None], None]:
    """A signal handler that also ends the process after a delay: a thread may be in rules that never return."""

    def handle_exit(number: int, frame: FrameType | None) -> None:
        timer = threading.Timer(SHUTDOWN_SECONDS, os._exit, [128 + number])
        timer.daemon = True
        timer.start()
        handle(number, frame)

    return handle_exit


@contextmanager
def _data_folder(given: Path | None) -> Iterator[Path]:
    """The folder for matches: the given one, or the user's; if that cannot be written to, a temporary folder."""
    from playout.web.settings import data_folder

    folder = data_folder() if given is None else given
    fault = why_unwritable(folder)
    if fault is None:
        yield folder
        return
    if given is not None:
        raise PlayoutError(f"{folder} cannot be written to ({fault}); choose another folder for --data")
    say(
        f"{folder} cannot be written to ({fault}), so matches are not kept; give --data a folder to keep them",
        sys.stderr,
    )
    with tempfile.TemporaryDirectory(prefix="playout-") as passing:
        yield Path(passing)


def _address(settings: ServerSettings) -> str:
    """The address of the server for a browser, with the token if there is one."""
    token = f"?token={settings.token}" if settings.token is not None else ""
    return f"{settings.address}{token}"


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens on a port. None: the first free one from the default port on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in ports:
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, number))
            made.listen(100)  # from now on a browser waits instead of getting a refusal
        except OSError as error:
            made.close()
            if number == ports[-1]:
                raise PlayoutError(
                    f"cannot listen on {host}, port {number}: {error.strerror}; choose another --port"
                ) from error
            continue
        return made
    raise PlayoutError("no port is free")
