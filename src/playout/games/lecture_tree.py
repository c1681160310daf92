"""The tree of the lecture: two plies of three moves each, and a number at each of the nine leaves.

The first seat chooses a1, a2 or a3 and wants a high number. The second seat answers (b1 to b3 after a1, c1 to c3 after
a2, d1 to d3 after a3) and wants a low one. The first seat gets the number, the second 20 minus the number. `leaves` are
the numbers from left to right. By default the minimax value is 3, by a1, and alpha-beta visits seven of the nine
leaves.
"""

from typing import Any

import numpy as np

from playout.boards import words
from playout.rules import OVER

PLAYERS = 2
TITLES = {"en": "The lecture's tree", "zh": "教学博弈树"}
FORMS = {"leaves": {"about": words("the nine leaves, from left to right", "九个叶节点，从左到右")}}
MAX_MOVES = 3
MAX_LENGTH = 2
PAYOFF_BOUNDS = (0.0, 20.0)
PAYOFF_SUM = 20.0

State = np.dtype(
    [
        ("leaves", np.float64, 9),
        ("first", np.int8),  # the choice of each seat; -1: none yet
        ("second", np.int8),
    ],
    align=True,
)


def start(s: Any, leaves: tuple[float, ...] = (3, 12, 8, 2, 4, 6, 14, 5, 2)) -> None:
    if len(leaves) != 9 or not all(0 <= number <= PAYOFF_SUM for number in leaves):
        raise ValueError(f"leaves has to be nine numbers from 0 to {PAYOFF_SUM:g}, not {leaves!r}")
    for i in range(9):
        s.leaves[i] = leaves[i]
    s.first = s.second = -1


def turn(s: Any) -> Any:
    if s.first < 0:
        return 0
    return 1 if s.second < 0 else OVER


def moves(s: Any, out: Any) -> Any:
    for i in range(3):
        out[i] = i
    return 3


def play(s: Any, move: Any) -> None:
    if s.first < 0:
        s.first = move
    else:
        s.second = move


def payoffs(s: Any, out: Any) -> None:
    number = s.leaves[3 * s.first + s.second]
    out[0] = number
    out[1] = PAYOFF_SUM - number


def left(s: Any) -> Any:
    return (1 if s.first < 0 else 0) + (1 if s.second < 0 else 0)


def show(s: Any) -> str:
    rows = []
    for i in range(3):
        chosen = "> " if s.first == i else "  "
        cells = [f"{'bcd'[i]}{j + 1} {s.leaves[3 * i + j]:g}" for j in range(3)]
        if s.first == i and s.second >= 0:
            cells[s.second] = f"[{cells[s.second]}]"
        rows.append(f"{chosen}a{i + 1}:  {'  '.join(cells)}")
    return "\n".join(rows)


def view(s: Any, last: int = -1) -> dict[str, Any]:
    end = None
    if s.second >= 0:
        leaf = f"{s.leaves[3 * s.first + s.second]:g}"
        end = words(f"the leaf {leaf}, of {PAYOFF_SUM:g} points", f"叶节点 {leaf}，共 {PAYOFF_SUM:g} 分")
    return {"kind": "text", "text": show(s), "end": end}


def format(s: Any, move: int) -> str:
    return ("a" if s.first < 0 else "bcd"[s.first]) + str(move + 1)


def parse(s: Any, text: str) -> int:
    word = text.strip().lower()
    letter = "a" if s.first < 0 else "bcd"[s.first]
    if len(word) != 2 or word[0] != letter or word[1] not in "123":
        raise ValueError(f"a move is {letter}1, {letter}2 or {letter}3")
    return int(word[1]) - 1
