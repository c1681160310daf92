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

from playout.arena.curves import budget_curves
from playout.arena.plots import Series, bars, curves, matrix
from playout.arena.ratings import rate
from playout.arena.report import write_report
from playout.arena.results import Results
from playout.rules import PlayoutError
from tests.arena.simulated import counted, races, round_robin

SVG = "{http://www.w3.org/2000/svg}"


def test_bars_are_as_long_as_their_values_and_whiskers_reach_the_ends() -> None:
    picture = ElementTree.fromstring(bars(["a", "b"], [100, -50], [80, -90], [130, -10], title="t"))
    boxes = [rect for rect in picture.iter(f"{SVG}rect") if rect.get("class") == "bar"]
    widths = [float(box.get("width", "0")) for box in boxes]
    assert widths[0] == pytest.approx(2 * widths[1], abs=0.2)
    # The first starts where the second ends: at 0.
    edge = float(boxes[1].get("x", "0")) + widths[1]
    assert float(boxes[0].get("x", "0")) == pytest.approx(edge, abs=0.2)
    unit = widths[0] / 100
    for path, (low, high) in zip(_paths(picture, "whisker"), [(80, 130), (-90, -10)], strict=True):
        found = re.match(r"M([\d.]+) .*H([\d.]+)", path)
        assert found is not None
        assert float(found[1]) == pytest.approx(edge + low * unit, abs=0.3)
        assert float(found[2]) == pytest.approx(edge + high * unit, abs=0.3)


def _paths(picture: ElementTree.Element, kind: str) -> list[str]:
    return [path.get("d", "") for path in picture.iter(f"{SVG}path") if path.get("class") == kind]


def test_what_is_not_rated_has_no_bar() -> None:
    picture = bars(["a", "b"], [10, math.nan], [5, math.nan], [15, math.nan], title="t")
    assert picture.count('class="bar"') == 1
    assert "not rated" in picture
    assert "nan" not in picture


def test_a_cell_is_hatched_where_one_half_is_within_the_interval() -> None:
    nothing = math.nan
    picture = ElementTree.fromstring(
        matrix(
            ["a", "b", "c"],
            [[nothing, 0.6, 0.9], [0.4, nothing, nothing], [0.1, nothing, nothing]],
            [[nothing, 0.45, 0.8], [0.25, nothing, nothing], [0.03, nothing, nothing]],
            [[nothing, 0.75, 0.97], [0.55, nothing, nothing], [0.2, nothing, nothing]],
            title="t",
        )
    )
    cells = {}
    for group in picture.iter(f"{SVG}g"):
        cells[group.findtext(f"{SVG}title")] = [dict(rect.attrib) for rect in group.iter(f"{SVG}rect")]
    open_, clear = (
        cells["a against b: 60.0 %, 95 % from 45.0 to 75.0"],
        cells["a against c: 90.0 %, 95 % from 80.0 to 97.0"],
    )
    assert [rect.get("fill") for rect in open_] == [None, "url(#hatch)"]
    assert [rect.get("fill") for rect in clear] == [None]
    assert float(clear[0]["fill-opacity"]) > float(open_[0]["fill-opacity"])
    assert clear[0]["class"] == "above"
    assert cells["c against a: 10.0 %, 95 % from 3.0 to 20.0"][0]["class"] == "below"
    assert "b against c: have not met" in cells


def test_equal_factors_are_equal_steps_on_a_log_scale() -> None:
    line = Series("uct", [1, 10, 100], [0, 1, 4], [-1, 0, 3], [1, 2, 5])
    picture = ElementTree.fromstring(curves([line], title="t", x_label="simulations", y_label="Elo"))
    dots = [dot for dot in picture.iter(f"{SVG}circle") if dot.find(f"{SVG}title") is not None]
    x = [float(dot.get("cx", "0")) for dot in dots]
    y = [float(dot.get("cy", "0")) for dot in dots]
    assert x[1] - x[0] == pytest.approx(x[2] - x[1], abs=0.2)
    assert y[0] - y[2] == pytest.approx(4 * (y[0] - y[1]), abs=0.5)
    assert len(_paths(picture, "stroke thin")) == 3
    even = ElementTree.fromstring(curves([line], title="t", x_label="depth", y_label="Elo", log_x=False))
    x = [float(dot.get("cx", "0")) for dot in even.iter(f"{SVG}circle") if dot.find(f"{SVG}title") is not None]
    assert x[2] - x[1] == pytest.approx(10 * (x[1] - x[0]), abs=0.5)


def test_odd_curves_are_drawn_too() -> None:
    odd: list[list[Series]] = [[], [Series("one point", [5], [3])], [Series("level", [1, 2], [3, 3])]]
    for series in odd:
        ElementTree.fromstring(curves(series, title="a < b & c", x_label="x", y_label="y"))
    many = [Series(f"agent {n}", [1, 1e7], [0, n]) for n in range(8)]
    assert curves(many, title="t", x_label="x", y_label="y").count("stroke-dasharray") == 4


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


def page(results: Results, folder: Path) -> tuple[str, Reader]:
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
    assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in text
    assert "<title>A &amp; B</title>" in text
    assert "&lt;connect four&gt;" in text
    assert "random &lt;i&gt;" in text
    assert text.count("<svg") == 3
    assert text.count("<desc>") == 3
    for heading in ("Standings", "Ratings", "Who beats whom", "Strength against budget", "By seat", "Pairs"):
        assert f"<h2>{heading}</h2>" in text
    assert "prefers-color-scheme:dark" in text
    said = " ".join(reader.texts)
    assert "uct(simulations=1000) is the strongest, ahead of uct(simulations=100)" in said


def test_the_page_says_what_is_not_certain(tmp_path: Path) -> None:
    assert "it is not certain that it is stronger" in page(counted(6, 1, 5), tmp_path)[0]
    assert "No two agents have met." in page(Results.of(["a"], [[0]], [[0.5]]), tmp_path)[0]
    apart = Results.of(list("abcd"), [[0, 1], [2, 3]], [[1.0, 0.0]] * 2)
    assert "cannot be compared" in page(apart, tmp_path)[0]


def test_races_have_a_page(tmp_path: Path) -> None:
    text, _ = page(races(np.random.default_rng(2), [0.0, 50.0, 100.0], 60), tmp_path)
    assert "Plackett-Luce" in text
    assert "nan" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)


def test_a_crowd_has_a_page_without_a_matrix(tmp_path: Path) -> None:
    results = round_robin(np.random.default_rng(3), [5.0 * n for n in range(61)], 1)
    text, _ = page(results, tmp_path)
    assert "Who beats whom" not in text
    assert "All 1,830 pairs that met" in text


def test_an_empty_tournament_has_none(tmp_path: Path) -> None:
    with pytest.raises(PlayoutError, match="no matches to rate"):
        write_report(Results.of(["a"], np.zeros((0, 2)), np.zeros((0, 2))), tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()


def test_a_log_scale_upward_places_powers_of_ten_evenly() -> None:
    line = Series("line", [1, 2, 3], [10, 100, 1000], [0, 50, 500], [20, 200, 2000])
    picture = ElementTree.fromstring(curves([line], title="t", x_label="x", y_label="nodes", log_x=False, log_y=True))
    at = [float(shape.attrib["cy"]) for shape in picture.iter() if shape.tag.endswith("circle")][:3]
    assert at[0] - at[1] == pytest.approx(at[1] - at[2], abs=0.11)
    assert at[0] > at[1]
    texts = [shape.text for shape in picture.iter() if shape.tag.endswith("text")]
    assert "nodes, log scale" in texts
    assert {"10", "100", "1,000"} <= set(texts)
