"""What the server says is a code with parameters; every language has a text for each, with the same parameters."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import playout
import playout.web
from playout import sentences
from playout.errors import PlayoutError
from playout.sentences import PREFIX, SLOT, Wording, languages, table
from playout.web.games.levels import NAMES
from playout.web.lessons.lesson_words import PARAMETERS
from playout.web.lessons.traces import LESSONS
from playout.web.refusals import STATUS, RefusedError, explain_error
from tests.web.conftest import Client, Page, in_chinese

SOURCES = Path(playout.__file__).parent
CHINESE = re.compile("[\u4e00-\u9fff]")

WORKS = ("simulations", "playouts", "nodes")
MADE = {
    "level": NAMES,
    "lesson.title": tuple(LESSONS),
    "slider": tuple({slider.name for lesson in LESSONS.values() for slider in lesson.sliders}),
    "step": tuple(PARAMETERS),
    "stored.kind": ("match", "analysis", "review", "tournament"),
    "seat": ("Black", "White"),
    "unit": WORKS,
    "work": WORKS,
    "why": ("wins", "loses", "exactly", "answer", "turn_whole", "turn_part"),
}
"""Codes that are put together while the server runs: the beginning, and all that may follow."""


def slots(text: str) -> list[str]:
    return sorted({slot[1] for slot in SLOT.finditer(text)})


def codes() -> dict[str, list[str]]:
    """The texts of sentences in English: the parameters by code."""
    return {key.removeprefix(PREFIX): slots(text) for key, text in table("en").items() if key.startswith(PREFIX)}


def calls() -> Iterator[tuple[str, str, list[str] | None]]:
    """Every Wording(...) and RefusedError(...): its place, its code, and its parameters if they are written there."""
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            where, first = f"{file.relative_to(SOURCES)}:{node.lineno}", node.args[0]
            written = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            if node.func.id == "RefusedError":
                given: list[str] | None = sorted(word.arg or "" for word in node.keywords if word.arg != "kind")
            elif node.func.id == "Wording":
                given = _keys(node.args[1]) if len(node.args) > 1 else []
            else:
                continue
            for code in written:
                if isinstance(code, ast.Constant):
                    yield where, str(code.value), given


def texts() -> set[str]:
    """Every text in a file that makes sentences: a code may be chosen before its sentence is made."""
    sources = [file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py")]
    trees = [ast.parse(source) for source in sources if "playout.sentences" in source or "RefusedError" in source]
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _keys(node: ast.expr) -> list[str] | None:
    if not isinstance(node, ast.Dict) or not all(isinstance(key, ast.Constant) for key in node.keys):
        return None
    return sorted(str(key.value) for key in node.keys if isinstance(key, ast.Constant))


def test_every_language_has_every_sentence_with_the_same_parameters() -> None:
    assert {"en", "zh"} <= set(languages())
    for language in languages():
        found = {key: slots(text) for key, text in table(language).items()}
        assert found == {key: slots(text) for key, text in table("en").items()}, language
    assert not [key for key, text in table("en").items() if CHINESE.search(text) and key != "language.name"]


def test_every_code_has_its_sentence() -> None:
    known, used = codes(), {f"{start}.{end}" for start, ends in MADE.items() for end in ends}
    written = list(calls())
    assert len(written) > 150
    for where, code, given in written:
        assert code in known, f"{where}: en.json has no {PREFIX}{code}"
        assert given is None or given == known[code], where
        used.add(code)
    used |= texts() & set(known)
    assert used == set(known), f"not used: {sorted(set(known) - used)}; missing: {sorted(used - set(known))}"
    for kind, parameters in PARAMETERS.items():
        assert sorted(set(parameters)) == known[f"step.{kind}"], kind


def test_the_server_knows_no_chinese() -> None:
    for file in Path(playout.web.__file__).parent.rglob("*.py"):
        assert not CHINESE.search(file.read_text(encoding="utf-8")), file


def test_a_sentence_fills_in_its_parameters() -> None:
    """A number has commas, a list what its text puts between, and a part of a sentence is in the same language."""
    told = Wording("level.none", {"game": "go", "name": "x", "names": ["a", {"en": "b", "zh": "乙"}]})
    assert str(told) == "there is no level 'x' of go; there are a, b"
    assert told.text("zh") == "go 没有 'x' 这个等级；有：a、乙。"
    assert str(Wording("matches.too_many", {"most": 12000})) == "this server keeps 12,000 matches at most; delete some"
    inner = Wording("ending.resigns", {"seat": Wording("seat.Black"), "ending": Wording("ending.draw")})
    assert (str(inner), inner.text("zh")) == ("Black resigns: A draw", "黑方 认输，平局")
    assert inner.text("fr") == str(inner), "a language without a table"


def test_a_third_language_is_a_third_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for language in languages():
        shutil.copy(sentences.TABLES / f"{language}.json", tmp_path)
    (tmp_path / "eo.json").write_text(f'{{"{PREFIX}ending.draw": "Egaleco"}}', encoding="utf-8")
    monkeypatch.setattr(sentences, "TABLES", tmp_path)
    for cached in (languages, table):
        cached.cache_clear()
    try:
        assert languages() == ("en", "eo", "zh")
        assert Wording("ending.draw").text("eo") == "Egaleco"
        assert Wording("tree.none").text("eo") == "there is no tree yet", "in English until it is translated"
    finally:
        monkeypatch.undo()
        for cached in (languages, table):
            cached.cache_clear()


def test_any_error_is_explained() -> None:
    """What the library refuses is English; a Chinese sentence says what it is about."""
    assert explain_error(PlayoutError("no such\nthing")).sentence.text("zh") == "未能完成：no such thing"
    failed = explain_error(ValueError("three"), Wording("failed.search"))
    assert str(failed) == "the search failed: ValueError: three"
    assert failed.sentence.text("zh") == "搜索失败：ValueError: three"
    refusal = RefusedError("tree.none", kind="not_found")
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
def test_answers_are_codes_with_an_english_text(client: Client, path: str, body: dict[str, object]) -> None:
    answer = client.http.post(path, json=body)
    assert answer.status_code >= 400
    refusal = answer.json()
    assert not CHINESE.search(refusal["error"]) and CHINESE.search(in_chinese(refusal)), refusal


def test_sockets_and_checks_answer_likewise(client: Client) -> None:
    match = client.match("tic_tac_toe")
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        for refused in (page.do("undo"), page.do("move", text="z9"), page.do("move", move="x")):
            assert refused["type"] == "refused"
            assert not CHINESE.search(refused["error"]) and CHINESE.search(in_chinese(refused)), refused
    checked = client.post("/api/agents/check", {"game": "tic_tac_toe", "agent": "nobody"})
    assert CHINESE.search(in_chinese(checked["error"])) and "nobody" in checked["error"]["en"]
