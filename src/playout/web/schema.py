"""All that goes over the wire, as models: the one description of the web app's data.

`python -m playout.web.schema` writes them as one JSON Schema. Values of positions are on the scale of the game's
payoffs, one for each seat. A seat is a number from 0. `seat` is None where chance decides or nobody does.
"""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

VERSION = 1
"""Of this protocol."""

Id: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9]{6,32}$")]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Spelling: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]
Ply: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
MoveNumber: TypeAlias = Annotated[int, Field(ge=-(2**62), le=2**62)]
Line: TypeAlias = Annotated[list[MoveNumber], Field(max_length=500)]
Seat: TypeAlias = Annotated[int, Field(ge=0, le=31)]
Slot: TypeAlias = Annotated[int, Field(ge=0, le=1)]
Values: TypeAlias = list[float]
Scalar: TypeAlias = bool | int | float | str | None
OptionValue: TypeAlias = Scalar | Annotated[list[Scalar | list[Scalar]], Field(max_length=1000)]
Options: TypeAlias = Annotated[dict[str, OptionValue], Field(max_length=50)]


class Model(BaseModel):
    """What the server sends."""

    model_config = ConfigDict(
        extra="forbid",
        use_attribute_docstrings=True,
        ser_json_inf_nan="null",
        json_schema_serialization_defaults_required=True,
    )


class Request(Model):
    """What a page sends: unknown fields are refused, and nothing is converted silently."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True, strict=True, allow_inf_nan=False)


class Refusal(Model):
    """Why something was not done."""

    error: str
    """One sentence: what is wrong and what to do."""
    code: str = "refused"
    """refused, not_found, too_large, too_many, forbidden, unauthorised, invalid, unavailable."""


class Done(Model):
    done: bool = True


class About(Model):
    name: str = "Playout"
    version: str
    protocol: int = VERSION
    languages: list[str] = ["en", "zh"]
    engines: list[str] = []
    """Programs (UCI, GTP) that the server was started with, by name."""
    limits: dict[str, float]
    """Of this server, by name: seconds and memory (megabytes) and threads of a search, searches, matches, sockets, body
    (bytes), socket_message (bytes), plies."""


# Text in two languages


class Words(Model):
    """A text in English, and in Chinese where there is one."""

    en: str
    zh: str | None = None


# What a position looks like


class Piece(Model):
    """What may stand in a cell of a grid."""

    seat: int | None
    symbol: str
    """One character or a few, for text: X, ♞."""
    name: str
    """For a screen reader: "white knight"."""
    shape: Literal["stone", "mark", "chess", "text"] = "text"
    """stone: a disc of the seat's colour; mark: X, O, ...; chess: drawn by its symbol's piece; text: the symbol."""


class Counter(Model):
    """A number beside the board: points, captured stones, mana, the pot."""

    seat: int | None
    name: Words
    value: int | float | str
    most: int | float | None = None


class Grid(Model):
    """A board of cells. Cell number = (layer * rows + row) * columns + column; row 0 is at the top, column 0 left."""

    kind: Literal["grid"] = "grid"
    rows: int
    columns: int
    layers: int
    cells: list[str]
    """For each cell: "" empty, "#" no cell (blocked), else a key of `pieces`."""
    pieces: dict[str, Piece]
    look: Literal["squares", "checker", "points", "slots"]
    """squares: ruled; checker: a chess board; points: stones on the crossings of lines; slots: an upright rack."""
    row_names: list[str]
    column_names: list[str]
    layer_names: list[str]
    last: list[int]
    """Cells of the last move (chess: from and to)."""
    won: list[int]
    """Cells of the line that wins."""
    danger: list[int]
    """Cells to warn of: a king in check."""
    stars: list[int]
    """Points that are drawn as dots on an empty Go board."""
    counters: list[Counter]


class Card(Model):
    id: str
    """The card as a place: "card:0.hand.2"."""
    name: Words
    kind: Literal["card", "minion", "spell", "weapon", "hero", "power", "secret"]
    hidden: bool = False
    """Face down: the name says no more than that."""
    cost: int | None = None
    attack: int | None = None
    health: int | None = None
    full_health: int | None = None
    armour: int | None = None
    durability: int | None = None
    text: Words | None = None
    states: list[str] = []
    """taunt, divine_shield, frozen, stealth, silenced, windfury, charge, enraged, can_attack, used, ..."""


class Zone(Model):
    """A place with cards: a hand, a side of the table."""

    seat: int | None
    """None: of the table."""
    name: Literal["hand", "board", "hero", "weapon", "power", "secrets", "deck", "discard", "table"]
    label: Words
    count: int
    """Cards in it; `cards` may be empty where only the number is known."""
    cards: list[Card]


class Cards(Model):
    """A table with zones of cards."""

    kind: Literal["cards"] = "cards"
    zones: list[Zone]
    counters: list[Counter]


class Text(Model):
    """A position as text, with dice and counters beside it."""

    kind: Literal["text"] = "text"
    text: str
    dice: list[int]
    counters: list[Counter]


View: TypeAlias = Annotated[Grid | Cards | Text, Field(discriminator="kind")]


class Move(Model):
    """A legal move."""

    move: int
    text: str
    """As it is written and may be typed."""
    places: list[str]
    """What one touches for it, in order: "cell:17", "column:3", "card:0.hand.2", "gap:0.2" (on seat 0's board, left of
    its third card; one more gap than cards), "button:pass". Several moves may have the same places (a promotion): ask
    by their texts. Empty: choose it from the list."""
    words: Words | None = None
    """In a few words, where the text alone is hard to read."""
    group: Words | None = None
    """The heading under which it stands in a list."""


class Position(Model):
    """A position as somebody sees it."""

    ply: int
    """Moves of the match before it, chance outcomes included."""
    line: list[int]
    """Moves after those of the match."""
    turn: int | None
    """The seat to move; None: chance decides, or it is over."""
    chance: bool
    over: bool
    payoffs: Values | None
    outcome: Words | None
    """The result in words."""
    view: View
    legal: list[Move]
    """The moves of the seat to move, if the one who looks may know them; else none."""
    text: str
    """The position as the game's `show` writes it, for screen readers and copying."""
    notation: str | None = None
    """FEN, where the game has it."""
    key: str
    """Equal positions, as they are seen, have equal keys."""


