"""The source files that a game is made of: its own, and the author's modules that it imports."""

from __future__ import annotations

import ast
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

__all__ = ["files_of", "is_own"]

_PACKAGE = Path(__file__).parent


def is_own(path: str | Path | None) -> bool:
    """Whether a file was written by the author of a game: it is not part of Playout, Python or a package."""
    if not path:
        return False
    place = Path(path).resolve()
    if {"site-packages", "dist-packages"} & set(place.parts):
        return False
    return not any(place.is_relative_to(folder) for folder in (_PACKAGE, *_libraries()))


@cache
def _libraries() -> tuple[Path, ...]:
    """The folders of Python's own modules and of installed packages."""
    return tuple({Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def files_of(first: list[Path], modules: list[ModuleType]) -> tuple[Path, ...]:
    """These source files with the author's modules that they import, directly or not; sorted."""
    found: dict[Path, None] = {}
    waiting = [(path, "") for path in first] + [
        (Path(str(module.__file__)), module.__package__ or "")
        for module in modules
        if getattr(module, "__file__", None)
    ]
    while waiting:
        path, package = waiting.pop()
        if path in found or not is_own(path) or not path.is_file():
            continue
        found[path] = None
        for name in _imported(path, package):
            module = sys.modules.get(name)
            if module is not None and getattr(module, "__file__", None):
                waiting.append((Path(str(module.__file__)), module.__package__ or ""))
    return tuple(sorted(found))


def _imported(path: Path, package: str) -> Iterator[str]:
    """The full names of the modules that a file may import; for `from a import b`, both a and a.b."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                parts = item.name.split(".")
                yield from (".".join(parts[: i + 1]) for i in range(len(parts)))
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            parts = [*above, *(node.module.split(".") if node.module else ())]
            yield from (".".join(parts[: i + 1]) for i in range(len(parts)))
            yield from (".".join([*parts, item.name]) for item in node.names)
