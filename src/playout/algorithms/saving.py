"""Saved searches: files of plain values and arrays that are safe to read, whoever wrote them.

A file is MAGIC, the SHA-256 of the rest, the length of the header (8 bytes), the header (JSON) and the arrays. It
holds no code, and nothing in it is trusted: the position is replayed from its moves, the search is made again from
its options, and each algorithm checks its arrays before a kernel uses them. The checksum detects damage, not forgery.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.files import write_whole
from playout.game import Game, State, load
from playout.rules import PlayoutError

__all__ = [
    "FAULTS",
    "MOST_SIMULATIONS",
    "Contents",
    "Kept",
    "OtherVersionError",
    "checked_number",
    "describe",
    "pack",
    "plain",
    "position_of",
    "read",
    "refuse_large",
    "unpack",
    "unplain",
    "write",
]

MAGIC = b"playout search 2\n"
"""The first bytes of a saved search, with the version of the format."""

MOST_SIMULATIONS = 1 << 30
"""The most simulations of a saved search, well below the range of 32-bit counters."""

Contents = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""Plain values by name, and arrays by name."""

FAULTS = (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError, MemoryError, RecursionError)
"""The errors that reading a damaged or forged file may raise."""


class OtherVersionError(Exception):
    """A saved search is undamaged, but this version cannot read it. The message names the difference."""


class Kept:
    """The content of a file; its methods raise ValueError for a wrong type, size or range."""

    def __init__(self, values: dict[str, Any], arrays: dict[str, bytes]) -> None:
        self._values = values
        self._arrays = arrays

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def get(self, name: str, default: Any) -> Any:
        """A value that earlier versions did not write, or the default."""
        return self._values.get(name, default)

    def value(self, name: str) -> Any:
        """A number, a text, True, False or None."""
        found = self._values[name]
        if not (found is None or isinstance(found, (bool, int, float, str))):
            raise ValueError(f"{name} is not a plain value")
        return found

    def number(self, name: str, least: int, most: int) -> int:
        return checked_number(self._values[name], name, least, most)

    def real(self, name: str) -> float:
        found = self._values[name]
        if isinstance(found, bool) or not isinstance(found, (int, float)) or not math.isfinite(found):
            raise ValueError(f"{name} is not a number")
        return float(found)

    def rows(self, name: str, width: int) -> list[tuple[int, ...]]:
        """Rows of `width` whole numbers."""
        rows = [tuple(row) for row in self._values[name]]
        if not all(len(row) == width and all(type(item) is int for item in row) for row in rows):
            raise ValueError(f"{name} does not hold rows of {width} whole numbers")
        return rows

    def array(self, name: str, dtype: Any, shape: tuple[int, ...], *, later: Sequence[str] = ()) -> NDArray[Any]:
        """An array of this dtype and shape; its floats are finite, and its bools are 0 or 1.

        later: fields that files of earlier versions lack; they are 0 then.
        """
        kind, content = np.dtype(dtype), self._arrays[name]
        if len(content) != math.prod(shape) * kind.itemsize:
            if later:
                return _with_later(kind, self.array(name, _without(kind, later), shape))
            raise ValueError(f"{name} is not of the size that it should have")
        found = np.frombuffer(content, kind).reshape(shape).copy()
        for part in [found[field] for field in kind.names] if kind.names else [found]:
            if part.dtype.kind == "f" and not np.isfinite(part).all():
                raise ValueError(f"{name} holds a value that is not finite")
            if part.dtype.kind == "b" and (np.ascontiguousarray(part).view(np.uint8) > 1).any():
                raise ValueError(f"{name} holds a value that is neither true nor false")
        return found

    def part(self, name: str) -> Kept:
        """The values under a name, with the arrays whose names begin with it."""
        arrays = {word.removeprefix(name + "."): data for word, data in self._arrays.items()}
        return Kept(_table(self._values[name]), arrays)

    def inside(self) -> Kept:
        """The algorithm's part of the content."""
        return Kept(_table(self._values["inside"]), self._arrays)


def _without(kind: np.dtype[Any], later: Sequence[str]) -> np.dtype[Any]:
    """A record's dtype without these fields."""
    fields = {name: field[0] for name, field in (kind.fields or {}).items() if name not in later}
    return np.dtype(list(fields.items()), align=kind.isalignedstruct)


def _with_later(kind: np.dtype[Any], found: NDArray[Any]) -> NDArray[Any]:
    """Records of a dtype with more fields; those that `found` lacks are 0."""
    records = np.zeros(found.shape, kind)
    for name in found.dtype.names or ():
        records[name] = found[name]
    return records


def checked_number(found: Any, name: str, least: int, most: int) -> int:
    if type(found) is not int or not least <= found <= most:
        raise ValueError(f"{name} is not a whole number from {least} to {most}")
    return found


def refuse_large(simulations: int) -> None:
    """Refuse to save a search that would be too large to load."""
    if simulations > MOST_SIMULATIONS:
        raise PlayoutError(f"a search of more than {MOST_SIMULATIONS:,} simulations cannot be saved")


def _table(found: Any) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise ValueError("it does not hold names with values")
    return found


# Bytes


