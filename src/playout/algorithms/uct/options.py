"""The options of UCT and of information-set MCTS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from playout.options.fields import REPORTS, Options, option, switch
from playout.options.kinds import Count, Function, Number, Policy, TreeRule, Word
from playout.rules import OptionError, PlayoutError, Rules

__all__ = ["CHOICES", "LATER", "IsmctsOptions", "UctOptions"]

CHOICES = ("visits", "mean", "total")

LATER = 1e6
"""The bound of a move that was never tried, unless first-play urgency says otherwise: above all others."""


BESIDE_A_RULE: dict[str, float | None] = {"a": 1.0, "b": 0.0, "wary": 0.0, "fpu": None, "history": 0.0, "grave": 0}
"""Options of UCT's own bound, with the values that leave them out."""


def _by_tactics(options: UctOptions | IsmctsOptions, rules: Rules) -> str:
    return "tactics" if options.tactics else "uniform"


def _exploration(options: UctOptions, rules: Rules) -> float:
    """Measured by benchmarks/default_c.py. With a prior, c is the factor of another term, which was not measured."""
    return 0.4 if options.prior is None else 1.0


@dataclass(frozen=True)
class Leaf(Word):
    """The way in which a new node of a tree is valued."""

    choices: tuple[str, ...] = ("playout", "evaluate")

    def fit(self, rules: Rules, name: str, value: str) -> None:
        if value == "evaluate" and not rules.has("evaluate"):
            raise PlayoutError(
                f"leaf=evaluate needs evaluate(s, seat), which {rules.name} does not have; leave leaf out, and "
                "playouts value new nodes"
            )


