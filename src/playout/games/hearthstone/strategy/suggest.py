"""The rules of thumb of the rule-based player.

In this order: kill the enemy hero if the damage suffices; if the opponent's attack would kill the own hero, play cards
that protect; play cards, the most expensive first; kill threatening minions with the cheapest attacker; attack the hero
with all others; use the hero power; end the turn. Every suggestion uses up a card, an attack or the power, so the turn
ends.
"""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import COST, POWER_CARDS
from playout.games.hearthstone.cards.vocabulary import IMMUNE, SHIELD, WINDFURY
from playout.games.hearthstone.rules.board import strength
from playout.games.hearthstone.rules.codes import ATTACK_MOVE, END, POWER_MOVE, PUT_BACK
from playout.games.hearthstone.rules.layout import HAND, HERO
from playout.games.hearthstone.rules.moves import attackable, can_attack
from playout.games.hearthstone.strategy.kill import NO_MOVE, kill, move_of
from playout.games.hearthstone.strategy.purpose import PROTECTS
from playout.games.hearthstone.strategy.worth import stamina, target_for, value

DEAR = 4
"""Cards that cost at least this much are put back in the mulligan."""
HIGH_ATTACK, HIGH_HEALTH = 4, 5
"""A minion with at least this attack or this health is threatening."""


def suggest(s: Any, rng: Any) -> Any:
    """The next move by the rules of thumb."""
    if s.waiting > 0:
        return put_back_expensive(s, np.int64(s.turn))
    seat = np.int64(s.active)
    open_to = np.int64(attackable(s, 1 - seat))
    move, _ = kill(s, seat, open_to, False)
    if move == NO_MOVE:
        in_danger = is_in_danger(s, seat)
        if in_danger:
            move = play_most_expensive(s, seat, True)
        if move == NO_MOVE:
            move = play_most_expensive(s, seat, False)
        if move == NO_MOVE:
            move = attack_best(s, seat, open_to, in_danger)
        if move == NO_MOVE:
            move = use_power(s, seat, in_danger)
    return move if move != NO_MOVE else np.int64(END)


def put_back_expensive(s: Any, seat: Any) -> Any:
    bits = np.int64(0)
    for k in range(s.cards[seat]):
        if COST[s.hand[seat * HAND + k]] >= DEAR:
            bits |= 1 << k
    return PUT_BACK + bits


def is_in_danger(s: Any, seat: Any) -> Any:
    """Whether the opponent's attack on the board is enough to kill the hero."""
    return attack_of(s, 1 - seat) >= stamina(s, seat)


def attack_of(s: Any, seat: Any) -> Any:
    """The damage that a seat's minions and hero could deal in a turn."""
    total = np.int64(0)
    for t in range(seat * 8, seat * 8 + s.minions[seat]):
        total += strength(s, t) * (2 if s.marks[t] & WINDFURY else 1)
    return total + strength(s, seat * 8 + HERO)


# Cards.


def play_most_expensive(s: Any, seat: Any, in_danger: Any) -> Any:
    """The most expensive affordable card that is worth playing; in danger, only among cards that protect."""
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


def use_power(s: Any, seat: Any, in_danger: Any) -> Any:
    card = POWER_CARDS[s.hero[seat]]
    if s.power_used[seat] or s.mana[seat] < COST[card]:
        return np.int64(NO_MOVE)
    target = target_for(s, seat, card, in_danger)
    return POWER_MOVE + target if target >= 0 else np.int64(NO_MOVE)


# Attacks.


def attack_best(s: Any, seat: Any, open_to: Any, in_danger: Any) -> Any:
    """Kill a threatening minion or a taunt at the least cost; else attack the hero."""
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
        threat = threatens(s, t) or (in_danger and strength(s, t) > 0)
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


def threatens(s: Any, t: Any) -> Any:
    """Whether a minion should be killed: its attack or its full health is high."""
    return strength(s, t) >= HIGH_ATTACK or s.most[t] >= HIGH_HEALTH


def balance(s: Any, a: Any, t: Any) -> Any:
    """The gain of an attack on a minion: the value that the enemy loses minus the value that the attacker loses."""
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
