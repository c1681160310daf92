"""Game and State as a person uses them."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import CHANCE, OVER, MoveError, OptionError, PlayoutError


def test_a_match_as_the_design_shows_it() -> None:
    game = playout.load("connect_four")
    state = game.start()
    later = state.play("d")
    assert (state.turn, later.turn) == (0, 1)
    assert state.history == ()
    assert later.history == (3,)
    assert later.moves() == [0, 1, 2, 3, 4, 5, 6]
    assert "X" in str(later) and "X" not in str(state)
    assert not later.over
    final = game.replay("ababab").play("a")
    assert final.over
    assert final.turn == OVER
    assert final.payoffs == (1.0, 0.0)
    assert final.moves() == []


def test_equality_is_by_position_not_by_history() -> None:
    game = playout.load("connect_four")
    assert game.replay("abc") == game.replay("cba")
    assert hash(game.replay("abc")) == hash(game.replay("cba"))
    assert game.replay("abc") != game.replay("abd")
    assert game.replay("ab") != playout.load("connect_four", rows=7).replay("ab")
    assert len({game.replay(line) for line in ("abc", "cba", "acb")}) == 2
    assert game.start() != "a board"


def test_equality_when_a_column_was_filled_in_another_order() -> None:
    """The list of open columns is kept in order of history, and must not count."""
    game = playout.load("connect_four")
    assert game.replay("aaaaaabbbbbb") == game.replay("bbbbbbaaaaaa")


@pytest.mark.parametrize("move", ["z", "", "dd", "9", 7, -1, 3.0, None, True])
def test_a_bad_move_is_refused_and_changes_nothing(move: Any) -> None:
    state = playout.load("connect_four").start()
    before = state._position.tobytes()
    with pytest.raises(MoveError):
        state.play(move)
    assert state._position.tobytes() == before


def test_refusals_say_what_is_legal() -> None:
    game = playout.load("connect_four")
    with pytest.raises(MoveError, match=r"'a' is not a legal move here; legal: b, c, d, e, f, g"):
        game.replay("aaaaaa").play("a")
    with pytest.raises(MoveError, match="move 7: 'a' is not a legal move"):
        game.replay("aaaaaaa")
    with pytest.raises(MoveError, match="the match is over"):
        game.replay("abababa").play("c")
    with pytest.raises(PlayoutError, match="not over"):
        _ = game.start().payoffs


def test_numpy_integers_are_moves() -> None:
    assert playout.load("connect_four").start().play(np.int64(3)).history == (3,)  # type: ignore[arg-type]


def test_chance_is_played_like_a_move() -> None:
    state = playout.load("pig").start().play("roll")
    assert state.turn == CHANCE
    assert state.odds() == [(face, 1 / 6) for face in range(1, 7)]
    assert state.moves() == [1, 2, 3, 4, 5, 6]
    assert state.play(4).turn == 0
    assert state.play("1").turn == 1
    with pytest.raises(MoveError, match="'7' is not a legal outcome"):
        state.play("7")
    assert state.sample(5) == state.sample(5)
    assert {state.sample(seed).history[-1] for seed in range(60)} == {1, 2, 3, 4, 5, 6}
    with pytest.raises(MoveError, match="chance does not decide here"):
        state.play(4).sample(1)
    with pytest.raises(PlayoutError, match="chance does not decide here"):
        state.play(4).odds()


def test_what_a_seat_is_given_hides_the_rest() -> None:
    match = playout.load("kuhn_poker").replay(["K", "J"])
    mine = match.seen_by(0)
    assert "K ?" in str(mine)
    assert mine.history == ()
    assert mine == playout.load("kuhn_poker").replay(["K", "Q"]).seen_by(0)
    assert mine != match.seen_by(1)
    assert mine.moves() == match.moves()
    assert mine.seen_by(0) is mine
    assert {str(mine.guess(seed)).split("\n")[0] for seed in range(40)} == {"hands: K J", "hands: K Q"}
    with pytest.raises(MoveError, match="what seat 0 sees"):
        mine.play("bet")
    with pytest.raises(PlayoutError, match="another seat's view"):
        mine.seen_by(1)
    with pytest.raises(PlayoutError, match="seats 0 to 1, not 2"):
        match.seen_by(2)


def test_a_game_without_secrets_shows_everything() -> None:
    state = playout.load("connect_four").replay("abc")
    assert state.seen_by(1) is state


def test_a_masked_state_pickles() -> None:
    mine = playout.load("kuhn_poker").replay(["K", "J"]).seen_by(0)
    assert pickle.loads(pickle.dumps(mine)) == mine


def test_games_compare_by_source_and_options() -> None:
    assert playout.load("connect_four", rows=9) == playout.load("connect_four", rows=9)
    assert playout.load("connect_four", rows=9) != playout.load("connect_four")
    assert playout.load(playout.load("connect_four", rows=9), columns=9).options == {"rows": 9, "columns": 9}
    assert repr(playout.load("connect_four", rows=9)) == "playout.load('connect_four', rows=9)"


def test_a_notebook_shows_a_picture_or_the_text() -> None:
    svg = playout.load("connect_four", blocked=(5, 0)).replay("ab")._repr_html_()
    assert svg.startswith("<svg") and svg.count("<circle") == 41, "42 cells, of which one is blocked"
    assert playout.load("tic_tac_toe").replay(["b2", "a1"])._repr_html_().count("<path") == 1
    assert "<pre" in playout.load("pig").start()._repr_html_()


def test_an_option_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(OptionError, match=r"connect_four has no option 'row' \(did you mean rows\?\)"):
        playout.load("connect_four", row=9)
    with pytest.raises(OptionError, match="tic_tac_toe has no option 'size'; it has none"):
        playout.load("tic_tac_toe", size=4)


def test_a_game_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(PlayoutError, match=r"no game 'conect_four' \(did you mean connect_four\?\)"):
        playout.load("conect_four")
    with pytest.raises(PlayoutError, match=r"cannot read .*nowhere\.py: No such file"):
        playout.load("nowhere.py")
    with pytest.raises(PlayoutError, match="cannot read"):
        playout.load(Path("no/such/folder.py"))


def test_the_record_is_what_the_file_says() -> None:
    game = playout.load("tic_tac_toe")
    assert game.dtype.names == ("marks", "turn", "stones", "winner")
    assert game.seats == 2


@pytest.mark.parametrize("name", ["connect_four", "tic_tac_toe", "pig", "kuhn_poker"])
def test_a_compiled_game_plays_alike(name: str) -> None:
    slow, fast, rng = playout.load(name), playout.load(name), playout.Rng(4)
    fast.compile()
    for _ in range(20):
        a, b = slow.start(), fast.start()
        while not a.over:
            moves = a.moves()
            assert (a.turn, moves, str(a), a.history) == (b.turn, b.moves(), str(b), b.history)
            move = moves[rng.below(len(moves))]
            a, b = a.play(move), b.play(move)
        assert b.over and a.payoffs == b.payoffs
        with pytest.raises(MoveError):
            b.play(0)


WITHOUT_SHOW = '''"""A record of every kind of field, and no show."""

import numpy as np

from playout.rules import OVER

PLAYERS = 1
MAX_MOVES = 1
State = np.dtype(
    [("grid", np.int8, (2, 3)), ("plies", np.int8), ("share", np.float64), ("on", np.bool_)]
    + [("board", np.int8, (9, 9)), ("row", np.int16, 40), ("large", np.int8, 1000)],
    align=True,
)


def start(s):
    s.grid[1, 2] = -4
    s.share = 0.25
    for i in range(9):
        s.board[i, i] = i


def turn(s):
    return OVER if s.plies else 0


def moves(s, out):
    out[0] = 0
    return 1


def play(s, move):
    s.plies = 1


def payoffs(s, out):
    out[0] = 1.0
'''


def test_a_game_without_show_is_its_fields_by_name(tmp_path: Path) -> None:
    path = tmp_path / "fields.py"
    path.write_text(WITHOUT_SHOW)
    state = playout.load(path).start()
    rows = str(state).splitlines()
    assert rows[:4] == ["grid   0 0 0 | 0 0 -4", "plies  0", "share  0.25", "on     False"]
    assert rows[4] == "board  0 0 0 0 0 0 0 0 0" and rows[5:13] == [
        "       " + " ".join(str(row if column == row else 0) for column in range(9)) for row in range(1, 9)
    ]
    assert (
        rows[13].startswith("row    0 0") and rows[14].startswith("       0 0") and rows[-1].endswith("(1,000 cells)")
    )
    assert max(map(len, rows)) <= 7 + 60
    shown = (state.show(), repr(state), state._repr_html_(), state.view()["text"])
    assert all("grid   0 0 0 | 0 0 -4" in text and "void" not in text for text in shown)
    assert state == playout.load(path).start() != state.play(0)
