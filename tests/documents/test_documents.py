"""README, documents and examples do what they say: their code is run, and their links lead somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from playout.algorithms.document_tables import FORMULAS, fill_in
from playout.algorithms.registry import ALGORITHMS
from playout.algorithms.uct.options import UctOptions
from playout.cli.app import make_app
from tests.cli.running import run
from tests.documents.pages import DOCS, ROOT, blocks, links, printed, run_python

TUTORIALS = [*sorted(DOCS.glob("tutorial*.md")), DOCS / "selection_rules.md"]  # typed by tests of their own
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "README.zh.md", "CHANGELOG.md")),
    *sorted(path for path in DOCS.rglob("*.md") if path.parent.name not in ("lessons", "zh") and path not in TUTORIALS),
]
WITH_PYTHON = {
    folder: [path for path in DOCUMENTS if path.parent == folder and blocks(path, "python")]
    for folder in dict.fromkeys(path.parent for path in DOCUMENTS)
}
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))


@pytest.mark.parametrize(
    "folder", [folder for folder in WITH_PYTHON if WITH_PYTHON[folder]], ids=lambda path: path.name
)
def test_python_in_documents_runs(folder: Path) -> None:
    done = run_python(WITH_PYTHON[folder])
    assert done.returncode == 0, done.stderr
    for path in WITH_PYTHON[folder]:
        for text in printed(path):
            assert text in done.stdout, path


@pytest.mark.slow
def test_python_in_documents_passes_a_strict_type_check(tmp_path: Path) -> None:
    for number, path in enumerate([*DOCUMENTS, *TUTORIALS]):
        name = f"document_{number}_{path.stem.replace('.', '_')}.py"
        (tmp_path / name).write_text("\n".join(blocks(path, "python")))
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


def shown_commands() -> list[str]:
    """The commands in blocks of code, but for patterns such as `playout serve [--port 8765]`."""
    pages = [*DOCUMENTS, *TUTORIALS, *sorted((DOCS / "lessons").rglob("*.md"))]
    lines = {
        line.removeprefix("$ ").split("  #")[0].strip()
        for path in pages
        for language in ("sh", "console", "text")
        for block in blocks(path, language)
        for line in block.replace("\\\n", " ").splitlines()
    }
    return sorted(
        line for line in lines if re.match(r"playout [a-z]+( |$)", line) and not re.search(r"\[|\.\.\.", line)
    )


@pytest.mark.parametrize("line", shown_commands())
def test_a_command_that_a_page_shows_can_be_read(line: str) -> None:
    """Its words are options and arguments of the command; nothing is run."""
    words = shlex.split(re.split(r" (?:[|>&;]|2>)", line)[0])[1:]
    if words[0] == "protocol":  # read by argparse
        words = [*words, "--help"]
        assert run(*words).returncode == 0
        return
    command: Any = typer.main.get_command(make_app([words[0]]))
    context = command.make_context("playout", words)
    while words and hasattr(command, "resolve_command"):
        _, command, words = command.resolve_command(context, words)
        context = command.make_context(command.name, words, parent=context)


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
    text = (DOCS / "algorithms.md").read_text() + (DOCS / "limits.md").read_text()
    assert text == fill_in(text), "make docs writes them anew"
    named = [name for names in re.findall(r"<!-- options: ([a-z ]+) -->", text) for name in names.split()]
    assert sorted(named) == sorted(ALGORITHMS)
    for option in UctOptions.names():
        assert f"| `{option}` |" in text
    assert "<!-- limits -->" in text
    assert "<!-- algorithms -->" in text


def test_the_formulas_of_options_are_typeset() -> None:
    """Each that options spell plainly is in a table, as TeX; no square root is left as a function's name."""
    text = (DOCS / "algorithms.md").read_text()
    for plain, tex in FORMULAS.items():
        assert tex in text and plain not in text
    assert "sqrt(" not in text


def test_examples_run() -> None:
    """Each as a script, in one process; each says something."""
    script = "import runpy, sys\nfor path in sys.argv[1:]: print('>>>'); runpy.run_path(path, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", script, *EXAMPLES], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    said = done.stdout.split(">>>\n")[1:]
    assert len(said) == len(EXAMPLES) and all(said)


def test_examples_are_numbered_and_short() -> None:
    assert [int(path.name[:2]) for path in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))
    for path in (ROOT / "examples").glob("*.py"):
        assert len(path.read_text().splitlines()) < 40, path.name


PAGES = [*DOCUMENTS, *TUTORIALS, *sorted(DOCS.glob("lessons/**/*.md"))]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    assert not [target for target, there in links(path) if not there]


def test_the_files_that_the_readme_names_exist() -> None:
    for name in re.findall(r"`((?:src|docs|examples|tests|benchmarks)/[\w./]*)`", (ROOT / "README.md").read_text()):
        assert (ROOT / name).exists(), name


def test_the_version_is_the_newest_of_the_changelog() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    newest = re.search(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] == version
