"""Training runs: how a network learned a game, and what it believed of a position at moments of its training."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from playout.web.schema.base import Line, Model, Request, Values, Words
from playout.web.schema.positions import Position

__all__ = [
    "Belief",
    "Beliefs",
    "BeliefsRequest",
    "NetChild",
    "NetSearch",
    "NetSearchRequest",
    "RunExam",
    "RunMistakes",
    "RunMoment",
    "RunReport",
    "RunSummary",
]


class RunSummary(Model):
    name: str
    game: Words
    network: str
    """Its size: "8x2 tower"."""
    matches: int
    """That it has played."""
    share: float
    """Of its work that is done, 0 to 1; 1: it is complete."""


class RunMoment(Model):
    seconds: float
    """Of work."""
    matches: int
    policy_loss: float
    """Beyond the least that the targets allow; so is the other."""
    value_loss: float


class RunMistakes(Model):
    simulations: int
    """Of the network's searches; 1: its policy alone."""
    wrong: int
    """Positions in which it chose a move of less than the best value."""
    positions: int


class RunExam(Model):
    matches: int
    """That the run had played."""
    elo: float
    """Above random play, with a 95 % interval."""
    low: float
    high: float
    scores: dict[str, float]
    """By opponent: the share of the points, 0 to 1."""
    mistakes: list[RunMistakes]


class RunReport(RunSummary):
    seats: list[str]
    """The names of the game's seats."""
    positions: int
    seconds: float
    device: str
    simulations: int
    """Of each decision in self-play, at the end of the run."""
    moments: list[RunMoment]
    exams: list[RunExam]
    snapshots: list[int]
    """The matches before each network that the run has kept; the last is its present one."""


class BeliefsRequest(Request):
    moves: Line = []
    """That lead to the position."""


class Belief(Model):
    """What a network says about a position, without a search."""

    matches: int
    priors: list[float]
    """How likely each of the position's legal moves is to be the best; they add up to 1."""
    values: Values


class Beliefs(Model):
    position: Position
    beliefs: list[Belief]
    """For each snapshot; none where the match is over."""


class NetSearchRequest(BeliefsRequest):
    matches: Annotated[int, Field(ge=0)]
    """Of the snapshot that searches."""
    simulations: Annotated[int, Field(ge=1, le=200)] = 16


class NetChild(Model):
    move: int
    prior: float
    visits: int
    mean: float
    """For the seat to move, 0 to 1; of a move that was never tried what the search takes it for."""


class NetSearch(Model):
    """The root of a search by PUCT."""

    matches: int
    visits: int
    c: float
    children: list[NetChild]
    """In the order of the position's legal moves."""
    proven: bool
