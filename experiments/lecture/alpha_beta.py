"""Minimax and alpha-beta: nodes by depth, by move order, and for each switch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import playout
from experiments.claims import Claim, Finding
from experiments.common import Options
from experiments.pages import Page
from experiments.verdicts import counted
from playout.arena.reporting.plots import Series, curves
from playout.arena.reporting.tables import ReportTable
from playout.rules import PlayoutError

TREE = Path(__file__).parent / "random_tree.py"
SWITCHES = ("table", "killers", "history", "rank", "tactics", "pvs", "deepening", "null_windows")
ORDERS = ("good", "random", "bad")
BOARD = "connect_four"


def spelling(*on: str) -> str:
    """Alpha-beta with only these switches on, and without the principal variation to the end."""
    words = [f"{name}={name in on}" for name in SWITCHES]
    return f"alphabeta({', '.join([*words, 'line=False'])})"


BY_DEPTH = {
    "minimax": "minimax",
    "alpha-beta, from left to right": spelling(),
    "with killers and history": spelling("killers", "history"),
    "with the game's rank": spelling("rank"),
    "with a table": spelling("table"),
    "with the game's tactics": spelling("tactics"),
    "with all of it": spelling(*SWITCHES),
    "with all but deepening": spelling(*(name for name in SWITCHES if name != "deepening")),
}
MUCH = 2
"""A move order that matters very much changes the leaves by more than this factor."""

FARTHER = ("with the game's tactics", "with all of it", "with all but deepening")
"""The settings that use tactics, which see beyond the depth."""


@dataclass(frozen=True)
class Count:
    """Nodes and leaves of the searches of several positions, and the value of each position."""

    nodes: int
    leaves: int
    values: tuple[float, ...]


@dataclass(frozen=True)
class Found:
    """What the experiment measured."""

    branching: int
    trees: dict[str, dict[int, Count]]
    """Random trees by move order and depth; the key "minimax" holds minimax, whose counts no order changes."""
    boards: dict[str, dict[int, Count]]
    """Connect Four to a depth, by setting."""
    solved: dict[str, Count]
    """Connect Four to the end, by switches."""
    stones: int
    positions: int


def measure(options: Options) -> Found:
    deepest, count = (4, 2) if options.quick else (8, 5)
    trees = count_trees(4, 5 if options.quick else 9, 5 if options.quick else 20)
    boards = count_boards(random_positions(BOARD, 8, count, options.seed), deepest)
    stones, positions = (34, 3) if options.quick else (28, 40)
    solved = count_switches(random_positions(BOARD, stones, positions, options.seed))
    found = Found(4, trees, boards, solved, stones, positions)
    check_values(found)
    return found


def check_values(found: Found) -> None:
    """Raise an error if the searches disagree on a value."""
    same = [found.solved, *({name: by[depth] for name, by in found.trees.items()} for depth in found.trees["minimax"])]
    for depth in found.boards["minimax"]:
        counts = {name: by[depth] for name, by in found.boards.items()}
        # With tactics, a search to a depth sees forced wins and losses beyond it.
        same.append({name: count for name, count in counts.items() if name not in FARTHER})
        same.append({name: count for name, count in counts.items() if name in FARTHER})
    for counts in same:
        if len({count.values for count in counts.values()}) > 1:
            raise PlayoutError(f"these searches have to agree on the values, but do not: {', '.join(counts)}")


def random_positions(game: str, stones: int, count: int, seed: int) -> list[playout.State]:
    """Positions after `stones` random moves, not over and without an immediate win."""
    loaded, rng = playout.load(game), playout.Rng(seed)
    found: list[playout.State] = []
    while len(found) < count:
        state = loaded.start()
        while not state.over and len(state.history) < stones:
            listed = state.moves()
            state = state.play(listed[rng.below(len(listed))])
        if not state.over and not any(state.play(move).over for move in state.moves()):
            found.append(state)
    return found


def count_nodes(states: Sequence[playout.State], algorithm: str, depth: int | None = None) -> Count:
    nodes, leaves, values = 0, 0, []
    for state in states:
        limit: dict[str, Any] = {} if depth is None else {"depth": depth}
        result = playout.search(state, algorithm, **limit)
        nodes += result.work
        leaves += int(getattr(result.search, "leaves", 0))
        values.append(round(result.values[0], 9))  # alpha-beta's values have eleven digits
    return Count(nodes, leaves, tuple(values))


def count_trees(branching: int, deepest: int, trees: int) -> dict[str, dict[int, Count]]:
    """Searches of random trees with the best move first, anywhere, or last; counts are sums over the trees."""
    found: dict[str, dict[int, Count]] = {name: {} for name in ("minimax", *ORDERS)}
    for depth in range(1, deepest + 1):
        for order in ORDERS:
            states = [
                playout.load(TREE, branching=branching, depth=depth, order=order, tree=number).start()
                for number in range(1, trees + 1)
            ]
            found[order][depth] = count_nodes(states, spelling())
            if order == "random":
                found["minimax"][depth] = count_nodes(states, "minimax")
    return found


def count_boards(states: Sequence[playout.State], deepest: int) -> dict[str, dict[int, Count]]:
    return {
        name: {depth: count_nodes(states, algorithm, depth) for depth in range(1, deepest + 1)}
        for name, algorithm in BY_DEPTH.items()
    }


def count_switches(states: Sequence[playout.State]) -> dict[str, Count]:
    """Positions solved with all switches on, with one off, and with only one on."""
    # Deepening applies to searches to a depth only.
    used = [name for name in SWITCHES if name != "deepening"]
    found = {"all on": count_nodes(states, spelling(*used))}
    for name in used:
        found[f"without {name}"] = count_nodes(states, spelling(*(other for other in used if other != name)))
    for name in used:
        found[f"only {name}"] = count_nodes(states, spelling(name))
    return found | {"all off": count_nodes(states, spelling()), "minimax": count_nodes(states, "minimax")}


def least_leaves(branching: int, depth: int) -> int:
    """The least number of leaves that alpha-beta has to visit (Knuth and Moore)."""
    return int(branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1)


def fewer_leaves(found: Found) -> dict[str, float]:
    """By move order: how many times fewer leaves alpha-beta visits than minimax, on the deepest trees."""
    tall = max(found.trees["minimax"])
    return {order: found.trees["minimax"][tall].leaves / found.trees[order][tall].leaves for order in ORDERS}


def claims_of(found: Found) -> list[Claim]:
    tall = max(found.trees["minimax"])
    trees, whole = found.trees, found.branching**tall
    leaves = {order: trees[order][tall].leaves / len(trees[order][tall].values) for order in ORDERS}
    where = f"trees of {found.branching} moves and {tall} plies"
    return [
        Claim(
            "Minimax takes O(b^m) time.",
            "",
            [
                Finding(
                    where,
                    f"{trees['minimax'][tall].leaves / len(trees['minimax'][tall].values):,.0f} of {whole:,} leaves",
                    counted(trees["minimax"][tall].leaves == whole * len(trees["minimax"][tall].values)),
                )
            ],
        ),
        Claim(
            "Pruning leaves the decision as it was (the article as well).",
            "",
            [
                Finding(
                    f"{found.positions} positions of Connect Four, solved",
                    f"{'the same' if _agree(found) else 'other'} values by alpha-beta and by minimax",
                    counted(_agree(found)),
                )
            ],
        ),
        Claim(
            "The order in which moves are tried matters very much.",
            "",
            [
                Finding(
                    where,
                    f"{leaves['good']:,.0f} leaves in the best order, {leaves['random']:,.0f} in a random and "
                    f"{leaves['bad']:,.0f} in the worst",
                    counted(MUCH * leaves["good"] < leaves["random"] and MUCH * leaves["random"] < leaves["bad"]),
                )
            ],
        ),
    ]


def _agree(found: Found) -> bool:
    """Whether alpha-beta, with any switches, has minimax' value at every position that was solved."""
    return {count.values for count in found.solved.values()} == {found.solved["minimax"].values}


