"""Hidden information: the opponent's hand, secrets and deck.

`mask` puts the opponent's hidden cards into its deck, which is a sorted list. So their number is kept, but the cards
cannot be found by subtraction. `guess` draws them from there again, in agreement with what the seat knows.
"""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import COPIES, OWNER, SECRET_BIT, SECRETS_OF
from playout.games.hearthstone.rules.layout import DECK, HAND, KNOWN, KNOWN_CLASS, MADE, MADE_SECRET, SECRETS, UNKNOWN
from playout.games.hearthstone.rules.piles import put_in_pile, take_from_pile, take_in_hand
from playout.rng import below

CARD_COUNT = len(COPIES)


def hide(s: Any, seat: Any) -> None:
    """Mask the cards that a seat cannot see."""
    s.viewer = 1 + seat
    other = 1 - seat
    n = s.left[other] + hidden_cards(s, other)
    kept = other * HAND
    end = other * HAND + s.cards[other]
    for i in range(other * HAND, end):
        card = np.int64(s.hand[i])
        if s.notes[i] & KNOWN:
            s.hand[kept], s.extra[kept], s.notes[kept] = card, s.extra[i], s.notes[i]
            kept += 1
        elif card != UNKNOWN:
            put_in_pile(s, other, n, card)
            n += 1
    for i in range(kept, end):
        s.hand[i], s.extra[i], s.notes[i] = UNKNOWN, 0, 0
    for k in range(other * SECRETS, other * SECRETS + s.secrets[other]):
        if s.secret[k] != UNKNOWN and not s.ruled_out[k] & MADE_SECRET:
            put_in_pile(s, other, n, np.int64(s.secret[k]))
            s.secret[k] = UNKNOWN
            n += 1
    if s.set_aside and s.chooser == other:
        for k in range(s.set_aside):
            if s.aside[k] != UNKNOWN:
                put_in_pile(s, other, n, np.int64(s.aside[k]))
                s.aside[k] = UNKNOWN
                n += 1
    if s.known == KNOWN_CLASS:
        for i in range(other * DECK, other * DECK + n):
            s.deck[i] = UNKNOWN


def hidden_cards(s: Any, seat: Any) -> Any:
    """The number of masked cards of a seat."""
    n = 0
    for i in range(seat * HAND, seat * HAND + s.cards[seat]):
        n += s.hand[i] == UNKNOWN
    for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat]):
        n += s.secret[k] == UNKNOWN
    if s.chooser == seat:
        for k in range(s.set_aside):
            n += s.aside[k] == UNKNOWN
    return n


def fill(s: Any, seat: Any, rng: Any) -> None:
    """Draw the masked cards: secrets first, since few cards are secrets, then the hand and the cards put back."""
    s.viewer = 0
    other = 1 - seat
    n = s.left[other] + hidden_cards(s, other)
    is_list = n == 0 or s.deck[other * DECK] != UNKNOWN
    for k in range(other * SECRETS, other * SECRETS + s.secrets[other]):
        if s.secret[k] == UNKNOWN:
            card = _imagine_secret(s, other, k, n, is_list, rng)
            if is_list:
                take_from_pile(s, other, n, card)
            s.secret[k] = card
            n -= 1
    if not is_list:
        _imagine_deck(s, other, n, rng)
    unknown = 0
    while s.cards[other] > 0 and s.hand[other * HAND + s.cards[other] - 1] == UNKNOWN:
        s.cards[other] -= 1
        s.hand[other * HAND + s.cards[other]] = 0
        unknown += 1
    for _ in range(unknown):
        take_in_hand(s, other, _draw_unseen(s, other, n, rng), 0, 0)
        n -= 1
    if s.chooser == other:
        for k in range(s.set_aside):
            if s.aside[k] == UNKNOWN:
                s.aside[k] = _draw_unseen(s, other, n, rng)
                n -= 1


