"""Traces: true to the search, readable, and replayed without it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import playout
from playout import OptionError, PlayoutError, Trace
from playout.algorithms.registry import ALGORITHMS
from tests.algorithms.runs import Nim, tree

PLAIN = (
    "alphabeta(table=False, killers=False, history=False, rank=False, tactics=False, pvs=False, deepening=False, "
    "null_windows=False, quiescence=False, line=False)"
)
LEAVES = (3, 12, 8, 2, 4, 6, 14, 5, 2)


def worked_example(leaves: tuple[float, ...] = LEAVES, algorithm: str = PLAIN) -> Trace:
    return playout.trace(playout.load("lecture_tree", leaves=leaves).start(), algorithm)


@pytest.mark.parametrize(
    ("leaves", "looked_at"),
    [
        (LEAVES, ["b1 3", "b2 12", "b3 8", "c1 2", "d1 14", "d2 5", "d3 2"]),
        ((*LEAVES[:6], 2, 5, 14), ["b1 3", "b2 12", "b3 8", "c1 2", "d1 2"]),
    ],
    ids=["seven of nine", "five of nine"],
)
def test_the_worked_example_looks_at_exactly_these_leaves(leaves: tuple[float, ...], looked_at: list[str]) -> None:
    trace = worked_example(leaves)
    seen = [f"{event.text} {20 - event.facts['value']:g}" for event in trace if event.kind == "leaf"]
    assert seen == looked_at
    assert all(event.seat == 1 for event in trace if event.kind == "leaf")
    assert (trace.result.move, trace.result.values, trace.whole) == (0, (3.0, 17.0), True)


def test_the_worked_example_in_words() -> None:
    lines = str(worked_example()).splitlines()
    assert lines[1:5] == [
        "  the position: Player 1 to move; sought between 0.0 and 20.0",
        "    a1: Player 2 to move; sought between 0.0 and 20.0",
        "      b1: the match ends, worth 17.0 to Player 2",
        "    best so far: b1, 17.0",
    ]
    assert lines.count("    cut: 2.0 is no better than 3.0 that Player 1 already has") == 2
    assert lines[23] == "  worth 3.0 to Player 1"


def test_minimax_looks_at_all_nine() -> None:
    trace = worked_example(algorithm="minimax")
    leaves = [event.facts["values"][0] for event in trace if event.kind == "leaf"]
    assert leaves == list(LEAVES)
    best = [(event.ply, event.text, event.facts["values"][0]) for event in trace if event.kind == "best"]
    assert best == [(1, "b1", 3), (0, "a1", 3), (1, "c1", 2), (1, "d1", 14), (1, "d2", 5), (1, "d3", 2)]


# True to the search


def random_tree(seed: int, **options: Any) -> playout.State:
    rng = random.Random(seed)
    leaves = tuple(float(rng.randint(-9, 9)) for _ in range(64))
    return tree(leaves=leaves, branching=4, **options)


STATES = [
    playout.load("tic_tac_toe").replay(["a1", "b2", "c3", "a3", "c1"]),
    playout.load("connect_four", rows=3, columns=3, line=3, blocked=(1, 1)).replay("ab"),
    random_tree(1),
    random_tree(2, run=2),
    random_tree(3, early=True),
]
SPELLINGS = ["alphabeta", PLAIN, "alphabeta(every=True, null_windows=False)", "minimax"]


@pytest.mark.parametrize("algorithm", SPELLINGS)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.game.name)
def test_a_trace_changes_nothing(state: playout.State, algorithm: str) -> None:
    """The same nodes and values as native code without a trace."""
    trace = playout.trace(state, algorithm, most=10**6)
    expected = playout.search(state, algorithm)
    assert replace(trace.result, elapsed=0.0, choices=()) == replace(expected, elapsed=0.0, choices=())
    entered = sum(event.kind == "enter" for event in trace)
    ends = sum(event.facts.get("of") == "end" for event in trace)
    assert entered + (ends if algorithm != "minimax" else 0) == expected.work
    assert [event.step for event in trace] == list(range(len(trace)))


def test_a_trace_to_a_depth_tells_of_evaluations() -> None:
    trace = playout.trace(random_tree(4), "alphabeta", depth=2)
    assert trace.result.nodes == playout.search(random_tree(4), "alphabeta", depth=2).nodes
    evaluated = [frame for frame in trace.replay() if frame.event.facts.get("of") == "evaluation"]
    assert evaluated
    for frame in evaluated:
        state = trace.result.state.game.replay(frame.line)
        assert frame.event.facts["value"] == pytest.approx(state._call("evaluate", state.turn))


def test_every_kind_of_event_is_told() -> None:
    state = playout.load("connect_four", rows=4, columns=4).replay("ab")
    kinds = {event.kind for event in playout.trace(state, "alphabeta(null_windows=False)", nodes=3000)}
    assert kinds == {"enter", "leaf", "table", "tactics", "bound", "best", "cut", "again", "leave"}


def test_tactics_and_table_tell_the_truth() -> None:
    """What they say of a position is what solving it says."""
    state = playout.load("connect_four", rows=4, columns=4).replay("abccb")
    trace = playout.trace(state, "alphabeta", most=10**6)
    told = [frame for frame in trace.replay() if frame.event.kind in ("tactics", "table")]
    assert len(told) > 20
    for frame in told[::7]:
        event, here = frame.event, state.game.replay((*state.history, *frame.line))
        assert event.seat == here.turn
        exact = playout.search(here, "alphabeta(every=False)")
        value, said = exact.values[here.turn], event.facts["value"]
        bound = event.facts.get("bound", "exactly")
        assert (bound, value) == (bound, said) or (value > said if bound == "at least" else value < said)
        if event.kind == "tactics":
            assert event.facts["plies"] == exact.candidates[0].plies


# Replayed


@pytest.mark.parametrize("algorithm", SPELLINGS)
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.game.name)
def test_a_replay_stands_where_the_search_stood(state: playout.State, algorithm: str) -> None:
    trace = playout.trace(state, algorithm, most=10**6)
    loaded = Trace.from_json(trace.to_json())
    assert loaded == trace
    steps = 0
    for frame in loaded.replay():
        event = frame.event
        after = state.game.replay((*state.history, *frame.line))
        ends = event.kind == "leaf" and event.facts["of"] == "end"
        assert after.over == ends or algorithm == "minimax"
        if ends:
            assert event.seat is not None
            assert event.facts["value"] == after.payoffs[event.seat]
        if event.kind == "enter" and not after.over:
            assert event.seat == frame.nodes[-1].seat == after.turn
        if event.kind == "leave" and frame.nodes[-1].best is not None:
            assert event.facts["value"] == frame.nodes[-1].best, "a node is worth its best move"
        if event.kind == "best":
            assert (frame.nodes[-1].best, frame.nodes[-1].best_move) == (event.facts["value"], event.move)
        steps += 1
    assert steps == len(trace)


def test_a_replay_of_the_worked_example() -> None:
    frames = list(worked_example().replay())
    cut = next(frame for frame in frames if frame.event.kind == "cut")
    assert (cut.line, [node.text for node in cut.nodes]) == ((1,), [None, "a2"])
    assert [node.best for node in cut.nodes] == [3.0, 18.0]
    assert [node.best_text for node in cut.nodes] == ["a1", "c1"]
    assert frames[0].window == (0.0, 20.0)
    entered = next(frame for frame in frames if frame.event.text == "a2")
    assert entered.window == (0.0, 17.0), "seat 1 need not look for more: seat 0 has 3"


# Limits, refusals


def test_a_full_log_stops_the_search_and_says_so() -> None:
    trace = playout.trace(playout.load("connect_four").start(), "alphabeta", most=500)
    assert (len(trace), trace.whole) == (500, False)
    assert not trace.result.proven
    assert "Stopped here: the log is full with 500 events." in str(trace)
    assert Trace.from_json(trace.to_json()) == trace


def test_a_limit_ends_a_trace() -> None:
    trace = playout.trace(playout.load("connect_four").start(), "alphabeta", nodes=50)
    assert (trace.result.work, trace.whole) == (50, True)
    assert playout.trace(playout.load("connect_four").start(), "alphabeta", seconds=0.05).result.work > 0


def test_what_has_no_trace_is_refused() -> None:
    having = ", ".join(name for name in ALGORITHMS if name in ("alphabeta", "minimax", "maxn", "expectimax"))
    limits: dict[str, dict[str, Any]] = {"flat": {"simulations": 5}, "paranoid": {}, "brs": {}}
    for algorithm, limit in limits.items():
        with pytest.raises(PlayoutError, match=f"{algorithm} keeps no trace; .*{having} do"):
            playout.trace(playout.load("tic_tac_toe").start(), algorithm, **limit)
    with pytest.raises(OptionError, match="most has to be a whole number of at least 1, not 0"):
        playout.trace(playout.load("tic_tac_toe").start(), most=0)


def test_what_is_no_trace_is_refused() -> None:
    for text in ("", "{}", "[1]", '{"format": "another"}'):
        with pytest.raises(PlayoutError, match="not a trace written by this version"):
            Trace.from_json(text)


def test_a_class_is_traced_but_not_written() -> None:
    trace = playout.trace(playout.load(Nim, stones=5).start(), "alphabeta")
    assert (trace.result.move, trace.result.values) == (1, (1.0, 0.0))
    with pytest.raises(PlayoutError, match="Nim is a Python class, which JSON cannot hold"):
        trace.to_json()
