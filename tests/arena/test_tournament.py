"""Tournaments: the same matches with every executor, continued where they stopped, and forfeits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.arena.definition import Definition
from playout.arena.executors import MatchBatch
from playout.arena.executors.local import LocalExecutor
from playout.arena.match import MatchRunner
from playout.arena.openings import Openings
from playout.arena.statistics.sprt import Sprt
from playout.arena.storage.store import Store
from playout.arena.tournament import TournamentResult, tournament
from playout.match.clocks import Clock
from playout.rules import OptionError, PlayoutError
from tests import paths
from tests.arena.agents import Agent, Breaks, Fells, First, Glutton, Hangs, Illegal, Leaves, Raises, Remembers
from tests.arena.many_seats import nim_for

AGENTS = ["random", "rules", "uct(simulations=20)"]


class Here:
    """Plays in this process, in an order of its own; stops after `stop` matches as a kill would."""

    def __init__(self, *, backwards: bool = False, stop: int | None = None) -> None:
        self.backwards = backwards
        self.stop = stop
        self.played: list[int] = []

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        runner = MatchRunner(definition)
        for number in sorted(numbers, reverse=self.backwards):
            if self.stop is not None and len(self.played) >= self.stop:
                raise KeyboardInterrupt
            self.played.append(number)
            yield [MatchBatch("here", [runner.play(number)])]


def matches(path: Path) -> list[tuple[Any, ...]]:
    """What does not depend on the clock."""
    with Store(path) as kept:
        return [(m.number, m.agents, m.moves, m.payoffs, m.seeds, m.forfeit, m.reason) for m in kept.matches()]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    path = tmp_path_factory.mktemp("one") / "results.db"
    tournament("tic_tac_toe", AGENTS, matches=120, seed=7, store=path, executor=Here())
    return matches(path)


@pytest.mark.parametrize("workers", [1, 4])
def test_processes_play_the_same_matches(tmp_path: Path, expected: list[Any], workers: int) -> None:
    result = playout.tournament("tic_tac_toe", AGENTS, matches=120, seed=7, store=tmp_path / "r.db", workers=workers)
    assert matches(tmp_path / "r.db") == expected
    assert result.complete
    assert (result.played, result.wanted, result.openings) == (120, 120, 1)


def test_what_was_stopped_is_continued_and_a_larger_number_goes_on(tmp_path: Path, expected: list[Any]) -> None:
    path = tmp_path / "r.db"
    first, second, third = Here(backwards=True, stop=20), Here(), Here()
    with pytest.raises(KeyboardInterrupt):
        tournament("tic_tac_toe", AGENTS, matches=60, seed=7, store=path, executor=first)
    assert len(matches(path)) == 20
    tournament("tic_tac_toe", AGENTS, matches=60, store=path, executor=second)
    assert matches(path) == expected[:60]
    tournament("tic_tac_toe", AGENTS, matches=120, seed=7, store=path, executor=third)
    assert matches(path) == expected
    assert sorted(first.played + second.played + third.played) == list(range(120))


def test_one_more_agent_changes_nobody_elses_match(tmp_path: Path, expected: list[Any]) -> None:
    tournament(
        "tic_tac_toe", [*AGENTS, "random(seed=1)"], matches=240, seed=7, store=tmp_path / "r.db", executor=Here()
    )
    among = [match[1:] for match in matches(tmp_path / "r.db") if "random(seed=1)" not in match[1]]
    assert among == [match[1:] for match in expected]


def test_a_match_that_comes_twice_counts_once() -> None:
    class Twice(Here):
        def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
            for batches in super().play(definition, numbers):
                yield batches + batches

    assert tournament("tic_tac_toe", AGENTS, matches=12, seed=1, executor=Twice()).played == 12


def test_swapped_seats_share_their_opening(tmp_path: Path) -> None:
    result = tournament(
        "connect_four", AGENTS[:2], matches=20, seed=1, openings=5, store=tmp_path / "r.db", executor=Here()
    )
    with Store(tmp_path / "r.db") as kept:
        lines = [match.moves[:5] for match in kept.matches()]
    assert lines[::2] == lines[1::2]
    assert result.openings == len(set(lines)) >= 9


def test_three_seats_sit_in_every_order(tmp_path: Path) -> None:
    game = nim_for(3, tmp_path)
    result = tournament(game, ["random", "random(seed=1)", Illegal()], matches=12, seed=1, executor=Here())
    results = result.results
    assert len({tuple(row) for row in results.seats.tolist()}) == 6
    assert results.groups.tolist() == [number // 3 for number in range(12)]
    forfeited = results.forfeits >= 0
    assert results.payoffs[forfeited].sum(axis=1).tolist() == [1.0] * int(forfeited.sum()), "the others share alike"


@pytest.mark.parametrize("game", ["kuhn_poker", "pig"])
def test_games_of_chance_and_of_hidden_cards(tmp_path: Path, game: str) -> None:
    """Swapped seats have the same cards, and each deal counts as often as it comes: Kuhn has only 30 lines."""
    agents, options = ["flat(simulations=10)", "random"], {"goal": 20} if game == "pig" else {}
    small = playout.load(game, **options)
    result = tournament(small, agents, matches=100, seed=1, store=tmp_path / "r.db", workers=1)
    assert result.standings.matches == 100
    tournament(small, agents, matches=100, seed=1, store=tmp_path / "s.db", executor=Here())
    assert matches(tmp_path / "r.db") == matches(tmp_path / "s.db")
    deals = [match[2][:2] for match in matches(tmp_path / "r.db")]
    assert deals[::2] == deals[1::2]
    assert len(set(deals)) == 6


def test_nothing_is_carried_from_match_to_match(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    tournament("tic_tac_toe", [Remembers(), First()], matches=8, seed=1, executor=Here(), store=path)
    assert len({(match[1], match[2]) for match in matches(path)}) == 2


class Late(Sprt):
    """Says H1 at the first pair of matches that the first agent won both of, from the tenth on."""

    def decide(self, results: Any, *_: Any) -> Any:
        first = results.payoffs[results.seats == 0].reshape(-1, 2)
        return "H1" if len(first) >= 10 and first[-1].sum() == 2 else None


def test_a_sequential_test_stops_at_the_same_match_whoever_plays(tmp_path: Path) -> None:
    stops = []
    for name, executor in (("a", Here()), ("b", LocalExecutor(2)), ("c", Here(backwards=True))):
        path = tmp_path / name
        result = tournament(
            "tic_tac_toe", ["rules", "random"], matches=200, seed=3, store=path, executor=executor, sprt=Late(0, 10)
        )
        assert result.verdict == "H1"
        assert result.complete
        with Store(path) as kept:
            stops.append((kept.stop, len(kept.results().groups)))
        assert len(result.results.groups) == stops[-1][0]
    assert stops[0] == stops[1] == stops[2]
    assert stops[0][0] is not None and 20 <= stops[0][0] < 200
    again = Here()
    result = tournament(
        "tic_tac_toe", ["rules", "random"], matches=200, seed=3, store=tmp_path / "a", executor=again, sprt=Late(0, 10)
    )
    assert (again.played, result.verdict) == ([], "H1"), "what is answered is not asked again"
    tournament("tic_tac_toe", ["rules", "random"], matches=200, seed=3, store=tmp_path / "a", executor=again)
    with Store(tmp_path / "a") as kept:
        assert (kept.stop, kept.count()) == (None, 200)


def forfeits(result: TournamentResult, agent: Agent) -> list[str]:
    """The kinds of an agent's forfeits; nobody else has any."""
    results = result.results
    for row, seat in zip(results.seats, results.forfeits, strict=True):
        if seat >= 0:
            assert results.names[row[seat]] == agent.name
    return [reason for reason in results.reasons if reason]


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        (Illegal(), "illegal: the move 77 is not legal"),
        (Raises(), "crash: ZeroDivisionError"),
        pytest.param(Leaves(), "crash: its process ended with the code 3", marks=pytest.mark.slow),
        (Breaks(), "crash: its process ended with the signal SIGSEGV"),
    ],
)
def test_who_misbehaves_forfeits_and_the_others_play_on(tmp_path: Path, agent: Agent, reason: str) -> None:
    """Two of the three pairs have the culprit, so four of six matches."""
    path = tmp_path / "r.db"
    result = tournament("tic_tac_toe", ["random", agent, "rules"], matches=6, seed=1, workers=2, store=path)
    assert result.complete
    assert forfeits(result, agent) == [reason.partition(":")[0]] * 4
    with Store(path) as kept:
        assert all(match.reason.startswith(reason) for match in kept.matches() if match.forfeit is not None)
    culprit = result.results.payoffs[result.results.seats == 1]
    assert culprit.tolist() == [0.0] * 4


