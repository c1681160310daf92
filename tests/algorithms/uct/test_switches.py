"""UCT's switches: each computes alike interpreted and native, still proves, and changes what it says."""

from __future__ import annotations

import math
import re

import pytest

import playout
from playout import OptionError, PlayoutError
from tests.algorithms.growing import grow
from tests.effort import effort, scaled

# Each set of switches compiles UCT anew: some seconds.
SWITCHES = [
    {},
    {"expand": "all"},
    {"expand": "all", "fpu": 0.7, "playouts": 2},
    {"fpu": 0.7},
    pytest.param({"prior": "rank"}, marks=pytest.mark.slow),
    pytest.param({"history": 0.5, "policy": "uniform"}, marks=pytest.mark.slow),
    {"grave": 20, "history": 0.2},
    pytest.param({"policy": "towards_middle", "solver": False}, marks=pytest.mark.slow),
    pytest.param({"policy": "middle_weighted", "tactics": False}, marks=pytest.mark.slow),
    {"b": 0.5, "a": 0.7, "backup": "decay"},
    pytest.param(
        {"prune_ends": True, "prune_playouts": True, "solver": False, "tactics": False}, marks=pytest.mark.slow
    ),
    pytest.param({"selection": "ucb1_tuned"}, marks=pytest.mark.slow),
]


@scaled
@pytest.mark.parametrize("options", SWITCHES, ids=str)
def test_every_switch_is_the_same_interpreted(options: dict[str, object]) -> None:
    state = playout.load("connect_four", rows=5, columns=6).start()
    trees = [grow(state, effort(150, 400), backend=backend, **options).tree for backend in ("cpu", "python")]
    native, interpreted = (tree.blocks_in_use for tree in trees)
    assert len(native) == len(interpreted)
    for field in native.dtype.names or ():
        assert (native[field] == interpreted[field]).all(), field


@pytest.mark.parametrize("options", SWITCHES, ids=str)
def test_every_switch_finds_the_forced_win_and_proves_it(options: dict[str, object]) -> None:
    state = playout.load("connect_four").replay("ddcc")
    search = grow(state, 20_000, **({"solver": True} | options))
    assert search.result().move in (1, 4), "b or e: three in a row with both ends open"
    if options.get("solver", True):
        assert search.complete and search.result().values == (1.0, 0.0)


@pytest.mark.parametrize(
    "options", [{"expand": "all"}, pytest.param({"prior": "rank"}, marks=pytest.mark.slow), {"grave": 10}]
)
def test_all_children_come_at_the_second_visit(options: dict[str, object]) -> None:
    search = grow(playout.load("connect_four").start(), 3000, tactics=False, solver=False, **options)
    assert search.tree.root.visits == 1 + sum(child.visits for child in search.tree.root.children)
    for _, node in search.tree.root.walk():
        if node.visits == 1 or node.seat == playout.OVER:
            assert not node.children
        elif node.visits > 1:
            assert node.visits == 1 + sum(child.visits for child in node.children)
            assert len(node.children) in range(1, 8)


def test_untried_moves_come_first_unless_urgency_says_otherwise() -> None:
    """With the lowest urgency one good move is looked at alone; without it every move is tried."""
    state = playout.load("connect_four").start()
    for expand in ("one", "all"):
        tried = {
            fpu: sum(child.visits > 0 for child in grow(state, 200, fpu=fpu, expand=expand, c=0.1).tree.root.children)
            for fpu in (None, 0.05)
        }
        assert tried[None] == 7
        assert tried[0.05] < 7


def prefer_the_edge(s: object, moves: object, n: int, scores: object) -> None:
    """Kernel: a prior that believes in column 0 and nothing else."""
    for i in range(n):
        scores[i] = 8.0 if moves[i] == 0 else 0.0  # type: ignore[index]


@pytest.mark.slow
def test_priors_from_a_function_lead_the_search() -> None:
    state = playout.load("connect_four").start()
    search = grow(state, 100, prior=prefer_the_edge, c=3.0)
    assert max(search.tree.root.children, key=lambda child: child.visits).move == 0
    table = {row["move"]: row["prior"] for row in search.result().table()}
    assert table["a"] == pytest.approx(1 / (1 + 6 * 2.718281828459045**-8), abs=1e-3)
    assert sum(float(str(prior)) for prior in table.values()) == pytest.approx(1.0, abs=1e-6)
    kept = grow(state, 20_000, prior="rank")
    priors = {node.number: node.prior for _, node in kept.tree.root.walk(depth=3)}
    below = kept.tree.root.children[0]
    expected = [(node.move, node.visits, priors[node.number]) for _, node in below.walk(depth=2)][1:]
    kept.keep(state.play(below.move))
    assert [(node.move, node.visits, node.prior) for _, node in kept.tree.root.walk(depth=2)][1:] == expected


def test_history_and_grave_change_what_is_looked_at() -> None:
    state = playout.load("tic_tac_toe").start()
    plain = [child.visits for child in grow(state, 500, expand="all", solver=False).tree.root.children]
    for options in ({"history": 1.0}, {"grave": 5}):
        told = grow(state, 500, expand="all", solver=False, **options).tree.root.children
        assert sum(child.visits for child in told) == 499
        assert [child.visits for child in told] != plain


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"prior": "rank", "expand": "one"}, "with prior a node's children come all at once"),
        ({"prior": "best"}, "prior has to be 'rank' or a plain function"),
        ({"expand": "two"}, "expand has to be one of one, all, not 'two'"),
        ({"fpu": -1.0}, "fpu has to be a number from 0 to 100, not -1.0"),
        ({"grave": 1.5}, "grave has to be a whole number of at least 0, not 1.5"),
    ],
)
def test_switches_are_checked(options: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        grow(playout.load("connect_four").start(), 1, **options)
    with pytest.raises(PlayoutError, match="tic_tac_toe has no function rank"):
        grow(playout.load("tic_tac_toe").start(), 1, prior="rank")


@pytest.mark.parametrize("options", [{}, {"prior": "rank"}, {"expand": "all"}, {"fpu": 0.7}], ids=str)
def test_a_node_says_why_the_next_simulation_goes_there(options: dict[str, object]) -> None:
    state = playout.load("connect_four", rows=5, columns=6).start()
    for simulations in (4, 60, 61, 90):
        root, after = (
            grow(state, count, backend="python", solver=False, tactics=False, **options).tree.root
            for count in (simulations, simulations + 1)
        )
        visits = {child.move: child.visits for child in root.children}
        terms = {child.move: terms for child in root.children if (terms := child.bound(root)) is not None}
        bounds = {move: math.inf if item.bound is None else item.bound for move, item in terms.items()}
        (tried,) = (child.move for child in after.children if child.visits > visits.get(child.move, 0))
        if tried in visits:
            assert bounds[tried] == max(bounds.values()) and set(bounds) == set(visits)
        for item in terms.values():
            if item.bound is None or "never tried" in item.formula:
                continue
            said, bound = item.formula.replace(",", "").split(" = ")
            numbers = [float(word) for word in re.findall(r"[\d.]+(?:e-\d+)?", said)]
            if "ln" in said:
                mean, c, count, n = numbers
                numbers = [mean, c, math.log(count) / n]
            mean, c, under = numbers
            assert mean + c * math.sqrt(under) == pytest.approx(float(bound), abs=0.01)
            assert item.bound == pytest.approx(float(bound), abs=0.001)
