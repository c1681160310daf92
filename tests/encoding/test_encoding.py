"""How a network sees games: shapes by options, planes beside what people see, symmetries, terms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import native
from playout.encoding.encoding import encode, encoding_of, index_of
from playout.encoding.symmetries import symmetry_group
from playout.encoding.terms import value_of
from playout.game import State
from playout.rng import Rng
from playout.rules import RulesError, moves, planes, policy_index, turn


def played(state: State, plies: int, seed: int) -> State:
    random = Rng(seed)
    for _ in range(plies):
        if state.over:
            break
        choices = state.moves()
        state = state.play(choices[random.below(len(choices))])
    return state


@pytest.mark.parametrize(
    ("name", "options", "shape", "size", "symmetries"),
    [
        ("connect_four", {}, (7, 6, 7), 7, 2),
        ("connect_four", {"rows": 9, "columns": 12, "blocked": (3, 4)}, (7, 9, 12), 12, 2),
        ("tic_tac_toe", {}, (3, 3, 3), 9, 8),
        ("gomoku", {}, (3, 15, 15), 225, 8),
        ("gomoku3d", {}, (19, 6, 6), 216, 16),
        ("k_in_a_row", {"size": 9, "dimensions": 1, "line": 3}, (3, 1, 9), 9, 2),
        ("k_in_a_row", {"size": 3, "dimensions": 4, "line": 3}, (19, 3, 3), 81, 16),
        ("go", {"size": 13}, (16, 13, 13), 170, 8),
    ],
)
def test_shapes_follow_the_options(
    name: str, options: dict[str, Any], shape: tuple[int, ...], size: int, symmetries: int
) -> None:
    game = playout.load(name, **options)
    encoding = encoding_of(game)
    assert (encoding.planes, encoding.policy_size, len(encoding.group)) == (shape, size, symmetries)
    for state in (game.start(), played(game.start(), 7, 1)):
        numbers = [index_of(state, move, encoding) for move in state.moves()]
        assert len(set(numbers)) == len(numbers) and min(numbers) >= 0 and max(numbers) < size
        assert encode(state, encoding).shape == shape


@pytest.mark.parametrize("options", [{}, {"rows": 9, "columns": 12, "blocked": (3, 4)}, {"rows": 4, "line": 3}])
def test_planes_of_connect_four_are_its_board(options: dict[str, Any]) -> None:
    """Stones beside the text of the board; a winning cell is one where a stone of that seat ends the match."""
    game = playout.load("connect_four", **options)
    encoding = encoding_of(game)
    looked = 0
    for seed in range(12):
        state = played(game.start(), 10 + seed, seed)
        if state.over:
            continue
        seen = encode(state, encoding)
        cells = list(map(str, state.view()["cells"] or []))
        _, rows, columns = encoding.planes
        board = np.array([{"0": 0, "1": 1}.get(cell, -1) for cell in cells]).reshape(rows, columns)[::-1]
        assert np.array_equal(seen[0], board == state.turn)
        assert np.array_equal(seen[1], board == 1 - state.turn)
        assert seen[5].sum() == rows * columns - ("#" in cells)
        assert (seen[6] == state.turn).sum() in (rows * columns, rows * columns - 1)
        landing = {(int(row), int(column)) for row, column in np.argwhere(seen[4])}
        assert {column for _, column in landing} == set(state.moves())
        for row, column in landing:
            assert state.play(column).over == bool(seen[2, row, column]) or len(state.moves()) == 1
            looked += 1
    assert looked > 20


def test_planes_of_go_are_its_points() -> None:
    game = playout.load("go", size=5)
    state = game.replay(["C3", "C2", "B2", "D1", "D2", "pass"])
    seen = encode(state, encoding_of(game))
    assert {(int(r) + 1, "ABCDE"[int(c)]) for r, c in np.argwhere(seen[0])} == {(3, "C"), (2, "B"), (2, "D")}
    assert {(int(r) + 1, "ABCDE"[int(c)]) for r, c in np.argwhere(seen[1])} == {(2, "C"), (1, "D")}
    assert {(int(r) + 1, "ABCDE"[int(c)]) for r, c in np.argwhere(seen[2 + 4])} == {(2, "C")}, "one liberty: C1"
    assert seen[13].all() and not seen[14].any() and seen[15].all()


@pytest.mark.parametrize("name", ["tic_tac_toe", "gomoku3d"])
def test_native_code_writes_the_same_planes(name: str) -> None:
    game = playout.load(name)
    shape = encoding_of(game).planes
    for seed in range(6):
        state = played(game.start(), 5 + seed, seed)
        if state.over:
            continue
        found = []
        for backend in ("cpu", "python"):
            out, numbers = np.zeros(shape, np.uint8), np.zeros(game.rules.max_moves, np.int64)
            native.bind(see, game.rules, backend)(native.view(state.position, backend), out, numbers)
            found.append((out, numbers))
        assert np.array_equal(found[0][0], found[1][0]) and np.array_equal(found[0][1], found[1][1])


def see(states: Any, out: Any, numbers: Any) -> None:
    """Kernel: planes, and the logits of all legal moves."""
    planes(states[0], turn(states[0]), out)
    for i in range(moves(states[0], numbers)):
        numbers[i] = policy_index(numbers[i], out.shape[1], out.shape[2])


def test_a_symmetry_moves_cells_and_logits_together() -> None:
    """On a board of 2 by 3 with a logit for each column, and on a cube of 2."""
    (_, mirror) = symmetry_group(("columns",), (1, 2, 3), 3)
    assert mirror.cells.tolist() == [2, 1, 0, 5, 4, 3] and mirror.policy.tolist() == [2, 1, 0]
    (_, over) = symmetry_group(("layers",), (5, 2, 2), 9)
    assert over.cells.tolist() == [4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 16, 17, 18, 19]
    assert over.policy.tolist() == [4, 5, 6, 7, 0, 1, 2, 3, 8], "what is no cell stays"
    (_, swap) = symmetry_group(("transpose",), (1, 2, 2), 5)
    assert swap.policy.tolist() == [0, 2, 1, 3, 4]


@pytest.mark.parametrize(
    ("names", "shape", "size", "words"),
    [
        (("transpose",), (1, 2, 3), 6, "as many rows as columns"),
        (("rows",), (1, 2, 3), 3, "rows needs a logit for each cell"),
        (("layers",), (1, 2, 2), 4, "layers needs a logit for each cell of several layers"),
        (("columns",), (1, 2, 3), 5, "a logit for each cell or each column"),
    ],
)
def test_symmetries_that_do_not_fit_are_refused(
    names: tuple[str, ...], shape: tuple[int, int, int], size: int, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        symmetry_group(names, shape, size)


def test_terms_are_arithmetic_and_nothing_else() -> None:
    names = {"rows": 6, "columns": 7, "komi": 7.5}
    assert value_of("rows * columns + 1", names) == 43
    assert value_of("rows ** 2 - columns // 2", names) == 33
    assert value_of(9, names) == 9
    wrong = (
        "komi",
        "size",
        "rows()",
        "__import__('os')",
        "rows.real",
        "rows +",
        "-rows",
        "2 ** 99",
        "1 - rows",
        "1 // 0",
    )
    for term in wrong:
        with pytest.raises(ValueError):
            value_of(term, names)


RECORD = '''"""Fields: a game whose record has fields of all kinds."""

import numpy as np

from playout.rules import OVER

PLAYERS = 2
MAX_MOVES = 6
MAX_LENGTH = 6

State = np.dtype(
    [
        ("board", np.int8, (2, 3)),
        ("marks", np.uint16, 2),
        ("word", np.uint64),
        ("score", np.int8),
        ("count", np.int16),
        ("flag", np.bool_),
        ("plies", np.int8),
        ("spare", np.float64),
    ],
    align=True,
)
FIELDS = {"board": "seats+1", "word": "bits", "score": (0, 5), "count": (-3, 60), "spare": None}


def start(s):
    s.count = -3


def turn(s):
    return OVER if s.plies == 6 else s.plies % 2


def moves(s, out):
    n = 0
    for cell in range(6):
        if s.board[cell // 3, cell % 3] == 0:
            out[n] = cell
            n += 1
    return n


def play(s, move):
    seat = s.plies % 2
    s.board[move // 3, move % 3] = seat + 1
    s.marks[seat] |= 1 << move
    s.word |= np.uint64(1) << np.uint64(60 - move)
    s.score = move
    s.count += 10
    s.flag = move > 2
    s.spare += 0.5
    s.plies += 1


def payoffs(s, out):
    out[0] = s.board[0, 0] == 1
    out[1] = 1 - out[0]
'''


def write(folder: Path, old: str = "", new: str = "") -> Path:
    path = folder / "fields.py"
    assert old in RECORD
    path.write_text(RECORD.replace(old, new) if old else RECORD)
    return path


def test_the_record_is_seen_where_a_game_does_not_say_what(tmp_path: Path) -> None:
    """After the moves 0, 4, 5 seat 1 is to move: each field is where the rules of record_planes put it."""
    game = playout.load(write(tmp_path))
    state, encoding = game.replay((0, 4, 5)), encoding_of(game)
    # seats, board by seat, marks of 16 bits by seat, word, score 1 to 5, count by 6 digits, flag, plies by 8 digits
    assert encoding.planes == (2 + 2 + 2 * 16 + 64 + 5 + 6 + 1 + 8, 2, 3)
    assert encoding.policy_size == 6
    seen = encode(state, encoding)
    assert seen[0].sum() == 0 and seen[1].all(), "seat 1 is to move"
    assert seen[2].tolist() == [[0, 0, 0], [0, 1, 0]], "its own stone, at 4"
    assert seen[3].tolist() == [[1, 0, 0], [0, 0, 1]], "the other's, at 0 and 5"
    whole = [bool(plane.all()) for plane in seen[4:]]
    assert all(plane.all() or not plane.any() for plane in seen[4:])
    assert [i for i, one in enumerate(whole[:16]) if one] == [4]
    assert [i for i, one in enumerate(whole[16:32]) if one] == [0, 5]
    assert [i for i, one in enumerate(whole[32:96]) if one] == [55, 56, 60]
    assert [i for i, one in enumerate(whole[96:101]) if one] == [4], "the score 5"
    assert [i for i, one in enumerate(whole[101:107]) if one] == [1, 2, 3, 4], "27 + 3 = 30"
    assert whole[107] is True
    assert [i for i, one in enumerate(whole[108:]) if one] == [0, 1], "3 plies"
    out, numbers = np.zeros(encoding.planes, np.uint8), np.zeros(6, np.int64)
    native.bind(see, game.rules, "cpu")(state.position, out, numbers)
    assert np.array_equal(out, seen)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"word": "bits", ', "", "its field word is uint64, which may be a hash or a counter: say by FIELDS"),
        (', "spare": None', "", "its field spare is a float, which has no binary digits: leave it out by FIELDS"),
        ('"score": (0, 5)', '"score": (5, 0)', "FIELDS says that score is"),
        ('"score": (0, 5)', '"points": (0, 5)', "FIELDS has to map fields of State to their kinds"),
        (
            "MAX_MOVES = 6",
            "MAX_MOVES = 6\nPOLICY_SIZE = 4",
            "moves have the logits 0 to 5, and a network has 4; write policy",
        ),
        ("MAX_MOVES = 6", "MAX_MOVES = 6\nPLANES = (1, 2, 3)", "it has PLANES but not planes"),
        ("MAX_MOVES = 6", 'MAX_MOVES = 6\nSYMMETRIES = ("columns",)', "it has SYMMETRIES but not PLANES"),
        ("MAX_MOVES = 6", 'MAX_MOVES = 6\nPOLICY_SIZE = "size"', "POLICY_SIZE: size is not an option"),
    ],
)
def test_a_record_that_does_not_lend_itself_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = write(tmp_path, old, new)
    with pytest.raises(RulesError, match=words.replace("(", r"\(")):
        encoding_of(playout.load(path))


def test_planes_outside_their_shape_are_refused_before_native_code_writes_them(tmp_path: Path) -> None:
    path = write(tmp_path, "MAX_MOVES = 6", "MAX_MOVES = 6\nPLANES = (1, 2, 2)")
    path.write_text(path.read_text() + "\n\ndef planes(s, seat, out):\n    out[0, s.plies, 0] = 1\n")
    with pytest.raises(
        RulesError, match=r"planes\(s, seat, out\), with PLANES of \(1, 2, 2\): index 2 is out of bounds"
    ):
        encoding_of(playout.load(path))


def test_a_list_is_refused(tmp_path: Path) -> None:
    """A field that holds the moves still to be made, in any order."""
    path = write(tmp_path)
    text = path.read_text().replace('("plies", np.int8),', '("plies", np.int8),\n        ("order", np.int8, 6),')
    text = text.replace("    s.count = -3\n", "    s.count = -3\n    for i in range(6):\n        s.order[i] = i\n")
    text = text.replace("    s.spare += 0.5\n", "    s.order[move], s.order[0] = s.order[0], s.order[move]\n")
    path.write_text(text)
    with pytest.raises(RulesError, match="its field order holds the same numbers in different orders"):
        encoding_of(playout.load(path))


def test_games_that_a_network_cannot_see_say_what_to_add() -> None:
    for name, words in (("chess", "its field kinds is uint64"), ("kuhn_poker", "it hides things")):
        with pytest.raises(RulesError, match=f"{words}.*write planes"):
            encoding_of(playout.load(name))
