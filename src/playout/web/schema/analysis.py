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
    """The share of all visits, 0 to 1."""
    values: Values | None
    """For each seat; None: the move was never visited."""
    value: float | None
    """The value for the seat to move."""
    score: str
    """`value` in the game's notation: +0.35, #2. Empty if the game has no notation or the value is not known."""
    proven: bool
    plies: int | None
    prior: float | None
    line: list[LineStep]
    """The expected line, this move first."""


class Analysis(Model):
    id: str
    match: str
    slot: int
    agent: str
    ply: int
    line: list[int]
    """Moves after those of the match; they lead to the position."""
    key: str
    """The key of the position (Position.key)."""
    seat: int
    """The seat to move. Only its knowledge is used."""
    state: Literal["waiting", "compiling", "running", "stopped", "done", "failed"]
    """done: its limit is reached, or its value is proven."""
    error: Said | None = None
    move: int | None = None
    """None: there is no result yet, and the values below are the defaults."""
    text: str | None = None
    values: Values | None = None
    proven: bool = False
    unit: str
    work: int = 0
    rate: float = 0.0
    """Units of work per second."""
    depth: int = 0
    elapsed: float = 0.0
    memory: float | None = None
    """Megabytes in use."""
    nodes: int | None = None
    """The number of nodes in the tree, if there is a tree."""
    candidates: list[CandidateInfo] = []
    """The best first."""
    why: Said | None = None
    """Why the search prefers its move, in words."""
    changes: list[tuple[int, str]] = []
    """(work, move) for each change of the best move."""
    has_tree: bool


class Bound(Model):
    """Why UCT selects a child: mean + exploration = bound, as in BoundTerms."""

    kind: Literal["ucb", "puct", "rule", "certain", "untried", "first"]
    """ucb: exploration is factor sqrt(ln count / visits); puct: factor sqrt(count); rule: a selection rule decides. The
    others have no such term."""
    mean: float | None
    exploration: float | None
    bound: float | None
    """None: never visited, so it is selected first; or a rule ranks it below all numbers."""
    factor: float | None
    count: int | None
    visits: int | None
    more: list[str]
    """Options whose part of the bound is left out."""


class TreeNode(Model):
    path: list[int]
    """Moves from the position that was searched; empty: the root."""
    move: int | None
    text: str
    words: Words | None = None
    seat: int | None
    """The seat that made the move; None: chance, or the node is the root."""
    turn: int | None
    """The seat to move in this node."""
    over: bool
    visits: int
    share: float
    """The share of its parent's visits."""
    values: Values | None
    proven: bool
    plies: int | None
    prior: float | None
    bound: Bound | None
    window: tuple[float, float] | None
    """For alpha-beta: the interval that contains the value for the seat that made the move."""
    depth: int | None
    """The depth to which alpha-beta searched the node."""
    children: int
    """The number of its children in the tree."""


class TreePage(Model):
    analysis: str
    node: TreeNode
    view: View | None
    children: list[TreeNode]
    """The most visited first; for alpha-beta, the best first."""
    offset: int
    total: int


class Sought(Model):
    """The window that alpha-beta searched last at the root, in thousandths of the scale, for the seat to move."""

    low: int
    high: int
    plies: int | None
    """Set if low equals high: the search asks whether the value is that high; then the number of plies to the end."""
    reached: bool
    """Whether the value is at least `high`."""
    more: bool
    """Whether the search asks if the value is higher than `low`, by however little."""


class Outline(Model):
    """The most visited nodes of a tree, one in each row, as TreeSketch has them; row 0 is the root."""

    ply: int
    line: list[int]
    """The moves after those of the match that lead to the root, as in Analysis."""
    seat: int
    """The seat to move at the root; values are for this seat."""
    work: int
    """The units of work after which the outline was made."""
    depth: int | None
    """The depth that alpha-beta has completed; 0 if it solves the position instead. None for other searches."""
    best: int
    """The move that the search would play now."""
    sought: Sought | None
    """None for searches other than alpha-beta."""
    parents: list[int]
    """The row of the parent; -1 for the root. A parent comes before its children."""
    moves: list[int]
    movers: list[int]
    """The seat that made the move; -2 for chance."""
    visits: list[int]
    values: list[int]
    """In thousandths of the payoff scale."""
    proven: list[int]
    """Rows whose values are certain."""
    bounds: list[int]
    """0: exact or a mean; 1: at least; 2: at most; 3: cut off; 4: not known yet. Empty: all are 0."""


class ReviewPoint(Model):
    """A move of the match, compared with the best move."""

    ply: int
    """The ply of the position before the move."""
    seat: int
    move: int
    text: str
    words: Words | None = None
    value: float
    """The value after the move that was played, for that seat."""
    best: int
    best_value: float
    lost: float
    """best_value - value, at least 0, as a share of the scale of the payoffs."""
    kind: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    line: list[LineStep]
    """The better line."""
    values: Values
    """For each seat: the value before the move, with best play."""
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
    plies: int = 0
    """The moves of the match when it was reviewed; 0: not known."""
    done: int
    total: int
    points: list[ReviewPoint]
    """In the order of the match, as far as it is reviewed. If information is hidden, only the viewer's moves."""
    mistakes: list[int]
    """Plies of inaccuracies, mistakes and blunders, in order."""
