"""Changes of one character: damage, healing, buffs; and how minions are summoned and leave."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import HEALTH, LISTENS, STRENGTH
from playout.games.hearthstone.cards.vocabulary import (
    BUFF,
    BUFF_TURN,
    DAMAGED,
    DESTROY,
    DESTROYED,
    DOOM,
    DOOMED,
    DOUBLE_ATTACK,
    DOUBLE_HEALTH,
    FREEZE,
    FROZEN,
    GIVE,
    HEAL,
    HEAL_FULL,
    HEALED,
    IMMUNE,
    RETURN,
    SET_ATTACK,
    SET_HEALTH,
    SHIELD,
    SICK,
    SILENCE,
    SILENCED,
    SPURRED,
    STEAL,
    SUMMONED,
    TRANSFORM,
)
from playout.games.hearthstone.rules.board import (
    close_place,
    listen,
    make_minion,
    move_minion,
    open_place,
    put_minion,
    strength,
)
from playout.games.hearthstone.rules.choosing import AURA_BIT, announce, spread_auras
from playout.games.hearthstone.rules.layout import HERO, MOST_ATTACK, PLACES
from playout.games.hearthstone.rules.piles import make_card
from playout.games.hearthstone.rules.reports import (
    DOUBLED,
    EQUIPPED,
    HAND_FULL,
    HURT,
    RESTORED,
    RETURNED,
    SHIELD_LOST,
    STOLEN,
    TOUCHED,
    TRANSFORMED,
    UNHURT,
)
from playout.rules import report


def damage(s: Any, t: Any, n: Any) -> Any:
    """Deal damage to a character; returns whether it took any."""
    if n <= 0:
        return False
    marks = s.marks[t]
    if marks & (SHIELD | IMMUNE):
        if not marks & IMMUNE:
            s.marks[t] = marks & ~SHIELD
        report(UNHURT if marks & IMMUNE else SHIELD_LOST, t, s.card[t], 0, 0)
        return False
    if t & 7 == HERO:
        seat = t >> 3
        armor = s.armor[seat] if s.armor[seat] < n else n
        s.armor[seat] -= armor
        s.health[t] -= n - armor
    else:
        s.health[t] -= n
    report(HURT, t, s.card[t], n, s.health[t])
    announce(s, DAMAGED, t)
    return True


def heal(s: Any, t: Any, n: Any) -> None:
    """Restore health up to what a character has without damage."""
    missing = s.most[t] - s.health[t]
    if missing > 0 and n > 0:
        s.health[t] += n if n < missing else missing
        report(RESTORED, t, s.card[t], n if n < missing else missing, s.health[t])
        announce(s, HEALED, t)


def touch(s: Any, operation: Any, a: Any, b: Any, t: Any) -> None:
    """Carry out an operation, other than damage, that leaves the character at its place."""
    report(TOUCHED + operation, t, s.card[t], a, b)
    if operation == BUFF:
        s.attack[t] = _within(s.attack[t] + a)
        s.health[t] += b
        s.most[t] += b
    elif operation == BUFF_TURN:
        s.attack_turn[t] = _within(s.attack_turn[t] + a)
    elif operation == SET_HEALTH:
        s.health[t] = s.most[t] = a + s.health_aura[t]
    elif operation == DOUBLE_ATTACK:
        # Auras of other minions are added to the minion's own values and are not doubled.
        s.attack[t] = _within(2 * s.attack[t])
        s.attack_turn[t] = _within(2 * s.attack_turn[t])
        report(DOUBLED, t, s.card[t], strength(s, t), 0)
    elif operation == DESTROY:
        s.marks[t] |= DESTROYED
    elif operation == HEAL:
        heal(s, t, a)
    elif operation == HEAL_FULL:
        heal(s, t, s.most[t] + 0)
    elif operation == GIVE:
        s.marks[t] |= a
    else:
        _touch_more(s, operation, a, t)


def _touch_more(s: Any, operation: Any, a: Any, t: Any) -> None:
    if operation == FREEZE:
        s.marks[t] |= FROZEN
    elif operation == SET_ATTACK:
        s.attack[t] = a
        s.attack_turn[t] = 0
    elif operation == DOUBLE_HEALTH:
        s.most[t] += s.health[t]
        s.health[t] += s.health[t]
    elif operation == DOOM:
        s.marks[t] |= DOOMED
    elif operation == SILENCE:
        _silence(s, t)


def _within(attack: Any) -> Any:
    return attack if attack < MOST_ATTACK else MOST_ATTACK


def _silence(s: Any, t: Any) -> None:
    """Give a minion the values of its card, without text and keywords; its damage stays."""
    card = np.int64(s.card[t])
    s.marks[t] = s.marks[t] & (SICK | DESTROYED | SPURRED) | SILENCED
    s.attack[t] = STRENGTH[card]
    s.attack_turn[t] = 0
    most = HEALTH[card] + s.health_aura[t]
    if most < s.most[t]:
        s.health[t] = min(s.health[t], most)
    else:
        s.health[t] += most - s.most[t]
    s.most[t] = most
    listen(s)


def displace(s: Any, operation: Any, a: Any, seat: Any, t: Any) -> None:
    """Carry out an operation that moves or replaces a minion; `seat` owns the card that does it."""
    if operation == RETURN:
        if make_card(s, t >> 3, np.int64(s.card[t]), a):
            report(RETURNED, t, s.card[t], a, 0)
            take_away(s, t)
        else:
            report(HAND_FULL, t, s.card[t], 0, 0)
            s.marks[t] |= DESTROYED
    elif operation == TRANSFORM:
        before = np.int64(s.card[t])
        report(TRANSFORMED, t, before, a, 0)
        make_minion(s, t, a)
        s.stamp[t] = s.stamps
        s.stamps += 1
        if LISTENS[before]:
            listen(s)
    elif operation == STEAL and t >> 3 != seat:
        report(STOLEN, t, s.card[t], seat, s.minions[seat] < PLACES)
        if s.minions[seat] < PLACES:
            to = open_place(s, seat, s.minions[seat] + 0)
            move_minion(s, t, to)
            s.marks[to] |= SICK
            s.used[to] = 0
            close_place(s, t)
        else:
            s.marks[t] |= DESTROYED


def take_away(s: Any, t: Any) -> None:
    """A minion leaves the board."""
    heard = LISTENS[s.card[t]] != 0
    close_place(s, t)
    if heard:
        listen(s)


def summon(s: Any, seat: Any, place: Any, card: Any) -> Any:
    """Bring a minion into play at a place of a row; returns it as a character, -1 if the row is full."""
    if s.minions[seat] == PLACES:
        return -1
    t = put_minion(s, seat, place, card)
    if s.listening & AURA_BIT:
        spread_auras(s)
    announce(s, SUMMONED, t)
    return t


def equip(s: Any, seat: Any, card: Any) -> None:
    """Give a hero a weapon, which replaces the one before."""
    before = np.int64(s.weapon[seat])
    report(EQUIPPED, seat, card, before, 0)
    s.weapon[seat] = card
    s.attack[seat * 8 + HERO] = STRENGTH[card]
    s.durability[seat] = HEALTH[card]
    s.listening |= LISTENS[card]
    if LISTENS[before]:
        listen(s)


def unequip(s: Any, seat: Any) -> None:
    equip(s, seat, np.int64(0))
