"""Who may come in: Host, Origin, the token, and what pages are allowed to load."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from playout.web.http.app import make_app
from playout.web.http.security import COOKIE, is_loopback
from playout.web.settings import local_address
from tests.web.conftest import Client, TestClient, settings

TOKEN = "a-token-that-nobody-guesses"


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[TestClient]:
    """A server with a token, and a page."""
    (tmp_path / "pages" / "assets").mkdir(parents=True)
    (tmp_path / "pages" / "index.html").write_text("<!doctype html><title>Playout</title>")
    (tmp_path / "pages" / "assets" / "app.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    app = make_app(settings(tmp_path, token=TOKEN, host="0.0.0.0", hosts=("play.example",)))
    with TestClient(app, base_url="http://play.example", follow_redirects=False) as http:
        yield http


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "evil.example:8765", "[::2]:80"])
def test_a_name_that_is_not_ours_is_refused(client: Client, host: str) -> None:
    answer = client.http.get("/api/about", headers={"host": host})
    assert answer.status_code == 403 and answer.json()["kind"] == "forbidden"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:8765", "[::1]:8765"])
def test_this_machines_names_are_ours(client: Client, host: str) -> None:
    assert client.http.get("/api/about", headers={"host": host}).status_code == 200


def test_a_page_of_another_site_can_change_nothing(client: Client) -> None:
    body = {"game": "tic_tac_toe"}
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = client.http.post("/api/matches", json=body, headers=headers)
        assert answer.status_code == 403 and "another site" in answer.json()["error"]
    fine = client.http.post("/api/matches", json=body, headers={"origin": "http://127.0.0.1"})
    assert fine.status_code == 200
    headers = {"host": "127.0.0.1", "origin": "http://evil.example"}
    with pytest.raises(WebSocketDisconnect), client.http.websocket_connect("/api/socket", headers=headers):
        pass


def test_without_the_token_nothing_is_answered(guarded: TestClient) -> None:
    for path in ("/", "/api/about", "/assets/app.js", "/?token=wrong"):
        answer = guarded.get(path)
        assert answer.status_code == 401 and "needs its token" in answer.json()["error"], path
    with pytest.raises(WebSocketDisconnect), guarded.websocket_connect("/api/socket", headers={"host": "play.example"}):
        pass


def test_the_token_becomes_a_cookie(guarded: TestClient) -> None:
    first = guarded.get(f"/match/abc?token={TOKEN}")
    assert first.status_code == 303 and first.headers["location"] == "/match/abc"
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    page = guarded.get("/match/abc", headers={"cookie": f"{COOKIE}={TOKEN}"})
    assert page.status_code == 200 and "Playout" in page.text
    assert guarded.get("/api/about", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
    headers = {"host": "play.example"}
    with guarded.websocket_connect(f"/api/socket?token={TOKEN}", headers=headers) as socket:
        assert socket.receive_json()["type"] == "hello"


def test_pages_load_nothing_from_elsewhere(guarded: TestClient) -> None:
    headers = {"authorization": f"Bearer {TOKEN}"}
    page = guarded.get("/", headers=headers)
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy and "http" not in policy
    assert "unsafe-eval" not in policy and "frame-ancestors 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "immutable" in guarded.get("/assets/app.js", headers=headers).headers["cache-control"]
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//secret.txt"):
        assert "secret" not in guarded.get(path, headers=headers).text.replace("secret.txt", "")


def test_the_socket_of_this_machine_is_told_apart() -> None:
    assert is_loopback("127.0.0.1") and is_loopback("::1") and is_loopback("localhost")
    assert not is_loopback("0.0.0.0") and not is_loopback("192.168.1.2") and not is_loopback("example.org")


def test_no_page_can_name_a_file(client: Client) -> None:
    for game, options in (
        ("hearthstone", {"decks": ["/etc/passwd", "/etc/passwd"]}),
        ("hearthstone", {"decks": "/etc/passwd"}),
        ("/etc/passwd.py", {}),
        ("../nim", {}),
        ("examples/nim.py", {}),
        ("openspiel:tic_tac_toe", {}),
    ):
        answer = client.http.post("/api/matches", json={"game": game, "options": options})
        assert answer.status_code in (404, 422), answer.text
        assert "root:" not in answer.text
    prior = client.http.post(
        "/api/matches", json={"game": "tic_tac_toe", "seats": [{"kind": "agent", "agent": "uct(prior=__import__)"}]}
    )
    assert prior.status_code == 400 and "prior has to be" in prior.json()["error"]


@pytest.mark.parametrize("agent", ["uci(sh)", "gtp(sh)", "uci('/bin/sh')"])
def test_no_page_can_start_a_program(client: Client, agent: str) -> None:
    seat = {"kind": "agent", "agent": agent}
    refused = client.post("/api/matches", {"game": "chess", "seats": [seat]}, 403)
    assert refused["error"].startswith("a page cannot start other programs")
    assert (
        "no such engine"
        in client.post("/api/matches", {"game": "chess", "seats": [{**seat, "kind": "engine"}]}, 422)["error"]
    )
    checked = client.post("/api/agents/check", {"game": "chess", "agent": agent})
    assert not checked["valid"] and "cannot start other programs" in checked["error"]["en"]
    tournament = client.post("/api/tournaments", {"game": "chess", "agents": ["random", agent]}, 403)
    assert tournament["kind"] == "forbidden"
    assert client.post("/api/games/chess/warm", {"agents": [agent]}, 403)["kind"] == "forbidden"


def test_agents_keep_to_the_limits_of_the_server(client: Client) -> None:
    for agent, says in (
        ("uct(seconds=100000)", "seconds may be 600 at most"),
        ("uct(memory=100000)", "memory may be 400 at most"),
        ("uct(threads=1000)", "threads may be"),
        ("uct(ponder=True)", "cannot use ponder"),
        ("uct(shared=True)", "cannot use shared"),
    ):
        refused = client.post("/api/matches", {"game": "pig", "seats": [{"kind": "agent", "agent": agent}]}, 422)
        assert says in refused["error"]
    checked = client.post("/api/agents/check", {"game": "kuhn_poker", "agent": "alphabeta"})
    assert not checked["valid"] and "hides" in checked["error"]["en"]
    assert client.post("/api/agents/check", {"game": "pig", "agent": "uct(c=0.7)"})["valid"]


@pytest.mark.parametrize(
    ("host", "name", "status"),
    [
        ("0.0.0.0", "192.168.7.7", 200),
        ("0.0.0.0", "192.168.7.8", 403),  # not where the request came in
        ("0.0.0.0", "evil.example", 403),
        ("127.0.0.1", "192.168.7.7", 403),
    ],
)
def test_a_server_of_the_network_answers_to_its_own_addresses(
    tmp_path: Path, host: str, name: str, status: int
) -> None:
    app = make_app(settings(tmp_path, token=TOKEN, host=host))
    with TestClient(app, base_url="http://192.168.7.7", headers={"authorization": f"Bearer {TOKEN}"}) as http:
        assert http.get("/api/about", headers={"host": name}).status_code == status


def test_the_address_of_a_server_of_the_network_is_one_that_others_find(tmp_path: Path) -> None:
    address = settings(tmp_path, host="0.0.0.0", port=8765).address
    assert address == f"http://{local_address()}:8765/" and "0.0.0.0" not in address
    assert settings(tmp_path, host="127.0.0.1", port=8765).address == "http://127.0.0.1:8765/"
