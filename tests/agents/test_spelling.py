"""One spelling for agents, with clear words where it is wrong."""

from __future__ import annotations

import pytest

import playout
from playout import OptionError


def test_spellings() -> None:
    state = playout.load("tic_tac_toe").start()
    for spelling in ("random", "random()", "random(seed=3)", "flat(playouts=10)", " flat( playouts = 10 , seed=1 ) "):
        assert playout.agent(spelling).choose(state) in state.moves()


def test_a_seed_makes_an_agent_repeat() -> None:
    state = playout.load("connect_four").start()
    for spelling in ("random(seed=3)", "flat(playouts=5, seed=3)"):
        choices = [[playout.agent(spelling).choose(state) for _ in range(3)] for _ in range(2)]
        assert choices[0] == choices[1]


@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ("flatt", r"there is no agent 'flatt' \(did you mean flat\?\)"),
        ("flat(second=2)", r"flat has no option 'second' \(did you mean seconds\?\)"),
        ("flat(2)", "is not an agent; write a name with options"),
        ("flat(seconds=", "is not an agent"),
        ("", "is not an agent"),
        ("__import__('os').getcwd()", "is not an agent"),
        ("flat(seconds=open('x'))", "is not an agent"),
    ],
)
def test_refusals(spelling: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        playout.agent(spelling)
