"""The data files of a game, like a table of openings: `DATA = ("book.bin",)` in a file names the files that it reads.

They belong to the game's fingerprint and are sent to workers, so a file that is read but not named is refused. While a
game's file runs, `open` is replaced by a function that notes what this thread reads; nothing remains of it afterwards.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import io
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from playout.origins import is_own
from playout.parsing import parse
from playout.rules import RulesError

__all__ = ["data_of", "refusing_undeclared"]

_hashes: dict[Path, str] = {}
"""The SHA-256 of data files as they were when a game's file read them."""


def data_of(sources: tuple[Path, ...]) -> dict[Path, str]:
    """The data files that these source files name, each with the SHA-256 of what was read at load."""
    named = [path for source in sources for path in _named(source)]
    return {path: _hashes.get(path) or _hash(path) for path in named}


def _named(source: Path) -> list[Path]:
    """The files in the DATA of a source file; raises RulesError if one is missing."""
    content = source.read_bytes()
    if b"DATA" not in content:
        return []
    names: Any = ()
    for line in parse(content, str(source)).body:
        targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "DATA" for target in targets):
            try:
                names = ast.literal_eval(getattr(line, "value", None) or "")
            except (ValueError, SyntaxError):
                names = None
    if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
        raise RulesError(f'{source}: DATA is a tuple of the names of data files, written out, like ("book.bin",)')
    paths = [_absolute(source.parent / name) for name in names]
    for name, path in zip(names, paths, strict=True):
        if not path.is_file():
            raise RulesError(f"{source}: DATA names {name}, but there is no file {path}; names begin at this folder")
    return paths


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _absolute(path: str | Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 (without `..`, and links as they were written)


@contextmanager
def refusing_undeclared(source: Path) -> Iterator[None]:
    """Run a game's file in this block; raises RulesError if the author's code read a data file that DATA lacks."""
    before = set(sys.modules)
    noting = _NotingOpen(getattr(io.open, "plain", io.open))  # nested where a game loads another
    outer = builtins.open, io.open  # other code may have replaced one of them
    builtins.open = io.open = noting
    try:
        yield
    finally:
        builtins.open, io.open = outer
        noting.thread = None  # a module may keep a reference to this function
    for path, (reader, line) in noting.reads.items():
        if is_own(path) and is_own(reader) and path.is_file():
            _hashes[path] = _hash(path)
            if path not in _named(Path(reader)):
                _forget(set(sys.modules) - before)
                name = os.path.relpath(path, Path(reader).parent)
                raise RulesError(
                    f"{reader}, line {line}: it reads {name} when it is loaded, and its DATA does not name that file; "
                    f"add DATA = ({name!r},), so that tournaments notice a change of {path.name} and send it to workers"
                )
    _named(source)


class _NotingOpen:
    """Opens files as `open` does, and notes the files that its thread reads."""

    def __init__(self, plain: Callable[..., Any]) -> None:
        self.plain = plain
        self.thread: int | None = threading.get_ident()
        self.reads: dict[Path, tuple[str, int]] = {}
        """The file and line of the innermost module whose top-level code was running, for each file that was read."""

    def __call__(self, file: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        is_path = isinstance(file, (str, bytes, os.PathLike)) and not os.fsdecode(file).endswith((".py", ".pyc"))
        if is_path and "r" in mode and self.thread == threading.get_ident():
            self.reads[_absolute(os.fsdecode(file))] = _running(sys._getframe())
        return self.plain(file, mode, *rest, **more)


def _running(frame: FrameType | None) -> tuple[str, int]:
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno) if frame is not None else ("", 0)


def _forget(modules: set[str]) -> None:
    """Forget the author's modules among these, so that the next attempt to load the game runs them again."""
    for name in modules:
        if is_own(getattr(sys.modules[name], "__file__", None)):
            del sys.modules[name]
