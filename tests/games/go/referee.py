"""A slow referee for Go: a board is a dict from (column, row) to colour, and everything is flooded anew each time."""

from __future__ import annotations

from dataclasses import dataclass, field

import playout
from playout.games.go.notation import point_at

__all__ = ["Board", "Referee", "board_of", "flood", "neighbours"]

Point = tuple[int, int]
Board = dict[Point, int]
"""The stones: 1 is Black, 2 is White."""


def neighbours(point: Point, side: int) -> list[Point]:
    column, row = point
    around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return [(x, y) for x, y in around if 0 <= x < side and 0 <= y < side]


def flood(board: Board, begin: Point, side: int) -> tuple[set[Point], set[Point]]:
    """The points of one content that hang together with a point, and those that border on them."""
    region, border, waiting = {begin}, set(), [begin]
    while waiting:
        for other in neighbours(waiting.pop(), side):
            if board.get(other) != board.get(begin):
                border.add(other)
            elif other not in region:
                region.add(other)
                waiting.append(other)
    return region, border


def has_liberty(board: Board, point: Point, side: int) -> bool:
    return any(other not in board for other in flood(board, point, side)[1])


def area(board: Board, side: int) -> int:
    """Black's area minus White's."""
    total, seen = 0, set()
    for point in ((x, y) for x in range(side) for y in range(side)):
        if point in board:
            total += 1 if board[point] == 1 else -1
        elif point not in seen:
            region, border = flood(board, point, side)
            seen |= region
            colours = {board[other] for other in border}
            total += len(region) * (1 if colours == {1} else -1 if colours == {2} else 0)
    return total


@dataclass
class Referee:
    """A match, followed move by move."""

    side: int
    superko: bool
    board: Board = field(default_factory=dict)
    colour: int = 1
    ko: Point | None = None
    past: list[Board] = field(default_factory=lambda: [{}])
    taken: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0})

    def after(self, point: Point) -> tuple[Board, list[Point]]:
        """The stones after a move on an empty point, and what it takes."""
        board = {**self.board, point: self.colour}
        gone: list[Point] = []
        for other in neighbours(point, self.side):
            if board.get(other) == 3 - self.colour and not has_liberty(board, other, self.side):
                chain, _ = flood(board, other, self.side)
                gone += chain
                board = {at: stone for at, stone in board.items() if at not in chain}
        return board, gone

    def is_legal(self, point: Point) -> bool:
        if point in self.board or point == self.ko:
            return False
        board, _ = self.after(point)
        return has_liberty(board, point, self.side) and not (self.superko and board in self.past)

    def legal(self) -> list[int]:
        """As the game lists moves: row by row, then the pass."""
        points = ((x, y) for y in range(self.side) for x in range(self.side))
        return [*(point_at(*point) for point in points if self.is_legal(point)), 0]

    def play(self, move: int) -> None:
        self.ko, before = None, self.colour
        if move:
            point = move % 20, move // 20 - 1
            self.board, gone = self.after(point)
            self.past.append(self.board)
            self.taken[before] += len(gone)
            chain, border = flood(self.board, point, self.side)
            liberties = [other for other in border if other not in self.board]
            if len(gone) == 1 and len(chain) == 1 and liberties == gone:
                self.ko = gone[0]
        self.colour = 3 - before


def board_of(state: playout.State) -> Board:
    """The stones of a position."""
    record, side = state._position[0], int(state._position[0]["side"])
    points = ((x, y) for x in range(side) for y in range(side))
    return {at: int(record["points"][point_at(*at)]) for at in points if record["points"][point_at(*at)]}
