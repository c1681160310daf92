"""Boards of any dimension as text, as a picture and for a page, and cells as text.

A cell is a number, counted along rows from the top left, layer after layer. A board is a text with one symbol for each
cell.
"""

import re
from dataclasses import dataclass
from typing import Any

from playout.boards import words
from playout.pictures import PIXELS, Panel, boards, column_name, page_width, side_by_side, text_row

__all__ = [
    "BLACK_AND_WHITE",
    "EMPTY",
    "BoardShape",
    "draw_board",
    "read_cell",
    "show_board",
    "view_board",
    "write_cell",
]

EMPTY = "."
BLACK_AND_WHITE = {
    "0": {"seat": 0, "symbol": "●", "name": words("black stone", "黑子"), "shape": "stone"},
    "1": {"seat": 1, "symbol": "○", "name": words("white stone", "白子"), "shape": "stone"},
}
"""The stones of two seats, for the web app; with more seats stones have the seats' names."""


@dataclass(frozen=True)
class BoardShape:
    """The shape of a board: `size` cells along each of `dimensions` axes."""

    size: int
    dimensions: int

    @property
    def rows(self) -> int:
        """Rows of a layer; a board of one dimension is one row."""
        return self.size if self.dimensions > 1 else 1

    @property
    def layers(self) -> int:
        return int(self.size ** max(0, self.dimensions - 2))

    def split(self, symbols: str) -> list[list[str]]:
        """The rows of each layer, from the top."""
        rows = [symbols[i : i + self.size] for i in range(0, len(symbols), self.size)]
        return [rows[i : i + self.rows] for i in range(0, len(rows), self.rows)]

    def by_layer(self, cells: set[int]) -> list[set[tuple[int, int]]]:
        """The given cells in each layer, as (row, column)."""
        found: list[set[tuple[int, int]]] = [set() for _ in range(self.layers)]
        for cell in cells:
            found[cell // self.size**2].add((cell // self.size % self.size, cell % self.size))
        return found

    def row_name(self, row: int) -> str:
        return str(self.size - row) if self.dimensions > 1 else ""

    def layer_name(self, layer: int) -> str:
        return "-".join(str(layer // self.size**axis % self.size + 1) for axis in range(self.dimensions - 2))


def show_board(shape: BoardShape, symbols: str, marked: set[int]) -> str:
    """The layers as text, side by side as far as a page allows, in bands of equal width."""
    width = len(str(shape.size)) if shape.dimensions > 1 else 0
    wide = len(column_name(shape.size - 1))
    letters = text_row([column_name(x).rjust(wide) for x in range(shape.size)])
    blocks = []
    for number, (rows, cells) in enumerate(zip(shape.split(symbols), shape.by_layer(marked), strict=True)):
        lines = []
        for y, row in enumerate(rows):
            text = text_row([c.rjust(wide) for c in row], [x for x in range(shape.size) if (y, x) in cells])
            lines.append(f"{shape.row_name(y).rjust(width)}{text}")
        lines.append(f"{' ' * width}{letters}")
        if shape.dimensions > 2:
            lines.insert(0, f"{' ' * width} layer {shape.layer_name(number)}")
        length = max(width + len(letters), len(lines[0])) + 1  # a bracket may stand at the end of a row
        blocks.append([line.ljust(length) for line in lines])
    bands = _bands(shape, blocks, len(blocks[0][0]) + 1, page_width() + 1)
    return "\n\n".join("\n".join(" ".join(parts).rstrip() for parts in zip(*band, strict=True)) for band in bands)


def draw_board(shape: BoardShape, symbols: str, marked: set[int]) -> str:
    """The layers as a picture (SVG), beside each other; further axes below each other."""
    titles = [f"layer {shape.layer_name(i)}" if shape.dimensions > 2 else "" for i in range(shape.layers)]
    panels = [Panel(*parts) for parts in zip(shape.split(symbols), shape.by_layer(marked), titles, strict=True)]
    return boards(_bands(shape, panels, panels[0].width, PIXELS), stones=True)


def _bands(shape: BoardShape, layers: list[Any], wide: int, page: int) -> list[list[Any]]:
    """Layers in rows that fit a page; layers that differ on a further axis never share a row."""
    count = min(shape.size, len(layers))
    across = side_by_side(count, wide, page)
    every = [layers[i : i + count] for i in range(0, len(layers), count)]
    return [row[i : i + across] for row in every for i in range(0, count, across)]


def view_board(
    shape: BoardShape, seats: list[int | None], won: set[int], last: int, line: int, pieces: dict[str, Any]
) -> dict[str, Any]:
    """The board for the web app. seats: the seat of the stone on each cell. line: the stones of a line that wins.
    pieces: as in a view.
    """
    return {
        "kind": "grid",
        "rows": shape.rows,
        "columns": shape.size,
        "layers": shape.layers,
        "cells": seats,
        "pieces": pieces,
        "look": "points",
        "row_names": [shape.row_name(row) for row in range(shape.rows)],
        "layer_names": [shape.layer_name(i) for i in range(shape.layers)] if shape.dimensions > 2 else [""],
        "last": [last] if last >= 0 else [],
        "won": sorted(won),
        "end": _how_it_ended(seats, won, line),
    }


def _how_it_ended(seats: list[int | None], won: set[int], line: int) -> dict[str, str | None] | None:
    """None while the match goes on; a longer line than needed wins as well."""
    if won:
        return words(f"{line} in a line", f"{line} 子连线")
    return words("the board is full", "棋盘已满") if None not in seats else None


def write_cell(shape: BoardShape, cell: int) -> str:
    """A column, a row from below, and the layers: `h8`, `c4-2`, `a1-2-3`."""
    size = shape.size
    text = column_name(cell % size) + shape.row_name(cell // size % size)
    return text + (f"-{shape.layer_name(cell // size**2)}" if shape.dimensions > 2 else "")


def read_cell(shape: BoardShape, text: str) -> int:
    """The cell that a text names; raises ValueError if there is none."""
    size = shape.size
    found = re.fullmatch(r"([a-z]+)((?:[^a-z0-9]*[0-9]+)*)", text.strip().lower())
    numbers = [int(digits) for digits in re.findall("[0-9]+", found[2])] if found else []
    if found is None or len(numbers) != shape.dimensions - 1 or any(not 1 <= number <= size for number in numbers):
        raise ValueError("a move is a column, a row and the layers, like c4-2")
    places = [[column_name(x) for x in range(size)].index(found[1]), *(number - 1 for number in numbers)]
    if shape.dimensions > 1:
        places[1] = size - 1 - places[1]
    return sum(place * size**axis for axis, place in enumerate(places))
