"""Pictures of traces: every node that was entered is drawn, cuts are crossed, and numbers are MAX's."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

import playout
from playout import PlayoutError

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def lecture(algorithm: str = "minimax(pruning=True)") -> playout.Trace:
    return playout.trace(playout.load("lecture_tree").start(), algorithm)


def test_the_lecture_as_a_textbook_draws_it() -> None:
    picture = lecture().picture()
    shown = texts(picture)
    assert [text for text in shown if re.fullmatch("[abcd][123]", text)] == [
        *("a1", "b1", "b2", "b3"),
        *("a2", "c1", "c2", "c3"),
        *("a3", "d1", "d2", "d3"),
    ]
    assert sorted(text for text in shown if text.isdigit()) == sorted(["3", "3", "3", "12", "8", "2", "14", "5", "2"])
    assert shown.count("≤ 2") == 2
    crosses = [path for path in ElementTree.fromstring(picture).iter(f"{SVG}path") if "l12 12" in path.attrib["d"]]
    assert len(crosses) == 2  # c2 and c3 are not looked at


def test_minimax_crosses_nothing_and_alphabeta_shows_the_same_numbers() -> None:
    assert "l12 12" not in lecture("minimax").picture()
    plain = lecture("alphabeta(null_windows=False, pvs=False, table=False)").picture()
    numbers = [text for text in texts(plain) if re.fullmatch("(≤ )?[0-9]+", text)]
    assert sorted(numbers) == sorted(["3", "3", "3", "12", "8", "≤ 2", "2", "≤ 2", "14", "5", "2"])


def test_windows_of_each_step() -> None:
    trace = lecture()
    found = []
    for event in trace:
        if event.kind == "best":
            found.append([text for text in texts(trace.picture(event.step)) if text.startswith("[")])
    assert found == [
        ["[−∞, +∞]", "[−∞, 3]"],
        ["[3, +∞]"],
        ["[3, +∞]", "[3, 2]"],
        ["[3, +∞]", "[3, 14]"],
        ["[3, +∞]", "[3, 5]"],
        ["[3, +∞]", "[3, 2]"],
    ]


def test_a_tree_of_uct_shows_visits_means_and_terms() -> None:
    state = playout.load("tic_tac_toe").replay(["a1", "b2", "c3"])
    trace = playout.trace(state, "uct(simulations=12, tactics=False)", seed=1)
    for event in trace:
        if event.kind == "select":
            shown = texts(trace.picture(event.step))
            for child in event.facts["children"]:
                if child["bound"] is not None:
                    assert f"{child['mean'] or 0.0:.2f} + {child['exploration']:.2f}" in shown
    result = trace.result
    shown = texts(trace.picture(depth=1))
    assert "back up to the root: 12 visits" in " ".join(shown)
    for candidate in result.candidates:
        if candidate.values is not None:
            assert f"{candidate.values[1]:.2f}" in shown


def test_boards_in_the_nodes() -> None:
    state = playout.load("tic_tac_toe").replay(["a1", "b2", "c3"])
    trace = playout.trace(state, "uct(simulations=12, tactics=False)", seed=1)
    picture = ElementTree.fromstring(trace.picture(depth=1, boards=True))
    assert len(list(picture.iter(f"{SVG}svg"))) == 1 + 1 + 6  # the picture, the root and its six moves
    with pytest.raises(PlayoutError, match="lecture_tree has no picture"):
        lecture().picture(boards=True)


def test_the_values_of_three_seats_stand_side_by_side() -> None:
    """A letter of 13 pixels is some 7 wide: no value below a board reaches that of its neighbour."""
    columns = playout.load("k_in_a_row", size=3, dimensions=2, line=3, players=3)
    trace = playout.trace(columns.replay(["a1", "b1", "c1", "a3", "b3", "c3"]), "maxn")
    rows = dict[str, list[tuple[float, int]]]()
    for node in ElementTree.fromstring(trace.picture(boards=True)).iter(f"{SVG}text"):
        if " : " in (node.text or ""):
            rows.setdefault(node.attrib["y"], []).append((float(node.attrib["x"]), len(node.text or "")))
    assert [len(row) for row in rows.values()] == [1, 3, 4, 3]
    for row in rows.values():
        for (x, length), (next_x, next_length) in pairwise(sorted(row)):
            assert next_x - x >= 3.5 * (length + next_length)


def test_what_cannot_be_drawn_is_refused() -> None:
    trace = lecture()
    with pytest.raises(PlayoutError, match="steps 0 to 28, so there is no step 99"):
        trace.picture(99)
    large = playout.trace(playout.load("tic_tac_toe").replay(["a1", "b2"]), "minimax", most=5000)
    with pytest.raises(PlayoutError, match="too large to be drawn: give a depth"):
        large.picture()
    assert large._repr_html_() is None
    assert trace._repr_html_() == trace.picture()._repr_html_()


def test_totals_are_the_sums_of_the_results() -> None:
    """t/n, added up from the results of the simulations: for who moved to the node, at the root for who moves."""
    start = playout.load("lecture_tree").start()
    trace = playout.trace(start, "uct(c=1.5, tactics=False, solver=False)", simulations=7, seed=3)
    sums: dict[tuple[int, ...], list[float]] = {}
    for frame in trace.replay():
        if frame.event.kind == "simulate":
            for length in range(len(frame.line) + 1):
                sums.setdefault(frame.line[:length], []).append(frame.event.facts["values"][1 if length == 2 else 0])
    shown = [text for text in texts(trace.picture(totals=True)) if "/" in text]
    assert sorted(shown) == sorted(f"{sum(results):g}/{len(results)}" for results in sums.values())


@pytest.mark.parametrize("rule", ["prune_ends", "prune_playouts"])
def test_what_is_pruned_is_crossed(rule: str) -> None:
    state = playout.load("tic_tac_toe").replay(["a1", "b1", "a2"])
    trace = playout.trace(state, f"uct({rule}=True, solver=False, tactics=False)", simulations=60, seed=5)
    first = next(event for event in trace if event.kind == "prune")
    assert "l12 12" not in trace.picture(first.step - 1)
    picture = trace.picture(first.step)
    assert picture.count("l12 12") == len(first.facts["texts"]) > 1
