"""Games of this toolkit as Python games of OpenSpiel."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from tests import paths

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'playout[openspiel]'")

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import exploitability  # noqa: E402

import playout  # noqa: E402
from playout import CHANCE, OptionError, PlayoutError  # noqa: E402
from playout.interop.openspiel_game import PREFIX, openspiel_game, register  # noqa: E402

NIM = str(paths.NIM)


@pytest.mark.parametrize("name", ["kuhn_poker", "tic_tac_toe"])
def test_a_game_passes_the_random_simulations_of_openspiel(name: str) -> None:
    """Legal actions, returns, observations, texts, copies and serialised states, as its own games are tested."""
    game = openspiel_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.parametrize("spelling", ["kuhn_poker", "tic_tac_toe", "pig(goal=10)"])
def test_a_playthrough_is_the_same_when_it_is_made_again(spelling: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # loads SciPy, and every worker imports this file

    register()
    actions = None if "pig" not in spelling else [0, 5, 1, 0, 4, 1, 0, 5, 1]  # roll, a six, hold; roll, ...
    text = generate_playthrough.playthrough(PREFIX + spelling, action_sequence=actions, seed=3)
    taken = [int(line.removeprefix("action: ")) for line in text.splitlines() if line.startswith("action: ")]
    assert "IsTerminal() = True" in text and "Apply action" in text
    assert generate_playthrough.playthrough(PREFIX + spelling, action_sequence=taken) == text


def walk(state: Any) -> Any:
    """Every position of a game tree."""
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from walk(state.child(action))


J, Q, K = range(3)
FIRST = {J: 1 / 3, Q: 0.0, K: 1.0}
"""How often the first player of Kuhn's equilibrium bets, by card, if a Jack bluffs as often as it may."""
CALLS = {J: 0.0, Q: 2 / 3, K: 1.0}
"""How often it then calls."""
SECOND = {"pass": {J: 1 / 3, Q: 0.0, K: 1.0}, "bet": {J: 0.0, Q: 1 / 3, K: 1.0}}
"""How often the second player bets, by what the first has done."""


class Equilibrium(policy.Policy):  # type: ignore[misc]
    """Kuhn (1950)."""

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        first, place, *moves = state.history()
        cards = [first, [card for card in (J, Q, K) if card != first][place]]
        card = cards[state.current_player()]
        if not moves:
            bet = FIRST[card]
        else:
            bet = SECOND["bet" if moves[0] else "pass"][card] if len(moves) == 1 else CALLS[card]
        return {0: 1 - bet, 1: bet}


def test_kuhn_poker_has_its_tree_and_its_equilibrium() -> None:
    """Kuhn (1950): 12 information sets, 6 deals of 5 lines. By best play nobody can gain, and the first loses 1/18."""
    game = openspiel_game("kuhn_poker")
    states = list(walk(game.new_initial_state()))
    decisions = [state for state in states if not state.is_terminal() and not state.is_chance_node()]
    assert len({state.information_state_string() for state in decisions}) == 12
    assert sum(state.is_terminal() for state in states) == 30
    found = Equilibrium(game, [0, 1])
    assert _value(game.new_initial_state(), found) == pytest.approx(-1 / 18)
    assert exploitability.nash_conv(game, found) == pytest.approx(0, abs=1e-12)


def _value(state: Any, found: policy.Policy) -> float:
    """The first player's expected return."""
    if state.is_terminal():
        return float(state.returns()[0])
    odds = dict(state.chance_outcomes()) if state.is_chance_node() else found.action_probabilities(state)
    return float(sum(chance * _value(state.child(action), found) for action, chance in odds.items() if chance > 0))


def test_there_and_back_it_is_the_same_match() -> None:
    """A Playout game, as a game of OpenSpiel, as a game of Playout: tic-tac-toe has nothing to translate."""
    name = register()[-1]
    game, twice = playout.load("tic_tac_toe"), playout.load(f"openspiel:{name}")
    assert name == PREFIX + "tic_tac_toe"
    rng, state, again = playout.Rng(4), game.start(), twice.start()
    while not state.over:
        assert again.moves() == sorted(state.moves()) and again.turn == state.turn
        assert [again.format(move) for move in again.moves()] == [state.format(move) for move in again.moves()]
        move = state.moves()[rng.below(len(state.moves()))]
        state, again = state.play(move), again.play(move)
    assert again.over and again.payoffs == state.payoffs


def test_what_is_hidden_is_not_told() -> None:
    """Whatever card the other has, a seat's information state, observation and tensor are the same."""
    game = openspiel_game("kuhn_poker")
    told = []
    for card in (0, 1):  # the second card is the place among those that are left
        state = game.new_initial_state()
        for action in (1, card, 0):
            state.apply_action(action)
        told.append((state.information_state_string(0), state.observation_string(0), state.observation_tensor(0)))
        assert state.observation_string(1) != state.observation_string(0)
    assert told[0] == told[1]


def test_options_and_actions() -> None:
    game = openspiel_game(playout.load("connect_four", rows=5, blocked=(1, 2)), columns=6)
    state = game.new_initial_state()
    assert state.legal_actions() == [0, 1, 2, 3, 4, 5]
    assert str(state).splitlines()[1].split() == [".", ".", "#", ".", ".", "."]
    nim = openspiel_game(NIM, stones=2, actions="indices").new_initial_state()
    assert nim.legal_actions() == [0, 1]
    assert [nim.action_to_string(0, action) for action in (0, 1)] == ["1", "2"]
    nim.apply_action(1)
    assert nim.is_terminal() and nim.returns() == [1.0, 0.0]
    with pytest.raises(OptionError, match=r"the number 3, and there are 3 actions; give actions= a number above"):
        openspiel_game(NIM).new_initial_state().legal_actions()
    assert openspiel_game(NIM, actions=4).new_initial_state().legal_actions() == [1, 2, 3]


COIN = '''
"""Chance without odds."""
import numpy as np
from playout.rules import CHANCE, OVER
PLAYERS = 1
MAX_MOVES = 1
State = np.dtype([("step", np.int8)], align=True)
def start(s): pass
def turn(s): return OVER if s.step else CHANCE
def moves(s, out): return 0
def play(s, move): s.step = 1
def chance(s, rng): return 0
def payoffs(s, out): out[0] = 0.5
'''


def test_refusals(tmp_path: Path) -> None:
    (tmp_path / "coin.py").write_text(COIN)
    with pytest.raises(PlayoutError, match=r"coin does not list its chance outcomes, which OpenSpiel needs"):
        openspiel_game(tmp_path / "coin.py")
    (tmp_path / "nim.py").write_text(Path(NIM).read_text())
    openspiel_game(NIM)
    with pytest.raises(OptionError, match="OpenSpiel knows another game as playout_nim"):
        openspiel_game(tmp_path / "nim.py")
    assert playout.load(tmp_path / "coin.py").start().turn == CHANCE
