"""A search tree as a picture, for notebooks and pages, or as text for Graphviz."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from playout.algorithms.kernel_arrays import SearchNode
from playout.game import State
from playout.pictures import Picture
from playout.rules import CHANCE

__all__ = ["dot", "tree_picture"]

WIDTH, HEIGHT, GAP = 104, 46, 34
"""The size of a box, and the gap between two rows, in pixels."""
LINE = 16
"""The height in pixels of a line of the legend, and of the note below a box."""

COLOURS = ("#f9dfe2", "#fcf0d8", "#dcebf7", "#e3f2df")
"""Colours of moves by seat; seat 4 has the colour of seat 0, and so on."""
NEUTRAL, EDGE = "#eeeeee", "#8fa6b8"


@dataclass(frozen=True)
class Box:
    """A node of the drawing."""

    level: int
    node: SearchNode
    move: str
    """The text of the move that led here, or `root`."""
    mover: int
    """The seat that made the move, or CHANCE; at the root, the seat to move."""
    parent: int
    """The parent's number; -1 at the root."""
    hidden: int
    """Moves from here that are not drawn, tried or not; 0 at the last ply of the drawing."""

    @property
    def lines(self) -> tuple[str, str, str]:
        """The move, its visits, and its value to the seat that made it; below chance, to seat 0."""
        node = self.node
        value = f"{node.values[max(self.mover, 0)]:.3f}" if node.visits else "-"
        # As in a result's table: the plies to the end of the match, including the move that led here.
        proof = f" in {(node.plies or 0) + (self.parent >= 0)}" if node.proven else ""
        return self.move, f"{node.visits:,}", f"{value}{proof}"

    @property
    def note(self) -> str:
        return f"+ {self.hidden} more" if self.hidden else ""


def _boxes(root: SearchNode, state: State, top: int | None, depth: int) -> list[Box]:
    """The part to be drawn, parents first."""
    boxes, states = [], {root.number: (state, "root", state.turn, -1)}
    for level, node in root.walk(top=top, depth=depth):
        here, text, mover, parent = states[node.number]
        children = node.children[:top] if level < depth else []
        for child in children:
            states[child.number] = (here.play(child.move), here.format(child.move), here.turn, node.number)
        known = len(node.children) if here.turn == CHANCE else len(here.moves())
        boxes.append(Box(level, node, text, mover, parent, known - len(children) if children else 0))
    return boxes


def dot(root: SearchNode, state: State, *, top: int | None = 3, depth: int = 3) -> str:
    """The tree in Graphviz's language: the `top` most visited moves of each node, `depth` plies deep."""
    lines = ["digraph tree {", '  node [shape=box, fontname="sans-serif"];']
    for box in _boxes(root, state, top, depth):
        number = box.node.number
        label = "\\n".join(box.lines).replace('"', '\\"')
        lines.append(f'  n{number} [label="{label}"{", style=bold" if box.node.proven else ""}];')
        if box.parent >= 0:
            lines.append(f"  n{box.parent} -> n{number};")
        if box.note:
            lines.append(f'  m{number} [label="{box.note}", shape=plaintext];')
            lines.append(f"  n{number} -> m{number} [style=dashed];")
    return "\n".join([*lines, "}"])


def tree_picture(root: SearchNode, state: State, *, top: int | None = 3, depth: int = 3) -> Picture:
    """The tree as a picture with a legend."""
    boxes = _boxes(root, state, top, depth)
    places = _places(boxes)
    legend = _legend(boxes, state, top, depth)
    width = max(max(x for x, _ in places.values()) + WIDTH, 7 * max(len(text) for _, text in legend) + 24)
    below = max(y for _, y in places.values()) + HEIGHT + LINE + 12
    height = below + LINE * len(legend)
    visits = {box.node.number: max(1, box.node.visits) for box in boxes}
    shapes = []
    for box in boxes:
        if box.parent >= 0:
            weight = 1 + 5 * box.node.visits / visits[box.parent]
            shapes.append(_edge(places[box.parent], places[box.node.number], weight))
    shapes += [_box(*places[box.node.number], box) for box in boxes]
    for row, (fill, text) in enumerate(legend):
        y = below + LINE * row
        if fill:
            shapes.append(f'<rect x="0" y="{y}" width="12" height="12" rx="2" fill="{fill}" stroke="{EDGE}"/>')
        shapes.append(f'<text x="{18 if fill else 0}" y="{y + 10}">{escape(text)}</text>')
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {width + 8} {height + 8}" width="{width + 8}" '
        f'height="{height + 8}" font-family="sans-serif" font-size="12">'
        f'<rect x="-4" y="-4" width="{width + 8}" height="{height + 8}" fill="white"/>{"".join(shapes)}</svg>'
    )


