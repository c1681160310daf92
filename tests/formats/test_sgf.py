"""Go matches as SGF."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

import playout
from playout.formats.sgf import read_sgf, read_sgfs, write_sgf


def texts(state: playout.State) -> list[str]:
    return [state.format(move) for move in state.history]


def test_a_match_with_its_heading() -> None:
    match = read_sgf(
        "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Honinbo]PW[Inoue]RE[W+R]RU[Japanese]DT[1846-07-21]\n;B[ee];W[cc]C[a comment];B[])"
    )
    assert (match.black, match.white, match.result) == ("Honinbo", "Inoue", "W+R")
    assert texts(match.state) == ["E5", "C7", "pass"]  # rows count from the top in SGF, from below in GTP
    assert match.state.game.options["komi"] == 6.5
    assert match.state.game.options["ko"] == "simple"
    assert match.state.turn == 1
    assert match.properties == {"DT": "1846-07-21"}


def test_corners() -> None:
    """aa is the upper left point, and sa the upper right one of 19 columns."""
    assert texts(read_sgf("(;B[aa];W[sa];B[as];W[ss])").state) == ["A19", "T19", "A1", "T1"]


def test_passes() -> None:
    assert texts(read_sgf("(;SZ[19];B[tt];W[dd];B[];W[tt])").state) == ["pass", "D16", "pass", "pass"]


def test_variations_are_skipped() -> None:
    """The main line is always the first branch, however deep others are nested."""
    text = "(;SZ[9];B[aa](;W[bb](;B[cc];W[dd])(;B[ee](;W[ff])(;W[gg])))(;W[hh];B[a]Z[[\\]]))(;SZ[13];B[aa])"
    assert texts(read_sgf(text).state) == ["A9", "B8", "C7", "D6"]


def test_a_hundred_thousand_nested_variations() -> None:
    deep = "(;SZ[9];B[aa]" + "(;C[x]" * 100_000 + ")" * 100_000 + ")"
    assert texts(read_sgf(deep).state) == ["A9"]


def test_escapes_and_strange_properties() -> None:
    text = "(;SZ[9]XX[1][2] [3]C[a \\] bracket (; and \\\\]PB[Cho \\\nU]GaMe[1]KM [0] ;B [aa] ;W[bb]LB[cc:1])"
    match = read_sgf(text)
    assert match.black == "Cho U"
    assert texts(match.state) == ["A9", "B8"]


def test_text_in_front_of_the_match_is_skipped() -> None:
    assert texts(read_sgf("From: me (to you)\n\n\ufeff( ;SZ[9];B[aa])").state) == ["A9"]


def test_handicap() -> None:
    """Handicap stones; White begins, as PL says or the first move shows."""
    for text in ("(;SZ[9]HA[2]AB[cg][gc]PL[W];W[ee])", "(;SZ[9]HA[2]AB[cg][gc];W[ee])", "(;SZ[9]AB[gc]AB[cg];W[ee])"):
        state = read_sgf(text).state
        assert state == read_sgf(write_sgf(state)).state
        lines = str(state).splitlines()
        assert lines[3] == " 7 . . + . . . X . ."
        assert lines[5] == " 5 . . . .(O). . . ."
        assert lines[7] == " 3 . . X . . . + . ."
        assert state.turn == 0


def test_rectangles_and_stones_taken_off_before_the_match() -> None:
    state = read_sgf("(;SZ[5]AW[aa:bb][ee];AE[bb]PL[W];AB[cc])").state
    assert str(state).splitlines()[1:6] == [
        " 5 O O . . .",
        " 4 O . . . .",
        " 3 . . X . .",
        " 2 . . . . .",
        " 1 . . . . O",
    ]
    assert state.turn == 1


def test_rules_say_which_ko() -> None:
    for rules, ko in (("Chinese", "superko"), ("AGA", "superko"), ("Korean", "simple"), ("", "simple")):
        assert read_sgf(f"(;SZ[9]RU[{rules}])").state.game.options["ko"] == ko
    assert read_sgf("(;SZ[9]RU[Chinese])", ko="simple").state.game.options["ko"] == "simple"


def test_which_match_of_a_file() -> None:
    text = "(;SZ[9];B[aa])\n(;SZ[9];B[bb](;W[cc])(;W[dd]))(;SZ[99])"
    assert texts(read_sgf(text, number=2).state) == ["B8", "C7"]
    with pytest.raises(playout.PlayoutError, match="the file has 3 matches, so there is no match 4"):
        read_sgf(text, number=4)
    with pytest.raises(playout.OptionError, match="numbered from 1"):
        read_sgf(text, number=0)
    found = read_sgfs(text)
    assert [texts(next(found).state), texts(next(found).state)] == [["A9"], ["B8", "C7"]]
    with pytest.raises(playout.PlayoutError, match="SGF, line 2, column 33"):
        next(found)


def test_another_size_than_that_of_the_file() -> None:
    assert read_sgf("(;SZ[9])", size=9).state.game.options["size"] == 9
    with pytest.raises(playout.OptionError, match="the file has a board of size 9, not 13"):
        read_sgf("(;SZ[9])", size=13)


def test_more_properties() -> None:
    text = write_sgf(playout.load("go").start(), properties={"EV": "a ] b", "GC": "so"})
    assert "EV[a \\] b]GC[so]" in text
    assert read_sgf(text).properties == {"EV": "a ] b", "GC": "so"}


def test_what_the_board_says_is_no_further_property() -> None:
    """Else it would be written twice; a mark on several points belongs to a position, not to the match."""
    text = "(;GM[1]FF[4]SZ[9]KM[0.5]RU[AGA]PB[A]PW[B]RE[B+R]HA[2]AB[cg][gc]PL[W]TR[cg][gc]C[so]EV[Cup];W[ee])"
    match = read_sgf(text)
    assert match.properties == {"EV": "Cup"}
    written = write_sgf(match.state, properties=match.properties)
    assert all(written.count(f"{name}[") == 1 for name in ("KM", "RU", "HA", "AB", "PL", "EV"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not SGF: it lacks '(;', with which a match begins"),
        ("1. e4 e5 2. Nf3", "this is not SGF: it lacks '(;', with which a match begins"),
        ("(;SZ[9];B[aa]", "SGF, line 1, column 14: the file breaks off; it lacks ')' 1 times"),
        ("(;SZ[9](;B[aa](;W[bb]", "SGF, line 1, column 22: the file breaks off; it lacks ')' 3 times"),
        ("(;SZ[9]\n;B[aa", "SGF, line 2, column 3: the file breaks off within a value; its closing bracket is missing"),
        ("(;SZ[9];B[aa\\]", "SGF, line 1, column 10: the file breaks off within a value"),
        ("(;SZ[9];B[aa]])", "SGF, line 1, column 14: '])' does not belong here"),
        ("(;SZ[9];[aa])", "SGF, line 1, column 9: a value has no name in front of it"),
        ("(;SZ[9];b[aa])", "SGF, line 1, column 9: b is not a property; their names are capital letters"),
        ("(;GM[2])", r"SGF, line 1, column 3: GM[2] is another game; Go is GM[1]"),
        ("(;SZ[9:13])", "SGF, line 1, column 3: SZ[9:13] is not the size of a square board, such as SZ[9]"),
        ("(;SZ[²])", "SGF, line 1, column 3: SZ[²] is not the size of a square board"),
        ("(;SZ[25])", "SGF, line 1, column 3: a board of size 25 cannot be read; sizes go from 5 to 19"),
        ("(;SZ[9]KM[a])", "SGF, line 1, column 8: KM[a] is not a komi in whole or half points, such as KM[6.5]"),
        ("(;SZ[9]KM[3.75])", "SGF, line 1, column 8: KM[3.75] is not a komi"),
        ("(;SZ[9]KM[82])", "SGF, line 1, column 8: KM[82] is not a komi"),
        ("(;SZ[9]KM[inf])", "SGF, line 1, column 8: KM[inf] is not a komi"),
        ("(;SZ[9]KM[1][2])", "SGF, line 1, column 8: KM has 2 values; one is needed"),
        ("(;SZ[9]PL[X])", "SGF, line 1, column 8: PL[X] is not a colour: B or W"),
        ("(;SZ[9]AB[zz])", "SGF, line 1, column 8: [zz] is not a point of a board of 9 by 9"),
        ("(;SZ[9];B[jj])", "SGF, line 1, column 9: [jj] is not a point of a board of 9 by 9"),
        ("(;SZ[9];B[aaa])", "SGF, line 1, column 9: [aaa] is not a point of a board of 9 by 9"),
        ("(;SZ[9];B[aa]W[bb])", "SGF, line 1, column 9: move 1: a node has moves of both colours"),
        ("(;SZ[9];B[aa][bb])", "SGF, line 1, column 9: B has 2 values; one is needed"),
        ("(;SZ[9];B[aa];B[bb])", "column 15: move 2 is black's, but black is not to move; a pass before it is missing"),
        ("(;SZ[9];B[aa];W[aa])", "column 15: move 2: 'A9' is not a legal move here: there is a stone on A9"),
        ("(;SZ[9];B[];W[];B[aa])", "column 17: move 3: the match is over, there are no more moves"),
        ("(;SZ[9];B[aa];AB[bb])", "column 15: AB changes the board in the middle of a match"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(playout.PlayoutError) as caught:
        read_sgf(text)
    assert message in str(caught.value)


def test_a_truncated_file_is_refused_wherever_it_breaks_off() -> None:
    text = "(;SZ[9]KM[7.5]C[a\\]b];B[ee](;W[cc])(;W[dd]))"
    read_sgf(text)
    for length in range(len(text)):
        with pytest.raises(playout.PlayoutError):
            read_sgf(text[:length])


@pytest.mark.parametrize(
    "garbage",
    [
        "(" * 1_000_000,
        "(;" * 500_000,
        "(;" + "A" * 1_000_000,
        "(;C[" + "x" * 1_000_000,
        "(;C[" + "\\]" * 500_000,
        "(;C" + "[]" * 500_000,
        "(" + " " * 1_000_000,
        lambda: "".join(map(chr, random.Random(1).choices(range(1, 0x2FF), k=1_000_000))),
        lambda: "".join(random.Random(2).choices("(;)[]\\ABW\n", k=1_000_000)),
    ],
    ids=range(9),
)
def test_a_megabyte_of_garbage(garbage: str | Callable[[], str]) -> None:
    garbage = garbage if isinstance(garbage, str) else garbage()
    begin = time.process_time()
    with pytest.raises(playout.PlayoutError) as caught:
        read_sgf(garbage)
    assert len(str(caught.value)) < 200
    assert time.process_time() - begin < 5


@pytest.mark.parametrize(
    "options",
    [
        {"size": 5, "komi": 0.5},
        {"size": 9, "ko": "simple", "komi": -3},
        {"size": 19, "black": "D4, Q16", "white": "K10", "first": "white"},
    ],
)
def test_what_is_written_is_read_again(options: dict[str, Any]) -> None:
    rng = random.Random(1)
    state = playout.load("go", **options).start()
    for _ in range(60):
        if not state.over:
            state = state.play(rng.choice(state.moves()))
    text = write_sgf(state, black="a ] \\ b", white="white\nwash", result="B+T")
    match = read_sgf(text)
    assert str(match.state) == str(state)
    assert match.state._identity() == state._identity()
    assert match.state.history == state.history
    assert (match.black, match.white, match.result) == ("a ] \\ b", "white wash", "B+T")
    assert max(map(len, text.splitlines())) <= 120


def test_results() -> None:
    """By the board, once the match is over."""
    for komi, first, result in ((0.5, "C3", "B+24.5"), (24.5, "C3", "B+0.5"), (25, "C3", "0"), (7, "pass", "W+7")):
        game = playout.load("go", size=5, komi=komi)
        moves = [first, "pass", "pass"] if first == "C3" else ["pass", "pass"]
        assert f"RE[{result}]" in write_sgf(game.replay(moves))
    assert "RE[?]" in write_sgf(playout.load("go").start())


def test_other_games_are_refused() -> None:
    with pytest.raises(playout.PlayoutError, match="tic_tac_toe cannot be written as SGF, only go"):
        write_sgf(playout.load("tic_tac_toe").start())
