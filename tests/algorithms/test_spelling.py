"""Spellings: what is written is read back the same, and bare words are texts."""

from __future__ import annotations

import keyword
import math
import string
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
from playout.spelling import read_spelling, write_spelling

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
        with pytest.raises(OptionError, match=r"^c cannot be spelt: .* is no literal of Python$"):
            write_spelling("uct", {"c": value})


def test_numbers_of_numpy_are_written_as_pythons() -> None:
    assert write_spelling("uct", {"c": np.float64(0.5), "playouts": np.int64(3)}) == "uct(c=0.5, playouts=3)"


def test_a_bare_word_serves_searches_and_agents() -> None:
    state = playout.load("tic_tac_toe").start()
    bare, quoted = (
        new_search(state, spelling, backend="python", simulations=1)[0].options
        for spelling in ("uct(policy=uniform, choice=mean)", "uct(policy='uniform', choice='mean')")
    )
    assert bare == quoted == UctOptions(policy="uniform", choice="mean").resolve(state.game.rules, "uct")
    assert Entrant("uct(policy=uniform, simulations=10)").spelling == "uct(policy='uniform', simulations=10)"
    with pytest.raises(OptionError, match="choice has to be one of visits, mean, total, not 'best'"):
        playout.agent("uct(choice=best)")
