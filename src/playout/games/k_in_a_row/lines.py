"""The lines of a board as tables, made once for each size."""

from itertools import chain, product
from typing import Any

import numpy as np

__all__ = ["lines_by_distance", "lines_of_board", "lines_through_cells"]


def lines_of_board(size: int, dimensions: int, length: int) -> Any:
    """The cells of every line of `length` cells, by direction (the opposite one is the same): uint16[lines, length]."""
    steps = [size**axis for axis in range(dimensions)]
    directions = [item for item in product((-1, 0, 1), repeat=dimensions) if item > (0,) * dimensions]
    found = []
    for direction in directions:
        stride = sum(step * by for step, by in zip(steps, direction, strict=True))
        for cell in range(size**dimensions):
            ends = [cell // step % size + (length - 1) * by for step, by in zip(steps, direction, strict=True)]
            if all(0 <= end < size for end in ends):
                found.append([cell + i * stride for i in range(length)])
    return np.array(found, np.uint16)


def lines_through_cells(lines: Any, cells: int, block: int) -> tuple[Any, Any]:
    """The numbers of the lines through each cell, cell after cell, and the first row of each.

    Returns uint16[rows, block] and uint64[cells + 1]. The last row of a cell is padded with len(lines).
    """
    through: list[list[int]] = [[] for _ in range(cells)]
    for number, line in enumerate(lines):
        for cell in line:
            through[cell].append(number)
    for numbers in through:
        numbers += [len(lines)] * (-len(numbers) % block)
    first = np.cumsum([0, *(len(numbers) // block for numbers in through)])
    return np.array([*chain(*through)], np.uint16).reshape(-1, block), first.astype(np.uint64)


def lines_by_distance(lines: Any, abreast: int) -> tuple[Any, Any, Any]:
    """Lines grouped by the distance of two neighbours on them, which tells a line's direction.

    Returns the distances (uint64), for each of them whether a line begins at a cell (bool[distances, cells]), and the
    number of blocks of `abreast` cells that contain these beginnings (uint64). A line begins at its lowest cell.
    """
    cells: dict[int, list[int]] = {}
    for line in lines.astype(int):
        cells.setdefault(abs(line[1] - line[0]), []).append(line.min())
    blocks = [max(first) // abreast + 1 for first in cells.values()]
    begins = np.zeros((len(cells), abreast * max(blocks)), np.bool_)
    for row, first in zip(begins, cells.values(), strict=True):
        row[first] = True
    return np.array([*cells], np.uint64), begins, np.array(blocks, np.uint64)
