"""What cannot be saved is refused and changes nothing; what cannot be read is set aside; one server owns a folder."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playout.errors import PlayoutError
from playout.web.http.app import make_app
from playout.web.matches import progress
from playout.web.matches.storage import Storage
from tests.cli.running import run
from tests.web.conftest import Client, Page, TestClient, in_chinese, settings

FULL = "this was not done: the server's disk is full; try again when the problem is solved"

ERRORS = [sqlite3.OperationalError("database or disk is full"), OSError(errno.ENOSPC, "No space left on device")]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A server of its own, which tries again at once."""
    monkeypatch.setattr(progress, "RETRY", 0.01)
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        yield Client(http)


class Disk:
    """The disk of a server, which can be full."""

    def __init__(self, client: Client) -> None:
        app: Any = client.http.app
        self._storage: Storage = app.state.hub.storage
        self._base = self._storage._base

    def fill(self, error: Exception) -> None:
        base = self._base

        class Full:
            """A connection that reads, and fails when it writes."""

            def __getattr__(self, name: str) -> Any:
                return getattr(base, name)

            def execute(self, text: str, *given: Any) -> Any:
                if text.startswith(("INSERT", "DELETE", "UPDATE")):
                    raise error
                return base.execute(text, *given)

        self._storage._base = Full()  # type: ignore[assignment]

    def fill_really(self) -> None:
        """SQLite itself finds no further page."""
        pages = self._base.execute("PRAGMA page_count").fetchone()[0]
        self._base.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(sqlite3.OperationalError, match="full"):
            self._base.execute("CREATE TABLE filler AS SELECT zeroblob(1000000) AS content")

    def make_room(self) -> None:
        self._storage._base = self._base
        self._base.execute("PRAGMA max_page_count=1000000")


def _kept(folder: Path, match: str) -> dict[str, Any]:
    """The row of a match, with its moves."""
    with sqlite3.connect(folder / "web.sqlite") as base:
        found: dict[str, Any] = json.loads(
            base.execute("SELECT content FROM matches WHERE id = ?", (match,)).fetchone()[0]
        )
        rows = base.execute("SELECT move FROM moves WHERE match = ? ORDER BY number", (match,))
        found["moves"] = [row[0] for row in rows]
    return found


@pytest.mark.parametrize("error", ERRORS, ids=["sqlite", "system"])
def test_a_command_that_cannot_be_saved_changes_nothing(server: Client, tmp_path: Path, error: Exception) -> None:
    match = server.match("tic_tac_toe", "person", "person")
    disk = Disk(server)
    with server.page() as first, server.page() as second:
        page, other = Page(first), Page(second)
        page.ask("join", match=match)
        other.ask("join", match=match)
        page.ask("move", text="a1")
        before, kept = server.get(f"/api/matches/{match}"), _kept(tmp_path, match)
        disk.fill(error)
        person = {"kind": "person", "name": "Ann"}
        for word, fields in (
            ("move", {"text": "b2"}),
            ("undo", {}),
            ("resign", {"seat": 0}),
            ("take_over", {"seat": 0, "player": person}),
            ("pause", {"paused": True}),
        ):
            refused = page.do(word, **fields)
            assert (refused["error"], refused["kind"]) == (FULL, "unavailable") and "磁盘已满" in in_chinese(refused)
            assert server.get(f"/api/matches/{match}") == before and _kept(tmp_path, match) == kept, word
        assert server.post("/api/matches", {"game": "tic_tac_toe"}, 503)["error"] == FULL
        assert server.post(f"/api/matches/{match}/branch", {"ply": 1}, 503)["error"] == FULL
        assert server.http.delete(f"/api/matches/{match}").status_code == 503
        tournament = {"game": "tic_tac_toe", "agents": ["random", "rules"], "matches": 2}
        assert server.post("/api/tournaments", tournament, 503)["error"] == FULL
        assert server.get("/api/tournaments") == [] and [item["id"] for item in server.get("/api/matches")] == [match]
        disk.make_room()
        page.ask("move", text="b2", ply=1)
        assert other.until("moved")["move"]["text"] == "a1"
        assert other.until("moved")["move"]["text"] == "b2"  # nothing was told between
    assert _kept(tmp_path, match)["moves"] == [6, 4]


