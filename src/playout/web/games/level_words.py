"""A sentence about how an opponent plays, made from its spelling."""

from __future__ import annotations

from typing import Any

from playout.sentences import Wording
from playout.spelling import Spec

__all__ = ["how_it_plays"]

WITHOUT_SEARCH = {"random": "plays.random", "rules": "plays.rules"}
CODES = {
    "depth": "plays.depth",
    "simulations": "plays.simulations",
    "visits": "plays.simulations",
    "nodes": "plays.nodes",
    "seconds": "plays.seconds",
}
"""The code of the sentence for each limit. If several limits are given, the first one here counts."""


def how_it_plays(spelling: str) -> Wording:
    """What an agent does before it moves, and how often it overlooks its best move."""
    spec = Spec.read(spelling)
    words = dict(spec.words)
    said = _search(spec.name, words)
    rate = words.get("blunder", 0)
    return Wording("plays.blunder", {"plays": said, "percent": round(100 * rate)}) if rate else said


def _search(name: str, words: dict[str, Any]) -> Wording:
    if name in WITHOUT_SEARCH:
        return Wording(WITHOUT_SEARCH[name])
    limit = next((word for word in CODES if word in words), None)
    if limit is None:
        return Wording("plays.search", {"name": name})
    if limit == "seconds":
        return Wording("plays.seconds", {"count": f"{words[limit]:g}"})
    if limit == "depth" and words[limit] == 1:
        return Wording("plays.depth_1")
    is_network = limit in ("simulations", "visits") and name == "net"
    return Wording("plays.network" if is_network else CODES[limit], {"count": words[limit]})
