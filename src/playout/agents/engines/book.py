"""Engines by name: from the user's file, else programs of this machine.

The file is `engines.toml` in the folder `playout` of the user's configuration, or in PLAYOUT_CONFIG_DIR. It is written
whole or not at all. Each engine is a table: its protocol, its command as a list of words, its settings.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playout.errors import OptionError, PlayoutError
from playout.files import write_whole
from playout.notices import nearest, shown

__all__ = [
    "PROTOCOLS",
    "BookEntry",
    "add_engine",
    "config_file",
    "files_hash",
    "find_engine",
    "read_book",
    "remove_engine",
    "unknown_protocol",
]

PROTOCOLS = ("uci", "gtp", "program", "saiblo")

FOLDERS = ("/usr/games", "/usr/local/games")
"""Folders that are searched in addition to PATH. Some systems install games there and do not add them to PATH."""


@dataclass(frozen=True)
class BookEntry:
    """A named engine."""

    name: str
    protocol: str
    command: tuple[str, ...]
    """The program and its arguments."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Options of a UCI engine that are always set."""


def config_file() -> Path:
    """The file of the user's engines."""
    chosen = os.environ.get("PLAYOUT_CONFIG_DIR")
    if chosen:
        return Path(chosen).expanduser().absolute() / "engines.toml"
    user = os.environ.get("XDG_CONFIG_HOME")
    try:
        return (Path(user) if user else Path.home() / ".config") / "playout" / "engines.toml"
    except RuntimeError:
        raise PlayoutError("there is no home folder for engines.toml; set PLAYOUT_CONFIG_DIR") from None


def read_book() -> dict[str, BookEntry]:
    """The user's engines by name; empty if there is no file."""
    path = config_file()
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PlayoutError(f"{path} cannot be read: {error}; correct it or remove it") from error
    return {name: _entry(path, name, item) for name, item in found.items()}


def _entry(path: Path, name: str, item: Any) -> BookEntry:
    table = item if isinstance(item, dict) else {}
    command: Any = table.get("command")
    settings = table.get("settings", {})
    is_command = isinstance(command, list) and command and all(isinstance(word, str) for word in command)
    if not is_command or table.get("protocol") not in PROTOCOLS or not isinstance(settings, dict):
        raise PlayoutError(f"{path}: {name} needs a protocol ({_one_of()}) and a command, a list of texts; correct it")
    return BookEntry(name, table["protocol"], tuple(command), dict(settings))


def add_engine(entry: BookEntry) -> None:
    """Add an engine to the user's file, or replace the engine of the same name."""
    if not (entry.name.isascii() and entry.name.isidentifier()):
        raise OptionError(f"{shown(entry.name)} cannot name an engine; use letters, digits and _, like stockfish_1800")
    if entry.protocol not in PROTOCOLS:
        raise unknown_protocol(entry.protocol)
    _write({**read_book(), entry.name: entry})


def unknown_protocol(given: str) -> OptionError:
    """The error about an unknown protocol, with the known ones."""
    return OptionError(f"a protocol is {_one_of()}, not {shown(given)}")


def _one_of() -> str:
    return f"{', '.join(PROTOCOLS[:-1])} or {PROTOCOLS[-1]}"


def remove_engine(name: str) -> None:
    """Remove an engine from the user's file."""
    book = read_book()
    if name not in book:
        raise OptionError(f"there is no engine {name!r}{nearest(name, list(book))}; `playout engines list` has them")
    del book[name]
    _write(book)


def _write(book: dict[str, BookEntry]) -> None:
    parts = []
    for name, entry in sorted(book.items()):
        words = ", ".join(_text(word) for word in entry.command)
        part = f"[{name}]\nprotocol = {_text(entry.protocol)}\ncommand = [{words}]\n"
        if entry.settings:
            settings = ", ".join(f"{_text(key)} = {_value(item)}" for key, item in entry.settings.items())
            part += f"settings = {{ {settings} }}\n"
        parts.append(part)
    path = config_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, "\n".join(parts).encode(), private=True)
    except OSError as error:
        raise PlayoutError(f"{path} cannot be written: {error.strerror}") from error


def _text(text: str) -> str:
    """A text in TOML: the same as in JSON but for one character."""
    return json.dumps(text).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    return _text(value) if isinstance(value, str) else json.dumps(value)


def find_engine(given: str, protocol: str) -> BookEntry:
    """The engine with this name in the user's file, else the engine that this command starts.

    The command is split into words as by a shell, but no shell runs.
    """
    book = read_book()
    if given in book:
        entry = book[given]
        if entry.protocol != protocol:
            raise OptionError(f"{given} speaks {entry.protocol.upper()}: write {entry.protocol}({given})")
        return entry
    try:
        words = shlex.split(given)
    except ValueError as error:
        raise OptionError(f"the command {shown(given)} cannot be read: {error}") from None
    if not words or "\0" in given:
        raise OptionError(f'an engine is a name or a command, like {protocol}("stockfish"), not {shown(given)}')
    program = _program(words[0])
    if program is None:
        raise _not_found(words[0], protocol, list(book))
    return BookEntry(given, protocol, (program, *words[1:]))


def _program(word: str) -> str | None:
    """The absolute path of a program."""
    expanded = str(Path(word).expanduser()) if word.startswith("~") else word
    found = shutil.which(expanded) or shutil.which(expanded, path=os.pathsep.join(FOLDERS))
    return None if found is None else str(Path(found).absolute())


def _not_found(word: str, protocol: str, known: list[str]) -> OptionError:
    """The error about a word that names no program that can be started."""
    path = Path(word).expanduser()
    if path.is_dir():
        return OptionError(f"{word} is a folder, not a program")
    if path.is_file() and os.access(path, os.X_OK):
        return OptionError(f"there is no program {word!r} in PATH; write ./{word} for the file in this folder")
    if path.is_file():
        return OptionError(
            f"{word} is not executable; make it so (chmod +x {word}), or name the program that runs it, like "
            f"{protocol}('python3 {word}')"
        )
    return OptionError(
        f"there is no engine {word!r}{nearest(word, known)}, and no program of that name; install it, "
        f"give its path, or name it: playout engines add NAME COMMAND"
    )


def files_hash(command: tuple[str, ...]) -> str:
    """Eight hex digits of a hash of the files that a command names: the program, or its script."""
    found = hashlib.sha256()
    for word in command:
        try:
            content = Path(word).read_bytes() if Path(word).is_file() else b""
        except OSError:  # the program itself may be allowed to read it
            content = b""
        found.update(hashlib.sha256(content).digest())
    return found.hexdigest()[:8]
