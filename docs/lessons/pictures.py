"""The pictures of the lessons, each from a real search: `python docs/lessons/pictures.py` writes them to images/.

A test makes all of them anew and compares.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import playout
from playout import Trace
from playout.algorithms.puct.network import packaged_networks, packaged_runs
from playout.algorithms.uct.search import Uct

IMAGES = Path(__file__).parent / "images"
GROWN, STEP = 200, 6.0
"""The simulations of the grown tree, and the pixels between two of its leaves."""

LECTURE = "minimax(pruning=True)"
BETTER_ORDER = (3, 12, 8, 2, 4, 6, 2, 5, 14)
"""The lecture's leaves, with the third group the other way round."""


TWO_THREATS = ["b2", "a4", "a2", "b3", "d3", "d4", "c1", "a3", "b1", "d1", "c3", "a1", "d2"]
"""O is to move, then Z, then X, who wins on b4 and on c2."""
PLAIN = "tactics=False, solver=False"
"""UCT as textbooks have it."""


def pictures() -> Iterator[tuple[str, str]]:
    """The name of each file, and its content."""
    lecture = playout.load("lecture_tree")
    yield "minimax.svg", playout.trace(lecture.start(), "minimax").picture()
    plain = playout.trace(lecture.start(), LECTURE)
    for letter, step in zip("abcdef", panels(plain), strict=True):
        yield f"alphabeta_{letter}.svg", plain.picture(step)
    better = playout.trace(playout.load("lecture_tree", leaves=BETTER_ORDER).start(), LECTURE)
    yield "alphabeta_better_order.svg", better.picture()
    end = playout.load("tic_tac_toe").replay(["b2", "a1", "a3", "c1", "b1", "b3"])
    yield "tic_tac_toe_tree.svg", playout.trace(end, "minimax").picture(boards=True)
    columns = playout.load("k_in_a_row", size=3, dimensions=2, line=3, players=3)
    three = columns.replay(["a1", "b1", "c1", "a3", "b3", "c3"])
    yield "maxn.svg", playout.trace(three, "maxn").picture(boards=True)
    square = playout.load("k_in_a_row", size=4, dimensions=2, line=3, players=3).replay(TWO_THREATS)
    yield "cooperation.svg", playout.trace(square, "maxn").picture(boards=True)
    yield "short_sight.svg", playout.trace(square, "maxn", depth=1).picture(boards=True)
    before = columns.replay(["a1", "b1", "c1", "a3", "b3"])
    for option, seed in (("prune_ends", 1), ("prune_playouts", 47)):
        uct = playout.trace(before, f"uct({option}=True, c=1.4, {PLAIN})", simulations=12, seed=seed)
        yield f"{option}.svg", uct.picture(PRUNED[option](uct), totals=True)
    middle = playout.load("tic_tac_toe").replay(["a1", "b2", "c3"])
    mcts = playout.trace(middle, "uct(c=1.4, simulations=12, tactics=False)", seed=1)
    for kind, step in phases(mcts).items():
        yield f"mcts_{kind}.svg", mcts.picture(step)
    totals = playout.trace(lecture.start(), f"uct(c=1.5, {PLAIN})", simulations=6, seed=5074)
    for number in (1, 3, 4, 6):
        yield f"totals_{number}.svg", totals.picture(ends(totals)[number - 1], totals=True)
    yield "mcts_grown.svg", grown_tree()
    yield "pi_square.svg", square_and_circle([])
    yield "pi_stones.svg", square_and_circle(stones(1000))
    yield "network_terms.svg", network_terms()
    yield "network_beliefs.svg", network_beliefs()
    yield "network_curve.svg", network_curve()


def ends(trace: Trace) -> list[int]:
    """The last step of each simulation."""
    begins = [event.step for event in trace if event.kind == "begin"]
    return [step - 1 for step in begins[1:]] + [len(trace) - 1]


def after_pruning(trace: Trace, which: int) -> int:
    """The last step of the simulation of the `which`-th prune."""
    steps = [event.step for event in trace if event.kind == "prune"]
    return next(end for end in ends(trace) if end > steps[which])


PRUNED = {"prune_ends": lambda trace: after_pruning(trace, 0), "prune_playouts": lambda trace: after_pruning(trace, 1)}


def panels(trace: Trace) -> list[int]:
    """The steps of the lecture's six panels: after the first leaf of B, its second and third, C, the first of D,
    the end.

    A panel shows the tree once the node that got the leaf's number has taken it.
    """
    after = {
        event.text: next(
            (later.step for later in trace.events[event.step :] if later.kind in ("best", "cut") and later.ply == 1),
            event.step,
        )
        for event in trace
        if event.kind == "enter" and event.ply == 2
    }
    leaves = {event.text: event.step + 1 for event in trace if event.kind == "enter" and event.ply == 2}
    taken = next(event.step for event in trace if event.kind == "best" and event.ply == 0)
    cut = next(event.step for event in trace if event.kind == "cut")
    return [after["b1"], leaves["b2"], taken, cut, after["d1"], len(trace) - 1]


