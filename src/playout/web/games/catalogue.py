"""The games that a page can choose from: what they are, their options as forms, and games loaded with options.

Options come from anybody, so a text is taken only where the game's FORMS name it as a choice or give a pattern for it:
no page can name a file.
"""

from __future__ import annotations

import json
import re
import threading
import weakref
from collections import OrderedDict
from pathlib import Path
from typing import Any

from playout import loading
from playout.agents.factory import ENGINES, default_agent
from playout.algorithms.puct.network import open_network
from playout.algorithms.puct.search import Net
from playout.algorithms.registry import ALGORITHMS
from playout.errors import PlayoutError
from playout.game import Game, State, load
from playout.notices import closest
from playout.rng import Rng
from playout.rules import CHANCE, Rules
from playout.sentences import Wording
from playout.spelling import Spec
from playout.web import schema
from playout.web.games.levels import levels_of
from playout.web.games.phrases import phrase
from playout.web.refusals import RefusedError

__all__ = ["Catalogue", "formats_of", "words"]

KEPT = 64
"""Games with options that are kept in memory."""

_described: weakref.WeakKeyDictionary[Rules, schema.GameInfo] = weakref.WeakKeyDictionary()
"""What was found out about games, for all servers of this process."""

PICTURE = 14
"""Plies after which the picture of a game is taken, at most."""


def words(given: Any) -> schema.Words:
    """A text, or a text in two languages, as a model."""
    return schema.Words(en=given) if isinstance(given, str) else schema.Words(**given)


class Catalogue:
    """Every installed game, and the files that the server was started with."""

    def __init__(self, files: tuple[str, ...] = (), engines: tuple[str, ...] = ()) -> None:
        """engines: spellings of other programs that may play."""
        self._engines = engines
        self._sources: dict[str, str] = {name: name for name in loading.names()}
        self._own: set[str] = set()
        for path in files:
            name = _free_name(Path(path).stem, self._sources)
            load(path)  # refuses a broken file before the server starts
            self._sources[name] = str(Path(path).expanduser().absolute())
            self._own.add(name)
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._infos: dict[str, schema.GameInfo] = {}
        self._lock = threading.RLock()

    def names(self) -> list[str]:
        """Own files first."""
        return sorted(self._sources, key=lambda name: (name not in self._own, name))

    def load(self, name: str, options: dict[str, Any]) -> Game:
        """A game with options, checked; the same object each time."""
        if name not in self._sources:
            close = closest(name[:60], self.names())
            near = Wording("near", {"name": close}) if close else ""
            raise RefusedError("game.none", kind="not_found", name=name[:60], near=near)
        rules = loading.read(self._sources[name])
        chosen = _read_options(rules, options)
        key = json.dumps([name, sorted(chosen.items())], default=str)
        with self._lock:
            if key not in self._games:
                self._games[key] = load(self._sources[name], **chosen)
                while len(self._games) > KEPT:
                    self._games.popitem(last=False)
            self._games.move_to_end(key)
            return self._games[key]

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
        with self._lock:
            if name not in self._infos:
                rules = self.load(name, {}).rules
                if rules not in _described:
                    _described[rules] = self._describe(name)
                engines = [one for one in self._engines if _plays(one, rules.name)]
                self._infos[name] = _described[rules].model_copy(update={"engines": engines})
            return self._infos[name]

    def _describe(self, name: str) -> schema.GameInfo:
        game = self.load(name, {})
        rules, picture = game.rules, _picture(game)
        english = rules.names.get("en") or rules.title.split(":")[0]
        view = picture.view()
        return schema.GameInfo(
            name=name,
            title=schema.Words(en=english, zh=rules.names.get("zh")),
            about=rules.title,
            kind=view["kind"],
            seats=game.seats,
            seat_names=[game.seat_name(seat) for seat in range(game.seats)],
            options=[_form(rules, word, value) for word, value in loading.option_defaults(rules).items()],
            levels=levels_of(name, rules),
            default_agent=default_agent(rules),
            agents=[
                word
                for word, kind in ALGORITHMS.items()
                if not kind.names_file and _can_search(word, _first_decision(game))
            ],
            hidden=rules.has("mask"),
            chance=rules.has("chance"),
            formats=formats_of(name),
            payoff_bounds=rules.payoff_bounds,
            own=name in self._own,
            picture=view,
        )