# Games


class FormField(Model):
    """One option, as a form shows it."""

    name: str
    kind: Literal["integer", "number", "boolean", "choice", "text", "cell", "list"]
    """cell: a pair (row, column) or none; list: `least` to `most` entries, each of `choices` or by `pattern`."""
    default: OptionValue
    least: float | None = None
    most: float | None = None
    choices: list[str | int] = []
    """For choice, and for each entry of a list."""
    pattern: str | None = None
    """A regular expression for what may be typed beside the choices."""
    about: Words
    optional: bool = False
    """Whether it may be left out (None), and the game or algorithm then decides."""
    group: str = ""


class Level(Model):
    """A named opponent, as it was measured."""

    name: str
    """Its key in `NewSeat.level`: beginner, easy, medium, hard, strongest."""
    label: Words
    agent: str
    """Its spelling."""
    rating: float | None
    """Elo above the weakest level of this game, by the arena; None: not measured."""
    error: float | None
    """Half of the 95 % interval of `rating`."""


class GameInfo(Model):
    name: str
    title: Words
    """Its name for people."""
    about: str
    """What it is, in a line."""
    kind: Literal["grid", "cards", "text"]
    seats: int
    seat_names: list[str]
    options: list[FormField]
    levels: list[Level]
    default_agent: str
    """Who plays and analyses if nothing is chosen."""
    agents: list[str]
    """Names of the algorithms that can search it."""
    hidden: bool
    """Whether seats see different things."""
    chance: bool
    formats: list[str]
    """Of import and export: json, and fen, pgn, sgf where there is one."""
    payoff_bounds: tuple[float, float]
    own: bool
    """Whether it is a file of the person who started the server."""
    picture: View
    """A position of a match under way, for the card on the first page."""


class AgentInfo(Model):
    name: str
    about: str
    games: str
    unit: str
    """What its work is counted in: simulations, playouts, nodes."""
    options: list[FormField]
    limits: list[FormField]
    has_tree: bool
    has_trace: bool


