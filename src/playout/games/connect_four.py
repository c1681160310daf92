"""Connect Four on boards of any size, with or without a blocked cell.

Four stones (or `line` of them) in a row, column or diagonal win; a full board is a draw. A move is a column,
0 at the left; as text `a` or `1` is the leftmost. `blocked=(row, column)` takes one cell out, counted from the top
left: it stays empty, breaks lines, and a stone that would land on it lands above it.

Size, line and blocked cell are data in the state, so a new size compiles nothing. Where lines are of four, and a board
and an empty row above it have no more than 64 cells, each seat's stones are one word, column after column from the
bottom up: lines, and cells that would make one, show themselves by shifts of it. Otherwise each seat keeps a mask of
its stones for every row, column and diagonal; the masks of the four lines through a new stone lie side by side in one
word. From these every move notes the cells that would now complete a line: such a cell wins until it is taken.
"""

from typing import Any

import numpy as np

from playout.boards import cells_of, grid_of, words
from playout.pictures import board, column_name, text_row
from playout.rng import below
from playout.rules import OVER

PLAYERS = 2
SEATS = ("X", "O")
NAMES = {"en": "Connect Four", "zh": "四子棋"}
LARGEST = 15  # rows and columns; the masks are 16 bits wide, and the highest must stay empty
MAX_MOVES = LARGEST
MAX_LENGTH = LARGEST * LARGEST
POLICIES = ("towards_middle", "middle_weighted")
FORMS = {
    "rows": {"about": words("rows", "行数"), "least": 1, "most": 15},
    "columns": {"about": words("columns", "列数"), "least": 1, "most": 15},
    "line": {"about": words("stones in a line that win", "连成几子获胜"), "least": 2, "most": 15},
    "blocked": {
        "about": words("a cell where no stone may lie (row, column)", "不能落子的格（行，列）"),
        "kind": "cell",
    },
}
TUNED = {"uct": {"policy": "suggest", "c": 0.6}}  # measured in docs/search.md and docs/tuning.md

# Where each kind of line begins among a seat's masks. Two diagonals that are 16 apart share one: they have no column in
# common, and an empty one lies between them.
COLUMN, RISING, FALLING, SEAT = 16, 32, 48, 64
INSIDE = np.uint64(0x7FFF7FFF7FFF7FFF)  # the bits of four masks side by side that are cells
BOTH = 0x10001  # a bit of each seat
STONE = 0x1000100000001  # times the bit of a column, a stone's bits in the masks of its row and diagonals

ONE, TWO = np.uint64(1), np.uint64(2)
NONE = np.uint64(0)

State = np.dtype(
    [
        ("stones", np.uint64, 2),  # each seat's as one word, if stride is not 0
        ("cells", np.uint64),  # where stones may stand, likewise
        ("bottom", np.uint64),  # the lowest cell of each column
        ("wall", np.uint64),  # the blocked cell
        ("lines", np.uint16, 2 * SEAT),  # if stride is 0; likewise the next two
        ("wins", np.uint32, 16),  # in each column the cells that complete a line: bit 16 * seat + row
        ("free", np.uint16, 16),  # in each column the empty cells
        ("ready", np.uint32),  # the columns whose next stone does: bit 16 * seat + column
        ("height", np.int8, 16),  # the row on which the column's next stone lands, counted from the bottom
        ("open", np.int8, 16),  # the columns that are not full, in any order
        ("open_count", np.int8),
        ("turn", np.int8),
        ("winner", np.int8),  # -1: none
        ("rows", np.int8),
        ("columns", np.int8),
        ("line", np.int8),
        ("blocked_row", np.int8),  # from the bottom; -1: none
        ("blocked_column", np.int8),
        ("shifts", np.int8, 4),  # they double a run until it is `line` long
        ("inverse", np.int16),  # of stride: times a cell's place in a word, by 1024, it is the column
        ("stride", np.int8),  # from a cell to the one right of it in a word; 0: the stones are in `lines`
    ],
    align=True,
)


