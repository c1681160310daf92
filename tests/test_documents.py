"""README, documents and examples do what they say: their code is run, and their links lead somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from playout.algorithms.options.tables import fill_in
from playout.algorithms.registry import ALGORITHMS
from playout.algorithms.uct.options import UctOptions
from tests.cli.running import run
from tests.fresh import Fresh

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "README.zh.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(), re.DOTALL)


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if blocks(path, "python")], ids=lambda path: path.name)
def test_python_in_a_document_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    script = "\n".join(blocks(path, "python"))
    Fresh(script).wait()


@pytest.mark.slow
def test_python_in_documents_passes_a_strict_type_check(tmp_path: Path) -> None:
    for path in DOCUMENTS:
        (tmp_path / f"{path.stem.replace('.', '_')}_document.py").write_text("\n".join(blocks(path, "python")))
    words = ["-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--strict", str(tmp_path)]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


COMMANDS = [
    line.split("#")[0].strip() for path in DOCUMENTS for block in blocks(path, "sh") for line in block.splitlines()
]


SHORTER = {"check": ("--seconds", "0.3"), "bench": ("--seconds", "0.1")}
"""Commands that take as long as they are told to."""


@pytest.mark.parametrize("command", dict.fromkeys(line for line in COMMANDS if line.startswith("playout ")))
def test_a_command_in_a_document_runs(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(command)[1:]
    done = run(*words, *SHORTER.get(words[0], ()), typed="quit\n")
    assert done.returncode == 0, done.stderr


def test_the_make_targets_of_the_documents_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = {word for path in DOCUMENTS for word in re.findall(r"\bmake ([a-z]+)", path.read_text())} - {"the"}
    assert {"run", "test", "bench", "help"} <= named
    for target in named & {"run", "test", "setup", "lint", "check", "bench", "help", "clean"}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("run", "test", "setup", "lint", "check", "bench"):
        assert re.search(rf"^{target} ", listed, re.MULTILINE)


def test_the_tables_of_options_are_those_of_the_code() -> None:
    path = ROOT / "docs" / "search.md"
    text = path.read_text()
    assert text == fill_in(text), "make docs writes them anew"
    named = [name for names in re.findall(r"<!-- options: ([a-z ]+) -->", text) for name in names.split()]
    assert sorted(named) == sorted(ALGORITHMS)
    for option in UctOptions.names():
        assert f"| `{option}` |" in text
    assert "<!-- limits -->" in text
    assert "<!-- algorithms -->" in text


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs(path: Path) -> None:
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text()):
        assert target.startswith("https://") or (path.parent / target).exists(), target


def test_the_files_that_the_readme_names_exist() -> None:
    for name in re.findall(r"`((?:src|docs|examples|tests|benchmarks)/[\w./]*)`", (ROOT / "README.md").read_text()):
        assert (ROOT / name).exists(), name


def test_the_version_is_the_newest_of_the_changelog() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    newest = re.search(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] == version
