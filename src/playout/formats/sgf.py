"""Go matches as SGF: `read_sgf` returns a match with checked moves, `write_sgf` writes one.

Readers take the main line with its comments, stones before the match (AB, AW, AE, PL), size, komi, rules, players and
result. They keep variations as text without checking their moves. They keep other properties of the first node, such
as the event and the date, and skip those of later nodes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playout.formats.reading import pick_match
from playout.formats.sgf_text import VARIATIONS, Node, Property, read_main_lines, refuse, write_node
from playout.game import State, load
from playout.games.go.notation import LETTERS
from playout.loading import option_defaults
from playout.rules import OptionError, PlayoutError

__all__ = ["GoMatch", "read_sgf", "read_sgfs", "write_sgf", "write_variation"]

COLOURS = {"B": "black", "W": "white"}
SUPERKO_RULES = ("chinese", "aga", "nz", "new zealand", "tromp-taylor")
"""Rules under which no position may repeat. Matches with other rules, or without rules, are read with simple ko."""

RULES = {"superko": "Chinese", "simple": "area scoring, simple ko"}
"""The value of RU for each ko rule. Go with superko has Chinese rules: area scoring, no suicide, no repetition."""

MOVES_A_LINE = 10

READ = {
    *("GM", "FF", "CA", "AP", "SZ", "KM", "RU", "PB", "PW", "RE"),
    *("HA", "AB", "AW", "AE", "PL", "B", "W", "C", VARIATIONS),
}
"""Properties of the first node that `read_sgf` reads or `write_sgf` sets; `GoMatch.properties` has the others."""


@dataclass(frozen=True)
class GoMatch:
    """A match of a file."""

    state: State
    """Its last position; `state.game` has size, komi and stones before the match, `state.history` the moves."""
    black: str = ""
    white: str = ""
    """The players' names."""
    result: str = ""
    """The result in the file, such as B+3.5, W+R (resignation), W+T (time), 0 (a draw)."""
    comments: dict[int, str] = field(default_factory=dict)
    """Comments by the number of moves before them."""
    variations: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Variations by the number of moves before them, such as `(;B[cc];W[dd])`."""
    properties: dict[str, str] = field(default_factory=dict)
    """Other properties of the first node that have one value: EV the event, DT the date, PC the place, BR a rank."""


def read_sgf(text: str, *, number: int = 1, **options: Any) -> GoMatch:
    """A match of an SGF file, by default the first.

    Options of Go, such as `ko`, replace the values in the file.
    """
    return _match_of(text, pick_match("SGF", read_main_lines(text), number), options)


def read_sgfs(text: str, **options: Any) -> Iterator[GoMatch]:
    """The matches of an SGF file, each checked when it is reached."""
    return (_match_of(text, nodes, options) for nodes in read_main_lines(text))


def _match_of(text: str, nodes: list[Node], options: dict[str, Any]) -> GoMatch:
    root = nodes[0]
    if "GM" in root and _single(text, "GM", root["GM"]).strip() != "1":
        raise refuse(text, root["GM"].offset, f"GM[{root['GM'].values[0]}] is another game; Go is GM[1]")
    side = _side(text, root)
    if options.get("size", side) != side:
        raise OptionError(f"the file has a board of size {side}, not {options['size']}; leave out the option size")
    said: dict[str, Any] = {"size": side, "komi": _komi(text, root, side), "ko": _ko(root)}
    moves = [(node, name) for node in nodes for name in COLOURS if name in node]
    said |= _stones(text, nodes, side)
    if moves and "first" not in said:
        said["first"] = COLOURS[moves[0][1]]
    state = load("go", **{**said, **options}).start()
    for number, (node, name) in enumerate(moves, 1):
        state = _play(text, state, node, name, number, side)
    names = [root[name].values[0] if name in root else "" for name in ("PB", "PW", "RE")]
    comments: dict[int, str] = {}
    variations: dict[int, tuple[str, ...]] = {}
    played = 0
    for node in nodes:
        played += any(name in node for name in COLOURS)
        if "C" in node:
            comments[played] = " ".join([*([comments[played]] if played in comments else []), *node["C"].values])
        if VARIATIONS in node:
            variations[played] = (*variations.get(played, ()), *node[VARIATIONS].values)
    black, white, result = names
    others = {name: found.values[0] for name, found in root.items() if name not in READ and len(found.values) == 1}
    return GoMatch(state, black, white, result, comments, variations, others)


def _play(text: str, state: State, node: Node, name: str, number: int, side: int) -> State:
    """One move, checked."""
    offset, who = node[name].offset, COLOURS[name]
    if len([colour for colour in COLOURS if colour in node]) > 1:
        raise refuse(text, offset, f"move {number}: a node has moves of both colours")
    if not state.over and state.turn != list(COLOURS).index(name):
        raise refuse(text, offset, f"move {number} is {who}'s, but {who} is not to move; a pass before it is missing")
    value = _single(text, name, node[name])
    vertex = "pass" if value == "" or (value == "tt" and side <= 19) else _vertex(text, offset, value, side)
    try:
        return state.play(vertex)
    except PlayoutError as error:
        raise refuse(text, offset, f"move {number}: {error}") from error


def _single(text: str, name: str, found: Property) -> str:
    if len(found.values) != 1:
        raise refuse(text, found.offset, f"{name} has {len(found.values)} values; one is needed")
    return found.values[0].strip()


def _side(text: str, root: Node) -> int:
    if "SZ" not in root:
        return 19
    value = _single(text, "SZ", root["SZ"])
    columns, _, rows = value.partition(":")
    if not (value.isascii() and columns.isdigit()) or len(columns) > 2 or rows not in ("", columns):
        raise refuse(text, root["SZ"].offset, f"SZ[{value}] is not the size of a square board, such as SZ[9]")
    if not 5 <= int(columns) <= 19:
        raise refuse(text, root["SZ"].offset, f"a board of size {columns} cannot be read; sizes go from 5 to 19")
    return int(columns)


def _komi(text: str, root: Node, side: int) -> float:
    if "KM" not in root:
        return 0.0
    value = _single(text, "KM", root["KM"])
    try:
        komi = float(value)
    except ValueError:
        komi = math.nan
    if not abs(komi) <= side * side or 2 * komi % 1:
        raise refuse(text, root["KM"].offset, f"KM[{value}] is not a komi in whole or half points, such as KM[6.5]")
    return komi


def _ko(root: Node) -> str:
    rules = root["RU"].values[0].strip().lower() if "RU" in root else ""
    return "superko" if rules.startswith(SUPERKO_RULES) else "simple"


def _stones(text: str, nodes: list[Node], side: int) -> dict[str, str]:
    """The options for stones before the match and for the first seat to move."""
    stones: dict[str, str] = {}
    found: dict[str, str] = {}
    has_begun = False
    for node in nodes:
        has_begun = has_begun or any(name in node for name in COLOURS)
        for name in ("AB", "AW", "AE", "PL"):
            if name not in node:
                continue
            if has_begun:
                raise refuse(text, node[name].offset, f"{name} changes the board in the middle of a match")
            if name == "PL":
                value = _single(text, name, node[name])
                if value not in ("B", "W", "1", "2"):
                    raise refuse(text, node[name].offset, f"PL[{value}] is not a colour: B or W")
                found["first"] = COLOURS["B" if value in "B1" else "W"]
                continue
            for vertex in _points(text, node[name], side):
                stones.pop(vertex, None)
                if name != "AE":
                    stones[vertex] = COLOURS[name[1]]
    for colour in COLOURS.values():
        found[colour] = " ".join(vertex for vertex, stone in stones.items() if stone == colour)
    return found


def _points(text: str, found: Property, side: int) -> list[str]:
    """The points of a list, in which aa:cc is a rectangle from its upper left to its lower right point."""
    points = []
    for value in found.values:
        one, _, other = value.strip().partition(":")
        corners = [_coordinates(text, found.offset, corner, side) for corner in (one, other or one)]
        (left, top), (right, bottom) = corners
        points += [_name(x, y, side) for y in range(top, bottom + 1) for x in range(left, right + 1)]
    return points


def _coordinates(text: str, offset: int, value: str, side: int) -> tuple[int, int]:
    """Column from the left and row from the top, from 0."""
    letters = [ord(letter) - ord("a") for letter in value]
    if len(letters) != 2 or not all(0 <= letter < side for letter in letters):
        raise refuse(text, offset, f"[{value[:10]}] is not a point of a board of {side} by {side}")
    return letters[0], letters[1]


def _name(x: int, y: int, side: int) -> str:
    return f"{LETTERS[x]}{side - y}"


def _vertex(text: str, offset: int, value: str, side: int) -> str:
    return _name(*_coordinates(text, offset, value, side), side)


def write_sgf(
    state: State,
    *,
    black: str = "",
    white: str = "",
    result: str | None = None,
    properties: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
    variations: Mapping[int, Sequence[str]] | None = None,
) -> str:
    """A match of Go as SGF. The default result is that of the position, or unknown if the match is not over.

    comments, variations: as in `GoMatch`.
    properties: further properties of the first node, as in `GoMatch`, such as {"EV": "the event", "GC": "a comment"}.
    """
    game = state.game
    if game.name != "go":
        raise PlayoutError(f"{game.name} cannot be written as SGF, only go")
    options = {**option_defaults(game.rules), **game.options}
    side = options["size"]
    root: list[tuple[str, list[str]]] = [
        ("GM", ["1"]),
        ("FF", ["4"]),
        ("CA", ["UTF-8"]),
        ("AP", ["playout"]),
        ("SZ", [str(side)]),
        ("KM", [f"{options['komi']:g}"]),
        ("RU", [RULES[options["ko"]]]),
        ("PB", [black]),
        ("PW", [white]),
        ("RE", [_result(state) if result is None else result]),
        *((name, [value]) for name, value in (properties or {}).items()),
    ]
    stones = {name: [_letters(text, side) for text in options[word].replace(",", " ").split()] for name, word in _SETUP}
    if len(stones["AB"]) > 1 and not stones["AW"] and options["first"] == "white":
        root.append(("HA", [str(len(stones["AB"]))]))
    root += [(name, points) for name, points in stones.items() if points]
    if options["first"] == "white" or any(stones.values()):
        root.append(("PL", ["B" if options["first"] == "black" else "W"]))
    seats = [list(COLOURS)[(number + (options["first"] == "white")) % 2] for number in range(len(state.history))]
    texts = [state.format(move) for move in state.history]
    said = comments or {}
    root += [("C", [said[0]])] if said.get(0) else []
    nodes = [
        write_node([(name, [_letters(text, side)]), *([("C", [said[ply]])] if said.get(ply) else [])])
        for ply, (name, text) in enumerate(zip(seats, texts, strict=True), 1)
    ]
    lines, ends = [""], ""
    for ply in range(len(nodes) + 1):
        if ply:
            lines[-1] += nodes[ply - 1]
        if ply % MOVES_A_LINE == 0:
            lines.append("")
        if others := (variations or {}).get(ply):  # the main line is the first branch, so variations follow it
            lines[-1] += "("
            ends = ")" + "".join(others) + ends
    first = "(" + write_node((name, values) for name, values in root if values != [""])
    return "\n".join([first, *filter(None, lines), f"{ends})"]) + "\n"


def write_variation(before: State, line: Sequence[int]) -> str:
    """Moves from a position as a variation, such as `(;B[cc];W[dd])`."""
    side = {**option_defaults(before.game.rules), **before.game.options}["size"]
    nodes = []
    for move in line:
        nodes.append(write_node([(list(COLOURS)[before.turn], [_letters(before.format(move), side)])]))
        before = before.play(move)
    return f"({''.join(nodes)})"


_SETUP = (("AB", "black"), ("AW", "white"))


def _letters(vertex: str, side: int) -> str:
    """A vertex or a pass in SGF."""
    if vertex.lower() == "pass":
        return ""
    return chr(ord("a") + LETTERS.index(vertex[0].upper())) + chr(ord("a") + side - int(vertex[1:]))


def _result(state: State) -> str:
    if not state.over:
        return "?"
    score = int(state._position[0]["score"])
    return f"{'B' if score > 0 else 'W'}+{abs(score) / 2:g}" if score else "0"
