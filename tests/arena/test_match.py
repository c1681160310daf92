"""One match: seeds, record, time limits and forfeits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

import pytest

import playout
from playout.arena.match import play_match
from playout.arena.match_records import MatchResult, pack, unpack
from playout.game import State, load
from playout.match.clocks import Clock
from playout.rng import Rng
from playout.rules import OptionError, PlayoutError
from tests import paths
from tests.arena.agents import Agent, Asks, First, Illegal, Raises, Slow, Word

NIM = paths.NIM


@pytest.mark.parametrize("game", ["tic_tac_toe", "pig", "kuhn_poker", "connect_four"])
def test_a_match_replays_to_its_result(game: str) -> None:
    match = play_match(game, ["random", "random"], seed=7)
    last = match.replay()
    assert last.over
    assert last.payoffs == match.payoffs
    assert last.history == match.moves
    assert len(match.clock) == len(match.moves)
    assert (match.forfeit, match.reason) == (None, "")
    assert match.fingerprint == load(game).fingerprint


def test_the_same_seed_is_the_same_match() -> None:
    agents = ["uct(simulations=30)", "flat(simulations=30)"]
    first = play_match("connect_four", agents, seed=7)
    assert play_match("connect_four", agents, seed=7).moves == first.moves
    assert len({play_match("connect_four", agents, seed=seed).moves for seed in range(5)}) == 5
    assert play_match("connect_four", agents).seed != play_match("connect_four", agents).seed


def test_the_record_is_enough_to_play_the_match_again() -> None:
    """Fresh agents with the seeds of the record, and chance from its seed, make the same moves."""
    match = play_match("pig", ["flat(simulations=20)", "random"], seed=3)
    players = [playout.agent("flat(simulations=20)"), playout.agent("random")]
    for player, seed in zip(players, match.seeds, strict=True):
        player._rng = Rng(seed)  # type: ignore[attr-defined]
    rng, state = Rng(match.chance), load("pig").start()
    while not state.over:
        state = state.sample(rng) if state.turn < 0 else state.play(players[state.turn].choose(state))
    assert state.history == match.moves
    assert playout.agent(match.agents[0]) is not None
    json.dumps(match.record())


def test_an_opening_is_played_first() -> None:
    match = play_match("tic_tac_toe", ["random", "random"], seed=1, opening=["b2", "a1"])
    assert match.moves[:2] == (4, 6)
    assert match.opening == 2
    assert match.clock[:2] == (0.0, 0.0)


class Peeks(Agent):
    """Notes what it is handed."""

    seen: ClassVar[list[State]] = []

    def choose(self, state: State) -> int:
        self.seen.append(state)
        return state.moves()[0]


def test_an_agent_is_handed_only_what_its_seat_sees() -> None:
    spy = Peeks()
    play_match("kuhn_poker", [spy, "random"], seed=1)
    assert spy.seen
    for state in spy.seen:
        assert state.observer == 0
        assert state.history == ()


@pytest.mark.parametrize(
    ("agent", "reason", "moves"),
    [
        (Illegal(), "illegal: the move 77 is not legal after 1 plies", 1),
        (Word(), "illegal: it answered 'b2', which is not a move", 1),
        (Raises(), "crash: ZeroDivisionError: one over nothing", 3),
        (Asks(), "memory: it asked for more memory than there is", 1),
    ],
)
def test_who_breaks_a_rule_forfeits(agent: Agent, reason: str, moves: int) -> None:
    match = play_match("tic_tac_toe", [First(), agent], seed=1)
    assert (match.forfeit, match.reason) == (1, reason)
    assert match.payoffs == (1.0, 0.0)
    assert len(match.moves) == moves
    assert match.replay().history == match.moves


def test_a_forfeit_pays_on_the_games_own_scale() -> None:
    """Kuhn poker is won or lost in antes, 2 at most."""
    assert play_match("kuhn_poker", [Illegal(), "random"], seed=1).payoffs == (-2.0, 2.0)


def test_a_clock_for_the_match_and_one_for_the_move() -> None:
    """A move takes 0.15 s: three of them are too many for 0.4 s, but not with an increment."""
    match = play_match("tic_tac_toe", [Slow(), First()], seed=1, clock=Clock(0.4))
    assert match.forfeit == 0
    assert match.reason.startswith("clock: a move took 0.1")
    assert len(match.moves) == 4
    assert play_match("tic_tac_toe", [Slow(), First()], seed=1, clock=Clock(0.4, 0.2)).forfeit is None
    match = play_match("tic_tac_toe", [First(), Slow()], seed=1, clock=Clock(move=0.1))
    assert (match.forfeit, len(match.moves)) == (1, 1)


def test_a_search_keeps_to_the_clock() -> None:
    match = play_match("connect_four", ["uct", "uct(seconds=100)"], seed=1, clock=Clock(1.0, 0.02))
    assert match.forfeit is None
    assert max(match.clock) < 0.6


def test_moves_are_packed_in_the_fewest_bytes() -> None:
    for numbers, size in (((), 1), ((0, -128, 127), 4), ((128,), 3), ((40_000, 1), 9), ((-(1 << 40),), 9)):
        assert unpack(pack(numbers)) == numbers
        assert len(pack(numbers)) == size
    with pytest.raises(PlayoutError, match="has to fit into 64 bits"):
        pack([1 << 70])


def test_the_hash_of_rules_follows_their_source(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM.read_text())
    first = load(file).fingerprint
    match = play_match(load(file), ["random", "random"], seed=1)
    assert load(file).fingerprint == first
    file.write_text(NIM.read_text() + "\n# a remark\n")
    MatchResult(**{**vars(match), "loaded": None}).replay()
    file.write_text(NIM.read_text().replace("min(3, s.stones)", "min(2, s.stones)"))
    assert load(file).fingerprint != first
    with pytest.raises(PlayoutError, match="the rules of nim have changed since match 0 was played"):
        MatchResult(**{**vars(match), "loaded": None}).replay()


def test_bad_matches_are_refused() -> None:
    with pytest.raises(OptionError, match="tic_tac_toe has 2 seats, so 2 agents are needed, not 1"):
        play_match("tic_tac_toe", ["random"])
    with pytest.raises(PlayoutError, match="alphabeta cannot play kuhn_poker: alphabeta needs full information"):
        play_match("kuhn_poker", ["random", "alphabeta"])
    with pytest.raises(OptionError, match=r"there is no agent 'randon' \(did you mean random\?\)"):
        play_match("tic_tac_toe", ["random", "randon"])
    with pytest.raises(PlayoutError, match=r"has choose\(state\), not 3"):
        play_match("tic_tac_toe", ["random", 3])  # type: ignore[list-item]
    with pytest.raises(PlayoutError, match="there is no game 'tictactoe'"):
        play_match("tictactoe", ["random", "random"])


def test_a_damaged_record_is_noticed() -> None:
    match = play_match("tic_tac_toe", ["random", "random"], seed=7)
    wrong = MatchResult(**{**vars(match), "payoffs": (0.25, 0.75)})
    with pytest.raises(PlayoutError, match="match 0 does not replay to its result"):
        wrong.replay()
