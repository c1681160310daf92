"""Games as Gymnasium environments: one seat against agents."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'playout[gymnasium]'")

from gymnasium.utils.env_checker import check_env

import playout
from playout import OptionError, PlayoutError, State
from playout.agents import Random, Resignation
from playout.interop.gymnasium_env import GymnasiumEnv


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("tic_tac_toe", {"render_mode": "ansi"}),
        ("tic_tac_toe", {"opponent": "rules", "seat": 1}),
        ("kuhn_poker", {"seat": None}),
        (playout.load("pig", goal=10), {"seat": 1}),
        (playout.load("k_in_a_row", size=3, line=3, players=3), {"seat": 2}),
    ],
    ids=["tic_tac_toe", "rules", "kuhn_poker", "pig", "three_seats"],
)
@pytest.mark.filterwarnings("ignore:.*(not within|infinity|render).*")
def test_an_environment_passes_the_check(game: Any, settings: dict[str, Any]) -> None:
    check_env(GymnasiumEnv(game, **settings))


def play(env: GymnasiumEnv, actions: list[int]) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
    env.reset(seed=1)
    for action in actions[:-1]:
        assert env.step(action)[1:4] == (0.0, False, False)
    return env.step(actions[-1])


class First(Random):
    """Plays the first legal move."""

    def choose(self, state: State) -> int:
        return min(state.moves())


def test_a_match_and_its_rewards() -> None:
    """The other takes the first free cell: 0, 1 and then 2, which wins. With a row of its own the seat wins sooner."""
    env = GymnasiumEnv("tic_tac_toe", First(), seat=1, render_mode="ansi")
    seen, reward, over, cut, info = play(env, [4, 8])
    assert (reward, over, cut, info) == (0.0, True, False, {"resigned": False})
    assert seen["action_mask"].tolist() == [0] * 9
    assert str(env.render()).count("X") == 3
    assert play(GymnasiumEnv("tic_tac_toe", First()), [3, 4, 5])[1:4] == (1.0, True, False)
    with pytest.raises(PlayoutError, match=r"the match is over; begin another with reset\(\)"):
        env.step(0)


def test_an_action_that_is_not_legal_loses() -> None:
    env = GymnasiumEnv("kuhn_poker", actions=5)
    assert play(env, [4])[1:] == (-2.0, True, False, {"illegal": True})


class Resigning(First):
    def choose(self, state: State) -> int:
        raise Resignation("lost")


def test_an_opponent_may_resign() -> None:
    assert play(GymnasiumEnv("tic_tac_toe", Resigning()), [4])[1:] == (1.0, True, False, {"resigned": True})
    with pytest.raises(PlayoutError, match="seat 1 of tic_tac_toe had no move in 1000 matches; choose another seat"):
        GymnasiumEnv("tic_tac_toe", Resigning(), seat=1).reset()


def test_of_three_seats_two_share_what_the_one_that_resigns_leaves() -> None:
    """As in a tournament: the payoffs sum to 1, and the seat that resigns gets 0."""
    reward, over, _, info = play(GymnasiumEnv("gomoku3d", Resigning()), [0])[1:]
    assert (reward, over, info) == (0.5, True, {"resigned": True})


def test_matches_that_end_before_the_seat_s_turn_are_left_out() -> None:
    """With a goal of 2, seat 0 often wins in its first turn."""
    env = GymnasiumEnv(playout.load("pig", goal=2), seat=1)
    for seed in range(20):
        seen, _ = env.reset(seed=seed)
        assert seen["action_mask"].sum() > 0


def test_refusals() -> None:
    with pytest.raises(OptionError, match="tic_tac_toe has seats 0 to 1, not 2"):
        GymnasiumEnv("tic_tac_toe", seat=2)
    with pytest.raises(OptionError, match="there is no agent 'randm'"):
        GymnasiumEnv("tic_tac_toe", "randm")
    with pytest.raises(PlayoutError, match="alphabeta needs full information"):
        GymnasiumEnv("kuhn_poker", "alphabeta")
