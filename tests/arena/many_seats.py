"""A small game for any number of seats, for tests of the arena."""

from __future__ import annotations

from pathlib import Path

from tests import paths

__all__ = ["nim_for"]


def nim_for(seats: int, folder: Path) -> Path:
    """Nim for `seats` seats: whoever takes the last stone gets all."""
    text = paths.NIM.read_text()
    text = text.replace("PLAYERS = 2", f"PLAYERS = {seats}").replace("1 - s.turn", f"(s.turn + 1) % {seats}")
    text = text.replace(
        f"out[s.turn], out[(s.turn + 1) % {seats}] = 0.0, 1.0",
        f"out[:] = 0.0\n    out[(s.turn + {seats - 1}) % {seats}] = 1.0",
    )
    path = folder / f"nim_for_{seats}.py"
    path.write_text(text)
    return path
