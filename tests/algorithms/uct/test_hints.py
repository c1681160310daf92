"""What UCT's tables hold, counted again from the trace: how moves did after a node (GRAVE) and anywhere (history)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import playout
from playout.algorithms.tree.reading import heads_of
from playout.algorithms.uct.hints import CODES
from playout.algorithms.uct.search import Uct
from playout.algorithms.uct.tree import Tree
from tests.algorithms.own_rules import tenth_less

Tables = dict[int, dict[tuple[int, int], np.ndarray[Any, Any]]]
"""By node (-1: anywhere), seat and move: the sum of what the seat got, and how many simulations."""


def traced(state: playout.State, simulations: int, **options: Any) -> tuple[Uct, list[Any]]:
    search = Uct(state, Uct.option_type(**options), seed=5, memory=50, backend="python")
    tracer = search.tracer()
    search.run(simulations=simulations)
    return search, tracer.events


def plies_of(state: playout.State, moves: list[int]) -> list[tuple[int, int]]:
    """Who decided (below 0: chance) and what, from a position on."""
    found = []
    for move in moves:
        found.append((state.turn, move))
        state = state.play(move)
    return found


def split(state: playout.State, moves: list[int]) -> list[tuple[list[int], playout.State]]:
    """Playouts from a position, one after the other: the moves of each, and where it ended."""
    found, begin, here = [], 0, state
    for number, move in enumerate(moves, 1):
        here = here.play(move)
        if here.over:
            found.append((moves[begin:number], here))
            begin, here = number, state
    assert begin == len(moves)
    return found


def counted(state: playout.State, events: list[Any], grave: int, decay: float) -> Tables:
    """Slow and by definition: a node has a memory from the simulation on that is its `grave`-th."""
    tables: Tables = defaultdict(lambda: defaultdict(lambda: np.zeros(2)))
    visits: dict[int, int] = defaultdict(int)
    path, moves = [0], list[int]()
    for event in events:
        if event.kind == "begin":
            path, moves = [0], []
        if event.kind in ("select", "draw", "expand") and event.facts["node"] != path[-1]:
            path.append(event.facts["node"])
            moves.append(event.move)
        if event.kind == "simulate":
            leaf = state
            for move in moves:
                leaf = leaf.play(move)
            ends = split(leaf, event.facts["moves"])
            # A leaf whose value is certain has no playout, and is worth what the trace says.
            lines = [(line, [decay ** len(line) * value for value in end.payoffs]) for line, end in ends]
            for line, values in lines or [([], event.facts["values"])]:
                plies = plies_of(state, moves + line)
                memories = [(-1, 0)] + [(node, d) for d, node in enumerate(path) if visits[node] + 1 >= grave > 0]
                for place, first in memories:
                    for seat, move in plies[first:]:
                        if seat >= 0:
                            tables[place][seat, move] += np.array([values[seat], 1.0]) / max(1, len(lines))
            for node in path:
                visits[node] += 1
    return tables


def read(table: Any, players: int) -> dict[tuple[int, int], list[float]]:
    """A table of sums and counts by seat and move; moves are fewer than its codes."""
    rows = np.asarray(table, float).reshape(CODES, 2)
    return {(int(code) % players, int(code) // players): rows[code].tolist() for code in np.flatnonzero(rows[:, 1])}


CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("pig", {"goal": 12}, {"grave": 4, "history": 0.4}),
    ("pig", {"goal": 12}, {"grave": 4, "history": 0.4, "playouts": 2, "backup": tenth_less}),
    ("tic_tac_toe", {}, {"grave": 6, "history": 0.4}),
]


def memories_of(tree: Tree) -> dict[int, int]:
    """By number of a node that has a memory of GRAVE, which it is."""
    numbers = np.array([node.number for _, node in tree.root.walk()])
    heads = heads_of(tree.blocks, numbers)
    memories = tree.own_memory[np.maximum(heads, 0)]
    return {
        int(number): int(own) for number, head, own in zip(numbers, heads, memories, strict=True) if head >= 0 < own
    }


@pytest.mark.parametrize(("name", "game_options", "options"), CASES)
def test_tables_hold_what_the_trace_says(name: str, game_options: dict[str, Any], options: dict[str, Any]) -> None:
    """With chance too: a node at depth d remembers what was decided from ply d on, and chance's plies are plies."""
    state = playout.load(name, **game_options).start()
    search, events = traced(state, 150, **options)
    expected = counted(state, events, options["grave"], 0.9 if "backup" in options else 1.0)
    tree, players = search.tree, state.game.rules.players
    found = {-1: read(tree.history, players)}
    for number, place in memories_of(tree).items():
        first = place * 2 * CODES
        found[number] = read(tree.memories[first : first + 2 * CODES], players)
    assert len(found) > 10
    assert found.keys() == expected.keys()
    for place, rows in found.items():
        known = {code: row for code, row in expected[place].items() if row[1] > 0}
        assert rows.keys() == known.keys()
        for code, row in rows.items():
            # The sums are of 24 bits, and some hundreds are added.
            assert row == pytest.approx(known[code].tolist(), rel=500 * 2.0**-24)