def phases(trace: Trace) -> dict[str, int]:
    """The last simulation of the trace, phase by phase."""
    begin = max(event.step for event in trace if event.kind == "begin")
    last = trace.events[begin:]
    kinds = ("select", "expand", "simulate")
    found = {kind: next(event.step for event in last if event.kind == kind) for kind in kinds}
    return found | {"backup": len(trace) - 1}


# Drawings that are no traces


def svg(width: float, height: float, shapes: list[str]) -> str:
    ground = f'<rect width="{width:.0f}" height="{height:.0f}" fill="white"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif" font-size="13">{ground}{"".join(shapes)}</svg>'
    )


def grown_tree() -> str:
    """The tree of a search from the empty board of tic-tac-toe: a point is a node, and large if visited often."""
    search = playout.new_search(playout.load("tic_tac_toe").start(), f"uct(c=0.4, {PLAIN})", simulations=GROWN, seed=1)
    search.run()
    assert isinstance(search, Uct)
    places: dict[int, tuple[float, float]] = {}
    shapes: list[str] = []
    width = 0.0

    def place(node: Any, level: int) -> float:
        nonlocal width
        below = [place(child, level + 1) for child in sorted(node.children, key=lambda child: child.move)]
        if not below:
            width += STEP
        x = (below[0] + below[-1]) / 2 if below else width
        places[node.number] = (x, 14 + 52 * level)
        for child in node.children:
            (x1, y1), (x2, y2) = places[node.number], places[child.number]
            thick = 0.6 + 5 * child.visits / GROWN
            shapes.append(f'<path d="M{x1:.1f} {y1}L{x2:.1f} {y2}" stroke="#8fa6b8" stroke-width="{thick:.2f}"/>')
        return x

    place(search.tree.root, 0)
    for _, node in search.tree.root.walk():
        x, y = places[node.number]
        radius = 1.2 + 9 * math.sqrt(node.visits / GROWN)
        fill = ("#c0392b", "#2d6ca2")[node.seat] if node.seat >= 0 else "#1f2933"
        shapes.append(f'<circle cx="{x:.1f}" cy="{y}" r="{radius:.2f}" fill="{fill}"/>')
    return svg(width + STEP, max(y for _, y in places.values()) + 14, shapes)


def stones(count: int) -> list[tuple[float, float]]:
    """Points of the square from -1 to 1, as `monte_carlo.area` throws them."""
    thrown: list[tuple[float, float]] = []

    def inside(x: float, y: float) -> bool:
        thrown.append((x, y))
        return x * x + y * y < 1

    playout.monte_carlo.area(inside, box=((-1, 1), (-1, 1)), samples=count, seed=1)
    return thrown


def square_and_circle(thrown: list[tuple[float, float]]) -> str:
    """The circle of radius r in the square of side 2r, with stones if there are any."""
    half = 130
    shapes = [
        f'<rect x="20" y="20" width="{2 * half}" height="{2 * half}" fill="#fcf0d8" stroke="#1f2933"/>',
        f'<circle cx="{20 + half}" cy="{20 + half}" r="{half}" fill="#dcebf7" stroke="#1f2933"/>',
    ]
    for x, y in thrown:
        fill = "#2d6ca2" if x * x + y * y < 1 else "#c0392b"
        shapes.append(
            f'<circle cx="{20 + half + half * x:.1f}" cy="{20 + half - half * y:.1f}" r="1.8" fill="{fill}"/>'
        )
    if thrown:
        hits = sum(x * x + y * y < 1 for x, y in thrown)
        said = f"4 · {hits} / {len(thrown)} = {4 * hits / len(thrown):.3f}"
        shapes.append(f'<text x="{20 + half}" y="{2 * half + 40}" text-anchor="middle">{said}</text>')
    else:
        centre = 20 + half
        shapes += [
            f'<path d="M{centre} {centre}h{half}" stroke="#1f2933" stroke-width="1.5"/>',
            f'<circle cx="{centre}" cy="{centre}" r="3" fill="#1f2933"/>',
            f'<text x="{centre + half / 2}" y="{centre - 6}" text-anchor="middle" font-style="italic">r</text>',
            f'<text x="{centre}" y="{2 * half + 40}" text-anchor="middle"><tspan>2</tspan>'
            '<tspan font-style="italic">r</tspan></text>',
        ]
    return svg(2 * half + 40, 2 * half + 50, shapes)


