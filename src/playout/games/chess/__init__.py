"""Chess, by the rules of the world federation.

White is seat 0. A match is drawn by stalemate, when neither side has enough material to mate, by fifty moves without a
pawn's move or a capture, and when a position occurs for the third time; the last two need no claim. `fen` is the first
position. `evaluation` names the static evaluation: "tapered" (pieces by square, mobility, pawns, king safety, for the
middle game and the ending) or "material" (White's pieces minus Black's, as in textbooks).

A move is from | to << 6 | promotion << 12, squares from 0 (a1) to 63 (h8). As text a move is SAN; UCI is read as well.

The files in reading order: layout (the record), attacks (of each piece), moving (legal moves), values, playing (the
effects of a move), evaluation, ordering (of moves in a search), fen, notation, drawing, board_view.
"""

from typing import Any

from playout.games.chess.board_view import FORMS as FORMS
from playout.games.chess.board_view import PHRASES as PHRASES
from playout.games.chess.board_view import TITLES as TITLES
from playout.games.chess.board_view import touched, view_board
from playout.games.chess.drawing import draw_board, show_board
from playout.games.chess.evaluation import MATERIAL_ONLY, TAPERED, evaluate_for
from playout.games.chess.fen import START, read_fen
from playout.games.chess.layout import NOBODY
from playout.games.chess.layout import State as State
from playout.games.chess.moving import list_moves
from playout.games.chess.notation import read_move, write_san, write_score
from playout.games.chess.ordering import list_loud, score_moves
from playout.games.chess.playing import DRAWN, hand_over, make_move
from playout.rules import OVER

PLAYERS = 2
SEATS = ("White", "Black")
MAX_MOVES = 256
MAX_LENGTH = 12_000
"""The longest possible match has 11,797 plies: a pawn's move or a capture every fifty moves."""

AGENT = "alphabeta"

EVALUATIONS = {"tapered": TAPERED, "material": MATERIAL_ONLY}


def start(s: Any, fen: str = START, evaluation: str = "tapered") -> None:
    if evaluation not in EVALUATIONS:
        raise ValueError(f"evaluation is one of {', '.join(EVALUATIONS)}, not {evaluation!r}")
    s.evaluation = EVALUATIONS[evaluation]
    read_fen(s, fen)


def turn(s: Any) -> Any:
    return s.turn if s.winner == NOBODY else OVER


def moves(s: Any, out: Any) -> Any:
    return list_moves(s, out)


def play(s: Any, move: Any) -> None:
    make_move(s, move)


def payoffs(s: Any, out: Any) -> None:
    for seat in range(2):
        out[seat] = 0.5 if s.winner == DRAWN else 1.0 if s.winner == seat else 0.0


def key(s: Any) -> Any:
    return s.hash


def evaluate(s: Any, seat: Any) -> Any:
    return evaluate_for(s, seat)


def rank(s: Any, moves: Any, n: Any, scores: Any) -> None:
    score_moves(s, moves, n, scores)


def loud(s: Any, out: Any) -> Any:
    return list_loud(s, out)


def skip(s: Any) -> Any:
    return hand_over(s)


def threatened(s: Any) -> Any:
    return s.in_check


def show(s: Any, last: int = -1) -> str:
    return show_board(s, last)


def format(s: Any, move: int) -> str:
    return write_san(s, move)


def parse(s: Any, text: str) -> int:
    return read_move(s, text)


def picture(s: Any, last: int = -1) -> str:
    return draw_board(s, last)


def score_text(s: Any, share: float, plies: int) -> str:
    return write_score(share, plies)


def view(s: Any, last: int = -1) -> dict[str, Any]:
    return view_board(s, last)


def places(s: Any, move: int) -> tuple[str, ...]:
    return touched(move)