def test_a_node_after_a_roll_listens_to_the_closest_node_that_remembers() -> None:
    """Below the first roll no node is visited 30 times, but the roll itself is: what GRAVE says of a move is its."""
    state = playout.load("pig", goal=40).start()
    search, events = traced(state, 110, grave=30, solver=False, c=0.5)
    memories = memories_of(search.tree)
    (roll,) = search.tree.root.children
    assert 0 < memories[0] < memories[roll.number], "the root and the roll have memories of their own"
    assert not any(child.number in memories for child in roll.children)
    last = [event for event in events if event.kind == "select" and event.facts["parent"] != 0][-1]
    assert last.facts["children"], "a choice between rolling and holding"
    before = counted(state, events[: events.index(last)], 30, 1.0)[roll.number]
    for item in last.facts["children"]:
        if (last.seat, item["move"]) in before:
            total, count = before[last.seat, item["move"]]
            share = count / (count + item["visits"] + 1e-4 * count * item["visits"])
            own = (1 - share) * item["mean"] + item["exploration"] if item["visits"] else 0.0  # else its share is 0
            assert item["bound"] == pytest.approx(own + share * total / count, abs=1e-5)


def test_an_unvisited_child_is_judged_by_how_its_move_did_below() -> None:
    """A child without visits has the mean of its move; one whose move was never played comes first of all."""
    state = playout.load("tic_tac_toe").start()
    _, events = traced(state, 60, grave=3, tactics=False, solver=False, c=0.0)
    seen = unknown = 0
    for place, event in enumerate(events):
        if event.kind != "select" or event.facts["parent"] != 0:
            continue
        memory = counted(state, events[:place], 3, 1.0).get(0, {})
        for item in event.facts["children"]:
            if item["visits"] == 0 and (event.seat, item["move"]) in memory:
                total, count = memory[event.seat, item["move"]]
                assert item["bound"] == pytest.approx(total / count, abs=1e-5)
                seen += 1
            elif item["visits"] == 0:
                assert item["bound"] is None, "above all others"
                unknown += 1
    assert seen > 0
    assert unknown > 0


def test_a_kept_tree_that_knows_nothing_remembers_nothing() -> None:
    """Where the tree does not know the position that came about, it is empty, and so is what GRAVE remembers."""
    game = playout.load("pig", goal=30)
    search, _ = traced(game.start(), 60, grave=5)
    own_memory = search.tree.own_memory
    assert own_memory.any()
    known = {child.move for child in search.tree.root.children[0].children}
    state = game.start().play(0)
    for outcome in (2, 3, 4):
        assert outcome in known
        state = state.play(outcome).play(0)
    search.keep(state.play(5))
    assert search.tree.root.visits == 0, "nobody went so far"
    assert not own_memory.any()
    assert int(search.tree.header["memories"][0]) == 0
