"""The site of docs/: everything public has a reference, and what is broken fails the build."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import playout
from tests.documents.pages import DOCS, ROOT, formulas

STRICTLY = re.findall(r"^SITE := (.*) --doctree-dir", (ROOT / "Makefile").read_text(), re.MULTILINE)[0].split()


def build(folder: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """As `make docs` does it."""
    words = [*STRICTLY, "--doctree-dir", str(out / "doctrees"), str(folder), str(out / "site")]
    return subprocess.run([sys.executable, "-m", "sphinx", *words], capture_output=True, text=True, timeout=300)


def test_every_page_has_its_place_in_the_navigation() -> None:
    """And every entry has a page: the same as the strict build finds, at once."""
    given = re.findall(r"^ *- (file|glob): (\S+)$", (DOCS / "_toc.yml").read_text(), re.MULTILINE)
    for kind, name in given:
        assert list(DOCS.glob(f"{name}.md")) if kind == "glob" else (DOCS / f"{name}.md").exists(), name
    assert len(set(given)) == len(given)
    placed = {path for _, name in given for path in DOCS.glob(f"{name}.md")} | {DOCS / "index.md"}
    assert not set(DOCS.rglob("*.md")) - placed


def test_no_line_is_lost_as_a_comment() -> None:
    """The site leaves out a line that begins with a per cent sign, outside of code."""
    for path in DOCS.rglob("*.md"):
        text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        assert not re.search(r"^ *%", text, re.MULTILINE), path


FORMULAS = [(path, tex) for path in sorted(DOCS.rglob("*.md")) for tex in formulas(path)]


def test_every_formula_becomes_mathml() -> None:
    """A command that the converter does not know would stay as it is, with its backslash."""
    spec = importlib.util.spec_from_file_location("formulas", DOCS / "_site" / "formulas.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert len(FORMULAS) > 200
    for path, tex in FORMULAS:
        found = module.mathml(tex)
        ElementTree.fromstring(found)
        assert "\\" not in found, (path, tex)


PLAINLY = re.compile(r"sqrt\(|</?su[bp]>|\w\^[\w({-]|\bln\(")
"""Formulas as a keyboard has them."""


def test_formulas_are_typeset() -> None:
    """Outside of code. The pages of experiments are written by the programs that measure."""
    for path in DOCS.rglob("*.md"):
        if path.parent.name != "experiments":
            text = path.read_text(encoding="utf-8")
            text = re.sub(r"^```.*?^```$|`[^`\n]*`|\$[^$\n]+\$", "", text, flags=re.MULTILINE | re.DOTALL)
            assert not PLAINLY.search(text), (path, PLAINLY.search(text))


def test_every_public_name_has_a_reference() -> None:
    text = "\n".join(path.read_text() for path in (DOCS / "reference").glob("*.md"))
    named = re.findall(r"^\.\. auto\w+:: playout\.(?:\w+\.)*(\w+)$", text, re.MULTILINE)
    assert sorted(named) == sorted(playout.__all__)


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    done = build(DOCS, tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "site" / "concepts" / "ucb.html").read_text()
    assert "<msqrt>" in page and "$" not in re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)
    for path in (tmp_path / "site").rglob("*.html"):  # no page fetches a script
        assert not re.search(r'<script[^>]* src="(?:https?:)?//', path.read_text()), path
    commands = (tmp_path / "site" / "reference" / "command_line.html").read_text()
    assert 'id="playout-arena-run"' in commands and 'id="playout-check"' in commands


@pytest.mark.slow
def test_what_is_broken_fails_the_build(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    shutil.copy(DOCS / "conf.py", docs)
    shutil.copytree(DOCS / "_site", docs / "_site")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (docs / "_toc.yml").write_text("root: index\nsubtrees:\n  - entries:\n      - file: other\n      - file: absent\n")
    (docs / "index.md").write_text(
        "# Index\n\n[a](nowhere.md) [b](other.md#no-such-heading) [c](other.md#here) ![d](nothing.png)\n\n"
        "```{eval-rst}\n.. autofunction:: playout.no_such_name\n```\n"
    )
    (docs / "other.md").write_text("# Other\n\n## Here\n")
    (docs / "forgotten.md").write_text("# Forgotten\n")
    done = build(docs, tmp_path)
    assert done.returncode != 0
    for words in (
        "'nowhere.md'",
        "'no-such-heading'",
        "nothing.png",
        "no_such_name",
        "nonexisting document 'absent'",
        "forgotten.md: WARNING: document isn't included in any toctree",
    ):
        assert words in done.stderr
    assert "#here" not in done.stderr
