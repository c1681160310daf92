"""Types that all messages share: numbers, texts, sentences, and the bases of all models."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from playout import sentences

__all__ = [
    "SLOTS",
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
    "Parameter",
    "Ply",
    "Refusal",
    "Request",
    "Said",
    "Scalar",
    "Seat",
    "Sentence",
    "Slot",
    "Spelling",
    "Unreadable",
    "Values",
    "Words",
    "finite",
    "from_wire",
]

VERSION = 1
"""The version of this protocol."""

Id: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9]{6,32}$")]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Spelling: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]
Ply: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
MoveNumber: TypeAlias = Annotated[int, Field(ge=-(2**62), le=2**62)]
Line: TypeAlias = Annotated[list[MoveNumber], Field(max_length=500)]
Seat: TypeAlias = Annotated[int, Field(ge=0, le=31)]
SLOTS = range(3)
"""The slots of analyses: two for searches side by side, one for a search that compares their moves."""

Slot: TypeAlias = Annotated[int, Field(ge=0, le=max(SLOTS))]
Values: TypeAlias = list[float]
Scalar: TypeAlias = bool | int | float | str | None
OptionValue: TypeAlias = Scalar | Annotated[list[Scalar | list[Scalar]], Field(max_length=1000)]
Options: TypeAlias = Annotated[dict[str, OptionValue], Field(max_length=50)]


class Model(BaseModel):
    """A message from the server."""

    model_config = ConfigDict(
        extra="forbid",
        use_attribute_docstrings=True,
        ser_json_inf_nan="null",
        json_schema_serialization_defaults_required=True,
    )


class Request(Model):
    """A message from a page: unknown fields are refused, and no value is converted to another type."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True, strict=True, allow_inf_nan=False)


class GameRequest(Request):
    """A request about a game with options."""

    game: Name
    options: Options = {}


class Words(Model):
    """A text of a game in English, and in Chinese if the game has it."""

    en: str
    zh: str | None = None


class Sentence(Model):
    """A sentence from the server. A page shows the text of its own language for the code (web/src/i18n)."""

    code: str
    parameters: dict[str, Parameter]
    en: str
    """The sentence in English, for clients without these texts."""

    @classmethod
    def of(cls, sentence: sentences.Wording) -> Sentence:
        parameters = {name: _to_wire(value) for name, value in sentence.parameters.items()}
        return cls(code=sentence.code, parameters=parameters, en=str(sentence))


Item: TypeAlias = str | Words | Sentence
Parameter: TypeAlias = int | Item | list[Item]
Said: TypeAlias = Sentence | Words


def _to_wire(value: sentences.Parameter) -> Parameter:
    if isinstance(value, int):
        return value
    if isinstance(value, (str, sentences.Wording, Mapping)):
        return _item(value)
    return [_item(item) for item in value]


def _item(value: sentences.Item) -> Item:
    if isinstance(value, str):
        return value
    return Sentence.of(value) if isinstance(value, sentences.Wording) else Words(en=value["en"] or "", zh=value["zh"])


def from_wire(said: Item) -> sentences.Item:
    """Convert an item from a message to a parameter of another sentence."""
    if isinstance(said, str):
        return said
    if isinstance(said, Words):
        return {"en": said.en, "zh": said.zh}
    parameters: dict[str, sentences.Parameter] = {}
    for name, value in said.parameters.items():
        if isinstance(value, int):
            parameters[name] = value
        else:
            parameters[name] = [from_wire(item) for item in value] if isinstance(value, list) else from_wire(value)
    return sentences.Wording(said.code, parameters)


class Refusal(Model):
    """A refused or failed operation."""

    error: str
    """One sentence in English: what is wrong and what to do."""
    code: str
    parameters: dict[str, Parameter]
    """With the code: for the sentence in any language, as in Sentence."""
    kind: str
    """refused, not_found, too_large, too_many, forbidden, unauthorised, invalid, conflict, unavailable."""


class Unreadable(Model):
    """Data of the server that cannot be read and is kept as it is, or a user's game that hangs."""

    kind: Literal["match", "analysis", "review", "tournament", "game"]
    id: str
    why: Said


class Done(Model):
    done: bool = True


class About(Model):
    name: str = "Playout"
    version: str
    protocol: int = VERSION
    languages: list[str] = list(sentences.languages())
    engines: list[str] = []
    """The spellings of the programs (UCI, GTP) and networks that the server was started with."""
    limits: dict[str, float]
    """This server's limits, by name: seconds and memory (megabytes) and threads of a search, searches, matches,
    sockets, body, message and tree_file (bytes), plies, move_seconds, tournaments."""


def finite(value: float | None) -> float | None:
    """The number, or None in place of nan and infinity, which JSON does not have."""
    return value if value is not None and math.isfinite(value) else None
