"""Options are described once: a field is checked, described and filled in for a game."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import OptionError, RulesError
from playout.algorithms.alphabeta.options import AlphaBetaOptions, BestReplyOptions, ParanoidOptions
from playout.algorithms.registry import ALGORITHMS, new_search
from playout.algorithms.uct.options import IsmctsOptions, UctOptions
from playout.algorithms.uct.search import Uct
from playout.options.fields import REPORTS, Options, describe, kernel_fields, kernel_settings, option, switch
from playout.options.kinds import Count, Number, Word

PIG = playout.load("pig").rules
BOARD = playout.load("tic_tac_toe").rules
OPTIONS = [(name, word) for name, kind in ALGORITHMS.items() for word in kind.option_type.names()]


def like_rank(s: Any, moves: Any, n: Any, scores: Any) -> None:
    """A function that could be a prior."""


# What a game's file holds for best


@pytest.fixture
def tuned(tmp_path: Path) -> playout.Game:
    """Tic-tac-toe with options of its own for every algorithm that lets a game have some."""
    source = Path(playout.load("tic_tac_toe").rules.path).read_text()
    both = '{"policy": "suggest", "c": 0.25}'
    only = '{"policy": "suggest"}'
    path = tmp_path / "tuned.py"
    path.write_text(f'{source}\nTUNED = {{"uct": {both}, "ismcts": {both}, "flat": {only}, "ucb": {only}}}\n')
    return playout.load(path)


@pytest.mark.parametrize(
    ("name", "c"), [("uct", 0.4), ("ismcts", 0.7), ("ucb", math.sqrt(2)), ("ucb(sequences=True)", 0.5)]
)
def test_without_tactics_nothing_of_the_game_counts_but_its_rules(tuned: playout.Game, name: str, c: float) -> None:
    def options(spelling: str, game: playout.Game) -> Any:
        return new_search(game.start(), spelling, backend="python", simulations=1).options

    plain = name.replace(")", ", tactics=False)") if "(" in name else f"{name}(tactics=False)"
    by_game = options(name, tuned)
    assert by_game.policy == "suggest"
    assert by_game.c == (c if name.startswith("ucb") else 0.25)
    assert (options(plain, tuned).policy, options(plain, tuned).c) == ("uniform", c)
    assert options(plain, tuned) == options(plain, playout.load("tic_tac_toe"))
    given = plain.replace("tactics=False", "tactics=False, policy=suggest, c=0.5")
    assert (options(given, tuned).policy, options(given, tuned).c) == ("suggest", 0.5), "what is given counts"


@pytest.mark.parametrize("name", ["uct", "ismcts", "ucb"])
def test_the_switch_changes_what_is_searched(tuned: playout.Game, name: str) -> None:
    def visits(game: playout.Game, spelling: str) -> list[tuple[int, int]]:
        result = new_search(game.replay(["b2", "a1"]), spelling, seed=1, backend="python", simulations=60).run()
        return sorted((item.move, item.visits) for item in result.candidates)

    off = visits(tuned, f"{name}(tactics=False)")
    assert off != visits(tuned, name)
    assert off == visits(playout.load("tic_tac_toe"), f"{name}(tactics=False)")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('TUNED = {"uct": {"playouts": 3}}', "TUNED of wrong sets 'playouts' for uct; a game may set c, wary, policy"),
        ('TUNED = {"uct": {"c": "x"}}', "c in TUNED of wrong has to be a number from 0 to 100, not 'x'"),
        ('TUNED = {"uct": {"policy": "best"}}', "wrong has no playout policy 'best'"),
        ('TUNED = {"uct": 3}', "TUNED of wrong has to hold a dict of options for uct, not 3"),
    ],
)
def test_a_games_own_options_are_checked(tmp_path: Path, line: str, words: str) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(f"{Path(playout.load('tic_tac_toe').rules.path).read_text()}\n{line}\n")
    with pytest.raises((OptionError, RulesError), match=words):
        Uct(playout.load(path).start())
    assert Uct(playout.load(path).start(), UctOptions(tactics=False)).options.c == 0.4


# One field is an option


@dataclass(frozen=True, kw_only=True)
class Enlarged(UctOptions):
    """UCT with one option more."""

    patience: int = option(Count(1, 9), "how long to wait", default=4, needs="solver", group=REPORTS)


def test_an_option_is_one_field() -> None:
    assert Enlarged.names() == (*UctOptions.names(), "patience")
    assert Enlarged(patience=7).resolve(BOARD, "uct").patience == 7
    with pytest.raises(OptionError, match="patience has to be at most 9, not 10"):
        Enlarged(patience=10)
    with pytest.raises(OptionError, match="patience is for solver: write solver=True as well, or leave patience out"):
        Enlarged(patience=7, solver=False)
    row = describe(Enlarged)[-1]
    assert (row.name, row.default, row.values) == ("patience", "`4`", "a whole number from 1 to 9")
    assert (row.about, row.group) == ("how long to wait", "only to reproduce reports")


def test_every_option_is_described() -> None:
    for name, word in OPTIONS:
        row = next(row for row in describe(ALGORITHMS[name].option_type) if row.name == word)
        assert row.default
        assert row.values
        assert row.about[0] in "`\"'" or row.about[:1].islower() or row.about[:2].isupper()
    reports = {row.name for row in describe(UctOptions) if row.group == REPORTS}
    assert reports == {"prune_ends", "prune_playouts"}


def test_the_relatives_of_alpha_beta_share_its_options() -> None:
    of_two_seats = {"tactics", "probe", "quiescence", "null_moves", "reductions", "margins", "extensions"}
    of_two_seats |= {"lines", "late_pruning", "deeper", "internal_reductions", "cycles"}
    assert set(AlphaBetaOptions.names()) - set(ParanoidOptions.names()) == of_two_seats
    assert set(ParanoidOptions.names()) - set(BestReplyOptions.names()) == {"rank"}
    assert not set(BestReplyOptions.names()) - set(ParanoidOptions.names())
    assert set(describe(BestReplyOptions)) < set(describe(ParanoidOptions)) < set(describe(AlphaBetaOptions))
    assert (BestReplyOptions().tactics, BestReplyOptions().quiescence, BestReplyOptions().rank) == (False, False, True)
    with pytest.raises(TypeError):
        ParanoidOptions(tactics=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_search_takes_options_of_its_own_kind(name: str) -> None:
    kind: Any = ALGORITHMS[name]
    other = AlphaBetaOptions() if name in ("uct", "ismcts") else UctOptions()
    for options in (other, {"c": 1.0}, 0.7):
        words = f"{name} takes its options as {kind.option_type.__name__}\\(...\\), not "
        with pytest.raises(OptionError, match=words):
            kind(playout.load("tic_tac_toe").start(), options)


def test_options_that_the_game_has_nothing_for_are_off() -> None:
    assert UctOptions().resolve(PIG, "uct").tactics is False
    assert UctOptions().resolve(BOARD, "uct").tactics is True
    assert UctOptions().resolve(PIG, "uct").policy == "uniform"
    assert UctOptions().resolve(BOARD, "uct").policy == "tactics"
    assert UctOptions(grave=5).resolve(BOARD, "uct").expand == "all"
    assert UctOptions(prior=like_rank).resolve(BOARD, "uct").expand == "all"
    assert UctOptions().resolve(BOARD, "uct").c == 0.4
    assert UctOptions(prior=like_rank).resolve(BOARD, "uct").c == 1.0, "another term, for which 0.4 was not measured"
    assert UctOptions().resolve(BOARD, "uct").expand == "one"
    tree = playout.load("lecture_tree").rules
    assert AlphaBetaOptions().resolve(tree, "alphabeta").deepening is False, "it has no evaluate"
    assert AlphaBetaOptions(deepening=True).resolve(tree, "alphabeta").deepening is False
    assert AlphaBetaOptions().resolve(playout.load("chess").rules, "alphabeta").deepening is True
    for given in (AlphaBetaOptions(), AlphaBetaOptions(tactics=False), ParanoidOptions()):
        name = "paranoid" if isinstance(given, ParanoidOptions) else "alphabeta"
        assert given.resolve(BOARD, name).deepening is False, "the game says so"
    assert AlphaBetaOptions(deepening=True).resolve(BOARD, "alphabeta").deepening is True


@dataclass(frozen=True, kw_only=True)
class Described(Options):
    """Options of each kind, of which kernels read all but one."""

    width: float | None = option(Number(0, 9), "a number that may be left out", kernel=True, absent=7.5)
    depth: int = option(Count(), "a whole number", default=3, kernel=True)
    order: str = option(Word(("first", "best")), "a word", default="best", kernel=True)
    early: bool = switch("a switch", kernel=True)
    name: str = option(Word(("a", "b")), "no kernel reads it", default="a")


def test_what_kernels_read_is_described_by_the_fields_alone() -> None:
    fields = [("width", np.float64), ("depth", np.int64), ("order", np.int64), ("early", np.int64)]
    assert kernel_fields(Described) == fields
    assert kernel_settings(Described()) == {"width": 7.5, "depth": 3, "order": 1, "early": True}
    assert kernel_settings(Described(width=2, early=False))["width"] == 2.0


@pytest.mark.parametrize("options", [UctOptions, IsmctsOptions])
def test_every_setting_of_a_kernel_arrives_in_its_header(options: Any) -> None:
    """Each option that kernels read has another value than its default, and stands in the header under its name."""
    given = {"c": 0.3} if options is IsmctsOptions else {"c": 0.3, "a": 0.9, "b": 0.2, "playouts": 2, "fpu": 0.8}
    search: Any = new_search(playout.load("tic_tac_toe").start(), "ismcts" if options is IsmctsOptions else "uct")
    kind = type(search)
    tree = kind(search.state, options(**given), seed=1, backend="python", memory=12).tree
    record = tree.workspace if options is IsmctsOptions else tree.header
    for name, value in given.items():
        assert record[name][0] == value, name
    names = {name for name, _ in kernel_fields(options)}
    assert names <= set(record.dtype.names)
    assert names == set(kernel_settings(options(c=0.3)))
