"""Describes a game to pages: its names, its options as a form, the algorithms that can search it, and a picture."""

from __future__ import annotations

from typing import Any

from playout import loading
from playout.agents.factory import default_agent
from playout.algorithms.registry import ALGORITHMS
from playout.errors import PlayoutError
from playout.game import Game, State
from playout.rng import Rng
from playout.rules import CHANCE, Rules
from playout.web import schema
from playout.web.games.levels import levels_of
from playout.web.games.phrases import phrase
from playout.web.games.typical import typical_position

__all__ = ["describe_game", "formats_of", "option_field"]

PICTURE = 14
"""The most plies after which the picture of a game is taken."""


def describe_game(name: str, game: Game, *, own: bool) -> schema.GameInfo:
    """A game as pages show it. own: whether it is a file of the person who started the server."""
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
        options=[option_field(rules, word, value) for word, value in loading.option_defaults(rules).items()],
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
        own=own,
        picture=view,
    )


def formats_of(name: str) -> list[str]:
    """The formats in which a match of a game can be exported and imported."""
    return ["json", *{"chess": ["fen", "pgn"], "go": ["sgf"]}.get(name, [])]


def _first_decision(game: Game) -> State:
    """The first position in which a seat is to move, as that seat sees it."""
    state, luck = game.start(), Rng(0)
    while state.turn == CHANCE:
        state = state.sample(luck)
    return state if state.over else state.seen_by(state.turn)


def _can_search(algorithm: str, state: State) -> bool:
    """Whether an algorithm can search this game; sets up no search."""
    search = ALGORITHMS[algorithm].__new__(ALGORITHMS[algorithm], state)
    search.depth = None
    try:
        search._refuse_unfit(state)
    except PlayoutError:
        return False
    return True


def _picture(game: Game) -> State:
    """A typical position of a match under way, as seat 0 sees it if the game hides information.

    A game without a typical position shows a position after some random moves, the same each time.
    """
    known = typical_position(game)
    if known is not None:
        return known.seen_by(0) if game.rules.has("mask") else known
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


def option_field(rules: Rules, name: str, default: Any) -> schema.FormField:
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
        about=_words(given.get("about", name.replace("_", " "))),
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


def _words(given: Any) -> schema.Words:
    """A text, or a text in two languages, as a model."""
    return schema.Words(en=given) if isinstance(given, str) else schema.Words(**given)
