"""K in a row: stones on a board of any dimension, for two seats or more; whoever makes a line first wins.

The board has `size` cells along each of `dimensions` axes. The `players` take turns to put a stone on an empty cell,
and `line` or more stones of one seat in a line (along an axis or any diagonal) win. A full board is a draw: with the
option `draw`, everybody gets an equal "share" of 1, or a "half". A move is a cell, counted along rows from the top
left, layer after layer; as text it is a column, a row from below, and for every further axis a layer: `h8`, `c4-2`,
`a1-2-3`. Two seats are Black and White; in a position as text their stones are X and O.

The options are constants of this file. For other values the file is run again and compiled again, so all native code
that reads them is in this file; drawing.py and the other files get them as arguments. Every line of `line` cells has a
counter, to which a stone of a seat adds that seat's code. The codes are powers of line + 1, so a counter tells the
number of stones of each seat on its line, and a match is won when a counter is `line` times a code. `cells` also
records the match: the empty cells in any order, and then the stones, the last one first.
"""

import math
from itertools import product
from typing import Any

import numpy as np

from playout.games.k_in_a_row.drawing import (
    BLACK_AND_WHITE,
    EMPTY,
    BoardShape,
    draw_board,
    read_cell,
    show_board,
    view_board,
    write_cell,
)
from playout.games.k_in_a_row.lines import lines_by_distance, lines_of_board, lines_through_cells
from playout.games.k_in_a_row.options import FORMS as FORMS
from playout.games.k_in_a_row.options import PHRASES as PHRASES
from playout.games.k_in_a_row.options import SYMBOLS, check_options
from playout.games.k_in_a_row.options import TITLES as TITLES
from playout.rng import below
from playout.rules import OVER

OPTIONS = ("SIZE", "DIMENSIONS", "LINE", "PLAYERS", "DRAW")
SIZE = 15
DIMENSIONS = 2
LINE = 5
PLAYERS = 2
DRAW = "share"

SEATS = ("Black", "White") if PLAYERS == 2 else tuple(SYMBOLS[:PLAYERS])

check_options(SIZE, DIMENSIONS, LINE, PLAYERS, DRAW)
DRAWN = 1.0 / PLAYERS if DRAW == "share" else 0.5
PAYOFF_SUM = 1.0 if DRAW == "share" or PLAYERS == 2 else None
CELLS = SIZE**DIMENSIONS

# For each seat: the code of a stone; the counter of a line that lacks one stone; the counter of a full line.
CODES = np.array([(LINE + 1) ** seat for seat in range(PLAYERS)])
TOP = LINE * int(CODES[-1])
NEARLY, WON = CODES * (LINE - 1), CODES * LINE

# For each value of a counter: the only seat on its line (-1: none or several), and the number of its stones there.
OWNER, STONES = np.full(TOP + 1, -1, np.int8), np.zeros(TOP + 1, np.uint8)
for _seat, _stones in product(range(PLAYERS), range(1, LINE + 1)):
    OWNER[CODES[_seat] * _stones], STONES[CODES[_seat] * _stones] = _seat, _stones

ON = lines_of_board(SIZE, DIMENSIONS, LINE)  # the cells of each line
LINES = len(ON)
# The lines through a cell, in blocks of BLOCK: those from FIRST[cell] to FIRST[cell + 1] - 1. The last block of a cell
# is filled with line number LINES, which is unused: loops of a constant length are easier to predict for a
# processor.
BLOCK = min(4, LINE)
THROUGH, FIRST = lines_through_cells(ON, CELLS, BLOCK)
# To examine all lines at once: for each distance of two neighbours on a line, the cells at which such lines begin, and
# the number of blocks of ABREAST cells that contain these. Native code examines the cells of a block together.
ABREAST = 32
DISTANCES, BEGINS, BLOCKS = lines_by_distance(ON, ABREAST)
SEAT_AT = np.arange(CELLS - 1, -1, -1) % PLAYERS  # the seat of the stone at an index of `cells`, once the cell is taken

