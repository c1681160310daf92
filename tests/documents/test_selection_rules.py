"""The page on rules of selection, typed as written, with fewer and shorter matches: from the rule to the table."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import pytest

from playout.algorithms.rule_files import BACKUP, BOUND, rule_names
from tests.cli.running import run
from tests.documents.pages import DOCS, blocks, run_python

PAGE = DOCS / "selection_rules.md"
SHORTER = {"--matches 10000": "--matches 6", "simulations=300": "simulations=20"}
"""What takes long, and what is typed instead."""

COMMANDS = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]
PYTHON = [block for block in blocks(PAGE, "python") if "pandas" not in block]


def typed(command: str) -> None:
    for words, instead in SHORTER.items():
        command = command.replace(words, instead)
    done = run(*shlex.split(command)[1:])
    assert done.returncode == 0, (command, done.stderr)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the page's rule, in which one works."""
    monkeypatch.chdir(tmp_path)
    (rule,) = blocks(PAGE, "py")
    Path("mine.py").write_text(rule)
    return tmp_path


def test_the_rule_is_looked_at(folder: Path) -> None:
    for command in COMMANDS:
        if "arena" not in command:
            typed(command)
    page = folder / "page.md"
    page.write_text("".join(f"```python\n{block}```\n" for block in PYTHON))
    done = run_python([page], folder)
    assert done.returncode == 0, done.stderr
    assert "by the rule, with a mean of" in done.stdout
    assert (folder / "tree.svg").read_text().startswith("<svg")


@pytest.mark.slow
def test_matches_of_three_become_a_table(folder: Path) -> None:
    for command in COMMANDS:
        if "arena" in command:
            typed(command)
    rows = list(csv.DictReader(Path("rules.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["agent"] for row in rows} == {
        "uct(selection='mine.py', simulations=20)",
        "uct(selection='careful', simulations=20)",
        "uct(simulations=20)",
    }
    matches = [json.loads(line) for line in Path("rules.jsonl").read_text().splitlines()]
    assert len(matches) == 6
    assert all(len(match["payoffs"]) == 3 for match in matches)
    assert "mine.py [" in Path("rules.html").read_text()
    pytest.importorskip("pandas")
    page = folder / "pandas.md"
    page.write_text("".join(f"```python\n{block}```\n" for block in blocks(PAGE, "python") if "pandas" in block))
    done = run_python([page], folder)
    assert done.returncode == 0, done.stderr


def test_an_edited_rule_is_another_tournament(folder: Path) -> None:
    words = ["tic_tac_toe", "uct(selection=mine.py, simulations=5)", "random", "--seed", "1", "--store", "board.db"]
    assert run("arena", "run", *words, "--matches", "2").returncode == 0
    rule = (folder / "mine.py").read_text()
    (folder / "mine.py").write_text(rule.replace("HALF = 30", "HALF = 31"))
    refused = run("arena", "run", *words, "--matches", "4")
    assert refused.returncode != 0
    assert "mine.py [" in refused.stderr


def test_the_page_names_every_value_and_every_rule() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for contract in (BOUND, BACKUP):
        assert all(f"`{name}`" in text for name in contract.values)
        assert all(f"`{name}`" in text for name in rule_names(contract.option))
