"""Parts of Python that rules cannot use in native code, found in their source: code that allocates, makes text, or
prints. Numba's errors give the location but seldom the reason, and some give no location.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Forbidden", "find_forbidden"]

_NEW_ARRAYS = """
    array asarray arange append argsort argwhere bincount concatenate copy cumsum delete diff empty empty_like eye flip
    flatnonzero full full_like hstack identity insert linspace nonzero ones ones_like repeat roll sort stack tile unique
    vstack where zeros zeros_like
"""
"""Functions of NumPy that make a new array."""

_METHODS = "copy tolist astype flatten ravel repeat argsort nonzero cumsum"
"""Methods of an array that make a new array."""

_CONTAINERS = "list dict set frozenset bytearray sorted"
_TEXTS = "str repr format chr hex bin"

_ALLOCATES = (
    'allocates memory, which rules must not do: keep scratch in a field of State, like ("scratch", np.int8, 9), and '
    "write tables at the top of the file"
)
_TEXT = "makes text: rules compute with numbers; text belongs in show, format and parse"
_ERROR_TEXT = 'makes text: the text of an error has to be plain, like raise ValueError("no such move")'


class Forbidden(NamedTuple):
    """A forbidden construct: what it is, where, and why it is forbidden."""

    line: int
    expression: str
    reason: str


def find_forbidden(source: str, line: int | None, functions: tuple[str, ...]) -> Iterator[Forbidden]:
    """The first forbidden construct in the statement at a line, else in the function around it. Without a line, in the
    functions named.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    if line is None:
        around = [node for node in defined if node.name in functions]
    else:
        around = [node for node in defined if node.lineno <= line <= (node.end_lineno or line)][-1:]
    for function in around:
        found = list(_in_function(function, source))
        yield from (item for item in found if item.line == line)
        yield from (item for item in found if item.line != line)


def _in_function(function: ast.FunctionDef, source: str) -> Iterator[Forbidden]:
    errors = {
        id(inner)
        for node in ast.walk(function)
        if isinstance(node, (ast.Raise, ast.Assert))
        for inner in ast.walk(node)
    }
    for statement in function.body:
        for node in ast.walk(statement):
            reason = _reason(node)
            if reason == _TEXT and id(node) in errors:
                reason = _ERROR_TEXT
            if reason:
                text = " ".join((ast.get_source_segment(source, node) or "").split())
                yield Forbidden(
                    getattr(node, "lineno", 0), text.partition(":")[0] if "try" in text[:3] else text, reason
                )


def _reason(node: ast.AST) -> str:
    if isinstance(node, (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp)):
        is_target = isinstance(getattr(node, "ctx", None), ast.Store)  # [a, b] = 1, 2 makes no list
        return "" if is_target else _ALLOCATES
    if isinstance(node, ast.GeneratorExp):
        return "is a generator expression: write a loop"
    if isinstance(node, ast.JoinedStr):
        return _TEXT
    if isinstance(node, ast.Try):
        return "catches errors: check with if beforehand instead"
    if isinstance(node, ast.Call):
        return _reason_of_call(node.func)
    return ""


def _reason_of_call(called: ast.expr) -> str:
    if isinstance(called, ast.Name):
        if called.id == "print":
            return "prints, which native code cannot do: leave it out, or put it into show"
        return _ALLOCATES if called.id in _CONTAINERS.split() else _TEXT if called.id in _TEXTS.split() else ""
    if isinstance(called, ast.Attribute):
        of_numpy = isinstance(called.value, ast.Name) and called.value.id in ("np", "numpy")
        return _ALLOCATES if called.attr in (_NEW_ARRAYS if of_numpy else _METHODS).split() else ""
    return ""