# A random word for each seat and cell; a position's key combines the words of its stones.
WORDS = np.random.Generator(np.random.PCG64(CELLS)).integers(0, 1 << 64, (PLAYERS, CELLS), np.uint64)

WEIGHTS = np.array(
    [4.0**stones for stones in range(LINE + 2)]
)  # the weight of a line with stones of one seat only, by their number

SHARPNESS = 3.0  # a prior made of `rank` is proportional to this power of a cell's weight

MAX_MOVES = CELLS
MAX_LENGTH = CELLS
LAYERS = CELLS // min(CELLS, SIZE * SIZE)  # boards of rows and columns that lie upon each other
# For each seat, from the one to move on, a plane of stones for each layer; then a plane of ones.
PLANES = (PLAYERS * LAYERS + 1, SIZE if DIMENSIONS > 1 else 1, SIZE)
POLICY_SIZE = CELLS
SYMMETRIES = ("columns", "rows", "transpose", "layers")[: (0, 1, 3, 4)[min(DIMENSIONS, 3)]]
POLICIES = ("win_at_once", "win_or_block")
# Measured in docs/uct.md.
TUNED = {
    "uct": {"policy": "win_or_block", "prior": "rank", "c": 5.0}
    if PLAYERS == 2
    else {"policy": "win_at_once", "c": 0.3, "wary": 0.3}
}

ONE = np.uint64(1)
COUNT = np.uint8 if TOP < 256 else np.uint16
_cell = np.uint8 if CELLS <= 256 else np.uint16