@dataclass(frozen=True, kw_only=True)
class UctOptions(Options):
    """The options of UCT."""

    a: float = option(
        Number(0, 100),
        "with more than two seats, selection is by `a mean + b (1 - the strongest rival's mean) + c sqrt(ln N / n)`",
        default=1.0,
        kernel=True,
    )
    b: float = option(Number(0, 100), "see `a`", default=0.0, kernel=True)
    c: float | None = option(
        Number(0, 100),
        "how much to explore; payoffs count as 0..1",
        own=True,
        otherwise=_exploration,
        unset="the game's own, else `0.4`; `1.0` with `prior`",
        kernel=True,
    )
    wary: float | None = option(
        Number(0, 1),
        "with three seats or more, opponents maximise `(1 - wary) own + wary (1 - root's mean)`: 0 is maxn, 1 paranoid",
        own=True,
        otherwise=0.0,
        kernel=True,
    )
    selection: str | Callable[..., float] | None = option(  # noqa: RUF009
        TreeRule("bound"),
        "the rule of selection: the path of a file with a function `bound`, the name of a rule that comes "
        "with Playout (`ucb1_tuned`, `careful`, ...), or in Python the function (docs/selection_rules.md)",
    )
    backup: str | Callable[..., float] | None = option(  # noqa: RUF009
        TreeRule("backup"),
        "the rule for the value of a playout: the path of a file with a function `backup`, the name of a rule that "
        "comes with Playout (`decay`), or in Python the function (docs/selection_rules.md)",
    )
    leaf: str = option(
        Leaf(),
        "how a new node is valued: by the payoffs of a playout, or by the game's `evaluate`, without any playout",
        default="playout",
    )
    playouts: int = option(Count(1, 1_000_000), "random playouts for each new node", default=1, kernel=True)
    expand: str | None = option(
        Word(("one", "all")),
        'one new child a simulation, or `"all"` at a leaf\'s second visit',
        otherwise=lambda options, rules: "one" if options.prior is None else "all",
        unset="`one`; `all` with `prior` or `grave`",
        kernel=True,
    )
    choice: str = option(
        Word(CHOICES), "the move that is played in the end: most visits, best mean, highest total", default="visits"
    )
    solver: bool = switch(
        "certain wins, draws and losses are carried up the tree; wins the shortest, losses the longest", kernel=True
    )
    tactics: bool = switch(
        "the forced moves and immediate wins of the game's `tactics`, and the options that its file sets in `TUNED`; "
        "off: only the rules of the game are used",
        game="tactics",
        kernel=True,
    )
    prune_ends: bool = switch(
        "a new node that wins for the seat that moved there becomes the only child; `solver` includes that",
        default=False,
        group=REPORTS,
        kernel=True,
    )
    prune_playouts: bool = switch(
        "a playout's first move that wins becomes the only child; `solver` includes that",
        default=False,
        group=REPORTS,
        kernel=True,
    )
    policy: str | None = option(
        Policy(),
        'the playout policy: uniformly random, the game\'s `"tactics"` (immediate wins and forced moves, else random), '
        'its `"suggest"`, or another function that its file names in `POLICIES`',
        own=True,
        otherwise=_by_tactics,
        unset="the game's own; else `tactics` if it has them, else `uniform`",
    )
    fpu: float | None = option(
        Number(0, 100),
        "first-play urgency: the bound of an untried move; without it every move is tried once first",
        kernel=True,
        absent=LATER,
    )
    prior: str | Callable[..., None] | None = option(  # noqa: RUF009
        Function("rank", "s, moves, n, scores"),
        'PUCT: `"rank"`, or in Python any plain function like it, scores the moves; the bound is then '
        "`mean + c P sqrt(N) / (1 + n)`. A game's own is left out with `expand=one`",
        own=True,
        unset="the game's own, else none",
    )
    history: float = option(
        Number(0, 1000),
        "the weight of Progressive History: a move's mean result anywhere in the search",
        default=0.0,
        kernel=True,
    )
    grave: int | None = option(
        Count(0, 1_000_000_000),
        "GRAVE: visits from which a node keeps statistics of all moves played below it (AMAF); a child is judged by "
        "those of its move until its own visits outweigh them; 0 is off",
        own=True,
        otherwise=0,
        kernel=True,
    )
    exact: int | None = option(
        Count(0, 1000),
        "nodes of alpha-beta for each simulation beyond the first 32,768: they prove positions that the tree visits "
        "often (docs/uct.md). For two seats, constant sums, no chance, nothing hidden, one thread; 0 is off",
        own=True,
        otherwise=0,
    )
    threads: int = option(
        Count(1, 256),
        "a tree for each thread; the trees exchange the counts and proofs of their upper nodes, and their root visits "
        "are added (docs/uct.md)",
        default=1,
    )
    guesses: int = option(
        Count(1, 1000),
        "with hidden information: trees, each for one guess, whose root visits are added; threads share them, and "
        "`solver` is off",
        default=10,
    )

    def check(self) -> None:
        for name, default in (("playouts", 1), ("backup", None), ("prune_playouts", False)):
            self._refuse_beside_leaf(name, default)
        if self.exact and not self.solver:
            raise OptionError("exact writes proofs into the tree, and solver=False keeps none; leave one of them out")
        if self.prior is not None and self.expand == "one":
            raise OptionError("with prior a node's children come all at once; leave expand out, or write expand='all'")
        if self.selection is not None:
            for name, without in BESIDE_A_RULE.items():
                if getattr(self, name) not in (without, None):
                    raise OptionError(
                        f"with a rule of selection the bound is the rule's alone, and {name} would have no part in it; "
                        "leave one of them out"
                    )

    def _tuned(self, rules: Rules, algorithm: str) -> dict[str, Any]:
        """The game's defaults, without its prior and the c of that prior if expand=one: a prior needs all children."""
        tuned = super()._tuned(rules, algorithm)
        leaves_out = ("prior", "c") if self.expand == "one" and "prior" in tuned else ()
        return {name: value for name, value in tuned.items() if name not in leaves_out}

    def _refuse_beside_leaf(self, name: str, default: Any) -> None:
        if self.leaf == "evaluate" and getattr(self, name) != default:
            raise OptionError(f"leaf=evaluate plays nothing out, and {name} is for playouts; leave one of them out")

    def resolve(self, rules: Rules, algorithm: str) -> Self:
        """Fill in the options for a game, with the game's own prior. GRAVE, whoever sets it, needs all children at
        once. A rule of selection replaces `wary` and GRAVE, also if the game sets them.
        """
        self._refuse_beside_leaf("policy", None)  # what a game sets is no contradiction
        if self.selection is not None:
            without = replace(self, selection=None, wary=0.0, grave=0).resolve(rules, algorithm)
            return replace(without, selection=self.selection)
        prior = self._tuned(rules, algorithm).get("prior")
        given = self if self.prior is not None else replace(self, prior=prior)  # on which c and expand depend
        chosen = super(UctOptions, given).resolve(rules, algorithm)
        if self.exact is None and not chosen.solver:
            chosen = replace(chosen, exact=0)
        if self.expand is None and chosen.grave:
            chosen = replace(chosen, expand="all")
        return chosen


@dataclass(frozen=True, kw_only=True)
class IsmctsOptions(Options):
    """The options of information-set MCTS."""

    c: float | None = option(
        Number(0, 100),
        "how much to explore: the factor of `sqrt(ln a / n)`, where a counts how often the move was available",
        own=True,
        otherwise=0.7,
        kernel=True,
    )
    policy: str | None = option(
        Policy(),
        "the playout policy, as for `uct`",
        own=True,
        otherwise=_by_tactics,
        unset="the game's own; else `tactics` if it has them, else `uniform`",
    )
    choice: str = option(
        Word(CHOICES), "the move that is played in the end: most visits, best mean, highest total", default="visits"
    )
    tactics: bool = switch(
        "the forced moves of the game's `tactics`, for the other seats only, since under a guess a seat's own may be "
        "right by luck; and the options that its file sets in `TUNED`; off: only the rules of the game are used",
        game="tactics",
        kernel=True,
    )
    views: bool = switch(
        "positions that the seat can tell apart after the same move are different nodes; costs a hash of the masked "
        "position at each step",
        kernel=True,
    )
