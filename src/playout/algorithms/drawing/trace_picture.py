"""A trace as a picture: the tree of a search up to one of its steps, in the style of textbooks.

MAX (seat 0) is a triangle that points up, MIN one that points down, an end of the match a square, other nodes circles.
For two seats with payoffs of a constant sum, all numbers are MAX's. Windows stand beside their nodes, and branches that
a cut skips are crossed out. A node of UCT shows its visits and its mean for the seat that moved there, or t/n: the sum
t of the results and the visits n.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from playout.game import State
from playout.pictures import Picture
from playout.rules import PlayoutError

if TYPE_CHECKING:
    from playout.algorithms.trace import Frame, Trace

__all__ = ["trace_picture"]

SIZE, GAP, ROW = 40, 14, 64
"""The size of a node, the gap between two nodes, and the gap between two rows, in pixels."""
PLAYOUT = 46
"""The height of a playout's dashed line with its result."""
BOARD = 64
"""The side of a board in a node."""
MOST_NODES = 300
"""The largest number of nodes in a picture."""

INK, PALE, EDGE, CROSS = "#1f2933", "#9aa5b1", "#8fa6b8", "#c0392b"
FILLS = ("#f9dfe2", "#dcebf7", "#e3f2df", "#fcf0d8")
"""Colours of nodes by the seat to move; seat 4 has the colour of seat 0, and so on."""
END = "#ffffff"

Line = tuple[int, ...]


@dataclass
class Drawn:
    """A node of the drawing."""

    line: Line
    text: str
    seat: int | None = None
    """The seat to move; None if it is not known or no seat moves."""
    label: str = ""
    window: str = ""
    note: str = ""
    """The text on the edge to this node: the terms of a selection."""
    playout: str = ""
    """The result of a random playout from here."""
    is_circle: bool = False
    is_end: bool = False
    is_cut: bool = False
    children: dict[int, Drawn] = field(default_factory=dict)
    x: float = 0.0


def trace_picture(trace: Trace, step: int | None, *, depth: int | None, boards: bool, totals: bool) -> Picture:
    """The tree after a step, by default the last, to `depth` plies. boards: draw the game's picture in each node.

    totals: nodes of UCT show t/n, the sum of their results and their visits.
    """
    if step is None:
        step = len(trace) - 1
    if not 0 <= step < len(trace):
        raise PlayoutError(f"the trace has steps 0 to {len(trace) - 1}, so there is no step {step}")
    builder = Builder(trace, depth, totals=totals)
    for frame in trace.replay():
        builder.take(frame)
        if frame.event.step == step:
            break
    nodes = builder.nodes
    if len(nodes) > MOST_NODES:
        raise PlayoutError(f"a tree of {len(nodes):,} nodes is too large to be drawn: give a depth, or an earlier step")
    return _draw(nodes, builder.current, trace.events[step].words, builder.boards() if boards else {})


