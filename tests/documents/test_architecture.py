"""docs/architecture.md is true: the functions that it names exist, and its diffs apply and do what it says."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests import paths

ROOT = paths.ROOT
SOURCE = ROOT / "src" / "playout"
TEXT = (ROOT / "docs" / "architecture.md").read_text()

HOPS = re.findall(r"^\| \d+ \| `([\w/.]+)` \| `([\w.]+)` \|", TEXT, re.MULTILINE)

CHECK = """
import sys

import playout
from playout.algorithms.registry import ALGORITHMS


def searched(state, name, options={}, **limit):
    kind = ALGORITHMS[name]
    return kind(state, kind.option_type(**options), seed=1, backend="python").run(**limit)


assert playout.__file__.startswith(sys.argv[1]), playout.__file__
nim = playout.load("nim", stones=4)
assert searched(nim.start(), "minimax").values == (0.0, 1.0)  # who has to leave 1 to 3 stones loses
board = playout.load("k_in_a_row", size=3, dimensions=2, line=3).replay(["a1", "b1", "a2", "b2"])
assert board.format(searched(board, "greedy").move) == "a3"  # it completes the line
plain, secure = (
    searched(playout.load("nim", stones=11).start(), "ucb", options, simulations=7).candidates
    for options in ({}, {"secure": 3.0})
)
bounds = {item.move: item.values[0] - 3 / item.visits**0.5 for item in plain}
assert [item.move for item in secure] == sorted(bounds, key=bounds.get, reverse=True) != [item.move for item in plain]
for name in ("flat", "ucb"):
    try:
        ALGORITHMS[name].option_type(secure=-1)
    except playout.OptionError as error:
        assert "secure has to be a number from 0 to 100" in str(error), error
    else:
        raise AssertionError("secure=-1 was taken")
start = playout.load("tic_tac_toe").start()
grown = [({}, 1), ({"ripe": 5}, 5), ({"ripe": 5}, 6)]
nodes = [searched(start, "uct", {"tactics": False} | more, simulations=n).search.tree.used for more, n in grown]
assert nodes == [2, 1, 2], "a child for the root once it was visited often enough"
"""


@pytest.mark.parametrize(("path", "name"), HOPS)
def test_every_hop_of_a_search_exists(path: str, name: str) -> None:
    body: list[ast.stmt] = ast.parse((SOURCE / path).read_text()).body
    for word in name.split("."):
        found = [item for item in body if isinstance(item, (ast.FunctionDef, ast.ClassDef)) and item.name == word]
        assert found, f"{path} has no {name}"
        body = found[0].body


def test_every_hop_is_listed() -> None:
    assert len(HOPS) == 18


def test_the_picture_has_every_folder_and_every_file_beside_them() -> None:
    picture = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)[0]
    for file in SOURCE.glob("[a-z]*.py"):
        assert re.search(rf"\b{file.name}", picture), file.name
    for folder in SOURCE.rglob("__init__.py"):
        is_of_a_game = SOURCE / "games" in folder.parent.parents
        if not is_of_a_game and folder.parent != SOURCE:
            assert f"{folder.parent.name}/" in picture


def test_a_name_of_a_class_has_one_meaning() -> None:
    texts = (file.read_text() for file in SOURCE.rglob("*.py"))
    names = Counter(name for text in texts for name in re.findall(r"^class (\w+)", text, re.MULTILINE))
    assert [name for name, count in names.items() if count > 1] == []


def test_the_diffs_apply_and_do_what_they_say(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / "src" / "playout", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "algorithms.md", tmp_path / "docs")
    diffs = re.findall(r"```diff\n(.*?)```", TEXT, re.DOTALL)
    assert len(diffs) == 4
    for diff in diffs:
        done = subprocess.run(["git", "apply"], input=diff, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src")}
    done = subprocess.run(
        [sys.executable, "-c", CHECK, str(tmp_path)], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
