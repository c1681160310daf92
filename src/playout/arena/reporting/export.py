"""Export of matches. JSONL holds everything and works for every game."""

from __future__ import annotations

import json
from collections.abc import Iterator

from playout.arena.storage.store import Store
from playout.loading import nearest
from playout.rules import OptionError, PlayoutError

__all__ = ["FORMATS", "export"]

FORMATS = ("jsonl", "pgn", "sgf")


def export(store: Store, kind: str = "jsonl", *, first: int = 0, last: int | None = None) -> Iterator[str]:
    """The matches of a store as an iterator of lines, one JSON object for each match."""
    if kind not in FORMATS:
        raise OptionError(f"there is no format {kind!r}{nearest(kind, FORMATS)}; there are {', '.join(FORMATS)}")
    if kind != "jsonl":
        game = store.tournament()["game"]
        raise PlayoutError(f"{game} cannot be written as {kind.upper()}; use jsonl, which holds everything")
    return (json.dumps(match.record()) + "\n" for match in store.matches(first, last))
