"""Lessons: the steps of real searches, with numbers that can be checked by hand."""

from __future__ import annotations

import math

import pytest

from playout import load
from playout.algorithms.uct.options import UctOptions
from playout.web.lessons.traces import LESSONS
from tests.web.conftest import Client, in_chinese


def test_alpha_beta_on_the_lectures_tree(client: Client) -> None:
    """The textbook's tree: the value is 3, and two of nine leaves are never looked at, those after 2 in the middle."""
    trace = client.post("/api/lessons/alphabeta/trace", {"game": "lecture_tree"})
    assert trace["complete_tree"] and trace["whole"] and len(trace["leaves"]) == 9
    nodes = {node["id"]: node for node in trace["nodes"]}
    assert [nodes[number]["text"] for number in trace["unvisited_leaves"]] == ["c2", "c3"]
    assert trace["move_text"] == "a1" and trace["values"][0] == 3.0
    cut = next(step for step in trace["steps"] if step["kind"] == "cut")
    assert nodes[cut["node"]]["text"] == "a2" and cut["max_value"] == 2.0 and cut["max_window"][0] == 3.0
    assert [nodes[number]["text"] for number in cut["skipped"]] == ["c2", "c3"]
    assert "剪枝" in in_chinese(cut["words"])
    leaves = [step["max_value"] for step in trace["steps"] if step["kind"] == "leaf"]
    assert leaves == [3, 12, 8, 2, 14, 5, 2]


def test_minimax_looks_at_every_leaf(client: Client) -> None:
    leaves = [5, 1, 9, 7, 3, 8, 2, 6, 4]
    trace = client.post("/api/lessons/minimax/trace", {"game": "lecture_tree", "options": {"leaves": leaves}})
    assert trace["unvisited_leaves"] == [] and trace["cuts"] == 0
    assert trace["values"][0] == max(min(leaves[i : i + 3]) for i in (0, 3, 6))
    assert [step["step"] for step in trace["steps"]] == list(range(len(trace["steps"])))


def test_uct_shows_every_childs_terms(client: Client) -> None:
    request = {"game": "tic_tac_toe", "settings": {"c": 0.8, "simulations": 30}, "seed": 4}
    trace = client.post("/api/lessons/uct/trace", request)
    assert sum(step["kind"] == "begin" for step in trace["steps"]) == 30
    chosen = [step for step in trace["steps"] if step["kind"] == "select" and step["children"]]
    full = [step for step in chosen if all(child["bound"] is not None for child in step["children"])]
    assert full
    for step in full:
        total = sum(child["visits"] for child in step["children"])
        for child in step["children"]:
            expected = 0.8 * math.sqrt(math.log(total) / child["visits"])
            assert child["exploration"] == pytest.approx(expected, rel=0.02)
            assert child["bound"] == pytest.approx(child["mean"] + child["exploration"], abs=1e-5)
        best = max(step["children"], key=lambda child: child["bound"])
        assert step["node"] == best["node"]
    backups = [step for step in trace["steps"] if step["kind"] == "backup" and step["node"] == 0]
    assert [step["visits"] for step in backups] == list(range(1, 31))
    assert all(step["playout"] for step in trace["steps"] if step["kind"] == "simulate")


def test_a_position_is_sent_from_a_match(client: Client) -> None:
    match = client.match("tic_tac_toe", moves=[4, 0, 8, 2])
    trace = client.post("/api/lessons/minimax/trace", {"match": match, "ply": 4, "line": [1]})
    assert trace["root"]["view"]["cells"][1] == "0" and trace["complete_tree"]
    for game in ("tic_tac_toe", "go"):
        refused = client.post("/api/lessons/minimax/trace", {"game": game}, 413)
        assert refused["error"].startswith("more than 600 positions can follow here")
    deep = client.post("/api/lessons/alphabeta/trace", {"game": "chess", "depth": 1})
    assert not deep["complete_tree"] and len(deep["nodes"]) == 21


def test_three_players_have_a_lesson(client: Client) -> None:
    options = {"size": 3, "dimensions": 2, "line": 3, "players": 3}
    trace = client.post("/api/lessons/uct_players/trace", {"game": "k_in_a_row", "options": options})
    backup = next(step for step in trace["steps"] if step["kind"] == "backup")
    assert len(backup["values"]) == 3 and sum(backup["values"]) == pytest.approx(1.0)


def test_settings_that_a_lesson_does_not_have(client: Client) -> None:
    assert "is not a setting" in client.post("/api/lessons/uct/trace", {"settings": {"c": 99}}, 422)["error"]
    assert "no lesson" in client.post("/api/lessons/magic/trace", {}, 404)["error"]
    assert {lesson["name"] for lesson in client.get("/api/lessons")} >= {"minimax", "alphabeta", "uct", "bandits"}


def test_bandits_draw_regret(client: Client) -> None:
    request = {"means": [0.2, 0.8], "strategies": ["ucb1", "naive(tries=1)"], "pulls": 400, "runs": 20}
    run = client.post("/api/bandits", request)
    assert run["best"] == 1
    curve = run["curves"][0]
    assert curve["regret"] == sorted(curve["regret"]) and curve["pulls"][-1] == 400
    assert sum(curve["counts"]) == 400 and len(curve["first"]) == 200
    # Lai and Robbins: the gap over the divergence, times ln n.
    divergence = 0.2 * math.log(0.2 / 0.8) + 0.8 * math.log(0.8 / 0.2)
    assert run["bound"][-1] == pytest.approx(0.6 / divergence * math.log(400))
    assert "no strategy" in client.post("/api/bandits", {**request, "strategies": ["luck"]}, 400)["error"]
    assert client.post("/api/bandits", {**request, "pulls": 10_000, "runs": 200}, 413)["kind"] == "too_large"


def test_stones_find_pi(client: Client) -> None:
    run = client.post("/api/pi", {"stones": 200_000, "seed": 2})
    assert abs(run["estimates"][-1] - math.pi) < 3 * run["errors"][-1] < 0.05
    assert len(run["points"]) == 5000 and run["stones"][-1] == 200_000


def test_sliders_begin_at_the_defaults_and_matter() -> None:
    """`a` and `b` weigh the seats of more than two: other lessons do not have them."""
    defaults = UctOptions()
    for lesson in LESSONS.values():
        sliders = {slider.name: slider for slider in lesson.sliders}
        assert ("a" in sliders) == ("b" in sliders) == (lesson.name == "uct_players")
        for name in {"a", "b"} & set(sliders):
            assert sliders[name].default == getattr(defaults, name)
            assert "virtual" not in sliders[name].about.en
    assert all(load(game).seats > 2 for game in LESSONS["uct_players"].games if game != "k_in_a_row")
