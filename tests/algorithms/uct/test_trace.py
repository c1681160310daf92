"""UCT's trace: every step of the real search, from which the tree can be built again."""

from __future__ import annotations

import math
from typing import Any

import pytest

import playout
from playout.algorithms.running import drive
from playout.algorithms.uct.search import Uct
from playout.limits import Limit

CASES: list[Any] = [  # name, options, moves, spelling
    ("tic_tac_toe", {}, ["b2"], "uct"),
    ("tic_tac_toe", {}, [], "uct(solver=False, tactics=False, c=0.5)"),
    ("connect_four", {"rows": 4, "columns": 5}, [], "uct(playouts=2)"),
    ("connect_four", {}, ["d", "d"], "uct(expand='all', fpu=0.6)"),
    pytest.param("connect_four", {}, [], "uct(prior='rank')", marks=pytest.mark.slow),
    ("connect_four", {}, [], "uct(history=0.5, grave=5)"),
    ("pig", {"goal": 15}, [], "uct"),
]


def searched(state: playout.State, spelling: str, simulations: int) -> Uct:
    """The same search without a trace, native."""
    result = playout.search(state, spelling, simulations=simulations, seed=5)
    assert isinstance(result.search, Uct)
    return result.search


@pytest.mark.parametrize(("name", "options", "moves", "spelling"), CASES)
def test_the_tree_can_be_built_from_the_trace(
    name: str, options: dict[str, Any], moves: list[str], spelling: str
) -> None:
    """Moves from select, draw and expand, visits and means from backup and prove: the native search's tree."""
    state = playout.load(name, **options).replay(moves)
    trace = playout.trace(state, spelling, simulations=60, seed=5)
    nodes: dict[int, dict[str, Any]] = {0: {"move": -1}}
    for event in trace:
        if event.kind in ("select", "draw", "expand"):
            nodes.setdefault(event.facts["node"], {})["move"] = event.move
            nodes[event.facts["node"]]["parent"] = event.facts["parent"]
        if event.kind in ("backup", "prove"):
            nodes[event.facts["node"]] |= {"visits": event.facts["visits"], "values": event.facts["values"]}
    tree = searched(state, spelling, 60).tree
    visited = [(parent, node) for _, parent in tree.root.walk() for node in parent.children if node.visits]
    assert len(visited) + 1 == len(nodes)
    for parent, node in visited:
        built = nodes[node.number]
        assert (built["move"], built["parent"], built["visits"]) == (node.move, parent.number, node.visits)
        assert built["values"] == pytest.approx(node.values)


def test_selection_takes_the_highest_bound_of_the_terms_it_shows() -> None:
    """mean + c sqrt(ln N / n), worked out again from the visits in the trace alone."""
    trace = playout.trace(playout.load("tic_tac_toe").start(), "uct(c=0.7, solver=False)", simulations=150, seed=2)
    visits, sums = {0: 0}, {0: [0.0, 0.0]}
    selections = 0
    for event in trace:
        facts = event.facts
        if event.kind == "backup":
            visits[facts["node"]] = facts["visits"]
            sums[facts["node"]] = facts["values"]
        if event.kind == "select":
            bounds = {
                item["node"]: sums[item["node"]][event.seat or 0]
                + 0.7 * math.sqrt(math.log(visits[facts["parent"]]) / visits[item["node"]])
                for item in facts["children"]
            }
            for item in facts["children"]:
                assert item["bound"] == pytest.approx(bounds[item["node"]], abs=1e-5)
                assert item["mean"] + item["exploration"] == pytest.approx(item["bound"], abs=1e-6)
            assert bounds[facts["node"]] >= max(bounds.values()) - 1e-5
            selections += 1
    assert selections > 100


def test_the_moves_of_a_playout_lead_to_its_payoffs() -> None:
    state = playout.load("connect_four").replay("dd")
    trace = playout.trace(state, "uct", simulations=30, seed=3)
    lines = 0
    for frame in trace.replay():
        if frame.event.kind == "simulate" and frame.event.facts["moves"]:
            after = state
            for move in (*frame.line, *frame.event.facts["moves"]):
                after = after.play(move)
            assert list(after.payoffs) == frame.event.facts["values"]
            lines += 1
    assert lines > 15, "the others were decided by tactics"


def test_a_trace_reads_well_and_survives_as_text() -> None:
    trace = playout.trace(playout.load("connect_four").replay("ddcc"), "uct", simulations=40, seed=1)
    again = playout.Trace.from_json(trace.to_json())
    assert again.events == trace.events
    assert str(again) == str(trace)
    text = str(trace)
    assert "simulation 1\n" in text and "expand " in text
    assert "back up to the root: 1 visit, mean " in text and "proven: the root is worth exactly" in text
    assert trace.result.proven and trace.result.values == (1.0, 0.0)


def test_a_trace_changes_nothing() -> None:
    state = playout.load("connect_four").start()
    traced = playout.trace(state, "uct", simulations=80, seed=4).result
    search = Uct(state, seed=4)
    *_, plain = drive(search, Limit(simulations=80))
    assert traced.candidates == plain.candidates


@pytest.mark.parametrize("rule", ["prune_ends", "prune_playouts"])
@pytest.mark.parametrize("more", ["", ", playouts=3"])
def test_what_is_pruned_is_told(rule: str, more: str) -> None:
    """The nodes of the native tree with one child of several moves are those that the trace has pruned."""
    state = playout.load("tic_tac_toe").replay(["a1", "b1", "a2"])
    spelling = f"uct({rule}=True, solver=False, tactics=False{more})"
    trace = playout.trace(state, spelling, simulations=200, seed=5)
    told = {event.facts["parent"]: event for event in trace if event.kind == "prune"}
    tree = searched(state, spelling, 200).tree
    places = {0: state}
    pruned = {}
    for _, node in tree.root.walk():
        here = places[node.number]
        places |= {child.number: here.play(child.move) for child in node.children}
        if len(node.children) == 1 < len(here.moves()) and not node.plies:
            pruned[node.number] = node.children[0]
    assert len(pruned) > 5 and set(told) == set(pruned)
    for number, kept in pruned.items():
        here, event = places[number], told[number]
        assert (event.move, event.facts["node"]) == (kept.move, kept.number)
        assert here.play(kept.move).payoffs[here.turn] == 1.0
        others = {here.format(move) for move in here.moves()} - {here.format(kept.move)}
        assert set(event.facts["texts"]) == others and event.words.startswith("prune ")
