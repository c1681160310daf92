"""All models as one JSON Schema."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from playout.web import schema
from playout.web.schema.base import GameRequest, Model, Request

__all__ = ["json_schema"]


def json_schema() -> dict[str, Any]:
    """All models as one JSON Schema: `$defs` by name. A page may leave out fields that have defaults."""
    bases = Model, Request, GameRequest
    models = [item for item in vars(schema).values() if isinstance(item, type) and issubclass(item, BaseModel)]
    modes: list[tuple[type[BaseModel], Literal["validation", "serialization"]]] = [
        (kind, "validation" if issubclass(kind, Request) else "serialization") for kind in models if kind not in bases
    ]
    return models_json_schema(modes, title="Playout")[1]
