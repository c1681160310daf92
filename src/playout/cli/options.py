"""What several subcommands take: a game, its options as `name=value`, and how matches are played."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from playout.arena.executors import Executor
    from playout.game import Game, State
    from playout.spelling import Spec

__all__ = [
    "ClockText",
    "ClusterAddress",
    "ExecutorName",
    "GameMoves",
    "GameName",
    "GameOptions",
    "MoveSeconds",
    "OpeningPlies",
    "OpeningsPath",
    "OutcomeAsJson",
    "Quiet",
    "Seed",
    "StorePath",
    "WorkerMemory",
    "Workers",
    "chosen_agent",
    "load_game",
    "new_executor",
    "read_options",
    "replay",
]

GameName = Annotated[str, typer.Argument(metavar="GAME", help="a name that `playout games` lists, or a file .py")]
GameMoves = Annotated[
    list[str] | None,
    typer.Argument(metavar="MOVES", help="the moves made so far, chance outcomes too, like d d e or dde"),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="an option of the game, like rows=9; may be repeated"),
]

# How matches are played, kept and shown.
Seed = Annotated[int | None, typer.Option(min=0, help="the store's, or a fresh one, if not given")]
StorePath = Annotated[Path | None, typer.Option(help="where matches are kept; the same command continues")]
OpeningsPath = Annotated[Path | None, typer.Option(help="a file with an opening a line")]
OpeningPlies = Annotated[int, typer.Option(min=0, help="random plies before the agents take over")]
ClockText = Annotated[
    str | None, typer.Option(metavar="BASE+INC", help="seconds for a whole match and for each move, like 60+0.5")
]
MoveSeconds = Annotated[float | None, typer.Option(help="the most seconds for a move")]
Workers = Annotated[int | None, typer.Option(min=1, help="processes; one for each core if not given")]
WorkerMemory = Annotated[float | None, typer.Option(help="megabytes that a worker may take")]
ExecutorName = Annotated[str, typer.Option(help="local, or ray for many machines")]
ClusterAddress = Annotated[str | None, typer.Option(help="of the Ray cluster")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="no progress, only the table at the end")]
OutcomeAsJson = Annotated[bool, typer.Option("--json", help="print the outcome as JSON, and nothing else")]


def read_options(pairs: list[str] | None) -> dict[str, Any]:
    """`rows=9` becomes {"rows": 9}, `blocked=3,4` becomes {"blocked": (3, 4)}; other values stay text."""
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name.isidentifier():
            raise typer.BadParameter(f"{pair!r} has to be NAME=VALUE, like rows=9")
        try:
            options[name] = ast.literal_eval(value)
        except (SyntaxError, ValueError):
            options[name] = value
    return options


def load_game(name: str, pairs: list[str] | None) -> Game:
    from playout.game import load

    return load(name, **read_options(pairs))


def replay(game: Game, words: list[str] | None) -> State:
    """The position after moves as they are typed: one a word, or several in one word, like `dde` or `a1b2`."""
    from playout.rules import MoveError

    state = game.start()
    for word in words or []:
        try:
            state = state.play(word)
        except MoveError as error:
            after = None if game.rules.has("menu") else _read_all(state, word)
            if after is None:
                raise MoveError(f"move {len(state.history) + 1}: {error}") from error
            state = after
    return state


def _read_all(state: State, text: str) -> State | None:
    """The position after all moves of a text without blanks, each as long as can be; None if it cannot be read so."""
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


def chosen_agent(game: Game, given: str | None, seconds: float) -> Spec:
    """The agent that is named; for who names none, ismcts where things are hidden, else uct."""
    from playout.spelling import Spec

    return Spec.read(given or f"{'ismcts' if game.rules.has('mask') else 'uct'}(seconds={seconds:g})")


def new_executor(kind: str, address: str | None, workers: int | None, memory: float | None) -> Executor:
    """Where matches are played: on this machine, or on a Ray cluster."""
    from playout.arena.executors.local import LocalExecutor
    from playout.rules import OptionError

    if kind == "ray":
        from playout.arena.executors.ray_cluster import RayExecutor

        return RayExecutor(address, workers=workers, memory=memory)
    if kind != "local":
        raise OptionError(f"there is no executor {kind!r}; there are local and ray")
    if address is not None:
        raise OptionError("an address belongs to a Ray cluster; add --executor ray")
    return LocalExecutor(workers, memory=memory)
