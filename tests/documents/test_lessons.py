"""The lessons: their code runs, both languages have the same, and every picture is what a search draws today."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from tests.documents.pages import DOCS, blocks, formulas, printed, run_python

LESSONS = DOCS / "lessons"
PAGES = sorted(LESSONS.glob("[0-9]*.md"))


def test_the_code_of_the_lessons_runs() -> None:
    done = run_python(PAGES)
    assert done.returncode == 0, done.stderr
    for path in PAGES:
        for text in printed(path):
            assert text in done.stdout, path


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_both_languages_have_the_same_code_and_pictures(path: Path) -> None:
    other = path.parent / "zh" / path.name
    assert without_comments(blocks(other, "python")) == without_comments(blocks(path, "python"))
    assert printed(other) == printed(path)
    assert [Path(name).name for name in pictures(other)] == [Path(name).name for name in pictures(path)]


WORDS = r"\\text\{[^{}]*\}"
"""Words in a formula, which differ by language."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_both_languages_have_the_same_formulas(path: Path) -> None:
    here, there = (
        sorted({re.sub(WORDS, "words", text) for text in formulas(page)})
        for page in (path, path.parent / "zh" / path.name)
    )
    assert there == here


def without_comments(code: list[str]) -> list[str]:
    return [re.sub(r" *#.*", "", text) for text in code]


def pictures(path: Path) -> list[str]:
    return re.findall(r"!\[[^\]]*\]\(([^)]+)\)", path.read_text())


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
