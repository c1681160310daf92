"""Named opponents: no level plays at random, and each answers as a person might."""

from __future__ import annotations

from collections import Counter

import pytest

import playout
from playout.agents import agent
from playout.game import load
from playout.spelling import Spec
from playout.web.games.levels import _table, levels_of

SEEDS = range(8)


def agents_of(game: str) -> list[Spec]:
    return [Spec.read(level.agent) for level in levels_of(game, load(game).rules)]


def answers(spec: Spec, state: playout.State) -> list[str]:
    """What the level plays in a position, for some seeds."""
    return [state.format(agent(spec.replace(seed=seed, memory=20)).choose(state)) for seed in SEEDS]


def test_no_level_plays_at_random() -> None:
    """Neither a measured one nor one of a game that was not measured; the weaker ones blunder more often."""
    for game in [*_table(), "nim"]:
        found = agents_of(game) if game in _table() else agents_of_unmeasured()
        assert found and all(spec.name != "random" for spec in found), game
        rates = [dict(spec.words).get("blunder", 0.0) for spec in found]
        assert all(rate < 0.8 for rate in rates), game
        assert rates[-1] == 0.0, "the strongest does what it can"


def agents_of_unmeasured() -> list[Spec]:
    return [Spec.read(level.agent) for level in levels_of("not_measured", load("tic_tac_toe").rules)]


@pytest.mark.slow
@pytest.mark.parametrize("level", range(5))
def test_gomoku_is_answered_near_the_first_stone(level: int) -> None:
    state = load("gomoku").replay(["h8"])
    for text in answers_of("gomoku", level, state):
        column, row = ord(text[0]) - ord("h"), int(text[1:]) - 8
        assert max(abs(column), abs(row)) <= 3, text


def answers_of(game: str, level: int, state: playout.State) -> list[str]:
    found = agents_of(game)
    if level >= len(found):
        pytest.skip(f"{game} has {len(found)} levels")
    spec = found[level]
    if spec.name == "rules":
        return [state.format(agent(spec.replace(seed=seed)).choose(state)) for seed in SEEDS]
    return answers(spec, state)


@pytest.mark.parametrize("level", range(5))
def test_the_order_in_which_moves_are_listed_decides_nothing(level: int) -> None:
    """After the first disc in the middle of Connect Four, whose board is its own mirror image: not always column a."""
    state = load("connect_four").replay("d")
    played = Counter(answers_of("connect_four", level, state))
    assert played["a"] <= len(SEEDS) / 2, played


@pytest.mark.parametrize("level", range(5))
@pytest.mark.parametrize(
    ("game", "moves", "win"),
    [("connect_four", "dgegfa", {"c"}), ("tic_tac_toe", ["a1", "b2", "b1", "c3"], {"c1"})],
    ids=["connect_four", "tic_tac_toe"],
)
def test_nobody_overlooks_a_win_in_one(level: int, game: str, moves: str | list[str], win: set[str]) -> None:
    state = load(game).replay(moves)
    assert set(answers_of(game, level, state)) <= win
