"""Deterministic agents play each opening once, by the schedule; of all others every match counts."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.match import MatchRunner
from playout.arena.openings import DistinctOpenings, Openings
from playout.arena.schedule import Schedule
from playout.arena.statistics.sprt import Sprt
from playout.arena.storage.store import Store
from playout.arena.tournament import tournament
from playout.arena.tuning.plan import BanditPlan, GridPlan
from playout.arena.tuning.tune import tune
from playout.game import Game, load
from playout.match.clocks import Clock
from playout.rules import PlayoutError
from tests import paths
from tests.arena.agents import Agent, First
from tests.arena.test_tournament import Here, matches

PAIR = ["alphabeta(nodes=50)", "minimax(proven=True)"]

SUGGESTION = """

def suggest(s, rng):
    return max(1, s.stones % 4)
"""
DRAWN = """

from playout.rng import below


def suggest(s, rng):
    return 1 + below(rng, min(3, s.stones))
"""


class Same(First):
    """Says of itself that it always plays the same."""

    deterministic = True


def nim(tmp_path: Path, more: str) -> Game:
    path = tmp_path / f"nim_{len(more)}.py"
    path.write_text(paths.NIM.read_text() + more)
    return load(path)


@pytest.mark.parametrize(
    ("agent", "known"),
    [
        ("alphabeta(nodes=50)", True),
        ("alphabeta(depth=2, memory=1)", True),
        ("alphabeta(proven=True)", True),
        ("minimax(depth=2, seed=3)", True),
        ("maxn(nodes=50)", True),
        ("alphabeta(seconds=1)", False),
        ("alphabeta", False),
        ("uct(simulations=50)", False),
        ("uct(simulations=50, seed=1)", False),
        ("flat(simulations=50, seed=1)", False),
        ("random(seed=1)", False),
        ("rules", False),
        (First(), False),
        (Same(), True),
    ],
)
def test_who_is_deterministic(agent: str | Agent, known: bool) -> None:
    """By its spelling: searches that draw nothing and are not limited by time. A seed is no more than a name, since
    every match gives its agents seeds of its own."""
    assert Entrant(agent).deterministic(load("tic_tac_toe")) is known


def test_rules_of_thumb_are_deterministic_if_they_never_look_at_their_stream(tmp_path: Path) -> None:
    assert Entrant("rules").deterministic(nim(tmp_path, SUGGESTION))
    assert not Entrant("rules").deterministic(nim(tmp_path, DRAWN))


def test_chance_and_clocks_make_matches_differ(tmp_path: Path) -> None:
    entrants = (Entrant("expectimax(depth=2)"), Entrant("expectimax(depth=3)"))
    assert Definition(load("pig"), entrants).deterministic == ()
    entrants = (Entrant(PAIR[0]), Entrant(PAIR[1]))
    assert Definition(load("tic_tac_toe"), entrants).deterministic == tuple(PAIR)
    assert Definition(load("tic_tac_toe"), entrants, clock=Clock(10.0)).deterministic == ()
    mixed = (Entrant(PAIR[0]), Entrant("random"))
    assert Definition(load("tic_tac_toe"), mixed).deterministic == (), "nobody that it meets is deterministic too"


@pytest.mark.parametrize(("plies", "count"), [(0, 1), (1, 9), (2, 72), (3, 252)])
def test_distinct_openings_are_the_positions_that_can_be_reached(plies: int, count: int) -> None:
    """Tic-tac-toe: 9, then 9 * 8, then 9 * 8 / 2 * 7 positions, in which the order of X's two marks is forgotten."""
    game = load("tic_tac_toe")
    openings, again = (DistinctOpenings(Openings(plies), game, 1) for _ in range(2))
    lines = [openings.line(number) for number in range(count)]
    assert None not in lines
    assert openings.line(count) is None
    assert len({game.replay(line) for line in lines if line is not None}) == count
    assert [again.line(number) for number in range(count)] == lines


def test_lines_of_a_file_that_lead_to_the_same_position_are_one_opening() -> None:
    given = Openings(lines=((0, 1, 2), (2, 1, 0), (4,), (0, 1, 2)))
    openings = DistinctOpenings(given, load("tic_tac_toe"), 1)
    assert [openings.line(number) for number in range(3)] == [(0, 1, 2), (4,), None]


