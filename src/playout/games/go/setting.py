"""The first position: an empty board, and stones before the match."""

from typing import Any

from playout.games.go.board import is_suicide, put_stone
from playout.games.go.layout import (
    BLACK,
    BORDER,
    CELLS,
    EMPTY,
    LARGEST,
    PASS,
    SIMPLE_KO,
    SMALLEST,
    SUPERKO,
    WHITE,
    WIDTH,
)
from playout.games.go.notation import read_move, write_move

__all__ = ["COLOURS", "KO_RULES", "set_board", "set_stones"]

KO_RULES = {"superko": SUPERKO, "simple": SIMPLE_KO}
COLOURS = ("black", "white")
"""The colours by seat."""


def set_board(s: Any, size: int, komi: float, ko: str) -> None:
    """Set an empty board; raises ValueError for invalid options."""
    if isinstance(size, bool) or not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
        raise ValueError(f"size has to be a whole number from {SMALLEST} to {LARGEST}, not {size!r}")
    most = size * size
    if isinstance(komi, bool) or not isinstance(komi, (int, float)) or not -most <= komi <= most or 2 * komi % 1:
        raise ValueError(f"komi has to be a whole or half number from {-most} to {most}, such as 7.5, not {komi!r}")
    if not isinstance(ko, str) or ko not in KO_RULES:
        raise ValueError(f"ko has to be one of {', '.join(KO_RULES)}, not {ko!r}")
    s.side, s.most_plies, s.ko_rule, s.komi = size, 3 * size * size, KO_RULES[ko], int(2 * komi)
    for point in range(CELLS):
        s.points[point] = BORDER
    for row in range(1, size + 1):
        for point in range(row * WIDTH, row * WIDTH + size):
            s.points[point] = EMPTY
            s.places[point] = s.free_count
            s.free[s.free_count] = point
            s.free_count += 1


def set_stones(s: Any, black: str, white: str, first: str) -> None:
    """Put stones on an empty board and set the turn; raises ValueError for stones without a liberty."""
    if not isinstance(first, str) or first not in COLOURS:
        raise ValueError(f"first has to be one of {', '.join(COLOURS)}, not {first!r}")
    for colour, name, texts in ((BLACK, "black", black), (WHITE, "white", white)):
        if not isinstance(texts, str):
            raise ValueError(f"{name} has to be points with spaces between, such as 'D4 Q16', not {texts!r}")
        for text in texts.replace(",", " ").split():
            point = read_move(s.side, text)
            if point == PASS:
                raise ValueError(f"{name} has to be points with spaces between, such as 'D4 Q16'; pass is not a point")
            if s.points[point] != EMPTY:
                raise ValueError(f"{write_move(point)} is named twice among the stones before the match")
            if is_suicide(s, point, colour):
                raise ValueError(f"the {name} stone at {write_move(point)} has no liberty")
            put_stone(s, point, colour)
            if s.taken[colour - 1] > 0:
                raise ValueError(f"the {name} stone at {write_move(point)} leaves stones around it without a liberty")
    s.turn = COLOURS.index(first)
    s.ko = PASS
