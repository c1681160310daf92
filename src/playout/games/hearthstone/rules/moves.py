"""The legal moves of a seat. If the place of a minion cannot matter, only the right end is a move."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import (
    AIM,
    COST,
    FILTER,
    FILTER_NUMBER,
    HAS_NEIGHBOURS,
    KIND,
    NEEDS_OF,
    POWER_CARDS,
    TRIBE,
)
from playout.games.hearthstone.cards.vocabulary import (
    AT_ENEMY_HERO,
    AT_ENEMY_MINIONS,
    AT_OWN_HERO,
    AT_OWN_MINIONS,
    ATTACK_AT_LEAST,
    ATTACK_AT_MOST,
    BEAST,
    CHARGE,
    DEMON,
    ELUSIVE,
    FROZEN,
    IMMUNE,
    IS_BEAST,
    IS_DAMAGED,
    IS_DEMON,
    IS_UNDAMAGED,
    MINION,
    NEED_ENEMY_MINION,
    NEED_MISSING,
    NEED_OWN_MINION,
    NEED_PLACE,
    NEED_TWO,
    NEED_WEAPON,
    SECRET,
    SICK,
    SPURRED,
    STEALTH,
    STILL,
    TAUNT,
    WINDFURY,
)
from playout.games.hearthstone.rules.board import row, strength
from playout.games.hearthstone.rules.codes import ATTACK_MOVE, END, PLAY_MOVE, POWER_MOVE, PUT_BACK
from playout.games.hearthstone.rules.effects import missing
from playout.games.hearthstone.rules.layout import HAND, HERO, NO_TARGET, PLACES, SECRETS

MAX_MOVES = 1 + HAND * PLACES * 16 + 8 * 8 + 16
"""The end of the turn; each card at each place on each target; each attack; the power on each target."""


def aims(s: Any, seat: Any, card: Any) -> Any:
    """The characters that a card may target, as bits."""
    aim = AIM[card]
    base, far = seat * 8, 8 - seat * 8
    hidden = STEALTH | IMMUNE
    bits = np.int64(0)
    if aim & AT_OWN_MINIONS:
        bits |= row(s, seat)
    if aim & AT_ENEMY_MINIONS:
        for t in range(far, far + s.minions[1 - seat]):
            if not s.marks[t] & hidden:
                bits |= 1 << t
    if aim & AT_OWN_HERO:
        bits |= 1 << base + HERO
    if aim & AT_ENEMY_HERO and not s.marks[far + HERO] & hidden:
        bits |= 1 << far + HERO
    if KIND[card] != MINION or FILTER[card]:
        bits = _sift(s, card, bits)
    return bits


def _sift(s: Any, card: Any, bits: Any) -> Any:
    """The characters that pass the card's filter, without those that spells and powers cannot target."""
    for t in range(16):
        if bits >> t & 1:
            elusive = KIND[card] != MINION and s.marks[t] & ELUSIVE
            if elusive or (FILTER[card] and not _passes(s, FILTER[card], FILTER_NUMBER[card], t)):
                bits &= ~(1 << t)
    return bits


def _passes(s: Any, sieve: Any, number: Any, t: Any) -> Any:
    if sieve == IS_DAMAGED:
        return s.health[t] < s.most[t]
    if sieve == IS_UNDAMAGED:
        return s.health[t] == s.most[t]
    if sieve == ATTACK_AT_MOST:
        return strength(s, t) <= number
    if sieve == ATTACK_AT_LEAST:
        return strength(s, t) >= number
    if sieve == IS_BEAST:
        return TRIBE[s.card[t]] == BEAST
    return sieve == IS_DEMON and TRIBE[s.card[t]] == DEMON


def needs_met(s: Any, seat: Any, card: Any) -> Any:
    """Whether a card's conditions hold, apart from mana and a target."""
    needs = NEEDS_OF[card]
    if KIND[card] == MINION or needs & NEED_PLACE:
        if s.minions[seat] == PLACES:
            return False
    elif KIND[card] == SECRET:
        n = s.secrets[seat]
        for k in range(seat * SECRETS, seat * SECRETS + n):
            if s.secret[k] == card:
                return False
        return n < SECRETS
    return needs == 0 or _other_needs_met(s, seat, card, needs)


def _other_needs_met(s: Any, seat: Any, card: Any, needs: Any) -> Any:
    enemies = s.minions[1 - seat]
    if (needs & NEED_ENEMY_MINION and enemies == 0) or (needs & NEED_TWO and enemies < 2):
        return False
    if (needs & NEED_OWN_MINION and s.minions[seat] == 0) or (needs & NEED_WEAPON and s.weapon[seat] == 0):
        return False
    return not needs & NEED_MISSING or missing(s, seat, card, 0) != 0


