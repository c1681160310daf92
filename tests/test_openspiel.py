"""OpenSpiel's games as games of this toolkit."""

from __future__ import annotations

import pickle
import random
import sys

import pyspiel
import pytest

import playout
from playout import CHANCE, MoveError, OptionError, PlayoutError
from playout.openspiel import rules_of_openspiel


def random_match(game: playout.Game, seed: int) -> list[playout.State]:
    """The positions of a random match."""
    rng, states = playout.Rng(seed), [game.start()]
    while not states[-1].over:
        state = states[-1]
        moves = state.moves()
        states.append(state.sample(rng) if state.turn == CHANCE else state.play(moves[rng.below(len(moves))]))
    return states


# Games without chance


def test_facts_about_a_game() -> None:
    game = playout.load("openspiel:breakthrough(rows=6,columns=6)")
    rules = game.rules
    assert game.name == "openspiel:breakthrough(rows=6,columns=6)"
    assert game.title == "Breakthrough, by OpenSpiel"
    assert game.seats == 2
    assert rules.payoff_bounds == (-1.0, 1.0)
    assert rules.payoff_sum == 0.0
    assert rules.backends == ("python",)
    assert not rules.has("chance") and not rules.has("odds")
    assert not rules.has("mask") and not rules.has("guess")
    other = pyspiel.load_game("breakthrough(rows=6,columns=6)")
    assert rules.max_moves == other.num_distinct_actions()
    assert rules.max_length == other.max_game_length()


@pytest.mark.parametrize("seed", range(10))
def test_a_match_is_the_same_match_there(seed: int) -> None:
    game = playout.load("openspiel:breakthrough(rows=6,columns=6)")
    other = pyspiel.load_game("breakthrough(rows=6,columns=6)").new_initial_state()
    match = random_match(game, seed)
    for state in match:
        assert str(state) == str(other)
        assert state.over == other.is_terminal()
        if state.over:
            assert state.payoffs == tuple(other.returns())
        else:
            assert state.turn == other.current_player()
            assert state.moves() == other.legal_actions()
            other.apply_action(match[len(state.history) + 1].history[-1])
    assert game.replay(match[-1].history) == match[-1]


def test_moves_as_text() -> None:
    state = playout.load("openspiel:breakthrough(rows=6,columns=6)").start()
    texts = [state.format(move) for move in state.moves()]
    assert texts[:2] == ["a5a4", "a5b4"]
    assert [state.parse(text) for text in texts] == state.moves()
    assert state.play(" A5A4 ") == state.play(state.moves()[0])
    with pytest.raises(MoveError, match=r"'a1a2' is not a move; legal: a5a4, a5b4"):
        state.play("a1a2")
    with pytest.raises(MoveError, match="not a legal move"):
        state.play(10**6)


def test_playing_leaves_the_old_position_alone() -> None:
    state = playout.load("openspiel:tic_tac_toe").start()
    before = str(state)
    state.play(4).play(0)
    playout.playouts(state, 20, seed=1)
    assert str(state) == before


def test_playouts() -> None:
    """Random tic-tac-toe gives the first to move 737 wins and 363 losses of 1,260."""
    state = playout.load("openspiel:tic_tac_toe").start()
    means = playout.playouts(state, 4000, seed=1, backend="python")
    assert means == playout.playouts(state, 4000, seed=1)
    assert sum(means) == pytest.approx(0)
    assert means[0] == pytest.approx((737 - 363) / 1260, abs=0.07)  # five standard errors


# Positions


def test_transposed_orders_give_the_same_position() -> None:
    game = playout.load("openspiel:tic_tac_toe")
    one, other = game.replay([0, 1, 2]), game.replay([2, 1, 0])
    assert one == other
    assert hash(one) == hash(other)
    assert one != game.replay([0, 1, 3])
    assert one != game.replay([0, 2, 1])


def test_a_position_is_more_than_its_picture() -> None:
    """The walker stands on the same cell, but one of the walks has fewer steps left."""
    walk = playout.load("openspiel:cliff_walking")
    longer = walk.replay(["UP", "DOWN"])
    assert str(longer) == str(walk.start())
    assert longer != walk.start()
    # Amazons: the amazon has left its cell and not yet arrived, which the picture does not show.
    amazons = playout.load("openspiel:amazons").start()
    lifted = {amazons.play(move) for move in amazons.moves()}
    assert len(lifted) == len(amazons.moves())


