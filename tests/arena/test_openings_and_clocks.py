"""Openings and clocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout.arena.openings import Openings, read_openings
from playout.game import load
from playout.match.clocks import Clock, read_clock
from playout.rules import OptionError, PlayoutError


def test_random_openings_are_legal_have_their_plies_and_come_from_the_seed() -> None:
    game = load("connect_four")
    lines = [Openings(4).moves(game, 7, number) for number in range(30)]
    assert lines == [Openings(4).moves(game, 7, number) for number in range(30)]
    assert lines != [Openings(4).moves(game, 8, number) for number in range(30)]
    assert {len(line) for line in lines} == {4}
    assert len(set(lines)) > 25
    for line in lines:
        assert not game.replay(line).over


def test_chance_between_the_plies_is_part_of_an_opening() -> None:
    line = Openings(2).moves(load("pig"), 1, 0)
    assert len(line) >= 3, "a roll, its outcome, and one more decision"
    assert load("pig").replay(line).turn != -1


def test_an_opening_leaves_something_to_play() -> None:
    game = load("tic_tac_toe")
    for number in range(50):
        assert not game.replay(Openings(7).moves(game, 1, number)).over
    with pytest.raises(PlayoutError, match="random openings of 9 plies all end tic_tac_toe; use fewer plies"):
        Openings(9).moves(game, 1, 0)


def test_openings_from_a_file_follow_each_other(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# two of them\nb2 a1   # the middle\n\na1 b2\n")
    openings = read_openings(load("tic_tac_toe"), file)
    game = load("tic_tac_toe")
    texts = [game.replay(openings.moves(game, 0, number)).history for number in range(3)]
    assert texts == [(4, 6), (6, 4), (4, 6)]


def test_openings_from_matches_of_other_programs(tmp_path: Path) -> None:
    """Each match of a PGN or an SGF file is an opening of the game with these options."""
    file = tmp_path / "openings.pgn"
    file.write_text('[Event "x"]\n\n1. e4 {best} e5 *\n\n1. d4 (1. c4) d5 2. c4 1-0\n')
    game = load("chess", evaluation="material")
    lines = read_openings(game, file).lines
    states = [game.replay(line) for line in lines]
    assert [[str(state.game.options), len(state.history)] for state in states] == [
        ["{'evaluation': 'material'}", 2],
        ["{'evaluation': 'material'}", 3],
    ]
    file = tmp_path / "openings.SGF"
    file.write_text("(;SZ[5]KM[0];B[cc])(;SZ[5];B[bb];W[dd])")
    game = load("go", size=5, komi=3.5)
    assert [game.replay(line).show().splitlines()[3][3:] for line in read_openings(game, file).lines] == [
        ". .(X). .",
        ". . + . .",
    ]
    with pytest.raises(PlayoutError, match=r"openings.SGF: SGF is for go, not for chess"):
        read_openings(load("chess"), file)
    wanted = r"openings.SGF: match 1 does not begin with the first position of this go; set the options size"
    with pytest.raises(PlayoutError, match=wanted):
        read_openings(load("go"), file)
    file = tmp_path / "over.pgn"
    file.write_text("1. e4 * 1. f3 e5 2. g4 Qh4# 0-1")
    with pytest.raises(PlayoutError, match=r"over.pgn, match 2: the match is over after these moves"):
        read_openings(load("chess"), file)
    file.write_text("1. e4 e4 *")
    with pytest.raises(PlayoutError, match=r"over.pgn: PGN, line 1, column 7: move 1...: 'e4' is not"):
        read_openings(load("chess"), file)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("b2\nb2 b2\n", r"openings.txt, line 2, move 2: 'b2' is not a legal move here"),
        ("b2\n\nb9\n", r"openings.txt, line 3, move 1: 'b9' is not a move"),
        ("a1 b1 a2 b2 a3\n", r"openings.txt, line 1: the match is over after these moves"),
        ("# nothing\n", r"openings.txt holds no opening; write one on each line, like: a3 b3"),
    ],
)
def test_a_bad_file_is_refused_by_its_line(tmp_path: Path, content: str, sentence: str) -> None:
    (tmp_path / "openings.txt").write_text(content)
    with pytest.raises(PlayoutError, match=sentence):
        read_openings(load("tic_tac_toe"), tmp_path / "openings.txt")


def test_other_bad_openings() -> None:
    with pytest.raises(PlayoutError, match="cannot read the openings no/such: No such file"):
        read_openings(load("tic_tac_toe"), "no/such")
    with pytest.raises(OptionError, match="an opening has 0 plies or more, not -1"):
        Openings(-1)


def test_clocks_are_read() -> None:
    assert read_clock("60+0.5") == Clock(60, 0.5)
    assert read_clock("60", 2.0) == Clock(60, 0, 2.0)
    assert read_clock(None) == Clock()
    assert (str(Clock(60, 0.5, 2)), str(Clock())) == ("60+0.5, 2 s a move", "none")
    for text in ("sixty", "60+", "60+x"):
        if text != "60+":
            with pytest.raises(OptionError, match=r"a clock is BASE or BASE\+INCREMENT in seconds"):
                read_clock(text)
    with pytest.raises(OptionError, match="the clock's base has to be a number of seconds above 0, not 0"):
        Clock(0)
    with pytest.raises(OptionError, match="the clock's move has to be a number of seconds above 0, not -1"):
        Clock(move=-1)


def test_what_a_clock_allows() -> None:
    assert Clock(10, 1).allowed(3.0) == 3.0
    assert Clock(10, 1, move=2).allowed(3.0) == 2.0
    assert Clock(patience=50).allowed(3.0) == 50
    assert Clock(100).advice(100) == (100 - 0.2) / 20, "0.2 s are left alone"
    assert Clock(100, 2).advice(1.0) == 0.4, "never more than half of what is left beside them"
    assert Clock(0.5).advice(0.5) == 0.4 / 20, "nor is more than a fifth of the base"
    assert Clock(move=1).advice(0) == 0.9
