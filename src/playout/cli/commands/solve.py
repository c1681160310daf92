"""`playout solve`: the exact value of a position under best play."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from playout.cli import INTERRUPTED
from playout.cli.parameters import Fen, GameMoves, GameName, GameOptions
from playout.cli.positions import begin
from playout.cli.screen import say, seat_values, show_board

if TYPE_CHECKING:
    from playout.algorithms.results import SearchResult
    from playout.game import Game, State
    from playout.limits import Limit

__all__ = ["solve"]


def solve(
    game: GameName,
    moves: GameMoves = None,
    option: GameOptions = None,
    fen: Fen = None,
    seconds: Annotated[float | None, typer.Option(min=0.01, help="time limit in seconds; none if not given")] = None,
) -> None:
    """Solve a position: its exact value for every seat, the best move, and the line of best play.

    Example: playout solve tic_tac_toe b2
    """
    from playout.limits import Limit
    from playout.rules import PlayoutError

    state = begin(game, option, moves, fen=fen)
    loaded = state.game
    algorithm = _algorithm(loaded)
    found: list[SearchResult] = []
    try:
        result = _run(state, algorithm, Limit(seconds=seconds), found)
        line = _line(state, result, algorithm) if result.proven else []
    except KeyboardInterrupt:
        say(f"stopped: {_so_far(state, algorithm, found)}", sys.stderr)
        sys.exit(INTERRUPTED)  # everything is printed
    if not result.proven:
        raise PlayoutError(f"not solved: {_so_far(state, algorithm, found)}; give it more time, or a later position")
    rest = state.game.replay([*state.history, *line])
    length = f"{len(line)} {'ply' if len(line) == 1 else 'plies'}{'' if rest.over else ' until chance decides'}"
    show_board(state)
    print()
    facts = {
        "value": seat_values(loaded, result.values),
        "best move": f"{state.format(result.move)}, by {loaded.seat_name(state.turn)}",
        "line": f"{' '.join(_texts(state, line))} ({length})",
        "work": f"{result.work:,} nodes in {result.elapsed:.2f} s ({result.rate:,.0f}/s), by {algorithm}",
    }
    for word, fact in facts.items():
        say(f"{word:<10} {fact}", hanging=11)


def _so_far(state: State, algorithm: str, found: list[SearchResult]) -> str:
    """The result of an unfinished search in words."""
    if not found:
        return f"{algorithm} had only begun, and nothing is known"
    last = found[-1]
    known = f"{algorithm} looked at {last.work:,} nodes in {last.elapsed:.1f} s and has no proof"
    if last.proven:
        known = f"{algorithm} proved {seat_values(state.game, last.values)}, but has not found the line yet"
    return f"{known}; the best move so far is {state.format(last.move)}"


def _algorithm(game: Game) -> str:
    """The algorithm that solves a game exactly; refuses a game that no algorithm can solve."""
    from playout.rules import PlayoutError

    rules = game.rules
    if rules.has("mask"):
        raise PlayoutError(
            f"{rules.name} cannot be solved: it hides information from its seats; `playout analyse` estimates by "
            "playouts"
        )
    if rules.has("chance"):
        return "expectimax"
    return "alphabeta" if game.seats == 2 and rules.payoff_sum is not None else "minimax"


def _run(state: State, algorithm: str, limit: Limit, found: list[SearchResult]) -> SearchResult:
    """Run the search, with progress in a terminal, and return its result.

    found: gets each result, so that the last one is known if the search is interrupted.
    """
    from rich.console import Console

    from playout.algorithms.search import think

    console = Console(stderr=True)
    stream = think(state, algorithm, limit=limit)
    status = console.status("solving ...")
    try:
        for result in stream:
            found[:] = [result]
            if console.is_terminal:
                status.update(f"solving: {result.work:,} nodes in {result.elapsed:.0f} s ...")
                status.start()  # printed only now, because the progress line is rewritten in place
    finally:
        status.stop()
    return found[0]


def _line(state: State, result: SearchResult, algorithm: str) -> list[int]:
    """Best play to the end or to the next chance event. Minimax gives one move at a time, so each later position is
    searched again.
    """
    from playout.limits import Limit

    line = list(result.line)
    later = state.game.replay([*state.history, *line])
    while later.turn >= 0:
        move = _run(later, algorithm, Limit(), []).move
        line.append(move)
        later = later.play(move)
    return line


def _texts(state: State, line: list[int]) -> list[str]:
    texts = []
    for move in line:
        texts.append(state.format(move))
        state = state.play(move)
    return texts
