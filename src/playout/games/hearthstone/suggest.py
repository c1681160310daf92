"""The rules of thumb: what a rule-based player does next.

In this order: kill the enemy hero if what is there is enough; if the opponent's attack would kill one's own hero, play
what protects; play cards, the dearest first; kill minions that threaten, with the attacker that costs least; attack the
hero with everybody else; use the hero power; end the turn. Every suggestion uses something up, so a turn ends.
"""

from typing import Any

import numpy as np

from playout.games.hearthstone.board import strength
from playout.games.hearthstone.layout import HAND, HERO, NO_TARGET, PLACES
from playout.games.hearthstone.moves import (
    ATTACK_MOVE,
    END,
    PLAY_MOVE,
    POWER_MOVE,
    PUT_BACK,
    aims,
    attackable,
    can_attack,
    needs_met,
)
from playout.games.hearthstone.purpose import HIT, HURTS_OPPONENT, PACK, PROTECTS, PURPOSE, RECORD, SPUR
from playout.games.hearthstone.tables import AIM, COST, EFFECTS, KEYWORDS_OF, KIND, POWER_CARDS, STRENGTH
from playout.games.hearthstone.words import CHARGE, FROZEN, IMMUNE, MINION, SHIELD, WEAPON, WINDFURY
from playout.games.hearthstone.worth import damage_of, stamina, target_for, value

DEAR = 4
"""Cards that cost so much are put back before the match."""
HIGH_ATTACK, HIGH_HEALTH = 4, 5
"""A minion with either of them threatens, and does so until it is dead."""
NO_MOVE = -1


def suggest(s: Any, rng: Any) -> Any:
    """The next move by the rules of thumb."""
    if s.waiting > 0:
        return put_back_dear(s, np.int64(s.turn))
    seat = np.int64(s.active)
    open_to = np.int64(attackable(s, 1 - seat))
    move = finish(s, seat, open_to)
    if move == NO_MOVE:
        in_danger = is_in_danger(s, seat)
        if in_danger:
            move = play_dearest(s, seat, True)
        if move == NO_MOVE:
            move = play_dearest(s, seat, False)
        if move == NO_MOVE:
            move = attack_best(s, seat, open_to, in_danger)
        if move == NO_MOVE:
            move = use_power(s, seat, in_danger)
    return move if move != NO_MOVE else np.int64(END)


def put_back_dear(s: Any, seat: Any) -> Any:
    bits = np.int64(0)
    for k in range(s.cards[seat]):
        if COST[s.hand[seat * HAND + k]] >= DEAR:
            bits |= 1 << k
    return PUT_BACK + bits


def is_in_danger(s: Any, seat: Any) -> Any:
    """Whether the opponent's attack on the board is as much as the hero can take."""
    other = 1 - seat
    total = np.int64(0)
    for t in range(other * 8, other * 8 + s.minions[other]):
        total += strength(s, t) * (2 if s.marks[t] & WINDFURY else 1)
    return total + strength(s, other * 8 + HERO) >= stamina(s, seat)


# Cards.


def play_dearest(s: Any, seat: Any, in_danger: Any) -> Any:
    """The dearest card that can be paid for and is worth playing; if in danger, of those that protect."""
    mana = np.int64(s.mana[seat])
    best, highest = np.int64(NO_MOVE), np.int64(-1)
    before, extra, variant = np.int64(-1), np.int64(0), np.int64(0)
    for i in range(seat * HAND, seat * HAND + s.cards[seat]):
        card = np.int64(s.hand[i])
        if card != before:
            variant = np.int64(0)
        elif s.extra[i] == extra:
            continue
        else:
            variant += 1
        before, extra = card, np.int64(s.extra[i])
        cost = COST[card] + extra
        if highest < cost <= mana and variant < 2 and (PROTECTS[card] or not in_danger):
            target = target_for(s, seat, card, in_danger)
            if target >= 0:
                best, highest = move_of(s, seat, card, variant, target), cost
    return best


def move_of(s: Any, seat: Any, card: Any, variant: Any, target: Any) -> Any:
    """A minion comes to the right end of its row."""
    place = np.int64(s.minions[seat]) if KIND[card] == MINION else np.int64(0)
    return PLAY_MOVE | card << 9 | variant << 8 | place << 5 | target


def use_power(s: Any, seat: Any, in_danger: Any) -> Any:
    card = POWER_CARDS[s.hero[seat]]
    if s.power_used[seat] or s.mana[seat] < COST[card]:
        return np.int64(NO_MOVE)
    target = target_for(s, seat, card, in_danger)
    return POWER_MOVE + target if target >= 0 else np.int64(NO_MOVE)


# Attacks.


