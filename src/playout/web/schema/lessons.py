"""Lessons: traces step by step, bandits, and stones thrown for pi."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from playout.web.schema.base import (
    GameRequest,
    Id,
    Line,
    Model,
    MoveNumber,
    Name,
    Ply,
    Request,
    Said,
    Spelling,
    Values,
    Words,
)
from playout.web.schema.positions import LineStep, Position, View

__all__ = [
    "BanditCurve",
    "BanditRequest",
    "BanditRun",
    "LessonInfo",
    "LessonTrace",
    "PiRequest",
    "PiRun",
    "Slider",
    "TraceChild",
    "TraceNode",
    "TraceRequest",
    "TraceStep",
]


class Slider(Model):
    name: str
    least: float
    most: float
    step: float
    default: float
    about: Said


class LessonInfo(Model):
    name: str
    """minimax, alphabeta, uct, uct_players, bandits, monte_carlo, network."""
    title: Said
    algorithm: str | None
    games: list[str]
    """For which a trace is small: lecture_tree, tic_tac_toe, ..."""
    sliders: list[Slider]


class TraceRequest(GameRequest):
    game: Name = "lecture_tree"
    moves: Annotated[list[MoveNumber | Annotated[str, Field(max_length=40)]], Field(max_length=500)] = []
    """That lead to the position; or take them from a match:"""
    match: Id | None = None
    ply: Ply | None = None
    line: Line = []
    depth: Annotated[int, Field(ge=1, le=12)] | None = None
    simulations: Annotated[int, Field(ge=1, le=2000)] | None = None
    settings: Annotated[dict[str, float], Field(max_length=8)] = {}
    """Of the sliders, by name."""
    seed: Annotated[int, Field(ge=0, le=2**31)] = 1


class TraceNode(Model):
    """A node of the picture."""

    id: int
    """0: the root."""
    parent: int | None
    path: list[int]
    move: int | None
    text: str
    words: Words | None = None
    """The text as pages show it; None: as it is."""
    turn: int | None
    over: bool
    payoffs: Values | None
    visited: bool
    """Whether the search looked at it at all; False: it is in the game's tree, and was cut off."""
    first: int | None
    """The step at which it is first looked at."""


class TraceChild(Model):
    """A child as a selection sees it."""

    node: int
    text: str
    visits: int
    mean: float | None
    exploration: float
    bound: float | None
    """None: never tried, so it comes first."""
    proven: bool


class TraceStep(Model):
    step: int
    kind: str
    """enter, leaf, best, cut, bound, table, tactics, leave;
    begin, select, draw, expand, prune, simulate, backup, prove.
    """
    words: Said
    """The step in one sentence, with the formula and its numbers."""
    node: int | None
    """Where the search stands."""
    ply: int
    seat: int | None
    move: int | None
    text: str | None
    value: float | None
    """For `seat`."""
    values: Values | None
    window: tuple[float | None, float | None] | None
    """(alpha, beta) for `seat`; None in it: without a bound."""
    max_value: float | None
    """`value` for seat 0 (MAX), as a textbook draws it."""
    max_window: tuple[float | None, float | None] | None
    children: list[TraceChild]
    """Of a selection: every child with its terms."""
    visits: int | None
    """Of a backup: after it."""
    playout: list[LineStep]
    """Of a simulation: the moves of the playout."""
    skipped: list[int]
    """Of a cut: nodes of the picture that are never looked at because of it."""


class LessonTrace(Model):
    lesson: str
    algorithm: str
    game: str
    whole: bool
    """Whether the steps are all there are."""
    complete_tree: bool
    """Whether `nodes` is the whole tree of the game below the position."""
    root: Position
    nodes: list[TraceNode]
    steps: list[TraceStep]
    result: Said
    """The search's answer in words."""
    move: int
    move_text: str
    values: Values
    leaves: list[int]
    """Nodes at which matches end."""
    unvisited_leaves: list[int]
    """The answer to "which leaves are not looked at?"."""
    cuts: int
    views: dict[str, View]
    """By the number of a node; those of the first 200 nodes."""


class BanditRequest(Request):
    means: Annotated[list[Annotated[float, Field(ge=0, le=1)]], Field(min_length=2, max_length=20)]
    """The true mean of each arm, whose reward is 0 or 1."""
    strategies: Annotated[list[Spelling], Field(min_length=1, max_length=6)]
    """Spellings, such as ucb1(c=1.4), epsilon(epsilon=0.1), thompson."""
    pulls: Annotated[int, Field(ge=1, le=10_000)] = 1000
    runs: Annotated[int, Field(ge=1, le=200)] = 20
    seed: Annotated[int, Field(ge=0, le=2**31)] = 1


class BanditCurve(Model):
    strategy: str
    pulls: list[int]
    """At which the curve has points."""
    regret: list[float]
    """Mean over the runs: what was missed so far."""
    counts: list[float]
    """Pulls of each arm, the mean over the runs."""
    first: list[tuple[int, int]]
    """(arm, reward) of the first 200 pulls of the first run."""


class BanditRun(Model):
    best: int
    bound: list[float] | None
    """The lower bound of Lai and Robbins at the same pulls."""
    curves: list[BanditCurve]


class PiRequest(Request):
    stones: Annotated[int, Field(ge=1, le=1_000_000)] = 1000
    seed: Annotated[int, Field(ge=0, le=2**31)] = 1


class PiRun(Model):
    points: list[tuple[float, float]]
    """The first 5000 stones, in the square from 0 to 1."""
    stones: list[int]
    estimates: list[float]
    errors: list[float]
    """Half of the 95 % interval of each."""
