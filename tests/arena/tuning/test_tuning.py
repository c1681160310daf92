"""Tuning: finds the better value, a bandit plays it most, and an interrupted run ends like an undisturbed one."""

from __future__ import annotations

import csv
import io
import json
import math
import multiprocessing
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.arena.definition import Definition
from playout.arena.executors import MatchBatch
from playout.arena.executors.local import LocalExecutor
from playout.arena.match_records import MatchRow, pack
from playout.arena.schedule import Schedule
from playout.arena.seeds import stream_key
from playout.arena.statistics.elo import score_of_elo
from playout.arena.statistics.match_results import MatchResults
from playout.arena.storage.store import Store
from playout.arena.tuning.plan import BanditPlan, GridPlan, group_scores
from playout.arena.tuning.tune import tune
from playout.match.clocks import Clock
from playout.rng import Rng
from playout.rules import OptionError, PlayoutError
from tests import paths
from tests.arena.agents import First
from tests.arena.test_tournament import Here, matches

SMALL: dict[str, Any] = {"parameter": "simulations", "values": [5, 200], "baseline": "uct(simulations=20)", "seed": 7}


class Coins:
    """Instead of matches: candidate i wins with the i-th chance, by a stream of the match's own."""

    def __init__(self, chances: Sequence[float], *, stop: int | None = None, backwards: bool = False) -> None:
        self.chances = chances
        self.stop = stop
        self.backwards = backwards
        self.calls: list[list[int]] = []

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        self.calls.append([])
        for number in sorted(numbers, reverse=self.backwards):
            if self.stop is not None and sum(map(len, self.calls)) >= self.stop:
                raise KeyboardInterrupt
            self.calls[-1].append(number)
            agents = definition.schedule.seating(number).agents
            won = Rng(stream_key(number)).below(1000) < 1000 * self.chances[max(agents) - 1]
            payoffs = tuple(float((agent != 0) == won) for agent in agents)
            zeros = (0.0, 0.0)
            line = pack([number // 100, number % 100])
            yield [
                MatchBatch(
                    "here", [MatchRow(number, agents, payoffs, zeros, zeros, (1, 1), -1, "", 0, line, pack([0, 0]))]
                )
            ]


def coins(chances: Sequence[float], executor: Coins | None = None, **more: Any) -> playout.TuningResult:
    """A tuning of coins."""
    values = [round(0.1 * place, 1) for place in range(1, len(chances) + 1)]
    given = {"parameter": "c", "values": values, "seed": 3, "executor": executor or Coins(chances), **more}
    return tune("tic_tac_toe", "uct(simulations=2)", **given)


def test_more_simulations_are_found_to_be_better() -> None:
    found = tune("connect_four", "uct", matches=60, openings=2, executor=Here(), **SMALL)
    assert found.best is not None
    assert found.best.value == 200
    assert found.best.agent == "uct(simulations=200)"
    assert found.lead is not None
    assert found.lead.los > 0.999
    worse, better = found.trials
    assert (worse.value, better.value) == (5, 200)
    assert worse.score < worse.score_high < better.score_low < better.score
    assert worse.matches == better.matches == 30
    assert found.complete
    assert "Best: simulations=200.\nAgainst the next, simulations=5: clearly stronger" in str(found)


def test_processes_find_the_same_as_one() -> None:
    given: dict[str, Any] = {**SMALL, "matches": 24, "openings": 2, "by": "bandit"}
    one = playout.tune("tic_tac_toe", "uct", executor=Here(backwards=True), **given)
    executor = LocalExecutor(2)
    assert playout.tune("tic_tac_toe", "uct", executor=executor, **given).to_dict() == one.to_dict()
    assert multiprocessing.active_children() == [], "the processes stay between rounds, and no longer"


@pytest.mark.parametrize("by", ["grid", "bandit"])
def test_a_score_is_a_share_and_elo_follows(by: str) -> None:
    """Elo is that of the score with the virtual matches: half a one of the value, and its share of the baseline's."""
    chances = [0.3, 0.45, 0.6, 0.75]
    found = coins(chances, matches=1600, by=by)
    assert sum(trial.matches for trial in found.trials) == found.played == 1600
    for trial, chance in zip(found.trials, chances, strict=True):
        assert abs(trial.wins - chance * trial.matches) < 4 * math.sqrt(chance * (1 - chance) * trial.matches)
        assert trial.score == pytest.approx(trial.wins / trial.matches)
        assert trial.score_low < trial.score < trial.score_high
        assert trial.wins + trial.losses == trial.matches
        virtual = 0.5 + 0.5 * trial.matches / found.played
        expected = (trial.wins + virtual / 2) / (trial.matches + virtual)
        assert score_of_elo(trial.elo) == pytest.approx(expected)
    assert found.best is found.trials[3]
    assert found.lead is not None
    assert found.lead.elo == pytest.approx(found.trials[3].elo - found.trials[2].elo)


def test_a_grid_plays_each_value_alike_and_completes_the_round() -> None:
    found = coins([0.5] * 3, matches=100)
    assert found.wanted == found.played == 102
    assert [trial.matches for trial in found.trials] == [34] * 3


def test_a_bandit_plays_the_best_most_and_the_worst_least() -> None:
    found = coins([0.2, 0.4, 0.8, 0.3], matches=400, by="bandit")
    counts = [trial.matches for trial in found.trials]
    assert sum(counts) == found.wanted == 400
    assert counts[2] > 200
    assert min(counts) == counts[0]
    assert min(counts) >= 4
    assert found.best is found.trials[2]


def test_a_bandit_is_no_dearer_than_one_group_each() -> None:
    found = coins([0.5] * 5, matches=1, by="bandit")
    assert [trial.matches for trial in found.trials] == [2] * 5


def test_swapped_seats_are_always_both_played() -> None:
    executor = Coins([0.2, 0.4, 0.8])
    coins([0.2, 0.4, 0.8], executor, matches=101, by="bandit")
    played = sorted(number for call in executor.calls for number in call)
    assert len(played) == 102
    assert all(number ^ 1 in played for number in played)
    assert len(executor.calls) < 10, "rounds grow, so there are few"


@pytest.mark.parametrize("by", ["grid", "bandit"])
@pytest.mark.parametrize("stop", [1, 13, 50])
def test_a_stopped_and_continued_run_equals_an_undisturbed_one(tmp_path: Path, by: str, stop: int) -> None:
    chances = [0.2, 0.5, 0.7]
    whole, broken = tmp_path / "whole.db", tmp_path / "broken.db"
    expected = coins(chances, Coins(chances), matches=120, by=by, store=whole)
    with pytest.raises(KeyboardInterrupt):
        coins(chances, Coins(chances, stop=stop, backwards=True), matches=120, by=by, store=broken)
    with Store(broken) as kept:
        assert kept.count() == stop
    rest = Coins(chances)
    found = coins(chances, rest, matches=120, by=by, store=broken)
    assert sum(map(len, rest.calls)) == 120 - stop
    assert matches(broken) == matches(whole)
    assert {**found.to_dict(), "store": None} == {**expected.to_dict(), "store": None}


def test_a_bandit_of_real_matches_is_continued(tmp_path: Path) -> None:
    given: dict[str, Any] = {**SMALL, "matches": 30, "openings": 2, "by": "bandit"}
    tune("tic_tac_toe", "uct", store=tmp_path / "whole.db", executor=Here(), **given)
    with pytest.raises(KeyboardInterrupt):
        tune("tic_tac_toe", "uct", store=tmp_path / "broken.db", executor=Here(stop=17), **given)
    given["seed"] = None
    tune("tic_tac_toe", "uct", store=tmp_path / "broken.db", executor=Here(), **given)
    assert matches(tmp_path / "broken.db") == matches(tmp_path / "whole.db")


def test_a_longer_bandit_begins_with_a_shorter_ones_matches(tmp_path: Path) -> None:
    chances = [0.2, 0.5, 0.7]
    coins(chances, matches=54, by="bandit", store=tmp_path / "grown.db")
    grown = coins(chances, matches=200, by="bandit", store=tmp_path / "grown.db")
    coins(chances, matches=200, by="bandit", store=tmp_path / "whole.db")
    assert matches(tmp_path / "grown.db") == matches(tmp_path / "whole.db")
    assert grown.played == 200


def test_the_store_refuses_other_values(tmp_path: Path) -> None:
    coins([0.5, 0.6], matches=8, store=tmp_path / "s.db")
    with pytest.raises(PlayoutError, match="holds another tournament: agents"):
        coins([0.5, 0.6, 0.7], matches=8, store=tmp_path / "s.db")


def test_a_grid_ends_in_one_round_and_knows_all_before() -> None:
    schedule = Schedule(["baseline", "a", "b", "c"], 2, pairing="gauntlet", seed=1)
    grid = GridPlan(schedule, 7)
    assert list(grid.rounds()) == [list(range(12))]
    assert {schedule.seating(number).group % 3 + 1 for number in range(12)} == {1, 2, 3}


def test_what_a_bandit_learns_is_the_candidates_score_in_its_groups() -> None:
    """Groups 0 and 4 of two seats: the candidate, agent 1 or 2, wins both of one and draws and loses the other."""
    payoffs: list[list[float]] = [[0, 1], [1, 0], [0.5, 0.5], [0, 1]]
    results = MatchResults.of(["baseline", "a", "b"], [[0, 1], [1, 0], [0, 2], [2, 0]], payoffs, [0, 0, 4, 4])
    assert group_scores(results, np.array([4, 0])).tolist() == [0.25, 1.0]


def test_a_bandit_counts_only_what_it_chose() -> None:
    """Matches that are in the store for another reason do not change what it decides."""
    schedule = Schedule(["baseline", "a", "b"], 2, pairing="gauntlet", seed=1)
    plain, other = BanditPlan(schedule, 100), BanditPlan(schedule, 100)
    for ahead, behind in zip(plain.rounds(), other.rounds(), strict=True):
        assert ahead == behind
        groups = np.array(plain.groups).repeat(2)
        more = np.concatenate([groups, np.arange(900, 940).repeat(2)])
        for bandit, chosen in ((plain, groups), (other, more)):
            seats = [[0, group % 2 + 1][:: 1 - 2 * (row % 2)] for row, group in enumerate(chosen)]
            won = [group % 2 if group < 900 else 1 - group % 2 for group in chosen]
            payoffs = [[won[row] if agent else 1 - won[row] for agent in seat] for row, seat in enumerate(seats)]
            bandit.learn(MatchResults.of(schedule.agents, seats, payoffs, chosen))
    counts = np.bincount(np.array(plain.groups) % 2)
    assert counts[1] > 2 * counts[0], "the second candidate wins always, the first never"


def test_tables_say_the_same_in_every_form() -> None:
    found = coins([0.3, 0.7], matches=40)
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [float(row["score"]) for row in rows] == [trial.score for trial in found.trials]
    assert [row["agent"] for row in rows] == ["uct(simulations=2, c=0.1)", "uct(simulations=2, c=0.2)"]
    record = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert [trial["elo"] for trial in record["trials"]] == [trial.elo for trial in found.trials]
    assert (record["best"], record["baseline"], record["matches"]) == (0.2, "uct(simulations=2)", 40)
    assert found.to_markdown().startswith("| c | matches |")
    assert "Best: c=0.2." in found.to_markdown()


@pytest.mark.parametrize(
    ("values", "log"), [([0.1, 0.2, 1.0], False), ([0.1, 0.2, 1.1], True), ([0, 1, 99], False)], ids=str
)
def test_a_plot_has_a_point_with_error_bars_for_each_value(values: list[float], log: bool) -> None:
    found = coins([0.3, 0.5, 0.7], matches=40, values=values)
    text = found.plot()
    ElementTree.fromstring(text)
    assert ("log scale" in text) == log
    assert text.count('id="reach-0"') == 1
    for trial in found.trials:
        assert f"{trial.value:g} gives {100 * trial.score:.4g}" in text


def test_a_plot_of_words_has_bars(tmp_path: Path) -> None:
    found = coins([0.3, 0.7], matches=40, parameter="choice", values=["visits", "mean"])
    found.write_plot(tmp_path / "choice.svg")
    text = (tmp_path / "choice.svg").read_text()
    ElementTree.fromstring(text)
    assert re.findall(r'id="(bar-\d)"', text) == ["bar-0", "bar-1"]
    with pytest.raises(PlayoutError, match=r"cannot write the plot .*: No such file"):
        found.write_plot(tmp_path / "none" / "choice.svg")


def test_a_value_without_matches_has_no_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playout.arena.tournament.WATCH_SECONDS", 0)
    shown: list[playout.TuningResult] = []
    with pytest.raises(KeyboardInterrupt):
        coins([0.3, 0.7], Coins([0.3, 0.7], stop=1), matches=40, store=tmp_path / "s.db")
    coins([0.3, 0.7], Slow([0.3, 0.7]), matches=40, store=tmp_path / "s.db", watch=shown.append)
    first = shown[0]
    assert not first.complete
    assert first.trials[1].matches == 0
    assert math.isnan(first.trials[1].elo)
    assert first.to_dict()["trials"][1]["elo"] is None
    assert first.lead is None
    assert "No verdict yet" in str(first)
    ElementTree.fromstring(first.plot())


class Slow(Coins):
    """Says at first that nothing is done yet."""

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        yield []
        yield from super().play(definition, numbers)


def test_a_baseline_that_is_a_candidate_is_told_apart() -> None:
    found = coins([0.3, 0.5], matches=4, baseline="uct(simulations=2, c=0.2)")
    assert found.baseline == "uct(simulations=2, c=0.2, seed=0)"
    assert coins([0.3, 0.5], matches=4, baseline="uct(simulations=2)").baseline == "uct(simulations=2)"


def test_a_value_takes_the_place_of_the_one_that_was_spelt() -> None:
    found = tune(
        "tic_tac_toe", "uct(c=3, simulations=2)", parameter="c", values=np.array([1.5, 2.5]), matches=4, seed=1
    )
    assert [trial.agent for trial in found.trials] == ["uct(c=1.5, simulations=2)", "uct(c=2.5, simulations=2)"]
    assert found.baseline == "uct(c=3, simulations=2)"


def test_a_baseline_may_be_an_object() -> None:
    found = tune(
        "tic_tac_toe",
        "uct(simulations=9)",
        parameter="c",
        values=[1, 2],
        baseline=First(),
        matches=4,
        seed=1,
        executor=Here(),
    )
    assert found.baseline == "first"
    assert found.played == 4


UCT = "uct(simulations=2)"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"values": [1]}, "tuning compares two values of c or more"),
        ({"values": []}, "tuning compares two values of c or more"),
        ({"values": [1, 2, 1.0]}, "c=1.0 is named twice; name each value once"),
        ({"values": "0.5"}, r"the values of c have to be a list, like \[0.5, 1.0\], not '0.5'"),
        ({"values": [0.5, math.nan]}, "a value of c has to be a number, a text, True, False or None, not nan"),
        ({"values": [0.5, print]}, "a value of c has to be a number, .* not <built-in"),
        ({"values": [0.5, "much"]}, "c has to be .*'much'"),
        ({"values": [1, -1]}, "c has to be .*-1"),
        ({"parameter": "cc"}, r"uct has no option 'cc' \(did you mean c\?\); it has "),
        ({"parameter": "simulation"}, r"uct has no option 'simulation' \(did you mean simulations\?\)"),
        ({"parameter": "seed"}, "the seed cannot be tuned"),
        ({"parameter": "simulations", "values": [10, 0.5]}, "simulations has to be a whole number above 0, not 0.5"),
        ({"parameter": "nodes"}, "uct has no option 'nodes'"),
        ({"agent": "random"}, "random has no parameter to tune"),
        ({"agent": "utc(simulations=2)"}, r"there is no agent 'utc' \(did you mean uct\?\)"),
        ({"agent": First()}, "the agent to tune is a spelling like"),
        ({"agent": "uct"}, r"uct\(c=1\) has no limit; give it one, like uct\(c=1, simulations=100\), or set a clock"),
        ({"baseline": "uct"}, r"uct has no limit; give it one, like uct\(simulations=100\)"),
        ({"baseline": "alphabeta"}, r"alphabeta has no limit; give it one, like alphabeta\(depth=4\)"),
        ({"baseline": "rulez"}, "there is no agent 'rulez'"),
        ({"by": "bandits"}, r"there is no way to tune 'bandits' \(did you mean bandit\?\); there are grid, bandit"),
        ({"matches": 0}, "the number of matches has to be at least 1, not 0"),
    ],
    ids=lambda item: item if isinstance(item, str) else "",
)
def test_a_mistake_is_said(given: dict[str, Any], sentence: str) -> None:
    whole: dict[str, Any] = {"game": "tic_tac_toe", "agent": UCT, "parameter": "c", "values": [1, 2], **given}
    with pytest.raises((OptionError, PlayoutError), match=sentence):
        tune(whole.pop("game"), whole.pop("agent"), executor=Here(stop=0), **whole)