def test_hidden_cards_make_positions_differ() -> None:
    game = playout.load("openspiel:kuhn_poker")
    assert game.replay([0, 1]) != game.replay([0, 2])
    assert game.replay([0, 1]) == game.replay([0, 1])


@pytest.mark.parametrize(
    "name", ["breakthrough(rows=4,columns=4)", "backgammon", "leduc_poker", "kuhn_poker(players=3)"]
)
def test_pickle(name: str) -> None:
    for state in random_match(playout.load(f"openspiel:{name}"), 3):
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        assert again.history == state.history
        assert again.moves() == state.moves()
        if state.turn >= 0:
            view = state.seen_by(state.turn)
            assert pickle.loads(pickle.dumps(view)) == view


# Chance


def test_dice() -> None:
    state = playout.load("openspiel:backgammon").start()
    assert state.turn == CHANCE
    odds = state.odds()
    assert odds == pyspiel.load_game("backgammon").new_initial_state().chance_outcomes()
    assert sum(chance for _, chance in odds) == pytest.approx(1)
    assert state.play(state.format(odds[3][0])) == state.play(odds[3][0])
    assert state.sample(5) == state.sample(5)
    match = random_match(state.game, 2)
    assert match[-1].payoffs in {(1.0, -1.0), (-1.0, 1.0)}
    means = playout.playouts(state, 10, seed=1)
    assert sum(means) == pytest.approx(0)


def test_outcomes_are_as_frequent_as_their_odds() -> None:
    """Where chances differ: a 2048 tile is a 2 in nine cases of ten."""
    state = playout.load("openspiel:2048").start()
    odds = dict(state.odds())
    rng = playout.Rng(4)
    drawn = [state.sample(rng).history[-1] for _ in range(1000)]
    rare = {outcome for outcome, chance in odds.items() if chance < max(odds.values()) / 2}
    assert sum(odds[outcome] for outcome in rare) == pytest.approx(0.1)
    assert 50 < sum(outcome in rare for outcome in drawn) < 150  # 100, with a standard deviation of 9.5


def test_three_seats() -> None:
    game = playout.load("openspiel:kuhn_poker(players=3)")
    assert game.seats == 3
    final = random_match(game, 1)[-1]
    assert len(final.payoffs) == 3
    assert sum(final.payoffs) == 0
    assert len(playout.playouts(game.start(), 50, seed=1)) == 3


# Hidden information


@pytest.mark.parametrize("name", ["kuhn_poker", "kuhn_poker(players=3)", "leduc_poker"])
def test_what_a_seat_sees_does_not_depend_on_the_truth(name: str) -> None:
    """Whatever is hidden, a seat in the same information state gets the same position, down to its bytes."""
    game = playout.load(f"openspiel:{name}")
    views: dict[tuple[int, str], playout.State] = {}
    truths: dict[tuple[int, str], set[str]] = {}
    for seed in range(300):
        for state in random_match(game, seed):
            for seat in range(game.seats if state.turn >= 0 else 0):
                view = state.seen_by(seat)
                text = state._position[0]._state.information_state_string(seat)
                first = views.setdefault((seat, text), view)
                truths.setdefault((seat, text), set()).add(str(state))
                assert view == first
                assert pickle.dumps(view) == pickle.dumps(first)
                assert view.history == ()
                assert str(view) == text
    assert sum(len(found) > 1 for found in truths.values()) > len(truths) / 3


@pytest.mark.parametrize("name", ["kuhn_poker(players=3)", "leduc_poker", "oh_hell"])
def test_guesses_fit_what_is_seen(name: str) -> None:
    rng = playout.Rng(1)
    for state in random_match(playout.load(f"openspiel:{name}"), 1):
        if state.turn >= 0:
            view = state.seen_by(state.turn)
            assert view.moves() == state.moves()
            for _ in range(5):
                guess = view.guess(rng)
                assert guess.observer is None
                assert guess.seen_by(state.turn) == view
            assert view.guess(7) == view.guess(7)


