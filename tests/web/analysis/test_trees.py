"""Alpha-beta's tree from its table: each interval holds minimax's value, and what is solved is that value."""

from __future__ import annotations

import math

import pytest

import playout
from playout.algorithms.kernel_arrays import BoundTerms
from playout.game import State
from playout.web.analysis.jobs import Job, Searches, make_job
from playout.web.analysis.trees import _bound, read_page
from playout.web.refusals import RefusedError
from playout.web.settings import ServerLimits


def _search(state: State, agent: str) -> Job:
    job = make_job(
        match="",
        slot=0,
        agent=agent,
        state=state,
        ply=0,
        line=[],
        seconds=60,
        limits=ServerLimits(memory=20),
        report=lambda _: None,
    )
    Searches(ServerLimits(), "python").run(job)
    return job


def _value(state: State, seat: int) -> float:
    if state.over:
        return float(state.payoffs[seat])
    return float(playout.search(state, "minimax", backend="python").values[seat])


def test_a_bound_by_a_rule_says_so() -> None:
    """Of each child; what a rule puts below all numbers has none, since JSON has no infinity."""
    state = playout.load("tic_tac_toe").replay(["b2", "a1"])
    job = _search(state, "uct(selection=careful, simulations=60, solver=False)")
    shown = [child.bound for child in read_page(job, [], 0, 50).children]
    assert {bound.kind for bound in shown if bound} == {"rule"}
    for bound in shown:
        assert bound is not None and bound.mean is not None and bound.exploration is not None
        assert bound.bound == pytest.approx(bound.mean + bound.exploration)
    forbidden = _bound(BoundTerms("rule", 0.2, -math.inf))
    assert forbidden is not None and forbidden.bound is None


def test_every_interval_of_the_table_holds_the_value_by_minimax() -> None:
    state = playout.load("connect_four", rows=4, columns=4).replay(list("bbacddca"))
    job = _search(state, "alphabeta")
    waiting: list[list[int]] = [[]]
    exact = cut = unknown = 0
    while waiting:
        path = waiting.pop()
        before = state
        for move in path:
            before = before.play(move)
        page = read_page(job, path, 0, 50)
        assert page.total == len(before.moves())
        for child in page.children:
            assert child.move is not None
            after = before.play(child.move)
            assert (child.over, child.text) == (after.over, before.format(child.move))
            if child.window is None:
                unknown += 1
                continue
            low, high = child.window
            value = _value(after, before.turn)
            assert low <= value <= high, (child, value)
            exact += low == high
            cut += low == 0.0 < high < 1.0
            if child.proven:
                assert child.values is not None and child.values[before.turn] == value
            if child.children and len(path) < 2:
                waiting.append(child.path)
    assert exact and cut and unknown, (exact, cut, unknown)


def test_a_position_that_the_table_does_not_have_is_refused() -> None:
    state = playout.load("connect_four", rows=4, columns=4).start()
    job = _search(state, "alphabeta(depth=2)")
    with pytest.raises(RefusedError, match="no entry"):
        read_page(job, [0, 0, 0, 1], 0, 10)
    without = _search(playout.load("tic_tac_toe").start(), "alphabeta(depth=2)")
    with pytest.raises(RefusedError, match="keeps no tree of tic_tac_toe below"):
        read_page(without, [0], 0, 10)
