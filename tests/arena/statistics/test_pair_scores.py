"""Scores of each two agents."""

from __future__ import annotations

import numpy as np
import pytest

from playout.arena.statistics.elo import likelihood_of_superiority, score_of_elo
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.pair_scores import pair_scores
from playout.arena.statistics.ratings import rate
from tests.arena.simulated import counted, round_robin


def test_wins_draws_and_losses_are_counted_for_both() -> None:
    pairs = pair_scores(counted(5, 3, 2))
    assert (pairs.wins[0, 1], pairs.draws[0, 1], pairs.losses[0, 1]) == (5, 3, 2)
    assert (pairs.wins[1, 0], pairs.draws[1, 0], pairs.losses[1, 0]) == (2, 3, 5)
    assert pairs.score[0, 1] == pytest.approx(0.65)
    assert pairs.score[1, 0] == pytest.approx(0.35)
    assert pairs.matches.tolist() == [[0, 10], [10, 0]]


def test_the_direct_superiority_is_the_published_formula() -> None:
    pairs = pair_scores(counted(382, 298, 320))
    assert pairs.los[0, 1] == pytest.approx(likelihood_of_superiority(382, 320))
    assert pairs.los[1, 0] == pytest.approx(1 - likelihood_of_superiority(382, 320))


def test_an_interval_is_that_of_the_rating_of_the_two() -> None:
    results = round_robin(np.random.default_rng(3), [70.0, 0.0], 40, draws=0.5, opening=150)
    pairs, found = pair_scores(results), rate(results).difference(0, 1)
    assert found is not None
    assert pairs.low[0, 1] == pytest.approx(score_of_elo(found.low))
    assert pairs.high[0, 1] == pytest.approx(score_of_elo(found.high))
    assert pairs.low[1, 0] == pytest.approx(1 - pairs.high[0, 1])


def test_a_perfect_score_is_the_end_of_its_interval() -> None:
    pairs = pair_scores(counted(20, 0, 0))
    assert pairs.score[0, 1] == 1
    assert 0.5 < pairs.low[0, 1] < pairs.high[0, 1] == 1


def test_who_has_not_met_has_no_score() -> None:
    results = MatchResults.of(["a", "b", "c"], [[0, 1], [1, 2]], [[1.0, 0.0], [0.0, 1.0]])
    pairs = pair_scores(results)
    for table in (pairs.score, pairs.low, pairs.high, pairs.los):
        assert np.isnan(table[0, 2])
        assert np.isnan(table[0, 0])
        assert not np.isnan(table[2, 1])
    assert pairs.matches[0, 2] == 0


def test_in_matches_of_three_a_pair_is_judged_by_who_came_out_ahead() -> None:
    results = MatchResults.of(["a", "b", "c"], [[0, 1, 2], [2, 1, 0]], [[1.0, 0.4, 0.4], [0.9, 1.0, 0.0]])
    pairs = pair_scores(results)
    assert (pairs.wins[0, 1], pairs.losses[0, 1]) == (1, 1)
    assert (pairs.wins[1, 2], pairs.draws[1, 2]) == (1, 1)
    assert pairs.score[1, 2] == pytest.approx(0.75)


def test_payoffs_by_degrees_are_shared_by_their_difference() -> None:
    pairs = pair_scores(MatchResults.of(["a", "b"], [[0, 1], [1, 0]], [[0.8, 0.2], [0.5, 0.5]]))
    assert pairs.score[0, 1] == pytest.approx(0.65)
    assert (pairs.wins[0, 1], pairs.draws[0, 1]) == (1, 1)
