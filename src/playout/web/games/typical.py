"""A typical position of each game that comes with Playout, for its picture: the moves that lead there.

The moves are openings that people play, or come from matches between searches of some thousand simulations. Chance
outcomes are included; a number is a move as the rules number it.
"""

from __future__ import annotations

from playout.errors import PlayoutError
from playout.game import Game, State

__all__ = ["TYPICAL", "typical_position"]

TYPICAL = {
    "chess": "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6",
    "connect_four": "d d d d d d c e b a c c b",
    "go": "D4 H7 D6 H3 F2 E8 G3 B6 B4 D7 H5 G6 G5 E6 C6 C7 F5 C5 D5 B5 C4 A5 A4 B7 F6",
    "gomoku": "h8 i9 i7 h7 j8 g8 i8 h9 j9 k10 h6 g5 j7 j6",
    "gomoku3d": "c3-3 d4-3 c4-4 d3-3 c3-4 d4-4 d3-4 c4-3 c2-4 d5-3 c3-2 e4-3 b4-3 c5-4 d2-3 e3-4 b3-3 c4-2",
    "hearthstone": "31 44 37 30 38 39 43 18 42 24 44 32 147472 0 42 0 34 48 71 0 32 146432 147472 0 38 150544 71 0 31 "
    "151088 140816 147008 71 0 33 146976 65 147984 0 36 72 149520 71 0 37 148496 48 0 30 146439 127 48 0 42 152592 0 "
    "34 152592 127 0 40",
    "k_in_a_row": "h8 h9 i9 g7 i7 j8 g9 i10 h10 g11 f8 j6",
    "kuhn_poker": "1 2 1",
    "lecture_tree": "",
    "pig": "0 1 0 6 0 4 0 1 0 4 0 5 0 6 0 6 0 6 1 0 5 0 6 0 4",
    "qubic": "d1-1 a4-1 d4-1 a1-2 c3-2 a1-4 b3-3 d3-1 a1-1 b2-2 a2-2 c2-2 c3-3 a3-2 a2-3 a2-1",
    "tic_tac_toe": "b2 a1 c1 a3 a2 c2",
}


def typical_position(game: Game) -> State | None:
    """The typical position of a game; None for a user's game, or if the rules no longer allow its moves."""
    words = TYPICAL.get(game.name)
    if words is None:
        return None
    try:
        state = game.replay([int(word) if word.isdigit() else word for word in words.split()])
    except PlayoutError:
        return None
    return None if state.over else state