def _legend(boxes: list[Box], state: State, top: int | None, depth: int) -> list[tuple[str, str]]:
    """Lines of the legend: a colour, possibly empty, and a text."""
    name = state.game.seat_name
    movers = sorted({box.mover for box in boxes if box.parent >= 0})
    rows = [(_fill(seat), "chance" if seat == CHANCE else f"move of {name(seat)}") for seat in movers]
    kept = "all moves" if top is None else f"the {top} most visited moves" if top > 1 else "the most visited move"
    number = "below the move: visits, and the value to the seat that made it"
    if CHANCE in movers:
        number += f" (of an outcome: to {name(0)})"
    rows.append(("", f"{number}; at the root, to {name(state.turn)}"))
    rows.append(("", f"drawn are {kept} of each node, {depth} {'ply' if depth == 1 else 'plies'} deep"))
    if any(box.note for box in boxes):
        rows.append(("", "+ n more: legal moves that are not drawn, tried or not"))
    rows.append(("", "the thicker a line, the more of the visits above went there"))
    if any(box.node.proven for box in boxes):
        rows.append(("", "thick border, in n: certain, and the match ends n plies later, this move included"))
    return rows


def _fill(mover: int) -> str:
    return NEUTRAL if mover == CHANCE else COLOURS[mover % len(COLOURS)]


def _edge(parent: tuple[float, float], child: tuple[float, float], weight: float) -> str:
    a, from_y = parent[0] + WIDTH / 2, parent[1] + HEIGHT
    b, y = child[0] + WIDTH / 2, child[1]
    middle = (from_y + y) / 2
    return (
        f'<path d="M{a} {from_y}C{a} {middle} {b} {middle} {b} {y}" fill="none" stroke="{EDGE}" '
        f'stroke-width="{weight:.1f}"/>'
    )


def _box(x: float, y: float, box: Box) -> str:
    fill = NEUTRAL if box.parent < 0 else _fill(box.mover)
    edge = 'stroke="#222" stroke-width="2"' if box.node.proven else f'stroke="{EDGE}"'
    move, visits, value = box.lines
    note = ""
    if box.note:
        halo = 'stroke="white" stroke-width="3" paint-order="stroke"'  # edges pass behind it
        note = f'<text x="{x + 2}" y="{y + HEIGHT + 11}" fill="#555" font-size="10" {halo}>{box.note}</text>'
    return (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{fill}" {edge}/>'
        f'<text x="{x + WIDTH / 2}" y="{y + 18}" text-anchor="middle" font-weight="bold">{escape(move)}</text>'
        f'<text x="{x + 6}" y="{y + 37}">{visits}</text>'
        f'<text x="{x + WIDTH - 6}" y="{y + 37}" text-anchor="end">{value}</text>{note}'
    )


def _places(boxes: list[Box]) -> dict[int, tuple[float, float]]:
    """The position of each box: leaves side by side, parents above the middle of their children."""
    children: dict[int, list[int]] = {}
    for box in boxes:
        children.setdefault(box.parent, []).append(box.node.number)
    levels = {box.node.number: box.level for box in boxes}
    places: dict[int, tuple[float, float]] = {}
    next_x = 0.0
    order: list[int] = []
    stack = [boxes[0].node.number]
    while stack:
        number = stack.pop()
        order.append(number)
        stack += reversed(children.get(number, []))
    for number in order:
        if number not in children:
            places[number] = (next_x, levels[number] * (HEIGHT + GAP))
            next_x += WIDTH + 12
    for number in reversed(order):
        if number in children:
            middle = sum(places[child][0] for child in children[number]) / len(children[number])
            places[number] = (middle, levels[number] * (HEIGHT + GAP))
    return places