def _draw_unseen(s: Any, seat: Any, n: Any, rng: Any) -> Any:
    """Take one of the n cards of a seat's deck, each with the same probability."""
    card = np.int64(s.deck[seat * DECK + below(rng, n)])
    take_from_pile(s, seat, n, card)
    return card


def _imagine_secret(s: Any, seat: Any, k: Any, n: Any, is_list: Any, rng: Any) -> Any:
    """A secret for the masked one at index k: it is left, is not ruled out, and leaves enough for the later masked
    ones.
    """
    total, there = np.int64(0), np.int64(0)
    for i in range(7):
        if _secrets_left(s, seat, i, n, is_list) > 0:
            there |= 1 << i
    for i in range(7):
        if _fits(s, seat, k, i, there):
            total += _secrets_left(s, seat, i, n, is_list)
    draw = below(rng, total) if total > 0 else np.int64(0)
    for i in range(7):
        if _fits(s, seat, k, i, there):
            draw -= _secrets_left(s, seat, i, n, is_list)
            if draw < 0:
                return SECRETS_OF[s.hero[seat], i]
    return np.int64(0)


def _secrets_left(s: Any, seat: Any, i: Any, n: Any, is_list: Any) -> Any:
    """The number of copies of its class's secret number i that a seat may still have."""
    card = SECRETS_OF[s.hero[seat], i]
    if card == 0:
        return np.int64(0)
    if not is_list:
        return _copies_left(s, seat, card)
    count = np.int64(0)
    for at in range(seat * DECK, seat * DECK + n):
        count += s.deck[at] == card
    return count


def _fits(s: Any, seat: Any, k: Any, kind: Any, there: Any) -> Any:
    """Whether the masked secret at index k may be the class's secret number `kind`. there: bits of the secrets left."""
    last = seat * SECRETS + s.secrets[seat]
    for j in range(seat * SECRETS, last):
        if s.secret[j] != UNKNOWN:
            there &= ~SECRET_BIT[s.secret[j]]
    if not (there & ~s.ruled_out[k]) >> kind & 1:
        return False
    # The later masked secrets can be filled if every set of them has as many kinds as members (Hall 1935).
    there &= ~(1 << kind)
    for chosen in range(1 << (last - k - 1)):
        kinds, short = np.int64(0), np.int64(0)
        for j in range(k + 1, last):
            if chosen >> (j - k - 1) & 1 and s.secret[j] == UNKNOWN:
                kinds |= there & ~s.ruled_out[j]
                short += 1
        for i in range(7):
            short -= kinds >> i & 1
        if short > 0:
            return False
    return True


def _copies_left(s: Any, seat: Any, card: Any) -> Any:
    """The number of copies of a card that a legal deck of the seat may hold in addition to those seen."""
    if OWNER[card] != 0 and OWNER[card] != s.hero[seat]:
        return np.int64(0)
    copies = COPIES[card]
    for i in range(seat * DECK + DECK - s.seen[seat], seat * DECK + DECK):
        copies -= s.deck[i] == card
    for i in range(seat * HAND, seat * HAND + s.cards[seat]):
        copies -= s.hand[i] == card and not s.notes[i] & MADE
    for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat]):
        copies -= s.secret[k] == card and not s.ruled_out[k] & MADE_SECRET
    return copies if copies > 0 else np.int64(0)


def _imagine_deck(s: Any, seat: Any, needed: Any, rng: Any) -> None:
    """Fill the deck with `needed` unseen cards that a deck of the class may hold, every set with the same probability.

    The cards are taken in order, each with the probability that makes all sets equally likely, so the deck is sorted.
    """
    total = np.int64(0)
    for card in range(CARD_COUNT):
        total += _copies_left(s, seat, card)
    at = seat * DECK
    for i in range(at, at + needed):
        s.deck[i] = 0
    for card in range(CARD_COUNT):
        for _ in range(_copies_left(s, seat, card)):
            if needed > 0 and below(rng, total) < needed:
                s.deck[at] = card
                at += 1
                needed -= 1
            total -= 1
