"""Export of matches. JSONL holds everything and works for every game; PGN is for chess, SGF for Go."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from playout.arena.match_records import MatchResult
from playout.arena.storage.store import Store
from playout.formats.pgn import write_pgn
from playout.formats.sgf import write_sgf
from playout.notices import nearest
from playout.rules import OptionError, PlayoutError

__all__ = ["FORMATS", "export"]

TERMINATIONS = {"clock": "time forfeit", "illegal": "rules infraction"}
"""PGN's word for each kind of forfeit; other kinds are `abandoned`."""

MIN_SECONDS = 0.001
"""Thinking times below this number of seconds are left out of PGN."""


def export(store: Store, kind: str = "jsonl", *, first: int = 0, last: int | None = None) -> Iterator[str]:
    """The matches of a store from number `first` to `last`, one text for each match: a line of JSON, PGN or SGF."""
    if kind not in FORMATS:
        raise OptionError(f"there is no format {kind!r}{nearest(kind, tuple(FORMATS))}; there are {', '.join(FORMATS)}")
    game, write = FORMATS[kind]
    about = store.tournament()
    if game not in ("", about["source"]):
        raise PlayoutError(
            f"{about['game']} cannot be written as {kind.upper()}, only {game}; use jsonl, which holds everything"
        )
    return (write(match) for match in store.matches(first, last))


def _as_jsonl(match: MatchResult) -> str:
    return json.dumps(match.record()) + "\n"


def _as_pgn(match: MatchResult) -> str:
    """A match as PGN. White is seat 0. Thinking times are comments after the move: [%emt 0:00:01.250]."""
    comments = {
        ply: f"[%emt {_duration(seconds)}]" for ply, seconds in enumerate(match.clock, 1) if seconds >= MIN_SECONDS
    }
    tags = {"Event": "Playout", "Round": str(match.number), "Termination": "normal"}
    if match.forfeit is not None:
        tags["Termination"] = TERMINATIONS.get(match.reason.partition(":")[0], "abandoned")
        forfeit = f"{('White', 'Black')[match.forfeit]} forfeits: {match.reason}"
        comments[len(match.moves)] = f"{comments.get(len(match.moves), '')} {forfeit}"
    white, black = match.agents
    result = {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[match.payoffs[0]]
    return write_pgn(match.replay(), white=white, black=black, result=result, tags=tags, comments=comments) + "\n"


def _duration(seconds: float) -> str:
    """A time as hours, minutes and seconds, like 0:00:01.250."""
    minutes, rest = divmod(round(seconds, 3), 60)
    return f"{int(minutes) // 60}:{int(minutes) % 60:02}:{rest:06.3f}"


def _as_sgf(match: MatchResult) -> str:
    """A match as SGF. Black is seat 0."""
    black, white = match.agents
    result, properties = None, {"EV": "Playout", "RO": str(match.number)}
    if match.forfeit is not None:
        result = f"{'WB'[match.forfeit]}+{'T' if match.reason.startswith('clock:') else 'F'}"
        properties["GC"] = f"{('Black', 'White')[match.forfeit]} forfeits: {match.reason}"
    return write_sgf(match.replay(), black=black, white=white, result=result, properties=properties)


FORMATS: dict[str, tuple[str, Callable[[MatchResult], str]]] = {
    "jsonl": ("", _as_jsonl),
    "pgn": ("chess", _as_pgn),
    "sgf": ("go", _as_sgf),
}
"""For each format: its game (empty: all games), and the function that writes a match."""
