"""Refusals: a sentence (a code with parameters) that says why something was not done, and its kind."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

from playout.errors import PlayoutError
from playout.sentences import Parameter, Wording
from playout.web import schema

__all__ = ["STATUS", "Kind", "RefusedError", "UnsavedError", "explain_error", "explain_invalid"]

Kind: TypeAlias = Literal[
    "refused",
    "invalid",
    "not_found",
    "forbidden",
    "unauthorised",
    "too_large",
    "too_many",
    "conflict",
    "unavailable",
]

STATUS: dict[Kind, int] = dict(zip(get_args(Kind), (400, 422, 404, 403, 401, 413, 429, 409, 503), strict=True))
"""The HTTP status of each kind."""


class RefusedError(PlayoutError):
    """An operation was refused or failed. `str` is the English sentence."""

    def __init__(self, code: str, /, *, kind: Kind = "refused", **parameters: Parameter) -> None:
        """code: names a sentence in web/src/i18n that has these parameters."""
        self.sentence = Wording(code, parameters)
        self.kind = kind
        super().__init__(str(self.sentence))

    @property
    def status(self) -> int:
        return STATUS[self.kind]

    @property
    def said(self) -> schema.Sentence:
        return schema.Sentence.of(self.sentence)

    def model(self) -> schema.Refusal:
        said = self.said
        return schema.Refusal(error=said.en, code=said.code, parameters=said.parameters, kind=self.kind)


class UnsavedError(RefusedError):
    """An operation failed because its result could not be saved."""

    def __init__(self, error: Exception) -> None:
        is_full = "disk is full" in str(error) or (isinstance(error, OSError) and error.errno == errno.ENOSPC)
        self.why = Wording("unsaved.full") if is_full else Wording("unsaved.other", {"error": str(error)})
        super().__init__("unsaved", kind="unavailable", why=self.why)


def explain_invalid(fault: Mapping[str, Any], code: str) -> RefusedError:
    """Refuse the first fault that pydantic found in a request or message. code: a sentence with a parameter `fault`."""
    where, value = str(fault["loc"][-1]) if fault["loc"] else "", str(fault.get("input", ""))[:40]
    if fault["type"] == "string_pattern_mismatch":
        if where in ("match", "analysis", "tournament"):
            return RefusedError(NONE[where], kind="invalid", name=value)
        return RefusedError("address.invalid", kind="invalid", value=value, where=where)
    path = ".".join(str(part) for part in fault["loc"])
    return RefusedError(code, kind="invalid", fault=f"{path}: {fault['msg']}" if path else str(fault["msg"]))


NONE = {"match": "match.none", "analysis": "analysis.none", "tournament": "tournament.none"}
"""The sentences for an id of the wrong form."""


def explain_error(error: Exception, what: Wording | None = None, *, kind: Kind = "refused") -> RefusedError:
    """Convert an error to a RefusedError. what: the operation that failed.

    The library's own sentences are English.
    """
    if isinstance(error, RefusedError):
        return error
    why = " ".join(str(error).split())
    if isinstance(error, PlayoutError) and what is None:
        return RefusedError("library", kind=kind, why=why)
    if not isinstance(error, PlayoutError):
        why = f"{type(error).__name__}: {why}"
    return RefusedError("failed", kind=kind, what=what or Wording("failed.something"), why=why)
