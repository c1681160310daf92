"""The interpreter: executes the records of cards, and resolves deaths."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import EFFECTS, KIND, LISTENS
from playout.games.hearthstone.cards.vocabulary import (
    ADD_CARD,
    ARMOR,
    BREAK_WEAPON,
    BUFF,
    BUFF_FOR_EACH,
    BUFF_WEAPON,
    CRYSTALS,
    DAMAGE,
    DAMAGE_IF,
    DISCARD,
    DRAW,
    EQUIP,
    FIRST_RANDOM,
    MANA,
    ON_DEATH,
    RETURN,
    SECRET,
    SILENCED,
    SPELL,
    SUMMON,
    SUMMON_FOR_EACH,
    SUMMON_FOR_OPPONENT,
    SUMMON_MISSING,
    SUMMON_ONE_OF,
    TARGET,
    TWO_RANDOM_ENEMY_MINIONS,
)
from playout.games.hearthstone.rules.board import listen, name_of, whose_name
from playout.games.hearthstone.rules.changes import damage, displace, equip, summon, take_away, touch, unequip
from playout.games.hearthstone.rules.choosing import AURA_BIT, holds, is_dying, select, spell_damage, spread_auras
from playout.games.hearthstone.rules.layout import HAND, HERO, MADE, MOST_ATTACK, MOST_MANA, PLACES
from playout.games.hearthstone.rules.pending import (
    DEATH,
    DRAW_CARDS,
    EFFECT,
    SETTLE,
    TRIGGER,
    a_of,
    append,
    b_of,
    c_of,
    kind_of,
    part_of,
    seat_of,
)
from playout.games.hearthstone.rules.piles import drop_from_hand, make_card, note_seen
from playout.games.hearthstone.rules.reports import ACTS, DIED, DISCARDED, GIVEN, SUMMONED, TOUCHED
from playout.rules import report


def choices(s: Any, word: Any) -> Any:
    """The candidates of the random draw of a piece of work, as bits: characters, or cards from the record's a on."""
    card, i, seat = a_of(word), part_of(word), seat_of(word)
    selector, operation = EFFECTS[card, i, 2], EFFECTS[card, i, 3]
    if selector >= FIRST_RANDOM:
        source = whose_name(s, b_of(word)) if kind_of(word) != DEATH else -1
        bits = select(s, selector, seat, source, -1)
        if selector == TWO_RANDOM_ENEMY_MINIONS and c_of(word) > 0:
            bits &= ~(1 << whose_name(s, c_of(word)))
        return bits
    bits = (np.int64(1) << EFFECTS[card, i, 5]) - 1
    if operation == SUMMON_MISSING:
        return missing(s, seat, card, i)
    return bits


def missing(s: Any, seat: Any, card: Any, i: Any) -> Any:
    """The cards of a record that its owner does not have in play, as bits."""
    first = EFFECTS[card, i, 4]
    bits = (np.int64(1) << EFFECTS[card, i, 5]) - 1
    for t in range(seat * 8, seat * 8 + s.minions[seat]):
        k = s.card[t] - first
        if 0 <= k < EFFECTS[card, i, 5]:
            bits &= ~(1 << k)
    return bits


def carry_out(s: Any, word: Any, outcome: Any) -> None:
    """Execute a record of a card. outcome: what chance drew, or -1."""
    kind, card, i, seat = kind_of(word), a_of(word), part_of(word), seat_of(word)
    selector, operation = EFFECTS[card, i, 2], EFFECTS[card, i, 3]
    source = whose_name(s, b_of(word)) if kind != DEATH else -1
    if kind == TRIGGER and source < 0:
        return
    target = whose_name(s, c_of(word)) if kind == EFFECT or selector == TARGET else -1
    has_condition = holds(s, EFFECTS[card, i, 1], seat, source, target, -1)
    if not has_condition and operation != DAMAGE_IF and kind != TRIGGER and KIND[card] != SECRET:
        return
    report(ACTS, seat, card, kind, source)
    if operation >= SUMMON:
        place = s.minions[seat] + 0 if source < 0 or source >> 3 != seat else (source & 7) + 1
        if kind == DEATH:
            place = min(b_of(word) & 15, s.minions[seat])
        serve(s, word, place if place <= PLACES else PLACES, source, outcome)
    elif selector >= FIRST_RANDOM:
        _at_random(s, word, outcome)
    else:
        amount = EFFECTS[card, i, 5] if operation == DAMAGE_IF and has_condition else EFFECTS[card, i, 4]
        apply_to(s, word, select(s, selector, seat, source, target), amount)
    if kind == TRIGGER and selector != TARGET and selector < FIRST_RANDOM and c_of(word) > 1:
        append(s, TRIGGER, seat, i, card, b_of(word), c_of(word) - 1)