def test_a_clock_is_a_limit_as_well() -> None:
    found = tune(
        "tic_tac_toe", "uct", parameter="c", values=[1, 2], matches=4, seed=1, clock=Clock(move=0.2), executor=Here()
    )
    assert found.played == 4


class Shares:
    """Matches of a table of three: candidate i wins with the i-th chance, else one of the two others, who share 0."""

    def __init__(self, chances: Sequence[float]) -> None:
        self.chances = chances

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        for number in numbers:
            agents = definition.schedule.seating(number).agents
            assert sorted(agents)[:2] == [0, 1], "the baseline sits in all other seats"
            rng = Rng(stream_key(number))
            winner = rng.below(2)
            if rng.below(1000) < 1000 * self.chances[max(agents) - 2]:
                winner = max(agents)
            payoffs = tuple(float(agent == winner) for agent in agents)
            zeros, line = (0.0, 0.0, 0.0), pack([number // 100, number % 100])
            row = MatchRow(number, agents, payoffs, zeros, zeros, (1, 1, 1), -1, "", 0, line, pack([0, 0]))
            yield [MatchBatch("here", [row])]


def shares(chances: Sequence[float], **more: Any) -> playout.TuningResult:
    """A tuning at tables of three."""
    values = [round(0.1 * place, 1) for place in range(1, len(chances) + 1)]
    given: dict[str, Any] = {"parameter": "c", "values": values, "seed": 3, "executor": Shares(chances), **more}
    return tune("gomoku3d", "uct(simulations=2)", **given)


def test_with_three_seats_the_baseline_has_the_two_others() -> None:
    """Who wins with chance p scores p + (1 - p) / 4 against one other, since a loser is even with a loser; in the model
    of rankings e^s / (e^s + 2) = p.
    """
    chances = [0.2, 1 / 3, 0.6]
    found = shares(chances, matches=2700)
    assert found.baseline == "uct(simulations=2)"
    assert found.tournament.results.names[:2] == ("uct(simulations=2, seed=0)", "uct(simulations=2, seed=1)")
    for trial, p in zip(found.trials, chances, strict=True):
        assert trial.matches == 900
        assert trial.wins + trial.losses == 900
        assert trial.wins == pytest.approx(900 * p, abs=45)
        won = trial.wins / 900
        assert trial.score == pytest.approx(won + (1 - won) / 4)
        assert trial.elo == pytest.approx(400 / math.log(10) * math.log(2 * won / (1 - won)), abs=2)
        assert trial.score_low < trial.score < trial.score_high
    assert found.best is found.trials[2]
    assert found.trials[0].los < 0.001
    assert found.trials[2].los > 0.999
    assert "so 50 % is even" in str(found)


def test_with_three_seats_a_bandit_plays_the_best_most(tmp_path: Path) -> None:
    found = shares([0.2, 0.7, 0.3], matches=300, by="bandit", store=tmp_path / "s.db")
    counts = [trial.matches for trial in found.trials]
    assert sum(counts) == found.played == 300
    assert counts[1] > 150
    assert shares([0.2, 0.7, 0.3], matches=300, by="bandit", store=tmp_path / "s.db").to_dict() == found.to_dict()


def test_with_three_seats_baseline_and_candidates_are_told_apart() -> None:
    found = shares([0.5, 0.5], matches=6, baseline="uct(simulations=2, c=0.1)")
    assert found.baseline == "uct(simulations=2, c=0.1, seed=0)"
    assert len(set(found.tournament.results.names)) == 4
    with pytest.raises(OptionError, match="the baseline has several seats, each with another seed; give a spelling"):
        shares([0.5, 0.5], matches=6, baseline=First())


def test_a_game_of_one_seat_is_refused(tmp_path: Path) -> None:
    text = paths.NIM.read_text().replace("PLAYERS = 2", "PLAYERS = 1").replace("1 - s.turn", "0")
    (tmp_path / "one.py").write_text(text)
    with pytest.raises(OptionError, match="tuning needs an opponent, and one has one seat"):
        tune(tmp_path / "one.py", UCT, parameter="c", values=[1, 2])
