"""What a notebook shows of results, traces, matches, tournaments and checks: well-formed, nothing unescaped."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import playout
from playout.algorithms.kernel_arrays import BoundTerms
from playout.arena.reporting.standings import standings
from playout.arena.reporting.tables import ReportTable
from playout.arena.statistics.match_results import MatchResults
from playout.arena.tournament import TournamentResult
from playout.checking.report import CheckReport, Finding


def tree(shown: Any) -> ElementTree.Element:
    """What a notebook shows, read as XML."""
    html = shown._repr_html_()
    return ElementTree.fromstring(f"<div>{html}</div>")


def results(*names: str) -> MatchResults:
    """The first wins all its matches, the second all but those, and so on."""
    pairs = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
    seats = np.array([pair for pair in pairs for _ in range(10)])
    payoffs = np.tile([1.0, 0.0], (len(seats), 1))
    payoffs[::4] = 0.5
    return MatchResults.of(names, seats, payoffs)


def test_a_result_is_a_table() -> None:
    state = playout.load("tic_tac_toe").replay([0, 3, 1, 4])
    found = tree(playout.search(state, "alphabeta", backend="python"))
    rows = [["".join(cell.itertext()) for cell in row] for row in found.iter("tr")]
    assert rows[0][:3] == ["move", "nodes", "value"]
    assert rows[1][0] == state.format(2) and "1.000" in rows[1]
    assert len(rows) == 1 + len(state.moves())
    assert (found.findtext("p") or "").startswith(f"alphabeta: {state.format(2)}, worth 1.000 to X (proven)")


def test_a_match_is_its_last_position() -> None:
    match = playout.play_match("tic_tac_toe", ["random", "random"], seed=1)
    found = tree(match)
    assert found.find("{http://www.w3.org/2000/svg}svg") is not None
    assert found.findtext("p") == str(match)


def test_a_tournament_is_its_tables() -> None:
    three = results("a<b", "c & d", "e")
    found = tree(TournamentResult(three, wanted=30, played=30, openings=1))
    captions = [item.text for item in found.iter("caption")]
    assert captions == ["Standings", "Score in per cent of the row against the column"]
    assert [cell.text for cell in next(found.iter("tbody"))[0]][:2] == ["1", "a<b"]
    notes = [item.text for item in found.iter("small")]
    assert notes[-1] == "1 distinct opening." and len(notes) > 1
    two = standings(results("one", "two"))
    assert [item.text for item in tree(two).iter("caption")] == ["Standings"]
    assert TournamentResult(MatchResults.of(["a", "b"], np.zeros((0, 2)), np.zeros((0, 2))), 1, 0, 0)._repr_html_() == (
        "<p>no matches yet</p>"
    )


def test_a_table_and_a_report() -> None:
    assert "".join(tree(ReportTable(["<x>"], [["1"]])).itertext()).split() == ["<x>", "1"]
    report = playout.check("tic_tac_toe", seconds=0.05)
    assert isinstance(report, CheckReport) and isinstance(report.findings[0], Finding)
    assert tree(report).findtext("pre") == str(report)


@pytest.mark.parametrize("agent", ["uct(simulations=3)", "minimax(pruning=True)"])
def test_a_trace_is_a_picture(agent: str) -> None:
    trace = playout.trace(playout.load("lecture_tree").start(), agent, seed=1)
    assert ElementTree.fromstring(str(trace._repr_html_())).tag.endswith("svg")


def test_a_tree_is_a_picture() -> None:
    """That of the search, and the search's own: the same."""
    search = playout.new_search(playout.load("tic_tac_toe").start(), "uct", seed=1, backend="python")
    search.run(simulations=20)
    assert ElementTree.fromstring(search.tree._repr_html_()).tag.endswith("svg")
    assert search.tree._repr_html_() == search._repr_html_()


def test_a_bound_is_typeset() -> None:
    """As lesson 6 computes it by hand: 11 visits at the root, 2 at the child, which won one of them."""
    bound = BoundTerms.ucb(0.5, 1.4, 11, 2)
    assert bound._repr_latex_() == r"$0.500 + 1.4 \sqrt{\frac{\ln 11}{2}} = 2.033$"
    assert bound.formula == "0.500 + 1.4 sqrt(ln 11 / 2) = 2.033"
    assert BoundTerms.puct(0.25, 0.5, 9)._repr_latex_() == r"$0.250 + 0.5 \sqrt{9} = 1.750$"
    assert BoundTerms("first")._repr_latex_() is None and BoundTerms("first").formula == "never tried: it comes first"
    assert BoundTerms("certain", 1.0, 0.0).formula == "1.000, certain"
