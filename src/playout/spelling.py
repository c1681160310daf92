"""The spelling of algorithms and agents: a name with options in brackets, like `uct(c=0.7, policy=uniform, seconds=2)`.

A spelling is read once, where it enters, and becomes a `Spec`, which is passed on. A value is a Python literal or a
bare word, which is a text, so that a shell needs no inner quotes. The path of another program, of a network or of a
rule may be bare too. A `Spec` writes every text in quotes, so each name with its options has one spelling.
"""

from __future__ import annotations

import ast
import keyword
import math
import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np

from playout.limits import Limit, LimitWords
from playout.notices import shown
from playout.parsing import parse, parse_literal
from playout.rules import OptionError

__all__ = ["AGENT_WORDS", "Settings", "Spec", "read_spelling", "write_spelling"]


class Settings(LimitWords, total=False):
    """The keywords of `search`, `think` and `new_search` beside the position and the algorithm."""

    limit: Limit | None
    seed: int | None
    open: bool
    backend: str | None


FIRST = {**dict.fromkeys(("uci", "gtp", "program", "saiblo"), "engine"), "net": "file"}
"""By name: the option whose value may stand first in the brackets without its word: `uci(stockfish, elo=1800)`."""

_BARE_PATH = re.compile(rf"^((?:{'|'.join(FIRST)})\(\s*)([./~][^\s,()'\"\\]*|[^\s,()'\"\\]+\.onnx)(\s*[,)])")
"""A path without quotes, first in the brackets: `program(./my_ai, seconds=1)`, `net(game.onnx)`."""

_BARE_RULE = re.compile(
    r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(\b(?:selection|backup)\s*=\s*)([^\s,()='"\\]+\.py)(?=\s*[,)])"""
)
"""Texts in quotes, and paths of rules without quotes: `uct(selection=mine.py)`."""

AGENT_WORDS = ("ponder", "shared", "blunder")
"""Options of an agent that do not belong to its search. The first two are on or off; the last one is a rate."""


@dataclass(frozen=True, init=False, repr=False)
class Spec:
    """An agent or an algorithm as a value: `Spec("uct", c=0.7, seconds=2)`, or `Spec.read("uct(c=0.7, seconds=2)")`.

    `str` writes it, and reading that text gives an equal value. Two values are equal if their texts are, so the order
    of the words counts. The name and the words are not checked here, but when a search or an agent is made.
    """

    name: str
    words: tuple[tuple[str, Any], ...] = field(compare=False)
    """The words and values in the brackets, in their order."""
    text: str
    """The spelling."""

    def __init__(self, name: str, /, **words: Any) -> None:
        for word in (name, *words):
            if not (isinstance(word, str) and word.isidentifier()) or keyword.iskeyword(word):
                raise OptionError(f"{shown(word)} is not a name; write a name with options, like uct(c=0.7, seconds=2)")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "words", tuple((word, _plain(value)) for word, value in words.items()))
        object.__setattr__(self, "text", write_spelling(name, words))

    @classmethod
    def read(cls, given: str | Spec) -> Spec:
        """Read a spelling; a `Spec` is returned unchanged."""
        if isinstance(given, Spec):
            return given
        _check_text(given)
        return _read(given)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the algorithm: all words except limits, AGENT_WORDS and the seed."""
        return {word: value for word, value in self.words if word not in (*Limit.names(), *AGENT_WORDS, "seed")}

    @cached_property
    def limit(self) -> Limit:
        """The limit in the brackets; raises OptionError if a value is not valid."""
        return Limit(**{word: value for word, value in self.words if word in Limit.names()})

    @property
    def agent_words(self) -> dict[str, Any]:
        return {word: value for word, value in self.words if word in AGENT_WORDS}

    @property
    def seed(self) -> Any:
        return dict(self.words).get("seed")

    def replace(self, **words: Any) -> Self:
        """A copy with other values for these words; new words are added at the end."""
        return type(self)(self.name, **{**dict(self.words), **words})

    def without(self, *words: str) -> Self:
        """A copy without these words."""
        return type(self)(self.name, **{word: value for word, value in self.words if word not in words})

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Spec({', '.join([repr(self.name), *(f'{word}={value!r}' for word, value in self.words)])})"


@lru_cache(maxsize=256)
def _read(spelling: str) -> Spec:
    name, words = read_spelling(spelling)
    return Spec(name, **words)


def _check_text(spelling: Any) -> None:
    if not isinstance(spelling, str):
        raise OptionError(f"a spelling is a text like uct(c=0.7, seconds=2), not {shown(spelling)}")


def read_spelling(spelling: str) -> tuple[str, dict[str, Any]]:
    """The name and the contents of the brackets."""
    _check_text(spelling)
    try:
        tree = parse(_with_quotes(spelling.strip()), mode="eval").body
        call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
        if not isinstance(call.func, ast.Name) or any(item.arg is None for item in call.keywords):
            raise ValueError
        first = [FIRST[call.func.id]] if call.func.id in FIRST else []
        pairs = [(word, _read_value(value)) for word, value in zip(first, call.args, strict=False)]
        if len(pairs) != len(call.args):
            raise ValueError
        pairs += [(str(item.arg), _read_value(item.value)) for item in call.keywords]
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise OptionError(
            f"{shown(spelling)} cannot be read; write a name with options, like uct(c=0.7, seconds=2)"
        ) from None
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"{name} is given twice in {shown(spelling)}; give it once")
    return call.func.id, dict(pairs)


def _with_quotes(spelling: str) -> str:
    """The spelling with quotes around the paths that have none."""

    def quote(found: re.Match[str]) -> str:
        return f"{found[1]}'{found[2]}'" if found[1] else found[0]

    return _BARE_RULE.sub(quote, _BARE_PATH.sub(r"\1'\2'\3", spelling))


def _read_value(node: ast.expr) -> Any:
    return node.id if isinstance(node, ast.Name) else ast.literal_eval(node)


def write_spelling(name: str, options: dict[str, Any]) -> str:
    """The text that `read_spelling` reads as this name and these options."""
    first = [FIRST.get(name)] if next(iter(options), None) == FIRST.get(name) else []
    words = ", ".join(
        ("" if word in first else f"{word}=") + _write_value(word, value) for word, value in options.items()
    )
    return f"{name}({words})" if words else name


def _plain(value: Any) -> Any:
    """A NumPy number as a Python number."""
    return value.item() if isinstance(value, np.generic) else value


def _write_value(word: str, given: Any) -> str:
    value = _plain(given)
    if isinstance(value, float) and math.isinf(value):
        return "1e999" if value > 0 else "-1e999"  # Python reads this as infinity; `inf` would be a word
    try:
        text = repr(value)
        if parse_literal(text) == value:
            return text
    except (SyntaxError, ValueError, TypeError):
        pass
    raise OptionError(f"{word} cannot be spelt: {shown(value)} is not a Python literal")
