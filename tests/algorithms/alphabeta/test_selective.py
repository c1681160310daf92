"""Parts of alpha-beta to a depth: the order of moves, history, deeper entries of the table, an unfinished window."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import playout
from playout import native
from playout.algorithms.alphabeta.options import AlphaBetaOptions
from playout.algorithms.alphabeta.ordering import HISTORY_LIMIT, credit, pick_next, weigh
from playout.algorithms.alphabeta.records import node_type, workspace_type
from playout.algorithms.alphabeta.table import LOWER, TO_DEPTH, UPPER, kind_of, usable
from playout.algorithms.alphabeta.windows import WindowAnswer, WindowPlan


def records(moves: int) -> tuple[Any, Any]:
    """A node and a workspace for interpreted kernels."""
    node = native.view(np.zeros(1, node_type(moves)), "python")[0]
    workspace = native.view(np.zeros(1, workspace_type(moves, 2)), "python")[0]
    return node, workspace


def test_moves_come_by_weight_and_equals_in_their_order() -> None:
    rng = random.Random(1)
    for _ in range(50):
        n = rng.randint(1, 12)
        node, workspace = records(12)
        ranks = [float(rng.randint(-2, 2)) for _ in range(n)]
        hint = rng.choice([-1, rng.randrange(n)])
        for i in range(n):
            node.list[i], node.weights[i] = i, ranks[i]
        weigh(node, workspace, n, hint)
        for i in range(n):
            node.next = i
            if node.sorted == i:
                pick_next(node)
        expected = sorted((i for i in range(n) if i != hint), key=lambda i: -ranks[i])
        assert node.list[:n].tolist() == [hint] * (hint >= 0) + expected


def test_history_rewards_the_cut_blames_what_came_before_and_stays_within_bounds() -> None:
    node, workspace = records(4)
    workspace.history = 1
    node.depth = 9
    for i in range(4):
        node.list[i] = 10 + i
    weigh(node, workspace, 4, -1)
    rules = playout.load("tic_tac_toe").rules
    credit_to_depth = native.bind(credit, rules, "python", switches=frozenset({TO_DEPTH.name}))
    for _ in range(1000):
        credit_to_depth(node, workspace, 2)
    assert workspace.credits[12] > 0.9 * HISTORY_LIMIT
    assert workspace.credits[10] == workspace.credits[11] < -0.9 * HISTORY_LIMIT
    assert workspace.credits[13] == 0
    assert np.abs(workspace.credits).max() <= HISTORY_LIMIT


@pytest.mark.parametrize(
    ("stored", "deeper", "bound", "score", "answers"),
    [
        (5, 0, LOWER | UPPER, 0, True),
        (6, 0, LOWER | UPPER, 0, False),
        (6, 1, LOWER | UPPER, 0, True),
        (4, 1, LOWER | UPPER, 0, False),
        (6, 1, LOWER, 10, True),
        (6, 1, LOWER, 9, False),
        (6, 1, UPPER, -10, True),
        (6, 1, UPPER, -9, False),
    ],
)
def test_what_the_table_answers(stored: int, deeper: int, bound: int, score: int, answers: bool) -> None:
    """A search to depth 5 in the window from -10 to 10."""
    assert usable(np.uint64(kind_of(bound, stored, 1)), score, 5, -10, 10, deeper) == answers


def test_a_better_move_of_an_unfinished_window_counts_until_the_window_ends() -> None:
    state = playout.load("tic_tac_toe").start()
    options = AlphaBetaOptions(deepening=True, line=False).resolve(state.game.rules, "alphabeta")
    assert not options.is_selective
    plan = WindowPlan(state, options, depth=None)
    first, better = state.moves()[:2]
    plan.take(WindowAnswer(7, first, True, ()))
    assert plan.preferred == (first, [7, 7])
    plan.prefer(better, 9, depth=5)
    assert plan.preferred[0] == first, "a window of another depth"
    plan.prefer(better, 9, depth=2)
    assert plan.preferred == (better, [9, 9])
    plan.take(WindowAnswer(8, first, True, ()))
    assert plan.preferred == (first, [8, 8])


def test_after_a_proven_win_only_a_sooner_one_counts() -> None:
    """A selective search may not find a win again at the next depth: the move that wins stays."""
    state = playout.load("tic_tac_toe").start()
    options = AlphaBetaOptions(deepening=True, line=False)
    assert options.is_selective
    plan = WindowPlan(state, options, depth=None)
    winning, other, sooner = state.moves()[:3]
    win = plan.scores.top - 5
    plan.take(WindowAnswer(7, other, True, ()))
    while not plan.proven:  # as long as the win is beyond the depth
        plan.take(WindowAnswer(win, winning, True, ()))
    assert (plan.reached, plan.preferred) == (5, (winning, [win, win]))
    assert plan.request and (plan.request.alpha, plan.request.beta, plan.request.depth) == (win, plan.scores.top, 6)
    plan.take(WindowAnswer(8, other, True, ()))
    assert (plan.proven, plan.preferred) == (True, (winning, [win, win]))
    plan.take(WindowAnswer(win + 2, sooner, True, ()))
    assert (plan.proven, plan.preferred) == (True, (sooner, [win + 2, win + 2]))
    assert plan.request is None, "twice the plies of the win were looked at"
