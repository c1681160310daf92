"""Hands and decks: sorted lists, so that equal ones are equal records and the order reveals nothing."""

from typing import Any

from playout.games.hearthstone.rules.layout import DECK, HAND, KNOWN, MADE
from playout.games.hearthstone.rules.reports import DREW
from playout.rules import report


def take_in_hand(s: Any, seat: Any, card: Any, extra: Any, notes: Any) -> Any:
    """Insert a card into the sorted hand; returns False if the hand is full."""
    n = s.cards[seat]
    if n == HAND:
        return False
    base = seat * HAND
    i = base + n
    rank = card << 16 | (extra + 128) << 8 | notes
    while i > base and (s.hand[i - 1] << 16 | (s.extra[i - 1] + 128) << 8 | s.notes[i - 1]) > rank:
        s.hand[i] = s.hand[i - 1]
        s.extra[i] = s.extra[i - 1]
        s.notes[i] = s.notes[i - 1]
        i -= 1
    s.hand[i] = card
    s.extra[i] = extra
    s.notes[i] = notes
    s.cards[seat] = n + 1
    return True


def drop_from_hand(s: Any, seat: Any, i: Any) -> None:
    """Remove the card at index i of `hand`."""
    last = seat * HAND + s.cards[seat] - 1
    for k in range(i, last):
        s.hand[k] = s.hand[k + 1]
        s.extra[k] = s.extra[k + 1]
        s.notes[k] = s.notes[k + 1]
    s.hand[last] = s.extra[last] = s.notes[last] = 0
    s.cards[seat] -= 1


def put_in_pile(s: Any, seat: Any, n: Any, card: Any) -> None:
    """Insert a card into a seat's sorted deck of n cards."""
    base = seat * DECK
    i = base + n
    while i > base and s.deck[i - 1] > card:
        s.deck[i] = s.deck[i - 1]
        i -= 1
    s.deck[i] = card


def take_from_pile(s: Any, seat: Any, n: Any, card: Any) -> None:
    """Remove a card from a seat's sorted deck of n cards."""
    base = seat * DECK
    i = base
    while s.deck[i] != card:
        i += 1
    for k in range(i, base + n - 1):
        s.deck[k] = s.deck[k + 1]
    s.deck[base + n - 1] = 0


def note_seen(s: Any, seat: Any, card: Any) -> None:
    """Note that both seats have seen a card of the deck that the seat began with."""
    n = s.seen[seat]
    s.deck[seat * DECK + DECK - 1 - n] = card
    s.seen[seat] = n + 1


def draw_card(s: Any, seat: Any, card: Any) -> None:
    """Move this card from the deck to the hand; if the hand is full, it is burnt."""
    n = s.left[seat]
    take_from_pile(s, seat, n, card)
    s.left[seat] = n - 1
    has_place = take_in_hand(s, seat, card, 0, 0)
    report(DREW, seat, card, has_place, 0)
    if not has_place:
        note_seen(s, seat, card)


def make_card(s: Any, seat: Any, card: Any, extra: Any) -> Any:
    """Add a card that is not from the deck to the hand; the opponent knows it. False if the hand is full."""
    return take_in_hand(s, seat, card, extra, KNOWN | MADE)
