"""A search tree as a picture: SVG for notebooks and pages, or text for Graphviz."""

from __future__ import annotations

from html import escape

from playout.algorithms.tree import Node
from playout.game import State
from playout.rules import CHANCE, OVER

__all__ = ["dot", "svg"]

WIDTH, HEIGHT, GAP = 104, 46, 34
"""Of a box, and between two rows, in pixels."""


def _lines(node: Node, text: str, mover: int) -> tuple[str, str, str]:
    """What stands in a node's box: the move, its visits, what it is worth to whoever made it."""
    seat = mover if mover >= 0 else 0
    value = f"{node.values[seat]:.3f}" if node.visits else "-"
    proof = f" in {node.plies}" if node.proven and node.seat != OVER else "!" * node.proven
    return text, f"{node.visits:,}", f"{value}{proof}"


def _below(root: Node, state: State, top: int | None, depth: int) -> list[tuple[int, Node, str, int, int]]:
    """(depth, node, text of the move, mover, number of the parent) of the part to be drawn, parents first."""
    rows = [(0, root, "root", state.turn, -1)]
    states = {root.number: state}
    for level, node in root.walk(top=top, depth=depth):
        here = states[node.number]
        for child in node.children[:top] if level < depth else []:
            states[child.number] = here.play(child.move)
            rows.append((level + 1, child, here.format(child.move), here.turn, node.number))
    return rows


def dot(root: Node, state: State, *, top: int | None = 3, depth: int = 3) -> str:
    """The tree in Graphviz's language: the `top` most visited moves of each node, `depth` plies deep."""
    lines = ["digraph tree {", '  node [shape=box, fontname="sans-serif"];']
    for _, node, text, mover, parent in _below(root, state, top, depth):
        label = "\\n".join(_lines(node, text, mover)).replace('"', '\\"')
        lines.append(f'  n{node.number} [label="{label}"{", style=bold" if node.proven else ""}];')
        if parent >= 0:
            lines.append(f"  n{parent} -> n{node.number};")
    return "\n".join([*lines, "}"])


def svg(root: Node, state: State, *, top: int | None = 3, depth: int = 3) -> str:
    """The tree as a picture; the thicker a line, the more of its parent's visits went there."""
    rows = _below(root, state, top, depth)
    places = _places(rows)
    width = max(x for x, _ in places.values()) + WIDTH
    height = max(y for _, y in places.values()) + HEIGHT
    visits = {node.number: max(1, node.visits) for _, node, *_ in rows}
    shapes, boxes = [], []
    for _, node, text, mover, parent in rows:
        x, y = places[node.number]
        if parent >= 0:
            from_x, from_y = places[parent]
            weight = 1 + 5 * node.visits / visits[parent]
            middle = (from_y + HEIGHT + y) / 2
            a, b = from_x + WIDTH / 2, x + WIDTH / 2
            shapes.append(
                f'<path d="M{a} {from_y + HEIGHT}C{a} {middle} {b} {middle} {b} {y}" fill="none" stroke="#8fa6b8" '
                f'stroke-width="{weight:.1f}"/>'
            )
        boxes.append(_box(x, y, _lines(node, text, mover), mover, node.proven))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" width="{width + 4}" '
        f'height="{height + 4}" font-family="sans-serif" font-size="12">{"".join(shapes + boxes)}</svg>'
    )


def _box(x: float, y: float, lines: tuple[str, str, str], mover: int, proven: bool) -> str:
    colours = ("#f9dfe2", "#fcf0d8", "#dcebf7", "#e3f2df")
    fill = "#eeeeee" if mover == CHANCE or lines[0] == "root" else colours[mover % len(colours)]
    edge = 'stroke="#222" stroke-width="2"' if proven else 'stroke="#8fa6b8"'
    return (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{fill}" {edge}/>'
        f'<text x="{x + WIDTH / 2}" y="{y + 18}" text-anchor="middle" font-weight="bold">{escape(lines[0])}</text>'
        f'<text x="{x + 8}" y="{y + 37}">{lines[1]}</text>'
        f'<text x="{x + WIDTH - 8}" y="{y + 37}" text-anchor="end">{lines[2]}</text>'
    )


def _places(rows: list[tuple[int, Node, str, int, int]]) -> dict[int, tuple[float, float]]:
    """Where each box goes: leaves side by side, parents above the middle of their children."""
    children: dict[int, list[int]] = {}
    levels = {}
    for level, node, _, _, parent in rows:
        levels[node.number] = level
        children.setdefault(parent, []).append(node.number)
    places: dict[int, tuple[float, float]] = {}
    next_x = 0.0
    order: list[int] = []
    stack = [rows[0][1].number]
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
