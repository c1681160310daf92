"""One spelling for agents, with clear words where it is wrong."""

from __future__ import annotations

import pytest

import playout
from playout import OptionError
from playout.algorithms.registry import ALGORITHMS
from playout.presets import PRESETS


@pytest.mark.parametrize(
    "spelling",
    [
        "random",
        "random()",
        "random(seed=3)",
        "rules",
        "rules(seed=1)",
        "flat(simulations=10)",
        " flat( simulations = 10 , seed=1 ) ",
        "ucb(c=1, simulations=20)",
        "uct(c=0.7, simulations=50)",
        "uct(simulations=50, memory=2)",
        "alphabeta",
        "minimax(nodes=100)",
        "expectimax",
    ],
)
def test_spellings(spelling: str) -> None:
    state = playout.load("tic_tac_toe").start().play("b2").play("a1")
    assert playout.agent(spelling).choose(state) in state.moves()


@pytest.mark.parametrize("spelling", ["random(seed=3)", "flat(simulations=35, seed=3)", "uct(simulations=40, seed=3)"])
def test_a_seed_makes_an_agent_repeat(spelling: str) -> None:
    state = playout.load("connect_four").start()
    choices = [[playout.agent(spelling).choose(state) for _ in range(3)] for _ in range(2)]
    assert choices[0] == choices[1]


def test_every_algorithm_is_an_agent() -> None:
    with pytest.raises(OptionError) as caught:
        playout.agent("nobody")
    words = ", ".join(["random", "rules", *ALGORITHMS, *PRESETS])
    engines = "uci(NAME), gtp(NAME), program(NAME) and saiblo(NAME)"
    assert str(caught.value).endswith(f"there are {words}, and other programs as {engines}")


@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ("flatt", r"there is no agent 'flatt' \(did you mean flat\?\)"),
        (
            "stockfish",
            r"there is no agent 'stockfish'; there are random, .*, and other programs as uci\(NAME\), gtp\(NAME\), ",
        ),
        ("rule", r"there is no agent 'rule' \(did you mean rules\?\)"),
        ("flat(second=2)", r"flat has no option 'second' \(did you mean seconds\?\); it has .*seconds, simulations"),
        ("uct(thread=2)", r"uct has no option 'thread' \(did you mean threads\?\)"),
        ("random(seconds=1)", "random has no option 'seconds'; it has seed"),
        ("rules(depth=1)", "rules has no option 'depth'; it has policy and seed"),
        ("random(seed=-1)", "a seed is a whole number from 0"),
        ("uct(seconds=0)", "the limit seconds has to be a number above 0, not 0"),
        ("uct(simulations=0)", "the limit simulations has to be a whole number above 0, not 0"),
        ("uct(seconds=1, proven=True)", "give no other limit with it"),
        ("alphabeta(depth=0)", "the limit depth has to be a whole number above 0, not 0"),
        ("flat(2)", r"'flat\(2\)' cannot be read; write a name with options"),
        ("flat(seconds=", "cannot be read"),
        ("", "cannot be read"),
        ("__import__('os').getcwd()", "cannot be read"),
        ("flat(seconds=open('x'))", "cannot be read"),
    ],
)
def test_refusals(spelling: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        playout.agent(spelling)