def start(s: Any, rows: int = 6, columns: int = 7, line: int = 4, blocked: tuple[int, int] | None = None) -> None:
    _check("rows", rows, 1, LARGEST)
    _check("columns", columns, 1, LARGEST)
    _check("line", line, 2, LARGEST)
    if line > max(rows, columns):
        raise ValueError(f"line is {line}, which does not fit on {rows} rows and {columns} columns")
    s.rows, s.columns, s.line, s.winner = rows, columns, line, -1
    s.blocked_row = s.blocked_column = -1
    if blocked is not None:
        row, column = _cell(blocked)
        _check("the row of blocked", row, 0, rows - 1)
        _check("the column of blocked", column, 0, columns - 1)
        s.blocked_row, s.blocked_column = rows - 1 - row, column
    length = 1
    for i in range(4):
        s.shifts[i] = min(length, line - length)
        length += s.shifts[i]
    for column in range(columns):
        s.free[column] = (1 << rows) - 1
        if column == s.blocked_column:
            s.free[column] -= 1 << s.blocked_row
        if column == s.blocked_column and s.blocked_row == 0:
            s.height[column] = 1
        if s.height[column] < rows:
            s.open[s.open_count] = column
            s.open_count += 1
    if line == 4 and (rows + 1) * columns <= 64:
        s.stride = rows + 1
        s.inverse = 1024 // s.stride + 1
        first = sum(1 << column * s.stride for column in range(columns))
        wall = 0 if blocked is None else 1 << s.blocked_column * s.stride + s.blocked_row
        s.bottom, s.wall = np.uint64(first), np.uint64(wall)
        s.cells = np.uint64(first * ((1 << rows) - 1) & ~wall)


def _check(name: str, value: Any, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name} has to be a whole number from {least} to {most}, not {value!r}")


def _cell(blocked: Any) -> tuple[int, int]:
    try:
        cell = tuple(blocked)
    except TypeError:
        cell = ()
    if len(cell) == 2 and not any(isinstance(item, (tuple, list)) for item in cell):
        return cell[0], cell[1]
    raise ValueError(f"blocked has to be one cell (row, column), not {blocked!r}")


def turn(s: Any) -> Any:
    if s.winner >= 0 or s.open_count == 0:
        return OVER
    return s.turn


def moves(s: Any, out: Any) -> Any:
    n = 0
    for column in range(s.columns):
        if s.height[column] < s.rows:
            out[n] = column
            n += 1
    return n


def pick(s: Any, rng: Any) -> Any:
    return s.open[below(rng, s.open_count)]


def towards_middle(s: Any, rng: Any) -> Any:
    """A random column; if it is full, the next open one towards the middle: the playout policy of a course report."""
    column = below(rng, s.columns)
    middle = s.columns // 2
    while column != middle and s.height[column] >= s.rows:
        column += 1 if column < middle else -1
    return column if s.height[column] < s.rows else np.int64(pick(s, rng))


def middle_weighted(s: Any, rng: Any) -> Any:
    """Of two random open columns the one nearer to the middle: the same report's other way to prefer the middle."""
    a, b = np.int64(pick(s, rng)), np.int64(pick(s, rng))
    return a if abs(2 * a + 1 - s.columns) <= abs(2 * b + 1 - s.columns) else b


def suggest(s: Any, rng: Any) -> Any:
    """A column that wins at once, else one that the other would win in, else a random one.

    A random one is redrawn up to three times if either seat would win on top of it: both do better to wait there.
    """
    return suggest_by_words(s, rng) if s.stride > 0 else suggest_by_lines(s, rng)


def suggest_by_words(s: Any, rng: Any) -> Any:
    own = s.stones[s.turn]
    other = s.stones[1 - s.turn]
    taken = own | other | s.wall
    landing = (taken + s.bottom) & s.cells & ~taken
    mine = winning(s, own) & ~taken
    threats = winning(s, other) & ~taken
    hits = mine & landing
    if hits == NONE:
        hits = threats & landing
    if hits != NONE:
        return np.int64(column_of(s, hits))
    column = np.int64(pick(s, rng))
    for _ in range(2):
        if (mine | threats) >> np.uint64(column * s.stride + s.height[column] + 1) & ONE == NONE:
            break
        column = np.int64(pick(s, rng))
    return column


def suggest_by_lines(s: Any, rng: Any) -> Any:
    if s.ready != 0:
        own = s.ready >> 16 * s.turn & 0xFFFF
        return lowest(own if own != 0 else s.ready >> 16 * (1 - s.turn))
    column = np.int64(pick(s, rng))
    for _ in range(2):
        if s.wins[column] >> s.height[column] + 1 & BOTH == 0:
            break
        column = np.int64(pick(s, rng))
    return column


def play(s: Any, move: Any) -> None:
    seat = s.turn
    row = s.height[move]
    above = next_row(s, row, move)
    s.height[move] = above
    if s.stride > 0:
        own = s.stones[seat] | ONE << np.uint64(move * s.stride + row)
        s.stones[seat] = own
        won = has_four(own, np.uint64(s.stride))
    else:
        won = add_to_lines(s, seat, row, move)
    if won:
        s.winner = seat
    if above >= s.rows:
        close(s, move)
    s.turn = 1 - seat


