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
    """One of minimax, alphabeta, uct, uct_players, bandits, monte_carlo, network."""
    title: Said
    algorithm: str | None
    games: list[str]
    """The games whose trace is short enough: lecture_tree, tic_tac_toe, ..."""
    sliders: list[Slider]


class TraceRequest(GameRequest):
    game: Name = "lecture_tree"
    moves: Annotated[list[MoveNumber | Annotated[str, Field(max_length=40)]], Field(max_length=500)] = []
    """The moves that lead to the position; or name a match instead:"""
    match: Id | None = None
    ply: Ply | None = None
    line: Line = []
    depth: Annotated[int, Field(ge=1, le=12)] | None = None
    simulations: Annotated[int, Field(ge=1, le=2000)] | None = None
    settings: Annotated[dict[str, float], Field(max_length=8)] = {}
    """The values of the sliders, by name."""
    seed: Annotated[int, Field(ge=0, le=2**31)] = 1


class TraceNode(Model):
    """A node of the picture."""

    id: int
    """The number of the node; 0: the root."""
    parent: int | None
    path: list[int]
    move: int | None
    text: str
    words: Words | None = None
    """The text as pages show it; None: pages show `text`."""
    turn: int | None
    over: bool
    payoffs: Values | None
    visited: bool
    """Whether the search visited the node. False: it is in the game's tree, but was cut off."""
    first: int | None
    """The step at which the node is first visited."""


class TraceChild(Model):
    """A child, as selection compares it."""

    node: int
    text: str
    visits: int
    mean: float | None
    exploration: float
    bound: float | None
    """None: never visited, so it is selected first."""
    proven: bool


class TraceStep(Model):
    step: int
    kind: str
    """enter, leaf, best, again, cut, bound, table, tactics, leave;
    begin, select, draw, expand, prune, simulate, backup, prove.
    """
    words: Said
    """The step in one sentence, with the formula and its numbers."""
    node: int | None
    """The node where the search stands."""
    ply: int
    seat: int | None
    move: int | None
    text: str | None
    value: float | None
    """The value for `seat`."""
    values: Values | None
    window: tuple[float | None, float | None] | None
    """(alpha, beta) for `seat`; None in place of a number: there is no bound."""
    max_value: float | None
    """`value` for seat 0 (MAX), as a textbook draws it."""
    max_window: tuple[float | None, float | None] | None
    children: list[TraceChild]
    """For a selection: every child with its terms."""
    visits: int | None
    """For a backup: the visits after it."""
    playout: list[LineStep]
    """For a simulation: the moves of the playout."""
    skipped: list[int]
    """For a cut: the nodes of the picture that are never visited because of it."""


class LessonTrace(Model):
    lesson: str
    algorithm: str
    game: str
    whole: bool
    """Whether the trace has all steps of the search."""
    complete_tree: bool
    """Whether `nodes` is the game's whole tree below the position."""
    root: Position
    nodes: list[TraceNode]
    steps: list[TraceStep]
    result: Said
    """The result of the search in words."""
    move: int
    move_text: str
    values: Values
    leaves: list[int]
    """The nodes where a match ends."""
    unvisited_leaves: list[int]
    """The answer to the question: which leaves are never visited?"""
    cuts: int
    views: dict[str, View]
    """The position of each of the first 200 nodes, by the node's number."""


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
    """The numbers of pulls at which the curve has points."""
    regret: list[float]
    """The regret so far, averaged over the runs."""
    counts: list[float]
    """Pulls of each arm, averaged over the runs."""
    first: list[tuple[int, int]]
    """(arm, reward) of the first 200 pulls of the first run."""


class BanditRun(Model):
    best: int
    bound: list[float] | None
    """The lower bound of Lai and Robbins at the same numbers of pulls."""
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
    """Half of the 95 % interval of each estimate."""
