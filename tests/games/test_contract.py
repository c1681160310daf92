"""What holds for every game: the check finds nothing, and states, texts, pictures, luck and secrets behave.

All installed games are tested, with the options of `tests.games.cases`; a game's own tests hold what is special to it.
The check examines the functions of the contract one by one: legal and distinct moves, text that is read back, payoffs
within bounds, odds beside draws, views beside guesses, advice that is legal and on scale, native code beside
interpreted rules. Here, the same games are used as a person uses them.
"""

from __future__ import annotations

import math
import pickle
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import playout
from playout import CHANCE, MoveError, OptionError, PlayoutError, games, loading
from tests import paths
from tests.effort import scaled
from tests.games.cases import MORE, Case, cases, matches, parameters, positions

ROOT = paths.ROOT

pytestmark = scaled

every_game = pytest.mark.parametrize("case", parameters())
every_game_natively = pytest.mark.parametrize("case", parameters(native=True))


@every_game_natively
def test_the_check_finds_nothing(case: Case) -> None:
    """And it examines every rule that applies: what it does not examine, the game does not have."""
    report = playout.check(case.load(), seconds=case.seconds)
    assert report.passed, str(report)
    assert case.options or not report.warnings, str(report)  # some options leave a seat without a way to win
    assert report.game == case.source
    assert "no position was met" not in str(report), str(report)
    assert report.speeds["cpu"] > 20 * report.speeds["python"] > 0


@every_game_natively
def test_native_playouts_are_the_interpreted_ones(case: Case) -> None:
    state = case.load().start()
    assert playout.playouts(state, 20, seed=3) == playout.playouts(state, 20, seed=3, backend="python")


@every_game
def test_a_match_is_a_list_of_moves(case: Case) -> None:
    """Played again by numbers and by texts, it is the same match."""
    game = case.load()
    for states in matches(case):
        last = states[-1]
        texts = [state.format(move) for state, move in zip(states, last.history, strict=False)]
        for again in (game.replay(last.history), game.replay(texts)):
            assert (again, again.history, again.payoffs) == (last, last.history, last.payoffs)


@every_game
def test_a_state_is_a_value(case: Case) -> None:
    """It is equal to itself after pickling, and no move changes it."""
    for state in positions(case):
        before, text = state._position.tobytes(), str(state)
        again = pickle.loads(pickle.dumps(state))
        assert again == state and hash(again) == hash(state)
        assert (again.history, again.turn, again.moves(), str(again)) == (
            *(state.history, state.turn, state.moves()),
            text,
        )
        for move in state.moves()[:5]:
            assert state.play(move) != state
        assert (state._position.tobytes(), str(state)) == (before, text)
        assert state != text


@every_game
def test_texts_name_moves(case: Case) -> None:
    for state in positions(case):
        texts = [state.format(move) for move in state.moves()]
        assert len(set(texts)) == len(texts), "no two moves have the same text"
        assert all(text == text.strip() and text for text in texts)
        assert [state.parse(text) for text in texts] == state.moves()
        with pytest.raises(MoveError, match="not"):
            state.parse("no such move")


@every_game
def test_what_is_not_legal_is_refused(case: Case) -> None:
    for state in positions(case)[::4]:
        assert state.over == (not state.moves())
        illegal = max(state.moves(), default=0) + 1
        before = state._position.tobytes()
        for move in (illegal, -5, "no such move", True, 1.0, None):
            with pytest.raises(MoveError, match="over" if state.over else "not"):
                state.play(move)  # type: ignore[arg-type]
        assert state._position.tobytes() == before
        if not state.over:
            with pytest.raises(PlayoutError, match="not over"):
                _ = state.payoffs


@every_game
def test_bounds_are_kept(case: Case) -> None:
    """MAX_MOVES, MAX_OUTCOMES, MAX_LENGTH, PAYOFF_BOUNDS, PAYOFF_SUM, and whose turn it is."""
    game = case.load()
    rules = game.rules
    least, most = rules.payoff_bounds
    for states in matches(case):
        assert len(states) - 1 == len(states[-1].history) <= rules.max_length
        for state in states:
            count, bound = len(state.moves()), rules.max_outcomes if state.turn == CHANCE else rules.max_moves
            assert len(set(state.moves())) == count <= bound
            assert state.over or state.turn == CHANCE or 0 <= state.turn < game.seats
        payoffs = states[-1].payoffs
        assert len(payoffs) == game.seats
        assert all(least <= value <= most for value in payoffs)
        assert rules.payoff_sum is None or math.fsum(payoffs) == pytest.approx(rules.payoff_sum)


@every_game
def test_positions_are_shown(case: Case) -> None:
    """As text, as a picture that is XML, and for every seat that is to see it."""
    game = case.load()
    for state in positions(case):
        views = [state.seen_by(seat) for seat in range(game.seats)] if game.rules.has("mask") else []
        for seen in (state, *views):
            assert str(seen).strip() and seen.show().strip()
            assert "\t" not in seen.show() and max(map(len, seen.show().splitlines())) <= 120
            picture = ElementTree.fromstring(seen._repr_html_())
            assert picture.tag.endswith("svg") if game.rules.has("picture") else picture.tag == "pre"
        assert game.name in repr(state)


