"""What a search found: candidates, the tree, and the review of a match."""

from __future__ import annotations

from typing import Literal

from playout.web.schema.base import Model, Said, Values, Words
from playout.web.schema.positions import LineStep, View

__all__ = ["Analysis", "Bound", "CandidateInfo", "Outline", "Review", "ReviewPoint", "Sought", "TreeNode", "TreePage"]


class CandidateInfo(Model):
    move: int
    text: str
    words: Words | None = None
    places: list[str]
    visits: int
    share: float
    """Of all visits, 0 to 1."""
    values: Values | None
    """For each seat; None: never looked at."""
    value: float | None
    """For the seat to move."""
    score: str
    """The same in the notation of the game: +0.35, #2; empty: it has none, or nothing is known."""
    proven: bool
    plies: int | None
    prior: float | None
    line: list[LineStep]
    """How play would go on, this move first."""


class Analysis(Model):
    id: str
    match: str
    slot: int
    agent: str
    ply: int
    line: list[int]
    """Moves after those of the match."""
    key: str
    """Of the position (Position.key)."""
    seat: int
    """To move, and whose knowledge was used."""
    state: Literal["waiting", "compiling", "running", "stopped", "done", "failed"]
    """done: its limit was reached, or it is proven."""
    error: Said | None
    move: int | None
    text: str | None
    values: Values | None
    proven: bool
    unit: str
    work: int
    rate: float
    """Work a second."""
    depth: int
    elapsed: float
    memory: float | None
    """Megabytes in use."""
    nodes: int | None
    """Of the tree, if there is one."""
    candidates: list[CandidateInfo]
    """The best first."""
    why: Said | None
    """Why this move, in words."""
    changes: list[tuple[int, str]]
    """(work, move) each time that the best move changed."""
    has_tree: bool


class Bound(Model):
    """Why UCT goes to a child: mean + exploration = bound, as BoundTerms has it."""

    kind: Literal["ucb", "puct", "rule", "certain", "untried", "first"]
    """ucb: exploration is factor sqrt(ln count / visits); puct: factor sqrt(count); rule: by a rule of selection; the
    others have no such term."""
    mean: float | None
    exploration: float | None
    bound: float | None
    """None: never tried, so it comes first; or by a rule below all numbers."""
    factor: float | None
    count: int | None
    visits: int | None
    more: list[str]
    """Options whose share of the bound is left out."""


class TreeNode(Model):
    path: list[int]
    """Moves from the position that was searched; empty: the root."""
    move: int | None
    text: str
    words: Words | None = None
    seat: int | None
    """Who made the move; None: chance, or it is the root."""
    turn: int | None
    """Who is to move here."""
    over: bool
    visits: int
    share: float
    """Of its parent's visits."""
    values: Values | None
    proven: bool
    plies: int | None
    prior: float | None
    bound: Bound | None
    window: tuple[float, float] | None
    """alpha-beta's, for the seat to move; or the interval in which the value is known to be."""
    depth: int | None
    """To which alpha-beta searched it."""
    children: int
    """How many it has in the tree."""


class TreePage(Model):
    analysis: str
    node: TreeNode
    view: View | None
    children: list[TreeNode]
    """The best first: by visits."""
    offset: int
    total: int


class Sought(Model):
    """The window that alpha-beta searched last at the root, in thousandths of the scale, for the seat to move."""

    low: int
    high: int
    plies: int | None
    """Where both are equal, it asked whether the value is so much: plies to the end in that case."""
    reached: bool
    """Whether the value is at least `high`."""


class Outline(Model):
    """The most visited nodes of a tree, one in each row, as TreeSketch has them; row 0 is the root."""

    ply: int
    line: list[int]
    """Where the root is: moves after those of the match, as in Analysis."""
    seat: int
    """To move at the root; values are this seat's."""
    work: int
    """Units of work after which it was taken."""
    depth: int | None
    """That alpha-beta had completed, 0 where it solves the position instead; None for other searches."""
    best: int
    """The move that the search would play."""
    sought: Sought | None
    """None for other searches than alpha-beta."""
    parents: list[int]
    """Rows; -1 at the root. A parent comes before its children."""
    moves: list[int]
    movers: list[int]
    """Who made the move; -2 where chance did."""
    visits: list[int]
    values: list[int]
    """In thousandths of the scale of the payoffs."""
    proven: list[int]
    """Rows whose values are certain."""
    bounds: list[int]
    """0: exact or a mean; 1: at least; 2: at most; 3: cut off; 4: not known yet. Empty: all are 0."""


class ReviewPoint(Model):
    """A move of the match, beside the best one."""

    ply: int
    """Of the position before the move."""
    seat: int
    move: int
    text: str
    words: Words | None = None
    value: float
    """For that seat, after the move that was played."""
    best: int
    best_value: float
    lost: float
    """best_value - value, at least 0, as a share of the scale of the payoffs."""
    kind: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    line: list[LineStep]
    """The better line."""
    values: Values
    """For each seat, before the move, with best play."""
    proven: bool
    turning: bool
    """Whether the match turned here: who was ahead changed, or a won or drawn position was given away."""


class Review(Model):
    match: str
    agent: str
    state: Literal["running", "done", "stopped", "failed"]
    error: Said | None
    exact: bool
    """Whether all values are proven."""
    done: int
    total: int
    points: list[ReviewPoint]
    """In the order of the match, as far as it has come; own moves only where things are hidden."""
    mistakes: list[int]
    """Plies of inaccuracies, mistakes and blunders, in order."""
