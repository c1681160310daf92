"""Turns Numba's errors into sentences: where and why a game's rules cannot be compiled, and what to do."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable
from pathlib import Path

from playout.native.forbidden import Forbidden, find_forbidden
from playout.rules import OPTIONAL, REQUIRED, TEXT, Rules

__all__ = ["explain"]


def explain(error: Exception, rules: Rules, guilty: Callable[[], str | None]) -> str:
    """Where and why a game's rules cannot be compiled, and what to do, in a sentence.

    `guilty` finds the function of the contract that cannot be compiled alone; it is called if the error has no
    location.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    place = _place(text, rules)
    if isinstance(error, KeyError):  # a field that State does not have; Numba's error is only its name
        name = error.args[0]
        place = next(((rules.path, line) for line, row in _rows(rules.path) if f".{name}" in row), None)
        text = f"Unknown attribute '{name}' of type Record"
    if place is None:
        function = rules.functions.get(guilty() or "")
        place = (rules.path, function.__code__.co_firstlineno) if function else None
    reason = _reason(text, rules, place)
    found = _forbidden(text, rules, place)
    if found is not None:
        place, reason = (place[0] if place else rules.path, found.line), f"`{found.expression}` {found.reason}"
    where = rules.path if place is None else f"{place[0]}, line {place[1]}"
    names = [_function_at(*place)] if place else []
    names += [
        name for name in re.findall(r"<function (\w+?)_[0-9a-f]{24} at", text) if name in {**REQUIRED, **OPTIONAL}
    ]
    if names:
        where += f", {names[0]}" + (f" (called by {names[-1]})" if names[-1] != names[0] else "")
    row = dict(_rows(place[0])).get(place[1], "").strip() if place else ""
    shown = f", in the line `{row}`" if row else ""
    return f"{where}: cannot be compiled: {reason}{shown}"


# Errors about things that do not exist in the rules. Here Numba's own reason tells more than the source does.
_KNOWS = r"of type Record|setattr: \(Record|Untyped global name|in globals|unsupported NumPy|Cannot unify|Can't unify"

# Errors in which Numba gives no reason.
_VAGUE = (
    r"No implementation of function|NRT required|Cannot infer the type|Literal type|Exception object|it prints, or does"
)


def _forbidden(text: str, rules: Rules, place: tuple[str, int] | None) -> Forbidden | None:
    """The forbidden construct that is the reason: at the error's line, or else in the function around it."""
    if re.search(_KNOWS, text):
        return None
    source = "\n".join(row for _, row in _rows(place[0] if place else rules.path))
    compiled = tuple(
        function.__name__
        for name, function in (rules.functions | rules.policies).items()
        if name not in ("start", *TEXT)
    )
    found = find_forbidden(source, place[1] if place else None, compiled)
    is_vague = re.search(_VAGUE, text) is not None
    return next((item for item in found if is_vague or (place and item.line == place[1])), None)


def _place(text: str, rules: Rules) -> tuple[str, int] | None:
    """The innermost file and line in an error, in the game's own file if possible."""
    found = re.findall(r'File "([^"]+)", line (\d+)|(?:at|from) (\S+\.py) \((\d+)\)', text)
    places = [(str(Path(a or c).absolute()), int(b or d)) for a, b, c, d in found]
    ends = Path(rules.path).name
    own = [(rules.path, line) for file, line in places if rules.path in (file, str(Path(file).resolve()))]
    # Numba shortens long paths; then only the file's name is compared.
    own = own or [(rules.path, line) for file, line in places if Path(file).name == ends]
    others = [(file, line) for file, line in places if not file.startswith(str(Path(__file__).parents[1]))]
    return own[0] if own else others[0] if others else None


def _rows(file: str) -> list[tuple[int, str]]:
    """The lines of a file, each with its number."""
    try:
        return list(enumerate(Path(file).read_text(encoding="utf-8", errors="replace").splitlines(), 1))
    except OSError:
        return []


def _function_at(file: str, line: int) -> str:
    """The name of the function that a line of a file belongs to."""
    tree = ast.parse("\n".join(row for _, row in _rows(file)))
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(around, key=lambda node: node.lineno).name if around else "?"


_HOLDS = "which native code cannot store: make it a number, a tuple of numbers or a NumPy array"

