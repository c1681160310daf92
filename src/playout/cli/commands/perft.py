"""`playout perft`: the number of lines of play, by depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from playout.cli.parameters import Fen, GameMoves, GameName, GameOptions
from playout.cli.positions import begin

if TYPE_CHECKING:
    from playout.algorithms.perft import PerftResult

__all__ = ["perft"]

MAX_DEPTH_SECONDS = 5.0
"""If no depth is given, counting stops before a depth that is expected to take more seconds than this."""


def perft(
    game: GameName,
    depth: Annotated[
        int | None, typer.Argument(min=1, metavar="DEPTH", help="plies; if not given, as many as take a few seconds")
    ] = None,
    moves: GameMoves = None,
    option: GameOptions = None,
    fen: Fen = None,
    divide: Annotated[bool, typer.Option("--divide", help="the leaves below each first move as well")] = False,
) -> None:
    """Count the lines of play to each depth, and how fast. Where chance decides, every outcome counts.

    Example: playout perft tic_tac_toe --divide
    """
    from playout.algorithms.perft import perft as count

    state = begin(game, option, moves, fen=fen)
    print(f"{'depth':>5}  {'leaves':>17}  {'ended sooner':>14}  {'seconds':>8}  {'leaves/s':>13}")
    reached = 0
    while True:
        reached += 1
        found = count(state, reached)
        _print_row(found)
        # The time is assumed to grow as the number of leaves does.
        expected = found.elapsed * found.leaves / max(found.counts[-2], 1)
        if reached == depth or (depth is None and (found.leaves == 0 or expected > MAX_DEPTH_SECONDS)):
            break
    if divide:
        print()
        for move, leaves in found.divided.items():
            print(f"{state.format(move)}: {leaves:,}")


def _print_row(found: PerftResult) -> None:
    print(
        f"{found.depth:>5}  {found.leaves:>17,}  {sum(found.ended):>14,}  {found.elapsed:>8.3f}  {found.rate:>13,.0f}",
        flush=True,
    )
