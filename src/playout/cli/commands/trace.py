"""`playout trace`: every step of a small search."""

from __future__ import annotations

from typing import Annotated

import typer

from playout.cli.completing import agent_names
from playout.cli.parameters import Fen, GameMoves, GameName, GameOptions
from playout.cli.positions import begin

__all__ = ["trace"]


def trace(
    game: GameName,
    moves: GameMoves = None,
    agent: Annotated[
        str, typer.Option(help="the search, like alphabeta(depth=3)", autocompletion=agent_names)
    ] = "uct(simulations=10)",
    option: GameOptions = None,
    fen: Fen = None,
    seed: Annotated[int, typer.Option(help="random seed")] = 0,
    most: Annotated[int, typer.Option(help="stop the search after this number of steps")] = 10_000,
    as_json: Annotated[bool, typer.Option("--json", help="print the trace as JSON, to be replayed")] = False,
) -> None:
    """Show what a search does, step by step: uct, alphabeta, minimax or expectimax. It runs interpreted and is slow.

    The alpha-beta of textbooks, with MAX and MIN, is minimax(pruning=True); alphabeta is the search for play, with null
    windows.

    Example: playout trace lecture_tree --agent "minimax(pruning=True)"
    """
    from playout.algorithms.search import trace as trace_search

    state = begin(game, option, moves, fen=fen)
    if state.turn >= 0:
        state = state.seen_by(state.turn)
    found = trace_search(state, agent, seed=seed, most=most)
    print(found.to_json() if as_json else found)
