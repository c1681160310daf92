"""Pictures of trees: told to pages that draw them, as the search was at its checkpoints, and never of hidden things."""

from __future__ import annotations

from typing import Any

import playout
from playout.algorithms.registry import new_search
from playout.web.analysis.outlines import outline, sketches_of
from tests.web.conftest import Client, Page


def _analysed(client: Client, match: str, *, draws: bool, seat: int | str = "auto", **asked: Any) -> Page:
    """A page after an analysis that has ended."""
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match, seat=seat)
        if draws:
            page.ask("draw_tree", on=True)
        page.ask("analyse", **asked)
        while (found := page.until("analysis")["analysis"])["state"] not in ("done", "failed"):
            pass
        # The picture of the end has a rate of its own, and may come later.
        while draws and all(item["outline"]["work"] < found["work"] for item in _outlines(page)):
            page.until("outline")
        page.ask("ping")
    return page


def _outlines(page: Page) -> list[dict[str, Any]]:
    return [item for item in page.heard if item["type"] == "outline"]


def test_a_page_that_draws_gets_the_tree_and_its_checkpoints(client: Client) -> None:
    match = client.match("connect_four", "person", "person", moves=[3])
    page = _analysed(client, match, draws=True, agent="uct(simulations=300)")
    told = _outlines(page)[-1]
    assert told["slot"] == 0
    outline = told["outline"]
    assert (outline["ply"], outline["line"], outline["seat"], outline["work"]) == (1, [], 1, 300)
    assert outline["visits"][0] == 300 and outline["parents"][0] == -1
    rows = range(1, len(outline["parents"]))
    assert sorted(outline["moves"][row] for row in rows if outline["parents"][row] == 0) == list(range(7))
    assert all(0 <= value <= 1000 for value in outline["values"])
    analysis = page.last("analysis")["analysis"]
    kept = client.get(f"/api/analyses/{analysis['id']}/outlines")
    assert [item["work"] for item in kept] == [64, 128, 256, 300]
    assert kept[-1] == outline
    best = max(rows, key=lambda row: (outline["parents"][row] == 0, outline["visits"][row]))
    assert outline["moves"][best] == outline["best"] == analysis["move"]
    assert outline["sought"] is None


def test_a_page_that_draws_nothing_gets_no_tree(client: Client) -> None:
    match = client.match("connect_four", "person", "person")
    assert _outlines(_analysed(client, match, draws=False, agent="uct(simulations=100)")) == []


def test_the_search_of_an_agent_grows_and_is_kept(client: Client) -> None:
    match = client.match("connect_four", "person", "uct(simulations=1500)")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("draw_tree", on=True)
        page.ask("move", move=3)
        while page.until("moved")["move"]["seat"] != 1:
            pass
    told = _outlines(page)
    assert told and all(item["slot"] is None and item["outline"]["ply"] == 1 for item in told)
    works = [item["outline"]["work"] for item in told]
    assert works == sorted(works)
    kept = client.get(f"/api/matches/{match}/outlines")
    assert [item["work"] for item in kept] == [64, 128, 256, 512, 1024, 1500]
    assert {item["ply"] for item in kept} == {1}


def test_no_tree_of_an_agent_is_told_where_things_are_hidden(client: Client) -> None:
    match = client.match("kuhn_poker", "person", "ismcts(simulations=1500)", seed=3)
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("draw_tree", on=True)
        page.ask("move", text="pass")
        while page.until("moved")["move"]["seat"] != 1:
            pass
    assert _outlines(page) == []
    assert client.get(f"/api/matches/{match}/outlines") == []


def test_outlines_do_not_depend_on_what_is_hidden() -> None:
    """Two deals that look the same to the seat, by the same random numbers."""
    game, seen = playout.load("kuhn_poker"), []
    for other in (0, 2):
        state = game.replay([1, other]).seen_by(0)
        search = new_search(state, "ismcts", seed=4, backend="python")
        search.checkpoint_size = 50
        search.run(simulations=200)
        seen.append([outline(sketch, state, 2, []) for sketch in sketches_of(search, 100)])
    assert seen[0] == seen[1]
    assert len(seen[0]) == 3


def test_the_tree_of_a_seat_is_told_to_that_seat_only(client: Client) -> None:
    match = client.match("kuhn_poker", "person", "person", seed=3)
    with client.page() as socket:
        other = Page(socket)
        other.ask("join", match=match, seat=1)
        other.ask("draw_tree", on=True)
        page = _analysed(client, match, draws=True, seat=0, agent="ismcts(simulations=100)")
        assert _outlines(page)
        other.ask("ping")
        assert other.do("analyse", agent="ismcts(simulations=50)")["kind"] == "forbidden"
        assert _outlines(other) == []
        other.ask("take_over", seat=1, player={"kind": "agent", "agent": "random"})


def test_alpha_beta_tells_its_depths_and_its_window(client: Client) -> None:
    match = client.match("tic_tac_toe", "person", "person", moves=[4])
    page = _analysed(client, match, draws=True, agent="alphabeta(deepening=True)")
    analysis = page.last("analysis")["analysis"]
    kept = client.get(f"/api/analyses/{analysis['id']}/outlines")
    assert [item["depth"] for item in kept[:-1]] == list(range(1, len(kept)))
    assert kept[-1]["best"] == analysis["move"] and kept[-1]["values"][0] == 500
    for item in kept:
        assert 0 <= item["sought"]["low"] <= item["sought"]["high"] <= 1000 and item["sought"]["plies"] is None
    assert kept[-1]["bounds"][0] == 0