def test_each_opening_is_played_once_from_each_seat(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    result = tournament("tic_tac_toe", PAIR, matches=100, seed=1, openings=1, store=path, executor=Here())
    played = matches(path)
    assert len(played) == len({(match[1], match[2]) for match in played}) == 18
    assert {match[2][:1] for match in played} == {(cell,) for cell in range(9)}
    assert (result.asked, result.wanted, result.played, result.complete) == (100, 18, 18, True)
    text = str(result)
    assert f"no evidence: {', '.join(PAIR)}. Between them each of 9 openings was played once from each seat." in text
    assert "Only 18 of the 100 matches asked for exist: deterministic agents play each opening once." in text
    assert result.record()["asked"] == 100
    again = Here()
    tournament("tic_tac_toe", PAIR, matches=200, seed=1, openings=1, store=path, executor=again)
    assert again.played == []
    fewer = tournament("tic_tac_toe", PAIR, matches=10, seed=1, openings=1, executor=Here())
    assert (fewer.wanted, "asked for" in str(fewer)) == (10, False)


def test_the_result_of_deterministic_agents_does_not_get_surer_by_asking_again() -> None:
    gaps = []
    for asked in (2, 100, 2000):
        result = tournament("tic_tac_toe", [Same(), PAIR[1]], matches=asked, seed=1, executor=Here())
        gaps.append(result.standings.difference(*result.results.names))
        assert result.played == 2
    assert gaps[0] == gaps[1] == gaps[2]


def test_agents_that_draw_play_on_beside_those_that_do_not(tmp_path: Path) -> None:
    """Three tables, one of them deterministic: it has one group, the others share the rest."""
    path = tmp_path / "r.db"
    result = tournament("tic_tac_toe", [*PAIR, "random"], matches=30, seed=1, store=path, executor=Here())
    assert (result.played, result.wanted, result.asked) == (30, 30, 30)
    counts = result.standings.pairs.matches
    assert counts.tolist() == [[0, 2, 14], [2, 0, 14], [14, 14, 0]]
    assert len({match[0] // 2 for match in matches(path)}) == 15
    alone = tournament("tic_tac_toe", [PAIR[0], "random"], matches=14, seed=1, executor=Here())
    rows = [i for i, row in enumerate(result.results.seats.tolist()) if sorted(row) == [0, 2]]
    assert result.results.payoffs[rows].tolist() == alone.results.payoffs.tolist(), "nobody else changes a match"


def test_a_match_that_comes_again_by_chance_counts_again(tmp_path: Path) -> None:
    """Rules of thumb that draw: few lines are likely, and they weigh as often as they come."""
    path = tmp_path / "r.db"
    result = tournament("tic_tac_toe", ["rules", "rules(seed=1)"], matches=60, seed=1, store=path, executor=Here())
    played = matches(path)
    assert len({(match[1], match[2]) for match in played}) < 60, "the test needs repeats"
    assert result.standings.pairs.matches[0, 1] == 60
    points = [payoff for match in played for name, payoff in zip(match[1], match[3], strict=True) if name == "rules"]
    assert result.standings.row("rules").score == pytest.approx(sum(points) / 60)


def test_a_sequential_test_of_deterministic_agents_ends_with_the_openings() -> None:
    result = tournament("tic_tac_toe", PAIR, matches=1000, seed=1, openings=1, sprt=Sprt(0, 2), executor=Here())
    assert (result.played, result.verdict, result.complete) == (18, None, True)
    assert "Only 18 of the 1,000 matches asked for exist" in str(result)


@pytest.mark.parametrize("by", ["grid", "bandit"])
def test_a_tuning_of_deterministic_agents_plays_each_opening_once(by: str, tmp_path: Path) -> None:
    given: dict[str, Any] = {"parameter": "nodes", "values": [10, 500], "baseline": PAIR[1], "seed": 1, "openings": 1}
    path = tmp_path / "r.db"
    found = tune("tic_tac_toe", "alphabeta", by=by, matches=400, store=path, executor=Here(), **given)
    assert [trial.matches for trial in found.trials] == [18, 18]
    assert (found.wanted, found.played, found.complete) == (36, 36, True)
    assert "Only 36 of the 400 matches asked for exist" in str(found)
    assert len({(match[1], match[2]) for match in matches(path)}) == 36


def test_a_bandit_goes_on_with_the_candidates_that_have_openings_left() -> None:
    openings = DistinctOpenings(Openings(1), load("tic_tac_toe"), 1)
    names = ["baseline", "same", "random"]
    schedule = Schedule(names, 2, pairing="gauntlet", seed=1, deterministic=("baseline", "same"), openings=openings)
    bandit = BanditPlan(schedule, 100)
    chosen = [number for numbers in bandit.rounds() for number in numbers]
    assert len(chosen) == bandit.wanted == 100
    assert sum(schedule.seating(number).agents in ((0, 1), (1, 0)) for number in chosen) <= 18
    grid = GridPlan(schedule, 100)
    assert [sorted(schedule.seating(number).agents)[1] for number in next(grid.rounds())].count(1) == 18
    assert grid.wanted == 18 + 50


def test_a_store_of_another_schedule_is_not_continued(tmp_path: Path) -> None:
    """A store from before deterministic agents were told apart holds repeats, which would now count."""
    definition = Definition(load("tic_tac_toe"), (Entrant(PAIR[0]), Entrant(PAIR[1])), seed=1)
    record = definition.record()
    del record["deterministic"]
    with Store(None, write=True) as kept:
        kept.begin(record)
        with pytest.raises(PlayoutError, match=re.escape('deterministic [] there and ["alphabeta(nodes=50)"')):
            kept.begin(definition.record())
    drawing = Definition(load("tic_tac_toe"), (Entrant("random"), Entrant("rules")), seed=1).record()
    without = {word: value for word, value in drawing.items() if word != "deterministic"}
    with Store(None, write=True) as kept:
        kept.begin(without)
        kept.begin(drawing)


def test_a_worker_plays_the_same_openings(tmp_path: Path) -> None:
    definition = Definition(load("tic_tac_toe"), (Entrant(PAIR[0]), Entrant(PAIR[1])), seed=1, openings=Openings(2))
    expected = [MatchRunner(definition).play(number).moves for number in (0, 7, 30)]
    assert len(definition.schedule.numbers(1000)) == 144
    copied = pickle.loads(pickle.dumps(definition))
    assert [MatchRunner(copied).play(number).moves for number in (0, 7, 30)] == expected
