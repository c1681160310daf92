"""Perft where chance decides, divided by first moves, and what it refuses. Published counts: tests/oracles."""

from __future__ import annotations

from pathlib import Path

import pytest

import playout
from playout.rules import OptionError, PlayoutError
from tests.cli.running import run

DEALS, ENDS = 6, 5
"""Kuhn poker: deals of two of three cards, and ways in which the betting ends: pp, pbp, pbb, bp, bb."""


def test_every_outcome_of_chance_is_a_line() -> None:
    """Kuhn poker: two cards are dealt, then pp, bp, bb end after two more plies, and pbp, pbb after three."""
    found = playout.perft(playout.load("kuhn_poker").start(), 6, backend="python")
    assert found.counts == (1, 3, DEALS, DEALS * 2, DEALS * 4, DEALS * 2, 0)
    assert found.ended == (0, 0, 0, 0, DEALS * 3, DEALS * 2)
    assert sum(found.ended) == DEALS * ENDS


def test_pig_by_hand() -> None:
    """One roll with 6 outcomes; a 1 passes the dice, so one move is left, else two: roll or hold."""
    found = playout.perft(playout.load("pig").start(), 3, backend="python")
    assert found.counts == (1, 1, 6, 1 + 5 * 2)


def test_a_count_divided_by_first_moves() -> None:
    """Below each of seven columns lie as many lines as below the position after it."""
    state = playout.load("connect_four").start()
    found = playout.perft(state, 4, backend="python")
    after = {move: playout.perft(state.play(move), 3, backend="python").leaves for move in state.moves()}
    assert found.divided == after
    assert sum(found.divided.values()) == found.leaves == 7**4
    assert playout.perft(state, 1, backend="python").divided == dict.fromkeys(state.moves(), 1)


def test_a_match_that_is_over_has_no_lines() -> None:
    found = playout.perft(playout.load("connect_four").replay("abababa"), 2, backend="python")
    assert (found.counts, found.ended, found.divided) == ((1, 0, 0), (1, 0), {})


def test_what_cannot_be_counted_is_refused(tmp_path: Path) -> None:
    game = playout.load("kuhn_poker")
    with pytest.raises(PlayoutError, match="this is what seat 0 sees; perft needs the match's own state"):
        playout.perft(game.replay(["Q", "J"]).seen_by(0), 2)
    with pytest.raises(OptionError, match=r"perft counts from a state, not .*; give game.start\(\)"):
        playout.perft(game, 2)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="depth"):
        playout.perft(game.start(), 0)
    source = Path(playout.__file__).parent / "games" / "pig.py"
    path = tmp_path / "dice.py"
    path.write_text(source.read_text().replace("def odds(", "def not_odds(").replace('    "odds",\n', ""))
    with pytest.raises(PlayoutError, match="does not list its chance outcomes"):
        playout.perft(playout.load(path).start(), 2)


def test_the_command_prints_a_row_for_each_depth() -> None:
    done = run("perft", "tic_tac_toe", "--divide", PLAYOUT_QUIET="1")
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [row[:3] for row in rows if row and row[0] == "6"] == [["6", "54,720", "1,440"]]
    assert ["10", "0", "255,168"] in [row[:3] for row in rows], "without a depth it goes on to the end"
    assert ["b2:", "0"] in rows


def test_the_command_begins_where_it_is_told() -> None:
    """After f3 e5 g4 Black mates at once with one of its 30 moves."""
    begin = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    done = run("perft", "chess", "1", "--fen", begin, "--divide", PLAYOUT_QUIET="1")
    assert "Qh4#: 1\n" in done.stdout
    assert done.stdout.splitlines()[1].split()[:2] == ["1", "30"]
    assert (
        run("perft", "chess", "1", "f3", "e5", "g4", "--divide").stdout.split("\n\n")[1] == done.stdout.split("\n\n")[1]
    )
    for words, sentence in (
        (("connect_four", "1", "--fen", begin), "connect_four has no option 'fen'"),
        (("chess", "1", "--fen", begin, "-o", f"fen={begin}"), "both say where the match begins"),
        (("chess", "0"), "DEPTH"),
    ):
        refused = run("perft", *words)
        assert refused.returncode > 0
        assert sentence in refused.stderr