def network_terms() -> str:
    """The terms of PUCT and UCB1 for each first move of tic-tac-toe, after 16 simulations; the largest is marked."""
    state = playout.load("tic_tac_toe").start()
    found = playout.search(state, "net(tic_tac_toe)", simulations=16, backend="python")
    total, items = found.work, sorted(found.candidates, key=lambda item: state.format(item.move))
    tried = sum(item.prior or 0.0 for item in items if item.visits)
    rows = []
    for item in items:
        mean = item.values[0] if item.values and item.visits else found.values[0] - 0.1 * math.sqrt(tried)
        prior = item.prior or 0.0
        puct = 0.7 * prior * math.sqrt(total) / (1 + item.visits)
        ucb = f"{mean:.3f} + {1.4 * math.sqrt(math.log(total) / item.visits):.3f}" if item.visits else "∞"
        rows.append((state.format(item.move), item.visits, mean, prior, puct, ucb))
    best = max(row[2] + row[4] for row in rows)
    shapes = []
    columns = (20, 90, 150, 220, 370, 470)
    heads = ("", "n", "x̄", "P", "PUCT", "UCB1")
    shapes += [
        f'<text x="{x}" y="24" text-anchor="end">{head}</text>' for x, head in zip(columns[1:], heads[1:], strict=True)
    ]
    for number, (move, visits, mean, prior, puct, ucb) in enumerate(rows):
        y = 48 + 22 * number
        if mean + puct == best:
            shapes.append(f'<rect x="8" y="{y - 16}" width="470" height="22" fill="#dcebf7"/>')
        texts = ("", str(visits), f"{mean:.3f}", f"{prior:.3f}", f"{mean:.3f} + {puct:.3f} = {mean + puct:.3f}", ucb)
        shapes.append(f'<text x="{columns[0]}" y="{y}" font-weight="bold">{move}</text>')
        shapes += [
            f'<text x="{x}" y="{y}" text-anchor="end">{text}</text>' for x, text in zip(columns, texts, strict=True)
        ]
    return svg(490, 60 + 22 * len(rows), shapes)


def network_files() -> dict[int, Path]:
    """The networks for tic-tac-toe along their training, by the matches before each; the last comes with Playout."""
    run = packaged_runs()["tic_tac_toe"]
    last = json.loads((run / "run.json").read_text())["progress"]["matches"]
    files = {int(file.stem): file for file in run.glob("snapshots/*.onnx")}
    return dict(sorted({**files, last: packaged_networks()["tic_tac_toe"]}.items()))


SHOWN = (0, 5, 6, 7, 11)
"""The snapshots whose beliefs are drawn, by number."""


def network_beliefs() -> str:
    """What networks along a training want to answer to b1: a board for each, with priors in per cent."""
    state, cell = playout.load("tic_tac_toe").replay(["b1"]), 40
    shapes = []
    files = list(network_files().items())
    for column, (matches, file) in enumerate(files[i] for i in SHOWN):
        asked = playout.search(state, f"net({str(file)!r})", simulations=1, backend="python")
        left, top = 16 + column * (3 * cell + 24), 34
        shapes.append(f'<text x="{left + 1.5 * cell}" y="20" text-anchor="middle">{matches:,}</text>')
        for line in (1, 2):
            shapes.append(f'<path d="M{left + line * cell} {top}v{3 * cell}" stroke="#8fa6b8"/>')
            shapes.append(f'<path d="M{left} {top + line * cell}h{3 * cell}" stroke="#8fa6b8"/>')
        x, y = left + 1.5 * cell, top + 2.5 * cell
        shapes.append(f'<path d="M{x - 11} {y - 11}l22 22m0 -22l-22 22" stroke="#c0392b" stroke-width="4"/>')
        for item in asked.candidates:
            x, y = left + (item.move % 3 + 0.5) * cell, top + (item.move // 3 + 0.5) * cell
            prior = item.prior or 0.0
            shapes.append(f'<circle cx="{x}" cy="{y}" r="{19 * math.sqrt(prior):.1f}" fill="#9cc3e4"/>')
            shapes.append(f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11">{100 * prior:.0f}</text>')
        middle = left + 1.5 * cell
        shapes.append(f'<text x="{middle}" y="{top + 3 * cell + 20}" text-anchor="middle">{asked.values[1]:.2f}</text>')
    return svg(16 + len(SHOWN) * (3 * cell + 24), 34 + 3 * cell + 32, shapes)


def network_curve() -> str:
    """Mistakes in 200 positions over the matches of a training: by the policy alone, and by 100 simulations."""
    exams = json.loads((packaged_runs()["tic_tac_toe"] / "exams.json").read_text())["exams"]
    left, base, step, scale = 44, 190, 46, 3.0
    shapes = [f'<path d="M{left} 20V{base}h{step * (len(exams) - 1) + 10}" fill="none" stroke="#1f2933"/>']
    for count in (0, 10, 20, 30, 40, 50):
        shapes.append(f'<text x="{left - 8}" y="{base - scale * count + 4}" text-anchor="end">{count}</text>')
    for i, exam in enumerate(exams):
        place = f'x="{left + i * step}" y="{base + 18}" text-anchor="middle" font-size="11"'
        shapes.append(f"<text {place}>{exam['matches']:,}</text>")
    for simulations, colour in (("1", "#c0392b"), ("100", "#2d6ca2")):
        points = [(left + i * step, base - scale * exam["mistakes"][simulations][0]) for i, exam in enumerate(exams)]
        line = " ".join(f"{x},{y:.0f}" for x, y in points)
        shapes.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        shapes += [f'<circle cx="{x}" cy="{y:.0f}" r="3.5" fill="{colour}"/>' for x, y in points]
    return svg(left + step * len(exams) + 10, base + 32, shapes)


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    for name, picture in pictures():
        (IMAGES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
