"""The files that a game is made of: its own source, the author's modules that it imports, the data that they read.

Which data files a module reads is recorded while a game is loaded: an audit hook sees each file that is opened, and
the module whose top-level code is running then is the one that reads it.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
import sysconfig
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

__all__ = ["data_of", "files_of", "is_own", "recording"]

_PACKAGE = Path(__file__).parent
_read: dict[str, dict[str, str]] = {}
"""For each source file the data files that its top-level code has read, each with a hash of what it read."""

_local = threading.local()
_installed = False


def is_own(path: str | Path | None) -> bool:
    """Whether a file is its author's, not one of Playout's, of Python's or of an installed package."""
    if not path:
        return False
    place = Path(path).resolve()
    if {"site-packages", "dist-packages"} & set(place.parts):
        return False
    return not any(place.is_relative_to(folder) for folder in (_PACKAGE, *_libraries()))


@cache
def _libraries() -> tuple[Path, ...]:
    """Where Python keeps its own modules and installed packages."""
    return tuple({Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")})


@contextmanager
def recording() -> Iterator[None]:
    """While it lasts, data files that this thread's modules read as they are imported are noted."""
    global _installed
    if not _installed:
        _installed = True
        sys.addaudithook(_hear)
    outer = getattr(_local, "opened", None)
    opened: list[tuple[str, str]] = []
    _local.opened = opened
    try:
        yield
    finally:
        _local.opened = outer
        for source, data in opened:
            if is_own(data) and Path(data).is_file():
                _read.setdefault(source, {})[data] = hashlib.sha256(Path(data).read_bytes()).hexdigest()


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook: it sees every event of the process, and must cost nothing and raise nothing."""
    if event != "open":
        return
    opened = getattr(_local, "opened", None)
    if opened is None:
        return
    path, _, flags = arguments
    if not isinstance(path, (str, bytes)) or flags & (os.O_WRONLY | os.O_RDWR):
        return
    name = os.fsdecode(path)
    if not name.endswith((".py", ".pyc")):
        opened.append((_running(sys._getframe()), os.path.abspath(name)))  # noqa: PTH100 (a Path would be opened here)


def _running(frame: FrameType | None) -> str:
    """The file of the innermost module whose top-level code is running."""
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return frame.f_code.co_filename if frame is not None else ""


def data_of(sources: tuple[Path, ...]) -> dict[Path, str]:
    """The data files that these source files have read while they were loaded, each with a hash of its content."""
    return {Path(data): content for source in sources for data, content in _read.get(str(source), {}).items()}


def files_of(first: list[Path], modules: list[ModuleType]) -> tuple[Path, ...]:
    """These source files, and those of the modules of their author that they import, directly or not, in order."""
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
    """The full names of the modules that a file imports; of `from a import b` both a and a.b may be one."""
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
