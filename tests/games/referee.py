"""A second Connect Four, slow and plain: a dictionary of cells, and every line of the board looked at anew."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

Cell = tuple[int, int]
"""Row from the top, column from the left."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass
class Referee:
    rows: int = 6
    columns: int = 7
    line: int = 4
    blocked: Cell | None = None
    stones: dict[Cell, int] = field(default_factory=dict)
    """The seat of each stone."""

    def landing(self, column: int) -> Cell | None:
        """The lowest cell of a column that is neither taken nor blocked."""
        for row in reversed(range(self.rows)):
            if (row, column) not in self.stones and (row, column) != self.blocked:
                return row, column
        return None

    def winner(self) -> int | None:
        """The seat all of whose stones fill some line."""
        for (row, column), seat in self.stones.items():
            for down, right in DIRECTIONS:
                length = 1
                while length < self.line and self.stones.get((row + length * down, column + length * right)) == seat:
                    length += 1
                if length == self.line:
                    return seat
        return None

    def completes(self, seat: int, cell: Cell) -> bool:
        """Whether a seat's stone there would make a line, by walking from it both ways in every direction."""
        for down, right in DIRECTIONS:
            length = 1
            for sign in (1, -1):
                row, column = cell[0] + sign * down, cell[1] + sign * right
                while self.stones.get((row, column)) == seat:
                    length += 1
                    row, column = row + sign * down, column + sign * right
            if length >= self.line:
                return True
        return False

    def moves(self) -> list[int]:
        if self.winner() is not None:
            return []
        return [column for column in range(self.columns) if self.landing(column) is not None]

    def turn(self) -> int:
        return len(self.stones) % 2

    def play(self, column: int) -> None:
        cell = self.landing(column)
        assert cell is not None
        self.stones[cell] = self.turn()

    def copy(self) -> Referee:
        return replace(self, stones=dict(self.stones))

    def payoffs(self) -> tuple[float, float]:
        winner = self.winner()
        if winner is None:
            return 0.5, 0.5
        return (1.0, 0.0) if winner == 0 else (0.0, 1.0)

    def grid(self) -> str:
        """As the game shows it, without the letters below."""
        symbols = {cell: "XO"[seat] for cell, seat in self.stones.items()}
        if self.blocked is not None:
            symbols[self.blocked] = "#"
        return "\n".join(
            "".join(" " + symbols.get((row, column), ".") for column in range(self.columns)) for row in range(self.rows)
        )
