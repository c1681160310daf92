"""K in a row: stones on a board of any dimension, for two seats or more; whoever makes a line first wins.

The board has `size` cells along each of `dimensions` axes, the `players` put a stone each in turn on any empty cell,
and `line` stones of one seat in a line (along an axis or any diagonal; more are as good) win. A full board is a draw,
of which everybody gets the same `share` of 1, or a `half`, as `draw` says. A move is a cell, counted along rows from
the top left, layer after layer; as text it is a column, a row from below, and for every further axis a layer: `h8`,
`c4-2`, `a1-2-3`.

The options are constants of this file, with the tables made from them; new values compile once. Every line of `line`
cells has a counter, to which a stone of a seat adds that seat's code, and the codes are powers of line + 1: so a
counter says how many stones of whom are on its line, and a match is won when one stands at `line` times a code.
`cells` is the match record as well: the empty cells, in any order, and then the stones, the last one first.
"""

import math
import re
from itertools import chain, product
from typing import Any

import numpy as np

from playout.boards import form
from playout.pictures import PIXELS, Panel, boards, column_name, page_width, side_by_side, text_row
from playout.rng import below
from playout.rules import OVER

OPTIONS = ("SIZE", "DIMENSIONS", "LINE", "PLAYERS", "DRAW")
SIZE = 15
DIMENSIONS = 2
LINE = 5
PLAYERS = 2
DRAW = "share"

SYMBOLS = "XOZTHU"  # of the seats
SEATS = tuple(SYMBOLS[:PLAYERS])
MOST_CELLS = 1000
TITLES = {"en": "K in a row", "zh": "连子棋"}
FORMS = {
    "size": form("cells along each axis", "每边格数", least=2, most=31),
    "dimensions": form("axes of the board", "维数", least=1, most=6),
    "line": form("stones in a line that win", "连成几子获胜", least=2, most=31),
    "players": form("seats", "人数", least=2, most=6),
    "draw": form("what each gets of a draw", "和棋时每人得分", choices=("share", "half")),
}
PHRASES = {
    "en": {"share": "an equal share", "half": "half a win"},
    "zh": {"share": "平分", "half": "各得半胜"},
}


