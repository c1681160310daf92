"""The pictures of the lessons, each from a real search: `python docs/lessons/pictures.py` writes them to images/.

A test makes all of them anew and compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import playout
from playout import Trace

IMAGES = Path(__file__).parent / "images"

LECTURE = "minimax(pruning=True)"
BETTER_ORDER = (3, 12, 8, 2, 4, 6, 2, 5, 14)
"""The lecture's leaves, with the third group the other way round."""


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
    middle = playout.load("tic_tac_toe").replay(["a1", "b2", "c3"])
    mcts = playout.trace(middle, "uct(c=1.4, simulations=12, tactics=False)", seed=1)
    for kind, step in phases(mcts).items():
        yield f"mcts_{kind}.svg", mcts.picture(step)


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


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    for name, picture in pictures():
        (IMAGES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
