"""How the server says no: an error with a sentence, a code and a status of HTTP."""

from __future__ import annotations

from playout.errors import PlayoutError

__all__ = ["RefusedError", "explain_error"]

STATUS = {
    "refused": 400,
    "invalid": 422,
    "not_found": 404,
    "forbidden": 403,
    "unauthorised": 401,
    "too_large": 413,
    "too_many": 429,
    "conflict": 409,
    "unavailable": 503,
}


class RefusedError(PlayoutError):
    """Something that is not done, and why."""

    def __init__(self, sentence: str, code: str = "refused") -> None:
        super().__init__(sentence)
        self.code = code

    @property
    def status(self) -> int:
        return STATUS[self.code]


def explain_error(error: PlayoutError) -> RefusedError:
    """Any error that a person can do something about, as a refusal."""
    return error if isinstance(error, RefusedError) else RefusedError(" ".join(str(error).split()))
