"""Chess: published move counts, differential play against another implementation, and texts."""

from __future__ import annotations

import random

import chess
import pytest

import playout
from playout import native
from playout.games.chess.fen import write_fen
from playout.games.chess.notation import write_uci
from playout.rules import OptionError

# Leaf counts by depth, as published.
COUNTS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (20, 400, 8902, 197281, 4865609),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2039, 97862, 4085603, 193690690),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2812, 43238, 674624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9467, 422333, 15833292),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1486, 62379, 2103487, 89941194),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2079, 89890, 3894594, 164075551),
}


@pytest.mark.parametrize("fen", COUNTS)
def test_the_published_counts(fen: str) -> None:
    counts = playout.perft(playout.load("chess", fen=fen).start(), 4).counts
    assert counts[1:] == COUNTS[fen][:4]


@pytest.mark.slow
@pytest.mark.parametrize("fen", COUNTS)
def test_the_published_counts_deeper(fen: str) -> None:
    assert playout.perft(playout.load("chess", fen=fen).start(), 5).leaves == COUNTS[fen][4]


def fen_of(state: playout.State) -> str:
    return write_fen(native.view(state._position, "python")[0])


@pytest.mark.parametrize("seed", range(3))
def test_matches_are_those_of_another_implementation(seed: int) -> None:
    """FEN, legal moves as UCI and SAN, and how the match ends, at every position of a random match."""
    rng, board, state = random.Random(seed), chess.Board(), playout.load("chess").start()
    while True:
        assert fen_of(state) == board.fen()
        ended = board.is_game_over() or board.halfmove_clock >= 100 or board.is_repetition(3)
        assert state.over == ended, board.fen()
        if ended:
            outcome = board.outcome()
            winner = None if outcome is None else outcome.winner
            assert state.payoffs[0] == (0.5 if winner is None else float(winner))
            return
        legal = list(board.legal_moves)
        assert {write_uci(move) for move in state.moves()} == {move.uci() for move in legal}
        move = rng.choice(legal)
        san = board.san(move)
        number = state.parse(move.uci())
        assert (state.format(number), state.parse(san)) == (san, number)
        state = state.play(number)
        board.push(move)


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "needs a king on e1 and a rook on h1"),
        ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "Chess960 is not supported"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "the right to castle K is named twice"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "could capture the king"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 1", "halfmove clock is a number from 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number is a number from 1"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move is w or b"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or the last rank"),
        ("4k3/8/8/8/8/PPPPPPPP/P7/4K3 w - - 0 1", "more than its 8 pawns allow"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn on e5"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "has 8 ranks"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8"),
        ("nonsense", "has 6 fields"),
    ],
)
def test_a_fen_that_is_none_is_refused_in_words(fen: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        playout.load("chess", fen=fen)


def test_every_text_is_a_position_or_is_refused() -> None:
    """FENs with a few wrong signs: what is accepted is a position to another program, too."""
    rng, accepted = random.Random(1), 0
    for _ in range(600):
        signs = list(rng.choice([*COUNTS, "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"]))
        for _ in range(rng.randint(1, 3)):
            signs[rng.randrange(len(signs))] = rng.choice(["", *"rnbqkpRNBQKP12345678/ wbKQkq-abcdefgh0 "])
        fen = "".join(signs)
        try:
            playout.load("chess", fen=fen)
        except OptionError:
            continue
        accepted += 1
        assert chess.Board(fen).is_valid(), fen
    assert accepted > 20


def test_a_move_that_is_impossible_or_unclear_is_refused_with_the_legal_ones() -> None:
    state = playout.load("chess", fen="4k3/8/8/8/2N3N1/8/8/4K3 w - - 0 1").start()
    for text in ("Nd5", "Ne5", "nonsense", "e9e9", ""):
        with pytest.raises(playout.MoveError, match=r"legal: .*Nce5.*Nge5"):
            state.play(text)
    assert state.format(state.parse("Nce5")) == "Nce5"


def test_a_mate_is_found_and_the_shortest_one() -> None:
    """A mate in two, with the key move known from the position: the rook cuts off the king, the other mates."""
    state = playout.load("chess", fen="7k/8/8/8/8/8/R7/1R2K3 w - - 0 1").start()
    found = playout.search(state, "alphabeta", depth=4)
    assert found.proven and found.values[0] == 1.0
    assert found.candidates[0].plies == 3
    state = playout.load("chess", fen="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").start()
    assert state.format(playout.search(state, "alphabeta", depth=2).move) == "Ra8#"


def test_the_material_count_is_that_of_the_men() -> None:
    """The sum of pawn 1, knight and bishop 3, rook 5, queen 9; equal material is an equal position."""
    equal = playout.load("chess", evaluation="material").start()
    assert equal._call("evaluate", 0) == 0.5
    ahead = playout.load("chess", fen="4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", evaluation="material").start()
    assert ahead._call("evaluate", 0) == pytest.approx(1 - ahead._call("evaluate", 1))
    assert ahead._call("evaluate", 0) > 0.99