class NewGame(Request):
    options: Options = {}


class Warm(Request):
    options: Options = {}
    agents: Annotated[list[Spelling], Field(max_length=8)] = []


class Compiling(Model):
    """Work in progress on native code."""

    what: str
    seconds: float
    done: bool
    error: str | None = None


class AgentCheck(Request):
    game: Name
    options: Options = {}
    agent: Spelling


class AgentChecked(Model):
    agent: str
    """As it is written in full."""
    valid: bool
    error: str | None


# Matches


class NewSeat(Request):
    """Who plays a seat."""

    kind: Literal["person", "level", "agent", "engine"]
    level: str | None = None
    agent: Spelling | None = None
    """For agent: a spelling. For engine: the name of one that the server was started with (About.engines)."""
    name: Annotated[str, Field(max_length=60)] | None = None


class Player(Model):
    kind: Literal["person", "level", "agent", "engine"]
    label: Words
    level: str | None = None
    agent: str | None = None


class SeatInfo(Model):
    seat: int
    name: str
    """What the game calls it: X, White, seat 0."""
    player: Player
    clock: float | None = None
    """Seconds left, if there is a clock."""


class NewMatch(Request):
    game: Name
    options: Options = {}
    seats: Annotated[list[NewSeat], Field(max_length=32)] = []
    """One for each seat; fewer: the others are persons."""
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    moves: Line = []
    """Played at once, chance outcomes included."""


class MatchSummary(Model):
    id: str
    game: str
    title: Words
    options: dict[str, Any]
    seats: list[SeatInfo]
    plies: int
    over: bool
    payoffs: Values | None
    outcome: Words | None
    created: float
    """Seconds since 1970."""
    changed: float
    view: View
    """The last position, for a small picture."""


class MatchMove(Model):
    number: int
    """1 for the first; the position before it has ply number - 1."""
    seat: int | None
    """None: chance."""
    move: int | None
    """None: not for this seat to know."""
    text: str | None
    told: list[str]
    """What happened, in sentences, as the one who looks sees it."""
    seconds: float | None
    by: str | None
    """The label of who played it."""


class PlyValue(Model):
    """What a position was found to be worth, for the graph."""

    ply: int
    values: Values
    proven: bool
    agent: str


class MatchSnapshot(Model):
    """All that a page shows of a match."""

    id: str
    n: int
    """The number of the last event that it includes."""
    game: GameInfo
    options: dict[str, Any]
    seats: list[SeatInfo]
    moves: list[MatchMove]
    position: Position
    values: list[PlyValue]
    analyses: list[Analysis]
    """Those of the last position, running or kept: at most one for each slot."""
    review: Review | None
    seat: int | None
    """From which seat all this is seen; None: everything is seen."""
    seats_open: list[int | None]
    """From where one may look: persons' seats where things are hidden; else all, and None."""
    status: Literal["your_move", "thinking", "paused", "over", "failed"]
    waiting_for: int | None
    """The seat that is to move."""
    error: str | None
    """Why an agent failed, if one did; take its seat over or undo."""
    resigned: int | None
    from_match: str | None
    """The match that this one was branched from."""
    paused: bool


class LineRequest(Request):
    ply: Ply
    line: Line
    seat: Seat | None = None


class Branch(Request):
    ply: Ply
    line: Line = []
    seats: Annotated[list[NewSeat], Field(max_length=32)] = []
    """Empty: as they are."""


class Import(Request):
    game: Name
    format: Literal["json", "fen", "pgn", "sgf"]
    content: Annotated[str, Field(max_length=200_000)]
    options: Options = {}
    """Beside what the content says."""
    seats: Annotated[list[NewSeat], Field(max_length=32)] = []


class Exported(Model):
    format: str
    file_name: str
    content: str


# Analysis


class LineStep(Model):
    seat: int | None
    move: int
    text: str
    places: list[str]
    """What it touches, as in Move."""


