"""Chance: the outcomes of the work on top of the stack, and their probabilities."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import EFFECTS
from playout.games.hearthstone.cards.vocabulary import DISCARD
from playout.games.hearthstone.rules.effects import choices
from playout.games.hearthstone.rules.layout import DECK, HAND
from playout.games.hearthstone.rules.pending import DRAW_CARDS, TOSS, a_of, kind_of, part_of, seat_of
from playout.rng import below


def draw_outcome(s: Any, rng: Any) -> Any:
    """A card for a draw or a discard, a seat for the toss, a character or the number of a card for the rest."""
    word = np.int64(s.work[s.waiting - 1])
    kind, seat = kind_of(word), seat_of(word)
    if kind == DRAW_CARDS:
        return np.int64(s.deck[seat * DECK + below(rng, s.left[seat])])
    if kind == TOSS:
        return below(rng, 2)
    if EFFECTS[a_of(word), part_of(word), 3] == DISCARD:
        return np.int64(s.hand[seat * HAND + below(rng, s.cards[seat])])
    bits = choices(s, word)
    count = np.int64(0)
    for t in range(16):
        count += bits >> t & 1
    k, drawn = below(rng, count), np.int64(-1)
    for t in range(16):
        if bits >> t & 1:
            if k == 0:
                drawn = np.int64(t)
            k -= 1
    return drawn


def list_outcomes(s: Any, outcomes: Any, p: Any) -> Any:
    """Write every outcome with its probability; returns their number."""
    word = np.int64(s.work[s.waiting - 1])
    kind, seat = kind_of(word), seat_of(word)
    n = 0
    if kind == DRAW_CARDS:
        for i in range(s.left[seat]):
            n = _count(np.int64(s.deck[seat * DECK + i]), s.left[seat] + 0, outcomes, p, n)
    elif kind == TOSS:
        for first in range(2):
            n = _count(np.int64(first), 2, outcomes, p, n)
    elif EFFECTS[a_of(word), part_of(word), 3] == DISCARD:
        for i in range(s.cards[seat]):
            n = _count(np.int64(s.hand[seat * HAND + i]), s.cards[seat] + 0, outcomes, p, n)
    else:
        bits = choices(s, word)
        count = 0
        for t in range(16):
            count += bits >> t & 1
        for t in range(16):
            if bits >> t & 1:
                n = _count(np.int64(t), count, outcomes, p, n)
    return n


def _count(outcome: Any, count: Any, outcomes: Any, p: Any, n: Any) -> Any:
    """Add one of `count` equally likely ways that lead to an outcome. Equal outcomes are added one after the other."""
    if n > 0 and outcomes[n - 1] == outcome:
        p[n - 1] += 1.0 / count
        return n
    outcomes[n] = outcome
    p[n] = 1.0 / count
    return n + 1
