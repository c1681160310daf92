"""QR codes are read again by a reader of their own, made from the standard's rules in the other direction."""

from __future__ import annotations

import pytest

from playout.web.server.qr_code import BLOCKS, MASKS, Modules, qr_code, svg_path

POWERS = [1]
"""2^i in the field of 256 elements of QR codes."""
while len(POWERS) < 255:
    double = POWERS[-1] * 2
    POWERS.append(double ^ 0x11D if double > 255 else double)


def _times(a: int, b: int) -> int:
    return POWERS[(POWERS.index(a) + POWERS.index(b)) % 255] if a and b else 0


def _format(modules: Modules) -> tuple[int, int]:
    """The level and the mask, from the copy at the first corner; both copies and their check bits agree."""
    width = len(modules)
    column = [modules[row][8] for row in (0, 1, 2, 3, 4, 5, 7, 8)]
    row = [modules[8][at] for at in (7, 5, 4, 3, 2, 1, 0)]
    word = sum(bit << i for i, bit in enumerate([*column, *row]))
    other = [modules[8][width - 1 - i] for i in range(8)] + [modules[width - 7 + i][8] for i in range(7)]
    assert word == sum(bit << i for i, bit in enumerate(other))
    plain = rest = word ^ 0b101010000010010
    for shift in range(4, -1, -1):
        if rest >> (shift + 10) & 1:
            rest ^= 0b10100110111 << shift
    assert rest == 0
    return plain >> 13, plain >> 10 & 7


def _is_data(row: int, column: int, size: int) -> bool:
    """Whether a module is part of the data, by the standard's figure of a symbol."""
    width = 17 + 4 * size
    last = width - 1
    if (row < 9 and (column < 9 or column > last - 8)) or (row > last - 8 and column < 9) or 6 in (row, column):
        return False
    if size >= 7 and ((row < 6 and last - 11 < column < last - 7) or (column < 6 and last - 11 < row < last - 7)):
        return False
    places = {1: [], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46]}.get(size, [6, last - 6])
    corners = [(6, 6), (6, last - 6), (last - 6, 6)]
    squares = [(top, left) for top in places for left in places if (top, left) not in corners]
    return not any(abs(row - top) <= 2 and abs(column - left) <= 2 for top, left in squares)


def _read(modules: Modules) -> bytes:
    width = len(modules)
    size = (width - 17) // 4
    level, mask = _format(modules)
    assert level == 0  # M
    assert modules[width - 8][8]
    bits, column, upwards = "", width - 1, True
    while column > 0:
        column -= column == 6
        for row in range(width - 1, -1, -1) if upwards else range(width):
            for at in (column, column - 1):
                if _is_data(row, at, size):
                    bits += str(int(modules[row][at] != MASKS[mask](row, at)))
        column, upwards = column - 2, not upwards
    words = [int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8)]
    count, lengths = BLOCKS[size]
    blocks: list[list[int]] = [[] for _ in lengths]
    taken = iter(words)
    for i in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if i < length:
                block.append(next(taken))
    for _ in range(count):
        for block in blocks:
            block.append(next(taken))
    for block in blocks:  # each is a multiple of the generator: zero at its roots
        for root in POWERS[:count]:
            value = 0
            for word in block:
                value = _times(value, root) ^ word
            assert value == 0
    data = [word for block, length in zip(blocks, lengths, strict=True) for word in block[:length]]
    stream = "".join(f"{word:08b}" for word in data)
    assert stream[:4] == "0100"
    length = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * i : 20 + 8 * i], 2) for i in range(length))


@pytest.mark.parametrize("length", [1, 14, 15, 26, 27, 42, 62, 68, 84, 106, 122, 152, 180])
def test_a_code_says_its_text(length: int) -> None:
    """The greatest length of each size of the standard's table for level M, and one more."""
    text = ("http://192.168.178.21:8765/guest/" + "Ab-_9" * 40)[:length]
    modules = qr_code(text)
    assert _read(modules).decode() == text
    most = [14, 26, 42, 62, 84, 106, 122, 152, 180]
    assert len(modules) == 21 + 4 * sum(length > bound for bound in most)


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="181 bytes"):
        qr_code("x" * 181)


def test_the_drawing_covers_the_dark_modules() -> None:
    modules = qr_code("playout")
    covered = [[False] * len(modules) for _ in modules]
    for part in svg_path(modules).split("z")[:-1]:
        corner, width = part[1:].split("h")[0], part.split("h")[1].split("v")[0]
        column, row = map(int, corner.split())
        for at in range(column, column + int(width)):
            covered[row][at] = True
    assert covered == modules
