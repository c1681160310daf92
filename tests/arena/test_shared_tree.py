"""One tree for several seats of a match: each finds what the others worked out, and nobody else does."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import playout
from playout import OptionError, PlayoutError
from playout.agents import Searcher
from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.match import MatchRunner
from playout.arena.match_records import unpack
from playout.arena.storage.store import Store
from playout.game import State

OWN = "uct(simulations=300)"
SHARED = "uct(simulations=300, shared=True)"
GAME = playout.load("gomoku3d")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[int]]:
    """By seat, the visits that its tree had at each of its turns before it began to think."""
    visits: dict[int, list[int]] = defaultdict(list)
    choose = Searcher.choose

    def watched(self: Searcher, state: State) -> int:
        move = choose(self, state)
        assert self.result is not None and self.result.state == state
        visits[state.turn].append(sum(item.visits for item in self.result.candidates) - self.result.work)
        return move

    monkeypatch.setattr(Searcher, "choose", watched)
    return visits


def test_each_seat_finds_the_visits_of_all_others(found: dict[int, list[int]]) -> None:
    """At the second ply nobody who has a tree alone knows anything; who shares knows what the first seat saw there."""
    match = playout.play_match(GAME, [SHARED] * 3, seed=1)
    assert match.replay().over
    together = {seat: list(visits) for seat, visits in found.items()}
    found.clear()
    playout.play_match(GAME, [OWN] * 3, seed=1)
    assert found[0][0] == found[1][0] == found[2][0] == 0
    assert together[0][0] == 0 < together[1][0]
    assert together[2][0] > together[1][0] / 2
    # A tree that grew for three moves since, not for one.
    assert all(together[seat][1] > 2 * found[seat][1] for seat in range(3))


def test_only_those_who_are_spelt_alike_share(found: dict[int, list[int]]) -> None:
    playout.play_match(GAME, [SHARED, "uct(simulations=301, shared=True)", "uct(simulations=300)"], seed=1)
    assert [found[seat][0] for seat in range(3)] == [0, 0, 0]
    found.clear()
    playout.play_match(GAME, [SHARED, "uct(shared=True, simulations=300)", OWN], seed=1)
    assert found[0][0] == found[2][0] == 0 < found[1][0], "in another order it is the same spelling"


def test_an_agent_that_was_made_may_be_shared_too(found: dict[int, list[int]]) -> None:
    playout.play_match(GAME, [playout.agent(SHARED)] * 3, seed=1)
    assert found[0][0] == 0 < found[1][0]


def test_matches_are_the_same_for_the_same_seed_and_legal() -> None:
    one, two, other = (playout.play_match(GAME, [SHARED] * 3, seed=seed) for seed in (5, 5, 6))
    assert one.moves == two.moves != other.moves
    assert one.forfeit is None
    assert GAME.replay(one.moves).payoffs == one.payoffs


@pytest.mark.slow
def test_nothing_is_left_for_the_next_match(found: dict[int, list[int]]) -> None:
    """A runner plays match 1 in the same way whether it played match 0 before or not."""
    spelt = tuple(Entrant(f"uct(simulations=200, shared=True, seed={seed})") for seed in range(3))
    definition = Definition(GAME, spelt, seed=3)
    definition.check()
    both = MatchRunner(definition)
    rows = [both.play(0), both.play(1)]
    assert found[0].count(0) >= 2, "each match began with an empty tree"
    assert MatchRunner(definition).play(1).moves == rows[1].moves


def test_matches_at_once_do_not_share() -> None:
    alone = [playout.play_match(GAME, [SHARED] * 3, seed=seed).moves for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        beside = list(pool.map(lambda seed: playout.play_match(GAME, [SHARED] * 3, seed=seed).moves, range(4)))
    assert alone == beside


@pytest.mark.slow
def test_a_tournament_in_other_processes_shares_in_each_match(tmp_path: Path) -> None:
    agents = [f"uct(simulations=100, shared=True, seed={seed})" for seed in range(3)]
    alone = [f"uct(simulations=100, seed={seed})" for seed in range(3)]
    played: list[list[tuple[int, ...]]] = []
    for spelt, workers in ((agents, 1), (agents, 2), (alone, 1)):
        path = tmp_path / f"{len(played)}.db"
        playout.tournament(GAME, spelt, matches=6, seed=1, store=path, workers=workers)
        with Store(path) as kept:
            played.append([match.moves for match in kept.matches()])
    runner = MatchRunner(Definition(GAME, tuple(map(Entrant, agents)), seed=1))
    here = [tuple(unpack(runner.play(number).moves)) for number in range(6)]
    assert played[0] == played[1] == here != played[2]


def test_it_is_refused_where_it_means_nothing() -> None:
    with pytest.raises(PlayoutError, match=r"flat has no tree that seats could share; uct has"):
        playout.play_match("tic_tac_toe", ["flat(simulations=10, shared=True)"] * 2)
    with pytest.raises(
        PlayoutError, match=r"kuhn_poker hides information from its seats, and a shared tree would reveal it"
    ):
        playout.play_match("kuhn_poker", ["uct(simulations=10, shared=True)"] * 2)
    with pytest.raises(OptionError, match="shared has to be True or False, not 3"):
        playout.agent("uct(simulations=10, shared=3)")
