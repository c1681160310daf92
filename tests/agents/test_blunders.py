"""The option `blunder` of agents that search: at which rate the best move is overlooked, and what is played then."""

from __future__ import annotations

from collections import Counter

import pytest

import playout
from playout import OptionError, Rng
from playout.agents import Searcher
from playout.agents.blunders import overlook
from playout.algorithms.results import Candidate, SearchResult
from playout.spelling import Spec

CONNECT_FOUR = playout.load("connect_four")


def searcher(spelling: str) -> Searcher:
    agent = playout.agent(spelling)
    assert isinstance(agent, Searcher)
    return agent


def result(state: playout.State, *visits: int) -> SearchResult:
    """A result whose candidates are the first moves, the best first, with so many visits."""
    moves = state.moves()
    found = tuple(
        Candidate(move, count, (1 - 0.1 * i, 0.1 * i) if count else None, line=(move,))
        for i, (move, count) in enumerate(zip(moves, visits, strict=False))
    )
    return SearchResult(state, "uct", moves[0], (1.0, 0.0), found, True, "simulations", sum(visits), 1, 0.0)


@pytest.mark.parametrize("rate", [0.0, 0.3, 0.7, 1.0])
def test_moves_are_overlooked_one_by_one(rate: float) -> None:
    """Of three moves that were looked at: 1 - p, p (1 - p), p^2; a move that was never looked at is not played."""
    given, rng, draws = result(CONNECT_FOUR.start(), 9, 5, 1, 0), Rng(1), 20_000
    played = Counter(overlook(given, rate, rng).move for _ in range(draws))
    for move, share in enumerate((1 - rate, rate * (1 - rate), rate * rate)):
        error = 4 * (share * (1 - share) / draws) ** 0.5
        assert played[move] / draws == pytest.approx(share, abs=error)
    assert played.keys() <= {0, 1, 2}


def test_what_is_said_of_a_blunder() -> None:
    given = result(CONNECT_FOUR.start(), 9, 5, 1)
    found = overlook(given, 1.0, Rng(1))
    assert (found.move, found.values, found.proven) == (2, given.candidates[2].values, False)
    assert [item.move for item in found.candidates] == [2, 0, 1] and found.line == (2,)
    assert overlook(given, 0.0, Rng(1)) is given


def test_a_move_that_ends_the_match_is_never_overlooked() -> None:
    state = CONNECT_FOUR.replay("ababab")
    for search in ("uct(simulations=200", "alphabeta(depth=2", "flat(simulations=500"):
        agents = [playout.agent(f"{search}, blunder=1, seed={seed})") for seed in range(5)]
        assert {state.format(agent.choose(state)) for agent in agents} == {"a"}


def test_the_only_move_is_played() -> None:
    state = playout.load("tic_tac_toe").replay(["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"])
    assert playout.agent("uct(simulations=20, blunder=1)").choose(state) == state.moves()[0]


@pytest.mark.parametrize("search", ["uct(simulations=60", "alphabeta(depth=3, lines=4", "flat(simulations=90"])
def test_the_seed_decides(search: str) -> None:
    """Move for move, whether an agent chooses or thinks aloud; and some moves differ from those without blunders."""
    state = CONNECT_FOUR.replay("dd")
    one, same, plain = (searcher(f"{search}, seed=4{more})") for more in (", blunder=0.5", ", blunder=0.5", ""))
    differ = 0
    for seed in range(12):
        move = one.choose(state)
        *_, last = same.think(state)
        assert move == last.move == last.candidates[0].move
        assert one.result is not None and one.result.move == move
        differ += move != plain.choose(state)
        for agent in (one, same, plain):
            agent.reset(seed)
    assert differ > 0


def test_it_loses_to_itself_without_blunders() -> None:
    """More often, the higher the rate: by 200 matches each, which tell 10 % apart."""
    agents = ["uct(simulations=40)", "uct(simulations=40, blunder=0.5)"]
    found = playout.tournament("tic_tac_toe", agents, matches=200, seed=1, workers=1)
    difference = found.standings.difference(*agents)
    assert difference is not None and difference.low > 0


def test_it_is_spelt_like_other_words_of_an_agent() -> None:
    agent = searcher("uct(simulations=50, blunder=0.2)")
    assert agent.blunder == 0.2 and str(agent.algorithm) == "uct"
    assert agent.spec == Spec.read("uct(blunder=0.2, simulations=50)")
    for wrong in ("-0.1", "1.5", "often", "True"):
        with pytest.raises(OptionError, match="blunder has to be a number from 0 to 1"):
            playout.agent(f"uct(simulations=5, blunder={wrong})")
    with pytest.raises(OptionError, match="random has no option 'blunder'"):
        playout.agent("random(blunder=0.5)")


def test_a_view_is_enough() -> None:
    """With hidden information an agent gets what its seat sees, and blunders too."""
    state = playout.load("kuhn_poker").replay(["K", "J", "pass", "bet"])
    agents = [playout.agent(f"ismcts(simulations=50, blunder=1, seed={seed})") for seed in range(4)]
    moves = {agent.choose(state.seen_by(0)) for agent in agents}
    assert {state.format(move) for move in moves} == {"pass"}, "a king calls if it does not overlook that"


def test_an_agent_that_blunders_is_not_deterministic() -> None:
    """Deterministic agents do not play an opening twice; this one may."""
    from playout.arena.entrants import Entrant

    assert Entrant("alphabeta(depth=2)").deterministic(CONNECT_FOUR)
    assert not Entrant("alphabeta(depth=2, blunder=0.1)").deterministic(CONNECT_FOUR)


def test_the_search_itself_overlooks_nothing() -> None:
    """X wins by the move to the centre, and loses by the move that is played instead."""
    state = playout.load("tic_tac_toe").replay(["a3", "b3", "a2", "a1"])

    def found(agent: Searcher) -> tuple[float, ...] | None:
        return None if agent.searched is None else agent.searched.values

    for agent in (searcher("minimax(blunder=1)"), searcher("minimax")):
        assert found(agent) is None
        move = agent.choose(state)
        assert found(agent) == (1.0, 0.0)
        assert (state.format(move) == "b2") == (agent.blunder == 0)
        agent.release()
        assert found(agent) is None
