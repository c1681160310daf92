"""Self-play: samples are what the search and the match say, natively and interpreted alike."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import playout
from playout import native
from playout.algorithms.puct.forest import Forest, forest_shapes
from playout.algorithms.puct.halving import halving_table
from playout.algorithms.puct.settings import settings_for
from playout.learning.encoded_game import EncodedGame
from playout.learning.self_play.kernel import SelfPlay, self_play, settle_samples
from playout.learning.self_play.samples import DECISIONS, FINISHED, MATCHES, PRESENT, Samples, shapes
from playout.rng import new_stream
from tests.algorithms.puct.growing import new_forest

TREES, RING = 4, 64


class Table:
    """A few trees of tic-tac-toe, and a made-up network whose answers depend on what it sees."""

    def __init__(self, backend: str, how: SelfPlay) -> None:
        self.game = EncodedGame(playout.load("tic_tac_toe"))
        self.how, rules = how, self.game.rules
        nodes = how.simulations + 2
        self.forest: Forest = new_forest(
            forest_shapes(rules, 2, self.game.planes, trees=TREES, nodes=nodes, edges=9 * nodes, depth=nodes)
        )
        for t in range(TREES):
            self.forest.random[t] = new_stream(5, t)
        made = {
            name: np.zeros(shape, kind) for name, (kind, shape) in shapes(TREES, RING, self.game.planes, 9, 2).items()
        }
        self.samples = Samples(**made)
        scratch = ((rules.dtype, 1), (np.int64, 9), (np.float64, 2), (np.float64, 9))
        self.kernel = native.batch(self_play, rules, backend, scratch=scratch)
        self.table = halving_table(9, how.simulations)
        rng = np.random.default_rng(3)
        self.to_logits, self.to_value = rng.standard_normal((27, 9)), rng.standard_normal(27)

    def run(self, steps: int) -> Table:
        logits, values = np.zeros((TREES, 9), np.float32), np.full((TREES, 2), 0.5, np.float32)
        settings = settings_for(self.game.rules, considered=16)
        for _ in range(steps):
            self.kernel(
                TREES, self.forest, self.game.first, self.samples, logits, values, self.table, settings, self.how
            )
            seen = self.forest.planes.reshape(TREES, 27).astype(float)
            logits[:] = seen @ self.to_logits
            own = 1 / (1 + np.exp(-seen @ self.to_value))
            values[:] = np.stack([own, 1 - own], 1)
        return self

    def finished(self, field: str) -> Any:
        """Of all samples of ended matches that are still there."""
        counts = self.samples.counts[:, FINISHED]
        assert (counts < RING - 9).all()
        return np.concatenate([getattr(self.samples, field)[t, : counts[t]] for t in range(TREES)])


HOW = SelfPlay(simulations=6, opening=4, trace=0.9, longest=9)


@pytest.fixture(scope="module")
def played() -> Table:
    return Table("cpu", HOW).run(150)


def test_native_and_interpreted_self_play_leave_the_same_samples(played: Table) -> None:
    other = Table("python", HOW).run(150)
    assert played.samples.counts[:, MATCHES].min() > 2
    for name in Samples._fields:
        np.testing.assert_array_equal(getattr(played.samples, name), getattr(other.samples, name), err_msg=name)


def test_a_sample_has_a_policy_over_legal_moves_and_values_of_both_seats(played: Table) -> None:
    planes, policy = played.finished("planes"), played.finished("policy")
    assert len(planes) > 20
    empty = (planes[:, 0] + planes[:, 1] == 0).reshape(-1, 9)
    np.testing.assert_allclose(policy.sum(1), 1, rtol=1e-5)
    assert (policy[~empty] == 0).all()
    assert ((policy > 0).sum(1) >= 1).all()
    np.testing.assert_allclose(played.finished("results").sum(1), 1, rtol=1e-5)
    stones = planes[:, :2].sum((1, 2, 3))
    assert (stones % 2 == played.finished("seats")).all(), "X moves when as many stones of both lie"
    assert (planes[:, 0].sum((1, 2)) <= planes[:, 1].sum((1, 2))).all(), "the mover's stones come first"
    counts = played.samples.counts
    assert (counts[:, DECISIONS] == counts[:, FINISHED] + counts[:, PRESENT]).all()


def test_what_is_proven_is_exact(played: Table) -> None:
    """Solved by alpha-beta from the planes of each sample whose root was proven."""
    exact = played.finished("exact") == 1
    assert exact.sum() > 5
    game = playout.load("tic_tac_toe")
    seats = played.finished("seats")[exact]
    for planes, seat, root in zip(
        played.finished("planes")[exact], seats, played.finished("roots")[exact], strict=True
    ):
        stones = [np.flatnonzero(planes[k].ravel()).tolist() for k in range(2)]
        first, second = (stones[0], stones[1]) if seat == 0 else (stones[1], stones[0])
        line = [cells[i] for i in range(len(first)) for cells in (first, second) if i < len(cells)]
        result = playout.search(game.replay(line), "alphabeta")
        assert result.proven
        np.testing.assert_allclose(root, result.values)


def test_a_match_ends_at_the_stated_length() -> None:
    table = Table("cpu", HOW._replace(longest=2, simulations=2, opening=0)).run(60)
    counts = table.samples.counts
    assert counts[:, MATCHES].min() > 5
    assert (counts[:, FINISHED] <= 2 * counts[:, MATCHES]).all()
    plain = Table("cpu", HOW._replace(simulations=2, opening=0)).run(60)
    assert (plain.samples.counts[:, FINISHED] > 2 * plain.samples.counts[:, MATCHES]).any()


def samples_of(seats: list[int], exact: list[int], roots: list[tuple[float, ...]]) -> Samples:
    """The unfinished match of one tree, whose ring has 8 places and begins at the sixth."""
    n = len(roots[0])
    kinds = shapes(1, 8, (1, 1, 1), 1, n)
    made = Samples(**{name: np.zeros(shape, kind) for name, (kind, shape) in kinds.items()})
    made.counts[0] = (6, len(seats), 0, 0)
    for i, (seat, proven, root) in enumerate(zip(seats, exact, roots, strict=True)):
        at = (6 + i) % 8
        made.seats[0, at], made.exact[0, at], made.roots[0, at] = seat, proven, root
    return made


def test_values_by_hand() -> None:
    """trace = 0.5. Last sample: half the result (1, 0, 0), half its root; the one before: half of that, and so on."""
    made = samples_of([0, 2, 1], [0, 0, 0], [(0.2, 0.4, 0.4), (0.6, 0.2, 0.2), (0.0, 1.0, 0.0)])
    settle_samples(made, 0, np.array([1.0, 0.0, 0.0]), SelfPlay(1, 0, 0.5, 8))
    np.testing.assert_allclose(made.results[0, 0], (0.5, 0.0, 0.5))  # seats 1, 2, 0
    np.testing.assert_allclose(made.results[0, 7], (0.1, 0.55, 0.35))  # (0.55, 0.35, 0.1) from seat 2 on
    np.testing.assert_allclose(made.results[0, 6], (0.375, 0.375, 0.25))
    assert made.counts[0].tolist() == [9, 0, 1, 0]


def test_an_exact_value_cuts_off_what_came_later() -> None:
    made = samples_of([0, 1, 0], [0, 1, 0], [(0.5, 0.5), (0.0, 1.0), (0.9, 0.1)])
    settle_samples(made, 0, np.array([1.0, 0.0]), SelfPlay(1, 0, 1.0, 8))
    assert made.results[0, 0].tolist() == [1.0, 0.0]
    assert made.results[0, 7].tolist() == [1.0, 0.0], "seat 1 has won for certain, whatever was played then"
    assert made.results[0, 6].tolist() == [0.0, 1.0]
