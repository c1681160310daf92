"""Python source as a syntax tree, made by one thread at a time.

CPython 3.11 and 3.12 count the depth of a tree under construction in one variable for all threads. If two threads parse
at once, either may get `SystemError: AST constructor recursion depth mismatch`.
"""

from __future__ import annotations

import ast
import threading
from typing import Any

__all__ = ["parse", "parse_literal", "value_or_text"]

_lock = threading.RLock()
"""Can be taken again by its thread: the garbage collector may run other code in the middle."""


def parse(source: str | bytes, path: str = "<text>", mode: str = "exec") -> Any:
    """The syntax tree of a source text; raises SyntaxError or ValueError, as `ast.parse` does."""
    with _lock:
        return ast.parse(source, path, mode)


def parse_literal(text: str) -> Any:
    """The value of a Python literal; raises SyntaxError, ValueError or TypeError for another text."""
    return ast.literal_eval(parse(text.lstrip(" \t"), mode="eval"))


def value_or_text(text: str) -> Any:
    """The value of a Python literal such as 9, None or (3, 4); any other text itself."""
    try:
        return parse_literal(text)
    except (SyntaxError, ValueError, TypeError):
        return text
