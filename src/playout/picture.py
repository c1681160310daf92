"""A picture: SVG text that notebooks show and files take."""

from __future__ import annotations

from pathlib import Path

from playout.rules import PlayoutError

__all__ = ["Picture"]


class Picture(str):
    """SVG as a text. A notebook shows it, and `save` writes it to a file."""

    __slots__ = ()

    @property
    def svg(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, which should end in .svg."""
        try:
            Path(path).write_text(self, encoding="utf-8")
        except OSError as error:
            raise PlayoutError(f"the picture cannot be saved to {path}: {error.strerror}") from error

    def __repr__(self) -> str:
        return f"<Picture: {len(self):,} characters of SVG; save(path) writes it to a file>"
