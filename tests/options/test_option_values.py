"""Every option of every algorithm, with values of every kind: a search, or a sentence that says what is wrong."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import playout
from playout import Limit, OptionError, PlayoutError
from playout.algorithms.alphabeta import growing_table
from playout.algorithms.base import Search
from playout.algorithms.memory import reserve
from playout.algorithms.registry import ALGORITHMS, new_search
from playout.algorithms.running import drive
from playout.algorithms.uct.options import UctOptions
from playout.options.fields import Options
from playout.options.kinds import Count, Number

GAMES = {
    "tic_tac_toe": playout.load("tic_tac_toe").replay(["b2", "a1", "c3"]),
    "pig": playout.load("pig", goal=10).start(),
    "kuhn_poker": playout.load("kuhn_poker").replay(["J", "Q", "pass", "bet"]).seen_by(0),
}


class Unwritable:
    """A value that cannot even be shown, and is equal to nothing in particular."""

    def __repr__(self) -> str:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


def like_rank(s: Any, moves: Any, n: Any, scores: Any) -> None:
    for i in range(n):
        scores[i] = 1.0


NUMBERS: list[Any] = [0, 1, 2, -1, 7, 0.0, 0.5, -0.5, 1.0, 99.5, 100.5, 1e308, 5e-324, math.nan, math.inf, -math.inf]
HUGE: list[Any] = [2**31, 2**63, 10**30, -(10**30), 10**400, 10**5000]
TEXTS: list[Any] = [
    "",
    "x",
    "no",
    "off",
    "one",
    "all",
    "mean",
    "visits",
    "playout",
    "evaluate",
    "uniform",
    "tactics",
    "suggest",
    "rank",
    "None",
]
OTHERS: list[Any] = [b"x", 1j, (), (1,), [], [0.5], {}, {"c": 1}, set(), ..., object(), int, Unwritable(), math.sqrt]
FUNCTIONS: list[Any] = [lambda: None, lambda s, moves, n, scores, more: None, like_rank]
NUMPY: list[Any] = [
    np.int64(1),
    np.float64(0.5),
    np.float32(0.5),
    np.bool_(True),
    np.nan,
    np.array([1, 2]),
    np.str_("one"),
]
VALUES: list[Any] = [None, True, False, *NUMBERS, *HUGE, *TEXTS, *OTHERS, *FUNCTIONS, *NUMPY]
OPTIONS = [(name, word) for name, kind in ALGORITHMS.items() for word in kind.option_type.names()]


def smallest(name: str) -> dict[str, Any]:
    """A limit that takes next to no time."""
    return {"simulations": 3} if "simulations" in ALGORITHMS[name].limits else {"nodes": 20}


def needed(name: str, word: str) -> dict[str, Any]:
    """What has to be given with an option so that it does anything."""
    needs = ALGORITHMS[name].option_type.__dataclass_fields__[word].metadata["option"].needs
    return {needs: True} if needs else {}


@pytest.mark.parametrize(("name", "word"), OPTIONS)
def test_any_value_of_any_option_is_searched_with_or_refused_in_words(name: str, word: str) -> None:
    kind: Any = ALGORITHMS[name]
    taken = []
    for value in VALUES:
        try:
            options = kind.option_type(**{word: value, **needed(name, word)})
        except OptionError as error:
            assert f"{word} has to be " in str(error)
            continue
        taken.append(value)
        for state in GAMES.values():
            try:
                search: Search = kind(state, options, seed=1, memory=1, backend="python")
                *_, result = drive(search, Limit(**smallest(name)))
            except PlayoutError as error:
                assert " " in str(error)
            else:
                assert result.move in state.moves()
    assert taken, "some value is valid"
    assert len(taken) < len(VALUES) / 2, "most are not"


@pytest.mark.parametrize("word", Limit.names())
def test_any_value_of_any_limit_is_searched_with_or_refused_in_words(word: str) -> None:
    state = GAMES["tic_tac_toe"]
    for value in VALUES:
        try:
            Limit(**{word: value})
        except OptionError as error:
            assert f"the limit {word} has to be " in str(error)
            continue
        for name, kind in ALGORITHMS.items():
            # A search without an end to it is ended by the other limit.
            limit = {word: value} if word == "proven" and value else {"seconds": 1e-3, **smallest(name), word: value}
            try:
                search = new_search(state, name, seed=1, backend="python", **limit)
                search.prepare()
                if kind.solves or word != "proven":
                    result = search.run()
                    assert result.move in state.moves()
            except PlayoutError as error:
                assert " " in str(error)


def test_any_seed_is_used_or_refused_in_words() -> None:
    for seed in VALUES:
        try:
            playout.Rng(seed)
        except OptionError as error:
            assert "a seed is a whole number from 0 to 2^63 - 1, not " in str(error)
        else:
            assert seed is None or int(seed) >= 0


VALUE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.binary(max_size=3),
    st.complex_numbers(),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
)


@pytest.mark.parametrize("kind", list(dict.fromkeys(kind.option_type for kind in ALGORITHMS.values())))
@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_options_are_valid_or_refused(kind: type[Options], data: st.DataObject) -> None:
    words = st.dictionaries(st.sampled_from(kind.names()), VALUE, max_size=3) if kind.names() else st.just({})
    try:
        options = kind(**data.draw(words))
    except OptionError as error:
        assert str(error)
    else:
        assert replace(options) == options, "what was read is read again as it is"


@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ("uct(solver='no')", "solver has to be True or False, not 'no'"),
        ("uct(solver=None)", "solver has to be True or False, not None"),
        ("uct(solver=1)", "solver has to be True or False, not 1"),
        ("uct(tactics='no')", "tactics has to be True or False, not 'no'"),
        ("uct(prune_ends='x')", "prune_ends has to be True or False, not 'x'"),
        ("uct(prune_ends='all')", "prune_ends has to be True or False, not 'all'"),
        ("uct(prune_playouts=0)", "prune_playouts has to be True or False, not 0"),
        ("uct(selection=3)", "selection has to be the path of a file with a function bound, or the name of a rule"),
        ("uct(backup='')", "backup has to be the path of a file with a function backup, or the name of a rule"),
        ("uct(threads=100000)", "threads has to be at most 256, not 100000"),
        ("uct(playouts=1" + 30 * "0" + ")", "playouts has to be at most 1,000,000, not 1000"),
        ("uct(c=1" + 400 * "0" + ")", r"c has to be a number from 0 to 100, not 1000.*\.\.\.$"),
        ("uct(policy=3)", "policy has to be uniform, suggest, tactics or another policy of the game, not 3"),
        ("uct(prior=rank, expand=one)", "with prior a node's children come all at once"),
        (
            "uct(selection=careful, a=0.3)",
            "with a rule of selection the bound is the rule's alone, and a would",
        ),
        ("alphabeta(table='off')", "table has to be True or False, not 'off'"),
        ("alphabeta(pvs='one')", "pvs has to be True or False, not 'one'"),
        ("paranoid(table=None)", "table has to be True or False, not None"),
        ("brs(every='yes')", "every has to be True or False, not 'yes'"),
        ("ucb(guesses=3)", "guesses is for sequences: write sequences=True as well, or leave guesses out"),
        ("uct(proven='yes')", "the limit proven has to be True or False, not 'yes'"),
        ("uct(seconds='x')", "the limit seconds has to be a number above 0, not 'x'"),
        ("uct(seconds=1e999)", "the limit seconds has to be a number above 0, not inf"),
        ("uct(memory=1e10, seconds=1)", "the limit memory has to be a number above 0, at most 1,000,000,000, not 1"),
        ("minimax(depth=1" + 30 * "0" + ")", "the limit depth has to be at most 1,000,000, not 1000"),
    ],
)
def test_what_is_wrong_is_said_when_a_search_or_an_agent_is_made(spelling: str, words: str) -> None:
    limit: dict[str, Any] = (
        {} if "minimax" in spelling or "seconds" in spelling or "proven" in spelling else {"seconds": 1}
    )
    with pytest.raises(OptionError, match=words):
        new_search(GAMES["tic_tac_toe"], spelling, **limit)
    with pytest.raises(OptionError, match=words):
        playout.agent(spelling)


@pytest.mark.parametrize("algorithm", [None, 3, ["uct"], {"uct"}, b"uct", UctOptions()])
def test_an_algorithm_is_a_text(algorithm: Any) -> None:
    with pytest.raises(OptionError, match=r"a spelling is a text like uct\(c=0.7, seconds=2\), not "):
        playout.search(GAMES["tic_tac_toe"], algorithm, simulations=1)
    with pytest.raises(OptionError, match="a spelling is a text"):
        playout.agent(algorithm)


def test_the_bounds_are_the_last_values_that_are_taken() -> None:
    for name, word in OPTIONS:
        kind = ALGORITHMS[name].option_type
        bounds = kind.__dataclass_fields__[word].metadata["option"].kind
        if isinstance(bounds, (Count, Number)):
            assert bounds.most is not None
            for value in (bounds.least, bounds.most):
                assert getattr(kind(**{word: value, **needed(name, word)}), word) == value
            for value in (bounds.least - 1, bounds.most + 1, math.nextafter(bounds.most, math.inf)):
                with pytest.raises(OptionError, match=f"{word} has to be "):
                    kind(**{word: value, **needed(name, word)})


def test_a_tree_that_no_machine_has_room_for_is_refused() -> None:
    with pytest.raises(OptionError, match=r"cannot reserve 4,611,686,018,427 megabytes .* give a smaller limit memory"):
        reserve(1 << 62, np.uint8)


def test_a_table_that_the_machine_has_no_room_for_stops_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = playout.load("tic_tac_toe").start()
    whole = new_search(state, "alphabeta", backend="python").run()
    search: Any = new_search(state, "alphabeta", backend="python", memory=1e6)
    search._table.words = search._table.words[:64]
    search._table._ready = 64

    asked = []

    def no_memory(words: int) -> None:
        asked.append(words)
        raise MemoryError

    monkeypatch.setattr(growing_table, "make_table", no_memory)
    result = search.run()
    assert (result.values, result.proven) == (whole.values, True)
    assert asked == [256], "once, for four times as much"
    assert len(search._table.words) == 64