class Builder:
    """The tree, grown step by step."""

    def __init__(self, trace: Trace, depth: int | None, *, totals: bool = False) -> None:
        self._root = trace.result.state
        self._depth = 1_000_000 if depth is None else depth
        self._has_totals = totals
        rules = self._root.game.rules
        self._sum = rules.payoff_sum if self._root.game.seats == 2 else None
        self._has_triangles = self._sum is not None and not trace.algorithm.startswith("uct")
        self._is_minimax = trace.algorithm.startswith(("minimax", "maxn", "expectimax"))
        self._states: dict[Line, State] = {(): self._root}
        self.nodes: dict[Line, Drawn] = {(): Drawn((), "", self._root.turn, is_circle=not self._has_triangles)}
        self.current: Line = ()

    def state(self, line: Line) -> State:
        """The position after a line of moves."""
        if line not in self._states:
            self._states[line] = self.state(line[:-1]).play(line[-1])
        return self._states[line]

    def boards(self) -> dict[Line, str]:
        """The game's picture of each node."""
        if not self._root.game.rules.has("picture"):
            raise PlayoutError(f"{self._root.game.name} has no picture, so its nodes are drawn without boards")
        return {line: self.state(line)._repr_html_() for line in self.nodes}

    def take(self, frame: Frame) -> None:
        """Add the next step of the search."""
        event, line = frame.event, frame.line
        self.current = line
        for node in self.nodes.values():
            node.note = node.playout = ""
        if len(line) > self._depth:
            return
        node = self._node(line)
        facts = event.facts
        if event.kind == "enter":
            self._clear(node)
        if frame.nodes and frame.window and event.kind in ("enter", "best"):
            node.window = self._window(frame.window, event.seat)
        if event.kind in ("leaf", "leave", "best", "table", "tactics", "bound"):
            node.label = self._label(facts, event.seat, event.kind)
            node.is_end |= facts.get("of") == "end"
        if event.kind == "leave":
            node.window = ""
        if event.kind == "cut":
            for move in self.state(line).moves():
                if move not in node.children and len(line) < self._depth:
                    self._node((*line, move)).is_cut = True
        if event.kind in ("backup", "prove"):
            self._count(line, facts["visits"], facts["values"])
        if event.kind == "prune" and event.move is not None:
            self._prune(line, event.move, is_beside=line[-1:] == (event.move,) and self.nodes[line].is_end)
        if event.kind == "simulate":
            node.playout = ", ".join(f"{value:g}" for value in facts["values"])
        if event.kind == "select":
            self._note(line[:-1], facts["children"])

    def _node(self, line: Line) -> Drawn:
        if line not in self.nodes:
            parent = self._node(line[:-1])
            before, after = self.state(line[:-1]), self.state(line)
            self.nodes[line] = Drawn(line, before.format(line[-1]), None if after.over else after.turn)
            self.nodes[line].is_end = after.over
            self.nodes[line].is_circle = not self._has_triangles
            parent.children[line[-1]] = self.nodes[line]
        self.nodes[line].is_cut = False
        return self.nodes[line]

    def _count(self, line: Line, visits: int, values: list[float]) -> None:
        """Set the numbers of a node of UCT: for the seat that moved there; at the root, for the seat to move."""
        mover = max(self.state(line[:-1]).turn if line else self._root.turn, 0)
        value = values[mover]
        self.nodes[line].label = (
            f"{_number(round(value * visits, 2))}/{visits}" if self._has_totals else f"{visits}\n{value:.2f}"
        )

    def _prune(self, line: Line, move: int, *, is_beside: bool) -> None:
        """Cross out all moves but one: the siblings of a node, or its children."""
        parent = line[:-1] if is_beside else line
        if len(parent) >= self._depth:
            return
        for other in self.state(parent).moves():
            child = self._node((*parent, other))
            child.is_cut = other != move
        if not is_beside:
            self._count((*parent, move), 1, list(self.state((*parent, move)).payoffs))

    def _clear(self, node: Drawn) -> None:
        """Remove the nodes below a node that the search enters again."""
        for child in node.children.values():
            self._clear(child)
            del self.nodes[child.line]
        node.children.clear()
        node.label = node.window = ""

    def _note(self, line: Line, children: list[dict[str, Any]]) -> None:
        for item in children:
            found = self.nodes.get((*line, item["move"]))
            if found is not None and item["bound"] is not None:
                found.note = f"{item['mean'] or 0.0:.2f} + {item['exploration']:.2f}"

    # Numbers, for MAX if there is a MAX

    def _value(self, value: float, seat: int | None) -> float:
        return self._sum - value if self._sum is not None and seat == 1 else value

    def _window(self, window: tuple[float, float], seat: int | None) -> str:
        low, high = window
        if not self._is_minimax and self._sum is not None and seat == 1:
            low, high = self._sum - high, self._sum - low
        return f"[{_number(low)}, {_number(high)}]"

    def _label(self, facts: dict[str, Any], seat: int | None, kind: str) -> str:
        if "values" in facts and self._sum is None:
            return "\n".join(_number(value) for value in facts["values"])
        number = _number(self._value(facts["value"], seat))
        bound = facts.get("bound")
        if bound not in ("at most", "at least"):
            return number
        is_flipped = not self._is_minimax and seat == 1
        return ("≤ " if (bound == "at most") != is_flipped else "≥ ") + number


def _number(value: float) -> str:
    if value in (float("inf"), float("-inf")):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value, 3):g}".replace("-", "−")


# Drawing


def _draw(nodes: dict[Line, Drawn], current: Line, words: str, boards: dict[Line, str]) -> Picture:
    size = BOARD if boards else SIZE
    wide = max(size, *(7 * len(_below(node)) for node in nodes.values())) if boards else size
    _place(nodes[()], wide)
    row = size + ROW
    depth = max(len(line) for line in nodes)
    left = min(_left(node, wide) for node in nodes.values())
    right = max(_right(node, wide) for node in nodes.values())
    caption = textwrap.wrap(words, max(48, int((right - left) / 7)))
    right = max(right, *(left + 7 * len(part) for part in caption))
    foot = depth * row + size + (18 if boards else 0) + 26
    if any(node.playout and len(line) == depth for line, node in nodes.items()):
        foot += PLAYOUT
    height = foot + 17 * (len(caption) - 1) + 8
    shapes = [
        _edge(nodes[line[:-1]], node, size, row, is_current=current[: len(line)] == line)
        for line, node in nodes.items()
        if line
    ]
    shapes += [
        _node(node, size, row, is_current=line == current, board=boards.get(line)) for line, node in nodes.items()
    ]
    shapes += [
        f'<text x="{left}" y="{foot + 17 * i}" fill="{INK}">{escape(part)}</text>' for i, part in enumerate(caption)
    ]
    width = right - left
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left - 8:.0f} -8 {width + 16:.0f} {height + 8}" '
        f'width="{width + 16:.0f}" height="{height + 8}" font-family="sans-serif" font-size="13">'
        f'<rect x="{left - 8:.0f}" y="-8" width="{width + 16:.0f}" height="{height + 8}" fill="white"/>'
        f"{''.join(shapes)}</svg>"
    )


