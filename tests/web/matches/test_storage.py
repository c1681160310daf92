"""What a match costs to keep, and what was kept by the version before."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.errors import PlayoutError
from playout.match.ending import Ending
from playout.web.http.app import make_app
from playout.web.matches.records import FoundValue, MatchRecord, Played
from playout.web.matches.storage import APPLICATION, TABLES, Storage
from tests.web.conftest import Client, Page, TestClient, in_chinese, settings


def match_of(*moves: int) -> tuple[MatchRecord, Played]:
    return MatchRecord("abcdef", "pig", {}, "rules", 1, [], ["X"] * len(moves)), Played([*moves], [0.5] * len(moves))


def written(storage: Storage) -> list[str]:
    """The statements that are carried out from now on, with their values."""
    found: list[str] = []
    storage._base.set_trace_callback(lambda text: found.append(text) if not text.startswith("SELECT") else None)
    return found


def test_a_move_and_a_value_are_appended() -> None:
    """Whatever the length of the match, a move is two short rows, and a value one."""
    sizes = []
    for length in (2, 2000):
        storage = Storage(None)
        storage.save(*match_of(*[1] * length))
        found = written(storage)
        match = match_of(*[1] * length, 5)
        storage.save(*match)
        assert [text.split()[0] for text in found] == ["BEGIN", "INSERT", "INSERT", "COMMIT"]
        sizes.append(sum(map(len, found)))
        found.clear()
        storage.save_value("abcdef", length, FoundValue([1.0, 0.0], True, "uct", 0))
        assert [text.split()[0] for text in found] == ["BEGIN", "INSERT", "COMMIT"]
        sizes.append(sum(map(len, found)))
        kept = storage.match("abcdef")
        assert kept is not None and kept[1] == match[1] and kept[0].by == match[0].by
        assert kept[0].values == {str(length): FoundValue([1.0, 0.0], True, "uct", 0)}
    assert sizes[2] <= sizes[0] + 10 and sizes[3] <= sizes[1] + 10 and max(sizes) < 1500


def test_an_undo_takes_moves_and_values_away() -> None:
    storage = Storage(None)
    storage.save(*match_of(*[1] * 6))
    for ply in range(6):
        storage.save_value("abcdef", ply, FoundValue([0.5, 0.5], False, "uct", 0))
    record, played = match_of(1, 1)
    record.values = {ply: FoundValue([0.5, 0.5], False, "uct", 0) for ply in "012"}
    storage.save(record, played, 2)
    storage.save(*match_of(1, 1, 9))
    kept = storage.match("abcdef")
    assert kept is not None and kept[1].moves == [1, 1, 9] and set(kept[0].values) == {"0", "1", "2"}
    assert storage.delete("abcdef")
    for table in ("moves", "found_values"):
        assert storage._base.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


@pytest.mark.parametrize(
    "ending", [None, Ending("resigned", 1), Ending("clock", 0), Ending("agreed", payoffs=(0.25, 0.75))]
)
def test_how_a_match_ended_is_kept(ending: Ending | None) -> None:
    storage, played = Storage(None), Played.of((4, 0), (1.0, None), ending, ending is not None)
    record, _ = match_of(4, 0)
    storage.save(record, played)
    kept = storage.match("abcdef")
    assert kept == (record, played) and kept is not None and kept[1].ending == ending


def version_1(folder: Path, **changes: Any) -> None:
    """A database as version 1 of it was, with a match, a tournament and an analysis."""
    row = {
        "id": "abcdef123456", "game": "tic_tac_toe", "options": {}, "seed": 1,
        "rules": playout.load("tic_tac_toe").fingerprint,
        "players": [{"kind": "person", "label": {"en": "You", "zh": "你"}, "level": None, "agent": None}] * 2,
        "moves": [4, 0, 8], "seconds": [None, 0.25, 1.0], "by": ["You", "uct", "You"],
        "values": {"1": {"values": [0.75, 0.25], "proven": False, "agent": "uct", "seat": 1}},
        "created": 1.0, "changed": 2.0, "n": 3, "resigned": None, "out_of_time": False, "clock": None, "paused": False,
        "from_match": None, "error": "no answer", "error_chinese": "没有回答", "over": False, "held": [], **changes,
    }  # fmt: skip
    tournament = {
        "id": "fedcba123456", "name": "old", "game": "tic_tac_toe", "options": {}, "agents": ["random", "rules"],
        "matches": 2, "seed": 1, "openings": 0, "created": 1.0, "state": "failed", "error": "it failed",
        "error_chinese": "失败了",
    }  # fmt: skip
    with sqlite3.connect(folder / "web.sqlite") as base:
        base.executescript(f"{TABLES} PRAGMA application_id={APPLICATION}; PRAGMA user_version=1;")
        base.execute("INSERT INTO matches VALUES ('abcdef123456', 2.0, 0, ?)", (json.dumps(row),))
        base.execute("INSERT INTO tournaments VALUES ('fedcba123456', 1.0, ?)", (json.dumps(tournament),))


def test_a_database_of_version_1_is_read_and_continued(tmp_path: Path) -> None:
    version_1(tmp_path)
    for plies in (3, 4):  # as version 1 left it, and after it was saved by this version
        with TestClient(make_app(settings(tmp_path)), base_url="http://127.0.0.1") as http:
            client = Client(http)
            shown = client.get("/api/matches/abcdef123456")
            assert [move["move"] for move in shown["moves"]] == [4, 0, 8, 2][:plies]
            assert [move["seconds"] for move in shown["moves"][:3]] == [None, 0.25, 1.0]
            assert [move["by"] for move in shown["moves"][:3]] == ["You", "uct", "You"]
            assert [(value["ply"], value["values"]) for value in shown["values"]] == [(1, [0.75, 0.25])]
            assert (shown["error"]["en"], in_chinese(shown["error"])) == ("no answer", "没有回答")
            assert in_chinese(shown["seats"][0]["player"]["label"]) == "你"
            (tournament,) = client.get("/api/tournaments")
            assert (tournament["error"]["en"], in_chinese(tournament["error"])) == ("it failed", "失败了")
            assert client.get("/api/unreadable") == []
            if plies == 3:
                with client.page() as socket:
                    page = Page(socket)
                    page.ask("join", match="abcdef123456")
                    page.ask("move", move=2)
    with sqlite3.connect(tmp_path / "web.sqlite") as base:
        assert "moves" not in json.loads(base.execute("SELECT content FROM matches").fetchone()[0])
        assert [row[0] for row in base.execute("SELECT move FROM moves ORDER BY number")] == [4, 0, 8, 2]


def test_a_database_of_another_version_is_refused(tmp_path: Path) -> None:
    version_1(tmp_path)
    with sqlite3.connect(tmp_path / "web.sqlite") as base:
        base.execute("PRAGMA user_version=3")
    with pytest.raises(PlayoutError, match="not a database of this version"):
        Storage(tmp_path / "web.sqlite")
