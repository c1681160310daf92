"""A view answers what its seat can know, refuses the rest in words, and holds nothing that is hidden."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, ClassVar

import numpy as np
import pytest

import playout
from playout import CHANCE, MoveError, OptionError, PlayoutError
from playout.game import Game
from playout.games.hearthstone.cards.tables import TABLE, number_of
from playout.rules import Rules
from tests.effort import effort, scaled
from tests.games.hearthstone.table import Table

SECRET = 731_842_905


class Envelope:
    """Two seats and two sealed numbers: the option `sealed`, which nobody sees, and each seat's own."""

    PLAYERS = 2
    MAX_MOVES = 2

    def __init__(self, sealed: int = 0) -> None:
        self.sealed: int | None = sealed
        self.own: list[int | None] = [None, None]
        self.moved = 0

    def turn(self) -> int:
        return CHANCE if None in self.own and self.moved == 0 else self.moved if self.moved < 2 else -1

    def moves(self) -> list[int]:
        return [0, 1]

    def chance(self, rng: Any) -> int:
        return int(rng[0] % 2)

    def odds(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def play(self, move: int) -> None:
        if self.turn() == CHANCE:
            self.own[self.own.index(None)] = move
        else:
            self.moved += 1

    def payoffs(self) -> list[float]:
        return [1.0, 0.0] if self.sealed is not None else [0.0, 0.0]

    def mask(self, seat: int) -> None:
        self.sealed = None
        self.own[1 - seat] = -1 if self.own[1 - seat] is not None else None

    def guess(self, seat: int, rng: Any) -> None:
        self.sealed = 5
        self.own[1 - seat] = 0 if self.own[1 - seat] == -1 else self.own[1 - seat]

    def __str__(self) -> str:
        return f"{self.sealed} {self.own} {self.moved}"


def reachable(item: Any) -> Iterator[Any]:
    """Everything that attributes, items and closures lead to; modules and code are the rules, which everybody knows."""
    waiting, seen = [item], set()
    while waiting:
        item = waiting.pop()
        if id(item) in seen or isinstance(item, (type, ModuleType, BuiltinFunctionType)):
            continue
        seen.add(id(item))
        yield item
        if isinstance(item, (FunctionType, MethodType)):
            function = item.__func__ if isinstance(item, MethodType) else item
            waiting += [cell.cell_contents for cell in function.__closure__ or ()]
        elif isinstance(item, dict):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, (list, tuple, set, frozenset)):
            waiting += item
        elif isinstance(item, np.ndarray):
            waiting += item.tolist() if item.dtype == object else []
        elif not isinstance(item, (str, bytes, int, float, Rules, np.dtype)):
            slots = [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ())]
            waiting += [getattr(item, name) for name in slots if hasattr(item, name)]
            waiting += list(getattr(item, "__dict__", {}).values())


def positions(game: Game, seed: int, most: int = 300) -> list[playout.State]:
    """The positions of a random match."""
    rng, states = playout.Rng(seed), [game.start()]
    while not states[-1].over and len(states) < most:
        state = states[-1]
        if state.turn == CHANCE:
            states.append(state.sample(rng))
        else:
            moves = state.moves()
            states.append(state.play(moves[rng.below(len(moves))]))
    return states


def poker(*moves: str) -> playout.State:
    return playout.load("kuhn_poker").replay(moves)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kuhn_poker", {}),
        ("hearthstone", {}),
        ("hearthstone", {"known": "class", "decks": ("hunter", "basic_mage"), "first": "toss"}),
        ("hearthstone", {"decks": ("basic_warlock", "basic_priest"), "put_back": "shuffle"}),
    ],
)
def test_the_pickle_of_a_view_is_the_same_whatever_is_hidden(name: str, options: dict[str, Any]) -> None:
    game, rng = playout.load(name, **options), playout.Rng(8)
    for seed in range(40 if name == "kuhn_poker" else 1):
        for state in positions(game, seed):
            for seat in range(2):
                view = state.seen_by(seat)
                other = as_the_match(game, view.guess(rng))  # the truth might as well be this
                assert pickle.dumps(other.seen_by(seat)) == pickle.dumps(view)
                assert view.history == ()
                assert view == other.seen_by(seat)


def as_the_match(game: Game, guess: playout.State) -> playout.State:
    """A guess as if it were the match itself, with a history of its own."""
    return playout.State(game, guess._position, (1, 2, 3))


def test_nothing_leads_from_a_view_to_the_match() -> None:
    game = playout.load("hearthstone", known="class", decks=("hunter", "basic_mage"))
    for state in positions(game, 3)[1::7]:
        if state.turn >= 0:
            state.tell(state.moves()[0])
            assert game._reporting is not None and game._reporting[0] == [], "what is reported is not kept"
        view = state.seen_by(0)
        hidden = {id(item) for item in (state, game, game._first, state._position, state.history)}
        found = list(reachable(view))
        assert not hidden & {id(item) for item in found}
        assert "basic_mage" not in [item for item in found if isinstance(item, str)]
        records = [item for item in found if isinstance(item, np.ndarray) and item.dtype == game.dtype]
        assert len(records) == 2, "the position and the first one"
        for record in records:
            again = record.copy()
            game.call("mask", again, 0)
            assert again.tobytes() == record.tobytes(), "it is masked"


