"""The lessons: their code runs, both languages have the same, and every picture is what a search draws today."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from tests.fresh import Fresh

ROOT = Path(__file__).parents[1]
LESSONS = ROOT / "docs" / "lessons"
PAGES = sorted(LESSONS.glob("[0-9]*.md"))


def code(path: Path) -> str:
    return "\n".join(re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_code_of_a_lesson_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    Fresh(code(path)).wait()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_both_languages_have_the_same_code_and_pictures(path: Path) -> None:
    other = path.parent / "zh" / path.name
    assert without_comments(code(other)) == without_comments(code(path))
    assert [Path(name).name for name in pictures(other)] == [Path(name).name for name in pictures(path)]


def without_comments(text: str) -> str:
    return re.sub(r" *#.*", "", text)


def pictures(path: Path) -> list[str]:
    return re.findall(r"!\[[^\]]*\]\(([^)]+)\)", path.read_text())


@pytest.mark.parametrize("path", sorted(LESSONS.rglob("*.md")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_links_of_a_lesson_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text()):
        assert target.startswith("https://") or (path.parent / target).exists(), target


def test_the_pictures_are_what_the_searches_draw() -> None:
    spec = importlib.util.spec_from_file_location("lesson_pictures", LESSONS / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    drawn = dict(module.pictures())
    kept = {path.name: path.read_text(encoding="utf-8") for path in (LESSONS / "images").glob("*.svg")}
    assert drawn == kept, "make docs draws them anew"
    used = {Path(name).name for path in LESSONS.glob("*.md") for name in pictures(path) if name.startswith("images/")}
    assert used == set(kept)