# What Numba says -> what it means and what to do. {0}, {1} ... are the groups of the pattern.
_MEANINGS: tuple[tuple[str, str], ...] = (
    (
        r"Untyped global name '(\w+)':.*?<class '(?:builtin_function_or_method|function|method|type)'>",
        "{0} is a Python function that native code cannot call: write what it does in numbers and loops",
    ),
    (r"Untyped global name '(\w+)':.*?<class '(?:[^']*\.)?(\w+)'>", "the global {0} is a {1}, " + _HOLDS),
    (r"use of a reflected (\w+)\(.*?assigned to variable '(\w+)' in globals", "the global {1} is a {0}, " + _HOLDS),
    (r"Unknown attribute '(\w+)' of type Record", "State has no field {0}{near}; its fields are {fields}"),
    (r"Cannot resolve setattr: \(Record.*\)\.(\w+) = ", "State has no field {0}{near}; its fields are {fields}"),
    (r"Unknown attribute '(\w+)' of type ([^\n]+)", "native code does not know {0} of {1}: write it out"),
    (r"Use of unsupported NumPy function '([\w.]+)'", "{0} is not available in native code: write a loop instead"),
    (
        r"Can't unify return type from the following types: ([^\n]+)",
        "it returns values of different kinds ({0}): return the same kind everywhere",
    ),
    (
        r"Cannot unify (.+) and (.+) for '([^'.]+)",
        "the variable {2} is {0} at one time and {1} at another: use two variables, or one kind of value",
    ),
    (
        r"No implementation of function Function\((<.+>)\) found for signature:\s+>>> ([^\n]+)",
        "{expression} does not work on such values in native code ({1}): write it out with numbers and loops",
    ),
    (r"unsupported opcode \(IMPORT_NAME\)", "an import inside a function: put it at the top of the file"),
    (r"unsupported opcode \((?:MATCH|GET_LEN)", "match with a pattern: use if and elif"),
    (r"unsupported opcode \((\w+)\)", "it uses a part of Python that native code does not have ({0})"),
    (r"Exception object|[Uu]nsupported.*(?:try|raise|except)", "it catches errors: check with if beforehand instead"),
    (r"yield in a closure", "a generator expression: write a loop"),
    (r"f-string|[Ff]ormat spec", "it makes text: rules compute with numbers; text belongs in show, format and parse"),
    (
        r"invalid type in signature|[Kk]eyword arguments are not",
        "a call with keyword arguments: pass them by position",
    ),
    (r"with \(context manager\)", "it uses with: leave that out"),
    (r"Illegal IR, del found", "it uses del: leave that out"),
)


def _reason(text: str, rules: Rules, place: tuple[str, int] | None) -> str:
    for pattern, meaning in _MEANINGS:
        found = re.search(pattern, text, re.DOTALL if ".*?" in pattern else 0)
        if found:
            fields = rules.dtype.names or ()
            words = [_plain(word) for word in found.groups()]
            close = difflib.get_close_matches(words[0], fields, 1, 0.6) if words else []
            near = f" (did you mean {close[0]}?)" if close else ""
            expression = _expression(_name(words[0]), place) if "{expression}" in meaning else ""
            return meaning.format(*words, near=near, fields=", ".join(fields), expression=expression)
    rows = [row.strip() for row in text.splitlines()]
    return next((row for row in rows if row and not row.startswith(("Failed in", "Traceback", "During"))), text)


def _name(shown: str) -> str:
    """The name of a function from the text that Python shows of it, like <function norm at 0x7f0123456789>."""
    found = re.search(r"'(?:\w+\.)*(\w+)'|(?:function|method|ufunc|intrinsic) (?:[\w<>]+\.)*(\w+)", shown)
    return next((word for word in found.groups() if word), shown) if found else shown.strip("<>")


_SIGNS: dict[str, type[ast.AST]] = {
    "add": ast.Add,
    "sub": ast.Sub,
    "mul": ast.Mult,
    "truediv": ast.Div,
    "floordiv": ast.FloorDiv,
    "mod": ast.Mod,
    "pow": ast.Pow,
    "lshift": ast.LShift,
    "rshift": ast.RShift,
    "and_": ast.BitAnd,
    "or_": ast.BitOr,
    "xor": ast.BitXor,
    "matmul": ast.MatMult,
    "neg": ast.USub,
    "pos": ast.UAdd,
    "invert": ast.Invert,
    "not_": ast.Not,
    "lt": ast.Lt,
    "le": ast.LtE,
    "gt": ast.Gt,
    "ge": ast.GtE,
    "eq": ast.Eq,
    "ne": ast.NotEq,
    "contains": ast.In,
    "is_": ast.Is,
}
"""Names in the `operator` module, and the matching classes of a syntax tree."""


def _expression(name: str, place: tuple[str, int] | None) -> str:
    """The source of the only expression in a line that calls a function or operator. Its name if there is not exactly
    one.
    """
    if place is None:
        return name
    source = "\n".join(row for _, row in _rows(place[0]))
    nodes = [node for node in ast.walk(ast.parse(source)) if getattr(node, "lineno", 0) == place[1]]
    found = {ast.get_source_segment(source, node) for node in nodes if _calls(node, name)} - {None}
    return f"`{' '.join(str(found.pop()).split())}`" if len(found) == 1 else name


def _calls(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", getattr(node.func, "attr", "")) == name
    if isinstance(node, ast.Subscript):
        return {"getitem": ast.Load, "setitem": ast.Store}.get(name, ast.Del) is type(node.ctx)
    signs = [type(sign) for sign in (*getattr(node, "ops", ()), getattr(node, "op", None))]
    return (_SIGNS.get(name) or _SIGNS.get(name.removeprefix("i"))) in signs


def _plain(kind: str) -> str:
    """A type in plain words, from Numba's name of it."""
    for pattern, name in (
        (r"Record\(.*?\)(?=[,)]|$)", "State"),
        (r"Literal\[(\w+)\]\([^)]*\)", r"\1"),
        (r"<iv=[^>]*>", ""),
        (r"type\(CPUDispatcher\(<function (?:\S+\.)?(\w+)[^>]*>\)\)", r"\1"),
        (r"Tuple\(([^()]*)\)", r"a tuple (\1)"),
        (r"UniTuple\((\w+) x (\d+)\)", r"a tuple of \2 \1"),
        (r"reflected ", ""),
        (r"unicode_type", "str"),
        (r"\bnone\b", "None"),
    ):
        kind = re.sub(pattern, name, kind)
    return kind
