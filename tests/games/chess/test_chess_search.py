"""Chess and alpha-beta: the evaluation sees both colours alike, mates are found, native equals interpreted."""

from __future__ import annotations

import random

import chess
import pytest

import playout
from playout.algorithms.registry import new_search
from playout.games.chess.notation import write_uci


def random_board(rng: random.Random, plies: int) -> chess.Board:
    """A position after random moves that is not the end of a match."""
    while True:
        board = chess.Board()
        for _ in range(plies):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.is_game_over():
            return board


@pytest.mark.parametrize("plies", [5, 20, 40, 80, 120])
def test_the_evaluation_sees_both_colours_alike(plies: int) -> None:
    """Upside down with the colours swapped, a position is worth the same to the other side, whoever it is."""
    rng = random.Random(plies)
    for _ in range(20):
        board = random_board(rng, plies)
        here = playout.load("chess", fen=board.fen()).start()
        there = playout.load("chess", fen=board.mirror().fen()).start()
        assert here._call("evaluate", 0) == there._call("evaluate", 1), board.fen()
        assert here._call("evaluate", 0) + here._call("evaluate", 1) == pytest.approx(1.0, abs=1e-12)


MATES = {
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1": 1,
    "2k5/5RP1/8/8/5N2/8/P4P1p/6K1 w - - 0 53": 2,
    "8/1p4pk/2p3p1/3nq3/6P1/1KR4P/P4P2/8 b - - 1 32": 2,
}
"""Positions and the moves to mate, as Stockfish has them."""


@pytest.mark.parametrize(("fen", "moves"), MATES.items())
def test_a_mate_is_found_and_proven(fen: str, moves: int) -> None:
    state = playout.load("chess", fen=fen).start()
    result = new_search(state, "alphabeta", depth=2 * moves, backend="python").run()
    assert (result.values[state.turn], result.candidates[0].plies) == (1.0, 2 * moves - 1)
    board = chess.Board(fen)
    for move in result.line:
        board.push_uci(write_uci(move))
    assert board.is_checkmate()


ZUGZWANGS = {
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": "a1a6",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1": "f4d5",
    "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1": "e1f1",
    "5kbB/5p2/7K/3p4/3P4/1p6/1P6/8 w - - 0 1": "h8f6",
}
"""Positions and the one good move, by Stockfish: after it the other side would rather pass."""


@pytest.mark.parametrize(("fen", "best"), ZUGZWANGS.items())
def test_a_null_move_does_not_hide_a_zugzwang(fen: str, best: str) -> None:
    result = new_search(playout.load("chess", fen=fen).start(), "alphabeta", nodes=300_000).run()
    assert write_uci(result.move) == best


def test_a_line_that_comes_back_is_a_draw() -> None:
    """White, a rook down, gives check on e8 and h5 for ever: the king has but one square each time."""
    state = playout.load("chess", fen="6k1/6p1/8/7Q/8/7P/qr3PPK/8 w - - 0 1").start()
    drawn = new_search(state, "alphabeta", depth=5, backend="python").run()
    assert (state.format(drawn.move), drawn.values[0]) == ("Qe8+", 0.5)
    assert new_search(state, "alphabeta(cycles=False)", depth=5, backend="python").run().values[0] < 0.5


def test_no_move_is_shown_above_the_best() -> None:
    """Not in the middle of a depth either, when others have only values of the depth before."""
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    search = new_search(playout.load("chess", fen=fen).start(), "alphabeta")
    unfinished = 0
    for _ in range(80):
        search.advance(150)
        values = [item.values[0] for item in search.answer().candidates if item.values is not None]
        assert values[0] == max(values)
        unfinished += len(values) > 1
    assert unfinished > 5
