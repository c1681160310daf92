"""The rule-based player in whole matches: its moves are legal everywhere, it comes to an end, and it is no fool."""

from __future__ import annotations

from itertools import product

import pytest

import playout
from playout.algorithms.registry import new_search
from playout.games.hearthstone.cards.vocabulary import CLASSES
from playout.games.hearthstone.decks.lookup import DECKS
from playout.games.hearthstone.rules.codes import END
from playout.rules import CHANCE
from tests.effort import effort, scaled

PAIRS = [f"{one}, {other}" for one, other in product(DECKS, DECKS)]


@scaled
@pytest.mark.parametrize("decks", PAIRS[:: max(1, len(PAIRS) // 6)])
def test_a_suggestion_is_legal_in_every_position_of_random_matches(decks: str) -> None:
    game = playout.load("hearthstone", decks=decks, first="toss")
    looked = 0
    for seed in range(effort(5, 15)):
        rng, state = playout.Rng(seed), game.start()
        while not state.over:
            if state.turn == CHANCE:
                state = state.sample(rng)
                continue
            moves = state.moves()
            assert int(state._call("suggest", rng.words)) in moves, f"seed {seed}:\n{state}"
            looked += 1
            state = state.play(moves[rng.below(len(moves))])
    assert looked > effort(300, 1000)


@scaled
@pytest.mark.parametrize("hero", range(1, len(CLASSES)))
def test_a_suggestion_is_legal_with_every_hero_power(hero: int) -> None:
    game = playout.load("hearthstone")
    for seed in range(effort(2, 4)):
        rng, state = playout.Rng(seed), game.start()
        state._position["hero"][0, :] = hero
        while not state.over:
            if state.turn == CHANCE:
                state = state.sample(rng)
                continue
            moves = state.moves()
            suggested = int(state._call("suggest", rng.words))
            assert suggested in moves, f"seed {seed}:\n{state}"
            state = state.play(suggested if rng.below(2) else moves[rng.below(len(moves))])


def test_a_turn_by_the_rules_ends() -> None:
    """No turn takes more moves than there are cards, attackers and a power to use."""
    rng, state = playout.Rng(3), playout.load("hearthstone").start()
    moves = 0
    while not state.over:
        if state.turn == CHANCE:
            state = state.sample(rng)
            continue
        suggested = int(state._call("suggest", rng.words))
        moves = 0 if suggested == END else moves + 1
        assert moves <= 30
        state = state.play(suggested)


def test_the_rules_do_not_look_at_what_is_hidden() -> None:
    """A seat's suggestion is the same for the whole position and for what that seat sees of it."""
    rng, state = playout.Rng(5), playout.load("hearthstone").start()
    while not state.over:
        if state.turn == CHANCE:
            state = state.sample(rng)
            continue
        suggested = int(state._call("suggest", playout.Rng(0).words))
        assert int(state.seen_by(state.turn)._call("suggest", playout.Rng(0).words)) == suggested
        state = state.play(suggested)


@pytest.mark.parametrize("algorithm", ["flat", "ucb", "uct", "ismcts"])
def test_searches_play_out_by_the_rules_unless_told_otherwise(algorithm: str) -> None:
    state, rng = playout.load("hearthstone").start(), playout.Rng(1)
    while state.turn == CHANCE or len(state.history) < 60:
        state = state.sample(rng) if state.turn == CHANCE else state.play(playout.agent("rules").choose(state))
    seen = state.seen_by(state.turn)
    found = {}
    for policy in (None, "suggest", "uniform"):
        spelling = f"{algorithm}(policy={policy})" if policy else algorithm
        search = new_search(seen, spelling, seed=1, backend="python", simulations=25)
        search.prepare()
        search.advance(25)
        found[policy] = search.answer().candidates
    assert found[None] == found["suggest"] != found["uniform"]


def test_the_rules_beat_random_play() -> None:
    game = playout.load("hearthstone")
    won = 0.0
    for number in range(40):
        agents = [playout.agent("rules"), playout.agent("random")]
        seat = number % 2
        result = playout.play_match(game, agents if seat == 0 else agents[::-1], seed=number // 2)
        won += result.payoffs[seat]
    assert won >= 38