def write(page: Page, found: Found) -> None:
    page.heading("Minimax and alpha-beta")
    _write_trees(page, found, max(found.trees["minimax"]))
    _write_boards(page, found, max(found.boards["minimax"]))
    _write_switches(page, found)


def draw_orders(page: Page, found: Found) -> None:
    """Add the plot of leaves by depth and move order."""
    count = len(found.trees["minimax"][1].values)
    labels = {"minimax": "minimax", "bad": "alpha-beta, bad order", "random": "alpha-beta, random order"}
    labels["good"] = "alpha-beta, good order"
    series = [
        Series(label, list(counts), [one.leaves / count for one in counts.values()])
        for name, label in labels.items()
        for counts in [found.trees[name]]
    ]
    title = f"Leaves of random trees, {found.branching} moves at each node"
    svg = curves(series, title=title, x_label="depth in plies", y_label="leaves", log_x=False, log_y=True)
    page.picture("order", svg, "Leaves by depth for minimax and for alpha-beta with three move orders")


def _write_trees(page: Page, found: Found, tall: int) -> None:
    count = len(found.trees["minimax"][1].values)
    page.heading("Move order", 3)
    page.text(
        f"{count} random trees with {found.branching} moves at each node and known values: the best move comes first "
        "(good), anywhere (random), or last, after the others from the worst to the best (bad). The table has the mean "
        "number of leaves visited, like the picture above. With the best order it is exactly b^ceil(d/2) + "
        "b^floor(d/2) - 1, as Knuth and Moore have shown: with the same work alpha-beta searches twice as deep as "
        "minimax, which visits b^d leaves."
    )
    rows = []
    for depth in range(1, tall + 1):
        columns = [found.trees[name][depth].leaves / count for name in ("minimax", "bad", "random", "good")]
        rows.append(
            [str(depth), *(f"{number:,.0f}" for number in columns), f"{least_leaves(found.branching, depth):,}"]
        )
    page.table(
        ReportTable(["depth", "minimax, b^d", "bad order", "random order", "good order", "least possible"], rows)
    )


