"""Killing the enemy hero this turn: the damage of attackers, cards and the hero power together."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import AIM, COST, EFFECTS, KEYWORDS_OF, KIND, POWER_CARDS, STRENGTH
from playout.games.hearthstone.cards.vocabulary import CHARGE, FROZEN, IMMUNE, MINION, WEAPON, WINDFURY
from playout.games.hearthstone.rules.board import strength
from playout.games.hearthstone.rules.codes import ATTACK_MOVE, PLAY_MOVE, POWER_MOVE
from playout.games.hearthstone.rules.layout import HAND, HERO, NO_TARGET, PLACES
from playout.games.hearthstone.rules.moves import aims, attackable, can_attack, needs_met
from playout.games.hearthstone.strategy.purpose import (
    DISTURBS,
    HIT,
    HURTS_OPPONENT,
    PACK,
    PLAIN,
    PURPOSE,
    RECORD,
    SPUR,
)
from playout.games.hearthstone.strategy.worth import damage_of, stamina, target_for

NO_MOVE = -1


def find_kill(s: Any, out: Any) -> Any:
    """Tactics: -n if the mover certainly kills the enemy hero in n moves, and writes the first of them to out; else 0.

    Nothing hidden or random may intervene: the opponent has no secret, no card in play reacts to attacks or damage, and
    only attackers, plain damage and the power count.
    """
    seat = np.int64(s.active)
    if s.waiting > 0 or s.secrets[1 - seat] > 0 or _is_disturbed(s):
        return np.int64(0)
    move, count = kill(s, seat, np.int64(attackable(s, 1 - seat)), True)
    if move == NO_MOVE:
        return np.int64(0)
    out[0] = move
    return -count


def _is_disturbed(s: Any) -> Any:
    for seat in range(2):
        for t in range(seat * 8, seat * 8 + s.minions[seat]):
            if DISTURBS[s.card[t]]:
                return True
        if DISTURBS[s.weapon[seat]]:
            return True
    return False


def kill(s: Any, seat: Any, open_to: Any, is_certain: Any) -> Any:
    """The first move of a turn whose damage kills the enemy hero, and the number of moves; NO_MOVE if none is found.

    It counts attackers, if there is no taunt, and then cards and the power, the most damage for their mana first.
    is_certain: count only damage that nothing can prevent; else all possible damage.
    """
    hero = (1 - seat) * 8 + HERO
    need, count = stamina(s, 1 - seat), np.int64(0)
    if s.marks[hero] & IMMUNE:
        return np.int64(NO_MOVE), count
    attacker, is_open = np.int64(-1), open_to >> HERO & 1
    if is_open:
        for k in range(s.minions[seat] + 1):
            a = seat * 8 + (k if k < s.minions[seat] else HERO)
            if can_attack(s, a):
                times = (2 if s.marks[a] & WINDFURY and (a & 7 != HERO or not is_certain) else 1) - s.used[a]
                need -= strength(s, a) * times
                count += times
                attacker = np.int64(a)
    if need <= 0:
        return ATTACK_MOVE | (attacker - seat * 8) << 3 | HERO, count
    mana = np.int64(s.mana[seat])
    if need > 3 * mana + 4:
        return np.int64(NO_MOVE), count
    first, taken = np.int64(NO_MOVE), np.int64(0)
    while need > 0:
        best, price, most = np.int64(-1), np.int64(0), np.int64(0)
        for i in range(s.cards[seat] + 1):
            if not taken >> i & 1:
                cost, n = _offer(s, seat, np.int64(i), attacker, is_open, is_certain)
                if n > 0 and cost <= mana and n * max(price, 1) > most * max(cost, 1):
                    best, price, most = np.int64(i), cost, n
        if best < 0:
            return np.int64(NO_MOVE), count
        if first == NO_MOVE:
            first = _move(s, seat, best, attacker)
        taken |= 1 << best
        mana -= price
        need -= most
        count += 1
    return first, count


def _offer(s: Any, seat: Any, i: Any, attacker: Any, is_open: Any, is_certain: Any) -> Any:
    """The cost and the damage to the enemy hero this turn of card i of the hand, or of the power (the last i)."""
    hero = 8 - seat * 8 + HERO
    if i == s.cards[seat]:
        card, cost = POWER_CARDS[s.hero[seat]], np.int64(100 if s.power_used[seat] else 0)
    else:
        card, cost = np.int64(s.hand[seat * HAND + i]), np.int64(s.extra[seat * HAND + i])
    cost += COST[card]
    if cost > s.mana[seat] or not needs_met(s, seat, card):
        return cost, np.int64(0)
    if is_certain and not PLAIN[card]:
        return cost, np.int64(0)
    if PURPOSE[card] == HIT:
        return cost, damage_of(s, seat, card, hero) if aims(s, seat, card) >> hero & 1 else np.int64(0)
    if AIM[card] and aims(s, seat, card) == 0 and KIND[card] != MINION:
        return cost, np.int64(0)
    n = HURTS_OPPONENT[card]
    if is_open and not is_certain:
        n += _charge(s, seat, card, attacker)
    return cost, np.int64(n)


def _charge(s: Any, seat: Any, card: Any, attacker: Any) -> Any:
    """The damage that a card adds to this turn's attacks: a charger, several, a weapon, or attack for an attacker."""
    if KIND[card] == MINION and KEYWORDS_OF[card] & CHARGE:
        return STRENGTH[card]
    if PACK[card] and KEYWORDS_OF[PACK[card]] & CHARGE:
        return min(s.minions[1 - seat], PLACES - s.minions[seat]) * STRENGTH[PACK[card]]
    if PURPOSE[card] == SPUR and attacker >= 0:
        return EFFECTS[card, RECORD[card], 4] if aims(s, seat, card) >> attacker & 1 else np.int64(0)
    hero = seat * 8 + HERO
    if KIND[card] == WEAPON and s.used[hero] == 0 and not s.marks[hero] & FROZEN:
        return max(np.int64(0), STRENGTH[card] - s.attack[hero])
    return np.int64(0)


def _move(s: Any, seat: Any, i: Any, attacker: Any) -> Any:
    """The move that plays offer number i."""
    is_power = i == s.cards[seat]
    card = POWER_CARDS[s.hero[seat]] if is_power else np.int64(s.hand[seat * HAND + i])
    target = np.int64(NO_TARGET)
    if PURPOSE[card] == HIT:
        target = np.int64(8 - seat * 8 + HERO)
    elif PURPOSE[card] == SPUR and attacker >= 0 and aims(s, seat, card) >> attacker & 1:
        target = attacker
    elif AIM[card] and aims(s, seat, card):
        target = target_for(s, seat, card, False)
    if target < 0:
        return np.int64(NO_MOVE)
    if is_power:
        return POWER_MOVE + target
    variant = np.int64(0)
    for k in range(seat * HAND, seat * HAND + i):
        if s.hand[k] == card and s.extra[k] != s.extra[k + 1]:
            variant += 1
    return move_of(s, seat, card, variant, target) if variant < 2 else np.int64(NO_MOVE)


def move_of(s: Any, seat: Any, card: Any, variant: Any, target: Any) -> Any:
    """The move that plays a card; a minion is placed at the right end of its row."""
    place = np.int64(s.minions[seat]) if KIND[card] == MINION else np.int64(0)
    return PLAY_MOVE | card << 9 | variant << 8 | place << 5 | target
