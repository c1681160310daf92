"""The board of a conversation with Saiblo's judge in plain Python, and a sensible move on it within a millisecond.

It keeps the match and checks the opponent's stones. The search runs on the game `connect_four`, which is much faster;
until that is loaded, `quick_move` answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["LINE", "SaibloBoard"]

Cell = tuple[int, int]
"""Row from the top, column from the left."""

LINE = 4
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class SaibloBoard:
    """A match of Connect Four with one blocked cell."""

    def __init__(self, rows: int, columns: int, blocked: Cell) -> None:
        self.rows, self.columns, self.blocked = rows, columns, blocked
        self.stones: dict[Cell, int] = {}
        """The seat of each stone."""
        self.history: list[int] = []
        """The columns played so far."""
        self.over = False

    @property
    def options(self) -> dict[str, Any]:
        """The options of `connect_four` for this board."""
        return {"rows": self.rows, "columns": self.columns, "blocked": self.blocked}

    @property
    def turn(self) -> int:
        """The seat to move, unless the match is over."""
        return len(self.history) % 2

    def landing(self, column: int, above: int = 0) -> Cell:
        """The cell on which the next stone of a column lands, or the stone after `above` more; row -1 if it is full."""
        cells = [(row, column) for row in range(self.rows - 1, -1, -1)]
        free = [cell for cell in cells if cell not in self.stones and cell != self.blocked]
        return free[above] if above < len(free) else (-1, column)

    def moves(self) -> list[int]:
        """The columns that are not full; none once the match is over."""
        return [] if self.over else [column for column in range(self.columns) if self.landing(column)[0] >= 0]

    def play(self, column: int) -> None:
        """Put a stone of the seat to move into a column that is not full."""
        cell, seat = self.landing(column), self.turn
        won = self.wins(cell, seat)
        self.stones[cell] = seat
        self.history.append(column)
        self.over = won or not self.moves()

    def wins(self, cell: Cell, seat: int) -> bool:
        """Whether a stone of a seat on an empty cell would complete a line."""
        return any(stones == [seat] * (LINE - 1) for stones in self._windows(cell))

    def quick_move(self) -> int:
        """A column that wins, else a column in which the opponent would win, else the most promising one.

        The most promising column is on the heaviest open lines, whose weight counts their stones. Columns in which the
        opponent would win on top are avoided if possible.
        """
        seat, moves = self.turn, self.moves()
        for who in (seat, 1 - seat):
            for column in moves:
                if self.wins(self.landing(column), who):
                    return column
        return max(moves, key=lambda column: (not self._helps(column, 1 - seat), self._promise(self.landing(column))))

    def _helps(self, column: int, other: int) -> bool:
        """Whether a stone in a column lets the opponent win on top of it."""
        above = self.landing(column, 1)
        return above[0] >= 0 and self.wins(above, other)

    def _promise(self, cell: Cell) -> tuple[int, int]:
        """The weight of the lines through a cell with stones of one seat only, and the closeness to the middle."""
        weight = sum(4 ** len(stones) for stones in self._windows(cell) if len(set(stones)) <= 1)
        return weight, -abs(2 * cell[1] + 1 - self.columns)

    def _windows(self, cell: Cell) -> Iterator[list[int]]:
        """For each line of four through a cell that is on the board and not blocked: the seats of its other stones."""
        row, column = cell
        for down, right in DIRECTIONS:
            for first in range(1 - LINE, 1):
                cells = [(row + i * down, column + i * right) for i in range(first, first + LINE)]
                inside = all(0 <= y < self.rows and 0 <= x < self.columns for y, x in cells)
                if inside and self.blocked not in cells:
                    yield [self.stones[other] for other in cells if other != cell and other in self.stones]
