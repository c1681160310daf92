"""The syntax tree of a loaded function, as long as its file has not changed."""

from __future__ import annotations

import ast
import types
from pathlib import Path
from typing import Any

from playout.native.contents import code_text
from playout.parsing import parse

__all__ = ["syntax", "syntax_text"]

_files: dict[str, tuple[tuple[int, int], dict[str, list[tuple[types.CodeType, ast.AST]]]]] = {}


def syntax(function: types.FunctionType) -> ast.AST | None:
    """A function's syntax tree; None if it has no file, or if the file has changed since it was loaded."""
    code = function.__code__
    for known, tree in _functions(code.co_filename).get(code.co_qualname, ()):
        if code_text(known) == code_text(code):
            return tree
    return None


def _functions(path: str) -> dict[str, list[tuple[types.CodeType, ast.AST]]]:
    """The functions of a file by qualified name, each with its code and tree; read again if the file has changed."""
    try:
        status = Path(path).stat()
        stamp = (status.st_mtime_ns, status.st_size)
        if path not in _files or _files[path][0] != stamp:
            tree = parse(Path(path).read_bytes(), path)
            _files[path] = stamp, _pairs(compile(tree, path, "exec", dont_inherit=True), tree)
        return _files[path][1]
    except (OSError, SyntaxError, ValueError):
        return {}


def _pairs(module: types.CodeType, tree: ast.Module) -> dict[str, list[tuple[types.CodeType, ast.AST]]]:
    nodes: dict[tuple[str, int], ast.AST] = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            nodes[node.name, min([node.lineno, *(item.lineno for item in node.decorator_list)])] = node
    pairs: dict[str, list[tuple[types.CodeType, ast.AST]]] = {}
    waiting = [module]
    while waiting:
        code = waiting.pop()
        waiting += [item for item in code.co_consts if isinstance(item, types.CodeType)]
        if (code.co_name, code.co_firstlineno) in nodes:
            pairs.setdefault(code.co_qualname, []).append((code, nodes[code.co_name, code.co_firstlineno]))
    return pairs


def syntax_text(node: Any) -> str:
    """A syntax tree as text, equal in every version of Python: no docstrings, annotations, lines or empty fields."""
    if isinstance(node, list):
        return f"[{', '.join(map(syntax_text, node))}]"
    if not isinstance(node, ast.AST):
        return f"{type(node).__name__} {node!r}"
    fields = {name: value for name, value in ast.iter_fields(node) if name not in _LEFT_OUT}
    if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and _is_text(node.body[:1]):
        fields["body"] = node.body[1:]
    texts = [f"{name}={syntax_text(value)}" for name, value in fields.items() if value is not None and value != []]
    return f"{type(node).__name__}({', '.join(texts)})"


_LEFT_OUT = ("annotation", "returns", "type_comment", "type_params", "kind")


def _is_text(body: list[ast.stmt]) -> bool:
    return bool(
        body
        and isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
        and isinstance(body[0].value.value, str)
    )
