"""Games as PettingZoo environments."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'playout[pettingzoo]'")

from pettingzoo.test import api_test, seed_test

import playout
from playout import MoveError, OptionError
from playout.interop.pettingzoo_env import PettingZooEnv, pettingzoo_env
from tests import paths

NIM = str(paths.NIM)

EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
    "No render modes",
)
"""What `api_test` says of every environment with a mask of actions that it does not know by name."""


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("tic_tac_toe", {}),
        ("kuhn_poker", {}),
        (playout.load("pig", goal=10), {}),
        (playout.load("k_in_a_row", size=3, line=3, players=3), {"fields": ["cells", "turn"]}),
        (playout.load(NIM, stones=6), {"actions": "indices"}),
    ],
    ids=["tic_tac_toe", "kuhn_poker", "pig", "three_seats", "nim"],
)
def test_a_game_passes_the_test_of_the_interface(game: Any, settings: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        api_test(pettingzoo_env(game, **settings), num_cycles=30)
    assert [str(item.message) for item in heard if not str(item.message).startswith(EXPECTED)] == []


def test_the_same_seed_gives_the_same_chance() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: pettingzoo_env("kuhn_poker"), num_cycles=10)
    env = pettingzoo_env(playout.load("pig", goal=10))
    seen = []
    for seed in (1, 1, 2, 3, 4):
        env.reset(seed=seed)
        env.step(0)  # roll
        seen.append(env.last()[0]["observation"].tobytes())
    assert seen[0] == seen[1] and len(set(seen)) > 1


def test_a_match_and_its_rewards() -> None:
    """X takes a column while O looks elsewhere. An observation has the seats, then the fields, marks as bits."""
    env = PettingZooEnv("tic_tac_toe", fields=["marks"])
    env.reset()
    for cell in (0, 1, 3, 2):
        env.step(cell)
    seen = env.observe("player_1")
    assert env.agent_selection == "player_0"
    bits = np.zeros((2, 16))
    bits[0, [0, 3]] = bits[1, [1, 2]] = 1
    assert seen["observation"].tolist() == [0, 1, 1, 0, *bits.ravel()]
    assert seen["action_mask"].tolist() == [0] * 9, "another seat is to move"
    assert env.observe("player_0")["action_mask"].tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 1]
    with pytest.raises(MoveError, match="action 0 is not legal here; legal: 4, 5, 6, 7, 8"):
        env.step(0)
    env.step(6)
    assert env.rewards == {"player_0": 1.0, "player_1": 0.0}
    assert all(env.terminations.values())


def test_what_is_hidden_is_not_observed() -> None:
    """Over many deals, what the first seat observes tells nothing but its own card."""
    env = PettingZooEnv("kuhn_poker")
    observed: dict[str, set[bytes]] = {}
    truths: dict[str, set[str]] = {}
    for seed in range(40):
        env.reset(seed=seed)
        own, other = env.state_now.show().splitlines()[0].split()[-2:]
        observed.setdefault(own, set()).add(env.observe("player_0")["observation"].tobytes())
        truths.setdefault(own, set()).add(other)
    assert {own: len(found) for own, found in observed.items()} == {"J": 1, "Q": 1, "K": 1}
    assert all(len(found) == 2 for found in truths.values())


def test_an_observation_of_one_s_own() -> None:
    env = PettingZooEnv("openspiel:tic_tac_toe", observe=lambda view, seat: np.array([len(view.moves()), seat]))
    env.reset()
    assert env.observe("player_1")["observation"].tolist() == [9, 1]
    assert env.observation_space("player_1")["observation"].shape == (2,)
    env = PettingZooEnv("tic_tac_toe", observe=lambda view, _: np.zeros(len(view.moves())))
    env.reset()
    with pytest.raises(OptionError, match=r"observe has to return arrays of one shape, not \(9,\) and then \(8,\)"):
        env.step(0)
        env.observe("player_1")


def test_refusals() -> None:
    with pytest.raises(OptionError, match=r"is a Python class, so its positions have no fields .* give observe="):
        PettingZooEnv("openspiel:tic_tac_toe")
    with pytest.raises(OptionError, match="tic_tac_toe has no field 'cells'; it has marks, turn, stones, winner"):
        PettingZooEnv("tic_tac_toe", fields=["cells"])
    with pytest.raises(OptionError, match="give one of them"):
        PettingZooEnv("tic_tac_toe", fields=["marks"], observe=lambda *_: np.zeros(1))
    with pytest.raises(OptionError, match='actions has to be a whole number above 0, or "indices", not 0'):
        PettingZooEnv("tic_tac_toe", actions=0)
    env = PettingZooEnv("chess")
    env.reset()
    with pytest.raises(OptionError, match=r"a move of chess has the number \d+, and there are 256 actions"):
        env.observe("player_0")
