"""Training runs: how a network learned a game, and what it predicted for a position during its training."""

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
    """The size of the network, channels x blocks: "8x2"."""
    matches: int
    """The number of matches that it has played."""
    share: float
    """The share of its work that is done, 0 to 1; 1: complete."""


class RunMoment(Model):
    seconds: float
    """Seconds of work."""
    matches: int
    policy_loss: float
    """The loss minus the lowest loss that these targets allow; value_loss likewise."""
    value_loss: float


class RunMistakes(Model):
    simulations: int
    """Simulations of each of the network's searches; 1: its policy alone."""
    wrong: int
    """The number of positions in which it chose a move whose value is not the best."""
    positions: int


class RunExam(Model):
    matches: int
    """The number of matches that the run had played."""
    elo: float
    """Elo above random play, with a 95 % interval."""
    low: float
    high: float
    scores: dict[str, float]
    """The share of the points, 0 to 1, by opponent."""
    mistakes: list[RunMistakes]


class RunReport(RunSummary):
    seats: list[str]
    """The names of the game's seats."""
    positions: int
    seconds: float
    device: str
    simulations: int
    """Simulations for each decision in self-play, at the end of the run."""
    moments: list[RunMoment]
    exams: list[RunExam]
    snapshots: list[int]
    """For each network that the run has kept, the number of matches before it; the last is the present network."""


class BeliefsRequest(Request):
    moves: Line = []
    """The moves that lead to the position."""


class Belief(Model):
    """The policy and the value of a network for a position, without a search."""

    matches: int
    priors: list[float]
    """For each legal move of the position the probability that it is the best; they add up to 1."""
    values: Values


class Beliefs(Model):
    position: Position
    beliefs: list[Belief]
    """One for each snapshot; empty if the match is over in this position."""


class NetSearchRequest(BeliefsRequest):
    matches: Annotated[int, Field(ge=0)]
    """The number of matches of the snapshot that searches."""
    simulations: Annotated[int, Field(ge=1, le=200)] = 16


class NetChild(Model):
    move: int
    prior: float
    visits: int
    mean: float
    """For the seat to move, 0 to 1. For a move that was never visited: the value that the search assumes."""


class NetSearch(Model):
    """The root of a search by PUCT."""

    matches: int
    visits: int
    c: float
    children: list[NetChild]
    """In the order of the position's legal moves."""
    proven: bool
