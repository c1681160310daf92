"""Pages of Markdown as tests read them: their code, and their links with the headings that these name."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tests import paths

__all__ = ["DOCS", "ROOT", "blocks", "formulas", "headings", "links", "printed", "run_python"]

ROOT = paths.ROOT
DOCS = ROOT / "docs"


def blocks(path: Path, language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


def run_python(paths: Sequence[Path], folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run the Python of each page, with names of its own, in one process: most of a short run is to start."""
    script = "".join(
        f"exec(compile({chr(10).join(blocks(path, 'python'))!r}, {str(path)!r}, 'exec'), {{'__name__': '__main__'}})\n"
        for path in paths
    )
    words, seconds = [sys.executable, "-c", script], 120 * len(paths)
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=seconds)


def printed(path: Path) -> list[str]:
    """What a page says that its Python prints: the blocks of text that follow one of Python at once."""
    return re.findall(
        r"^```python\n(?:(?!^```).*\n)*^```\n\n```text\n((?:(?!^```).*\n)*)", path.read_text("utf-8"), re.MULTILINE
    )


def formulas(path: Path) -> list[str]:
    """The TeX of a page: blocks of `math`, and what stands between dollars outside of code."""
    text = re.sub(r"^```(?!math).*?^```$|`[^`\n]*`", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"^```math\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    text = re.sub(r"^```math\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return found + re.findall(r"\$([^$\n]+)\$", text)


def headings(path: Path, level: int) -> list[str]:
    """The headings of a level, in order."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.findall(rf"^{'#' * level} (.+?) *$", text, re.MULTILINE)


def links(path: Path) -> Iterator[tuple[str, bool]]:
    """Every link and picture of a page that is no web address, and whether it leads somewhere. Code holds no links."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "", text)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if not target.startswith("https://"):
            name, _, anchor = target.partition("#")
            to = path.parent / name if name else path
            yield target, to.exists() and (not anchor or anchor in _anchors(to))


@cache
def _anchors(path: Path) -> frozenset[str]:
    """The names that GitHub and the site give to the headings of a page."""
    found = [heading for level in range(1, 5) for heading in headings(path, level)]
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found)