@pytest.mark.parametrize("error", ERRORS, ids=["sqlite", "system"])
def test_agents_go_on_when_there_is_room_again(server: Client, tmp_path: Path, error: Exception) -> None:
    disk = Disk(server)
    match = server.match("tic_tac_toe", "person", "random")
    with server.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        _fill_after_one_move(disk, error)
        page.ask("move", text="b2")
        waits = page.until("changed")["match"]
        assert waits["status"] == "failed" and len(waits["moves"]) == 1 == len(_kept(tmp_path, match)["moves"])
        sentence = "the match waits: the server's disk is full; it goes on by itself when the problem is solved"
        assert waits["error"]["en"] == sentence
        assert in_chinese(waits["error"]) == "对局在等待：服务器的磁盘已满；问题解决后会自动继续。"
        assert page.do("undo")["error"] == FULL
        assert server.get(f"/api/matches/{match}")["error"]["en"] == sentence
        disk.make_room()
        goes = page.until("changed")["match"]
        assert goes["status"] == "your_move" and goes["error"] is None and len(goes["moves"]) == 2
        assert _kept(tmp_path, match)["moves"] == [move["move"] for move in goes["moves"]]


def _fill_after_one_move(disk: Disk, error: Exception) -> None:
    """The next match that is saved is the last one."""
    storage = disk._storage
    save = storage.save

    def once(*given: Any) -> None:
        save(*given)
        storage.save = save  # type: ignore[method-assign]
        disk.fill(error)

    storage.save = once  # type: ignore[method-assign, assignment]


