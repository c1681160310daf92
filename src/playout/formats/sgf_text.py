"""The syntax of SGF, the Smart Game Format, version 4: properties in nodes, nodes in trees.

A file is a collection of trees `( ; node ; node (variation) (variation) )`. A node has properties such as `B[dd]`, and
in a value a backslash escapes the next character. The main line takes the first variation at every branch of the first
tree; it ends at the first closing parenthesis outside a value. The other variations are kept as text, as the property
VARIATIONS of the node after which they branch off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from playout.formats.reading import refuse_at
from playout.rules import PlayoutError

__all__ = ["VARIATIONS", "Node", "Property", "read_main_lines", "refuse", "write_node"]

refuse = partial(refuse_at, "SGF")


@dataclass(frozen=True)
class Property:
    """A property of a node."""

    values: list[str]
    offset: int
    """Its position in the text."""


Node = dict[str, Property]

VARIATIONS = "("
"""The key of the texts of a node's variations; no property has this name."""

_BEGIN = re.compile(r"\(\s*;")
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*(?=\[)|(\[))")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|\n|\r|.)", re.DOTALL)
_BLANK = re.compile(r"\s*")


def read_main_lines(text: str) -> Iterator[list[Node]]:
    """The nodes of each tree's main line. Only the syntax of the rest of a tree is checked."""
    begin = _BEGIN.search(text)
    if begin is None:
        raise PlayoutError("this is not SGF: it lacks '(;', with which a match begins")
    while begin is not None:
        nodes: list[Node] = []
        end = _read_tree(text, begin.start(), nodes)
        yield nodes
        begin = _BEGIN.search(text, end)


def _read_tree(text: str, at: int, nodes: list[Node]) -> int:
    """Append the nodes of the main line of the tree that begins here; returns the end of the tree."""
    depth, on_main_line = 0, True
    branches: list[int] = []
    """For each parenthesis that is open: the nodes of the main line before it."""
    begin: int | None = None
    last = 0
    while True:
        token = _TOKEN.match(text, at)
        if token is None:
            at = _skip_blanks(text, at)
            if at == len(text):
                raise refuse(text, at, f"the file breaks off; it lacks ')' {depth} times")
            raise refuse(text, at, f"{_shown(text, at)} does not belong here")
        at = token.end()
        sign, name, _ = token.groups()
        if sign == "(":
            depth += 1
            if on_main_line:
                branches.append(len(nodes))
            elif begin is None and depth == len(branches) + 1:
                begin = token.start(1)
        elif sign == ")":
            depth -= 1
            on_main_line = False
            if begin is None:
                last = branches.pop()
            elif depth == len(branches):
                node = nodes[last - 1]
                node.setdefault(VARIATIONS, Property([], begin)).values.append(text[begin:at])
                begin = None
            if depth == 0:
                return at
        elif sign == ";":
            nodes += [{}] if on_main_line else []
        elif name is None:
            raise refuse(text, token.start(3), "a value has no name in front of it")
        else:
            values, end = _read_values(text, at)
            if on_main_line:
                _enter(text, nodes[-1], name, Property(values, token.start(2)))
            at = end


def _enter(text: str, node: Node, name: str, found: Property) -> None:
    # Version 3 wrote names such as GaMe: the capital letters are the name.
    short = "".join(letter for letter in name if letter.isupper())
    if not short:
        raise refuse(text, found.offset, f"{name[:20]} is not a property; their names are capital letters")
    if short in node:
        node[short].values.extend(found.values)
    else:
        node[short] = found


def _read_values(text: str, at: int) -> tuple[list[str], int]:
    """The values that follow a name, and their end."""
    values: list[str] = []
    while True:
        start = _skip_blanks(text, at)
        if not text.startswith("[", start):
            return values, at
        found = _VALUE.match(text, start)
        if found is None:
            raise refuse(text, start, "the file breaks off within a value; its closing bracket is missing")
        # An escaped line break is dropped; an escaped character stands for itself.
        values.append(_ESCAPED.sub(lambda match: "" if match[1][0] in "\r\n" else match[1], found[1]))
        at = found.end()


def _skip_blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _shown(text: str, at: int) -> str:
    return repr(text[at : at + 10])


def escape(text: str) -> str:
    """A text escaped as a value in one line."""
    return re.sub(r"([\]\\])", r"\\\1", " ".join(text.split()))


def write_node(properties: Iterable[tuple[str, Iterable[str]]]) -> str:
    """A node with these properties; values are given without escapes."""
    return ";" + "".join(name + "".join(f"[{escape(value)}]" for value in values) for name, values in properties)
