"""A tournament packed for a worker: its definition, the fingerprint of its rules, and the user's files.

A worker on this machine finds these files where they are. For another machine the bundle contains them, and they are
unpacked into a private folder there. In both cases the worker compares the version of Playout and the fingerprint of
the rules with its own before it plays.
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
from playout.arena.entrants import Entrant
from playout.arena.provenance import file_hash, version
from playout.data_files import data_of
from playout.game import Game
from playout.origins import files_of
from playout.rules import PlayoutError

__all__ = ["Bundle", "make_bundle"]


@dataclass(frozen=True)
class Bundle:
    """The message to a worker. "There" is the machine on which the tournament was started."""

    version: str
    """The version of Playout there."""
    game: str
    """The game's name."""
    fingerprint: str
    """The fingerprint of the rules there."""
    definition: bytes
    """The tournament, pickled."""
    hashes: dict[str, str]
    """The user's files: their paths there, with a hash of the content."""
    search: tuple[str, ...]
    """The folders of sys.path there that hold such files."""
    folder: str
    """The working directory there."""
    script: str | None
    """The script among these files, if it defines the game or an agent."""
    contents: dict[str, bytes] = field(default_factory=dict)
    """The content of the files, if they are sent along."""
    own_rules: dict[str, str] = field(default_factory=dict)
    """The identities of agents with rules of the user's own there, by spelling."""
    rule_paths: dict[str, dict[str, str]] = field(default_factory=dict)
    """The paths of these rules there, by spelling and option."""
    unpacked_to: str | None = None
    """The folder into which the files were unpacked; None if they were not."""

    def unpacked(self, target: Path) -> Bundle:
        """Write the files below `target`, each at its own path; returns the bundle without their content."""
        for path, content in self.contents.items():
            if hashlib.sha256(content).hexdigest() != self.hashes[path]:
                raise PlayoutError(f"{path} arrived damaged on {platform.node()}; run the tournament again")
            place = _below(target, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        return replace(self, contents={}, unpacked_to=str(target))

    def open(self) -> Definition:
        """The tournament, ready to be played in this process. Refuses other rules and another version of Playout."""
        here = platform.node()
        if version() != self.version:
            raise PlayoutError(
                f"{here} has Playout {version()}, but the tournament was started with {self.version}; "
                f"install the same version on every machine"
            )
        try:
            if self.unpacked_to is not None:
                self._settle(Path(self.unpacked_to))
            definition: Definition = _GameUnpickler(self.definition, self._load).load()
            changed = [entrant for entrant in definition.entrants if not self._has_same_own_rules(entrant)]
        except PlayoutError:
            raise
        except Exception as error:
            raise PlayoutError(
                f"the tournament cannot be set up on {here}: {type(error).__name__}: {error}; modules that its game "
                f"and agents import have to be installed on every machine, or be in files beside them"
            ) from error
        if definition.game.fingerprint != self.fingerprint:
            raise PlayoutError(
                f"{here} has other rules of {self.game} than the tournament was started with{self._changed()}; "
                f"start again with the same files and packages on every machine"
            )
        if changed:
            raise PlayoutError(
                f"{here} has another rule for {changed[0].spelling} than the tournament was started with"
                f"{self._changed()}; start again with the same files on every machine"
            )
        return definition

    def _has_same_own_rules(self, entrant: Entrant) -> bool:
        """Whether an agent has the same rules of its own here, from the files that were sent along, if any were."""
        if self.unpacked_to is not None:
            paths = self.rule_paths.get(entrant.spelling, {})
            entrant.use_files({word: str(_below(Path(self.unpacked_to), path)) for word, path in paths.items()})
        return entrant.own_rules == self.own_rules.get(entrant.spelling, "")

    def _settle(self, target: Path) -> None:
        """Set sys.path, the working directory and the main script as they were there."""
        sys.path[:0] = [str(_below(target, entry)) for entry in self.search]
        folder = _below(target, self.folder)
        if folder.is_dir():
            os.chdir(folder)
        if self.script is not None:
            module = ModuleType("__mp_main__")  # so named, the script does not run as the main program
            module.__dict__.update(runpy.run_path(str(_below(target, self.script)), run_name="__mp_main__"))
            sys.modules["__main__"] = sys.modules["__mp_main__"] = module

    def _load(self, load: Callable[..., Game], source: str | type, options: dict[str, Any]) -> Game:
        if self.unpacked_to is not None and isinstance(source, str) and source in self.hashes:
            source = str(_below(Path(self.unpacked_to), source))
        return load(source, options)

    def _changed(self) -> str:
        """The names of the files that have changed since, in brackets."""
        if self.unpacked_to is not None:
            return ""
        names = [Path(path).name for path, known in self.hashes.items() if file_hash(Path(path)) != known]
        return f" ({', '.join(names)} changed meanwhile)" if names else ""


def make_bundle(definition: Definition, *, with_files: bool) -> Bundle:
    """Pack a tournament for workers. with_files: include the content of the user's files, for other machines."""
    pickled = pickle.dumps(definition)
    game, named = definition.game, set()
    for content in (pickled, *(entrant.own for entrant in definition.entrants if entrant.own is not None)):
        reader = _GameUnpickler(content, lambda load, source, options: None)
        reader.load()
        named |= reader.modules
    if "__main__" in named and not hasattr(sys.modules["__main__"], "__file__"):
        raise PlayoutError(
            "a class that is defined in a notebook or at a prompt cannot be sent to a worker; put it into a file"
        )
    packages = {name.rpartition(".")[0] for name in named if "." in name}
    modules = [sys.modules[name] for name in sorted(named | packages) if name in sys.modules]
    sources = files_of([], modules)
    entrants = definition.entrants
    of_rules = {path for entrant in entrants for path in entrant.files}
    files = sorted({*game.files, *sources, *data_of(sources), *of_rules})
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
        own_rules={entrant.spelling: entrant.own_rules for entrant in entrants if entrant.own_rules},
        rule_paths={
            entrant.spelling: {word: str(path) for word, path in entrant.rule_paths.items()} for entrant in entrants
        },
    )


class _GameUnpickler(pickle.Unpickler):
    """Unpickles a tournament with its own function to load the game, and collects the modules that it refers to."""

    def __init__(self, content: bytes, load_game: Callable[..., Any]) -> None:
        """load_game: called with the function that would have loaded the game, and its arguments."""
        super().__init__(io.BytesIO(content))
        self.modules: set[str] = set()
        self._load_game = load_game

    def find_class(self, module: str, name: str) -> Any:
        self.modules.add(module)
        found = super().find_class(module, name)
        return partial(self._load_game, found) if (module, name) == ("playout.game", "_load_again") else found


def _holds(folder: str, files: list[Path]) -> bool:
    return any(path.is_relative_to(folder) for path in files)


def _below(target: Path, path: str) -> Path:
    """The path of a file below `target`."""
    plain = Path(os.path.normpath(path))
    return target / plain.relative_to(plain.anchor)
