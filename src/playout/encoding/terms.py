"""Terms of a game's options, such as "rows * columns + 1"."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["value_of"]

SIGNS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
}


def value_of(term: int | str, names: Mapping[str, Any]) -> int:
    """The value of a term, an integer, for these values of options. Raises ValueError with the reason if it has
    none.
    """
    if isinstance(term, int):
        return term
    try:
        value = _value(ast.parse(term, mode="eval").body, names)
    except (SyntaxError, RecursionError, ZeroDivisionError, OverflowError, MemoryError):
        raise ValueError(f"{term!r} cannot be computed") from None
    if not 1 <= value <= 1 << 24:
        raise ValueError(f"{term!r} is {value}, which cannot be a number of planes, rows, columns or logits")
    return value


def _value(node: ast.expr, names: Mapping[str, Any]) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value < 1 << 24:
        return node.value
    if isinstance(node, ast.Name):
        value = names.get(node.id)
        if type(value) is not int:
            raise ValueError(f"{node.id} is not an option with a whole number")
        return value
    if isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
        left, right = _value(node.left, names), _value(node.right, names)
        if isinstance(node.op, ast.Pow) and not 0 <= right <= 24:
            raise ValueError("a power has an exponent from 0 to 24")
        return int(SIGNS[type(node.op)](left, right))
    raise ValueError("a term has whole numbers, options, + - * // ** and brackets")
