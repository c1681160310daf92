"""A hash of a position: of everything that the rest of the match depends on, but not of the path to it."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import LISTENS
from playout.games.hearthstone.cards.vocabulary import SILENCED
from playout.games.hearthstone.rules.hidden import hidden_cards
from playout.games.hearthstone.rules.layout import ASIDE, DECK, HAND, SECRETS
from playout.hashing import fold, fold_word


def order_of(s: Any, t: Any) -> Any:
    """The number of minions with a text that came into play before this one; 0 for a minion without a text."""
    if not LISTENS[s.card[t]] or s.marks[t] & SILENCED:
        return 0
    n = 0
    for seat in range(2):
        for other in range(seat * 8, seat * 8 + s.minions[seat]):
            n += s.stamp[other] < s.stamp[t] and LISTENS[s.card[other]] != 0 and not s.marks[other] & SILENCED
    return n


def hash_of(s: Any) -> Any:
    word = np.uint64(1)
    for t in range(16):
        if s.card[t]:
            word = fold(word, t | s.card[t] << 4 | s.marks[t] << 12 | s.used[t] << 28 | s.attack_aura[t] << 36)
            word = fold(word, (s.attack[t] << 16) + s.attack_turn[t])
            word = fold(word, (s.health[t] << 24) + (s.most[t] << 8) + s.health_aura[t])
            if t & 7 != 7:
                word = fold(word, order_of(s, t))
    for k in range(s.waiting):
        word = fold(word, s.work[k])
    for seat in range(2):
        for i in range(seat * HAND, seat * HAND + s.cards[seat]):
            word = fold(word, s.hand[i] | s.notes[i] << 8 | s.extra[i] << 16)
        # In a view the deck includes the hidden cards, and the seen cards restrict them.
        count = s.left[seat]
        if s.viewer:
            count += hidden_cards(s, seat)
            word = fold_word(word, _sum_of_seen(s, seat))
        for i in range(seat * DECK, seat * DECK + count):
            word = fold(word, s.deck[i] | 256)
        for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat]):
            word = fold(word, s.secret[k] | s.ruled_out[k] << 8)
        word = fold(word, s.armor[seat] | s.mana[seat] << 8 | s.crystals[seat] << 16 | s.fatigue[seat] << 24)
        word = fold(word, s.weapon[seat] | s.durability[seat] << 8 | s.power_used[seat] << 16 | s.hero[seat] << 24)
    for k in range(ASIDE):
        word = fold(word, s.aside[k])
    word = fold(word, s.known | s.put_back << 8 | s.viewer << 16)
    return fold(word, (s.turn + 2) | s.active << 8 | s.number << 16 | s.first << 24)


def _sum_of_seen(s: Any, seat: Any) -> Any:
    """A number for the cards of a deck that everybody has seen, whatever their order."""
    total = np.uint64(0)
    for i in range(seat * DECK + DECK - s.seen[seat], seat * DECK + DECK):
        total += fold(np.uint64(1), s.deck[i])
    return total