def test_chance_and_an_agents_failure_wait_as_well(server: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(server)
    dice = server.match("pig", "person", "person")
    with server.page() as socket:
        page = Page(socket)
        page.ask("join", match=dice)
        _fill_after_one_move(disk, ERRORS[0])
        page.ask("move", text="roll")
        assert page.last("changed")["match"]["status"] == "failed"
        disk.make_room()
        assert len(page.until("changed")["match"]["moves"]) == 2

    def fail(*given: Any) -> Any:
        raise ValueError("broken")

    monkeypatch.setattr("playout.web.matches.seated_agents.choose_move", fail)
    match = server.match("tic_tac_toe", "person", "random")
    with server.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        _fill_after_one_move(disk, ERRORS[0])
        page.ask("move", text="b2")
        assert "waits" in page.until("changed")["match"]["error"]["en"]
        disk.make_room()
        assert "broken" in page.until("changed")["match"]["error"]["en"]


def test_a_database_that_is_really_full(server: Client, tmp_path: Path) -> None:
    """SQLite's own error. A match is refused once its growing row does not fit; nothing is lost then."""
    disk = Disk(server)
    match = server.match("tic_tac_toe", "person", "person")
    disk.fill_really()
    with server.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        name = {"kind": "person", "name": "x" * 60}
        done = 0
        while (answer := page.do("take_over", seat=done % 2, player=name))["type"] == "done" and done < 5:
            done += 1
        made = 0
        while server.http.post("/api/matches", json={"game": "tic_tac_toe"}).status_code == 200:
            made += 1
            assert made < 100
        refused = server.post("/api/matches", {"game": "tic_tac_toe"}, 503)
        assert refused["error"] == FULL, (answer, refused)
        disk.make_room()
        page.ask("move", text="b2")
    assert _kept(tmp_path, match)["moves"] == [4] and len(server.get("/api/matches?limit=100")) == made + 1


def test_an_analysis_goes_on_without_being_kept(server: Client) -> None:
    disk = Disk(server)
    match = server.match("tic_tac_toe", "person", "person", moves=[4])
    with server.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        disk.fill(ERRORS[0])
        page.ask("analyse", agent="uct(simulations=30)")
        while (found := page.until("analysis")["analysis"])["error"] is None:
            pass
        assert found["state"] == "done" and found["move"] is not None
        assert found["error"]["en"] == "this is not saved: the server's disk is full"
        page.ask("review", agent="uct(simulations=30)")
        while (review := page.until("review")["review"])["state"] == "running":
            pass
        assert review["state"] == "done" and "not saved" in review["error"]["en"]
        page.ask("ping")


DAMAGE: list[tuple[Any, str]] = [
    ("{", "EOF"),
    ("null", "object"),
    ('{"id": "x"}', "game: Field required"),
    (b"\xff\xfe", "UTF-8"),
    ({"players": []}, "0 players for 2 seats"),
    ({"players": [{"kind": "ghost"}, {}]}, "kind: Input should be 'person'"),
    ({"moves": [99]}, "its moves do not have one time and one player each"),
    ({"moves": [99], "seconds": [None], "by": [None]}, "move 1 of this match is not legal"),
    ({"moves": "abc"}, "moves: Input should be"),
    ({"values": {"x": {"values": [], "proven": True, "agent": "", "seat": 0}}}, "a value does not belong"),
    ({"clock": "soon"}, "clock"),
    ({"rules": "other"}, "rules of tic_tac_toe that have changed"),
    ({"game": "no_such_game"}, "no_such_game"),
]
"""What is in a row, or what differs in it from a good one; and what is said of it."""


def test_a_row_that_cannot_be_read_is_set_aside(tmp_path: Path) -> None:
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        good, *bad = (Client(http).match("tic_tac_toe", "person", "person") for _ in range(len(DAMAGE) + 1))
    rows: dict[str, bytes] = {}
    with sqlite3.connect(tmp_path / "web.sqlite") as base:
        for name, (damage, _) in zip(bad, DAMAGE, strict=True):
            kept = json.loads(base.execute("SELECT content FROM matches WHERE id = ?", (name,)).fetchone()[0])
            text = json.dumps(kept | damage) if isinstance(damage, dict) else damage
            rows[name] = text if isinstance(text, bytes) else text.encode()
            base.execute("UPDATE matches SET content = CAST(? AS TEXT) WHERE id = ?", (rows[name], name))
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        client = Client(http)
        assert [item["id"] for item in client.get("/api/matches")] == [good]
        found = {item["id"]: item for item in client.get("/api/unreadable")}
        assert set(found) == set(bad)
        for name, (damage, says) in zip(bad, DAMAGE, strict=True):
            assert found[name]["kind"] == "match" and in_chinese(found[name]["why"]), damage
            assert says in found[name]["why"]["en"], (damage, found[name])
            assert client.http.get(f"/api/matches/{name}").status_code in (400, 404, 409), damage
            with client.page() as socket:
                assert Page(socket).do("join", match=name)["type"] == "refused", damage
    with sqlite3.connect(tmp_path / "web.sqlite") as base:
        base.text_factory = bytes
        kept_rows = base.execute("SELECT id, content FROM matches WHERE id <> ?", (good,)).fetchall()
    assert {name.decode(): content for name, content in kept_rows} == rows
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        client = Client(http)
        client.get("/api/matches")
        for name in bad:  # only who asks for it loses it
            assert http.delete(f"/api/matches/{name}").json() == {"done": True}
        assert client.get("/api/unreadable") == [] and len(client.get("/api/matches")) == 1


def test_other_rows_that_cannot_be_read(tmp_path: Path) -> None:
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        client = Client(http)
        match = client.match("tic_tac_toe", "person", "person", moves=[4])
    with sqlite3.connect(tmp_path / "web.sqlite") as base:
        base.execute("INSERT INTO analyses VALUES (?, 1, '[]', 'uct', 'abcdef123456', 1, '{')", (match,))
        base.execute("INSERT INTO reviews VALUES (?, '[]')", (match,))
        base.execute("INSERT INTO tournaments VALUES ('abcdef', 1, '{}')")
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        client = Client(http)
        shown = client.get(f"/api/matches/{match}")
        assert shown["analyses"] == [] and shown["review"] is None and len(shown["moves"]) == 1
        assert client.get("/api/tournaments") == []
        assert client.get("/api/analyses/abcdef123456", 409)["error"].startswith("analysis abcdef123456 cannot be read")
        assert client.get("/api/tournaments/abcdef", 409)["error"].startswith("tournament abcdef cannot be read")
        kinds = {(item["kind"], item["id"]) for item in client.get("/api/unreadable")}
    assert kinds == {("analysis", "abcdef123456"), ("review", match), ("tournament", "abcdef")}


def test_a_second_server_is_refused_and_the_first_named(tmp_path: Path) -> None:
    first = make_app(settings(tmp_path, port=4711))
    sentence = (
        rf"a Playout server \(process {os.getpid()}\) at http://127.0.0.1:4711/ already uses {re.escape(str(tmp_path))}"
    )
    with TestClient(first, base_url="http://127.0.0.1"), pytest.raises(PlayoutError, match=sentence):
        make_app(settings(tmp_path, port=4712))
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1"):  # the first has ended
        pass


def test_a_server_that_was_killed_does_not_block_the_next(tmp_path: Path) -> None:
    """On whichever port, the second says who is there; after kill -9 it starts."""
    words = [sys.executable, "-m", "playout", "serve", "--port", "0", "--data", str(tmp_path), "--no-browser"]
    first = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        assert first.stdout is not None
        address = re.search(r"http://\S+", first.stdout.readline())
        assert address
        taken = address[0].rstrip("/").rpartition(":")[2]
        for port in ("0", taken):
            second = run("serve", "--port", port, "--data", str(tmp_path), "--no-browser")
            said = f"a Playout server (process {first.pid}) at {address[0]} already uses {tmp_path}: use that server"
            assert second.returncode == 1 and said in second.stderr, second.stderr
    finally:
        first.send_signal(signal.SIGKILL)
        first.communicate(timeout=20)
    with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
        assert http.get("/api/matches").json() == []
