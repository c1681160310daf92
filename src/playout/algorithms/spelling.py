"""How algorithms and agents are spelt: a name with options in brackets, like `uct(c=0.7, seconds=2)`."""

from __future__ import annotations

import ast
from typing import Any

from playout.rules import OptionError

__all__ = ["read_spelling", "write_spelling"]


def read_spelling(spelling: str) -> tuple[str, dict[str, Any]]:
    """The name and the options."""
    try:
        tree = ast.parse(spelling.strip(), mode="eval").body
        call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
        if not isinstance(call.func, ast.Name) or call.args or any(item.arg is None for item in call.keywords):
            raise ValueError
        return call.func.id, {str(item.arg): ast.literal_eval(item.value) for item in call.keywords}
    except (SyntaxError, ValueError, AttributeError):
        raise OptionError(
            f"{spelling!r} cannot be read; write a name with options, like uct(c=0.7, seconds=2)"
        ) from None


def write_spelling(name: str, options: dict[str, Any]) -> str:
    """The same, the other way round."""
    words = ", ".join(f"{word}={value!r}" for word, value in options.items())
    return f"{name}({words})" if words else name
