"""Writes zugzwangs of chess: FEN;the one good move. Stockfish finds them among random endings.

    python benchmarks/positions/make_zugzwangs.py COUNT SEED

The side to move wins by one move only. That move wins because the other side, which has a piece besides its pawns, has
to move: if it could pass, it would hold. So a null move after the good move gives the wrong result.
"""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterator

import chess
import chess.engine

WON, HELD = 300, 120
"""Hundredths of a pawn: a side wins with WON or more, and does not with HELD or less."""
QUICK, SURE = 4_000, 500_000
"""Nodes of Stockfish: to leave out most positions, and to confirm."""


def ending(rng: random.Random) -> chess.Board | None:
    """A quiet legal ending: some pairs of blocked pawns, a white and a black piece, and up to two more white men."""
    board = chess.Board(None)
    for _ in range(rng.randint(1, 3)):
        square = rng.randrange(8, 48)
        board.set_piece_at(square, chess.Piece.from_symbol("P"))
        board.set_piece_at(square + 8, chess.Piece.from_symbol("p"))
    men = "Kk" + rng.choice("nnbbr") + rng.choice("NBRP") + "".join(rng.choices("PpN", k=rng.randint(0, 2)))
    file, rank = rng.randrange(8), rng.randrange(8)
    for symbol in men:
        near = min(7, max(0, file + rng.randint(-2, 2))), min(7, max(0, rank + rng.randint(-2, 2)))
        square = chess.square(*near)
        if board.piece_at(square) is not None or (symbol in "Pp" and not 8 <= square < 56):
            return None
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    return board if is_quiet(board) else None


def is_quiet(board: chess.Board) -> bool:
    """Whether neither side is in check or can capture."""
    other = board.copy(stack=False)
    other.turn = not other.turn
    return all(
        each.is_valid() and not each.is_check() and not any(each.generate_legal_captures()) for each in (board, other)
    )


def score(engine: chess.engine.SimpleEngine, board: chess.Board, nodes: int) -> int:
    """The score for the side to move."""
    found = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=object())
    return found["score"].relative.score(mate_score=10_000) or 0


def good_move(engine: chess.engine.SimpleEngine, board: chess.Board, nodes: int) -> chess.Move | None:
    """The only move that wins, if it wins by zugzwang."""
    found = engine.analyse(board, chess.engine.Limit(nodes=nodes), multipv=2, game=object())
    if len(found) < 2:
        return None
    first, second = (row["score"].relative.score(mate_score=10_000) or 0 for row in found)
    if first < WON or second > HELD:
        return None
    move = found[0]["pv"][0]
    after = board.copy(stack=False)
    after.push(move)
    if after.is_check() or after.is_game_over():
        return None
    after.turn = not after.turn
    after.clear_stack()
    return move if after.is_valid() and score(engine, after, nodes) <= HELD else None


def zugzwangs(seed: int) -> Iterator[str]:
    rng = random.Random(seed)
    with chess.engine.SimpleEngine.popen_uci(
        shutil.which("stockfish") or "/usr/games/stockfish", timeout=None
    ) as engine:
        while True:
            board = ending(rng)
            if board is None:
                continue
            move = good_move(engine, board, QUICK)
            if move is not None and move == good_move(engine, board, SURE):
                yield f"{board.fen()};{move.uci()}"


if __name__ == "__main__":
    count, seed = map(int, sys.argv[1:])
    for _, row in zip(range(count), zugzwangs(seed), strict=False):
        print(row, flush=True)
