"""What goes wrong with an engine. In a match the seat then loses, for the reason that is told."""

from __future__ import annotations

from playout.errors import PlayoutError

__all__ = ["EngineError", "Resignation"]


class EngineError(PlayoutError):
    """An engine that crashed, is silent, or answered what makes no sense."""

    def __init__(self, sentence: str, kind: str = "crash") -> None:
        super().__init__(sentence)
        self.kind = kind
        """What the arena calls it: crash, clock or illegal; `resigned` for a resignation."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.kind)


class Resignation(EngineError):  # noqa: N818
    """An engine gives the match up."""

    def __init__(self, sentence: str, kind: str = "resigned") -> None:
        super().__init__(sentence, kind)