class CandidateInfo(Model):
    move: int
    text: str
    places: list[str]
    visits: int
    share: float
    """Of all visits, 0 to 1."""
    values: Values | None
    """For each seat; None: never looked at."""
    value: float | None
    """For the seat to move."""
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
    error: str | None
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
    why: Words | None
    """Why this move, in words."""
    changes: list[tuple[int, str]]
    """(work, move) each time that the best move changed."""
    has_tree: bool


class Bound(Model):
    """Why UCT goes to a child: mean + exploration = bound."""

    mean: float | None
    exploration: float | None
    bound: float | None
    """None: never tried, so it comes first."""
    formula: str
    """With the numbers put in."""


class TreeNode(Model):
    path: list[int]
    """Moves from the position that was searched; empty: the root."""
    move: int | None
    text: str
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


# Review


class ReviewPoint(Model):
    """A move of the match, beside the best one."""

    ply: int
    """Of the position before the move."""
    seat: int
    move: int
    text: str
    value: float
    """For that seat, after the move that was played."""
    best: int
    best_text: str
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
    error: str | None
    exact: bool
    """Whether all values are proven."""
    done: int
    total: int
    points: list[ReviewPoint]
    """In the order of the match, as far as it has come; own moves only where things are hidden."""
    mistakes: list[int]
    """Plies of inaccuracies, mistakes and blunders, in order."""


# Lessons


class Slider(Model):
    name: str
    least: float
    most: float
    step: float
    default: float
    about: Words


class LessonInfo(Model):
    name: str
    """minimax, alphabeta, uct, uct_players, bandits, monte_carlo."""
    title: Words
    algorithm: str | None
    games: list[str]
    """For which a trace is small: lecture_tree, tic_tac_toe, ..."""
    sliders: list[Slider]


class TraceRequest(Request):
    game: Name = "lecture_tree"
    options: Options = {}
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
    proven: bool
    formula: str


class TraceStep(Model):
    step: int
    kind: str
    """enter, leaf, best, cut, bound, table, tactics, leave; begin, select, draw, expand, simulate, backup, prove."""
    words: Words
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
    reason: Words | None
    """Of a cut: why."""
    children: list[TraceChild]
    """Of a selection: every child with its terms."""
    visits: int | None
    """Of a backup: after it."""
    playout: list[LineStep]
    """Of a simulation: the moves of the playout."""
    skipped: list[int]
    """Of a cut: nodes of the picture that are never looked at because of it."""


class Trace(Model):
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
    result: str
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


# Tournaments


class NewTournament(Request):
    game: Name
    options: Options = {}
    agents: Annotated[list[Spelling], Field(min_length=2, max_length=12)]
    matches: Annotated[int, Field(ge=1, le=10_000)] = 40
    """For each pairing."""
    seed: Annotated[int, Field(ge=0, le=2**53)] = 1
    openings: Annotated[int, Field(ge=0, le=20)] = 0
    """Random plies at the beginning of a match."""
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
    error: str | None
    created: float


class Standing(Model):
    agent: str
    matches: int
    score: float
    """Mean payoff, as a share of the scale."""
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
    """Of the first, 0 to 1."""
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
    """By seat."""
    payoffs: Values | None
    plies: int
    seconds: float | None
    fault: str | None


class TournamentMatches(Model):
    total: int
    offset: int
    matches: list[TournamentMatch]


# Commands of a page over the socket


class Command(Request):
    id: Annotated[int, Field(ge=0, le=2**53)]
    """Chosen by the page; the answer carries it."""


class Join(Command):
    do: Literal["join"]
    match: Id
    seat: Seat | Literal["auto", "all"] = "auto"
    """From where to look. auto: the person's seat, the one to move if several are persons; all: if that is allowed."""
    last: Annotated[int, Field(ge=0)] | None = None


class Leave(Command):
    do: Literal["leave"]


class Watch(Command):
    do: Literal["watch"]
    tournament: Id


class Play(Command):
    do: Literal["move"]
    move: MoveNumber | None = None
    text: Annotated[str, Field(max_length=200)] | None = None
    ply: Ply | None = None
    """At which it is meant to be played; refused if the match has gone on since."""


class Undo(Command):
    do: Literal["undo"]
    plies: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """None: to the last decision of a person."""