@pytest.mark.slow
def test_who_hangs_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    result = tournament(
        "tic_tac_toe", [Hangs(), First()], matches=2, seed=1, workers=2, clock=Clock(move=0.3), store=path
    )
    assert forfeits(result, Hangs()) == ["clock"] * 2
    with Store(path) as kept:
        for match in kept.matches():
            assert match.reason == "clock: it was still thinking long after its time was over"
            assert len(match.moves) == 2 + (match.agents[1] == "hangs"), "the moves before the hang are kept"
            assert not match.replay().over


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system does not tell what a process takes")
def test_who_takes_all_memory_is_ended() -> None:
    result = tournament("tic_tac_toe", [Glutton(), First()], matches=2, seed=1, executor=LocalExecutor(1, memory=400))
    assert forfeits(result, Glutton()) == ["memory"] * 2


def test_a_worker_that_is_killed_from_outside_costs_nothing(tmp_path: Path) -> None:
    agent = Fells(tmp_path, 2)
    result = tournament("tic_tac_toe", [agent, "random"], matches=6, seed=1, workers=1)
    undisturbed = tournament("tic_tac_toe", [agent, "random"], matches=6, seed=1, executor=Here())
    assert forfeits(result, agent) == []
    assert np.array_equal(result.results.payoffs, undisturbed.results.payoffs)
    assert np.array_equal(result.results.plies, undisturbed.results.plies)


