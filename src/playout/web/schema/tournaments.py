"""Tournaments: standings, pairs and matches."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from playout.web.schema.base import GameRequest, Model, Said, Spelling, Values, Words

__all__ = [
    "NewTournament",
    "PairScore",
    "Standing",
    "Tournament",
    "TournamentMatch",
    "TournamentMatches",
    "TournamentSummary",
]


class NewTournament(GameRequest):
    agents: Annotated[list[Spelling], Field(min_length=2, max_length=12)]
    matches: Annotated[int, Field(ge=1, le=10_000)] = 40
    """The number of matches of each pairing."""
    seed: Annotated[int, Field(ge=0, le=2**53)] = 1
    openings: Annotated[int, Field(ge=0, le=20)] = 0
    """The number of random plies at the start of a match."""
    name: Annotated[str, Field(max_length=80)] = ""


class TournamentSummary(Model):
    id: str
    name: str
    game: str
    title: Words
    agents: list[str]
    done: int
    total: int
    state: Literal["running", "stopped", "done", "failed"]
    error: Said | None
    created: float


class Standing(Model):
    agent: str
    matches: int
    score: float
    """The mean payoff, as a share of the payoff scale."""
    score_error: float | None
    """Half of the 95 % interval."""
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    wins: int
    draws: int
    losses: int
    seconds_a_move: float | None


class PairScore(Model):
    first: str
    second: str
    matches: int
    score: float
    """The score of the first agent, 0 to 1."""
    error: float | None


class Tournament(Model):
    summary: TournamentSummary
    standings: list[Standing]
    pairs: list[PairScore]
    history: list[tuple[int, dict[str, float]]]
    """(matches done, score by agent), for the plot."""
    report: str
    """The table as the command line prints it."""


class TournamentMatch(Model):
    number: int
    agents: list[str]
    """The agents by seat."""
    payoffs: Values | None
    plies: int
    seconds: float | None
    fault: str | None


class TournamentMatches(Model):
    total: int
    offset: int
    matches: list[TournamentMatch]
