"""The contract: what a game file defines, and the names by which kernels call it.

A game file is plain Python over one fixed-size record. This module has what games and kernels share: the special
values of `turn`, the list of functions, the stubs that kernels import, and the errors. `Rules` is a game file that was
read and is valid.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.errors import MoveError, OptionError, PlayoutError, RulesError

__all__ = [
    "CHANCE",
    "DRAWN",
    "ENCODING",
    "OPTIONAL",
    "OVER",
    "REQUIRED",
    "ROLLOUTS",
    "STUBS",
    "SYMMETRIES",
    "TEXT",
    "MoveError",
    "OptionError",
    "PlayoutError",
    "Rules",
    "RulesError",
    "Switch",
    "advise",
    "backup",
    "bound",
    "chance",
    "choose",
    "copy",
    "emit",
    "evaluate",
    "fetch",
    "guess",
    "key",
    "key_after",
    "left",
    "loud",
    "mask",
    "moves",
    "odds",
    "payoffs",
    "pick",
    "planes",
    "play",
    "policy_index",
    "prior",
    "rank",
    "report",
    "rollout",
    "skip",
    "suggest",
    "suggest_rollout",
    "tactics",
    "threatened",
    "turn",
]

OVER = -1
"""The value of `turn` when the match is over."""

CHANCE = -2
"""The value of `turn` if chance decides: dice, a deck, a coin."""


# The functions that a game file has to define: name -> (parameters, purpose).
REQUIRED: dict[str, tuple[str, str]] = {
    "start": ("s", "write the first position into s; options are further keyword arguments with a default"),
    "turn": ("s", "the seat to move, or CHANCE, or OVER"),
    "moves": ("s, out", "write the legal moves of the seat to move into out and return their number"),
    "play": ("s, move", "change s by a legal move or a chance outcome"),
    "payoffs": ("s, out", "write each seat's result into out, once the match is over"),
}

# The functions that it may define: name -> (parameters, the features that need it).
OPTIONAL: dict[str, tuple[str, str]] = {
    "seats": ("s", "the number of seats as an option of the game"),
    "chance": ("s, rng", "dice, draws, coin tosses: the outcome drawn is played like a move"),
    "odds": ("s, outcomes, p", "expectimax, and checking a chance outcome before it is played"),
    "mask": ("s, seat", "hidden information: blanks what the seat cannot see, so that no agent can peek"),
    "guess": ("s, seat, rng", "search under hidden information: fills the blanks at random"),
    "pick": ("s, rng", "a random legal move without listing them all: faster playouts where moves are many"),
    "rollout": ("s, rng", "faster random playouts: plays a match to its end at once, with the draws of `pick`"),
    "evaluate": ("s, seat", "minimax and alpha-beta to a depth, UCT without playouts"),
    "tactics": ("s, out", "forced moves and immediate wins in every search: the largest gain on connection games"),
    "left": ("s", "smaller stacks, and a faster table in alpha-beta: an upper bound of the remaining plies"),
    "rank": ("s, moves, n, scores", "move ordering for alpha-beta, priors for UCT"),
    "loud": ("s, out", "quiescence search: the moves to follow beyond the depth"),
    "skip": (
        "s",
        "null moves in alpha-beta: passes the move and returns True, or returns False where passing proves nothing",
    ),
    "threatened": (
        "s",
        "alpha-beta searches a ply deeper while the seat to move has to answer a threat, such as a check",
    ),
    "suggest": ("s, rng", "informed playouts, and the rule-based agent"),
    "suggest_rollout": (
        "s, rng",
        "faster informed playouts: plays a match to its end at once, as moves by `suggest` do",
    ),
    "key": ("s", "transposition tables, and equality where some fields depend on the order of moves"),
    "key_after": (
        "s, move",
        "the key after a move, for two seats that take turns: alpha-beta asks its table before it plays one",
    ),
    "planes": ("s, seat, out", "learned play: writes what the seat sees into out[plane, row, column], which is all 0"),
    "policy_index": (
        "move, rows, columns",
        "learned play: the index of this move's logit in a network; without it, the move's number",
    ),
}

ROLLOUTS = {"rollout": "pick", "suggest_rollout": "suggest"}
"""Functions that play a match to its end, each with the function for a single move that it has to equal."""

# Functions for people. Like `start`, they always run interpreted.
TEXT: dict[str, tuple[str, str]] = {
    "show": ("s", "the position as text; with a further parameter last=-1 it is told the last move, to mark it"),
    "parse": ("s, text", "a move from its text; raises ValueError if it names no move"),
    "format": ("s, move", "the text of a move"),
    "picture": ("s", "the position as SVG, for notebooks and pages; may take last=-1 as well"),
    "reason": ("s, move", "why a move, as its number or its text, is not legal; empty if there is no more to say"),
    "menu": ("s, moves", "menus of moves: rows (heading, [(words, move), ...]); empty where typing is better"),
    "score_text": (
        "s, share, plies",
        "a value in the words of the game, like +0.35 or #2; share: of the payoffs; plies: to a proven end, else -1",
    ),
    "tell": (
        "s, move, events, seat",
        "sentences about a move's effects, as the seat sees them; seat -1 sees everything",
    ),
    "cards": (
        "name",
        "the description of a card, or the list of cards whose names fit (empty: all); raises ValueError if none fits",
    ),
    "view": ("s", "the position for the web app as plain values: a grid, cards or text; may take last=-1 as well"),
    "about": ("s, move", "a sentence on a legal move for somebody new to the game; empty if there is nothing to say"),
    "places": ("s, move", "the touch points on the board for a move, such as ('cell:4',) or ('card:0.hand.2',)"),
}

ENCODING = ("planes", "policy_index")
"""Functions that only define how a network sees the game. They do not change how it is played."""

SYMMETRIES = ("columns", "rows", "layers", "transpose")
"""The symmetries that a game may name: left and right exchanged, bottom and top, layers of a cube, rows and columns."""

DRAWN = ("show", "picture", "view")
"""Functions that may take the last move: `last`, -1 if it is not known."""


_PACKAGE = os.path.join(os.path.dirname(__file__), "")  # noqa: PTH118, PTH120 - pathlib takes time to import


@dataclass(frozen=True, eq=False)
class Rules:
    """A valid game file: its functions, its bounds, its record."""

    name: str
    title: str
    path: str
    """The file of the rules, for messages."""
    dtype: np.dtype[Any]
    """The record of a position, or `object` for a game that is a Python class."""
    players: int
    max_moves: int
    max_outcomes: int
    """The largest number of chance outcomes in a position."""
    max_length: int
    """The largest number of plies of a match, chance included; a longer match counts as endless."""
    payoff_bounds: tuple[float, float]
    payoff_sum: float | None
    """The sum of all payoffs; None if it varies."""
    functions: dict[str, Callable[..., Any]] = field(repr=False)
    policies: dict[str, Callable[..., Any]] = field(default_factory=dict, repr=False)
    """Further playout policies, like `suggest`, by name."""
    tuned: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)
    """The best options of an algorithm for this game, by the algorithm's name."""
    constants: dict[str, Any] = field(default_factory=dict, repr=False)
    """The options that are constants of the game's file, with their values in the file."""
    agent: str = ""
    """The default algorithm for this game; empty: Playout's default."""
    seat_names: tuple[str, ...] = ()
    """The names of the seats, like X and O; empty if they have only numbers."""
    preset: dict[str, Any] = field(default_factory=dict, repr=False)
    """The options that a variant sets in the game that it is a variant of."""
    names: dict[str, str] = field(default_factory=dict, repr=False)
    """The names of the game by language: {"en": "Connect Four", "zh": "四子棋"}."""
    forms: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)
    """The fields of a form for each option, by the option's name: about, least, most, choices."""
    planes: tuple[int | str, ...] = ()
    """The numbers of planes, rows and columns that a network sees; texts are terms of the game's options. Empty: none
    declared.
    """
    policy_size: int | str | None = None
    """The number of a network's logits, or a term of options, `rows` and `columns`; None: MAX_MOVES."""
    fields: tuple[tuple[str, Any], ...] = ()
    """The declared kinds of the record's fields, for a game without `planes`; see record_planes.py."""
    symmetries: tuple[str, ...] = ()
    """The symmetries of the board that do not change the game; see encoding/symmetries.py."""
    phrases: dict[str, dict[str, str]] = field(default_factory=dict, repr=False)
    """Translations of texts (moves, headings of menus, choices), by language and English text."""

    @property
    def is_object(self) -> bool:
        return self.dtype == object

    @property
    def is_built_in(self) -> bool:
        """Whether the rules are part of this package; for a variant, whether those of its base game are."""
        return self.path.startswith(_PACKAGE)

    @property
    def backends(self) -> tuple[str, ...]:
        """The backends that these rules run on, the fastest first."""
        return ("python",) if self.is_object else ("cpu", "python")

    def has(self, name: str) -> bool:
        return name in self.functions

    def allocate(self, count: int) -> NDArray[Any]:
        """An array for `count` positions."""
        return np.empty(count, object) if self.is_object else np.zeros(count, self.dtype)

    def copy(self, target: NDArray[Any], i: int, source: NDArray[Any], j: int) -> None:
        """Make position i of `target` an independent copy of position j of `source`."""
        target[i] = deepcopy(source[j]) if self.is_object else source[j]


