"""The games that a page can choose: their descriptions, their options as forms, and games loaded with options.

Options may come from anybody. A text is accepted only if the game's FORMS list it as a choice or have a pattern that it
matches, so no page can name a file.
"""

from __future__ import annotations

import json
import re
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playout import loading
from playout.agents.factory import ENGINES
from playout.algorithms.puct.network import open_network
from playout.algorithms.puct.search import Net
from playout.algorithms.registry import names_file
from playout.errors import PlayoutError
from playout.game import Game, load
from playout.notices import closest
from playout.rules import Rules
from playout.sentences import Wording
from playout.spelling import Spec
from playout.web import schema
from playout.web.games.description import describe_game, option_field
from playout.web.games.trials import Trials
from playout.web.refusals import RefusedError

__all__ = ["Catalogue"]

KEPT = 64
"""Games with options that are kept in memory."""

_described: weakref.WeakKeyDictionary[Rules, schema.GameInfo] = weakref.WeakKeyDictionary()
"""Descriptions of games, shared by all servers of this process."""


class Catalogue:
    """Every installed game, and the game files that the server was started with."""

    def __init__(
        self,
        files: tuple[str, ...] = (),
        engines: tuple[str, ...] = (),
        hung: Callable[[str], None] = lambda name: None,
    ) -> None:
        """engines: spellings of other programs that may play. hung(name): called in any thread when a function of a
        user's game does not return.
        """
        self._engines = engines
        self._sources: dict[str, str] = {name: name for name in loading.names()}
        self._own: dict[str, str] = {}
        """The files of users' games, by name."""
        for path in files:
            name = _free_name(Path(path).stem, self._sources)
            self._own[name] = self._sources[name] = str(Path(path).expanduser().absolute())
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._infos: dict[tuple[str, str], schema.GameInfo] = {}
        self._lock = threading.RLock()
        names = {file: name for name, file in self._own.items()}
        self._trials = Trials(tuple(names), lambda file: hung(names[file]))
        for path in self._own.values():
            if self._trials.fault(path) is None:
                load(path)  # refuses a broken file before the server starts

    def names(self) -> list[str]:
        """The names of all games, users' games first."""
        return sorted(self._sources, key=lambda name: (name not in self._own, name))

    def load(self, name: str, options: dict[str, Any]) -> Game:
        """Load a game after checking its options. Equal options give the same object."""
        version = self._version(name)
        rules = loading.read(self._sources[name])
        chosen = _read_options(rules, options)
        key = json.dumps([name, version, sorted(chosen.items())], default=str)
        with self._lock:
            if key not in self._games:
                game = load(self._sources[name], **chosen)
                self._trials.consists_of(game)
                self._games[key] = game
                while len(self._games) > KEPT:
                    self._games.popitem(last=False)
            self._games.move_to_end(key)
            return self._games[key]

    def _version(self, name: str) -> str:
        """The hash of a user's file, empty for an installed game. Refused if the game does not exist or hangs."""
        if name not in self._sources:
            close = closest(name[:60], self.names())
            near = Wording("near", {"name": close}) if close else ""
            raise RefusedError("game.none", kind="not_found", name=name[:60], near=near)
        return self._trials.version(self._own[name]) if name in self._own else ""

    def fault(self, name: str) -> RefusedError | None:
        """The refusal of a user's game that hangs; None for other games."""
        return self._trials.fault(self._own[name]) if name in self._own else None

    def faults(self) -> dict[str, RefusedError]:
        """The refusals of the users' games that hang, by name."""
        found = {name: self.fault(name) for name in self._own}
        return {name: fault for name, fault in found.items() if fault is not None}

    def infos(self) -> list[schema.GameInfo]:
        """Every game that can be loaded."""
        found = []
        for name in self.names():
            try:
                found.append(self.info(name))
            except PlayoutError:  # a broken package must not hide the other games
                continue
        return found

    def info(self, name: str) -> schema.GameInfo:
        version = self._version(name)
        with self._lock:
            if (name, version) not in self._infos:
                game = self.load(name, {})
                if game.rules not in _described:
                    _described[game.rules] = describe_game(name, game, own=name in self._own)
                engines = [one for one in self._engines if _plays(one, game.rules.name)]
                self._infos[name, version] = _described[game.rules].model_copy(update={"engines": engines})
            return self._infos[name, version]

    def close(self) -> None:
        self._trials.close()


def _plays(engine: str, game: str) -> bool:
    """Whether one of the server's engines plays a game: a program by its protocol, a network by its file."""
    spec = Spec.read(engine)
    if spec.name == Net.name:
        return open_network(str(spec.options.get("file"))).facts.game == game
    if names_file(spec):  # a search that uses a rule from a file
        return True
    protocol = ENGINES.get(spec.name)
    return protocol is not None and protocol.plays(game)


def _free_name(stem: str, taken: dict[str, str]) -> str:
    name = stem
    while name in taken:
        name += "_file"
    return name


# Options


def _read_options(rules: Rules, options: dict[str, Any]) -> dict[str, Any]:
    """Convert the options to the game's own form; refuses a text that the game's forms do not allow."""
    known = loading.option_defaults(rules)
    loading.check_options(rules, options)
    found = {}
    for name, value in options.items():
        form = option_field(rules, name, known[name])
        if value == form.default or value == known[name]:
            continue
        found[name] = _read_value(form, name, value)
    return found


def _read_value(form: schema.FormField, name: str, value: Any) -> Any:
    if value is None and form.optional:
        return None
    if form.kind in ("integer", "number"):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or (form.kind == "integer" and value != int(value)):
            code = "option.whole" if form.kind == "integer" else "option.number"
            raise RefusedError(code, kind="invalid", name=name, value=repr(value))
        if not (form.least is None or form.least <= value) or not (form.most is None or value <= form.most):
            raise RefusedError(
                "option.range",
                kind="invalid",
                name=name,
                least=f"{form.least:g}",
                most=f"{form.most:g}",
                value=repr(value),
            )
        return int(value) if form.kind == "integer" else float(value)
    if form.kind == "boolean":
        if not isinstance(value, bool):
            raise RefusedError("option.flag", kind="invalid", name=name, value=repr(value))
        return value
    if form.kind == "cell":
        if not isinstance(value, list) or len(value) != 2 or not all(type(item) is int for item in value):
            raise RefusedError("option.cell", kind="invalid", name=name, value=repr(value))
        return tuple(value)
    if form.kind == "list":
        if not isinstance(value, list) or not (form.least or 0) <= len(value) <= (form.most or 0):
            raise RefusedError("option.list", kind="invalid", name=name, least=f"{form.least:g}", most=f"{form.most:g}")
        return tuple(_read_entry(form, name, item) for item in value)
    return _read_entry(form, name, value)


def _read_entry(form: schema.FormField, name: str, value: Any) -> Any:
    """Check an entry of a list: a number, one of the choices, or a text that fits the pattern."""
    if value in form.choices and not isinstance(value, bool):
        return value
    if isinstance(value, str) and form.pattern and re.fullmatch(form.pattern, value):
        return value
    if form.kind == "list" and not form.choices and isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    ways = [Wording("option.one_of", {"choices": [str(choice) for choice in form.choices]})] * bool(form.choices)
    ways += [Wording("option.fits", {"pattern": form.pattern or ""})] * bool(form.pattern)
    raise RefusedError("option.text", kind="invalid", name=name, ways=ways or [Wording("option.fixed")])
