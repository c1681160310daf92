"""The origin of matches: the machine, the version, and the game with a hash of its rules."""

from __future__ import annotations

import hashlib
import importlib
import platform
import sys
import types
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

from playout.game import Game, load
from playout.rules import PlayoutError, Rules

__all__ = ["OLD_HASH", "file_hash", "load_source", "machine", "same_rules", "source_of", "version"]

OLD_HASH = 32
"""Hex digits of the hash of the rules in records up to 0.5.0."""


def machine() -> str:
    """One line that names this machine and the versions of Python, Playout, NumPy and Numba."""
    versions = " ".join(f"{name} {metadata.version(name)}" for name in ("playout", "numpy", "numba"))
    return (
        f"{platform.node()} ({platform.system()} {platform.machine()}), Python {platform.python_version()}, {versions}"
    )


def version() -> str:
    """The version of Playout."""
    return metadata.version("playout")


def file_hash(path: Path) -> str:
    """The SHA-256 of a file's content in hex; empty if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def same_rules(game: Game, kept: str) -> bool:
    """Whether a game has the rules of a record. `kept` is their fingerprint or, up to 0.5.0, a hash of their source."""
    return kept == (game.fingerprint if len(kept) > OLD_HASH else _source_hash(game.rules))


def _source_hash(rules: Rules) -> str:
    """The hash of the rules up to 0.5.0: of the source files of the rules' functions."""
    digest = hashlib.sha256(rules.name.encode())
    files = sorted({rules.path, *_files(rules.functions.values())})
    for file in files:
        if Path(file).is_file():
            digest.update(Path(file).read_bytes().replace(b"\r\n", b"\n"))
    if rules.name.startswith("openspiel:"):
        digest.update(metadata.version("open_spiel").encode())
    return digest.hexdigest()[:OLD_HASH]


def _files(functions: Any) -> set[str]:
    """The source files of functions and of all that they call, without those of Playout and of libraries."""
    own = str(Path(__file__).parents[1])
    found: set[str] = set()
    seen: set[Callable[..., Any]] = set()
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if not isinstance(function, types.FunctionType) or function in seen:
            continue
        seen.add(function)
        file = function.__code__.co_filename
        module = sys.modules.get(function.__module__)
        library = "site-packages" in file or (file.startswith(own) and not file.startswith(str(Path(own, "games"))))
        if not library and module is not None:
            found.add(file)
            waiting += [function.__globals__.get(name) for name in function.__code__.co_names]
    return found


def source_of(game: Game) -> str:
    """The text that loads the game again: its name, the path of its file, or `module:Class`."""
    if isinstance(game.source, type):
        return f"{game.source.__module__}:{game.source.__qualname__}"
    return game.source


def load_source(source: str, options: dict[str, Any]) -> Game:
    """Load a game from the text that `source_of` returned."""
    module, colon, name = source.partition(":")
    if not colon or source.startswith("openspiel:") or source.endswith(".py"):
        return load(source, **options)
    try:
        found: Any = importlib.import_module(module)
        for word in name.split("."):
            found = getattr(found, word)
    except (ImportError, AttributeError) as error:
        raise PlayoutError(f"the game {source} cannot be imported here ({error}); load it and pass it in") from error
    return load(found, **options)
