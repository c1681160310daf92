"""QR codes (ISO/IEC 18004) of short texts: bytes, error correction M (15 %), sizes 1 to 9.

A code of size v has 17 + 4v modules in a row. `qr_code` gives its dark modules, `svg_path` draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

__all__ = ["qr_code", "svg_path"]

Modules: TypeAlias = list[list[bool]]
"""Rows from the top; True is dark."""

BLOCKS = {
    1: (10, [16]),
    2: (16, [28]),
    3: (26, [44]),
    4: (18, [32] * 2),
    5: (24, [43] * 2),
    6: (16, [27] * 4),
    7: (18, [31] * 4),
    8: (22, [38] * 2 + [39] * 2),
    9: (22, [36] * 3 + [37] * 2),
}
"""By size: the bytes of error correction in each block, and the bytes of data of all blocks."""

MASKS: list[Callable[[int, int], bool]] = [
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
]

LIKE_A_FINDER = [
    [True, False, True, True, True, False, True, False, False, False, False],
    [False, False, False, False, True, False, True, True, True, False, True],
]
"""Rows that a reader may take for a corner of the code."""


def qr_code(text: str) -> Modules:
    """The smallest code of a text of at most 180 bytes, with the mask that is best to read."""
    content = text.encode()
    sizes = [size for size, (_, blocks) in BLOCKS.items() if len(content) + 2 <= sum(blocks)]
    if not sizes:
        raise ValueError(f"a QR code of {len(content)} bytes is too large")
    size = sizes[0]
    codewords = _codewords(content, size)
    drawn = [_draw(size, codewords, mask) for mask in range(len(MASKS))]
    return min(drawn, key=_penalty)


def svg_path(modules: Modules) -> str:
    """The dark modules, each run in a row as a rectangle of height one, as the attribute `d` of an SVG path."""
    parts = []
    for row, line in enumerate(modules):
        column = 0
        while column < len(line):
            length = 0
            while column + length < len(line) and line[column + length]:
                length += 1
            if length:
                parts.append(f"M{column} {row}h{length}v1h-{length}z")
            column += max(length, 1)
    return "".join(parts)


# Bytes


def _codewords(content: bytes, size: int) -> list[int]:
    """The data in blocks with their error correction, interleaved."""
    count, lengths = BLOCKS[size]
    bits = f"0100{len(content):08b}" + "".join(f"{byte:08b}" for byte in content) + "0000"
    data = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    data += [(0xEC, 0x11)[i % 2] for i in range(sum(lengths) - len(data))]
    blocks, at = [], 0
    for length in lengths:
        blocks.append(data[at : at + length])
        at += length
    corrections = [_correction(block, count) for block in blocks]
    found = [block[i] for i in range(max(lengths)) for block in blocks if i < len(block)]
    return found + [correction[i] for i in range(count) for correction in corrections]


def _multiply(a: int, b: int) -> int:
    """Multiply in the field of 256 elements with x^8 = x^4 + x^3 + x^2 + 1."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def _correction(block: list[int], count: int) -> list[int]:
    """The Reed-Solomon code: the remainder of the block, a polynomial, by (x - 1)(x - 2)(x - 4)... of this degree."""
    divisor, root = [1], 1
    for _ in range(count):
        times_root = [_multiply(value, root) for value in divisor]
        divisor = [a ^ b for a, b in zip([*divisor, 0], [0, *times_root], strict=True)]
        root = _multiply(root, 2)
    rest = [*block, *[0] * count]
    for at in range(len(block)):
        factor = rest[at]
        for i, value in enumerate(divisor):
            rest[at + i] ^= _multiply(value, factor)
    return rest[len(block) :]


# The drawing


def _draw(size: int, codewords: list[int], mask: int) -> Modules:
    width = 17 + 4 * size
    fixed = _fixed(size, width, mask)
    modules = [[fixed.get((row, column), False) for column in range(width)] for row in range(width)]
    bits = iter("".join(f"{byte:08b}" for byte in codewords))
    for row, column in _way(width):
        if (row, column) not in fixed:
            modules[row][column] = (next(bits, "0") == "1") != MASKS[mask](row, column)
    return modules


def _way(width: int) -> Iterator[tuple[int, int]]:
    """The path of the data through all modules: pairs of columns from the right, upwards and downwards in turn."""
    columns = [*range(width - 1, 6, -2), 5, 3, 1]
    for number, right in enumerate(columns):
        rows = range(width) if number % 2 else range(width - 1, -1, -1)
        for row in rows:
            yield row, right
            yield row, right - 1


def _fixed(size: int, width: int, mask: int) -> dict[tuple[int, int], bool]:
    """The modules that do not depend on the data, by (row, column)."""
    found: dict[tuple[int, int], bool] = {}
    for i in range(width):
        found[6, i] = found[i, 6] = i % 2 == 0
    for top, left in ((3, 3), (3, width - 4), (width - 4, 3)):
        for row in range(max(0, top - 4), min(width, top + 5)):
            for column in range(max(0, left - 4), min(width, left + 5)):
                found[row, column] = max(abs(row - top), abs(column - left)) not in (2, 4)
    centres = _centres(size, width)
    corners = {(6, 6), (6, width - 7), (width - 7, 6)}
    for top, left in ((row, column) for row in centres for column in centres if (row, column) not in corners):
        for row in range(top - 2, top + 3):
            for column in range(left - 2, left + 3):
                found[row, column] = max(abs(row - top), abs(column - left)) != 1
    _add_format(found, width, mask)
    if size >= 7:
        word = size << 12 | _rest(size << 12, 0x1F25)
        for i in range(18):
            bit = bool(word >> i & 1)
            found[i // 3, width - 11 + i % 3] = found[width - 11 + i % 3, i // 3] = bit
    return found


def _centres(size: int, width: int) -> list[int]:
    """Rows and columns of the alignment patterns, the small squares that keep a reader aligned."""
    if size == 1:
        return []
    return [6, width - 7] if size < 7 else [6, (width - 1) // 2, width - 7]


def _add_format(found: dict[tuple[int, int], bool], width: int, mask: int) -> None:
    """Error correction M (0) and the mask, twice."""
    word = (mask << 10 | _rest(mask << 10, 0x537)) ^ 0x5412
    near = [(8, i) for i in (0, 1, 2, 3, 4, 5, 7, 8)] + [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    far = [(width - 1 - i, 8) for i in range(7)] + [(8, width - 8 + i) for i in range(8)]
    for i in range(15):
        found[near[i]] = found[far[i]] = bool(word >> (14 - i) & 1)
    found[width - 8, 8] = True


def _rest(word: int, divisor: int) -> int:
    """The remainder of a division of polynomials over the field of two elements."""
    while word.bit_length() >= divisor.bit_length():
        word ^= divisor << (word.bit_length() - divisor.bit_length())
    return word


def _penalty(modules: Modules) -> int:
    """How hard a code is to read: long runs, squares, patterns like corners, and too many of one colour."""
    width, points = len(modules), 0
    for line in [*modules, *map(list, zip(*modules, strict=True))]:
        run = 1
        for before, after in zip(line, [*line[1:], None], strict=True):
            if before == after:
                run += 1
            else:
                points += run - 2 if run >= 5 else 0
                run = 1
        points += 40 * sum(line[at : at + 11] in LIKE_A_FINDER for at in range(width - 10))
    for row in range(width - 1):
        for column in range(width - 1):
            square = {modules[row + i][column + j] for i in (0, 1) for j in (0, 1)}
            points += 3 * (len(square) == 1)
    dark = sum(map(sum, modules))
    return points + 10 * (abs(20 * dark - 10 * width * width) // (width * width))
