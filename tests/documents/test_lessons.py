"""The lessons: their code runs, both languages have the same, and every picture is what a search draws today."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
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


@pytest.mark.slow
def test_the_code_that_trains_a_network_runs(tmp_path: Path) -> None:
    """Blocks of `python torch`, after all others of their page."""
    for module in ("torch", "onnx", "onnxruntime"):
        pytest.importorskip(module, reason="networks are trained by torch: pip install 'playout[learn]'")
    (path,) = [path for path in PAGES if blocks(path, "python torch")]
    code = "\n".join([*blocks(path, "python"), *blocks(path, "python torch")])
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if re.match(r"\d+ \{", line)]
    matches = [int(line.split()[0]) for line in lines]
    assert matches[0] == 0 and matches[-1] > 4096
    first, last = (max(map(float, re.findall(r"'(\d\.\d\d)'", line))) for line in (lines[0], lines[-1]))
    assert last > first, "it wants something after training"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_both_languages_have_the_same_code_and_pictures(path: Path) -> None:
    other = path.parent / "zh" / path.name
    for kind in ("python", "python torch", "console"):
        assert without_comments(blocks(other, kind)) == without_comments(blocks(path, kind))
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