def test_an_option_of_a_class_is_not_in_its_views() -> None:
    game = playout.load(Envelope, sealed=SECRET)
    state = game.start().play(1).play(0)
    view = state.seen_by(0)
    assert SECRET in list(reachable(state))
    assert SECRET not in list(reachable(view))
    assert str(SECRET) not in f"{view!r} {view.game!r} {view.game.start()!r}"
    assert view.game.options == {}
    assert pickle.loads(pickle.dumps(view)) == view
    other = playout.load(Envelope, sealed=1).start().play(1).play(1).seen_by(0)
    assert pickle.dumps(other) == pickle.dumps(view), "neither the option nor the other's number is in it"


def test_constants_of_a_file_stay_in_the_game_of_a_view(tmp_path: Path) -> None:
    text = Path(playout.load("kuhn_poker").rules.path).read_text(encoding="utf-8")
    path = tmp_path / "poker_with_a_constant.py"
    path.write_text(text + '\nANTE = 1\nOPTIONS = ("ANTE",)\n', encoding="utf-8")
    view = playout.load(path, ante=3).replay(["K", "J"]).seen_by(0)
    assert view.game.options == {"ante": 3}
    assert pickle.loads(pickle.dumps(view)) == view
    assert view.game != playout.load(path).start().seen_by(0).game
    assert view != playout.load(path).replay(["K", "J"]).seen_by(0)


# What a view refuses


MINE, OTHERS = poker("K", "J").seen_by(0), poker("K", "J", "bet").seen_by(0)
DEALING = poker("K").seen_by(1)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: OTHERS.moves(), r"^seat 0 cannot see seat 1's moves; ask what that seat sees \(state.seen_by\(1\)"),
        (lambda: OTHERS.format(0), "^seat 0 cannot see seat 1's moves"),
        (lambda: OTHERS.parse("bet"), "^seat 0 cannot see seat 1's moves"),
        (lambda: DEALING.moves(), r"^chance decides here, and seat 1 may not see .* moves, or a guess"),
        (lambda: DEALING.odds(), r"^chance decides here, and seat 1 may not see .* odds, or a guess"),
        (lambda: DEALING.sample(1), r"^chance decides here, and seat 1 sees a part of the match only; sample"),
        (lambda: DEALING.play("K"), r"^this is what seat 1 sees of the match; play on the match's own state, or on a"),
        (lambda: MINE.play("bet"), "^this is what seat 0 sees of the match"),
        (lambda: MINE.tell(0), "^this is what seat 0 sees of the match; ask the match's own state"),
        (lambda: MINE.odds(), "^chance does not decide here"),
        (lambda: MINE.sample(1), "^chance does not decide here"),
        (lambda: MINE.payoffs, "^the match is not over"),
        (lambda: MINE.seen_by(1), "another seat's view does not follow from it"),
        (lambda: MINE.game.replay(["K"]), "^move 1: this is what seat 0 sees"),
        (lambda: playout.load(MINE.game, x=1), "^this is kuhn_poker as seat 0 knows it, and options may be hidden"),
    ],
)
def test_a_view_refuses_in_words(ask: Callable[[], Any], sentence: str) -> None:
    with pytest.raises((PlayoutError, MoveError, OptionError), match=sentence):
        ask()


def test_hearthstone_refuses_in_words_too() -> None:
    for state in positions(playout.load("hearthstone"), 5, 80):
        for seat in range(2):
            view = state.seen_by(seat)
            if state.turn == seat:
                assert sorted(view.moves()) == sorted(state.moves())
                assert [view.format(move) for move in view.moves()] == [state.format(move) for move in view.moves()]
                assert view.menu() == state.menu()
                continue
            questions: list[Callable[[], Any]] = [view.moves, partial(view.format, 0), partial(view.parse, "end turn")]
            questions += [view.odds, view.sample] if state.turn == CHANCE else [view.menu]
            for question in questions:
                with pytest.raises(PlayoutError, match=r"cannot see seat|chance decides here"):
                    question()


@scaled
def test_the_reason_why_a_move_is_refused_tells_nothing_hidden() -> None:
    """A person who plays types texts at the match's own state."""
    states = [state for state in positions(playout.load("hearthstone"), 4, 120) if state.turn >= 0]
    for state in states[:: effort(36, 12)]:
        view = state.seen_by(state.turn)
        for row in TABLE.rows:
            for text in (row.name, f"{row.name} on the enemy hero"):
                assert state._call("reason", text) == view._call("reason", text)