def _plays(engine: str, game: str) -> bool:
    """Whether another program, by its spelling, plays a game: that follows from its protocol. A network says so."""
    spec = Spec.read(engine)
    if spec.name == Net.name:
        return open_network(str(spec.options.get("file"))).facts.game == game
    protocol = ENGINES.get(spec.name)
    return protocol is not None and protocol.plays(game)


def formats_of(name: str) -> list[str]:
    """Formats in which a match of a game can be written and read."""
    return ["json", *{"chess": ["fen", "pgn"], "go": ["sgf"]}.get(name, [])]


def _free_name(stem: str, taken: dict[str, str]) -> str:
    name = stem
    while name in taken:
        name += "_file"
    return name


def _first_decision(game: Game) -> State:
    """The first position in which a seat is to move, as that seat sees it."""
    state, luck = game.start(), Rng(0)
    while state.turn == CHANCE:
        state = state.sample(luck)
    return state if state.over else state.seen_by(state.turn)


def _can_search(algorithm: str, state: State) -> bool:
    """Whether an algorithm takes this game; nothing is set up for that."""
    search = ALGORITHMS[algorithm].__new__(ALGORITHMS[algorithm], state)
    search.depth = None
    try:
        search._refuse_unfit(state)
    except PlayoutError:
        return False
    return True


def _picture(game: Game) -> State:
    """A position of a match under way, the same each time; as seat 0 sees it where things are hidden."""
    luck, state = Rng(11), game.start()
    for _ in range(PICTURE):
        if state.turn == CHANCE:
            after = state.sample(luck)
        elif game.rules.has("suggest"):
            after = state.play(int(game.call("suggest", state.position, luck.words)))
        else:
            moves = state.moves()
            after = state.play(moves[luck.below(len(moves))])
        if after.over:
            break
        state = after
    return state.seen_by(0) if game.rules.has("mask") else state


# Options


def _form(rules: Rules, name: str, default: Any) -> schema.FormField:
    given = rules.forms.get(name, {})
    plain = list(default) if isinstance(default, tuple) else default
    kind: Any = given.get("kind") or _kind(default, given)
    if kind == "list" and not isinstance(plain, list):
        plain = [plain] * int(given.get("most", 1))
    return schema.FormField(
        name=name,
        kind=kind,
        default=plain,
        least=given.get("least", len(plain) if kind == "list" and isinstance(plain, list) else None),
        most=given.get("most", len(plain) if kind == "list" and isinstance(plain, list) else None),
        choices=list(given.get("choices", ())),
        labels={str(choice): phrase(rules, str(choice)) for choice in given.get("choices", ())},
        pattern=given.get("pattern"),
        about=words(given.get("about", name.replace("_", " "))),
        optional=default is None,
    )


def _kind(default: Any, given: dict[str, Any]) -> Any:
    if "choices" in given:
        return "choice"
    if isinstance(default, bool):
        return "boolean"
    if isinstance(default, int):
        return "integer"
    if isinstance(default, float):
        return "number"
    return "list" if isinstance(default, (tuple, list)) else "text"


def _read_options(rules: Rules, options: dict[str, Any]) -> dict[str, Any]:
    """The options as the game takes them; a text that the game's forms do not foresee is refused."""
    known = loading.option_defaults(rules)
    loading.check_options(rules, options)
    found = {}
    for name, value in options.items():
        form = _form(rules, name, known[name])
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
    """A number of a list, one of the choices, or a text that fits the pattern."""
    if value in form.choices and not isinstance(value, bool):
        return value
    if isinstance(value, str) and form.pattern and re.fullmatch(form.pattern, value):
        return value
    if form.kind == "list" and not form.choices and isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    ways = [Wording("option.one_of", {"choices": [str(choice) for choice in form.choices]})] * bool(form.choices)
    ways += [Wording("option.fits", {"pattern": form.pattern or ""})] * bool(form.pattern)
    raise RefusedError("option.text", kind="invalid", name=name, ways=ways or [Wording("option.fixed")])
