"""`playout solve`: what a position is worth if everybody plays best, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from playout.cli.options import GameMoves, GameName, GameOptions, load_game

if TYPE_CHECKING:
    from playout.algorithms.results import SearchResult
    from playout.game import Game, State

__all__ = ["solve"]


def solve(
    game: GameName,
    moves: GameMoves = None,
    option: GameOptions = None,
    seconds: Annotated[float | None, typer.Option(min=0.01, help="give up after so long; never if not given")] = None,
) -> None:
    """Solve a position: its exact value for every seat, the best move, and how play goes on."""
    from playout.rules import PlayoutError

    loaded = load_game(game, option)
    state = loaded.replay(moves or [])
    algorithm = _algorithm(loaded)
    result = _run(state, algorithm, {} if seconds is None else {"seconds": seconds})
    if not result.proven:
        raise PlayoutError(
            f"not solved: {algorithm} looked at {result.work:,} nodes in {result.elapsed:.1f} s and has no proof; "
            "give it more time, or a later position"
        )
    line = _line(state, result, algorithm)
    rest = state.game.replay([*state.history, *line])
    length = f"{len(line)} more {'ply' if len(line) == 1 else 'plies'}{'' if rest.over else ' until chance decides'}"
    print(f"{state}\n")
    print("value      " + ", ".join(f"seat {seat} has {value:g}" for seat, value in enumerate(result.values)))
    print(f"best move  {state.format(result.move)}, by seat {state.turn}")
    print(f"line       {' '.join(_texts(state, line))} ({length})")
    print(f"work       {result.work:,} nodes in {result.elapsed:.2f} s ({result.rate:,.0f}/s), by {algorithm}")


def _algorithm(game: Game) -> str:
    """The algorithm that solves a game exactly; refuses a game that none can."""
    from playout.rules import PlayoutError

    rules = game.rules
    if rules.has("mask"):
        raise PlayoutError(
            f"{rules.name} cannot be solved: it hides things from its seats; `playout analyse` estimates by playouts"
        )
    if rules.has("chance"):
        return "expectimax"
    return "alphabeta" if game.seats == 2 and rules.payoff_sum is not None else "minimax"


def _run(state: State, algorithm: str, limit: dict[str, Any]) -> SearchResult:
    """The result; meanwhile, if a terminal is watching, how far it has come."""
    from rich.console import Console

    from playout.algorithms.registry import think

    console = Console(stderr=True)
    stream = think(state, algorithm, **limit)
    if not console.is_terminal:
        return list(stream)[-1]
    with console.status("solving ...") as status:
        for found in stream:
            status.update(f"solving: {found.work:,} nodes in {found.elapsed:.0f} s ...")
    return found


def _line(state: State, result: SearchResult, algorithm: str) -> list[int]:
    """Best play to the end, or to where chance decides; minimax tells one move at a time."""
    line = list(result.line)
    later = state.game.replay([*state.history, *line])
    while later.turn >= 0:
        move = _run(later, algorithm, {}).move
        line.append(move)
        later = later.play(move)
    return line


def _texts(state: State, line: list[int]) -> list[str]:
    texts = []
    for move in line:
        texts.append(state.format(move))
        state = state.play(move)
    return texts
