"""The experiments run, write pages with tables and pictures, and find what theory says has to come out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from experiments.__main__ import EXPERIMENTS, main
from experiments.article import chess_and_go, game_sizes
from experiments.common import Options
from experiments.course_connect_four import report as course_report
from experiments.course_connect_four import simulations as course_simulations
from experiments.course_connect_four import variants as course_variants
from experiments.hearthstone import own as hearthstone_own
from experiments.hearthstone import page as hearthstone_page
from experiments.hearthstone import report as hearthstone_report
from experiments.lecture import alpha_beta, bandits, tic_tac_toe
from experiments.progress import Progress
from experiments.three_players import report as three_report
from experiments.three_players import variants as three_variants
from experiments.three_players.forced_blocks import threatened

import playout
from experiments import duels, in_process, saved, verdicts
from playout.arena.reporting.standings import standings
from playout.arena.statistics.match_results import MatchResults
from playout.arena.tournament import tournament
from playout.rules import PlayoutError
from tests.experiments.test_experiment_pages import check_page, check_undecided, quiet

__all__ = ["quiet"]


QUICK = Options(quick=True)


class QuickRuns:
    """Quick runs of whole experiments, each made once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found = dict[str, dict[str, Any]]()

    def folder(self, name: str) -> Path:
        """Where the page of the experiment was written."""
        self.results(name)
        return self._folder / name

    def results(self, name: str) -> dict[str, Any]:
        """By part."""
        if name not in self._found:
            self._found[name] = main([name, "--quick", "--out", str(self._folder / name)])
        return self._found[name]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> QuickRuns:
    return QuickRuns(tmp_path_factory.mktemp("quick"))


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_quick_run_writes_a_whole_page_that_decides_nothing(name: str, quick: QuickRuns) -> None:
    assert list(quick.results(name)) == list(EXPERIMENTS[name].parts)
    check_page(quick.folder(name), name)
    check_undecided(quick.folder(name), name)


