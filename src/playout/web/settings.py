"""What the server was started with: where it listens, where it keeps things, and its limits."""

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
    """The most that pages may ask for. Past a limit a request is refused in a sentence."""

    body: int = 300_000
    """Bytes of a request."""
    tree_file: int = 20_000_000
    """Bytes of a saved search that is opened."""
    message: int = 20_000
    """Bytes of a message over a socket."""
    sockets: int = 64
    matches: int = 5000
    """Matches that are kept."""
    rooms: int = 100
    """Matches that are in memory; others are loaded when somebody comes."""
    plies: int = 5000
    """Of a match."""
    cores: int = max(1, os.cpu_count() or 1)
    """Searches that compute at the same moment; those beyond take turns, slice by slice (computing/turns.py)."""
    persons: int = 64
    """Persons' matches in which an agent thinks, and hints, at once; further ones wait."""
    players: int = 32
    """Matches of agents alone in which an agent thinks at once; further ones wait."""
    searches: int = max(2, os.cpu_count() or 2)
    """Analyses and reviews that run at once; further ones wait."""
    waiting: int = 16
    """Analyses that wait."""
    seconds: float = 600.0
    """Of an analysis."""
    move_seconds: float = 60.0
    """Of an agent's move."""
    memory: float = 400.0
    """Megabytes of a search."""
    kept_searches: int = 6
    """Analyses that are kept in memory after they have stopped, to be continued."""
    kept_memory: float = 200.0
    """Megabytes of them all, and as many of the trees of agents that wait for their turns; also the memory of an
    analysis, unless its spelling says otherwise."""
    linger: float = 30.0
    """Seconds after its last page has left for which a match keeps all these: a page that is loaded anew finds them."""
    threads: int = max(1, os.cpu_count() or 1)
    """Of a search."""
    tournaments: int = 1
    """Tournaments that are played at once."""
    trace_steps: int = 3000
    reports: float = 15.0
    """Messages of one kind a second over one socket."""
    commands: float = 60.0
    """Commands a second over one socket, on average."""
    guest_requests: float = 20.0
    """Requests a second by one link, and commands a second over each of its sockets, on average."""
    guest_burst: float = 100.0
    """Requests by one link that may come at once."""
    guest_pages: int = 4
    """Sockets by the link of a seat; a further one closes the oldest."""
    spectators: int = 16
    """Sockets by the link of spectators; a further one closes the oldest."""


def data_folder() -> Path:
    """Where matches and tournaments are kept if nothing else is said."""
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
    """The address of this machine in its network; 127.0.0.1 if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that belongs to nobody; this chooses a way and sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


@dataclass(frozen=True)
class ServerSettings:
    """How one server runs."""

    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = None
    """What every request has to know; None: everybody on this machine may come."""
    hosts: tuple[str, ...] = ()
    """Further names by which browsers may call this server."""
    data: Path = field(default_factory=data_folder)
    files: tuple[str, ...] = ()
    """Game files of the person who started the server."""
    engines: tuple[str, ...] = ()
    """Other programs that may play, as agents are spelt: `uci(stockfish, seconds=1)`."""
    runs: tuple[Path, ...] = ()
    """Folders of training runs that are shown."""
    backend: str | None = None
    """Of searches: "python" interprets; None: the game's fastest."""
    pages: Path = Path(__file__).parent / "static"
    """The built pages."""
    limits: ServerLimits = field(default_factory=ServerLimits)

    @property
    def is_open(self) -> bool:
        """Whether it listens at all addresses of this machine."""
        return self.host in ("0.0.0.0", "::")

    @property
    def address(self) -> str:
        """Where a browser finds the server, also one of another machine if it listens to those; without the token."""
        host = local_address() if self.is_open else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"
