"""How algorithms and agents are spelt: a name with options in brackets, like `uct(c=0.7, policy=uniform, seconds=2)`.

A value is a literal of Python, or a bare word, which is a text: a shell needs no inner quotes then. Written, a text
always has its quotes, so that each name with its options has one spelling.
"""

from __future__ import annotations

import ast
import math
from typing import Any

import numpy as np

from playout.notices import shown
from playout.rules import OptionError

__all__ = ["check_text", "read_spelling", "write_spelling"]


def check_text(spelling: Any) -> None:
    if not isinstance(spelling, str):
        raise OptionError(f"a spelling is a text like uct(c=0.7, seconds=2), not {shown(spelling)}")


def read_spelling(spelling: str) -> tuple[str, dict[str, Any]]:
    """The name and the options."""
    check_text(spelling)
    try:
        tree = ast.parse(spelling.strip(), mode="eval").body
        call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
        if not isinstance(call.func, ast.Name) or call.args or any(item.arg is None for item in call.keywords):
            raise ValueError
        pairs = [(str(item.arg), _read_value(item.value)) for item in call.keywords]
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise OptionError(
            f"{shown(spelling)} cannot be read; write a name with options, like uct(c=0.7, seconds=2)"
        ) from None
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"{name} is given twice in {shown(spelling)}; give it once")
    return call.func.id, dict(pairs)


def _read_value(node: ast.expr) -> Any:
    return node.id if isinstance(node, ast.Name) else ast.literal_eval(node)


def write_spelling(name: str, options: dict[str, Any]) -> str:
    """The text that `read_spelling` reads as this name and these options."""
    words = ", ".join(f"{word}={_write_value(word, value)}" for word, value in options.items())
    return f"{name}({words})" if words else name


def _write_value(word: str, given: Any) -> str:
    value = given.item() if isinstance(given, np.generic) else given
    if isinstance(value, float) and math.isinf(value):
        return "1e999" if value > 0 else "-1e999"  # what Python reads as infinity; `inf` would be a word
    try:
        text = repr(value)
        if ast.literal_eval(text) == value:
            return text
    except (SyntaxError, ValueError, TypeError):
        pass
    raise OptionError(f"{word} cannot be spelt: {shown(value)} is no literal of Python")