def test_what_a_guess_is_asked_a_guess_answers() -> None:
    guess = DEALING.guess(3)
    assert sum(chance for _, chance in guess.odds()) == pytest.approx(1)
    assert guess.sample(1).turn == 0
    assert poker("K", "J", "bet").seen_by(0).guess(1).play("pass").over


def test_a_guess_that_is_right_equals_the_truth() -> None:
    truth = poker("K", "J", "pass")
    guesses = [truth.seen_by(1).guess(seed) for seed in range(40)]
    right = [guess for guess in guesses if guess == truth]
    assert 0 < len(right) < 40
    assert {hash(guess) for guess in right} == {hash(truth)}
    assert all(("K" in str(guess).split("\n")[0]) == (guess == truth) for guess in guesses)


@pytest.mark.parametrize("bets", ["bet pass", "pass bet pass", "pass pass", "bet bet"])
def test_payoffs_of_a_view_are_those_of_the_match(bets: str) -> None:
    final = poker("Q", "K", *bets.split())
    for seat in range(2):
        view = final.seen_by(seat)
        assert view.payoffs == final.payoffs
        assert view.moves() == []
    assert playout.load(Envelope, sealed=3).replay([0, 1, 0, 0]).seen_by(1).payoffs == (1.0, 0.0)


def test_views_say_whose_they_are_and_whether_the_match_is_over() -> None:
    assert repr(MINE).startswith("<kuhn_poker as seat 0 sees it>\n")
    assert repr(poker("K", "J", "bet", "pass").seen_by(1)).startswith("<kuhn_poker as seat 1 sees it, over>\n")
    assert repr(poker("K", "J", "bet", "pass")).startswith("<kuhn_poker after 4 moves, over>\n")
    assert repr(poker("K", "J", "bet")).startswith("<kuhn_poker after 3 moves>\n")
    assert repr(MINE.game) == "<kuhn_poker as seat 0 knows it>"
    final = positions(playout.load("hearthstone"), 2, 2000)[-1]
    winner = final.payoffs.index(1.0)
    assert str(final).startswith("The match is over after turn ") and f"; Player {winner + 1} has won\n" in str(final)
    assert "; you have won\n" in str(final.seen_by(winner))
    assert "; the opponent has won\n" in str(final.seen_by(1 - winner))
    assert "to move" not in str(final)


def test_the_game_of_a_view_begins_as_its_seat_saw_it() -> None:
    game = playout.load("hearthstone", known="class", decks=("hunter", "basic_mage"))
    view = game.start().sample(1).seen_by(1)
    assert view.game.start() == game.start().seen_by(1)
    assert view.game == pickle.loads(pickle.dumps(view.game)) == game.start().seen_by(1).game
    assert view.game != game.start().seen_by(0).game
    assert view.game != game
    other = playout.load("hearthstone", known="class", decks=("hunter", "hunter")).start().seen_by(1)
    assert view.game != other.game, "its own deck is another one"


def test_views_that_differ_in_what_was_seen_are_not_equal() -> None:
    for known in ("list", "class"):
        views = []
        for card in ("war_golem", "stonetusk_boar"):
            # The opponent discards one of two cards, which everybody sees.
            table = Table(hand=["soulfire", "war_golem", "stonetusk_boar"], deck=["war_golem"] * 3, known=known)
            state = table.state.play(table.move_of("soulfire", 15))
            views.append(state.play(number_of(card)).seen_by(1))
        assert views[0] != views[1]
        assert views[0]._position.tobytes() != views[1]._position.tobytes()


# What agents are handed


class Spy:
    """Plays the first move; all that any of its copies is handed is kept."""

    handed: ClassVar[list[playout.State]] = []

    def choose(self, state: playout.State) -> int:
        self.handed.append(state)
        return state.moves()[0]

    def check(self, state: playout.State) -> None:
        self.handed.append(state)

    def reset(self, seed: int | None = None) -> None:
        pass


def test_agents_of_a_match_are_handed_views_only() -> None:
    Spy.handed.clear()
    playout.play_match("kuhn_poker", [Spy(), Spy()], seed=1)
    assert {state.observer for state in Spy.handed} == {0, 1}
    for state in Spy.handed:
        assert state.observer == state.turn == state.game.observer
        assert state.history == ()


def test_agents_still_search_what_they_are_handed() -> None:
    for spelling in ("uct", "ismcts", "ucb", "flat"):
        found = playout.search(poker("J", "Q", "pass", "bet").seen_by(0), spelling, simulations=400, seed=1)
        assert found.state.format(found.move) == "pass", "the jack loses to either card"
        assert str(found) and found.explain()
    assert playout.playouts(OTHERS, 50, seed=1, backend="python") == pytest.approx((1.5, -1.5), abs=0.5)


def test_a_trace_of_a_view_is_not_written_as_moves() -> None:
    trace = playout.trace(MINE, "uct", simulations=2)
    with pytest.raises(PlayoutError, match="a trace of what seat 0 sees, which cannot be rebuilt from moves"):
        trace.to_json()
    assert pickle.loads(pickle.dumps(trace)).result.state == MINE
