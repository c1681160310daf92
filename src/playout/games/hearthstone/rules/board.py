"""Characters: their places and attributes, and how they enter and leave play."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import HEALTH, KEYWORDS_OF, LISTENS, STRENGTH
from playout.games.hearthstone.cards.vocabulary import SICK, SILENCED
from playout.games.hearthstone.rules.layout import FIRST_STAMP, HERO, UNKNOWN


def strength(s: Any, t: Any) -> Any:
    """The attack of a character: lasting (a hero's weapon is part of it), for this turn, and from auras."""
    n = s.attack[t] + s.attack_turn[t] + s.attack_aura[t]
    return n if n > 0 else 0


def name_of(s: Any, t: Any) -> Any:
    """The name of a character in pending work: its stamp, 1 or 2 for a hero, 0 for nobody."""
    if t < 0 or t > 15:
        return 0
    return 1 + (t >> 3) if t & 7 == HERO else s.stamp[t] + 0


def whose_name(s: Any, name: Any) -> Any:
    """The character that a name in pending work stands for; -1 if it has left the board."""
    if name == 0:
        return -1
    if name < FIRST_STAMP:
        return (name - 1) * 8 + HERO
    for seat in range(2):
        for t in range(seat * 8, seat * 8 + s.minions[seat]):
            if s.stamp[t] == name:
                return t
    return -1


def move_minion(s: Any, t: Any, to: Any) -> None:
    """Copy a minion to another place and overwrite what stood there."""
    s.attack[to] = s.attack[t]
    s.attack_turn[to] = s.attack_turn[t]
    s.health[to] = s.health[t]
    s.most[to] = s.most[t]
    s.marks[to] = s.marks[t]
    s.attack_aura[to] = s.attack_aura[t]
    s.health_aura[to] = s.health_aura[t]
    s.card[to] = s.card[t]
    s.stamp[to] = s.stamp[t]
    s.used[to] = s.used[t]


def clear_place(s: Any, t: Any) -> None:
    """Set all fields of a place to 0, so that equal positions are equal records."""
    s.attack[t] = s.attack_turn[t] = s.health[t] = s.most[t] = s.marks[t] = 0
    s.attack_aura[t] = s.health_aura[t] = s.card[t] = s.stamp[t] = s.used[t] = 0


def make_minion(s: Any, t: Any, card: Any) -> None:
    """Put a minion with the values of its card at a place of the board."""
    s.card[t] = card
    s.attack[t] = STRENGTH[card]
    s.health[t] = s.most[t] = HEALTH[card]
    s.marks[t] = KEYWORDS_OF[card] | SICK
    s.attack_turn[t] = s.attack_aura[t] = s.health_aura[t] = s.used[t] = 0
    s.listening |= LISTENS[card]


def open_place(s: Any, seat: Any, place: Any) -> Any:
    """Move minions to the right to free a place of a row that is not full; returns the place as a character."""
    n = s.minions[seat]
    t = seat * 8 + place
    for k in range(seat * 8 + n, t, -1):
        move_minion(s, k - 1, k)
    s.minions[seat] = n + 1
    return t


def close_place(s: Any, t: Any) -> None:
    """Remove a minion; those to its right move one place to the left."""
    seat = t >> 3
    last = seat * 8 + s.minions[seat] - 1
    for k in range(t, last):
        move_minion(s, k + 1, k)
    clear_place(s, last)
    s.minions[seat] -= 1


def put_minion(s: Any, seat: Any, place: Any, card: Any) -> Any:
    """Put a new minion at a place of a row that is not full; returns it as a character."""
    t = open_place(s, seat, place)
    make_minion(s, t, card)
    s.stamp[t] = s.stamps
    s.stamps += 1
    return t


def listen(s: Any) -> None:
    """Recompute the set of events that some card in play reacts to."""
    bits = np.int64(0)
    for seat in range(2):
        for t in range(seat * 8, seat * 8 + s.minions[seat]):
            if not s.marks[t] & SILENCED:
                bits |= LISTENS[s.card[t]]
        bits |= LISTENS[s.weapon[seat]]
    s.listening = bits


def renumber(s: Any) -> None:
    """Number the stamps from FIRST_STAMP again, in the same order; no pending work may name a minion meanwhile."""
    stamp, last = FIRST_STAMP, 0
    while True:
        least, which = UNKNOWN + 1, -1
        for seat in range(2):
            for t in range(seat * 8, seat * 8 + s.minions[seat]):
                if last < s.stamp[t] < least:
                    least, which = s.stamp[t] + 0, t
        if which < 0:
            break
        # The new stamp is never above the old one, so it differs from the old stamps that are renumbered later.
        s.stamp[which] = stamp
        stamp += 1
        last = least
    s.stamps = stamp


def row(s: Any, seat: Any) -> Any:
    """The minions of a seat, as bits."""
    return ((1 << s.minions[seat]) - 1) << (seat * 8)


def beside(s: Any, t: Any) -> Any:
    """The minions beside a minion, as bits."""
    around = (1 << t) >> 1 | (1 << t) << 1
    return around & row(s, t >> 3)