def apply_to(s: Any, word: Any, bits: Any, amount: Any) -> None:
    """One operation on several characters; triggers come after all of them."""
    card, i, seat = a_of(word), part_of(word), seat_of(word)
    operation = EFFECTS[card, i, 3]
    if operation <= DAMAGE_IF:
        if (KIND[card] == SPELL or KIND[card] == SECRET) and EFFECTS[card, i, 2] < FIRST_RANDOM:
            amount += spell_damage(s, seat)
        for t in range(16):
            if bits >> t & 1:
                damage(s, t, amount)
    elif operation < RETURN:
        for t in range(16):
            if bits >> t & 1:
                touch(s, operation, amount, EFFECTS[card, i, 5], t)
    else:
        while bits:
            t = _first_played(s, bits)
            count = s.minions[t >> 3] + 0
            displace(s, operation, amount, seat, t)
            bits &= ~(np.int64(1) << t)
            if s.minions[t >> 3] < count:
                # The minions to its right have moved one place to the left.
                right = bits & ((np.int64(128) << (t & 8)) - (np.int64(1) << t))
                bits = bits & ~right | right >> 1


def _first_played(s: Any, bits: Any) -> Any:
    """Of these minions, the one that came into play first."""
    least, which = np.int64(256), np.int64(0)
    for t in range(16):
        if bits >> t & 1 and s.stamp[t] < least:
            least, which = np.int64(s.stamp[t]), np.int64(t)
    return which


def _at_random(s: Any, word: Any, outcome: Any) -> None:
    """Carry out an operation on the character that was drawn, and push the work again if there is more to draw."""
    kind, card, i, seat = kind_of(word), a_of(word), part_of(word), seat_of(word)
    bits = choices(s, word)
    if bits == 0:
        return
    if outcome >= 0:
        bits = np.int64(1) << outcome
    if EFFECTS[card, i, 2] == TWO_RANDOM_ENEMY_MINIONS:
        if outcome >= 0 and c_of(word) == 0:
            append(s, kind, seat, i, card, b_of(word), name_of(s, outcome))
            return
        if c_of(word) > 0:
            bits |= np.int64(1) << whose_name(s, c_of(word))
        apply_to(s, word, bits, EFFECTS[card, i, 4] + (spell_damage(s, seat) if KIND[card] == SPELL else 0))
        return
    times = c_of(word)
    if times == 0:
        times = max(1, EFFECTS[card, i, 5] if EFFECTS[card, i, 3] == DAMAGE else 1)
        if KIND[card] == SPELL and times > 1:
            times += spell_damage(s, seat)
    apply_to(s, word, bits, EFFECTS[card, i, 4])
    if times > 1:
        append(s, kind, seat, i, card, b_of(word), times - 1)


def serve(s: Any, word: Any, place: Any, source: Any, outcome: Any) -> None:
    """The operations that summon, and those on a player."""
    card, i, seat = a_of(word), part_of(word), seat_of(word)
    operation, a, b = EFFECTS[card, i, 3], EFFECTS[card, i, 4], EFFECTS[card, i, 5]
    if operation == SUMMON:
        _summon_row(s, word, seat, place, a, b)
    elif operation == SUMMON_FOR_OPPONENT:
        _summon_row(s, word, 1 - seat, s.minions[1 - seat] + 0, a, b)
    elif operation == SUMMON_FOR_EACH:
        _summon_row(s, word, seat, place, a, s.minions[1 - seat] + 0)
    elif operation in (SUMMON_ONE_OF, SUMMON_MISSING):
        k, bits = outcome, choices(s, word)
        if k < 0:
            k = 0
            while bits >> k and not bits >> k & 1:
                k += 1
        if bits:
            _summon_row(s, word, seat, place, a + k, 1)
    elif operation == DRAW:
        append(s, DRAW_CARDS, seat, 0, a, 0, 0)
    elif operation == DISCARD:
        _discard(s, seat, outcome)
        if max(c_of(word), 1) < a:
            append(s, kind_of(word), seat, i, card, b_of(word), max(c_of(word), 1) + 1)
    elif operation == BUFF_FOR_EACH:
        if source >= 0:
            others = s.minions[seat] - 1
            report(TOUCHED + BUFF, source, s.card[source], a * others, b * others)
            s.attack[source] = min(s.attack[source] + a * others, MOST_ATTACK)
            s.health[source] += b * others
            s.most[source] += b * others
    else:
        _serve_player(s, operation, a, b, seat)


