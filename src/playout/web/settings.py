"""The settings with which the server was started: its address, its folders, and its limits."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field
from pathlib import Path

from playout.errors import PlayoutError
from playout.files import is_own, temporary_folder

__all__ = ["ServerLimits", "ServerSettings", "data_folder"]


@dataclass(frozen=True)
class ServerLimits:
    """The most that pages may ask for. A request beyond a limit is refused with a sentence."""

    body: int = 300_000
    """The size of a request in bytes."""
    tree_file: int = 20_000_000
    """The size of an uploaded saved search in bytes."""
    message: int = 20_000
    """The size of a message over a socket in bytes."""
    sockets: int = 64
    matches: int = 5000
    """Stored matches."""
    rooms: int = 100
    """Matches in memory; others are loaded on demand."""
    plies: int = 5000
    """Plies of a match."""
    cores: int = max(1, os.cpu_count() or 1)
    """Searches that compute at the same time; further ones take turns, slice by slice (computing/turns.py)."""
    persons: int = 64
    """Persons' matches in which an agent thinks, and hints, at the same time; further ones wait."""
    players: int = 32
    """Matches between agents in which an agent thinks, at the same time; further ones wait."""
    searches: int = max(2, os.cpu_count() or 2)
    """Analyses and reviews that run at the same time; further ones wait."""
    waiting: int = 16
    """Analyses that wait."""
    seconds: float = 600.0
    """Seconds of an analysis."""
    move_seconds: float = 60.0
    """Seconds of an agent's move."""
    memory: float = 400.0
    """Megabytes of a search."""
    kept_searches: int = 6
    """Stopped analyses that are kept in memory, to be continued."""
    kept_memory: float = 200.0
    """Megabytes of all kept analyses; also the default memory of an analysis."""
    waiting_memory: float = 100.0
    """Megabytes of all trees of agents that wait for their turns; one tree may take as much."""
    linger: float = 30.0
    """Seconds for which a match keeps its searches after its last page has left, so that a reloaded page finds them."""
    threads: int = max(1, os.cpu_count() or 1)
    """Threads of a search."""
    tournaments: int = 1
    """Tournaments that are played at the same time."""
    trace_steps: int = 3000
    reports: float = 15.0
    """Messages of one kind a second over one socket."""
    commands: float = 60.0
    """Commands a second over one socket, on average."""
    guest_requests: float = 20.0
    """Requests a second by one link, and commands a second over each of its sockets, on average."""
    guest_burst: float = 100.0
    """Requests by one link that may come in a burst."""
    guest_pages: int = 4
    """Sockets by the link of a seat; a further one closes the oldest."""
    spectators: int = 16
    """Sockets by the link of spectators; a further one closes the oldest."""


def data_folder() -> Path:
    """The default folder for matches and tournaments."""
    given = os.environ.get("PLAYOUT_DATA")
    if given:
        return Path(given)
    user = os.environ.get("XDG_DATA_HOME")
    try:
        parent = Path(user) if user else Path.home() / ".local" / "share"
    except RuntimeError:  # no home
        folder = temporary_folder()
        if os.path.lexists(folder) and not is_own(folder.lstat()):
            raise PlayoutError(f"{folder} belongs to somebody else; set PLAYOUT_DATA to a folder of your own") from None
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder
    return parent / "playout"


def local_address() -> str:
    """The address of this machine in its network; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # connecting a UDP socket sends nothing, but selects the network interface
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


@dataclass(frozen=True)
class ServerSettings:
    """The settings of one server."""

    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = None
    """The token that every request has to carry; None: everybody on this machine may use the server."""
    hosts: tuple[str, ...] = ()
    """Further host names under which browsers may reach this server."""
    data: Path = field(default_factory=data_folder)
    files: tuple[str, ...] = ()
    """Game files of the person who started the server."""
    engines: tuple[str, ...] = ()
    """The spellings of other programs that may play: `uci(stockfish, seconds=1)`."""
    runs: tuple[Path, ...] = ()
    """The folders of training runs to show."""
    backend: str | None = None
    """The backend of searches: "python" interprets; None: the game's fastest."""
    pages: Path = Path(__file__).parent / "static"
    """The built pages."""
    limits: ServerLimits = field(default_factory=ServerLimits)

    @property
    def is_open(self) -> bool:
        """Whether it listens on all addresses of this machine."""
        return self.host in ("0.0.0.0", "::")

    @property
    def address(self) -> str:
        """The server's address for browsers, on other machines, too, if it is open to them; without the token."""
        host = local_address() if self.is_open else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"
