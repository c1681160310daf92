"""The rules of thumb of the report from which the deck comes, in its order. Docstrings name the choices that the report
leaves open.

No card is put back before the match. In a turn: if the opponent's attack on the board exceeds the own hero's health and
armor, play cards that protect; play cards, the most expensive first; attack threatening minions, each with the cheapest
minion; attack the hero with all others; use the hero power; end the turn. The rules do not look for a kill of the enemy
hero. docs/games/hearthstone.md compares these rules with Playout's own.
"""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.vocabulary import SHIELD
from playout.games.hearthstone.rules.board import strength
from playout.games.hearthstone.rules.codes import ATTACK_MOVE, END, PUT_BACK
from playout.games.hearthstone.rules.layout import HERO
from playout.games.hearthstone.rules.moves import attackable, can_attack
from playout.games.hearthstone.strategy.kill import NO_MOVE
from playout.games.hearthstone.strategy.suggest import attack_of, play_most_expensive, threatens, use_power
from playout.games.hearthstone.strategy.worth import stamina, value


def document_move(s: Any) -> Any:
    """The next move by the report's rules. The report leaves the targets of cards open; they are Playout's choice."""
    if s.waiting > 0:
        return np.int64(PUT_BACK)
    seat = np.int64(s.active)
    in_danger = attack_of(s, 1 - seat) > stamina(s, seat)
    move = np.int64(NO_MOVE)
    if in_danger:
        move = play_most_expensive(s, seat, True)
    if move == NO_MOVE:
        move = play_most_expensive(s, seat, False)
    if move == NO_MOVE:
        move = attack_in_order(s, seat, np.int64(attackable(s, 1 - seat)))
    if move == NO_MOVE:
        move = use_power(s, seat, in_danger)
    return move if move != NO_MOVE else np.int64(END)


def attack_in_order(s: Any, seat: Any, open_to: Any) -> Any:
    """Attack threatening minions and taunts first, if the own minions can kill them together; then the hero.

    The hero attacks a minion only if a taunt is in play and no minion can attack.
    """
    far = 8 - seat * 8
    is_barred = not open_to >> HERO & 1
    for b in range(s.minions[1 - seat]):
        if open_to >> b & 1 and (is_barred or threatens(s, far + b)):
            a = cheapest(s, seat, far + b, is_barred)
            if a >= 0:
                return ATTACK_MOVE | (a - seat * 8) << 3 | b
    if is_barred:
        return np.int64(NO_MOVE)
    for k in range(s.minions[seat] + 1):
        a = seat * 8 + (k if k < s.minions[seat] else HERO)
        if can_attack(s, a):
            return ATTACK_MOVE | (a - seat * 8) << 3 | HERO
    return np.int64(NO_MOVE)


def cheapest(s: Any, seat: Any, t: Any, is_barred: Any) -> Any:
    """The cheapest attacker that kills minion t, else the cheapest one if all together kill it; -1 if there is none.

    is_barred: t has to be attacked in any case, by the hero if no minion can.
    """
    best, least = np.int64(-1), np.int64(1 << 30)
    together = np.int64(0)
    for a in range(seat * 8, seat * 8 + s.minions[seat]):
        if can_attack(s, a):
            together += strength(s, a)
            kills = strength(s, a) >= s.health[t] and not s.marks[t] & SHIELD
            price = value(s, a) + (0 if kills else 10_000)
            if price < least:
                best, least = np.int64(a), price
    if is_barred:
        hero = seat * 8 + HERO
        return hero if best < 0 and can_attack(s, hero) else best
    return best if together >= s.health[t] else np.int64(-1)