def _serve_player(s: Any, operation: Any, a: Any, b: Any, seat: Any) -> None:
    if operation == MANA:
        more = min(a, MOST_MANA - s.mana[seat])
        s.mana[seat] += more
        report(TOUCHED + MANA, seat, 0, more, 0)
    elif operation == CRYSTALS:
        more = min(a, MOST_MANA - s.crystals[seat])
        s.crystals[seat] += more
        report(TOUCHED + CRYSTALS, seat, 0, more, b)
        if b == 0:
            s.mana[seat] = min(s.mana[seat] + more, MOST_MANA)
    elif operation == ARMOR:
        s.armor[seat] = min(s.armor[seat] + a, 255)
        report(TOUCHED + ARMOR, seat, 0, a, 0)
    elif operation == EQUIP:
        equip(s, seat, a)
    elif operation == BUFF_WEAPON:
        if s.weapon[seat]:
            report(TOUCHED + BUFF_WEAPON, seat, s.weapon[seat], a, b)
            s.attack[seat * 8 + HERO] += a
            s.durability[seat] = min(s.durability[seat] + b, 255)
    elif operation == BREAK_WEAPON:
        unequip(s, 1 - seat)
    elif operation == ADD_CARD:
        for _ in range(b):
            report(GIVEN, seat, a, make_card(s, seat, a, 0), 0)


def _summon_row(s: Any, word: Any, seat: Any, place: Any, card: Any, count: Any) -> None:
    """Summon several minions from a place on. At the place of a dead minion, its right neighbours stay to the right."""
    come = 0
    for _ in range(count):
        if s.minions[seat] == PLACES:
            break
        report(SUMMONED, summon(s, seat, min(place + come, s.minions[seat]), card), card, 0, 0)
        come += 1
    if kind_of(word) == DEATH and come > 0:
        for k in range(s.waiting):
            other = s.work[k]
            if kind_of(other) == DEATH and seat_of(other) == seat and b_of(other) >> 4 > b_of(word) >> 4:
                s.work[k] = other + (come << 16)


def _discard(s: Any, seat: Any, outcome: Any) -> None:
    """Discard the card that was drawn; with outcome -1, the first card of the hand."""
    if s.cards[seat] == 0:
        return
    i = seat * HAND
    while outcome >= 0 and s.hand[i] != outcome:
        i += 1
    if not s.notes[i] & MADE:
        note_seen(s, seat, np.int64(s.hand[i]))
    report(DISCARDED, seat, s.hand[i], 0, 0)
    drop_from_hand(s, seat, i)


def settle(s: Any) -> None:
    """Remove all dying characters together; then their deathrattles in order of play, then deaths again."""
    dead = np.int64(0)
    for seat in range(2):
        for t in range(seat * 8, seat * 8 + s.minions[seat]):
            if is_dying(s, t):
                dead |= 1 << t
    if dead == 0:
        return
    heard = False
    last = np.int64(0)
    while True:
        least, which = np.int64(256), np.int64(-1)
        for t in range(16):
            if dead >> t & 1 and LISTENS[s.card[t]] and last < s.stamp[t] < least:
                least, which = np.int64(s.stamp[t]), np.int64(t)
        if which < 0:
            break
        last = least
        heard = True
        card = np.int64(s.card[which])
        if LISTENS[card] >> ON_DEATH & 1 and not s.marks[which] & SILENCED:
            _append_deathrattles(s, card, which, dead)
    for t in range(15, -1, -1):
        if dead >> t & 1:
            report(DIED, t, s.card[t], 0, 0)
            take_away(s, t)
    if heard:
        listen(s)
        append(s, SETTLE, 0, 0, 0, 0, 0)


def _append_deathrattles(s: Any, card: Any, t: Any, dead: Any) -> None:
    place = t & 7
    for k in range(t & 8, t):
        place -= dead >> k & 1
    for i in range(3):
        if EFFECTS[card, i, 0] == ON_DEATH:
            append(s, DEATH, t >> 3, i, card, place | (t & 7) << 4, 0)


def refresh(s: Any, before: Any) -> None:
    """Recompute auras, if there are or were any."""
    if (s.listening | before) & AURA_BIT:
        spread_auras(s)
