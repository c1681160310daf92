"""The page and its pictures: whole, self-contained, and true to the numbers."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from playout.arena.reporting.curves import budget_curves
from playout.arena.reporting.page import write_report
from playout.arena.reporting.plot_style import BLUE, ORANGE
from playout.arena.reporting.plots import Series, bars, curves, matrix
from playout.arena.statistics.match_results import MatchResults
from playout.arena.statistics.ratings import rate
from playout.rules import PlayoutError
from tests.arena.simulated import counted, races, round_robin

SVG = "{http://www.w3.org/2000/svg}"


def points(picture: str, name: str) -> list[list[tuple[float, float]]]:
    """The corners of each path with a name."""
    found = []
    for group in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        if group.get("id") == name:
            for path in group.iter(f"{SVG}path"):
                numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d", ""))]
                found.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return found


def texts(picture: str) -> list[str]:
    return ["".join(text.itertext()) for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_bars_are_as_long_as_their_values_and_whiskers_reach_the_ends() -> None:
    picture = bars(["a", "b"], [100, -50], [80, -90], [130, -10], title="t")
    (first,), (second,) = (points(picture, f"bar-{row}") for row in range(2))
    edge, end = min(x for x, _ in first), max(x for x, _ in first)
    unit = (end - edge) / 100
    # The first starts where the second ends: at 0.
    assert max(x for x, _ in second) == pytest.approx(edge, abs=0.01)
    assert min(x for x, _ in second) == pytest.approx(edge - 50 * unit, abs=0.01)
    for row, (low, high) in enumerate([(80, 130), (-90, -10)]):
        (line,) = points(picture, f"reach-{row}")
        assert [x for x, _ in line] == pytest.approx([edge + low * unit, edge + high * unit], abs=0.01)
    assert {"+100", "-50", "Elo"} <= set(texts(picture))


def test_shares_have_no_sign_and_their_axis_is_named() -> None:
    picture = bars(["a"], [57.8], [43.3], [71.0], title="t", x_label="score in per cent", signed=False, even=50)
    said = texts(picture)
    assert {"57.8", "score in per cent", "20"} <= set(said)
    assert not any(text.startswith("+") for text in said)


def test_long_names_are_told_in_full() -> None:
    """In several lines, and nothing of them left out."""
    name = "uct(c=0.99, choice='mean', solver=False, tactics=False, policy='towards_middle', simulations=1000)"
    rows = ([[math.nan, 0.5], [0.5, math.nan]], [[math.nan, 0.4], [0.4, math.nan]], [[math.nan, 0.6], [0.6, math.nan]])
    for picture in (
        bars([name, "b"], [1, 2], [0, 1], [2, 3], title=name),
        matrix([name, "b"], *rows, title=name),
        curves([Series(name, [1, 2], [1, 2])], title=name, x_label="x", y_label="y"),
    ):
        said = texts(picture)
        assert " ".join(said).replace(" ", "").count(name.replace(" ", "")) == 2
        assert "…" not in picture


def test_what_is_not_rated_has_no_bar() -> None:
    picture = bars(["a", "b"], [10, math.nan], [5, math.nan], [15, math.nan], title="t")
    assert [len(points(picture, f"bar-{row}")) for row in range(2)] == [1, 0]
    assert " not rated" in texts(picture)
    assert "nan" not in picture


def test_a_cell_is_hatched_where_one_half_is_within_the_interval() -> None:
    nothing = math.nan
    picture = matrix(
        ["a", "b", "c"],
        [[nothing, 0.6, 0.9], [0.4, nothing, nothing], [0.1, nothing, nothing]],
        [[nothing, 0.45, 0.8], [0.25, nothing, nothing], [0.03, nothing, nothing]],
        [[nothing, 0.75, 0.97], [0.55, nothing, nothing], [0.2, nothing, nothing]],
        title="t",
    )
    assert set(re.findall(r'id="(open-[-0-9]+)"', picture)) == {"open-0-1", "open-1-0"}
    assert [text for text in texts(picture) if " to " in text] == ["45 to 75", "80 to 97", "25 to 55", "3 to 20"]
    assert {"60", "90", "40", "10"} <= set(texts(picture))
    # Blue wins and orange loses; what is surer, or further from one half, is stronger.
    cells = dict(re.findall(r'id="cell-(\d-\d)">.*?fill: (#\w+; opacity: [\d.]+)', picture, re.DOTALL))
    assert cells.keys() == {"0-1", "0-2", "1-0", "2-0"}, "who have not met have no colour"
    assert {place for place, look in cells.items() if BLUE in look} == {"0-1", "0-2"}
    assert {place for place, look in cells.items() if ORANGE in look} == {"1-0", "2-0"}
    strength = {place: float(look.rpartition(" ")[2]) for place, look in cells.items()}
    assert strength["0-2"] > strength["0-1"]
    assert "nan" not in picture


def test_equal_factors_are_equal_steps_on_a_log_scale() -> None:
    line = Series("uct", [1, 10, 100], [0, 1, 4], [-1, 0, 3], [1, 2, 5])
    picture = curves([line], title="t", x_label="simulations", y_label="Elo")
    x, y = zip(*points(picture, "curve-0")[0], strict=True)
    assert x[1] - x[0] == pytest.approx(x[2] - x[1], abs=0.01)
    assert y[0] - y[2] == pytest.approx(4 * (y[0] - y[1]), abs=0.01)
    ends = points(picture, "reach-0")
    assert len(ends) == 3
    for (below, above), middle in zip(ends, y, strict=True):
        assert below[1] - middle == pytest.approx(middle - above[1], abs=0.01)
        assert below[1] - middle == pytest.approx(y[0] - y[1], abs=0.01)
    x, _ = zip(*points(curves([line], title="t", x_label="d", y_label="E", log_x=False), "curve-0")[0], strict=True)
    assert x[2] - x[1] == pytest.approx(10 * (x[1] - x[0]), abs=0.01)


def test_odd_curves_are_drawn_too() -> None:
    odd: list[list[Series]] = [[], [Series("one point", [5], [3])], [Series("level", [1, 2], [3, 3])]]
    for series in odd:
        ElementTree.fromstring(curves(series, title="a < b & c", x_label="x", y_label="y"))
    assert "no points" in texts(curves([], title="t", x_label="x", y_label="y"))
    many = [Series(f"agent {n}", [1, 1e7], [0, n]) for n in range(8)]
    assert curves(many, title="t", x_label="x", y_label="y").count("stroke-dasharray") == 4, "two curves, and their key"


def test_a_plot_is_the_same_every_time() -> None:
    made = [bars(["a"], [1.0], [0.5], [2.0], title="t") for _ in range(2)]
    assert made[0] == made[1]
    assert not re.search(r"20\d\d-\d\d", made[0]), "no date"


def test_a_missing_matplotlib_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plot is refused; the page of a tournament has a sentence where a plot would be."""
    monkeypatch.setattr("playout.arena.reporting.plot_style.find_spec", lambda name: None)
    sentence = "plots are drawn by matplotlib, which is not installed here: pip install 'playout[plots]'"
    with pytest.raises(PlayoutError, match=re.escape(sentence)):
        bars(["a"], [1], [0], [2], title="t")
    with pytest.raises(PlayoutError, match=re.escape(sentence)):
        matrix(["a"], *[[[math.nan]]] * 3, title="t")
    with pytest.raises(PlayoutError, match=re.escape(sentence)):
        curves([], title="t", x_label="x", y_label="y")
    results = round_robin(np.random.default_rng(1), [0.0, 100.0], 20)
    text = write_report(results, tmp_path / "page.html").read_text()
    assert "<svg" not in text
    assert "plots are drawn by matplotlib, which is not installed here" in text
    assert "<h2>Standings</h2>" in text


