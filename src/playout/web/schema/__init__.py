"""The models of all messages between server and pages: the one description of the web app's data.

`python -m playout.web.schema` writes them as one JSON Schema. Values of positions are on the scale of the game's
payoffs, one for each seat. A seat is a number from 0. `seat` is None where chance decides, or the match is over.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter

from playout.web.schema import (
    analysis,
    base,
    commands,
    games,
    guesses,
    guests,
    lessons,
    matches,
    messages,
    positions,
    runs,
    tournaments,
)
from playout.web.schema.analysis import *
from playout.web.schema.base import *
from playout.web.schema.commands import *
from playout.web.schema.games import *
from playout.web.schema.guesses import *
from playout.web.schema.guests import *
from playout.web.schema.lessons import *
from playout.web.schema.matches import *
from playout.web.schema.messages import *
from playout.web.schema.positions import *
from playout.web.schema.runs import *
from playout.web.schema.tournaments import *

__all__ = ["COMMANDS", "MESSAGES", "json_schema"]
__all__ += analysis.__all__
__all__ += base.__all__
__all__ += commands.__all__
__all__ += games.__all__
__all__ += guesses.__all__
__all__ += guests.__all__
__all__ += lessons.__all__
__all__ += matches.__all__
__all__ += messages.__all__
__all__ += positions.__all__
__all__ += runs.__all__
__all__ += tournaments.__all__

COMMANDS: TypeAdapter[Any] = TypeAdapter(AnyCommand)
MESSAGES: TypeAdapter[Any] = TypeAdapter(Message)

MatchSnapshot.model_rebuild()


def json_schema() -> dict[str, Any]:
    """All models as one JSON Schema: `$defs` by name. A page may leave out fields that have defaults."""
    from pydantic.json_schema import models_json_schema

    models = [kind for kind in _models() if kind not in (Model, Request, GameRequest)]
    modes: list[tuple[type[BaseModel], Literal["validation", "serialization"]]] = [
        (kind, "validation" if issubclass(kind, Request) else "serialization") for kind in models
    ]
    _, schema = models_json_schema(modes, title="Playout")
    return schema


def _models() -> list[type[BaseModel]]:
    own = [item for item in globals().values() if isinstance(item, type) and issubclass(item, BaseModel)]
    return [kind for kind in own if kind is not BaseModel]
