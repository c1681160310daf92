"""All that goes over the wire, as models: the one description of the web app's data.

`python -m playout.web.schema` writes them as one JSON Schema. Values of positions are on the scale of the game's
payoffs, one for each seat. A seat is a number from 0. `seat` is None where chance decides or nobody does.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter

from playout.web.schema.analysis import (
    Analysis,
    Bound,
    CandidateInfo,
    Review,
    ReviewPoint,
    TreeNode,
    TreePage,
)
from playout.web.schema.base import (
    VERSION,
    About,
    Done,
    Id,
    Line,
    Model,
    MoveNumber,
    Name,
    Options,
    OptionValue,
    Ply,
    Refusal,
    Request,
    Said,
    Scalar,
    Seat,
    Sentence,
    Slot,
    Spelling,
    Unreadable,
    Values,
    Words,
    from_wire,
)
from playout.web.schema.commands import (
    Analyse,
    AnyCommand,
    CloseNode,
    Command,
    Hint,
    Join,
    Leave,
    OpenNode,
    Pause,
    Ping,
    Play,
    Resign,
    StartReview,
    Stop,
    StopReview,
    TakeOver,
    Undo,
    Watch,
)
from playout.web.schema.games import (
    AgentCheck,
    AgentChecked,
    AgentInfo,
    Compiling,
    FormField,
    GameInfo,
    Level,
    NewGame,
    Warm,
)
from playout.web.schema.lessons import (
    BanditCurve,
    BanditRequest,
    BanditRun,
    LessonInfo,
    LessonTrace,
    PiRequest,
    PiRun,
    Slider,
    TraceChild,
    TraceNode,
    TraceRequest,
    TraceStep,
)
from playout.web.schema.matches import (
    Branch,
    Exported,
    Import,
    LineRequest,
    MatchMove,
    MatchSnapshot,
    MatchSummary,
    NewMatch,
    NewSeat,
    Player,
    PlyValue,
    SeatInfo,
)
from playout.web.schema.messages import (
    AnalysisChanged,
    Changed,
    CommandDone,
    CommandRefused,
    CompilingChanged,
    Hello,
    HintGiven,
    Message,
    Moved,
    ReviewChanged,
    Snapshot,
    Thinking,
    TournamentChanged,
    TreeChanged,
)
from playout.web.schema.positions import Card, Cards, Counter, Grid, LineStep, Move, Piece, Position, Text, View, Zone
from playout.web.schema.tournaments import (
    NewTournament,
    PairScore,
    Standing,
    Tournament,
    TournamentMatch,
    TournamentMatches,
    TournamentSummary,
)

__all__ = [
    "COMMANDS",
    "MESSAGES",
    "VERSION",
    "About",
    "AgentCheck",
    "AgentChecked",
    "AgentInfo",
    "Analyse",
    "Analysis",
    "AnalysisChanged",
    "AnyCommand",
    "BanditCurve",
    "BanditRequest",
    "BanditRun",
    "Bound",
    "Branch",
    "CandidateInfo",
    "Card",
    "Cards",
    "Changed",
    "CloseNode",
    "Command",
    "CommandDone",
    "CommandRefused",
    "Compiling",
    "CompilingChanged",
    "Counter",
    "Done",
    "Exported",
    "FormField",
    "GameInfo",
    "Grid",
    "Hello",
    "Hint",
    "HintGiven",
    "Id",
    "Import",
    "Join",
    "Leave",
    "LessonInfo",
    "LessonTrace",
    "Level",
    "Line",
    "LineRequest",
    "LineStep",
    "MatchMove",
    "MatchSnapshot",
    "MatchSummary",
    "Message",
    "Model",
    "Move",
    "MoveNumber",
    "Moved",
    "Name",
    "NewGame",
    "NewMatch",
    "NewSeat",
    "NewTournament",
    "OpenNode",
    "OptionValue",
    "Options",
    "PairScore",
    "Pause",
    "PiRequest",
    "PiRun",
    "Piece",
    "Ping",
    "Play",
    "Player",
    "Ply",
    "PlyValue",
    "Position",
    "Refusal",
    "Request",
    "Resign",
    "Review",
    "ReviewChanged",
    "ReviewPoint",
    "Said",
    "Scalar",
    "Seat",
    "SeatInfo",
    "Sentence",
    "Slider",
    "Slot",
    "Snapshot",
    "Spelling",
    "Standing",
    "StartReview",
    "Stop",
    "StopReview",
    "TakeOver",
    "Text",
    "Thinking",
    "Tournament",
    "TournamentChanged",
    "TournamentMatch",
    "TournamentMatches",
    "TournamentSummary",
    "TraceChild",
    "TraceNode",
    "TraceRequest",
    "TraceStep",
    "TreeChanged",
    "TreeNode",
    "TreePage",
    "Undo",
    "Unreadable",
    "Values",
    "View",
    "Warm",
    "Watch",
    "Words",
    "Zone",
    "from_wire",
    "json_schema",
]

COMMANDS: TypeAdapter[Any] = TypeAdapter(AnyCommand)
MESSAGES: TypeAdapter[Any] = TypeAdapter(Message)

MatchSnapshot.model_rebuild()


def json_schema() -> dict[str, Any]:
    """All models as one JSON Schema: `$defs` by name. What a page sends may leave out what has a default."""
    from pydantic.json_schema import models_json_schema

    models = [kind for kind in _models() if kind not in (Model, Request)]
    modes: list[tuple[type[BaseModel], Literal["validation", "serialization"]]] = [
        (kind, "validation" if issubclass(kind, Request) else "serialization") for kind in models
    ]
    _, schema = models_json_schema(modes, title="Playout")
    return schema


def _models() -> list[type[BaseModel]]:
    own = [item for item in globals().values() if isinstance(item, type) and issubclass(item, BaseModel)]
    return [kind for kind in own if kind is not BaseModel]