@pytest.mark.slow
def test_bandits_lose_as_theory_says(quick: QuickRuns) -> None:
    found = quick.results("lecture")["bandits"]
    assert isinstance(found, bandits.Found)
    pulls = found.regret.pulls
    last = {name: points[pulls].mean for name, points in found.regret.expected.items()}
    assert last["ucb1"] < last["naive"]
    assert max(last["thompson"], last["ucb1_tuned"], last["ucb2"]) < min(last["ucb1"], last["epsilon_greedy"])
    assert last["ucb1"] < bandits.upper_bound(pulls)
    # Half of the pulls cost epsilon-greedy half of its regret; of a logarithm, the second half is the smaller one.
    half = {name: points[pulls // 2].mean for name, points in found.regret.expected.items()}
    added = {name: last[name] - half[name] for name in last}
    assert added["epsilon_greedy"] == pytest.approx(last["epsilon_greedy"] / 2, rel=0.2)
    assert added["thompson"] < 0.3 * last["thompson"]
    for way in found.pi:
        assert way.slope == pytest.approx(-0.5, abs=0.12)
        assert way.errors == pytest.approx(way.theory, rel=0.6)


@pytest.mark.slow
def test_alpha_beta_looks_at_less_and_says_the_same(quick: QuickRuns) -> None:
    found = quick.results("lecture")["alpha_beta"]
    assert isinstance(found, alpha_beta.Found)
    trees = found.trees
    for depth, whole in trees["minimax"].items():
        assert whole.leaves == 4**depth * len(whole.values)
        assert trees["good"][depth].leaves == alpha_beta.least_leaves(4, depth) * len(whole.values)
        assert trees["good"][depth].nodes <= trees["random"][depth].nodes <= trees["bad"][depth].nodes <= whole.nodes
        assert all(set(trees[order][depth].values) == {0.5} for order in ("minimax", *alpha_beta.ORDERS))
    plain = found.boards["alpha-beta, from left to right"]
    for depth, whole in found.boards["minimax"].items():
        assert plain[depth].nodes <= whole.nodes
        assert plain[depth].values == found.boards["with a table"][depth].values == whole.values
    assert {count.values for count in found.solved.values()} == {found.solved["minimax"].values}
    assert all(count.nodes <= found.solved["minimax"].nodes for count in found.solved.values())
    wrong = replace(found, solved=found.solved | {"all off": replace(found.solved["all off"], values=(0.25,))})
    with pytest.raises(PlayoutError, match=r"have to agree on the values.*minimax"):
        alpha_beta.check_values(wrong)


@pytest.mark.slow
def test_who_searches_to_the_end_never_loses_at_tic_tac_toe(quick: QuickRuns) -> None:
    found = quick.results("lecture")["tic_tac_toe"]
    assert isinstance(found, tic_tac_toe.Found)
    losses = {row.agent: row.losses for row in found.standings.rows}
    assert losses["minimax"] == losses["alphabeta"] == 0
    assert losses["random"] > 0
    few, many = ([trials[budget] for trials in found.trials.values()] for budget in (10, 300))
    assert all(trial.lost > 0 for some in few for trial in some)
    assert sum(trial.lost for some in many for trial in some) < sum(trial.lost for some in few for trial in some)


def test_every_line_against_a_player_is_tried() -> None:
    """With one simulation UCT can be beaten, with many it cannot, by any of the lines that an opponent can choose."""
    assert tic_tac_toe.against_all("uct(solver=False, tactics=False, policy='uniform')", 1, 0).lost > 0
    safe = tic_tac_toe.against_all("uct", 3000, 0)
    assert safe.lost == 0
    assert 0 < safe.lines < 945 + 384


def test_a_share_has_an_interval() -> None:
    """Wilson's interval of 0 of 10 and 5 of 10, by hand."""
    assert verdicts.wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert verdicts.wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


@pytest.mark.slow
def test_uct_with_all_it_has_beats_the_reports(quick: QuickRuns) -> None:
    found = quick.results("course_connect_four")["variants"]
    assert isinstance(found, course_variants.Found)
    assert list(found.variants) == [course_variants.OURS, course_variants.REPORT]
    score, low, high = found.against[course_variants.OURS]
    assert score > 0.5
    assert 0 < low <= high < 1
    assert found.handicap.matches == 2 * found.boards[0]
    assert all(row.matches == 2 * found.boards[1] for rows in found.by_c.values() for row in rows.values())


def test_thinking_longer_is_measured_by_simulations() -> None:
    found = course_simulations.measure(QUICK)
    assert all(row.matches == 2 * found.boards for rows in found.by_simulations.values() for row in rows.values())
    assert all(pace > 0 for pace in found.pace.values())


@pytest.mark.slow
def test_the_claims_of_the_course_are_measured(quick: QuickRuns) -> None:
    found = quick.results("course_connect_four")["report"]
    assert isinstance(found, course_report.Found)
    assert all(row.matches == 2 * found.sizes.ladder for row in found.ladder.values())
    assert found.ladder["random"].score == 1
    few, many = found.seen.values()
    assert few.wins <= many.wins == many.positions


def test_wins_and_threats_are_found() -> None:
    """X has three in column a, O has three in the bottom row from b to d, and X is to move."""
    game = playout.load("connect_four")
    state = game.replay("abacad")
    assert [state.format(move) for move in course_report.winning(state)] == ["a"]
    assert [state.format(move) for move in course_report.threats(state)] == ["e"]
    after = state.play("g")
    assert [after.format(move) for move in course_report.winning(after)] == ["e"]
    assert [after.format(move) for move in course_report.threats(after)] == ["a"]


@pytest.mark.slow
def test_the_claims_on_three_players_are_measured(quick: QuickRuns) -> None:
    found = quick.results("three_players")["report"]
    assert isinstance(found, three_report.Found)
    sizes = found.sizes
    longer = {sizes.simulations: sizes.matches, **sizes.longer}
    for name, by in {**found.ways, **found.worse}.items():
        planned = longer | (sizes.longest if name in three_report.WAYS else {})
        assert {n: row.matches for n, row in by.items()} == planned
    for equals in found.balance.values():
        for players, row in equals.items():
            assert len(row.wins) == three_report.SEATS[players]
            assert sum(row.wins) + row.draws == row.matches
    assert {n: row.positions for n, row in found.blocks.items()} == dict.fromkeys(
        found.sizes.few, found.sizes.positions
    )
    assert all(row.pruning - row.plain == row.gained - row.lost for row in found.blocks.values())


@pytest.mark.slow
def test_a_forced_block_is_the_only_way_to_stop_the_next_player() -> None:
    state, block = threatened(1)
    rival, elsewhere = (state.turn + 1) % 3, [move for move in state.moves() if state.format(move) != block]
    assert not any(state.play(move).over for move in state.moves())
    assert all(state.play(move).play(block).payoffs[rival] == 1 for move in elsewhere)
    assert not any(state.play(block).play(move).over for move in elsewhere)


@pytest.mark.slow
def test_three_players_meet_in_every_seat(quick: QuickRuns) -> None:
    found = quick.results("three_players")["variants"]
    assert isinstance(found, three_variants.Found)
    for scores in (found.equal_simulations, found.equal_time):
        assert set(scores) == set(found.cost) >= {"plain", three_variants.REPORT, three_variants.OURS}
        assert all(row.matches == 3 and row.low <= row.score <= row.high for row in scores.values())
    # Three equal players from the same seeds: whoever wins, over all seats it is a third.
    assert found.equal_simulations["plain"].score == pytest.approx(1 / 3)
    block, extend = zip(*found.shares.values(), strict=True)
    assert block[-1] > block[0], "who looks at the rivals' chances blocks more"
    assert extend[-1] < extend[0]


def test_the_example_of_four_players_is_what_it_says() -> None:
    """The first player would win on both ends of its four; the second has three with two free cells beside them."""
    state = playout.load(three_variants.GAME, players=4).replay(three_variants.OPEN_FOUR)
    assert state.turn == 1
    wins = [text for text in map(state.format, state.moves()) if _wins(three_variants.OPEN_FOUR, text)]
    assert sorted(wins) == sorted(three_variants.BLOCKS)


def _wins(line: list[str], text: str) -> bool:
    """Whether the first player would have won with one more stone there: as if it had moved there, the others apart."""
    game = playout.load(three_variants.GAME, players=4)
    apart = [cell for cell in ("a5-6", "c5-6", "e5-6") if cell != text]
    spare = [*apart, "b1-6"][:3]
    return game.replay([*line, *spare]).play(text).over


@pytest.mark.slow
def test_monte_carlo_meets_the_rules_in_hearthstone(quick: QuickRuns) -> None:
    found = quick.results("hearthstone")["own"]
    assert isinstance(found, hearthstone_own.Found)
    rows = [row for rows in found.by_budget.values() for row in rows.values()]
    rows += [*found.equal_work.values(), *found.equal_time.values(), *found.switches.values()]
    assert all(row.matches == found.sizes.matches for row in rows)
    assert all(row.seats[0].matches == row.seats[1].matches for row in rows)
    assert all(pace > 0 for pace in found.pace.values())
    assert {seconds: row.matches for seconds, row in found.trees.items()} == found.sizes.trees


def test_where_monte_carlo_is_even_in_words() -> None:
    def duel(score: float, error: float) -> saved.Duel:
        return saved.Duel(score, score - error, score + error, 10, [])

    rows = {100: duel(0.1, 0.1), 10_000: duel(0.45, 0.1), 40_000: duel(0.55, 0.04)}
    assert hearthstone_page.even(rows) == "about 20,000 simulations"
    found = hearthstone_page._even("", rows)
    assert found.measured == "about 20,000 simulations; by the intervals more than 100 and fewer than 40,000"
    assert hearthstone_page.even({100: rows[100]}) == "more than 100 simulations"
    assert hearthstone_page.even({100: duel(0.6, 0.2)}) == "100 simulations or fewer"


@pytest.mark.slow
def test_the_hearthstone_reports_agents_meet(quick: QuickRuns) -> None:
    found = quick.results("hearthstone")["report"]
    assert isinstance(found, hearthstone_report.Found)
    assert [len(row) for row in found.table.values()] == [0, 1, 2, 3, 4]
    assert set(found.additions) == set(list(hearthstone_report.STAGES)[1:])


def test_an_interrupted_experiment_goes_on_where_it_was(tmp_path: Path) -> None:
    path, made = tmp_path / "parts.jsonl", list[int]()

    def make(number: int) -> saved.SeatEntry:
        made.append(number)
        return saved.SeatEntry(number, 0.5)

    for run, of in enumerate(("seed 1", "seed 1", "seed 2")):
        progress = Progress(path, of)
        numbers = [*range(run + 1), 0]  # the first one is asked for twice
        found = [progress.part(f"part {i}", saved.SeatEntry, partial(make, i)) for i in numbers]
        assert found == [saved.SeatEntry(i, 0.5) for i in numbers]
    assert made == [0, 1, 0, 1, 2], "parts are made once a seed"


def test_matches_in_parts_are_counted_together(tmp_path: Path) -> None:
    """Two parts of two matches: three of four points, each part a group of its own."""
    results = MatchResults.of(["a", "b"], [[0, 1], [1, 0]], [[1, 0], [0, 1]], [0, 0])
    split = MatchResults.of(["a", "b"], [[0, 1], [1, 0]], [[1, 0], [1, 0]], [0, 0])
    row = duels.duel(Progress(), "x", 2, lambda part: (results, split)[part])
    assert (row.score, row.matches) == (0.75, 4)
    assert [seat.score for seat in row.seats] == [1.0, 0.5]


def test_the_interval_of_a_difference_is_newcombes() -> None:
    """His first example: 56 of 70 against 48 of 80, method 10: 0.0524 to 0.3339."""
    one, other = (
        saved.Duel(wins / matches, *verdicts.wilson(wins, matches), matches, [])
        for wins, matches in ((56, 70), (48, 80))
    )
    found = duels.difference(one, other)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_the_size_of_a_game_by_hand() -> None:
    """Two matches of two and four plies with 1 to 3 moves to choose from; 0 is a draw of chance that is not listed."""
    size = game_sizes.size_of([[3, 1], [2, 2, 0, 3]])
    assert (size.matches, size.w, size.d) == (2, 11 / 5, 3.0)
    assert size.d_error == pytest.approx(np.std([2, 4], ddof=1) / np.sqrt(2))
    assert size.w_error == pytest.approx(np.hypot(4 - 2.2 * 2, 7 - 2.2 * 3) / 5)
    assert game_sizes.Size(1, 10.0, 0.0, 3.0, 0.0).magnitude == pytest.approx(3.0)


def test_the_size_of_a_game_is_what_the_check_measures() -> None:
    """The tree of the lecture: two plies with three moves each, whoever plays."""
    size = game_sizes.size_of([game_sizes.random_match(playout.load("lecture_tree"), seed) for seed in range(3)])
    assert (size.w, size.d, size.w_error, size.d_error) == (3.0, 2.0, 0.0, 0.0)
    report = playout.check("lecture_tree", seconds=0.2)
    assert (report.branching, report.length) == (size.w, size.d)


@pytest.mark.slow
def test_sizes_of_games(quick: QuickRuns) -> None:
    found = quick.results("article")["game_sizes"]
    assert isinstance(found, game_sizes.Found)
    assert found.random["lecture_tree"].magnitude == pytest.approx(np.log10(9))
    assert found.random["chess"].w > found.random["tic_tac_toe"].w


@pytest.mark.slow
def test_effort_and_strength_on_chess_and_go(quick: QuickRuns) -> None:
    found = quick.results("article")["chess_and_go"]
    assert isinstance(found, chess_and_go.Found)
    for counts in found.nodes.values():
        deepest = max(counts["minimax"])
        assert counts["alpha-beta of textbooks"][deepest] <= counts["minimax"][deepest]
    assert all(row.matches == 2 for rows in found.against.values() for row in rows.values())
    assert all(seconds > 0 for costs in found.seconds.values() for seconds in costs.values())


def test_where_a_curve_crosses_one_half_is_read_off_a_log_scale() -> None:
    results = MatchResults.of(["a", "b"], [[0, 1], [0, 1]], [[1, 0], [0, 1]])
    row = saved.duel_of(standings(results).row("a"))
    rows = {n: replace(row, score=score) for n, score in ((10, 0.2), (100, 0.4), (1000, 0.6))}
    assert hearthstone_own.crossing(rows) == pytest.approx(10**2.5)
    assert hearthstone_own.crossing({10: rows[10], 100: rows[100]}) is None
    assert hearthstone_own.crossing({1000: rows[1000]}) == 1000


def test_boards_are_the_courses() -> None:
    boards = in_process.course_boards(40, 1)
    assert [board.options for board in boards] == [board.options for board in in_process.course_boards(40, 1)]
    for board in boards:
        rows, columns = board.options["rows"], board.options["columns"]
        assert 9 <= rows <= 12
        assert 9 <= columns <= 12
        assert board.options["blocked"][0] < rows
        assert board.options["blocked"][1] < columns
    assert len({(board.options["rows"], board.options["columns"]) for board in boards}) > 8


def test_each_board_is_one_group_of_evidence() -> None:
    agents = ["random", "random(seed=1)", "random(seed=2)"]
    results = in_process.over_boards(in_process.course_boards(3, 1), agents, seed=1)
    assert results.matches == 3 * 3 * 2
    assert np.bincount(results.groups).tolist() == [6, 6, 6]
    for group in range(3):
        seats = results.seats[results.groups == group].tolist()
        assert sorted(seats) == [[a, b] for a in range(3) for b in range(3) if a != b]
    assert standings(results).matches == 18
    ladder = in_process.over_boards(in_process.course_boards(2, 1), agents, seed=1, pairing="ladder")
    assert {tuple(sorted(pair)) for pair in ladder.seats.tolist()} == {(0, 1), (1, 2)}
    assert np.bincount(ladder.groups).tolist() == [4, 4]


def test_only_results_of_the_same_agents_are_joined() -> None:
    one, other = (MatchResults.of(names, [[0, 1]], [[1, 0]]) for names in (["a", "b"], ["b", "a"]))
    assert in_process.joined([one, one]).groups.tolist() == [0, 1]
    with pytest.raises(PlayoutError, match="same agents in the same order"):
        in_process.joined([one, other])


def test_matches_in_this_process_are_those_of_worker_processes() -> None:
    agents = ["uct(simulations=20)", "random"]
    by_workers = tournament("tic_tac_toe", agents, matches=8, seed=3, workers=1).results
    alone = tournament("tic_tac_toe", agents, matches=8, seed=3, executor=in_process.InProcessExecutor()).results
    assert alone.payoffs.tolist() == by_workers.payoffs.tolist()
    assert alone.plies.tolist() == by_workers.plies.tolist()
