"""Whatever the server refuses, it says so in English and in Chinese."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import playout.web
from playout.errors import PlayoutError
from playout.web.refusals import STATUS, RefusedError, explain_error
from tests.web.conftest import Client, Page

FOLDER = Path(playout.web.__file__).parent
CHINESE = re.compile("[\u4e00-\u9fff]")


def calls(name: str) -> Iterator[tuple[str, list[str]]]:
    """Every call of a function in the web folder: where it is, and its arguments as they are written."""
    for file in sorted(FOLDER.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield f"{file.name}:{node.lineno}", [ast.get_source_segment(source, item) or "" for item in node.args]


def test_every_refusal_is_written_in_both_languages() -> None:
    written = [call for call in calls("RefusedError") if not call[0].startswith("refusals.py")]
    assert len(written) > 70
    for where, arguments in written:
        english, chinese = arguments
        assert not CHINESE.search(english), where
        assert CHINESE.search(chinese), where


def test_what_failed_is_said_in_both_languages() -> None:
    """What the library refuses is English; a Chinese sentence says what it is about."""
    for where, (_, *what) in calls("explain_error"):
        assert not what or what == ["AGENT"] or CHINESE.search(what[0]), where
    assert explain_error(PlayoutError("no such\nthing")).words.zh == "未能完成：no such thing"
    assert str(explain_error(ValueError("three"), ("it failed", "失败"))) == "it failed: ValueError: three"
    assert explain_error(ValueError("three"), ("it failed", "失败")).chinese.startswith("失败：")
    refusal = RefusedError("no", "不行", code="not_found")
    assert explain_error(refusal) is refusal and refusal.status == STATUS["not_found"]


@pytest.mark.parametrize(
    "path, body",
    [
        ("/api/matches", {"game": "nothing"}),  # the server's own
        ("/api/matches", {"game": "tic_tac_toe", "seats": [{"kind": "agent", "agent": "nobody"}]}),  # the library's
        ("/api/matches", {"game": 3}),  # not of this schema
        ("/api/matches/import", {"game": "chess", "format": "pgn", "content": "1. e5"}),
        ("/api/nothing", {}),
        ("/api/about", {}),  # another method
    ],
)
def test_answers_have_both_languages(client: Client, path: str, body: dict[str, object]) -> None:
    answer = client.http.post(path, json=body)
    assert answer.status_code >= 400
    refusal = answer.json()
    assert not CHINESE.search(refusal["error"]) and CHINESE.search(refusal["error_chinese"]), refusal


def test_sockets_and_checks_have_both_languages(client: Client) -> None:
    match = client.match("tic_tac_toe")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        for refused in (page.do("undo"), page.do("move", text="z9"), page.do("move", move="x")):
            assert refused["type"] == "refused"
            assert not CHINESE.search(refused["error"]) and CHINESE.search(refused["error_chinese"]), refused
    checked = client.post("/api/agents/check", {"game": "tic_tac_toe", "agent": "nobody"})
    assert CHINESE.search(checked["error"]["zh"]) and "nobody" in checked["error"]["en"]