def place_matters(s: Any, seat: Any, card: Any) -> Any:
    """Whether the place of a new minion matters: it or a minion of its row affects neighbours."""
    matters = HAS_NEIGHBOURS[card]
    for t in range(seat * 8, seat * 8 + s.minions[seat]):
        matters |= HAS_NEIGHBOURS[s.card[t]]
    return matters


def list_turn(s: Any, out: Any) -> Any:
    """The legal moves of the seat whose turn it is."""
    seat = np.int64(s.active)
    out[0] = END
    n = list_cards(s, seat, out, np.int64(1))
    card = POWER_CARDS[s.hero[seat]]
    if not s.power_used[seat] and s.mana[seat] >= COST[card] and needs_met(s, seat, card):
        if AIM[card] == 0:
            out[n] = POWER_MOVE | NO_TARGET
            n += 1
        else:
            bits = aims(s, seat, card)
            for t in range(16):
                if bits >> t & 1:
                    out[n] = POWER_MOVE | t
                    n += 1
    return list_attacks(s, seat, out, n)


def list_cards(s: Any, seat: Any, out: Any, n: Any) -> Any:
    """The moves that play a card; equal cards are listed once."""
    mana = s.mana[seat]
    begin = seat * HAND
    card, variant, extra = np.int64(-1), np.int64(0), np.int64(0)
    for i in range(begin, begin + s.cards[seat]):
        if s.hand[i] == card:
            if s.extra[i] == extra:
                continue
            variant += 1
        else:
            variant = np.int64(0)
        card, extra = np.int64(s.hand[i]), np.int64(s.extra[i])
        if COST[card] + extra <= mana and variant < 2 and needs_met(s, seat, card):
            n = list_card(s, seat, card, variant, out, n)
    return n


def list_card(s: Any, seat: Any, card: Any, variant: Any, out: Any, n: Any) -> Any:
    """The moves that play a card: on each legal target, at each place that makes a difference."""
    bits = np.int64(1) << NO_TARGET
    if AIM[card]:
        aimed = aims(s, seat, card)
        if aimed == 0 and KIND[card] != MINION:
            return n
        if aimed:
            bits = aimed
    last = np.int64(s.minions[seat]) if KIND[card] == MINION else np.int64(0)
    first = last
    if last > 0 and place_matters(s, seat, card):
        first = np.int64(0)
    for place in range(first, last + 1):
        move = PLAY_MOVE | card << 9 | variant << 8 | place << 5
        if bits >> NO_TARGET:
            out[n] = move | NO_TARGET
            n += 1
        else:
            for t in range(16):
                if bits >> t & 1:
                    out[n] = move | t
                    n += 1
    return n


def attackable(s: Any, seat: Any) -> Any:
    """The places of a seat's row that the opponent may attack, as bits."""
    taunts, all_of_them = np.int64(0), np.int64(0)
    base = seat * 8
    for k in range(s.minions[seat]):
        marks = s.marks[base + k]
        if not marks & (STEALTH | IMMUNE):
            all_of_them |= 1 << k
            if marks & TAUNT:
                taunts |= 1 << k
    if taunts:
        return taunts
    if not s.marks[base + HERO] & IMMUNE:
        all_of_them |= 1 << HERO
    return all_of_them


def can_attack(s: Any, t: Any) -> Any:
    """Whether a character of the active seat may attack at all."""
    marks = s.marks[t]
    if marks & (FROZEN | STILL) or (marks & SICK and not marks & (CHARGE | SPURRED)):
        return False
    return s.used[t] < (2 if marks & WINDFURY else 1) and strength(s, t) > 0


def list_attacks(s: Any, seat: Any, out: Any, n: Any) -> Any:
    bits = np.int64(-1)
    base = seat * 8
    for k in range(s.minions[seat] + 1):
        a = k if k < s.minions[seat] else HERO
        if can_attack(s, base + a):
            if bits < 0:
                bits = attackable(s, 1 - seat)
            for b in range(8):
                if bits >> b & 1:
                    out[n] = ATTACK_MOVE | a << 3 | b
                    n += 1
    return n


def list_mulligan(s: Any, seat: Any, out: Any) -> Any:
    """The choices of cards to put back; of two equal cards the second is only put back together with the first."""
    n = 0
    base = seat * HAND
    count = s.cards[seat]
    for bits in range(1 << count):
        is_first = True
        for k in range(1, count):
            if s.hand[base + k] == s.hand[base + k - 1] and bits >> k & 1 and not bits >> (k - 1) & 1:
                is_first = False
        if is_first:
            out[n] = PUT_BACK + bits
            n += 1
    return n