@every_game
def test_moves_are_told_and_listed(case: Case) -> None:
    """What happens is told in sentences, to one seat or to all; a menu has every legal move once."""
    game = case.load()
    for state in positions(case):
        for move in state.moves()[:8]:
            for seat in (None, *range(game.seats)):
                assert all(sentence.strip() for sentence in state.tell(move, seat))
            assert state.turn == CHANCE or state.tell(move)
        listed = [move for _, row in state.menu() for _, move in row]
        assert not listed or sorted(listed) == sorted(state.moves())


@every_game
def test_luck_is_what_the_odds_say(case: Case) -> None:
    met = 0
    for state in positions(case):
        if state.turn != CHANCE:
            with pytest.raises(PlayoutError, match="chance does not decide here"):
                state.odds()
            with pytest.raises(MoveError, match="chance does not decide here"):
                state.sample(1)
            continue
        met += 1
        odds = dict(state.odds())
        assert list(odds) == state.moves()
        assert all(chance > 0 for chance in odds.values()) and math.fsum(odds.values()) == pytest.approx(1)
        assert all(state.sample(seed).history[-1] in odds for seed in range(20))
        assert state.sample(5) == state.sample(5)
    assert bool(met) == case.load().rules.has("chance")


@every_game
def test_a_view_hides_and_is_not_played_on(case: Case) -> None:
    """What a seat is given stays the same, whatever it guesses of the rest; so do its moves and what it is shown."""
    game, rng = case.load(), playout.Rng(1)
    with pytest.raises(PlayoutError, match=f"seats 0 to {game.seats - 1}, not {game.seats}"):
        game.start().seen_by(game.seats)
    for state in positions(case):
        for seat in range(game.seats):
            view = state.seen_by(seat)
            if not game.rules.has("mask"):
                assert view is state and view.guess(rng) is state
                continue
            assert (view.history, view.observer, view.turn) == ((), seat, state.turn)
            guess = view.guess(rng)
            assert guess.observer is None and guess.seen_by(seat) == view == pickle.loads(pickle.dumps(view))
            assert str(guess.seen_by(seat)) == str(view)
            assert guess.seen_by(seat)._position.tobytes() == view._position.tobytes()
            if state.turn == seat:
                assert sorted(view.moves()) == sorted(guess.moves()) == sorted(state.moves())
            if state.over:
                assert view.payoffs == state.payoffs
            with pytest.raises(MoveError, match=f"what seat {seat} sees" if not state.over else "sees|over"):
                view.play(0)


@every_game
def test_advice_is_legal_and_knows_nothing_hidden(case: Case) -> None:
    """`suggest` and all POLICIES name legal moves, the same from the whole position as from the mover's view of it."""
    rules = case.load().rules
    policies = [*(["suggest"] if rules.has("suggest") else []), *rules.policies]
    for state in positions(case):
        for policy in policies if state.turn >= 0 else []:
            advice = [int(seen._call(policy, playout.Rng(7).words)) for seen in (state, state.seen_by(state.turn))]
            assert advice[0] in state.moves(), policy
            assert advice[0] == advice[1], policy


@every_game
def test_a_random_match_between_agents_ends(case: Case) -> None:
    game = case.load()
    result = playout.play_match(game, ["random"] * game.seats, seed=1)
    assert game.replay(result.moves).payoffs == result.payoffs


@every_game
def test_seats_have_names(case: Case) -> None:
    game = case.load()
    names = [game.seat_name(seat) for seat in range(game.seats)]
    assert len(set(names)) == game.seats >= 1 and all(names)
    assert game.title and not game.title.endswith(".")


@every_game
def test_options_have_names_and_defaults(case: Case) -> None:
    """The defaults spelt out are the same game, and an option that does not exist is refused."""
    game = case.load()
    spelt = playout.load(case.source, **{**loading.option_defaults(game.rules), **case.options})
    assert spelt.start()._position.tobytes() == game.start()._position.tobytes()
    assert game == case.load() and pickle.loads(pickle.dumps(game)) == game
    assert game.fingerprint == case.load().fingerprint
    with pytest.raises(OptionError, match="has no option 'no_such_option'"):
        playout.load(case.source, no_such_option=1)


# The tests themselves.


def test_options_are_those_of_installed_games() -> None:
    assert set(MORE) <= set(loading.names())


@pytest.fixture
def dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game file in the folder of the games, for as long as a test runs."""
    shutil.copy(ROOT / "examples" / "nim.py", tmp_path / "dropped_nim.py")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    yield "dropped_nim"
    sys.modules.pop("playout.games.dropped_nim", None)


def test_a_new_file_among_the_games_is_tested_without_being_told(dropped: str) -> None:
    """By its file alone it is listed, loaded and among the cases; and the tests above pass."""
    assert dropped in loading.names()
    case = Case(dropped)
    assert case in list(cases())
    assert [item.values[0] for item in parameters(native=True) if item.values[0].source == dropped] == [case]
    for name, test in globals().items():
        if name.startswith("test_") and any(mark.name == "parametrize" for mark in getattr(test, "pytestmark", [])):
            test(case)


def test_the_readme_names_every_game_of_the_package() -> None:
    """The table is written by hand. A game that is missing there gets a row, or a place in the row of its kind."""
    table = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith("| ")]
    named = set(re.findall(r"`(\w+)`", "\n".join(table)))
    missing = [name for name in loading.names() if not loading.is_foreign(name) and name not in named]
    assert not missing, f"README.md has a table of the games: add {', '.join(missing)}"
