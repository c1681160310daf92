"""The catalogue: games with their forms, agents with theirs, levels, and boards."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

import playout
from playout.algorithms.puct.network import packaged_networks
from playout.boards import known_places
from playout.loading import names
from playout.rng import Rng
from playout.rules import CHANCE
from playout.web import schema
from playout.web.games.level_words import how_it_plays
from playout.web.games.typical import TYPICAL, typical_position
from playout.web.http.app import make_app
from playout.web.schema.json_schema import json_schema
from tests import paths
from tests.agents.engines.test_engines import spell
from tests.algorithms.puct.networks import write_network
from tests.web.conftest import Client, Page, TestClient, settings

VIEWS: TypeAdapter[Any] = TypeAdapter(schema.Grid | schema.Cards | schema.Text)

ORDER = ["beginner", "easy", "medium", "hard", "strongest"]


def test_every_game_is_there_with_a_picture(client: Client) -> None:
    found = {game["name"]: game for game in client.get("/api/games")}
    assert set(found) == {*names(), "nim"}
    for name, game in found.items():
        assert game["title"]["en"] and (game["title"]["zh"] or name == "nim"), name
        assert game["picture"]["kind"] == game["kind"]
        levels = [level["name"] for level in game["levels"]]
        assert levels == [level for level in ORDER if level in levels] and {"beginner", "strongest"} <= set(levels)
        ratings = [level["rating"] for level in game["levels"]]
        assert None in ratings or ratings == sorted(ratings)
        assert game["default_agent"] in game["agents"]
    kinds = {name: game["kind"] for name, game in found.items()}
    assert {name for name in kinds if kinds[name] == "cards"} == {"hearthstone", "kuhn_poker"}
    assert {name for name in kinds if kinds[name] == "text"} == {"pig", "lecture_tree", "nim"}
    assert found["chess"]["formats"][:2] == ["json", "fen"] and "sgf" in found["go"]["formats"]


@pytest.mark.parametrize(
    "agent, said",
    [
        ("random", "Plays random moves."),
        ("alphabeta(depth=1)", "Looks one move ahead."),
        ("alphabeta(depth=6)", "Looks 6 moves ahead, its own and the others' together."),
        ("alphabeta(nodes=1000)", "Looks at 1,000 positions before each move."),
        ("uct(c=1.0, simulations=4000)", "Plays 4,000 trial matches before each move."),
        ("ismcts(seconds=0.5)", "Thinks about each move for 0.5 s."),
        ("net(tic_tac_toe, simulations=30)", "Looks at 30 positions before each move and judges them by a network"),
        ("minimax", "Searches by minimax for as long as it takes."),
        ("uct(simulations=50, blunder=0.15)", "before each move. It overlooks its best move in 15 of 100 moves."),
    ],
)
def test_a_level_says_how_it_plays(agent: str, said: str) -> None:
    wording = how_it_plays(agent)
    assert said in str(wording)
    assert re.search("[\u4e00-\u9fff]", wording.text("zh")) and "{" not in wording.text("zh")


def test_every_level_says_how_it_plays(client: Client) -> None:
    for game in client.get("/api/games"):
        for level in game["levels"]:
            assert level["plays"]["en"] and "{" not in level["plays"]["en"], level


def test_the_picture_of_each_game_is_a_typical_position(client: Client) -> None:
    """Every game that comes with Playout has one, and it can be replayed; what is hidden in it stays hidden."""
    assert set(TYPICAL) == set(names())
    found = {game["name"]: game["picture"] for game in client.get("/api/games")}
    for name in TYPICAL:
        state = typical_position(playout.load(name))
        assert state is not None and not state.over, name
        shown = state.seen_by(0) if state.game.rules.has("mask") else state
        assert found[name] == shown.view()
    cells = found["chess"]["cells"]
    assert (cells[36], cells[28], cells[34], cells[26]) == ("P", "p", "B", "b"), "the Italian game"
    hands = [zone for zone in found["hearthstone"]["zones"] if zone["name"] == "hand" and zone["seat"] == 1]
    assert all(card["hidden"] for card in hands[0]["cards"])


def test_forms_say_what_an_option_takes(client: Client) -> None:
    options = {item["name"]: item for item in client.get("/api/games/connect_four")["options"]}
    assert (options["rows"]["kind"], options["rows"]["least"], options["rows"]["most"]) == ("integer", 1, 15)
    assert options["blocked"]["kind"] == "cell" and options["blocked"]["optional"]
    ko = next(item for item in client.get("/api/games/go")["options"] if item["name"] == "ko")
    assert ko["kind"] == "choice" and ko["choices"] == ["superko", "simple"]
    first = next(field for field in client.get("/api/games/hearthstone")["options"] if field["name"] == "first")
    assert [first["labels"][str(seat)]["zh"] for seat in (0, 1)] == ["玩家 1", "玩家 2"]
    preview = client.post("/api/games/connect_four/preview", {"options": {"rows": 4, "columns": 5, "blocked": [0, 1]}})
    view = preview["position"]["view"]
    assert view["rows"] == 4 and view["cells"][1] == "#"


@pytest.mark.parametrize(("players", "names"), [(2, ["Black", "White"]), (3, ["X", "O", "Z"])])
def test_a_form_names_the_seats_that_its_options_make(client: Client, players: int, names: list[str]) -> None:
    assert client.post("/api/games/gomoku/preview", {"options": {"players": players}})["seat_names"] == names


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("connect_four", {"rows": 99}, "rows has to be from 1 to 15, not 99"),
        ("connect_four", {"rows": 2, "columns": 2}, "line is 4, which does not fit"),
        ("connect_four", {"blocked": [9, 9]}, "the row of blocked"),
        ("connect_four", {"height": 3}, "has no option 'height'"),
        ("connect_four", {"rows": "6"}, "rows has to be a whole number"),
        ("connect_four", {"rows": True}, "rows has to be a whole number"),
        ("go", {"ko": "none"}, "ko has to be one of superko, simple"),
        ("go", {"komi": 0.3}, "komi"),
        ("chess", {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "king"),
        ("hearthstone", {"decks": ["hunter"]}, "decks has to be a list of 2 to 2 values"),
        ("k_in_a_row", {"size": 31, "dimensions": 6}, "too large"),
        ("lecture_tree", {"leaves": [1, 2, 3]}, "leaves has to be a list of 9 to 9 values"),
        ("checkers", {}, "there is no game 'checkers' here"),
    ],
)
def test_options_that_cannot_be_are_refused(client: Client, game: str, options: dict[str, object], says: str) -> None:
    answer = client.http.post(f"/api/games/{game}/preview", json={"options": options})
    assert answer.status_code in (400, 404, 422) and says in answer.json()["error"]


def test_agents_come_with_their_options(client: Client) -> None:
    agents = {agent["name"]: agent for agent in client.get("/api/agents")}
    c = next(item for item in agents["uct"]["options"] if item["name"] == "c")
    assert c["kind"] == "number" and c["about"]["en"]
    assert {"seconds", "simulations"} <= {item["name"] for item in agents["uct"]["limits"]}
    assert agents["uct"]["has_tree"] and not agents["minimax"]["has_tree"]


@pytest.mark.parametrize("name", names())
def test_every_board_fits_the_schema_and_its_moves(name: str) -> None:
    """A random match: each view is valid, and each move is found on it."""
    game, luck = playout.load(name), Rng(5)
    state = game.start()
    for _ in range(60):
        if state.over:
            break
        for seat in range(game.seats):
            view = state.seen_by(seat).view()
            assert VIEWS.dump_python(VIEWS.validate_python(view)) == view, "a page is sent the view as it is"
        if state.turn == CHANCE:
            state = state.sample(luck)
            continue
        seen = state.seen_by(state.turn)
        places, moves = known_places(seen.view()), seen.moves()
        for move in moves:
            touched = seen.places(move)
            assert touched or name == "lecture_tree"
            assert all(place in places or re.match("button:", place) for place in touched)
        state = state.play(moves[luck.below(len(moves))])


def test_the_schema_is_one_document() -> None:
    found = json_schema()["$defs"]
    assert {"MatchSnapshot", "Grid", "Analyse", "AnalysisChanged", "LessonTrace"} <= set(found)


def test_an_engine_is_offered_for_the_game_that_it_plays(tmp_path: Path) -> None:
    """UCI is a protocol of chess, GTP one of Go; the programs need not be there to be named."""
    engines = ("uci(stockfish, seconds=1)", "gtp(gnugo)")
    with TestClient(make_app(settings(tmp_path, engines=engines)), base_url="http://127.0.0.1") as http:
        offered = {game["name"]: game["engines"] for game in http.get("/api/games").json()}
    assert offered.pop("chess") == [engines[0]] and offered.pop("go") == [engines[1]]
    assert not any(offered.values())


def test_a_program_of_ones_own_is_offered_for_every_game_and_plays(tmp_path: Path) -> None:
    """A hidden match included; the page names only what the server was started with."""
    engines = (str(spell("program", "good")), "saiblo(./not_needed)")
    with TestClient(make_app(settings(tmp_path, engines=engines)), base_url="http://127.0.0.1") as http:
        client = Client(http)
        for game in client.get("/api/games"):
            assert game["engines"] == [*engines[:1], *engines[1:] * (game["name"] == "connect_four")]
        for name in ("tic_tac_toe", "kuhn_poker"):
            seats = [{"kind": "engine", "agent": engines[0]}] * 2
            match = client.post("/api/matches", {"game": name, "seats": seats})["id"]
            deadline = time.monotonic() + 60
            while (shown := client.get(f"/api/matches/{match}"))["status"] != "over" and time.monotonic() < deadline:
                time.sleep(0.02)
            assert shown["status"] == "over", shown
            assert len(shown["position"]["payoffs"]) == 2


def test_a_network_is_an_engine_and_a_page_names_only_those_that_come_with_playout(tmp_path: Path) -> None:
    path = write_network(tmp_path / "board.onnx", playout.load("tic_tac_toe"))
    engine = f"net({str(path)!r}, simulations=3)"
    with TestClient(make_app(settings(tmp_path, engines=(engine,))), base_url="http://127.0.0.1") as http:
        client = Client(http)
        offered = {game["name"]: (game["engines"], game["agents"]) for game in client.get("/api/games")}
        assert offered["tic_tac_toe"][0] == [engine] and offered["connect_four"][0] == []
        assert not any("net" in agents for _, agents in offered.values())
        seats = [{"kind": "engine", "agent": engine}] * 2
        match = client.post("/api/matches", {"game": "tic_tac_toe", "seats": seats})["id"]
        deadline = time.monotonic() + 60
        while (shown := client.get(f"/api/matches/{match}"))["status"] != "over" and time.monotonic() < deadline:
            time.sleep(0.02)
        assert shown["status"] == "over", shown
        seats = [{"kind": "agent", "agent": engine}, {"kind": "person"}]
        refused = client.post("/api/matches", {"game": "tic_tac_toe", "seats": seats}, 403)
        assert "a page cannot name a file of this server" in refused["error"]
        for name, status in (
            ("tic_tac_toe", 200),
            ("./tic_tac_toe", 403),
            (str(packaged_networks()["tic_tac_toe"]), 403),
        ):
            seats = [{"kind": "agent", "agent": f"net({name!r}, simulations=3)"}, {"kind": "person"}]
            client.post("/api/matches", {"game": "tic_tac_toe", "seats": seats}, status)


def test_a_search_with_a_rule_of_its_own_is_an_engine_and_no_page_can_name_its_file(tmp_path: Path) -> None:
    rule = tmp_path / "mine.py"
    rule.write_text("def bound(mean, visits):\n    return mean - 0.01 * visits\n")
    engine = f"uct(selection={rule}, simulations=3)"
    with TestClient(make_app(settings(tmp_path, engines=(engine,))), base_url="http://127.0.0.1") as http:
        client = Client(http)
        assert all(game["engines"] == [engine] for game in client.get("/api/games"))
        seats = [{"kind": "engine", "agent": engine}] * 2
        match = client.post("/api/matches", {"game": "tic_tac_toe", "seats": seats})["id"]
        deadline = time.monotonic() + 60
        while (shown := client.get(f"/api/matches/{match}"))["status"] != "over" and time.monotonic() < deadline:
            time.sleep(0.02)
        assert shown["status"] == "over", shown
        rule.write_text("raise SystemExit('it was run')")
        for agent in (engine, f"uct(backup={rule})", "uct(selection='../mine.py')", "uct(selection='x/mine')"):
            seats = [{"kind": "agent", "agent": agent}, {"kind": "person"}]
            refused = client.post("/api/matches", {"game": "tic_tac_toe", "seats": seats}, 403)
            assert "a page cannot name a file of this server" in refused["error"]
            state = {"game": "tic_tac_toe", "agent": agent}
            assert "name a file" in client.post("/api/games/tic_tac_toe/warm", {"agents": [agent]}, 403)["error"], state
        seats = [{"kind": "agent", "agent": "uct(selection=careful, simulations=3)"}, {"kind": "person"}]
        assert client.post("/api/matches", {"game": "tic_tac_toe", "seats": seats})["id"]


def test_every_option_has_a_name_in_both_languages(client: Client) -> None:
    texts = (paths.ROOT / "web/src/i18n").glob("*.json")
    for known in (json.loads(file.read_text(encoding="utf-8")) for file in texts):
        for game in client.get("/api/games"):
            for field in game["options"]:
                assert f"option.{field['name']}" in known, (game["name"], field["name"])


def test_compiling_is_asked_for(client: Client) -> None:
    assert client.post("/api/games/tic_tac_toe/warm", {"agents": ["uct"]})["done"]  # interpreted: nothing to compile
    assert "there is no agent" in client.post("/api/games/pig/warm", {"agents": ["nobody"]}, 400)["error"]


def test_what_is_not_there_is_said(client: Client) -> None:
    assert client.get("/api/nothing", 404)["kind"] == "not_found"
    assert client.get("/api/matches/abcdef", 404)["kind"] == "not_found"
    assert client.get("/api/analyses/abcdef", 404)["kind"] == "not_found"
    assert client.get("/api/tournaments/abcdef", 404)["kind"] == "not_found"
    assert client.get("/", 503)["error"] == "the pages are not built; `make run` builds them"
    about = client.get("/api/about")
    assert about["limits"]["memory"] == 400 and about["languages"] == ["en", "zh"]


def test_answers_are_compressed(client: Client) -> None:
    answer = client.http.get("/api/games", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.content) / 3
    plain = client.http.get("/api/games", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.json() == answer.json()


def test_a_wrong_address_is_told_without_a_pattern(client: Client) -> None:
    for path in ("/api/matches/XYZ", "/api/analyses/XYZ", "/api/tournaments/XYZ"):
        assert re.match(r"there is no (match|analysis|tournament) 'XYZ'", client.get(path, 422)["error"])
    with client.page() as socket:
        assert Page(socket).do("join", match="XYZ")["error"].startswith("there is no match 'XYZ'")
    assert "pattern" not in client.get("/api/matches/abcdef?seat=x-1", 422)["error"]
