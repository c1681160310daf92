"""A tournament as it travels to a worker: its definition, the fingerprint of its rules, and the files of its author.

A worker on this machine finds those files where they are; for another machine their content goes along, and is
unpacked into a private folder there. Either way the worker compares Playout's version and the rules' fingerprint with
its own before it plays.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import platform
import runpy
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from playout.arena.definition import Definition
from playout.arena.provenance import file_hash, version
from playout.game import Game
from playout.origins import files_of
from playout.rules import PlayoutError

__all__ = ["Bundle", "make_bundle"]


@dataclass(frozen=True)
class Bundle:
    """What a worker is given."""

    version: str
    """Of Playout, where the tournament was begun."""
    game: str
    """The game's name."""
    fingerprint: str
    """Of the game's rules."""
    definition: bytes
    """The tournament, pickled."""
    hashes: dict[str, str]
    """The author's files by their paths where the tournament was begun, each with a hash of its content."""
    search: tuple[str, ...]
    """The folders there in which modules are looked for, those that hold such files."""
    folder: str
    """The working folder there."""
    script: str | None
    """The script among those files, where it defines something of the tournament."""
    contents: dict[str, bytes] = field(default_factory=dict)
    """The files themselves, if they travel."""
    root: str | None = None
    """The folder in which they were unpacked."""

    def unpacked(self, root: Path) -> Bundle:
        """The same after its files were written below a folder, each where its path says."""
        for path, content in self.contents.items():
            if hashlib.sha256(content).hexdigest() != self.hashes[path]:
                raise PlayoutError(f"{path} has come to {platform.node()} damaged; run the tournament again")
            place = _below(root, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        return replace(self, contents={}, root=str(root))

    def open(self) -> Definition:
        """The tournament, ready to be played in this process; refuses other rules and another Playout."""
        here = platform.node()
        if version() != self.version:
            raise PlayoutError(
                f"{here} has Playout {version()}, and the tournament was begun with {self.version}; "
                f"install the same version on every machine"
            )
        try:
            if self.root is not None:
                self._settle(Path(self.root))
            definition: Definition = _Reader(self.definition, self._load).load()
        except PlayoutError:
            raise
        except Exception as error:
            raise PlayoutError(
                f"the tournament cannot be set up on {here}: {type(error).__name__}: {error}; what its game and "
                f"agents import has to be installed on every machine, or to lie in files beside them"
            ) from error
        if definition.game.fingerprint != self.fingerprint:
            raise PlayoutError(
                f"{here} has other rules of {self.game} than the tournament was begun with{self._changed()}; "
                f"begin again with the same files and packages everywhere"
            )
        return definition

    def _settle(self, root: Path) -> None:
        """Let this process find the files that have travelled as it would have found them where they came from."""
        sys.path[:0] = [str(_below(root, entry)) for entry in self.search]
        folder = _below(root, self.folder)
        if folder.is_dir():
            os.chdir(folder)
        if self.script is not None:
            module = ModuleType("__mp_main__")  # a name that does not make it run as the main program
            module.__dict__.update(runpy.run_path(str(_below(root, self.script)), run_name="__mp_main__"))
            sys.modules["__main__"] = sys.modules["__mp_main__"] = module

    def _load(self, load: Callable[..., Game], source: str | type, options: dict[str, Any]) -> Game:
        if self.root is not None and isinstance(source, str) and source in self.hashes:
            source = str(_below(Path(self.root), source))
        return load(source, options)

    def _changed(self) -> str:
        """The files that are no longer what they were, in brackets."""
        if self.root is not None:
            return ""
        names = [Path(path).name for path, known in self.hashes.items() if file_hash(Path(path)) != known]
        return f" ({', '.join(names)} changed meanwhile)" if names else ""


def make_bundle(definition: Definition, *, with_files: bool) -> Bundle:
    """A tournament for workers, with the content of its author's files if it `travels` to other machines."""
    pickled = pickle.dumps(definition)
    game, named = definition.game, set()
    for content in (pickled, *(entrant.own for entrant in definition.entrants if entrant.own is not None)):
        reader = _Reader(content, lambda load, source, options: None)
        reader.load()
        named |= reader.modules
    if "__main__" in named and not hasattr(sys.modules["__main__"], "__file__"):
        raise PlayoutError(
            "what is defined in a notebook or at a prompt cannot be sent to a worker; put it into a file"
        )
    packages = {name.rpartition(".")[0] for name in named if "." in name}
    modules = [sys.modules[name] for name in sorted(named | packages) if name in sys.modules]
    files = sorted({*game.files, *files_of([], modules)})
    script = getattr(sys.modules["__main__"], "__file__", None) if "__main__" in named else None
    return Bundle(
        version=version(),
        game=game.name,
        fingerprint=game.fingerprint,
        definition=pickled,
        hashes={str(path): file_hash(path) for path in files},
        search=tuple(entry for entry in map(os.path.abspath, sys.path) if _holds(entry, files)),
        folder=str(Path.cwd()),
        script=None if script is None else str(Path(script).absolute()),
        contents={str(path): path.read_bytes() for path in files} if with_files else {},
    )


class _Reader(pickle.Unpickler):
    """Reads a tournament with another way to load its game, and notes the modules of all that it names."""

    def __init__(self, content: bytes, load_game: Callable[..., Any]) -> None:
        """load_game: is called with what would have loaded the game, and its arguments."""
        super().__init__(io.BytesIO(content))
        self.modules: set[str] = set()
        self._load_game = load_game

    def find_class(self, module: str, name: str) -> Any:
        self.modules.add(module)
        found = super().find_class(module, name)
        return partial(self._load_game, found) if (module, name) == ("playout.game", "_load_again") else found


def _holds(folder: str, files: list[Path]) -> bool:
    return any(path.is_relative_to(folder) for path in files)


def _below(root: Path, path: str) -> Path:
    """Where a file with this path lies below a folder."""
    plain = Path(os.path.normpath(path))
    return root / plain.relative_to(plain.anchor)