def test_who_loses_its_worker_again_and_again_is_blamed(tmp_path: Path) -> None:
    agent = Fells(tmp_path, 3)
    result = tournament("tic_tac_toe", [agent, "random"], matches=4, seed=1, workers=1)
    assert forfeits(result, agent) == ["crash"]


def test_broken_rules_stop_the_tournament_with_a_sentence(tmp_path: Path) -> None:
    text = paths.NIM.read_text()
    endless = text.replace("s.stones -= move", "s.stones -= 0 * move").replace(
        "MAX_MOVES = 3", "MAX_MOVES = 3\nMAX_LENGTH = 50"
    )
    (tmp_path / "endless.py").write_text(endless)
    with pytest.raises(
        PlayoutError, match=r"match 0 of endless .* after the 50 moves .*: the match did not end in 50 plies"
    ):
        tournament(tmp_path / "endless.py", ["random", "random(seed=1)"], matches=2, seed=1, workers=1)


def test_bad_tournaments_are_refused_before_the_first_match(tmp_path: Path) -> None:
    path = tmp_path / "r.db"

    def refused(match: str, *words: Any, error: type[Exception] = PlayoutError, **options: Any) -> None:
        with pytest.raises(error, match=match):
            tournament(*words, **{"store": path, "seed": 1, **options})

    refused("alphabeta cannot play kuhn_poker: alphabeta needs full information", "kuhn_poker", ["random", "alphabeta"])
    refused("random is named twice; give one of them another option", "pig", ["random", "random"], error=OptionError)
    refused(r"there is no agent 'randon'", "pig", ["random", "randon"], error=OptionError)
    refused("the number of matches has to be at least 1, not 0", "pig", AGENTS[:1], matches=0, error=OptionError)
    refused("a match has 2 seats", "pig", ["random"], error=OptionError)
    refused("there is no pairing 'swiss'", "pig", ["random", "flat"], pairing="swiss", error=OptionError)
    refused("a sequential test compares two agents", "tic_tac_toe", AGENTS, sprt=(0, 5), error=OptionError)
    refused("random openings of 9 plies all end", "tic_tac_toe", AGENTS, openings=9)
    refused("move 2: 4 is not a legal move", "tic_tac_toe", AGENTS, openings=Openings(lines=((4, 4),)))
    refused("cannot be sent to another process", "pig", ["random", type("Local", (Agent,), {})()])
    refused(
        "the number of workers has to be at least 1, not 0", "pig", ["random", "flat"], workers=0, error=OptionError
    )
    assert not list(tmp_path.iterdir()), "nothing is left of a tournament that was refused"


def test_openings_may_be_a_file_or_given(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("b2 a1\na1 b2\n")
    given: list[Path | Openings] = [tmp_path / "lines.txt", Openings(lines=((4, 6), (6, 4)))]
    for number, openings in enumerate(given):
        path = tmp_path / f"{number}.db"
        tournament("tic_tac_toe", AGENTS[:2], matches=8, seed=1, openings=openings, store=path, executor=Here())
        with Store(path) as kept:
            assert [match.moves[:2] for match in kept.matches()] == [(4, 6), (4, 6), (6, 4), (6, 4)] * 2


@pytest.mark.slow
def test_a_watcher_sees_it_grow() -> None:
    seen: list[TournamentResult] = []
    result = tournament(
        "tic_tac_toe", ["flat(seconds=0.05)", "random"], matches=8, seed=1, workers=1, watch=seen.append
    )
    assert seen
    assert [look.played for look in seen] == sorted(look.played for look in seen)
    assert not seen[0].complete and result.complete


def test_searches_that_solve_take_part_in_tournaments_of_games_without_an_evaluation() -> None:
    result = playout.tournament("tic_tac_toe", ["minimax", "alphabeta"], matches=2, seed=1, workers=1)
    assert result.results.payoffs.tolist() == [[0.5, 0.5], [0.5, 0.5]]
