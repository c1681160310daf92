"""Go: two colours surround points, and what is surrounded is taken.

Black is seat 0. Options: `size` is the points along a side, 5 to 19. `komi` are the points that White gets for moving
second, whole or half ones; with whole ones a match can be drawn. `ko` is "superko" (no move may repeat a position of
the stones that was on the board before) or "simple" (a stone that took one stone may not be taken back at once).
`black` and `white` are stones before the match, such as "D4 Q16", and `first` is the colour that begins: for handicaps
and problems.

Suicide is not legal. A match ends with two passes in a row, or once it has three times as many plies as the board has
points. Then stones and surrounded points count; no stone is removed as dead (area scoring after Tromp and Taylor).

A move is a point (layout.py says how they are numbered) or 0, a pass; as text `D4` (columns skip I) or `pass`.

The files in reading order: layout (the record), board (chains, captures, legality), scoring, policies (of playouts),
patterns, notation (texts), setting (options), encoding (the input of a network), drawing, board_view, status (dead
stones, for programs around the game).
"""

from typing import Any

from playout.games.go.board import is_legal, put_stone, remember
from playout.games.go.board_view import FORMS as FORMS
from playout.games.go.board_view import PHRASES as PHRASES
from playout.games.go.board_view import TITLES as TITLES
from playout.games.go.board_view import touched, view_board, words_on
from playout.games.go.drawing import draw_board, show_board
from playout.games.go.encoding import PLANES as PLANES
from playout.games.go.encoding import POLICY_SIZE as POLICY_SIZE
from playout.games.go.encoding import SYMMETRIES as SYMMETRIES
from playout.games.go.encoding import index_of, write_planes
from playout.games.go.layout import EMPTY, LARGEST, MOST_PLIES, PASS, SUPERKO, WIDTH
from playout.games.go.layout import State as State
from playout.games.go.notation import explain, read_move, write_move
from playout.games.go.policies import light as light
from playout.games.go.policies import tactical
from playout.games.go.scoring import count_area, count_stones
from playout.games.go.setting import set_board, set_stones
from playout.hashing import fold, fold_word
from playout.rng import below
from playout.rules import OVER

PLAYERS = 2
SEATS = ("Black", "White")
MAX_MOVES = LARGEST * LARGEST + 1
MAX_LENGTH = MOST_PLIES
POLICIES = ("light",)
# Tuned by the matches in docs/games/go.md.
TUNED = {"uct": {"policy": "suggest", "c": 0.0, "grave": 50}}


def start(
    s: Any,
    size: int = 9,
    komi: float = 7.5,
    ko: str = "superko",
    black: str = "",
    white: str = "",
    first: str = "black",
) -> None:
    set_board(s, size, komi, ko)
    set_stones(s, black, white, first)
    remember(s)


def turn(s: Any) -> Any:
    return OVER if s.is_over else s.turn


def moves(s: Any, out: Any) -> Any:
    """The legal moves: points row by row from A1, then the pass."""
    n = 0
    for row in range(1, s.side + 1):
        for point in range(row * WIDTH, row * WIDTH + s.side):
            if s.points[point] == EMPTY and is_legal(s, point, s.turn + 1):
                out[n] = point
                n += 1
    out[n] = PASS
    return n + 1


def pick(s: Any, rng: Any) -> Any:
    while True:
        i = below(rng, s.free_count + 1)
        if i == s.free_count:
            return PASS
        if is_legal(s, s.free[i], s.turn + 1):
            return s.free[i]


def suggest(s: Any, rng: Any) -> Any:
    return tactical(s, rng)


def play(s: Any, move: Any) -> None:
    s.before_last = s.last
    s.last = move
    if move == PASS:
        s.passes += 1
        s.ko = PASS
    else:
        s.passes = 0
        put_stone(s, move, s.turn + 1)
        remember(s)
    s.plies += 1
    s.turn = 1 - s.turn
    if s.passes == 2 or s.plies >= s.most_plies:
        s.is_over = True
        s.score = 2 * count_area(s) - s.komi


def payoffs(s: Any, out: Any) -> None:
    out[0] = 1.0 if s.score > 0 else 0.0 if s.score < 0 else 0.5
    out[1] = 1.0 - out[0]


def key(s: Any) -> Any:
    """A hash of everything that the rest of the match depends on: stones, turn, passes, plies so far, and ko.

    Simple ko forbids at most one point. Superko depends on the set of all past positions. So two orders of the same
    moves lead to different keys, since a legal move in one may be a repetition in the other.
    """
    word = fold(fold(fold(fold(s.hash, s.turn), s.passes), s.plies), s.ko)
    return fold_word(word, s.past_hash) if s.ko_rule == SUPERKO else word


def left(s: Any) -> Any:
    return 0 if s.is_over else s.most_plies - s.plies


def evaluate(s: Any, seat: Any) -> Any:
    return count_stones(s, seat)


def planes(s: Any, seat: Any, out: Any) -> None:
    write_planes(s, seat, out)


def policy_index(move: Any, rows: Any, columns: Any) -> Any:
    return index_of(move, rows, columns)


def show(s: Any) -> str:
    return show_board(s)


def picture(s: Any) -> str:
    return draw_board(s)


def format(s: Any, move: int) -> str:
    return write_move(move)


def parse(s: Any, text: str) -> int:
    return read_move(s.side, text)


def reason(s: Any, move: int | str) -> str:
    return explain(s, move)


def about(s: Any, move: int) -> str:
    return words_on(s, move)


def view(s: Any) -> dict[str, Any]:
    return view_board(s)


def places(s: Any, move: int) -> tuple[str, ...]:
    return touched(int(s.side), move)
