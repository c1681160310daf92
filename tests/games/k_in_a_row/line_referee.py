"""A second k in a row, slow and plain: stones in a dictionary by coordinates, and every line looked at anew."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

Cell = tuple[int, ...]
"""Column from the left, row from the top, and the layer along every further axis."""


@lru_cache(maxsize=64)
def lines_through(size: int, dimensions: int, line: int) -> dict[Cell, list[list[Cell]]]:
    """By cell: the lines on it, each as its other cells."""
    found: dict[Cell, list[list[Cell]]] = {cell: [] for cell in product(range(size), repeat=dimensions)}
    for start in found:
        for direction in product((-1, 0, 1), repeat=dimensions):
            cells = [tuple(a + i * b for a, b in zip(start, direction, strict=True)) for i in range(line)]
            # Every line is met from both of its ends; once is enough.
            if cells[0] < cells[-1] and all(cell in found for cell in cells):
                for cell in cells:
                    found[cell].append([other for other in cells if other != cell])
    return found


@dataclass
class LineReferee:
    size: int
    dimensions: int
    line: int
    players: int
    stones: dict[Cell, int] = field(default_factory=dict)
    """The seat of each stone."""

    def cells(self) -> list[Cell]:
        """All cells in the order of their numbers."""
        return [tuple(reversed(cell)) for cell in product(range(self.size), repeat=self.dimensions)]

    def empty(self) -> list[Cell]:
        return [cell for cell in self.cells() if cell not in self.stones]

    def completes(self, seat: int, cell: Cell) -> bool:
        """Whether all other cells of some line on this cell hold stones of the seat."""
        lines = lines_through(self.size, self.dimensions, self.line)[cell]
        return any(all(self.stones.get(other) == seat for other in line) for line in lines)

    def wins(self, seat: int) -> list[Cell]:
        """The empty cells that would complete a line of the seat."""
        return [cell for cell in self.empty() if self.completes(seat, cell)]

    def winner(self) -> int | None:
        return next((seat for cell, seat in self.stones.items() if self.completes(seat, cell)), None)

    def turn(self) -> int:
        return len(self.stones) % self.players

    def put(self, cell: Cell) -> LineReferee:
        """The position after a stone of the seat to move."""
        return LineReferee(self.size, self.dimensions, self.line, self.players, {**self.stones, cell: self.turn()})

    def payoffs(self) -> tuple[float, ...]:
        winner = self.winner()
        if winner is None:
            return (1 / self.players,) * self.players
        return tuple(float(seat == winner) for seat in range(self.players))

    def reaches_next_turn(self, mover: int) -> bool:
        """Whether the seats until `mover` is to move again can play so that nobody wins before; who can win, does.

        Cells on which nobody would win are alike here, so one of them stands for all.
        """
        if self.turn() == mover or not self.empty():
            return True
        if self.wins(self.turn()):
            return False
        later = range(1, (mover - self.turn()) % self.players)
        hot = {cell for i in later for cell in self.wins((self.turn() + i) % self.players)}
        others = [cell for cell in self.empty() if cell not in hot]
        return any(self.put(cell).reaches_next_turn(mover) for cell in [*hot, *others[:1]])
