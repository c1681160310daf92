"""The choice of cards and targets that are worth playing, judged by the board."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import AIM, COST, EFFECTS, HEALTH, KIND, STRENGTH
from playout.games.hearthstone.cards.vocabulary import DAMAGE_IF, MINION, POWER, SHIELD, SPELL, TAUNT, WEAPON
from playout.games.hearthstone.rules.board import strength
from playout.games.hearthstone.rules.choosing import holds, spell_damage
from playout.games.hearthstone.rules.layout import HAND, HERO, NO_TARGET
from playout.games.hearthstone.rules.moves import aims, attackable, can_attack, needs_met
from playout.games.hearthstone.strategy.purpose import (
    AGAINST_BOTH,
    AGAINST_CROWD,
    BOOST,
    COMPANY,
    DRAWS,
    EQUIPS,
    FOR_OWN,
    GIVES_MANA,
    HIT,
    HURTS_OWNER,
    MEND,
    PURPOSE,
    RECORD,
    REMOVE,
    SHRINK,
    SPUR,
)

CROWD = 2
"""The least number of enemy minions for which a card against crowds is worth playing."""
SHRINKABLE = 4
"""The least health of a minion that is worth a card that sets health to 1."""


def value(s: Any, t: Any) -> Any:
    """The value of a minion: twice its attack plus its health."""
    return np.int64(2 * strength(s, t) + s.health[t])


def stamina(s: Any, seat: Any) -> Any:
    """The damage that kills a hero: its health and armor."""
    return np.int64(s.health[seat * 8 + HERO] + s.armor[seat])


def damage_of(s: Any, seat: Any, card: Any, t: Any) -> Any:
    """The damage of a card to character t."""
    i = RECORD[card]
    has_condition = holds(s, EFFECTS[card, i, 1], seat, -1, t, -1)
    n = EFFECTS[card, i, 4]
    if EFFECTS[card, i, 3] == DAMAGE_IF:
        if has_condition:
            n = EFFECTS[card, i, 5]
    elif not has_condition:
        return np.int64(0)
    if KIND[card] == SPELL:
        n += spell_damage(s, seat)
    return n


def target_for(s: Any, seat: Any, card: Any, in_danger: Any) -> Any:
    """The target for a card or power: NO_TARGET for none, -1 if it is not worth playing now.

    The answer makes a legal move if there is mana for it.
    """
    if not needs_met(s, seat, card):
        return np.int64(-1)
    if AIM[card] == 0:
        return np.int64(NO_TARGET if is_useful(s, seat, card) else -1)
    bits = np.int64(aims(s, seat, card))
    if bits == 0:
        return np.int64(NO_TARGET if KIND[card] == MINION else -1)
    own = bits & (np.int64(255) << 8 * seat)
    if PURPOSE[card] in (BOOST, SPUR):
        return _friend(s, card, own, bits)
    if PURPOSE[card] == MEND:
        return _patient(s, card, own)
    return _victim(s, seat, card, bits & ~own, in_danger)


def is_useful(s: Any, seat: Any, card: Any) -> Any:
    """Whether a card without a target would have a useful effect."""
    if KIND[card] == WEAPON:
        return STRENGTH[card] * HEALTH[card] > s.attack[seat * 8 + HERO] * s.durability[seat]
    if HURTS_OWNER[card] > 0 and 2 * HURTS_OWNER[card] >= stamina(s, seat):
        return False
    if KIND[card] == MINION:
        return True
    if GIVES_MANA[card]:
        return opens_up(s, seat, GIVES_MANA[card])
    if DRAWS[card] > s.left[seat] or DRAWS[card] > HAND - s.cards[seat] + 1 or (EQUIPS[card] and s.weapon[seat]):
        return False
    if COMPANY[card] == AGAINST_CROWD:
        return s.minions[1 - seat] >= CROWD
    if COMPANY[card] == AGAINST_BOTH:
        return s.minions[1 - seat] >= s.minions[seat] + CROWD
    return COMPANY[card] != FOR_OWN or s.minions[seat] > 0


def opens_up(s: Any, seat: Any, more: Any) -> Any:
    """Whether more mana would let the seat play a card that it cannot pay for now."""
    mana = s.mana[seat]
    for i in range(seat * HAND, seat * HAND + s.cards[seat]):
        card = np.int64(s.hand[i])
        cost = COST[card] + s.extra[i]
        if mana < cost <= mana + more and AIM[card] == 0 and needs_met(s, seat, card):
            return True
    return False


def _victim(s: Any, seat: Any, card: Any, bits: Any, in_danger: Any) -> Any:
    """The enemy to harm: the most valuable one for which the card is not too expensive, else the hero if it can be
    hit."""
    purpose = PURPOSE[card]
    best, most = np.int64(-1), np.int64(0)
    any_one, highest = np.int64(-1), np.int64(-1)
    for t in range(16):
        if bits >> t & 1 and t & 7 != HERO:
            n = value(s, t)
            if n > highest:
                any_one, highest = np.int64(t), n
            is_worth_it = n > 2 * COST[card] or in_danger or KIND[card] == POWER
            if n > most and is_worth_it and _is_good_at(s, seat, card, purpose, t):
                best, most = np.int64(t), n
    if best >= 0:
        return best
    hero = np.int64(8 - seat * 8 + HERO)
    if purpose == HIT and bits >> hero & 1 and not (in_danger and KIND[card] == SPELL):
        return hero
    # A battlecry must have a target if there is one; the card is played for the minion's sake.
    return any_one if KIND[card] == MINION else np.int64(-1)


def _is_good_at(s: Any, seat: Any, card: Any, purpose: Any, t: Any) -> Any:
    """Whether a harmful card would achieve its purpose on a minion."""
    if purpose == HIT:
        return damage_of(s, seat, card, t) >= s.health[t] and not s.marks[t] & SHIELD
    if purpose == SHRINK:
        return s.health[t] >= SHRINKABLE and not s.marks[t] & SHIELD and _can_be_attacked(s, seat, t)
    return purpose == REMOVE or strength(s, t) >= 3 or s.marks[t] & TAUNT != 0


def _can_be_attacked(s: Any, seat: Any, t: Any) -> Any:
    """Whether the seat has a character that could attack this minion now."""
    if not attackable(s, 1 - seat) >> (t & 7) & 1:
        return False
    for a in range(seat * 8, seat * 8 + s.minions[seat]):
        if can_attack(s, a):
            return True
    return can_attack(s, seat * 8 + HERO)


def _friend(s: Any, card: Any, own: Any, bits: Any) -> Any:
    """The minion or hero to make stronger: one that can attack, the most valuable."""
    best, most = np.int64(-1), np.int64(-1)
    for t in range(16):
        if own >> t & 1:
            n = np.int64((value(s, t) if t & 7 != HERO else 0) + (1000 if can_attack(s, t) else 0))
            if n > most:
                best, most = np.int64(t), n
    if best >= 0 and (most >= 1000 or PURPOSE[card] == BOOST or KIND[card] == MINION):
        return best
    if own or KIND[card] != MINION or PURPOSE[card] == BOOST:
        return np.int64(-1)
    # Attack for this turn is of no use to an enemy.
    enemy = np.int64(0)
    while not bits >> enemy & 1:
        enemy += 1
    return enemy


def _patient(s: Any, card: Any, own: Any) -> Any:
    """The character to heal: the one with the most damage."""
    best, most = np.int64(-1), np.int64(-1 if KIND[card] == MINION else 0)
    for t in range(16):
        if own >> t & 1 and s.most[t] - s.health[t] > most:
            best, most = np.int64(t), np.int64(s.most[t] - s.health[t])
    return best
