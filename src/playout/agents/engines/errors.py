"""Errors of engines. In a match the engine's seat loses, and the error is the reason given."""

from __future__ import annotations

from playout.errors import PlayoutError

__all__ = ["EngineError", "Resignation"]


class EngineError(PlayoutError):
    """An engine crashed, did not answer in time, or answered something invalid."""

    def __init__(self, sentence: str, kind: str = "crash") -> None:
        super().__init__(sentence)
        self.kind = kind
        """The kind of forfeit in the arena: crash, clock or illegal; `resigned` for a resignation."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.kind)


class Resignation(EngineError):  # noqa: N818
    """An engine resigns."""

    def __init__(self, sentence: str, kind: str = "resigned") -> None:
        super().__init__(sentence, kind)
