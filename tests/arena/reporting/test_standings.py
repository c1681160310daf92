"""Standings: every number of the tables, counted by hand."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import replace

import numpy as np
import pytest

from playout.arena.cells import chance, duration
from playout.arena.reporting.standings import standings
from playout.arena.reporting.tables import ReportTable
from playout.arena.statistics.match_results import MatchResults
from playout.rules import PlayoutError
from tests.arena.simulated import counted, races, round_robin


def small() -> MatchResults:
    """Four matches of three agents, one forfeited, worked out by hand below."""
    seats = np.array([[0, 1], [1, 0], [0, 2], [2, 0]], np.int32)
    payoffs = np.array([[1, 0], [0.5, 0.5], [1, 0], [0, 1]], np.float64)
    return MatchResults(
        names=("a", "b", "c"),
        seats=seats,
        payoffs=payoffs,
        groups=np.array([0, 0, 1, 1]),
        seconds=np.array([[1.0, 2.0]] * 4),
        slowest=np.array([[0.5, 0.7]] * 3 + [[0.6, 0.9]]),
        plies=np.array([[4, 5]] * 4),
        forfeits=np.array([-1, -1, 1, 0], np.int32),
        reasons=("", "", "clock", "illegal move"),
    )


def test_each_agents_row_is_what_was_played() -> None:
    found = standings(small())
    assert [row.agent for row in found.rows] == ["a", "b", "c"]
    a = found.row("a")
    assert (a.matches, a.wins, a.draws, a.losses) == (4, 3, 1, 0)
    assert a.score == pytest.approx(3.5 / 4)
    assert 0 < a.score_low < 3.5 / 4 < a.score_high < 1
    assert [(at.matches, at.wins, at.draws, at.losses, at.score) for at in a.seats] == [
        (2, 2, 0, 0, 1.0),
        (2, 1, 1, 0, 0.75),
    ]
    # Two matches in the first seat, two in the second.
    assert a.seconds == pytest.approx(2 * 1 + 2 * 2)
    assert a.plies == 2 * 4 + 2 * 5
    assert a.seconds_per_move == pytest.approx(6 / 18)
    assert a.slowest == 0.9
    assert a.forfeits == {}
    assert found.row("b").slowest == 0.7
    assert found.row("b").forfeits == {}
    assert found.row("c").forfeits == {"clock": 1, "illegal move": 1}


def test_what_deterministic_agents_played_is_told() -> None:
    """b and c never play each other, a and b played one opening, a and c another: one each."""
    found = standings(replace(small(), deterministic=("a", "b", "c")))
    assert (
        "Deterministic, so a repeated match is no evidence: a, b, c. "
        "Between them the one opening was played once from each seat."
    ) in str(found)
    seats, payoffs = [[0, 1], [1, 0]] * 3, [[1, 0], [0, 1]] * 3
    nine = MatchResults.of(["a", "b"], seats, payoffs, [0, 0, 1, 1, 2, 2])
    assert "Between them each of 3 openings was played once" in str(standings(replace(nine, deterministic=("a", "b"))))
    assert "Deterministic" not in str(standings(replace(nine, deterministic=("a",))))


@pytest.mark.parametrize("won", [0, 40])
def test_an_interval_holds_the_score_that_was_seen(won: int) -> None:
    found = standings(counted(won, 0, 40 - won))
    for row in found.rows:
        assert row.score in (0, 1)
        assert row.score_low <= row.score <= row.score_high
        assert 0.05 < row.score_high - row.score_low < 0.3
    assert found.pairs.low[0, 1] <= won / 40 <= found.pairs.high[0, 1]
    assert "0.0 to " in str(found) and " to 100.0" in str(found)


def test_a_score_near_the_end_is_held_as_well() -> None:
    """Payoffs by degrees, so small that the virtual match alone would push the interval above them."""
    (row,) = standings(MatchResults.of(["a"], [[0]] * 50, [[1e-6]] * 50)).rows
    assert row.score_low <= row.score == pytest.approx(1e-6)


def test_the_difference_of_two_agents_is_said_with_its_interval() -> None:
    """60 of 100: 400 log10(60 / 40) = 70.4 Elo, less a little for the virtual match; the ratings read half of it."""
    found = standings(counted(60, 0, 40))
    gap = found.difference("a", "b")
    assert gap is not None
    assert gap.elo == pytest.approx(400 * math.log10(60.5 / 40.5))
    assert found.row("a").elo == pytest.approx(gap.elo / 2)
    assert f"a against b: {gap.elo:+.1f} Elo [{gap.low:+.1f}, {gap.high:+.1f}], LOS" in str(found)
    assert found.to_dict()["differences"][0]["low"] == gap.low


def test_each_difference_of_many_agents_is_told_with_its_interval() -> None:
    found = standings(round_robin(np.random.default_rng(1), [0.0, 50.0, 90.0], 30))
    table = found.difference_table()
    names = [row[1] for row in table.rows]
    for a, row in enumerate(table.rows):
        for b, cell in enumerate(row[2:]):
            gap = found.difference(names[a], names[b])
            assert gap is not None
            assert cell == ("" if a == b else f"{gap.elo:+.0f} ±{gap.high - gap.elo:.0f}")
    assert table.text() in str(found)
    assert table.markdown() in found.to_markdown()
    apart = standings(MatchResults.of(list("abcd"), [[0, 1], [2, 3]], [[1.0, 0.0]] * 2))
    assert apart.difference_table().rows[0].count("–") == 2


def test_times_read_in_the_unit_that_suits_them() -> None:
    given = [0.0, 8.53e-05, 0.0009996, 0.00123, 0.085, 0.99996, 3.4, 45.0, 119.99, 720.0, 12_240.0, 360_000.0, None]
    texts = ["0 us", "85 us", "1.0 ms", "1.2 ms", "85 ms", "1.0 s", "3.4 s", "45 s", "2.0 min", "12 min", "3.4 h"]
    assert [duration(value) for value in given] == [*texts, "100 h", "–"]
    assert standings(small()).time_table().rows[0][2:5] == ["6.0 s", "333 ms", "900 ms"]


def test_who_did_not_meet_has_no_number() -> None:
    found = standings(small())
    assert math.isnan(found.pairs.score[1, 2])
    # b and c are linked through a, so their ratings compare.
    assert found.los("b", "c") is not None
    assert [row[:2] for row in found.pairs_table().rows] == [["a", "b"], ["a", "c"]]
    assert found.cross_table().rows[1] == ["2", "b", "25.0", "", "–"]


def test_groups_that_never_met_are_named() -> None:
    seats = [[0, 1]] * 4 + [[2, 3]] * 4
    found = standings(MatchResults.of(list("abcde"), seats, [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0]] * 2))
    assert found.los("a", "c") is None
    assert found.difference("a", "e") is None
    assert "Not rated, without a match: e." in found.notes
    assert "No match connects these groups, so Elo is comparable only within each: a, b; c, d." in found.notes
    assert found.rows[-1].agent == "e"
    assert "–" in found.table().rows[-1]
    json.dumps(found.to_dict(), allow_nan=False)


def test_the_likelihood_of_superiority_has_two_sides() -> None:
    found = standings(round_robin(np.random.default_rng(1), [0.0, 50.0, 90.0], 30))
    for a, b in (("agent 0", "agent 1"), ("agent 2", "agent 0")):
        one, other = found.los(a, b), found.los(b, a)
        assert one is not None
        assert other is not None
        assert one + other == pytest.approx(1)


def test_a_win_of_many_seats_is_the_greatest_payoff_alone() -> None:
    found = standings(MatchResults.of(["a", "b", "c"], [[0, 1, 2], [2, 1, 0]], [[1.0, 0.2, 0.2], [0.5, 0.5, 0.1]]))
    rows = {row.agent: (row.wins, row.draws, row.losses) for row in found.rows}
    assert rows == {"a": (1, 0, 1), "b": (0, 1, 1), "c": (0, 1, 1)}
    assert found.ratings.model == "rankings"


def test_one_seat_has_a_score_and_no_rival() -> None:
    found = standings(MatchResults.of(["a"], [[0], [0], [0]], [[0.2], [0.4], [0.6]]))
    (row,) = found.rows
    assert row.score == pytest.approx(0.4)
    assert (row.wins, row.draws, row.losses) == (0, 0, 0)
    assert math.isnan(row.elo)
    assert "Not rated" in str(found)


def test_csv_holds_the_numbers_in_full() -> None:
    found = standings(small())
    lines = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [line["agent"] for line in lines] == ["a", "b", "c"]
    assert float(lines[0]["elo"]) == found.rows[0].elo
    assert [line["forfeits"] for line in lines] == ["0", "0", "2"]


def test_json_holds_everything() -> None:
    content = json.loads(json.dumps(standings(small()).to_dict(), allow_nan=False))
    assert content["matches"] == 4
    assert content["pairs"]["score"][1][2] is None
    assert content["pairs"]["wins"][0] == [0, 1, 2]
    assert content["agents"][0]["seats"][1]["draws"] == 1


def test_markdown_is_made_of_tables() -> None:
    text = standings(small()).to_markdown()
    heads = [line for line in text.splitlines() if line.startswith("|") and "agent" in line]
    assert len(heads) == 4
    for block in text.split("\n\n")[:4]:
        assert len({line.count("|") for line in block.splitlines()}) == 1


def test_the_anchor_is_named() -> None:
    found = standings(small(), anchor="b")
    assert found.row("b").elo == 0
    assert "Elo (0: b)" in str(found)


def test_nothing_to_say_is_an_error() -> None:
    with pytest.raises(PlayoutError, match="no matches to rate; play some first"):
        standings(counted(0, 0, 0))


def test_a_table_lines_up_and_escapes() -> None:
    table = ReportTable(["agent", "n"], [["uct", "10"], ["<b>|", "5"]])
    assert table.text() == "agent   n\n-----  --\nuct    10\n<b>|    5"
    assert table.markdown().splitlines()[-1] == "| <b>\\| | 5 |"
    assert "&lt;b&gt;" in table.html()
    assert table.csv() == "agent,n\nuct,10\n<b>|,5\n"


def test_a_chance_is_never_quite_certain() -> None:
    assert [chance(value) for value in (0.5, 0.99999, 0.0001, None, math.nan)] == ["50.0", ">99.9", "<0.1", "–", "–"]
    assert "LOS >99.9 %" in str(standings(counted(90, 0, 10)).difference("a", "b"))


def test_times_are_left_out_where_none_are_known() -> None:
    assert "Time and forfeits" in str(standings(small()))
    assert "Time and forfeits" not in str(standings(counted(2, 0, 1)))


def test_races_are_told_as_well() -> None:
    found = standings(races(np.random.default_rng(2), [0.0, 100.0, 200.0, 300.0], 200, seats=3))
    assert [row.agent for row in found.rows] == ["agent 3", "agent 2", "agent 1", "agent 0"]
    assert sum(row.wins for row in found.rows) == 200
    assert all(len(row.seats) == 3 for row in found.rows)