def _check(word: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{word} has to be a whole number from {least} to {most}, not {value}")


_check("size", SIZE, 2, MOST_CELLS)
_check("dimensions", DIMENSIONS, 1, 6)
_check("players", PLAYERS, 2, len(SYMBOLS))
_check("line", LINE, 2, MOST_CELLS)
if DRAW not in ("share", "half"):
    raise ValueError(f"draw has to be one of share, half, not {DRAW!r}")
DRAWN = 1.0 / PLAYERS if DRAW == "share" else 0.5
PAYOFF_SUM = 1.0 if DRAW == "share" or PLAYERS == 2 else None
CELLS = SIZE**DIMENSIONS
if CELLS > MOST_CELLS:
    raise ValueError(f"a board of {SIZE}^{DIMENSIONS} = {CELLS:,} cells is too large; {MOST_CELLS:,} are the most")
if LINE > SIZE:
    raise ValueError(f"line is {LINE}, which does not fit on a board of size {SIZE}")

# What a stone of each seat adds to a counter; a counter of a line that lacks one stone, and of a full one.
CODES = np.array([(LINE + 1) ** seat for seat in range(PLAYERS)])
TOP = LINE * int(CODES[-1])
if TOP >= 1 << 16:
    raise ValueError(f"line is {LINE}, which is too long for {PLAYERS} players; take fewer players or a shorter line")
NEARLY, WON = CODES * (LINE - 1), CODES * LINE

# By the value of a counter: the only seat on its line (-1: none or several), and how many stones it has there.
OWNER, STONES = np.full(TOP + 1, -1, np.int8), np.zeros(TOP + 1, np.uint8)
for _seat, _stones in product(range(PLAYERS), range(1, LINE + 1)):
    OWNER[CODES[_seat] * _stones], STONES[CODES[_seat] * _stones] = _seat, _stones


def _lines() -> list[list[int]]:
    """The cells of every line, by direction (the opposite one is the same)."""
    steps = [SIZE**axis for axis in range(DIMENSIONS)]
    directions = [item for item in product((-1, 0, 1), repeat=DIMENSIONS) if item > (0,) * DIMENSIONS]
    found = []
    for direction in directions:
        stride = sum(step * by for step, by in zip(steps, direction, strict=True))
        for cell in range(CELLS):
            ends = [cell // step % SIZE + (LINE - 1) * by for step, by in zip(steps, direction, strict=True)]
            if all(0 <= end < SIZE for end in ends):
                found.append([cell + i * stride for i in range(LINE)])
    return found


ON = np.array(_lines(), np.uint16)  # the cells of each line
LINES = len(ON)
# The lines through a cell, in blocks of BLOCK: those from FIRST[cell] to FIRST[cell + 1] - 1. The last block of a cell
# is filled up with line number LINES, which is unused: loops of a constant length are easier to predict for a
# processor.
BLOCK = min(4, LINE)


def _lines_through() -> tuple[Any, Any]:
    through: list[list[int]] = [[] for _ in range(CELLS)]
    for line, cells in enumerate(ON):
        for cell in cells:
            through[cell].append(line)
    for lines in through:
        lines += [LINES] * (-len(lines) % BLOCK)
    first = np.cumsum([0, *(len(lines) // BLOCK for lines in through)])
    return np.array([*chain(*through)], np.uint16).reshape(-1, BLOCK), first.astype(np.uint64)


THROUGH, FIRST = _lines_through()

# For a look at all lines at once, by the distance of two neighbours on a line: the cells with which such lines begin,
# and how many blocks of ABREAST cells contain these. Native code looks at the cells of a block together.
ABREAST = 32


def _beginnings() -> tuple[Any, Any, Any]:
    cells: dict[int, list[int]] = {}
    for line in ON.astype(int):
        cells.setdefault(abs(line[1] - line[0]), []).append(line.min())
    blocks = [max(first) // ABREAST + 1 for first in cells.values()]
    begins = np.zeros((len(cells), ABREAST * max(blocks)), np.bool_)
    for row, first in zip(begins, cells.values(), strict=True):
        row[first] = True
    return np.array([*cells], np.uint64), begins, np.array(blocks, np.uint64)


DISTANCES, BEGINS, BLOCKS = _beginnings()
SEAT_AT = np.arange(CELLS - 1, -1, -1) % PLAYERS  # whose stone is at a place in `cells`, once it is taken

# A word for each seat and cell; a position's key is all of its stones' words together.
WORDS = np.random.Generator(np.random.PCG64(CELLS)).integers(0, 1 << 64, (PLAYERS, CELLS), np.uint64)

WEIGHTS = np.array([4.0**stones for stones in range(LINE + 2)])  # of a line by its stones, if they are of one seat

MAX_MOVES = CELLS
MAX_LENGTH = CELLS
POLICIES = ("win_at_once",)
# Measured in docs/uct.md.
TUNED = {"uct": {"policy": "suggest"} if PLAYERS == 2 else {"policy": "win_at_once", "c": 0.3, "wary": 0.3}}

ONE = np.uint64(1)
COUNT = np.uint8 if TOP < 256 else np.uint16
_cell = np.uint8 if CELLS <= 256 else np.uint16

State = np.dtype(
    [
        ("lines", COUNT, LINES + 1),  # the counters; the last one counts for nothing
        ("cells", _cell, CELLS + ABREAST),  # the last ABREAST of these and of the next are no cells
        ("at", _cell, CELLS + ABREAST),  # where a cell stands in `cells`
        ("empty", np.uint16),  # empty cells
        ("turn", np.int8),
        ("winner", np.int8),  # -1: none
    ],
    align=True,
)


def start(s: Any) -> None:
    for cell in range(CELLS):
        s.cells[cell] = s.at[cell] = cell
    s.empty = CELLS
    s.winner = -1


def seats(s: Any) -> Any:
    return PLAYERS


def turn(s: Any) -> Any:
    return OVER if s.winner >= 0 or s.empty == 0 else s.turn


def moves(s: Any, out: Any) -> Any:
    n = 0
    for cell in range(CELLS):
        if s.at[cell] < s.empty:
            out[n] = cell
            n += 1
    return n


def pick(s: Any, rng: Any) -> Any:
    return s.cells[below(rng, s.empty)]


def play(s: Any, move: Any) -> None:
    seat = s.turn
    cell = np.uint64(move)
    code, full = COUNT(CODES[seat]), COUNT(WON[seat])
    s.lines[LINES] = 0
    is_won = False
    for i in range(FIRST[cell], FIRST[cell + ONE]):
        for k in range(BLOCK):
            line = THROUGH[i, k]
            value = COUNT(s.lines[line] + code)
            s.lines[line] = value
            is_won |= value == full
    if is_won:
        s.winner = seat
    last = np.uint64(s.empty - 1)
    place, other = s.at[cell], s.cells[last]
    s.cells[place] = other
    s.at[other] = place
    s.cells[last] = move
    s.at[cell] = last
    s.empty = last
    s.turn = seat + 1 if seat + 1 < PLAYERS else 0


def rollout(s: Any, rng: Any) -> None:
    """Draw all cells that are left, and look which line was complete first."""
    begin, word_0, word_1 = s.empty, rng[0], rng[1]
    middle, middle_0, middle_1 = begin, word_0, word_1
    for count in range(begin, 0, -1):
        if count == CELLS // 3:  # where most matches have not ended yet
            middle, middle_0, middle_1 = count, rng[0], rng[1]
        place = below(rng, count)
        cell = s.cells[place]
        s.cells[place] = s.cells[count - 1]
        s.cells[count - 1] = cell
    for place in range(CELLS):
        s.at[s.cells[place]] = place
    for cell in range(CELLS):
        s.cells[cell] = SEAT_AT[s.at[cell]]
    is_won, last = first_line(s)
    s.empty = last
    if is_won:
        s.winner = SEAT_AT[last]
        # The generator goes back to where the match ended.
        if last >= middle:
            middle, middle_0, middle_1 = begin, word_0, word_1
        rng[0], rng[1] = middle_0, middle_1
        for count in range(middle, last, -1):
            below(rng, count)


def first_line(s: Any) -> Any:
    """Whether a seat has a line on a full board, and the place of the stone that completed the first of all lines.

    `cells` has the seat on each cell here. The later a stone was put, the lower its place.
    """
    is_won = False
    last = _cell(0)
    for i in range(len(DISTANCES)):
        for first in range(np.uint64(ABREAST) * BLOCKS[i]):
            seat, place = s.cells[first], s.at[first]
            is_line = BEGINS[i, first]
            for k in range(1, LINE):
                cell = first + np.uint64(k) * DISTANCES[i]
                is_line &= s.cells[cell] == seat
                place = min(place, s.at[cell])
            is_won |= is_line
            last = max(last, place if is_line else _cell(0))
    return is_won, last


def payoffs(s: Any, out: Any) -> None:
    for seat in range(PLAYERS):
        out[seat] = DRAWN if s.winner < 0 else 1.0 if s.winner == seat else 0.0


def key(s: Any) -> Any:
    """The words of all stones; their number says whose turn it is."""
    word = np.uint64(0)
    seat = 0
    for i in range(CELLS - 1, s.empty - 1, -1):
        word ^= WORDS[seat, s.cells[i]]
        seat = seat + 1 if seat + 1 < PLAYERS else 0
    return word


def left(s: Any) -> Any:
    return s.empty


# What is forced.


def tactics(s: Any, out: Any) -> Any:
    """An immediate win, or the cell that has to be taken because otherwise the next seat wins there.

    If the next seat could win on two cells, the mover loses to it in two plies. Threats of the seats after that force
    nothing here, though the mover could help to stop them: an agent that relies on the others to block loses to agents
    that do not block (docs/uct.md has the matches).
    """
    cell = winning_cell(s, s.turn)
    if cell >= 0:
        out[0] = cell
        return -1
    n = winning_cells(s, s.turn + 1 if s.turn + 1 < PLAYERS else 0, out, 2)
    if n == 2:
        out[0] = -1
        return -2
    return n


def threatens(s: Any, seat: Any) -> Any:
    """Whether a seat lacks only one stone on some line.

    The loop has no early exit, and both sides of the comparison have the same small type, so that it is vectorised.
    """
    nearly = COUNT(NEARLY[seat])
    found = False
    for line in range(LINES):
        found |= s.lines[line] == nearly
    return found


def winning_cell(s: Any, seat: Any) -> Any:
    """A cell that would complete a line of a seat, or -1."""
    if threatens(s, seat):
        nearly = COUNT(NEARLY[seat])
        for line in range(LINES):
            if s.lines[line] == nearly:
                return gap(s, line)
    return np.int64(-1)


def winning_cells(s: Any, seat: Any, out: Any, most: Any) -> Any:
    """The cells that would complete a line of a seat, `most` of them at most, into out; how many."""
    n = 0
    if threatens(s, seat):
        nearly = COUNT(NEARLY[seat])
        for line in range(LINES):
            if s.lines[line] == nearly and n < most:
                out[n] = gap(s, line)
                is_new = True
                for i in range(n):
                    is_new &= out[i] != out[n]
                n += is_new
    return n


def gap(s: Any, line: Any) -> Any:
    """The empty cell of a line that lacks one stone."""
    cell = np.int64(-1)
    for i in range(LINE):
        if s.at[ON[line, i]] < s.empty:
            cell = np.int64(ON[line, i])
    return cell


# Playout policies.


def win_at_once(s: Any, rng: Any) -> Any:
    """A cell that wins, else a random one."""
    cell = winning_cell(s, s.turn)
    return cell if cell >= 0 else np.int64(pick(s, rng))


def suggest(s: Any, rng: Any) -> Any:
    """A cell that wins, else one on which the next seat would, else a random one."""
    cell = winning_cell(s, s.turn)
    if cell < 0:
        cell = winning_cell(s, s.turn + 1 if s.turn + 1 < PLAYERS else 0)
    return cell if cell >= 0 else np.int64(pick(s, rng))


# What a position is worth, and which moves to look at first.


def evaluate(s: Any, seat: Any) -> Any:
    """A seat's share of all lines that contain stones of one seat only, weighted by the stones; the mover counts one
    more on its lines.
    """
    own, total = 1.0, 1.0 * PLAYERS
    for line in range(LINES):
        value = s.lines[line]
        owner = OWNER[value]
        if owner >= 0:
            weight = WEIGHTS[STONES[value] + (owner == s.turn)]
            total += weight
            if owner == seat:
                own += weight
    return own / total


def rank(s: Any, moves: Any, n: Any, scores: Any) -> None:
    """By the lines through the cell that are empty or of one seat alone; one's own count double."""
    for i in range(n):
        cell = np.uint64(moves[i])
        weight = 1.0
        for block in range(FIRST[cell], FIRST[cell + ONE]):
            for k in range(BLOCK):
                line = THROUGH[block, k]
                if line < LINES:
                    value = s.lines[line]
                    owner = OWNER[value]
                    if owner >= 0 or value == 0:
                        weight += WEIGHTS[STONES[value]] * (2.0 if owner == s.turn else 1.0)
        scores[i] = math.log(weight)


# For people.


def stones(s: Any) -> str:
    """A symbol for each cell, in the order of their numbers."""
    symbols = ["."] * CELLS
    for i in range(s.empty, CELLS):
        symbols[s.cells[i]] = SYMBOLS[(CELLS - 1 - i) % PLAYERS]
    return "".join(symbols)


def layers(s: Any) -> list[list[str]]:
    """The rows of each layer, from the top; a board of one dimension is one row."""
    symbols = stones(s)
    rows = [symbols[i : i + SIZE] for i in range(0, CELLS, SIZE)]
    return [rows[i : i + SIZE] for i in range(0, len(rows), SIZE)]


def marked(s: Any, last: int) -> list[set[tuple[int, int]]]:
    """In each layer the cells (row, column) to be marked: the lines that win, else the last stone, if one is known."""
    won = [line for line in range(LINES) if s.winner >= 0 and s.lines[line] == WON[s.winner]]
    cells = {int(cell) for line in won for cell in ON[line]} or {last}
    found: list[set[tuple[int, int]]] = [set() for _ in layers(s)]
    for cell in cells if last >= 0 else ():
        found[cell // SIZE**2].add((cell // SIZE % SIZE, cell % SIZE))
    return found


def show(s: Any, last: int = -1) -> str:
    """The layers, as many beside each other as fit a page, and each band as wide as the others."""
    width = len(str(SIZE)) if DIMENSIONS > 1 else 0
    letters = text_row([column_name(x).rjust(_wide) for x in range(SIZE)])
    blocks = []
    for number, (rows, cells) in enumerate(zip(layers(s), marked(s, last), strict=True)):
        lines = []
        for y, row in enumerate(rows):
            symbols = text_row([c.rjust(_wide) for c in row], [x for x in range(SIZE) if (y, x) in cells])
            lines.append(f"{_row_name(y).rjust(width)}{symbols}")
        lines.append(f"{' ' * width}{letters}")
        if DIMENSIONS > 2:
            lines.insert(0, f"{' ' * width} layer {_layer_name(number)}")
        wide = max(width + len(letters), len(lines[0])) + 1  # a bracket may stand at the end of a row
        blocks.append([line.ljust(wide) for line in lines])
    bands = _bands(blocks, len(blocks[0][0]) + 1, page_width() + 1)
    return "\n\n".join("\n".join(" ".join(parts).rstrip() for parts in zip(*band, strict=True)) for band in bands)


def picture(s: Any, last: int = -1) -> str:
    """The layers beside each other; further axes below each other."""
    titles = [f"layer {_layer_name(i)}" if DIMENSIONS > 2 else "" for i in range(len(layers(s)))]
    panels = [Panel(*parts) for parts in zip(layers(s), marked(s, last), titles, strict=True)]
    return boards(_bands(panels, panels[0].width, PIXELS), stones=True)


def _bands(layers: list[Any], wide: int, page: int) -> list[list[Any]]:
    """Layers in rows that fit a page; those that differ on a further axis never share one."""
    count = min(SIZE, len(layers))
    across = side_by_side(count, wide, page)
    every = [layers[i : i + count] for i in range(0, len(layers), count)]
    return [row[i : i + across] for row in every for i in range(0, count, across)]


_wide = len(column_name(SIZE - 1))


def _row_name(row: int) -> str:
    return str(SIZE - row) if DIMENSIONS > 1 else ""


def _layer_name(layer: int) -> str:
    return "-".join(str(layer // SIZE**axis % SIZE + 1) for axis in range(DIMENSIONS - 2))


def view(s: Any, last: int = -1) -> dict[str, Any]:
    """Cells are numbered as moves are: row by row from the top left, layer after layer."""
    symbols = stones(s)
    won = [line for line in range(LINES) if s.winner >= 0 and s.lines[line] == WON[s.winner]]
    rows, count = (SIZE if DIMENSIONS > 1 else 1), len(layers(s))
    return {
        "kind": "grid",
        "rows": rows,
        "columns": SIZE,
        "layers": count,
        "cells": [None if symbol == "." else SYMBOLS.index(symbol) for symbol in symbols],
        "look": "points",
        "row_names": [_row_name(row) for row in range(rows)],
        "layer_names": [_layer_name(layer) for layer in range(count)] if DIMENSIONS > 2 else [""],
        "last": [last] if last >= 0 else [],
        "won": sorted({int(cell) for line in won for cell in ON[line]}),
    }


def places(s: Any, move: int) -> tuple[str, ...]:
    return (f"cell:{move}",)


def format(s: Any, move: int) -> str:
    text = column_name(move % SIZE) + _row_name(move // SIZE % SIZE)
    return text + (f"-{_layer_name(move // SIZE**2)}" if DIMENSIONS > 2 else "")


def parse(s: Any, text: str) -> int:
    """Letters of either case, then numbers with anything but letters and digits between: `c4-2`, `C4 2`, `c 4, 2`."""
    found = re.fullmatch(r"([a-z]+)((?:[^a-z0-9]*[0-9]+)*)", text.strip().lower())
    numbers = [int(digits) for digits in re.findall("[0-9]+", found[2])] if found else []
    if found is None or len(numbers) != DIMENSIONS - 1 or any(not 1 <= number <= SIZE for number in numbers):
        raise ValueError("a move is a column, a row and the layers, like c4-2")
    names = [column_name(x) for x in range(SIZE)]
    places = [names.index(found[1]), *(number - 1 for number in numbers)]
    if DIMENSIONS > 1:
        places[1] = SIZE - 1 - places[1]
    return sum(place * SIZE**axis for axis, place in enumerate(places))