def _write_boards(page: Page, found: Found, deepest: int) -> None:
    count = len(found.boards["minimax"][1].values)
    page.heading("Connect Four to a depth", 3)
    page.text(
        f"Total nodes from {count} random positions of 8 stones on 7x6. Leaves are evaluated by open lines, on which "
        "only one seat has stones. Settings without `tactics` have the same values as "
        "minimax; those with `tactics` see forced wins and losses beyond the depth. `With all of it` uses iterative "
        "deepening, and the nodes of all iterations are counted. b is the effective branching factor: the growth of "
        "the nodes by one ply, as the geometric mean of the last two plies."
    )
    series = [
        Series(name, list(counts), [one.nodes for one in counts.values()]) for name, counts in found.boards.items()
    ]
    title = "Connect Four to a depth"
    svg = curves(series, title=title, x_label="depth in plies", y_label="nodes", log_x=False, log_y=True)
    page.picture("depth", svg, "Nodes by depth for minimax and for alpha-beta with several settings")
    rows = []
    for name, counts in found.boards.items():
        growth = math.sqrt(counts[deepest].nodes / counts[deepest - 2].nodes)
        rows.append([name, *(f"{one.nodes:,}" for depth, one in counts.items() if depth > 1), f"{growth:.1f}"])
    page.table(ReportTable(["nodes to a depth of", *map(str, range(2, deepest + 1)), "b"], rows))


def _write_switches(page: Page, found: Found) -> None:
    base, plain = found.solved["all on"].nodes, found.solved["all off"].nodes
    page.heading("Each switch", 3)
    page.text(
        f"Total nodes to solve {found.positions} random positions of {found.stones} stones on 7x6 to the end; all "
        "settings have the same values. A switch that overlaps with others costs little when it is off: `tactics` "
        "lists its moves by rank, as `rank` does, and `pvs` has nothing to do where all windows are null windows."
    )
    used = [name for name in SWITCHES if name != "deepening"]
    rows = [
        [
            name,
            f"{found.solved[f'without {name}'].nodes:,}",
            f"{found.solved[f'without {name}'].nodes / base:,.2f}",
            f"{found.solved[f'only {name}'].nodes:,}",
            f"{plain / found.solved[f'only {name}'].nodes:,.2f}",
        ]
        for name in used
    ]
    page.table(ReportTable(["switch", "nodes without it", "times more", "nodes with it alone", "times fewer"], rows))
    page.text(
        f"All on: {base:,} nodes. All off: {plain:,}. Minimax: {found.solved['minimax'].nodes:,}, which is "
        f"{found.solved['minimax'].nodes / base:,.0f} times as many as with all on."
    )
