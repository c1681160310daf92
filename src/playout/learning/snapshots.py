"""Small copies of the playing network from the whole course of a run, so that its progress can be shown later.

The first one is the network before any training. Another is written whenever the number of matches has passed a power
of two. A file's name is the number of matches so far; its weights have half precision.
"""

from __future__ import annotations

from pathlib import Path

from playout.files import write_whole

__all__ = ["Snapshots"]

FIRST = 64
"""The number of matches before the second snapshot."""

MOST_BYTES = 32 << 20
"""The largest size of all snapshots of a run in bytes. If they are larger, every second one is removed, except the
first and the last.
"""


class Snapshots:
    """The snapshots in a folder: FOLDER/MATCHES.onnx."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def files(self) -> dict[int, Path]:
        """The snapshots by their number of matches, ascending."""
        found = {int(file.stem): file for file in self.folder.glob("*.onnx") if file.stem.isdecimal()}
        return dict(sorted(found.items()))

    def is_due(self, matches: int) -> bool:
        """Whether the number of matches has passed a power of two since the last snapshot."""
        last = max(self.files(), default=None)
        if last is None or matches < FIRST:
            return last is None
        return matches.bit_length() > max(last, FIRST - 1).bit_length()

    def keep(self, matches: int, content: bytes) -> None:
        """Write a snapshot. If all snapshots together are too large, remove some."""
        self.folder.mkdir(exist_ok=True)
        write_whole(self.folder / f"{matches}.onnx", content)
        files = list(self.files().values())
        while len(files) > 2 and sum(file.stat().st_size for file in files) > MOST_BYTES:
            for file in files[1:-1:2]:
                file.unlink()
            files = list(self.files().values())

    def forget_after(self, matches: int) -> None:
        """Remove snapshots from matches that were lost with a killed process."""
        for number, file in self.files().items():
            if number > matches:
                file.unlink()