class Resign(Command):
    do: Literal["resign"]
    seat: Seat


class TakeOver(Command):
    do: Literal["take_over"]
    seat: Seat
    player: NewSeat


class Pause(Command):
    do: Literal["pause"]
    paused: bool


class Hint(Command):
    do: Literal["hint"]
    agent: Spelling | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] = 1.0


class Analyse(Command):
    do: Literal["analyse"]
    slot: Slot = 0
    agent: Spelling | None = None
    """None: the game's default."""
    seconds: Annotated[float, Field(gt=0, le=3600)] | None = None
    """How long at most; None: as long as this server allows. Continues what was found before in this position."""
    ply: Ply | None = None
    """None: the last position."""
    line: Line = []
    anew: bool = False
    """Forget what was found before."""


class Stop(Command):
    do: Literal["stop"]
    slot: Slot = 0


class OpenNode(Command):
    do: Literal["open_node"]
    slot: Slot = 0
    path: Line = []
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class CloseNode(Command):
    do: Literal["close_node"]
    slot: Slot = 0
    path: Line = []


class StartReview(Command):
    do: Literal["review"]
    agent: Spelling | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] = 0.5
    """For each position."""


class StopReview(Command):
    do: Literal["stop_review"]


class Ping(Command):
    do: Literal["ping"]


AnyCommand: TypeAlias = Annotated[
    Join
    | Leave
    | Watch
    | Play
    | Undo
    | Resign
    | TakeOver
    | Pause
    | Hint
    | Analyse
    | Stop
    | OpenNode
    | CloseNode
    | StartReview
    | StopReview
    | Ping,
    Field(discriminator="do"),
]


# Messages of the server over the socket


class Hello(Model):
    type: Literal["hello"] = "hello"
    protocol: int = VERSION
    version: str


class CommandDone(Model):
    type: Literal["done"] = "done"
    id: int


class CommandRefused(Model):
    type: Literal["refused"] = "refused"
    id: int | None
    """None: the message could not be read."""
    error: str
    code: str


class Snapshot(Model):
    type: Literal["snapshot"] = "snapshot"
    n: int
    match: MatchSnapshot


class Changed(Model):
    type: Literal["changed"] = "changed"
    n: int
    match: MatchSnapshot


class Moved(Model):
    type: Literal["moved"] = "moved"
    n: int
    move: MatchMove
    position: Position
    status: Literal["your_move", "thinking", "paused", "over", "failed"]
    waiting_for: int | None
    value: PlyValue | None
    """Of the position before the move, by the agent that played it."""


class Thinking(Model):
    type: Literal["thinking"] = "thinking"
    n: int
    seat: int
    agent: str
    seconds: float
    """So far."""
    analysis: Analysis | None


class AnalysisChanged(Model):
    type: Literal["analysis"] = "analysis"
    n: int
    analysis: Analysis


class TreeChanged(Model):
    type: Literal["tree"] = "tree"
    n: int
    slot: int
    pages: list[TreePage]


class ReviewChanged(Model):
    type: Literal["review"] = "review"
    n: int
    review: Review


class TournamentChanged(Model):
    type: Literal["tournament"] = "tournament"
    n: int
    tournament: Tournament


class HintGiven(Model):
    type: Literal["hint"] = "hint"
    n: int
    ply: int
    analysis: Analysis


class CompilingChanged(Model):
    type: Literal["compiling"] = "compiling"
    n: int
    compiling: Compiling


Message: TypeAlias = Annotated[
    Hello
    | CommandDone
    | CommandRefused
    | Snapshot
    | Changed
    | Moved
    | Thinking
    | AnalysisChanged
    | TreeChanged
    | ReviewChanged
    | TournamentChanged
    | HintGiven
    | CompilingChanged,
    Field(discriminator="type"),
]

COMMANDS: TypeAdapter[Any] = TypeAdapter(AnyCommand)
MESSAGES: TypeAdapter[Any] = TypeAdapter(Message)
VIEWS: TypeAdapter[Any] = TypeAdapter(View)

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


if __name__ == "__main__":
    sys.stdout.write(json.dumps(json_schema(), indent=2) + "\n")
