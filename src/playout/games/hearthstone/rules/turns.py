"""The frame of a match: the cards before the first turn, the beginning and end of turns, drawing."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.vocabulary import (
    CHARGE,
    DESTROYED,
    DOOMED,
    FROZEN,
    SICK,
    SPURRED,
    TURN_END,
    TURN_START,
)
from playout.games.hearthstone.rules.board import renumber
from playout.games.hearthstone.rules.changes import damage
from playout.games.hearthstone.rules.choosing import wake
from playout.games.hearthstone.rules.layout import ASIDE_FIRST, DECK, HAND, HERO, LAST_TURN, MOST_MANA
from playout.games.hearthstone.rules.pending import (
    BEGIN,
    CLEAN,
    DRAW_CARDS,
    GIVE_COIN,
    MULLIGAN,
    RETURN_ASIDE,
    SETTLE,
    a_of,
    append,
    reverse_from,
    seat_of,
)
from playout.games.hearthstone.rules.piles import draw_card, drop_from_hand, put_in_pile
from playout.games.hearthstone.rules.reports import BEGINS, FATIGUE, TOO_LONG, TURN
from playout.rules import report


def open_match(s: Any, first: Any) -> None:
    """Push the work before the first turn: three and four cards, a mulligan for each seat, the Coin."""
    s.first = first
    report(BEGINS, first, 0, 0, 0)
    append(s, DRAW_CARDS, first, 0, 3, 0, 0)
    append(s, DRAW_CARDS, 1 - first, 0, 4, 0, 0)
    append(s, MULLIGAN, first, 0, 0, 0, 0)
    append(s, MULLIGAN, 1 - first, 0, 0, 0, 0)
    append(s, GIVE_COIN, 1 - first, 0, 0, 0, 0)
    append(s, BEGIN, first, 0, 0, 0, 0)


def put_back(s: Any, seat: Any, chosen: Any) -> None:
    """The mulligan: put back the cards whose bits are set, and draw as many others."""
    count = np.int64(0)
    for k in range(3, -1, -1):
        if chosen >> k & 1:
            card = np.int64(s.hand[seat * HAND + k])
            drop_from_hand(s, seat, seat * HAND + k)
            if s.put_back == ASIDE_FIRST:
                s.aside[count] = card
            else:
                put_in_pile(s, seat, s.left[seat] + 0, card)
                s.left[seat] += 1
            count += 1
    s.waiting -= 1
    begin = s.waiting
    if s.put_back == ASIDE_FIRST:
        s.set_aside = count
        s.chooser = seat
    if count > 0:
        append(s, DRAW_CARDS, seat, 0, count, 0, 0)
        append(s, RETURN_ASIDE, seat, 0, 0, 0, 0)
    reverse_from(s, begin)


def return_aside(s: Any, seat: Any) -> None:
    """Return the cards that were put back to the deck."""
    for k in range(s.set_aside):
        put_in_pile(s, seat, s.left[seat] + 0, np.int64(s.aside[k]))
        s.left[seat] += 1
        s.aside[k] = 0
    s.set_aside = 0
    s.chooser = 0


def begin(s: Any, seat: Any) -> None:
    """Begin a turn: one more crystal, full mana, all characters ready, one card drawn."""
    s.number += 1
    if s.number > LAST_TURN:
        report(TOO_LONG, 0, 0, 0, 0)
        return
    s.active = seat
    if s.stamps > 150:
        renumber(s)
    if s.crystals[seat] < MOST_MANA:
        s.crystals[seat] += 1
    s.mana[seat] = s.crystals[seat]
    report(TURN, seat, s.number, s.crystals[seat], 0)
    s.power_used[seat] = 0
    for t in range(seat * 8, seat * 8 + 8):
        s.used[t] = 0
        s.marks[t] = s.marks[t] & ~SICK
    other = 8 - seat * 8
    for t in range(other, other + s.minions[1 - seat]):
        if s.marks[t] & DOOMED:
            s.marks[t] = s.marks[t] & ~DOOMED | DESTROYED
    announce_turn(s, TURN_START, seat)
    append(s, SETTLE, 0, 0, 0, 0, 0)
    append(s, DRAW_CARDS, seat, 0, 1, 0, 0)
    append(s, SETTLE, 0, 0, 0, 0, 0)


def end_turn(s: Any) -> None:
    seat = s.active + 0
    announce_turn(s, TURN_END, seat)
    if s.waiting > 0:
        append(s, SETTLE, 0, 0, 0, 0, 0)
    append(s, CLEAN, seat, 0, 0, 0, 0)
    append(s, BEGIN, 1 - seat, 0, 0, 0, 0)


def clean(s: Any, seat: Any) -> None:
    """End effects that last for a turn: attack for the turn on both sides, and freezing of characters that have missed
    their attack.
    """
    for t in range(16):
        s.attack_turn[t] = 0
    for t in range(seat * 8, seat * 8 + 8):
        marks = s.marks[t]
        is_sick = marks & SICK and not marks & (CHARGE | SPURRED)
        if marks & FROZEN and s.used[t] == 0 and not is_sick:
            s.marks[t] = marks & ~FROZEN


def announce_turn(s: Any, event: Any, seat: Any) -> None:
    """A seat's turn begins or ends: the triggers of its minions and its weapon, from left to right."""
    if not s.listening >> event & 1:
        return
    for t in range(seat * 8, seat * 8 + s.minions[seat]):
        wake(s, event, np.int64(s.card[t]), seat, t, -1)
    wake(s, event, np.int64(s.weapon[seat]), seat, seat * 8 + HERO, -1)


def draw(s: Any, word: Any, outcome: Any) -> None:
    """Draw one card; an empty deck deals damage, one more each time."""
    seat, count = seat_of(word), a_of(word)
    if s.left[seat] == 0:
        s.fatigue[seat] += 1
        report(FATIGUE, seat, s.fatigue[seat], 0, 0)
        damage(s, seat * 8 + HERO, s.fatigue[seat] + 0)
    else:
        draw_card(s, seat, outcome if outcome >= 0 else np.int64(s.deck[seat * DECK]))
    if count > 1:
        append(s, DRAW_CARDS, seat, 0, count - 1, 0, 0)