def attack_best(s: Any, seat: Any, open_to: Any, in_danger: Any) -> Any:
    """Kill what threatens or stands in the way, at the least cost; else attack the hero."""
    base, far = seat * 8, 8 - seat * 8
    is_barred = not open_to >> HERO & 1
    together, hero_attacker = np.int64(0), np.int64(-1)
    for k in range(s.minions[seat] + 1):
        a = base + (k if k < s.minions[seat] else HERO)
        if can_attack(s, a):
            together += strength(s, a)
            hero_attacker = np.int64(a)
    if hero_attacker < 0:
        return np.int64(NO_MOVE)
    best, highest = np.int64(NO_MOVE), np.int64(-1000)
    for b in range(s.minions[1 - seat]):
        t = far + b
        if not open_to >> b & 1:
            continue
        threat = strength(s, t) >= HIGH_ATTACK or s.most[t] >= HIGH_HEALTH or (in_danger and strength(s, t) > 0)
        if (threat and together >= s.health[t]) or is_barred:
            for k in range(s.minions[seat] + 1):
                a = base + (k if k < s.minions[seat] else HERO)
                if can_attack(s, a):
                    gain = balance(s, a, t)
                    if gain > highest and (gain > 0 or is_barred or in_danger):
                        best, highest = np.int64(ATTACK_MOVE | (a - base) << 3 | b), gain
    if best != NO_MOVE or is_barred:
        return best
    return ATTACK_MOVE | (hero_attacker - base) << 3 | HERO


def balance(s: Any, a: Any, t: Any) -> Any:
    """What an attack on a minion brings: what dies there less what it costs here."""
    hit, back = strength(s, a), strength(s, t)
    if s.marks[t] & SHIELD:
        gain = np.int64(1)
    elif hit >= s.health[t]:
        gain = value(s, t)
    else:
        gain = np.int64(hit)
    if s.marks[a] & (SHIELD | IMMUNE):
        return gain - (1 if back > 0 else 0)
    if a & 7 == HERO:
        return gain - back if 2 * back < stamina(s, a >> 3) else gain - 100
    return gain - (value(s, a) if back >= s.health[a] else back)


# Killing the hero.


def finish(s: Any, seat: Any, open_to: Any) -> Any:
    """The first move of a turn whose damage kills the enemy hero, if all goes well; else NO_MOVE.

    Attackers, if no taunt bars the way, and then what the hand and the power can add: most damage for its mana first.
    """
    other = 1 - seat
    need = stamina(s, other)
    if s.marks[other * 8 + HERO] & IMMUNE:
        return np.int64(NO_MOVE)
    attacker, is_open = np.int64(-1), open_to >> HERO & 1
    if is_open:
        for k in range(s.minions[seat] + 1):
            a = seat * 8 + (k if k < s.minions[seat] else HERO)
            if can_attack(s, a):
                times = (2 if s.marks[a] & WINDFURY else 1) - s.used[a]
                need -= strength(s, a) * times
                attacker = np.int64(a)
    if need <= 0:
        return ATTACK_MOVE | (attacker - seat * 8) << 3 | HERO
    mana = np.int64(s.mana[seat])
    if need > 3 * mana + 4:
        return np.int64(NO_MOVE)
    first, taken = np.int64(NO_MOVE), np.int64(0)
    while need > 0:
        best, cost, most = np.int64(-1), np.int64(1), np.int64(0)
        for i in range(s.cards[seat] + 1):
            if not taken >> i & 1:
                price, n = _offer(s, seat, np.int64(i), attacker, is_open)
                if n > 0 and price <= mana and n * cost > most * max(price, 1):
                    best, cost, most = np.int64(i), max(price, np.int64(1)), n
        if best < 0:
            return np.int64(NO_MOVE)
        if first == NO_MOVE:
            first = _burn(s, seat, best, attacker)
        taken |= 1 << best
        mana -= _offer(s, seat, best, attacker, is_open)[0]
        need -= most
    return first


def _offer(s: Any, seat: Any, i: Any, attacker: Any, is_open: Any) -> Any:
    """What card i of the hand, or the power behind them, costs, and what it does to the enemy hero this turn."""
    hero = 8 - seat * 8 + HERO
    if i == s.cards[seat]:
        card, cost = POWER_CARDS[s.hero[seat]], np.int64(100 if s.power_used[seat] else 0)
    else:
        card, cost = np.int64(s.hand[seat * HAND + i]), np.int64(s.extra[seat * HAND + i])
    cost += COST[card]
    if cost > s.mana[seat] or not needs_met(s, seat, card):
        return cost, np.int64(0)
    if PURPOSE[card] == HIT:
        return cost, damage_of(s, seat, card, hero) if aims(s, seat, card) >> hero & 1 else np.int64(0)
    n = HURTS_OPPONENT[card]
    if is_open:
        free = PLACES - s.minions[seat]
        if KIND[card] == MINION and KEYWORDS_OF[card] & CHARGE:
            n += STRENGTH[card]
        elif PACK[card] and KEYWORDS_OF[PACK[card]] & CHARGE:
            n += min(s.minions[1 - seat], free) * STRENGTH[PACK[card]]
        elif PURPOSE[card] == SPUR and attacker >= 0:
            n += EFFECTS[card, RECORD[card], 4] if aims(s, seat, card) >> attacker & 1 else 0
        elif KIND[card] == WEAPON and s.used[seat * 8 + HERO] == 0 and not s.marks[seat * 8 + HERO] & FROZEN:
            n += max(0, STRENGTH[card] - s.attack[seat * 8 + HERO])
    return cost, np.int64(n)


def _burn(s: Any, seat: Any, i: Any, attacker: Any) -> Any:
    """The move that takes what was offered."""
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