class Switch:
    """A part of a kernel that is compiled only if it is switched on.

    `EXTRAS = Switch("extras")`, and in the kernel `if EXTRAS:`; `native.bind(..., switches={"extras"})` turns it on.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __bool__(self) -> bool:
        raise RuntimeError(f"the switch {self.name} is set by native.bind")


def _stub(name: str) -> Callable[..., Any]:
    def stub(*_: Any) -> Any:
        raise RuntimeError(f"{name} is a name of the contract; native.bind puts a game's own function in its place")

    stub.__name__ = stub.__qualname__ = name
    return stub


# The names that kernels import. Some are not simply a function of the game's file:
# `choose` is `pick`, or a choice from the list of moves if the game has no `pick`.
# `advise` is the playout policy: `suggest`, another of the game's POLICIES, a choice from `tactics`, or `choose`.
# `prior` scores moves for PUCT: `rank`, or another function that the search names.
# `bound` and `backup` are the rules of a search's tree, if it has rules of its own (algorithms/rule_files.py).
# `copy` makes an independent copy of a position, which may be a record or an object.
# `emit(kind, a, b, c, d)` sends an event to a trace; without a trace it does nothing.
# `fetch(array, i)` prefetches an entry that will be read soon.
turn = _stub("turn")
moves = _stub("moves")
play = _stub("play")
payoffs = _stub("payoffs")
chance = _stub("chance")
odds = _stub("odds")
mask = _stub("mask")
guess = _stub("guess")
pick = _stub("pick")
rollout = _stub("rollout")
evaluate = _stub("evaluate")
tactics = _stub("tactics")
left = _stub("left")
rank = _stub("rank")
loud = _stub("loud")
skip = _stub("skip")
threatened = _stub("threatened")
suggest = _stub("suggest")
suggest_rollout = _stub("suggest_rollout")
key = _stub("key")
key_after = _stub("key_after")
planes = _stub("planes")
policy_index = _stub("policy_index")
choose = _stub("choose")
advise = _stub("advise")
copy = _stub("copy")
prior = _stub("prior")
bound = _stub("bound")
backup = _stub("backup")
emit = _stub("emit")
fetch = _stub("fetch")


def report(kind: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """A game's `play` calls it to report an event to `tell`, in the game's own codes; compiled code omits the call."""


STUBS: dict[Callable[..., Any], str] = {
    stub: stub.__name__
    for stub in (
        *(turn, moves, play, payoffs, chance, odds, mask, guess, pick, rollout),
        *(evaluate, tactics, left, rank, loud, skip, threatened, suggest, suggest_rollout, key, key_after),
        *(planes, policy_index),
        *(choose, advise, copy, prior, bound, backup, emit, fetch, report),
    )
}
