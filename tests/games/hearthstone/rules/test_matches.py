"""Whole random matches: what holds in every position, and native code plays as interpreted rules do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import playout
from playout import native
from playout.games.hearthstone.decks.lookup import find_deck
from playout.games.hearthstone.rules.layout import DECK, HAND, MADE, MADE_SECRET, MOST_ATTACK, MOST_WORK, SECRETS
from playout.games.hearthstone.rules.moves import MAX_MOVES
from playout.rng import Rng, below, seed
from playout.rules import CHANCE, OVER, chance, copy, moves, payoffs, play, turn
from playout.views import Records

LAST, DRAWS, WIDEST, NARROWEST, STRONGEST, DEEPEST, LOST, FINISHED = range(8)


def survey(states: Any, key: Any, count: Any, rng: Any, scratch: Any, payoff: Any, found: Any) -> None:
    """Kernel: random matches from states[0], played in states[1]; what was met at most, into found: int64[8]."""
    for i in range(count):
        seed(rng, key, i)
        copy(states, 1, states, 0)
        s = states[1]
        for _ in range(10_000):
            seat = turn(s)
            if seat == OVER:
                break
            if seat == CHANCE:
                move = chance(s, rng)
            else:
                n = moves(s, scratch)
                found[WIDEST] = max(found[WIDEST], n)
                found[NARROWEST] = min(found[NARROWEST], n)
                move = scratch[below(rng, n)]
            play(s, move)
            found[DEEPEST] = max(found[DEEPEST], s.waiting)
            for t in range(16):
                found[STRONGEST] = max(found[STRONGEST], s.attack[t] + s.attack_turn[t])
            for side in range(2):
                found[LOST] += count_cards(s, side) != DECK
        found[LAST] = max(found[LAST], s.number)
        payoffs(s, payoff)
        found[DRAWS] += payoff[0] == 0.5
        found[FINISHED] += turn(s) == OVER


def count_cards(s: Any, seat: Any) -> Any:
    """How many cards of the thirty there are: in the deck, in hand, as secrets, put back, and seen."""
    n = s.left[seat] + s.seen[seat]
    for i in range(seat * HAND, seat * HAND + s.cards[seat]):
        n += s.notes[i] & MADE == 0
    for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat]):
        n += s.ruled_out[k] & MADE_SECRET == 0
    return n + (s.set_aside if s.chooser == seat else 0)


def surveyed(backend: str, count: int) -> Any:
    game = playout.load("hearthstone")
    states = game.rules.allocate(2)
    game.rules.copy(states, 0, game.start()._position, 0)
    found = np.zeros(8, np.int64)
    found[NARROWEST] = MAX_MOVES
    kernel = native.bind(survey, game.rules, backend)
    rng, scratch, payoff = np.zeros(2, np.uint64), np.zeros(MAX_MOVES, np.int64), np.zeros(2)
    kernel(native.view(states, backend), 11, count, rng, scratch, payoff, found)
    return found


def sound(found: Any, count: int) -> None:
    assert found[FINISHED] == count
    assert found[DRAWS] == 0, "no card of this deck heals, or hurts both heroes"
    assert found[LAST] <= 70, "fatigue ends every match"
    assert found[NARROWEST] >= 1
    assert found[WIDEST] <= MAX_MOVES
    assert found[STRONGEST] < MOST_ATTACK
    assert found[DEEPEST] < MOST_WORK, "work was lost"
    assert found[LOST] == 0, "cards appeared or went away"


def test_random_matches_keep_what_always_holds() -> None:
    sound(surveyed("python", 6), 6)


@pytest.mark.slow
def test_many_random_matches_keep_what_always_holds_in_native_code() -> None:
    assert surveyed("cpu", 6).tolist() == surveyed("python", 6).tolist()
    sound(surveyed("cpu", 20_000), 20_000)


def test_the_cards_of_a_seat_are_always_those_of_its_deck() -> None:
    rng, state = Rng(8), playout.load("hearthstone").start()
    expected = Counter(find_deck("hunter").numbers())
    while not state.over:
        s = Records(state._position)[0]
        for seat in range(2):
            cards = Counter(s.deck[seat * DECK + i] for i in range(s.left[seat]))
            cards.update(s.deck[seat * DECK + DECK - 1 - i] for i in range(s.seen[seat]))
            cards.update(s.hand[i] for i in range(seat * HAND, seat * HAND + s.cards[seat]) if not s.notes[i] & MADE)
            cards.update(s.secret[seat * SECRETS + k] for k in range(s.secrets[seat]))
            cards.update(s.aside[k] for k in range(s.set_aside) if s.chooser == seat)
            assert cards == expected
        state = state.sample(rng) if state.turn == CHANCE else state.play(state.moves()[rng.below(len(state.moves()))])