def next_row(s: Any, row: Any, column: Any) -> Any:
    """Where the stone after that on a cell lands; the blocked cell is left out."""
    row += 1
    return row + 1 if column == s.blocked_column and row == s.blocked_row else row


def has_four(own: Any, step: Any) -> Any:
    """Whether a word of stones holds a line."""
    return four(own, ONE) | four(own, step) | four(own, step - ONE) | four(own, step + ONE) != NONE


def four(own: Any, step: Any) -> Any:
    pairs = own & own >> step
    return pairs & pairs >> (step + step)


def add_to_lines(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """Put a stone into the masks of its four lines, and note which cells win now; whether its own did."""
    seat, row, column = seat & 1, row & 15, column & 15  # so the compiler need not look for negative places
    won = s.wins[column] >> 16 * seat + row & 1 != 0
    first = seat * SEAT
    along = 1 << column
    rising, falling = first + RISING + (row - column & 15), first + FALLING + (row + column & 15)
    a = s.lines[first + row] | along
    b = s.lines[first + COLUMN + column] | 1 << row
    c = s.lines[rising] | along
    d = s.lines[falling] | along
    s.lines[first + row] = a
    s.lines[first + COLUMN + column] = b
    s.lines[rising] = c
    s.lines[falling] = d
    if won:
        return True
    s.free[column] &= ~(1 << row)
    ready = s.ready
    cells = np.uint64(a | b << 16 | c << 32 | d << 48)
    gaps = gaps_beside(s, cells, row, column) & ~np.uint64(lines_through(s, 1 - seat, row, column))
    while gaps != NONE:
        place = lowest(gaps)
        gaps &= gaps - ONE
        to, at = column_of_gap(place, column), row_of_gap(place, row, column)
        is_cell = s.free[to] >> (at & 31) & 1
        s.wins[to] |= is_cell << 16 * seat + (at & 15)
        ready |= (is_cell & (s.height[to] == at)) << 16 * seat + to
    s.ready = ready & ~(BOTH << column) | (s.wins[column] >> s.height[column] & BOTH) << column
    return won


def gaps_beside(s: Any, cells: Any, row: Any, column: Any) -> Any:
    """What a seat's stone leaves to be filled for a line through it, in the masks of its four lines, side by side.

    That can only be the first gap on either side of it. Some of them are no empty cells of the board.
    """
    if s.line == 4:
        near = np.uint64((0x7F << column >> 3 & 0x7FFF) * STONE | (0x7F << row >> 3 & 0x7FFF) << 16)
        return fourth(cells, ONE) & near & ~cells
    stone = np.uint64((1 << column) * STONE | 1 << row + 16)
    below, run = stone, cells
    for i in range(4):
        step = np.uint64(s.shifts[i])
        below |= below >> step & run
        run &= run >> step
    return completing(s, cells, cells + stone & ~cells & INSIDE) | completing(s, cells, below >> ONE & ~cells & INSIDE)


def completing(s: Any, cells: Any, gaps: Any) -> Any:
    """Of gaps, one in each of four masks, those that would complete a line."""
    run = cells | gaps
    for i in range(4):
        run &= run >> np.uint64(s.shifts[i])
    full = run + INSIDE & ~INSIDE  # the highest bit of each mask in which there is a line
    return gaps & full - (full >> np.uint64(15))


def column_of_gap(place: Any, column: Any) -> Any:
    """Where a bit of the masks of the four lines through a cell stands; `row_of_gap` may be off the board."""
    return column if place >> 4 == 1 else place & 15


def row_of_gap(place: Any, row: Any, column: Any) -> Any:
    kind, i = place >> 4, place & 15
    if kind == 1:
        return i
    return row + (i - column) * (1 if kind == 2 else -1 if kind == 3 else 0)


def lines_through(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """The masks of a seat's stones on the four lines through a cell, side by side: row, column, rising, falling."""
    first = seat * SEAT
    word = s.lines[first + row] | s.lines[first + COLUMN + column] << 16
    word |= s.lines[first + RISING + (row - column & 15)] << 32
    return word | s.lines[first + FALLING + (row + column & 15)] << 48


def close(s: Any, column: Any) -> None:
    """Take a full column off the list of open ones."""
    last = s.open_count - 1
    s.open_count = last
    for i in range(last):
        if s.open[i] == column:
            s.open[i] = s.open[last]
    s.open[last] = 0


def payoffs(s: Any, out: Any) -> None:
    out[0] = out[1] = 0.5
    if s.winner >= 0:
        out[s.winner] = 1.0
        out[1 - s.winner] = 0.0


def key(s: Any) -> Any:
    """The stones and the seat to move: as they are where they fit a word, otherwise a hash of them."""
    if s.stride > 0:
        # In each column the taken cells, then a one; added to it, the stones of the seat to move.
        return s.stones[s.turn] + (s.stones[0] | s.stones[1]) + s.bottom
    word = np.uint64(s.turn + 1) << np.uint64(40)
    for seat in range(2):
        for column in range(s.columns):
            word ^= np.uint64(s.lines[seat * SEAT + COLUMN + column])
            word *= np.uint64(0x9E3779B97F4A7C15)
            word ^= word >> np.uint64(29)
    return word


def left(s: Any) -> Any:
    """The empty cells."""
    if s.stride > 0:
        return count(s.cells & ~(s.stones[0] | s.stones[1]))
    empty = 0
    for column in range(s.columns):
        empty += s.rows - s.height[column]
        if column == s.blocked_column and s.height[column] <= s.blocked_row:
            empty -= 1
    return empty


def tactics(s: Any, out: Any) -> Any:
    """Wins at once, forced blocks, cells under which no stone may be put.

    On boards that fit a word also wins by two threats, and otherwise all moves worth a look, the best by `rank` first.
    """
    return tactics_by_words(s, out) if s.stride > 0 else tactics_by_lines(s, out)


def tactics_by_words(s: Any, out: Any) -> Any:
    own = s.stones[s.turn]
    other = s.stones[1 - s.turn]
    taken = own | other | s.wall
    landing = (taken + s.bottom) & s.cells & ~taken
    out[0] = -1
    wins = winning(s, own) & landing
    if wins != NONE:
        out[0] = column_of(s, wins)
        return -1
    threats = winning(s, other) & ~taken
    blocks = threats & landing
    allowed = landing if blocks == NONE else blocks
    under = threats >> ONE
    allowed &= ~(under | (under & s.wall) >> ONE)
    if blocks & (blocks - ONE) != NONE or allowed == NONE:
        return -2
    n = 0
    while allowed != NONE:
        cell = allowed & (~allowed + ONE)
        allowed ^= cell
        mine = winning(s, own | cell) & ~(taken | cell)
        column = column_of(s, cell)
        if two_threats(s, mine, taken | cell):
            out[0] = column
            return -3
        # Sorted as `rank` would have it: the weight above the column, in one number.
        item = (32 * count(mine) - abs(2 * column + 1 - s.columns)) * 16 + column
        for i in range(n):
            before = out[i]
            out[i] = max(before, item)
            item = min(before, item)
        out[n] = item
        n += 1
    for i in range(n):
        out[i] &= 15
    return n


def two_threats(s: Any, mine: Any, taken: Any) -> Any:
    """Whether the cells that win for a seat that has just moved are too many: two to land on, or two in a pile."""
    hits = mine & (taken + s.bottom)
    above = hits << ONE
    above |= (above & s.wall) << ONE
    return (hits & (hits - ONE)) | (above & mine) != NONE


def winning(s: Any, own: Any) -> Any:
    """The cells that would complete a line of a seat's stones, taken ones among them."""
    step = np.uint64(s.stride)
    cells = own << ONE & own << TWO & own << np.uint64(3)
    return (cells | fourth(own, step) | fourth(own, step - ONE) | fourth(own, step + ONE)) & s.cells


def fourth(own: Any, step: Any) -> Any:
    """The cells with three stones beside them that make four in one direction."""
    two, three = step + step, step + step + step
    ahead = own << step & own << two
    behind = own >> step & own >> two
    return ahead & (own << three | own >> step) | behind & (own >> three | own << step)


def count(word: Any) -> Any:
    """How many bits are set."""
    word -= word >> ONE & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (word >> TWO & np.uint64(0x3333333333333333))
    word = word + (word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(word * np.uint64(0x0101010101010101) >> np.uint64(56))


def lowest(word: Any) -> Any:
    """The place of the lowest bit that is set."""
    word = np.uint64(word)
    return count((word & (~word + ONE)) - ONE)


def column_of(s: Any, cells: Any) -> Any:
    """The column of the lowest of the cells."""
    return lowest(cells) * s.inverse >> 10


def tactics_by_lines(s: Any, out: Any) -> Any:
    own = s.ready >> 16 * s.turn & 0xFFFF
    blocks = s.ready >> 16 * (1 - s.turn) & 0xFFFF
    out[0] = -1
    if own != 0:
        out[0] = lowest(own)
        return -1
    if blocks & blocks - 1 != 0:
        return -2
    n = 0
    for column in range(s.columns):
        row = s.height[column]
        if row < s.rows and (blocks == 0 or blocks >> column & 1 != 0):
            above = next_row(s, row, column) + 16 * (1 - s.turn)
            if s.wins[column] >> above & 1 == 0:
                out[n] = column
                n += 1
    if n == 0:
        return -2
    return 0 if n == s.open_count else n


def rank(s: Any, moves: Any, n: Any, scores: Any) -> None:
    """By the cells that would then win; the middle first where they are as many."""
    for i in range(n):
        column = moves[i]
        scores[i] = -abs(2 * column + 1 - s.columns) / 32.0
        if s.stride == 0:
            scores[i] += new_wins(s, s.turn & 1, s.height[column] & 15, column & 15)
        else:
            cell = ONE << np.uint64(column * s.stride + s.height[column])
            own = s.stones[s.turn] | cell
            scores[i] += count(winning(s, own) & ~(own | s.stones[1 - s.turn]))


def new_wins(s: Any, seat: Any, row: Any, column: Any) -> Any:
    """How many cells a stone would make winning that are not so yet, on a board that does not fit a word."""
    cells = np.uint64(lines_through(s, seat, row, column) | (1 << column) * STONE | 1 << row + 16)
    gaps = gaps_beside(s, cells, row, column)
    found = 0
    while gaps != NONE:
        place = lowest(gaps)
        gaps &= gaps - ONE
        to, at = column_of_gap(place, column), row_of_gap(place, row, column) & 31
        found += s.free[to] >> at & 1 & ~(s.wins[to] >> 16 * seat + at)
    return found


def grid(s: Any) -> list[str]:
    """The rows from the top, a symbol for each cell."""
    return ["".join(_symbol(s, row, column) for column in range(s.columns)) for row in range(s.rows - 1, -1, -1)]


def _symbol(s: Any, row: int, column: int) -> str:
    for seat, symbol in enumerate("XO"):
        stones = int(s.stones[seat]) >> column * s.stride if s.stride else s.lines[seat * SEAT + COLUMN + column]
        if stones >> row & 1:
            return symbol
    return "#" if (row, column) == (s.blocked_row, s.blocked_column) else "."


def marked(s: Any, last: int) -> set[tuple[int, int]]:
    """The cells (row from the top, column) to be marked: the lines that win, else the last stone, if one is known."""
    if last < 0:
        return set()
    rows = grid(s)
    y = next(y for y in range(s.rows) if rows[y][last] in SEATS)
    if s.winner < 0:
        return {(y, last)}
    cells = set()
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = {(y, last), *_beside(rows, y, last, down, right), *_beside(rows, y, last, -down, -right)}
        if len(run) >= s.line:
            cells |= run
    return cells


def _beside(rows: list[str], y: int, x: int, down: int, right: int) -> list[tuple[int, int]]:
    """The cells of the same symbol that follow on a cell in a direction."""
    symbol, found = rows[y][x], []
    while 0 <= y + down < len(rows) and 0 <= x + right < len(rows[0]) and rows[y + down][x + right] == symbol:
        y, x = y + down, x + right
        found.append((y, x))
    return found


def show(s: Any, last: int = -1) -> str:
    cells = marked(s, last)
    lines = [text_row(row, [x for x in range(s.columns) if (y, x) in cells]) for y, row in enumerate(grid(s))]
    return "\n".join([*lines, text_row([column_name(x) for x in range(s.columns)])])


def picture(s: Any, last: int = -1) -> str:
    return board(grid(s), stones=True, marked=marked(s, last))


def view(s: Any, last: int = -1) -> dict[str, Any]:
    cells = cells_of(marked(s, last), s.columns)
    here = {"won" if s.winner >= 0 else "last": cells}
    return grid_of(grid(s), "XO", look="slots", row_names=[""] * s.rows, **here)


def places(s: Any, move: int) -> tuple[str, ...]:
    return (f"column:{move}",)


def format(s: Any, move: int) -> str:
    return column_name(move)


def parse(s: Any, text: str) -> int:
    word = text.strip().lower()
    if word.isascii() and word.isdecimal():
        return int(word) - 1
    if len(word) != 1:
        raise ValueError("a move is the letter or the number of a column")
    return ord(word) - ord("a")
