"""Spellings: what is written is read back the same, bare words are texts, and a `Spec` is the value of a text."""

from __future__ import annotations

import keyword
import math
import pickle
import string
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import playout
from playout import OptionError
from playout.algorithms.registry import new_search
from playout.algorithms.uct.options import UctOptions
from playout.arena.entrants import Entrant
from playout.limits import Limit, LimitWords
from playout.spelling import Spec, read_spelling, write_spelling

NAMES = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True).filter(lambda word: not keyword.iskeyword(word))
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8), st.binary(max_size=4)
)
FINITE = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text())
LITERALS = st.one_of(
    PLAIN, st.lists(FINITE, max_size=3), st.tuples(FINITE, FINITE), st.dictionaries(FINITE, FINITE, max_size=2)
)


@given(NAMES, st.dictionaries(NAMES, LITERALS, max_size=4))
def test_what_is_written_is_read_back(name: str, options: dict[str, Any]) -> None:
    text = write_spelling(name, options)
    found = read_spelling(text)
    assert found == (name, options)
    assert [repr(value) for value in found[1].values()] == [repr(value) for value in options.values()], "types, too"
    assert write_spelling(*found) == text, "one spelling for each"


@given(NAMES, NAMES, NAMES)
def test_a_bare_word_is_a_text(name: str, option: str, word: str) -> None:
    bare, quoted = f"{name}({option}={word})", f"{name}({option}={word!r})"
    assert read_spelling(bare) == read_spelling(quoted) == (name, {option: word})
    assert write_spelling(*read_spelling(bare)) == quoted, "written, it has its quotes"


@given(st.text(alphabet=string.ascii_letters + string.digits + "()[]{}=,.'\" -+*#_:\t\n", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        name, options = read_spelling(text)
    except OptionError as error:
        assert "cannot be read; write a name with options" in str(error) or "is given twice" in str(error)
    else:
        assert name.isidentifier()
        assert read_spelling(write_spelling(name, options)) == (name, options)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("True", True),
        ("None", None),
        ("uniform", "uniform"),
        ("inf", "inf"),
        ("1e999", math.inf),
        ("-1e999", -math.inf),
    ],
)
def test_values(text: str, value: Any) -> None:
    assert read_spelling(f"uct(x={text})") == ("uct", {"x": value})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("uct(c=1, c=2)", r"c is given twice in 'uct\(c=1, c=2\)'; give it once"),
        ("uct(c=a.b)", "cannot be read"),
        ("uct(c=[a])", "cannot be read"),
        ("uct(c=f(1))", "cannot be read"),
        ("uct(**{})", "cannot be read"),
        ("uct(c=" + "-" * 5000 + "1)", r"'uct\(c=-----.*\.\.\. cannot be read"),
        ("uct(c={[]: 1})", "cannot be read"),
        ("uct(c=1" + "0" * 5000 + ")", "cannot be read"),
        ("uct\0", "cannot be read"),
    ],
)
def test_refusals(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        read_spelling(text)


def test_what_would_not_be_read_back_is_not_written() -> None:
    values: list[Any] = [math.nan, (math.inf,), object(), len, 10**5000, np.array([1, 2]), {1: math.nan}]
    for value in values:
        with pytest.raises(OptionError, match=r"^c cannot be spelt: .* is not a Python literal$"):
            write_spelling("uct", {"c": value})


def test_numbers_of_numpy_are_written_as_pythons() -> None:
    assert write_spelling("uct", {"c": np.float64(0.5), "playouts": np.int64(3)}) == "uct(c=0.5, playouts=3)"


def test_a_bare_word_serves_searches_and_agents() -> None:
    state = playout.load("tic_tac_toe").start()
    bare, quoted = (
        new_search(state, spelling, backend="python", simulations=1).options
        for spelling in ("uct(policy=uniform, choice=mean)", "uct(policy='uniform', choice='mean')")
    )
    assert bare == quoted == UctOptions(policy="uniform", choice="mean").resolve(state.game.rules, "uct")
    assert Entrant("uct(policy=uniform, simulations=10)").spelling == "uct(policy='uniform', simulations=10)"
    with pytest.raises(OptionError, match="choice has to be one of visits, mean, total, not 'best'"):
        playout.agent("uct(choice=best)")


@given(NAMES, st.dictionaries(NAMES, LITERALS, max_size=4))
def test_a_spec_is_the_value_of_a_text(name: str, words: dict[str, Any]) -> None:
    spec = Spec(name, **words)
    assert str(spec) == write_spelling(name, words), "what stores keep"
    assert Spec.read(str(spec)) == Spec.read(spec) == spec
    assert hash(Spec.read(str(spec))) == hash(spec)
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert (spec.name, dict(spec.words)) == (name, words)
    assert eval(repr(spec), {"Spec": Spec, "inf": math.inf}) == spec
    seed = {"seed": spec.seed} if "seed" in words else {}
    assert spec.options | spec.limit.given() | spec.agent_words | seed == words


def test_the_parts_of_a_spec() -> None:
    spec = Spec.read("uct(simulations=100, c=0.7, seed=3, ponder=True, policy=uniform, memory=50)")
    assert spec.name == "uct"
    assert spec.options == {"c": 0.7, "policy": "uniform"}
    assert spec.limit == Limit(simulations=100, memory=50)
    assert (spec.seed, spec.agent_words) == (3, {"ponder": True})
    assert str(spec.without("seed", "ponder", "memory")) == "uct(simulations=100, c=0.7, policy='uniform')"
    assert str(spec.without(*Limit.names()).replace(c=1, threads=2)) == (
        "uct(c=1, seed=3, ponder=True, policy='uniform', threads=2)"
    )
    assert Limit.names() == tuple(LimitWords.__annotations__)


def test_specs_are_equal_if_they_are_written_alike() -> None:
    alike = [Spec.read(text) for text in ("uct(c=1, policy=uniform)", "uct( c=1,policy='uniform' )")]
    assert alike[0] == alike[1] == Spec("uct", c=np.int64(1), policy="uniform")
    others = ["uct(c=1.0, policy=uniform)", "uct(c=True, policy=uniform)", "uct(policy=uniform, c=1)", "ucb(c=1)"]
    assert len({*alike, *map(Spec.read, others)}) == 5
    with pytest.raises(FrozenInstanceError):
        alike[0].name = "ucb"  # type: ignore[misc]


@pytest.mark.parametrize("name", ["", "no name", "if", 3])
def test_a_spec_has_names(name: Any) -> None:
    with pytest.raises(OptionError, match="is not a name; write a name with options"):
        Spec(name)


def test_a_spec_serves_wherever_a_text_does() -> None:
    state, spec = playout.load("tic_tac_toe").start(), Spec("uct", policy="uniform", simulations=20)
    found = [playout.search(state, given, seed=1) for given in (spec, "uct(policy=uniform, simulations=20)")]
    assert found[0] == found[1].__class__(**{**vars(found[1]), "elapsed": found[0].elapsed})
    assert found[0].algorithm == str(spec)
    assert str(playout.agent(spec).spec) == str(spec)  # type: ignore[attr-defined]
    assert Entrant(spec).spelling == Entrant(playout.agent(spec)).spelling == str(spec)
    match = playout.play_match("tic_tac_toe", [spec, Spec("random")], seed=1)
    assert match.agents == (str(spec), "random")
