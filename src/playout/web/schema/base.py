"""What the models of the wire share: names of numbers and texts, and the two kinds of models."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "VERSION",
    "About",
    "Done",
    "GameRequest",
    "Id",
    "Line",
    "Model",
    "MoveNumber",
    "Name",
    "OptionValue",
    "Options",
    "Ply",
    "Refusal",
    "Request",
    "Scalar",
    "Seat",
    "Slot",
    "Spelling",
    "Unreadable",
    "Values",
    "Words",
]

VERSION = 1
"""Of this protocol."""

Id: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9]{6,32}$")]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Spelling: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]
Ply: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
MoveNumber: TypeAlias = Annotated[int, Field(ge=-(2**62), le=2**62)]
Line: TypeAlias = Annotated[list[MoveNumber], Field(max_length=500)]
Seat: TypeAlias = Annotated[int, Field(ge=0, le=31)]
Slot: TypeAlias = Annotated[int, Field(ge=0, le=1)]
Values: TypeAlias = list[float]
Scalar: TypeAlias = bool | int | float | str | None
OptionValue: TypeAlias = Scalar | Annotated[list[Scalar | list[Scalar]], Field(max_length=1000)]
Options: TypeAlias = Annotated[dict[str, OptionValue], Field(max_length=50)]


class Model(BaseModel):
    """What the server sends."""

    model_config = ConfigDict(
        extra="forbid",
        use_attribute_docstrings=True,
        ser_json_inf_nan="null",
        json_schema_serialization_defaults_required=True,
    )


class Request(Model):
    """What a page sends: unknown fields are refused, and nothing is converted silently."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True, strict=True, allow_inf_nan=False)


class GameRequest(Request):
    """What a page asks about a game with options."""

    game: Name
    options: Options = {}


class Refusal(Model):
    """Why something was not done."""

    error: str
    """One sentence: what is wrong and what to do."""
    error_chinese: str
    """The same in Chinese."""
    code: str = "refused"
    """refused, not_found, too_large, too_many, forbidden, unauthorised, invalid, unavailable."""


class Words(Model):
    """A text in English, and in Chinese where there is one."""

    en: str
    zh: str | None = None


class Unreadable(Model):
    """Something in the server's data that could not be read; it is kept as it is."""

    kind: Literal["match", "analysis", "review", "tournament"]
    id: str
    why: Words


class Done(Model):
    done: bool = True


class About(Model):
    name: str = "Playout"
    version: str
    protocol: int = VERSION
    languages: list[str] = ["en", "zh"]
    engines: list[str] = []
    """Programs (UCI, GTP) that the server was started with, by name."""
    limits: dict[str, float]
    """Of this server, by name: seconds and memory (megabytes) and threads of a search, searches, matches, sockets, body
    (bytes), socket_message (bytes), plies."""
