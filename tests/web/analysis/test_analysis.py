"""Live analysis, trees, hints and reviews: real searches, kept and continued."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.algorithms.registry import new_search
from playout.limits import Limit
from playout.web.analysis.jobs import make_job
from playout.web.analysis.reports import LineTexts, candidate_models
from playout.web.http.app import make_app
from playout.web.matches.reviewing import ReviewJob, turning_points
from playout.web.settings import ServerLimits
from tests.web.conftest import Client, Page, TestClient, in_chinese, settings

LOSING = [4, 1, 7, 0]
"""b2, b3 (a side: only the corners hold the draw), b1 (where the line is stopped: only a draw), a3."""


def _finished(page: Page, slot: int = 0) -> dict[str, object]:
    while True:
        found: dict[str, object] = page.until("analysis")["analysis"]
        if found["slot"] == slot and found["state"] in ("done", "stopped", "failed"):
            return found


def test_an_analysis_says_what_the_search_says(client: Client) -> None:
    match = client.match("tic_tac_toe", moves=[4])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("analyse", agent="alphabeta(every=True)")
        found = _finished(page)
    expected = new_search(playout.load("tic_tac_toe").replay([4]), "alphabeta(every=True)", backend="python").run()
    assert found["state"] == "done" and found["proven"] and found["values"] == [0.5, 0.5]
    assert {item["move"]: item["values"] for item in found["candidates"]} == {  # type: ignore[attr-defined]
        item.move: list(item.values or ()) for item in expected.candidates
    }
    best = found["candidates"][0]  # type: ignore[index]
    assert best["places"] == [f"cell:{best['move']}"] and best["line"][0]["text"] == best["text"]
    assert "proven" in found["why"]["en"] and "已证明" in in_chinese(found["why"])  # type: ignore[index, arg-type]


def test_the_explanation_is_about_the_move_that_is_shown() -> None:
    """Also when a search changes its mind before it explains itself anew."""
    job = make_job(
        match="", slot=0, agent="uct", state=playout.load("connect_four").start(), ply=0, line=[], seconds=1.0,
        limits=ServerLimits(), report=lambda job: None,
    )  # fmt: skip
    search = job.search = new_search(job.state, "uct(tactics=False, solver=False)", seed=1, backend="python")
    shown = {job.model("stopped", search.run(simulations=7)).text}
    for _ in range(80):
        found = job.model("running", search.run(simulations=1))
        assert found.why is not None and found.why.en.startswith(f"{found.text} ")
        shown.add(found.text)
    assert len(shown) > 1  # it did change its mind


def test_an_analysis_is_stopped_kept_and_continued(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "person")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("analyse", agent="uct(solver=False)", seconds=30)
        begin = time.perf_counter()
        while page.until("analysis")["analysis"]["work"] == 0:
            pass
        page.ask("stop")
        found = _finished(page)
        assert found["state"] == "stopped" and time.perf_counter() - begin < 10
        kept = client.get(f"/api/matches/{match}/analyses")
        assert kept[0]["work"] == found["work"] and kept[0]["candidates"]
        page.ask("analyse", agent="uct(solver=False, simulations=200)")
        assert int(str(_finished(page)["work"])) == 200  # another agent
        page.ask("analyse", agent="uct(solver=False)", seconds=0.2)
        assert int(str(_finished(page)["work"])) > int(str(found["work"]))  # the same one goes on
        page.ask("move", text="b2")
        assert client.get(f"/api/matches/{match}/analyses?ply=0")[0]["work"] > int(str(found["work"]))
        assert page.do("analyse", agent="uct(seconds=1e9)")["kind"] == "invalid"
        values = client.get(f"/api/matches/{match}")["values"]
        assert [value["ply"] for value in values] == [0]


def test_two_agents_side_by_side(client: Client) -> None:
    match = client.match("tic_tac_toe", moves=[4, 0])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("analyse", slot=0, agent="uct(simulations=100)")
        page.ask("analyse", slot=1, agent="minimax")
        states = {0: "", 1: ""}
        while set(states.values()) != {"done"}:
            found = page.until("analysis")["analysis"]
            states[found["slot"]] = found["state"]
        agents = {item["agent"] for item in client.get(f"/api/matches/{match}/analyses")}
        assert agents == {"uct(simulations=100)", "minimax"}


def test_the_tree_opens_three_levels_down(client: Client) -> None:
    match = client.match("connect_four", moves=[3, 3])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("analyse", agent="uct(simulations=600, c=0.6, tactics=False, solver=False)")
        found = _finished(page)
        path: list[int] = []
        for level in range(3):
            page.ask("open_node", path=path)
            opened = page.last("tree")["pages"][0]
            node, children = opened["node"], opened["children"]
            assert node["path"] == path and len(children) == opened["total"]
            visits = [child["visits"] for child in children]
            assert visits == sorted(visits, reverse=True) and sum(visits) <= node["visits"]
            for child in children:
                if child["bound"]["bound"] is not None:
                    total = child["bound"]["mean"] + child["bound"]["exploration"]
                    assert child["bound"]["bound"] == pytest.approx(total)
                    if level == 0:
                        assert child["bound"]["mean"] == pytest.approx(child["values"][0], abs=1e-5)
            assert opened["view"]["kind"] == "grid"
            path = children[0]["path"]
        by_page = client.get(f"/api/analyses/{found['id']}/nodes?path={path[0]}&limit=1&offset=1")
        assert len(by_page["children"]) == 1 and by_page["offset"] == 1
        hits = client.get(f"/api/analyses/{found['id']}/find?text=d")
        assert hits and all(hit["text"] == "d" for hit in hits)
        assert page.do("open_node", path=[99])["error"] == "the tree has no such node (yet)"


def test_a_tree_is_saved_and_opened(client: Client) -> None:
    match = client.match("tic_tac_toe", moves=[4])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("analyse", agent="uct(simulations=80, solver=False)")
        found = _finished(page)
        content = client.http.get(f"/api/analyses/{found['id']}/file").content
    other = client.match("tic_tac_toe", moves=[4])
    opened = client.http.post(f"/api/matches/{other}/tree", content=content).json()
    assert opened["work"] == 80 and opened["candidates"] == found["candidates"]
    assert client.get(f"/api/analyses/{opened['id']}/nodes")["node"]["visits"] == 80
    elsewhere = client.match("tic_tac_toe", moves=[0])
    refused = client.http.post(f"/api/matches/{elsewhere}/tree", content=content)
    assert refused.status_code == 400 and "another position" in refused.json()["error"]
    damaged = client.http.post(f"/api/matches/{other}/tree", content=content[:-3] + b"xyz")
    assert damaged.status_code == 400 and "damaged" in damaged.json()["error"]


def test_a_hint_is_told_to_who_asks(client: Client) -> None:
    match = client.match("tic_tac_toe", moves=[4, 0, 1, 3])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("hint", agent="alphabeta")
        hint = page.until("hint")
        assert hint["ply"] == 4 and hint["analysis"]["text"] == "b1" and hint["analysis"]["proven"]  # three in a column


def test_a_review_finds_the_mistake(client: Client) -> None:
    """O answers the middle by a side, which loses by theory; X then gives the win away."""
    match = client.match("tic_tac_toe", moves=LOSING)
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("review", agent="alphabeta", seconds=60)  # it ends once a position is solved
        while page.until("review")["review"]["state"] == "running":
            pass
        review = page.last("review")["review"]
    state = playout.load("tic_tac_toe").start()
    for point, move in zip(review["points"], LOSING, strict=True):
        worth = new_search(state, "alphabeta", backend="python").run().values[state.turn]
        after = state.play(move)
        left = 1.0 - new_search(after, "alphabeta", backend="python").run().values[after.turn]
        assert point["lost"] == pytest.approx(worth - left) and point["proven"]
        state = after
    assert [point["kind"] for point in review["points"]] == ["best", "blunder", "blunder", "best"]
    assert review["exact"] and review["mistakes"] == [1, 2] and review["points"][1]["turning"]
    assert review["points"][2]["best"] != LOSING[2]
    assert client.get(f"/api/matches/{match}/review") == review
    assert client.get(f"/api/matches/{match}")["review"] == review


def test_a_review_is_stopped(client: Client) -> None:
    match = client.match("tic_tac_toe", moves=[0, 1, 2, 4])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("review", agent="uct(solver=False)", seconds=20)
        page.ask("stop_review")
        while page.until("review")["review"]["state"] == "running":
            pass
        assert page.last("review")["review"]["state"] == "stopped"


@pytest.mark.parametrize("way", ["lost", "leave", "join"])
def test_an_analysis_stops_when_nobody_is_left(tmp_path: Path, way: str) -> None:
    """A lost socket, a page that leaves, one that goes to another match: with one search at a time nobody waits."""
    app = make_app(settings(tmp_path, limits=ServerLimits(searches=1)))
    with TestClient(app, base_url="http://127.0.0.1") as http:
        client = Client(http)
        match = client.match("tic_tac_toe", "person", "person")
        other = client.match("tic_tac_toe", "person", "person", moves=[4])
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match)
            page.ask("analyse", agent="uct(solver=False)", seconds=600)
            while page.until("analysis")["analysis"]["work"] == 0:
                pass
            if way != "lost":
                page.ask(way, **({"match": other} if way == "join" else {}))
                wait_until_stopped(client, match)
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=other)
            page.ask("analyse", agent="uct(solver=False)", seconds=600)
            while page.until("analysis")["analysis"]["work"] == 0:
                pass
        wait_until_stopped(client, match)


def wait_until_stopped(client: Client, match: str) -> None:
    """Until the analysis of the first position has ended; what it found is kept."""
    while (kept := client.get(f"/api/matches/{match}/analyses?ply=0")[0])["state"] == "running":
        pass
    assert kept["state"] == "stopped" and kept["work"] > 0


def test_the_best_move_of_alphabeta_comes_with_its_line() -> None:
    """A search that was not asked for its line has the move alone; its table knows how play goes on."""
    state = playout.load("connect_four", rows=4, columns=4).start()
    found = playout.search(state, "alphabeta(line=False)", depth=6, backend="python")
    shown = candidate_models(found, LineTexts(state))
    assert len(found.candidates[0].line) == 1 and len(shown[0].line) > 1


def test_a_match_turns_once_in_a_row_of_gifts() -> None:
    """(ply, ahead before, ahead after); 1 is the first seat, 0 nobody. Of gifts in a row the first is told."""
    assert turning_points([(0, 0, 0), (1, 0, 1), (2, 1, 1)]) == {1}
    assert turning_points([(0, 1, -1), (1, -1, 1), (2, 1, -1), (3, -1, -1)]) == {0}
    assert turning_points([(0, 1, -1), (1, -1, -1), (2, -1, 1)]) == {0, 2}, "something lay between"


def test_a_review_uses_the_agent_and_the_seconds_that_are_set(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, float | None]] = []

    def drive(self: ReviewJob, search: Any, limit: Limit) -> Any:
        asked.append((search.name, limit.seconds))
        return search.run(nodes=50) if search.name == "alphabeta" else search.run(simulations=20)

    monkeypatch.setattr(ReviewJob, "_drive", drive)
    match = client.match("connect_four", "person", "person", moves=[3, 3])
    for agent, names in (("uct", {"uct"}), (None, {"uct"}), ("alphabeta", {"alphabeta", "uct"})):
        asked.clear()
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=match)
            page.ask("review", agent=agent, seconds=0.25)
            while page.until("review")["review"]["state"] == "running":
                pass
        assert {name for name, _ in asked} == names and {seconds for _, seconds in asked} == {0.25}