def pack(values: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> bytes:
    """The bytes of a file."""
    parts = {name: _bytes_of(array) for name, array in arrays.items()}
    header = json.dumps({"values": values, "arrays": [[name, len(part)] for name, part in parts.items()]}).encode()
    body = b"".join([len(header).to_bytes(8, "little"), header, *parts.values()])
    return MAGIC + hashlib.sha256(body).digest() + body


def _bytes_of(array: NDArray[Any]) -> bytes:
    if array.dtype.names is None:
        return np.ascontiguousarray(array).tobytes()
    clean = np.zeros(array.shape, array.dtype)  # padding between fields may hold anything that was in memory
    for name in array.dtype.names:
        clean[name] = array[name]
    return clean.tobytes()


def unpack(content: bytes) -> Kept:
    """The content of bytes that `pack` made; ValueError if they are damaged."""
    body = memoryview(content)[len(MAGIC) + 32 :]
    if hashlib.sha256(body).digest() != content[len(MAGIC) : len(MAGIC) + 32]:
        raise ValueError("its checksum does not match")
    first = 8 + int.from_bytes(body[:8], "little")
    if first > len(body):
        raise ValueError("it is too short")
    header = _table(json.loads(bytes(body[8:first])))
    arrays: dict[str, bytes] = {}
    for name, size in header["arrays"]:
        arrays[name] = bytes(body[first : first + checked_number(size, "a length", 0, len(body) - first)])
        first += size
    if first != len(body):
        raise ValueError("it is too long")
    return Kept(_table(header["values"]), arrays)


def write(path: Path, content: bytes) -> None:
    """Write a file completely or not at all."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise PlayoutError(f"the search cannot be saved to {path}: {error.strerror}") from error


def read(path: Path) -> Kept:
    """The content of a file; raises PlayoutError if it is damaged or not a saved search."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PlayoutError(f"cannot read {path}: {error.strerror}") from error
    if not content.startswith(MAGIC):
        raise PlayoutError(f"{path} is not a search saved by this version of Playout")
    try:
        return unpack(content)
    except FAULTS as error:
        raise PlayoutError(f"{path} is damaged: {error}") from error


# Plain values


def plain(value: Any, owner: str) -> Any:
    """A value for JSON, in which tuples and dicts differ from lists."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return {"list" if isinstance(value, list) else "tuple": [plain(item, owner) for item in value]}
    if isinstance(value, dict) and all(isinstance(word, str) for word in value):
        return {"dict": [[word, plain(item, owner)] for word, item in value.items()]}
    raise PlayoutError(f"{owner} cannot be saved: {value!r} is not a plain value (a number, a text, a tuple of those)")


def unplain(value: Any) -> Any:
    """The value that `plain` was given."""
    if not isinstance(value, dict):
        return value
    ((kind, items),) = value.items()
    if kind == "dict":
        return {str(word): unplain(item) for word, item in items}
    found = [unplain(item) for item in items]
    return tuple(found) if kind == "tuple" else found


# Positions


def describe(state: State) -> dict[str, Any]:
    """A position in plain values: its game, and the moves that lead there, if any do."""
    game = state.game
    try:
        options = plain(game.options, game.name)
    except PlayoutError:
        options = None
    is_replayable = state.observer is None
    if is_replayable:
        replayed = game.replay(state.history)
        is_replayable = replayed == state and _digest(replayed) == _digest(state)
    return {
        "game": game.name,
        "source": game.source if isinstance(game.source, str) else None,
        "options": options,
        "rules": game.fingerprint,
        "history": [int(move) for move in state.history] if is_replayable else None,
        "observer": state.observer,
        "digest": _digest(state),
    }


def position_of(path: Path, kept: Kept, known: Game | State | None) -> State:
    """The searched position, replayed from its moves or given by the caller."""
    told = Kept(_table(kept["position"]), {})
    name = str(told.value("game"))
    if isinstance(known, State):
        state = known
        _compare_rules(path, told, state.game)
    else:
        game = _game_of(path, told, name) if known is None else known
        _compare_rules(path, told, game)
        if told["history"] is None:
            raise PlayoutError(
                f"{path} holds a position that no moves lead to (what a seat sees, or one that was set up): give "
                "the state as well, load_search(path, state)"
            )
        state = game.replay([checked_number(move, "a move", -(1 << 62), 1 << 62) for move in told["history"]])
    if state.observer != told.value("observer") or _digest(state) != told.value("digest"):
        raise PlayoutError(f"{path} holds a search of another position of {name}")
    return state


def _game_of(path: Path, told: Kept, name: str) -> Game:
    """An installed game. A saved search never causes a game's file to be imported."""
    source, options = told.value("source"), told["options"]
    if source is None or options is None or source.endswith(".py") or "/" in source or "\\" in source:
        raise PlayoutError(
            f"{path} holds a search of {name}, a game of your own: give the game as well, load_search(path, game), "
            "since a saved search never causes code to be imported"
        )
    return load(source, **unplain(options))


def _compare_rules(path: Path, told: Kept, game: Game) -> None:
    if told.value("game") != game.name or game.fingerprint != told.value("rules"):
        raise PlayoutError(
            f"{path} holds a search of {told.value('game')} by other rules than those of {game.name} here; search anew"
        )


def _digest(state: State) -> str:
    """A hash of a position: of its fields, or of the text of an object."""
    if state.game.rules.is_object:
        return hashlib.sha256(str(state).encode()).hexdigest() if state.game.rules.has("show") else ""
    fields = [state.position[name].tobytes() for name in state.game.dtype.names or ()]
    return hashlib.sha256(b"".join(fields)).hexdigest()