def test_agents_that_differ_in_one_limit_form_a_curve() -> None:
    names = (
        "uct(simulations=1000)",
        "uct(simulations=100)",
        "uct(simulations=100, c=0.5)",
        "uct(c=0.5, simulations=400)",
        "alphabeta(depth=4)",
        "my own engine",
        "random",
    )
    results = replace(round_robin(np.random.default_rng(1), [10.0 * n for n in range(7)], 5), names=names)
    rated = rate(results)
    found = {(curve.agent, curve.limit): curve for curve in budget_curves(rated)}
    assert set(found) == {("uct", "simulations"), ("uct(c=0.5)", "simulations")}
    curve = found["uct", "simulations"]
    assert list(curve.budgets) == [100, 1000]
    assert curve.elo == pytest.approx((rated.elo[1], rated.elo[0]))
    assert curve.low == pytest.approx((rated.low[1], rated.low[0]))
    assert found["uct(c=0.5)", "simulations"].budgets[1] == 400


class Reader(HTMLParser):
    """Checks that tags are closed in order, and keeps what it saw."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            assert name not in ("src", "href"), (tag, name, value)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def page(results: MatchResults, folder: Path) -> tuple[str, Reader]:
    path = write_report(results, folder / "report.html")
    text = path.read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return text, reader


def test_the_page_is_whole_and_needs_nothing_else(tmp_path: Path) -> None:
    names = ("uct(simulations=100)", "uct(simulations=1000)", "random <i>")
    results = replace(round_robin(np.random.default_rng(1), [0.0, 150.0, -200.0], 20, draws=0.3), names=names)
    path = write_report(results, tmp_path / "page.html", title="A & B", about={"Game": "<connect four>"})
    text = path.read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert not reader.tags & {"script", "link", "img", "iframe", "object"}
    assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in text
    assert "<title>A &amp; B</title>" in text
    assert "&lt;connect four&gt;" in text
    assert "random &lt;i&gt;" in text
    assert text.count("<svg") == 3
    assert text.count("<desc>") == 3
    for heading in ("Standings", "Ratings", "Scores by pair", "Strength by budget", "By seat", "Pairs"):
        assert f"<h2>{heading}</h2>" in text
    assert "prefers-color-scheme:dark" in text
    said = " ".join(reader.texts)
    assert "uct(simulations=1000) is the strongest, ahead of uct(simulations=100)" in said


def test_the_page_says_what_is_not_certain(tmp_path: Path) -> None:
    assert "whether it is stronger is not certain" in page(counted(6, 1, 5), tmp_path)[0]
    assert "No two agents have played each other." in page(MatchResults.of(["a"], [[0]], [[0.5]]), tmp_path)[0]
    apart = MatchResults.of(list("abcd"), [[0, 1], [2, 3]], [[1.0, 0.0]] * 2)
    assert "cannot be compared" in page(apart, tmp_path)[0]


def test_races_have_a_page(tmp_path: Path) -> None:
    text, _ = page(races(np.random.default_rng(2), [0.0, 50.0, 100.0], 60), tmp_path)
    assert "Plackett-Luce" in text
    assert "nan" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)


@pytest.mark.slow
def test_a_crowd_has_a_page_without_a_matrix(tmp_path: Path) -> None:
    results = round_robin(np.random.default_rng(3), [5.0 * n for n in range(61)], 1)
    text, _ = page(results, tmp_path)
    assert "Scores by pair" not in text
    assert "All 1,830 pairs of agents" in text


def test_an_empty_tournament_has_none(tmp_path: Path) -> None:
    with pytest.raises(PlayoutError, match="no matches to rate"):
        write_report(MatchResults.of(["a"], np.zeros((0, 2)), np.zeros((0, 2))), tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()


def test_a_log_scale_upward_places_powers_of_ten_evenly() -> None:
    line = Series("line", [1, 2, 3], [10, 100, 1000], [0, 50, 500], [20, 200, 2000])
    picture = curves([line], title="t", x_label="x", y_label="nodes", log_x=False, log_y=True)
    at = [y for _, y in points(picture, "curve-0")[0]]
    assert at[0] - at[1] == pytest.approx(at[1] - at[2], abs=0.01)
    assert at[0] > at[1]
    assert {"nodes, log scale", "10", "100", "1,000"} <= set(texts(picture))