def test_guesses_are_even() -> None:
    view = playout.load("openspiel:kuhn_poker").replay([1, 2]).seen_by(0)
    rng = playout.Rng(2)
    guesses = [str(view.guess(rng)) for _ in range(400)]
    assert set(guesses) == {"1 0", "1 2"}
    assert 150 < guesses.count("1 0") < 250  # 200, with a standard deviation of 10


def test_playouts_guess_anew() -> None:
    """The middle card wins against one of the two others and loses against the other; the truth would be seen."""
    game = playout.load("openspiel:kuhn_poker")
    views = [game.replay([1, other]).seen_by(0) for other in (0, 2)]
    assert playout.playouts(views[0], 1000, seed=1) == playout.playouts(views[1], 1000, seed=1)
    truths = [playout.playouts(game.replay([1, other]), 1000, seed=1)[0] for other in (0, 2)]
    assert truths[0] > playout.playouts(views[0], 1000, seed=1)[0] > truths[1]


def test_at_the_end_everyone_is_told_the_result() -> None:
    final = playout.load("openspiel:kuhn_poker").replay([0, 2, "Bet", "Bet"])
    for seat in range(2):
        view = final.seen_by(seat)
        assert view.over
        assert view.payoffs == final.payoffs == (-2.0, 2.0)
        assert playout.playouts(view, 3, seed=1) == (-2.0, 2.0)
    assert str(final.seen_by(0)) == "0bb"


def test_before_the_first_move_nothing_is_hidden() -> None:
    start = playout.load("openspiel:kuhn_poker").start()
    assert start.seen_by(0).guess(0).moves() == start.moves()
    assert start.seen_by(0).guess(1) == start


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("phantom_ttt", "cannot replace what is hidden .* not implemented"),
        ("dark_chess", "does not tell what a seat sees"),
        ("blackjack", "its resampling depends on hidden information"),
    ],
)
def test_a_view_that_could_leak_is_refused(name: str, sentence: str) -> None:
    state = playout.load(f"openspiel:{name}").start()
    rng = random.Random(1)
    while state.turn == CHANCE or not state.history:
        state = state.play(rng.choice(state.moves()))
    with pytest.raises(PlayoutError, match=sentence):
        state.seen_by(state.turn)


def test_a_view_while_cards_are_dealt_is_refused() -> None:
    with pytest.raises(PlayoutError, match=r"while chance decides \(ask when a seat is to move\)"):
        playout.load("openspiel:kuhn_poker").replay([1]).seen_by(1)


# What cannot be loaded


@pytest.mark.parametrize(
    ("spelling", "sentence"),
    [
        ("goofspiel", r"is a simultaneous game: .*:turn_based_simultaneous_game\(game=goofspiel\(\)\)"),
        ("matrix_pd", "is a simultaneous game"),
        ("mfg_garnet", "is a mean-field game: .* no tree to search"),
        ("tarok", "draws its chance outcomes inside"),
        ("crossword", "does not number its moves"),
        ("kuhn_pokr", r"no game 'kuhn_pokr' \(did you mean openspiel:kuhn_poker\?\)"),
        ("zzzzzz", "no game 'zzzzzz'; "),
        ("", "no game ''"),
        ("breakthrough(rows=x)", "cannot load 'breakthrough.rows=x.': Wrong type for parameter rows"),
        ("breakthrough(size=3)", "Unknown parameter 'size'"),
        ("breakthrough(", "cannot load"),
    ],
)
def test_refusals(spelling: str, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        playout.load(f"openspiel:{spelling}")


def test_what_is_offered_for_a_simultaneous_game() -> None:
    game = playout.load("openspiel:turn_based_simultaneous_game(game=goofspiel(num_cards=3))")
    assert len(random_match(game, 1)[-1].payoffs) == 2


def test_games_that_are_written_in_python() -> None:
    game = playout.load("openspiel:python_tic_tac_toe")
    assert game.replay([0, 3, 1, 4, 2]).payoffs == (1.0, -1.0)


def test_options_belong_into_the_spelling() -> None:
    with pytest.raises(OptionError, match="no option 'rows'"):
        playout.load("openspiel:breakthrough", rows=6)


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    rules_of_openspiel.cache_clear()
    with pytest.raises(PlayoutError, match=r"pip install 'playout\[openspiel\]'"):
        playout.load("openspiel:tic_tac_toe")
