"""One Chinese word for one thing: docs/terms.md against the web app, the lessons, the docs and the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import paths

DOCS = paths.ROOT / "docs"
CHINESE = [
    paths.ROOT / "README.zh.md",
    paths.ROOT / "web" / "src" / "i18n" / "zh.json",
    *sorted(DOCS.glob("*.zh.md")),
    *sorted((DOCS / "lessons" / "zh").glob("*.md")),
    *sorted((paths.ROOT / "src" / "playout" / "games").rglob("*.py")),
    *sorted((paths.ROOT / "src" / "playout" / "games").rglob("zh.toml")),
    *sorted((paths.ROOT / "src" / "playout" / "games" / "rules").glob("*.zh.md")),
]
TITLE = re.compile("《[^》]*》")
"""The title of a work stays as its author wrote it."""


def terms() -> list[tuple[list[str], list[str]]]:
    """The Chinese words of each row, and those that are refused."""
    found = []
    for line in (DOCS / "terms.md").read_text(encoding="utf-8").splitlines():
        cells = [[word.strip() for word in cell.split(",")] for cell in line.split("|")[2:4]]
        if len(cells) == 2 and cells[0] not in (["Chinese"], ["---"]):
            found.append((cells[0], cells[1]))
    return found


def test_the_table_is_read() -> None:
    found = terms()
    assert len(found) > 15 and (["后悔度"], ["后悔值", "遗憾"]) in found
    used = (paths.ROOT / "web" / "src" / "i18n" / "zh.json").read_text(encoding="utf-8")
    for word in ("极小极大", "剪枝", "蒙特卡洛树搜索", "后悔度", "着法", "随机对局"):
        assert word in used


@pytest.mark.parametrize("path", CHINESE, ids=lambda path: str(path.relative_to(paths.ROOT)))
def test_no_other_word_is_used(path: Path) -> None:
    text = TITLE.sub("", path.read_text(encoding="utf-8"))
    for wanted, refused in terms():
        for word in refused:
            assert word not in text, f"{path.name}: {word}; say {wanted[0]}"
