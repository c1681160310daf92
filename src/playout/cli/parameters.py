"""Parameters that several subcommands share: a game, its options as `name=value`, and moves played so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.completing import agent_names, game_names
from playout.parsing import value_or_text

if TYPE_CHECKING:
    from playout.game import Game, State
    from playout.spelling import Spec

__all__ = [
    "Fen",
    "GameMoves",
    "GameName",
    "GameOptions",
    "agent_option",
    "chosen_agent",
    "load_game",
    "read_options",
    "replay",
]

GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="a name that `playout games` lists, or a file .py", autocompletion=game_names),
]
GameMoves = Annotated[
    list[str] | None,
    typer.Argument(metavar="MOVES", help="the moves so far, with chance outcomes, like d d e or dde"),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="an option of the game, like rows=9; may be repeated"),
]
Fen = Annotated[str | None, typer.Option("--fen", metavar="FEN", help="the position to begin with, for chess")]


def agent_option(who: str, seconds: int) -> Any:
    """The option for an agent; its default is a search of this number of seconds (see `chosen_agent`)."""
    return typer.Option(
        help=f"{who}, like uct(c=0.7, seconds=5); if not given, {seconds} s of the game's own search, or of uct "
        "(ismcts if cards are hidden)",
        autocompletion=agent_names,
    )


def read_options(
    pairs: list[str] | None, is_name: Callable[[str], bool] = str.isidentifier, example: str = "rows=9"
) -> dict[str, Any]:
    """`rows=9` becomes {"rows": 9}, `blocked=3,4` becomes {"blocked": (3, 4)}; other values stay text.

    is_name: tells whether a name is valid. example: for the error.
    """
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not is_name(name):
            raise typer.BadParameter(f"{pair!r} has to be NAME=VALUE, like {example}")
        options[name] = value_or_text(value)
    return options


def load_game(name: str, pairs: list[str] | None, fen: str | None = None) -> Game:
    """The game with its options; fen: the option of this name, which some games have."""
    from playout.game import load

    options = read_options(pairs)
    if fen is not None:
        if "fen" in options:
            raise typer.BadParameter("--fen and -o fen=... both say where the match begins; give one of them")
        options["fen"] = fen
    return load(name, **options)


def replay(state: State, words: list[str] | None) -> State:
    """The position after typed moves: one in each word, or several in one word, like `dde` or `a1b2`."""
    from playout.rules import MoveError

    for word in words or []:
        try:
            state = state.play(word)
        except MoveError as error:
            after = None if state.game.rules.has("menu") else _read_all(state, word)
            if after is None:
                raise MoveError(f"move {len(state.history) + 1}: {error}") from error
            state = after
    return state


def _read_all(state: State, text: str) -> State | None:
    """The position after the moves in a text without blanks, each read as long as possible; None if it is no list of
    moves.
    """
    from playout.rules import MoveError

    if not text:
        return state
    for length in range(len(text), 0, -1):
        try:
            after = _read_all(state.play(text[:length]), text[length:])
        except MoveError:
            continue
        if after is not None:
            return after
    return None


def chosen_agent(game: Game, given: str | None, seconds: int) -> Spec:
    """The given agent, or the game's default agent with this limit."""
    from playout.agents.factory import default_agent
    from playout.spelling import Spec

    return Spec.read(given) if given else Spec(default_agent(game.rules), seconds=seconds)