State = np.dtype(
    [
        ("lines", COUNT, LINES + 1),  # the counters; the last one is unused
        ("cells", _cell, CELLS + ABREAST),  # the last ABREAST entries of this and of the next field are padding
        ("at", _cell, CELLS + ABREAST),  # the index of a cell in `cells`
        ("empty", np.uint16),  # the number of empty cells
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
    """Draw all remaining cells, and find the line that was complete first."""
    begin, word_0, word_1 = s.empty, rng[0], rng[1]
    middle, middle_0, middle_1 = begin, word_0, word_1
    for count in range(begin, 0, -1):
        if count == CELLS // 3:  # most matches have not ended there yet
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
        # The generator returns to its state at the end of the match.
        if last >= middle:
            middle, middle_0, middle_1 = begin, word_0, word_1
        rng[0], rng[1] = middle_0, middle_1
        for count in range(middle, last, -1):
            below(rng, count)


def first_line(s: Any) -> Any:
    """Whether a seat has a line on a full board, and the index of the stone that completed the first line.

    Here `cells` has the seat on each cell. A later stone has a lower index.
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
    """The combined words of all stones. The number of stones determines the turn."""
    word = np.uint64(0)
    seat = 0
    for i in range(CELLS - 1, s.empty - 1, -1):
        word ^= WORDS[seat, s.cells[i]]
        seat = seat + 1 if seat + 1 < PLAYERS else 0
    return word


def left(s: Any) -> Any:
    return s.empty


# Forced moves.


def tactics(s: Any, out: Any) -> Any:
    """An immediate win, or the cell that has to be taken because otherwise the next seat wins there.

    If the next seat could win on two cells, the mover loses in two plies. Threats of later seats force nothing here,
    although the mover could help to stop them. An agent that relies on others to block loses to agents that do not
    block (docs/uct.md has the matches).
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
    """Write the cells that would complete a line of a seat into out, at most `most`; returns their number."""
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


def win_or_block(s: Any, rng: Any) -> Any:
    """A cell that wins, else one on which the next seat would, else a random one."""
    cell = urgent_cell(s)
    return cell if cell >= 0 else np.int64(pick(s, rng))


def urgent_cell(s: Any) -> Any:
    """A cell that wins, else one on which the next seat would, else -1."""
    cell = winning_cell(s, s.turn)
    return cell if cell >= 0 else winning_cell(s, s.turn + 1 if s.turn + 1 < PLAYERS else 0)


# Rules of thumb, evaluation and move ordering.


def suggest(s: Any, rng: Any) -> Any:
    """A cell that wins, else one on which the next seat would, else one of those that `rank` puts first."""
    best = urgent_cell(s)
    if best < 0:
        highest, equal = 0.0, 0
        for place in range(s.empty):
            cell = np.int64(s.cells[place])
            weight = weight_of(s, cell)
            if weight > highest:
                best, highest, equal = cell, weight, 1
            elif weight == highest:
                equal += 1
                if below(rng, equal) == 0:  # all equal cells are equally likely
                    best = cell
    return best


def evaluate(s: Any, seat: Any) -> Any:
    """A seat's share of all lines that contain stones of one seat only, weighted by the stones; the seat to move
    counts one stone more on its lines.
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
    """Scores by the lines through the cell that are empty or have stones of one seat only."""
    for i in range(n):
        scores[i] = SHARPNESS * math.log(weight_of(s, moves[i]))


def weight_of(s: Any, move: Any) -> Any:
    """The weight of the lines through a cell that are empty or have stones of one seat only; the mover's own count
    double.
    """
    cell = np.uint64(move)
    weight = 1.0
    for block in range(FIRST[cell], FIRST[cell + ONE]):
        for k in range(BLOCK):
            line = THROUGH[block, k]
            if line < LINES:
                value = s.lines[line]
                owner = OWNER[value]
                if owner >= 0 or value == 0:
                    weight += WEIGHTS[STONES[value]] * (2.0 if owner == s.turn else 1.0)
    return weight


# For people.


SHAPE = BoardShape(SIZE, DIMENSIONS)


def stones(s: Any) -> str:
    """A symbol for each cell, in the order of their numbers."""
    symbols = [EMPTY] * CELLS
    for i in range(s.empty, CELLS):
        symbols[s.cells[i]] = SYMBOLS[(CELLS - 1 - i) % PLAYERS]
    return "".join(symbols)


def won_cells(s: Any) -> set[int]:
    """The cells of all lines that win."""
    won = [line for line in range(LINES) if s.winner >= 0 and s.lines[line] == WON[s.winner]]
    return {int(cell) for line in won for cell in ON[line]}


def marked(s: Any, last: int) -> set[int]:
    """The cells to be marked: the lines that win, else the last stone, if one is known."""
    return (won_cells(s) or {last}) if last >= 0 else set()


def planes(s: Any, seat: Any, out: Any) -> None:
    for place in range(s.empty, CELLS):
        cell = np.int64(s.cells[place])
        after = (SEAT_AT[place] + PLAYERS - seat) % PLAYERS
        out[after * LAYERS + cell // (SIZE * SIZE), cell // SIZE % SIZE, cell % SIZE] = 1
    for row in range(PLANES[1]):
        for column in range(SIZE):
            out[PLAYERS * LAYERS, row, column] = 1


def show(s: Any, last: int = -1) -> str:
    board = show_board(SHAPE, stones(s), marked(s, last))
    return f"{board}\nX is Black, O is White" if PLAYERS == 2 else board


def picture(s: Any, last: int = -1) -> str:
    return draw_board(SHAPE, stones(s), marked(s, last))


def view(s: Any, last: int = -1) -> dict[str, Any]:
    """The view; cells have the numbers of moves: row by row from the top left, layer after layer."""
    seats = [None if symbol == EMPTY else SYMBOLS.index(symbol) for symbol in stones(s)]
    return view_board(SHAPE, seats, won_cells(s), last, LINE, BLACK_AND_WHITE if PLAYERS == 2 else {})


def places(s: Any, move: int) -> tuple[str, ...]:
    return (f"cell:{move}",)


def format(s: Any, move: int) -> str:
    return write_cell(SHAPE, move)


def parse(s: Any, text: str) -> int:
    """A move: letters of either case, then numbers with anything but letters and digits between: `c4-2`, `C4 2`, `c 4,
    2`.
    """
    return read_cell(SHAPE, text)
