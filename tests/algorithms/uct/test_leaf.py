"""UCT that values a new node by the game's `evaluate` instead of a playout."""

from __future__ import annotations

from typing import Any

import pytest

import playout
from playout import OptionError, PlayoutError
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from tests import paths

TREE = paths.GAMES / "tree_game.py"
SEATS = paths.GAMES / "seats_tree.py"
CASES: list[tuple[Any, dict[str, Any], dict[str, Any]]] = [
    ("tic_tac_toe", {}, {"tactics": False, "solver": False}),
    ("tic_tac_toe", {}, {"grave": 3, "history": 0.5}),
    (TREE, {"leaves": tuple(range(-13, 14)), "branching": 3}, {"c": 1.0, "solver": False}),
    (SEATS, {"seats": 3, "branching": 3, "plies": 8}, {}),
    ("k_in_a_row", {"size": 3, "dimensions": 2, "line": 3, "players": 3}, {"tactics": False}),
]


@pytest.mark.parametrize(("game", "setting", "options"), CASES)
def test_every_leaf_is_worth_what_evaluate_says(game: Any, setting: dict[str, Any], options: dict[str, Any]) -> None:
    """From the trace: nothing is played out, each seat gets its evaluation or its payoff, and the root their mean."""
    state = playout.load(game, **setting).start()
    seats = range(state.game.seats)
    search = Uct(state, UctOptions(leaf="evaluate", **options), seed=3, memory=50, backend="python")
    tracer = search.tracer()
    search.run(simulations=60)
    line, evaluated, totals, simulations = [state], 0, [0.0] * len(seats), 0
    is_exact = search.can_prove is False  # a proven child changes what is backed up above it
    for event in tracer.events:
        if event.kind == "begin":
            line = [state]
        elif event.kind in ("select", "expand") and len(line) <= event.ply:
            assert event.move is not None
            line.append(line[-1].play(event.move))
        elif event.kind == "simulate":
            assert event.facts["moves"] == []
            simulations += 1
            leaf = line[-1]
            if not leaf.over and not search.tree.node(event.facts["node"]).proven:
                expected = [float(leaf._call("evaluate", seat)) for seat in seats]
                assert event.facts["values"] == pytest.approx(expected)
                evaluated += 1
            totals = [a + b for a, b in zip(totals, event.facts["values"], strict=True)]
    assert evaluated > 10
    if is_exact:
        assert search.tree.root.values == pytest.approx([total / simulations for total in totals])


def test_native_equals_interpreted() -> None:
    state = playout.load("tic_tac_toe").replay(["b2", "a1"])
    native, interpreted = (
        Uct(state, UctOptions(leaf="evaluate", solver=False), seed=5, memory=50, backend=backend)
        for backend in ("cpu", "python")
    )
    for search in (native, interpreted):
        search.run(simulations=200)
    assert native.result().candidates == interpreted.result().candidates


def test_a_game_without_evaluate_is_refused() -> None:
    words = r"leaf=evaluate needs evaluate\(s, seat\), which pig does not have; leave leaf out, and playouts value"
    with pytest.raises(PlayoutError, match=words):
        playout.search(playout.load("pig").start(), "uct(leaf=evaluate)", simulations=1)


@pytest.mark.parametrize(
    ("option", "name"),
    [
        ("policy=uniform", "policy"),
        ("playouts=2", "playouts"),
        ("backup=decay", "backup"),
        ("prune_playouts=True", "prune"),
    ],
)
def test_options_of_playouts_are_refused_beside_it(option: str, name: str) -> None:
    state = playout.load("tic_tac_toe").start()
    with pytest.raises(OptionError, match=f"leaf=evaluate plays nothing out, and {name}.* is for playouts"):
        playout.search(state, f"uct(leaf=evaluate, {option})", simulations=1)
    with pytest.raises(OptionError, match="leaf has to be one of playout, evaluate, not 'rank'"):
        playout.search(state, "uct(leaf=rank)", simulations=1)
