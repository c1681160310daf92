"""Results refuse what cannot be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from playout.arena.statistics.match_results import MatchResults, numbered
from playout.rules import PlayoutError
from tests.arena.simulated import counted


def test_results_refuse_what_does_not_fit_together() -> None:
    good = counted(3, 1, 2)
    with pytest.raises(PlayoutError, match="same name"):
        replace(good, names=("a", "a"))
    with pytest.raises(PlayoutError, match="payoffs has shape"):
        replace(good, payoffs=good.payoffs[:2])
    with pytest.raises(PlayoutError, match="groups has 2 entries for 6 matches"):
        replace(good, groups=good.groups[:2])
    with pytest.raises(PlayoutError, match="numbers of the 2 agents"):
        replace(good, seats=good.seats + 1)
    with pytest.raises(PlayoutError, match=r"scaled to 0\.\.1"):
        replace(good, payoffs=good.payoffs * 2)
    with pytest.raises(PlayoutError, match="table of matches by seats"):
        MatchResults.of(["a"], np.zeros(3), np.zeros(3))


def test_an_agent_is_found_by_name_or_number() -> None:
    results = counted(1, 0, 0)
    assert results.number("b") == results.number(1) == 1
    with pytest.raises(PlayoutError, match="no agent is called 'c' here; there are a, b"):
        results.number("c")
    with pytest.raises(PlayoutError, match="there is no agent 2"):
        results.number(2)


def test_what_a_missing_seat_got_does_not_matter() -> None:
    results = MatchResults.of(["a", "b"], [[0, 1, -1]], [[1.0, 0.0, np.nan]])
    assert results.most_seats == 2


def test_clusters_are_the_same_agents_on_the_same_opening() -> None:
    seats = [[0, 1], [1, 0], [0, 2], [2, 0], [0, 1]]
    results = MatchResults.of(["a", "b", "c"], seats, [[1.0, 0.0]] * 5, groups=[7, 7, 7, 7, 8])
    first, second, third, fourth, fifth = results.clusters
    assert first == second
    assert third == fourth
    assert len({first, third, fifth}) == 3


def test_equal_rows_get_equal_numbers() -> None:
    rng = np.random.default_rng(1)
    table = rng.integers(0, 4, (200, 3))
    numbers = numbered(*table.T)
    rows = [tuple(row) for row in table.tolist()]
    assert len(set(zip(rows, numbers.tolist(), strict=True))) == len(set(rows)) == len(set(numbers.tolist()))
    assert set(numbers.tolist()) == set(range(len(set(rows))))
