"""Constants of a game file as options, and variants of a game."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import playout
from playout import PlayoutError, RulesError, loading

PILES = '''"""Piles: take any number of stones from one pile; who takes the last one wins."""

import numpy as np
from playout.rules import OVER

OPTIONS = ("PILES", "STONES", "NAMES")
PILES = 3
STONES = 5
NAMES = ("left", "right")
if STONES > 100:
    raise ValueError(f"stones is {STONES}; 100 are the most")

PLAYERS = 2
MAX_MOVES = PILES * STONES
FULL = np.full(PILES, STONES)
State = np.dtype([("stones", np.int8, PILES), ("turn", np.int8)], align=True)


def start(s, first=0):
    for pile in range(PILES):
        s.stones[pile] = FULL[pile]
    s.turn = first


def turn(s):
    for pile in range(PILES):
        if s.stones[pile] > 0:
            return s.turn
    return OVER


def moves(s, out):
    n = 0
    for pile in range(PILES):
        for count in range(s.stones[pile]):
            out[n] = pile * STONES + count
            n += 1
    return n


def play(s, move):
    s.stones[move // STONES] -= move % STONES + 1
    s.turn = 1 - s.turn


def payoffs(s, out):
    out[s.turn] = 0.0
    out[1 - s.turn] = 1.0


def show(s):
    return f"{NAMES[s.turn]} to move: {' '.join(str(stones) for stones in s.stones)}"
'''


def piles(tmp_path: Path, old: str = "", new: str = "") -> Path:
    assert old in PILES
    path = tmp_path / "piles.py"
    path.write_text(PILES.replace(old, new) if old else PILES)
    return path


def test_a_constant_is_an_option_and_all_below_it_follows(tmp_path: Path) -> None:
    path = piles(tmp_path)
    plain, large = playout.load(path), playout.load(path, piles=4, stones=9, first=1, names=["a", "b"])
    assert (str(plain.start()), str(large.start())) == ("left to move: 5 5 5", "b to move: 9 9 9 9")
    assert (plain.rules.max_moves, large.rules.max_moves) == (15, 36)
    assert (plain.dtype["stones"].shape, large.dtype["stones"].shape) == ((3,), (4,))
    assert loading.option_defaults(large.rules) == {"piles": 3, "stones": 5, "names": ("left", "right"), "first": 0}
    for game in (plain, large, plain):
        state = game.start()
        assert playout.playouts(state, 200, seed=1) == playout.playouts(state, 200, seed=1, backend="python")


def test_each_combination_is_read_once(tmp_path: Path) -> None:
    path = piles(tmp_path)
    large = playout.load(path, piles=4, stones=9)
    assert playout.load(path, stones=9, piles=4).rules is large.rules
    assert playout.load(path, stones=9, piles=4, first=1).rules is large.rules, "first is for start"
    assert playout.load(path, piles=3).rules is playout.load(path).rules, "the value that stands in the file"
    assert playout.load(large, stones=5).rules is playout.load(path, piles=4).rules
    assert playout.load(path, piles=5).rules is not large.rules


def test_an_edited_file_is_read_again_with_its_options(tmp_path: Path) -> None:
    path = piles(tmp_path)
    assert str(playout.load(path, piles=2).start()) == "left to move: 5 5"
    piles(tmp_path, "STONES = 5", "STONES = 6")
    assert str(playout.load(path, piles=2).start()) == "left to move: 6 6"


def test_another_process_rebuilds_it(tmp_path: Path) -> None:
    state = playout.load(piles(tmp_path), piles=4, stones=7, first=1).start().play(0)
    saved = tmp_path / "state.pickle"
    saved.write_bytes(pickle.dumps(state))
    script = f"import pickle, pathlib; print(pickle.loads(pathlib.Path({str(saved)!r}).read_bytes()).play(8))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(state.play(8)) == "right to move: 6 5 7 7"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"piles": "x"}, "piles has to be a whole number, not 'x'"),
        ({"piles": 2.0}, r"piles has to be a whole number, not 2\.0"),
        ({"piles": True}, "piles has to be a whole number, not True"),
        ({"piles": None}, "piles has to be a whole number, not None"),
        ({"names": "ab"}, "names has to be a tuple, not 'ab'"),
        ({"names": ("a", object)}, "names has to be a number, a text or a tuple of them"),
        ({"stones": 101}, "stones is 101; 100 are the most"),
        ({"piles": -1}, "negative dimensions are not allowed"),
        ({"pile": 2}, r"no option 'pile' \(did you mean piles\?\); it has piles, stones, names, first"),
    ],
)
def test_a_bad_value_of_a_constant_is_refused(tmp_path: Path, options: dict[str, object], words: str) -> None:
    with pytest.raises(playout.OptionError, match=f"^piles.*{words}") as caught:
        playout.load(piles(tmp_path), **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('OPTIONS = ("PILES", "STONES", "NAMES")', 'OPTIONS = "PILES"', "OPTIONS is a tuple of names of constants"),
        ('("PILES", "STONES", "NAMES")', '("piles",)', "OPTIONS is a tuple of names of constants"),
        ('"NAMES")', '"ROWS")', "OPTIONS names ROWS, which has to be set once, in a line of its own"),
        ("PILES = 3\nSTONES = 5", "PILES, STONES = 3, 5", "OPTIONS names PILES, which has to be set once"),
        ("STONES = 5", "STONES = 5\nSTONES = 6", "OPTIONS names STONES, which has to be set once"),
        ("first=0", "first=0, stones=3", "stones is an option of start and a constant too"),
    ],
)
def test_options_that_are_declared_wrongly_are_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        playout.load(piles(tmp_path, old, new))


def test_a_fault_that_only_some_values_have_names_them(tmp_path: Path) -> None:
    path = piles(tmp_path, "PLAYERS = 2", "HALF = 1 // (PILES - 4)\nPLAYERS = 2")
    assert playout.load(path)
    with pytest.raises(RulesError, match=r"piles\.py, line \d+: ZeroDivisionError: .* \(with piles=4\)"):
        playout.load(path, piles=4)


def test_the_check_and_the_list_of_games_know_constants(tmp_path: Path) -> None:
    report = playout.check(piles(tmp_path), seconds=0.3, piles=2, stones=3)
    assert report.passed, str(report)
    assert report.length is not None and report.length <= 6
    board = {"size": 6, "dimensions": 3, "line": 5, "players": 3}
    assert loading.option_defaults(loading.read("gomoku3d")) == {**board, "draw": "share"}


def variant(tmp_path: Path, text: str) -> Path:
    piles(tmp_path)
    path = tmp_path / "two_piles.py"
    path.write_text(f'"""Two piles."""\n{text}\n')
    return path


def test_a_variant_sets_options_of_both_kinds(tmp_path: Path) -> None:
    path = variant(tmp_path, 'VARIANT_OF = "piles.py"\nOPTIONS = {"piles": 2, "first": 1}')
    game = playout.load(path)
    assert (game.name, game.title, str(game.start())) == ("two_piles", "Two piles", "right to move: 5 5")
    assert str(playout.load(path, stones=3, first=0).start()) == "left to move: 3 3"
    assert loading.option_defaults(game.rules)["first"] == 1
    assert playout.load(path).rules is game.rules
    assert pickle.loads(pickle.dumps(game.start())) == game.start()
    piles(tmp_path, "STONES = 5", "STONES = 6")
    assert str(playout.load(path).start()) == "right to move: 6 6", "the game that it is made of is read again"


def test_a_variant_of_a_game_by_name(tmp_path: Path) -> None:
    path = variant(tmp_path, 'VARIANT_OF = "connect_four"\nOPTIONS = {"rows": 4, "columns": 5}')
    assert len(playout.load(path).start().moves()) == 5
    assert len(playout.load(path, columns=6).start().moves()) == 6


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("VARIANT_OF = 3", "VARIANT_OF is the name of a game and OPTIONS are its options"),
        (
            'VARIANT_OF = "piles.py"\nOPTIONS = ("piles",)',
            "VARIANT_OF is the name of a game and OPTIONS are its options",
        ),
        ('VARIANT_OF = "piles.py"\nOPTIONS = {"pile": 2}', r"two_piles\.py: piles has no option 'pile'"),
        ('VARIANT_OF = "piles.py"\nOPTIONS = {"stones": 200}', r"two_piles\.py: two_piles: stones is 200; 100 are the"),
        ('VARIANT_OF = "two_piles.py"', "which is a variant itself"),
        ('VARIANT_OF = "no_such_game"', "there is no game 'no_such_game'"),
    ],
)
def test_a_broken_variant_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(PlayoutError, match=words):
        playout.load(variant(tmp_path, text))
