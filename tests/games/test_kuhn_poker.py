"""Kuhn poker against its published solution (Kuhn 1950), in exact fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

import playout
from playout import CHANCE
from playout.games.kuhn_poker import BET, PASS

JACK, QUEEN, KING = range(3)
VALUE = Fraction(-1, 18)

Strategy = Callable[[playout.State], Fraction]
"""The probability of a bet."""


class Tree:
    """The whole tree, with what the seat to move sees at each node."""

    def __init__(self, state: playout.State) -> None:
        self.state = state
        self.turn = state.turn
        self.view = state.seen_by(state.turn) if state.turn >= 0 else None
        self.children = {move: Tree(state.play(move)) for move in state.moves()}
        self.odds = {
            outcome: Fraction(chance).limit_denominator(6)
            for outcome, chance in (state.odds() if state.turn == CHANCE else ())
        }

    def nodes(self) -> list[Tree]:
        return [self, *(node for child in self.children.values() for node in child.nodes())]

    def value(self, strategies: tuple[Strategy, Strategy]) -> Fraction:
        """What seat 0 expects if the seats play these strategies."""
        if not self.children:
            return Fraction(self.state.payoffs[0])
        weights = self.odds
        if self.turn != CHANCE:
            bet = strategies[self.turn](self.state)
            weights = {PASS: 1 - bet, BET: bet}
        return sum((weights[move] * child.value(strategies) for move, child in self.children.items()), Fraction(0))


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(playout.load("kuhn_poker").start())


def card_and_bets(state: playout.State) -> tuple[int, tuple[int, ...]]:
    """What the seat to move knows: its card, and the moves so far."""
    return state.history[state.turn], state.history[2:]


def first_seat(alpha: Fraction) -> Strategy:
    """Kuhn's family of best strategies for seat 0, for alpha from 0 to 1/3."""
    bets = {
        (JACK, ()): alpha,
        (QUEEN, ()): Fraction(0),
        (KING, ()): 3 * alpha,
        (JACK, (PASS, BET)): Fraction(0),
        (QUEEN, (PASS, BET)): alpha + Fraction(1, 3),
        (KING, (PASS, BET)): Fraction(1),
    }
    return lambda state: bets[card_and_bets(state)]


def second_seat() -> Strategy:
    """The only best strategy for seat 1."""
    bets: dict[tuple[int, tuple[int, ...]], Fraction] = {
        (JACK, (BET,)): Fraction(0),
        (QUEEN, (BET,)): Fraction(1, 3),
        (KING, (BET,)): Fraction(1),
        (JACK, (PASS,)): Fraction(1, 3),
        (QUEEN, (PASS,)): Fraction(0),
        (KING, (PASS,)): Fraction(1),
    }
    return lambda state: bets[card_and_bets(state)]


ALPHAS = [Fraction(0), Fraction(1, 6), Fraction(1, 3)]


@pytest.mark.parametrize("alpha", ALPHAS)
def test_equilibrium_value(tree: Tree, alpha: Fraction) -> None:
    assert tree.value((first_seat(alpha), second_seat())) == VALUE


def pure_strategies(tree: Tree, seat: int) -> list[Strategy]:
    """All that a seat can do, if it does the same wherever it sees the same."""
    views = list(dict.fromkeys(node.view for node in tree.nodes() if node.turn == seat and node.view is not None))
    assert len(views) == 6

    def strategy(bets: tuple[int, ...]) -> Strategy:
        table = dict(zip(views, bets, strict=True))
        return lambda state: Fraction(table[state.seen_by(seat)])

    return [strategy(bets) for bets in product((PASS, BET), repeat=len(views))]


@pytest.mark.parametrize("alpha", ALPHAS)
def test_seat_1_cannot_do_better(tree: Tree, alpha: Fraction) -> None:
    answers = [tree.value((first_seat(alpha), answer)) for answer in pure_strategies(tree, 1)]
    assert min(answers) == VALUE


def test_seat_0_cannot_do_better(tree: Tree) -> None:
    answers = [tree.value((answer, second_seat())) for answer in pure_strategies(tree, 0)]
    assert max(answers) == VALUE


def test_other_strategies_can_be_exploited(tree: Tree) -> None:
    """Beyond Kuhn's family: so the two tests above do find better answers where there are any."""
    answers = [
        tree.value((first_seat(Fraction(1, 3) + Fraction(1, 100)), answer)) for answer in pure_strategies(tree, 1)
    ]
    assert min(answers) < VALUE


def test_a_seat_sees_its_card_and_the_bets(tree: Tree) -> None:
    """Views are equal exactly where a player could not tell the positions apart."""
    for seat in range(2):
        nodes = [node for node in tree.nodes() if node.turn == seat]
        assert len(nodes) == 12
        for one, other in product(nodes, nodes):
            same = card_and_bets(one.state) == card_and_bets(other.state)
            assert (one.view == other.view) == same
            assert not same or (hash(one.view) == hash(other.view) and str(one.view) == str(other.view))


@pytest.mark.parametrize("bets", ["", "pass", "bet", "pass bet", "bet pass", "pass bet pass"])
def test_the_other_card_is_hidden_unless_shown_down(bets: str) -> None:
    game = playout.load("kuhn_poker")
    views = [game.replay([QUEEN, other, *bets.split()]).seen_by(0) for other in (JACK, KING)]
    assert views[0] == views[1]
    assert views[0].history == ()
    assert "?" in str(views[0])


@pytest.mark.parametrize("bets", ["pass pass", "bet bet", "pass bet bet"])
def test_a_showdown_shows_both_cards(bets: str) -> None:
    final = playout.load("kuhn_poker").replay(["Q", "K", *bets.split()])
    assert final.over
    assert "hands: Q K" in str(final.seen_by(0))
    stake = 2.0 if "bet" in bets else 1.0
    assert final.seen_by(0).payoffs == final.payoffs == (-stake, stake)


def test_while_cards_are_dealt() -> None:
    game = playout.load("kuhn_poker")
    assert dict(game.start().odds()) == pytest.approx(dict.fromkeys(range(3), 1 / 3))
    assert game.replay(["Q"]).odds() == [(JACK, 0.5), (KING, 0.5)]
    assert game.replay(["J"]).seen_by(1) == game.replay(["K"]).seen_by(1)
    assert game.replay(["J"]).seen_by(0) != game.replay(["K"]).seen_by(0)


def test_guesses_fit_what_is_seen() -> None:
    view = playout.load("kuhn_poker").replay(["Q", "K", "pass"]).seen_by(1)
    rng = playout.Rng(5)
    guesses = [view.guess(rng) for _ in range(400)]
    assert all(guess.seen_by(1) == view for guess in guesses)
    # Jack or queen, evenly: 200 each, with a standard deviation of 10.
    first_cards = [str(guess).split()[1] for guess in guesses]
    assert set(first_cards) == {"J", "Q"}
    assert 150 < first_cards.count("J") < 250


@pytest.mark.parametrize(
    ("moves", "seat_0"),
    [("bet pass", 1), ("pass bet pass", -1), ("pass pass", 1), ("bet bet", 2), ("pass bet bet", 2)],
)
def test_payoffs_with_the_better_card(moves: str, seat_0: float) -> None:
    final = playout.load("kuhn_poker").replay(["K", "J", *moves.split()])
    assert final.payoffs == (seat_0, -seat_0)