def _place(root: Drawn, size: int) -> None:
    """Place leaves side by side, and parents above the middle of their children."""
    next_x = 0.0
    stack = [(root, False)]
    while stack:
        node, is_done = stack.pop()
        children = [node.children[move] for move in node.children]
        if not children:
            width = max(size, 7 * len(node.note), 7 * len(node.window) + size if node.window else 0)
            node.x = next_x + width / 2
            next_x += width + GAP
        elif is_done:
            node.x = (children[0].x + children[-1].x) / 2
        else:
            stack.append((node, True))
            stack += [(child, False) for child in reversed(children)]


def _below(node: Drawn) -> str:
    """The text below a board: the value, or the values of all seats."""
    return node.label.replace("\n", " : ")


def _left(node: Drawn, size: int) -> float:
    return node.x - max(size / 2, 3.5 * len(node.note))


def _right(node: Drawn, size: int) -> float:
    return node.x + max(size / 2 + 7 * len(node.window) + 6 * bool(node.window), 3.5 * len(node.note))


def _edge(parent: Drawn, child: Drawn, size: int, row: int, *, is_current: bool) -> str:
    y = (len(child.line) - 1) * row + size
    end = len(child.line) * row
    width, colour = (2.5, INK) if is_current else (1.2, PALE if child.is_cut else EDGE)
    dash = ' stroke-dasharray="3 3"' if child.is_cut else ""
    middle_x, middle_y = (parent.x + child.x) / 2, (y + end) / 2
    shape = f'<path d="M{parent.x:.1f} {y}L{child.x:.1f} {end}" stroke="{colour}" stroke-width="{width}"{dash}/>'
    if child.is_cut:
        a, b = middle_x - 6, middle_y - 6
        shape += f'<path d="M{a:.1f} {b:.1f}l12 12m0 -12l-12 12" stroke="{CROSS}" stroke-width="2"/>'
    for height, text in ((18 if child.note else 5, child.text), (4, child.note)):
        if text:
            shape += (
                f'<text x="{child.x:.1f}" y="{end - height}" text-anchor="middle" font-size="12" '
                f'fill="{PALE if child.is_cut else INK}" stroke="white" stroke-width="4" paint-order="stroke">'
                f"{escape(text)}</text>"
            )
    return shape


def _node(node: Drawn, size: int, row: int, *, is_current: bool, board: str | None) -> str:
    x, y, half = node.x, len(node.line) * row, size / 2
    colour, width = (CROSS, 2.5) if is_current else (PALE if node.is_cut else INK, 1)
    stroke = f'stroke="{colour}" stroke-width="{width}"'
    fill = END if node.seat is None or node.seat < 0 or node.is_cut else FILLS[node.seat % len(FILLS)]
    if board is not None:
        opening = f'<svg x="{x - half}" y="{y}" width="{size}" height="{size}" '
        shape = f'<rect x="{x - half - 2}" y="{y - 2}" width="{size + 4}" height="{size + 4}" fill="{fill}" {stroke}/>'
        shape += opening + _without_size(board).removeprefix("<svg ")
        shape += (
            f'<text x="{x}" y="{y + size + 14}" text-anchor="middle" stroke="white" stroke-width="4" '
            f'paint-order="stroke">{escape(_below(node))}</text>'
        )
    else:
        if node.is_end:
            shape = f'<rect x="{x - half}" y="{y}" width="{size}" height="{size}" fill="{fill}" {stroke}/>'
        elif not node.is_circle:
            up = node.seat == 0
            tip, foot = (y, y + size) if up else (y + size, y)
            wide = half + 6
            shape = f'<path d="M{x} {tip}L{x + wide} {foot}L{x - wide} {foot}Z" fill="{fill}" {stroke}/>'
        else:
            shape = f'<ellipse cx="{x}" cy="{y + half}" rx="{half + 2}" ry="{half}" fill="{fill}" {stroke}/>'
        shape += _lines(node, x, y, size)
    if node.playout:
        shape += f'<path d="M{x} {y + size}v{PLAYOUT - 22}" stroke="{CROSS}" stroke-width="2" stroke-dasharray="4 4"/>'
        shape += f'<text x="{x}" y="{y + size + PLAYOUT - 8}" text-anchor="middle">{node.playout}</text>'
    if node.window:
        shape += f'<text x="{x + half + 8}" y="{y + half + 4}">{node.window}</text>'
    return shape


def _lines(node: Drawn, x: float, y: float, size: int) -> str:
    lines = node.label.split("\n")
    low = y + size / 2 + 5 - 7 * (len(lines) - 1)
    if not node.is_end and not node.is_circle:
        low += 7 if node.seat == 0 else -7  # a triangle is wide at this end
    return "".join(
        f'<text x="{x}" y="{low + 14 * i:.0f}" text-anchor="middle">{escape(text)}</text>'
        for i, text in enumerate(lines)
    )


def _without_size(board: str) -> str:
    """A picture without its width and height, so that it fills the box around it."""
    head, _, rest = board.partition(">")
    words = [word for word in head.split(" ") if not word.startswith(("width=", "height="))]
    return " ".join(words) + ">" + rest
