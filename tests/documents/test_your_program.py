"""docs/your_program.md: its commands run one after another, its listings are the examples, and both languages agree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from playout.arena.storage.store import Store
from tests.documents.pages import DOCS, ROOT, blocks, headings

ENGLISH, CHINESE = DOCS / "your_program.md", DOCS / "your_program.zh.md"


@pytest.mark.parametrize("page", [ENGLISH, CHINESE], ids=lambda path: path.name)
def test_the_listings_are_the_examples(page: Path) -> None:
    assert blocks(page, "cpp") == [(ROOT / "examples/my_ai.cpp").read_text()]
    assert blocks(page, "py") == [(ROOT / "examples/my_ai.py").read_text()]


def test_both_languages_have_the_same_commands() -> None:
    for language in ("sh", "bash", "text"):
        assert blocks(ENGLISH, language) == blocks(CHINESE, language)
    assert len(headings(ENGLISH, 2)) == len(headings(CHINESE, 2)) == 7


@pytest.mark.parametrize("name", ["my_ai.py", "my_ai.cpp", "course_judge.py"])
def test_the_examples_are_short(name: str) -> None:
    assert len((ROOT / "examples" / name).read_text().splitlines()) <= 40


def test_the_commands_run(tmp_path: Path) -> None:
    """In a folder of their own, in which `examples` is that of the checkout."""
    if shutil.which("g++") is None:
        pytest.skip("there is no g++ to compile the C++ example")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    script = "\n".join(["set -eux", *blocks(ENGLISH, "bash")])
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "PLAYOUT_CONFIG_DIR": str(tmp_path / "conf"), "PLAYOUT_QUIET": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    with Store(tmp_path / "ratings.db") as kept:
        assert [match.reason for match in kept.matches() if match.forfeit is not None] == []
    assert re.search(r"mine: Random in C\+\+ \[[0-9a-f]{8}\]; use program\(mine\)", done.stdout)
    assert (
        "played to its end" in done.stdout.splitlines()[-2] and " of 2 points against " in done.stdout.splitlines()[-1]
    )
    assert " > end " in (tmp_path / "my_ai.log").read_text()
    assert (tmp_path / "ratings.html").stat().st_size > 10_000
    assert re.search(r" < \\x00\\x00\\x00", (tmp_path / "judge.log").read_text())
