"""The characters that a record selects, whether its condition holds, and which cards react to an event."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import EFFECTS, LISTENS, SPELL_DAMAGE, TRIBE
from playout.games.hearthstone.cards.vocabulary import (
    ALL_MINIONS,
    ALWAYS,
    ATTACKER_MINION,
    AURA,
    BEAST,
    BUFF,
    CHARGE,
    CRYSTALS_BELOW,
    CRYSTALS_FULL,
    DESTROYED,
    ENEMIES,
    ENEMY_HERO,
    ENEMY_MINIONS,
    EVERYBODY,
    EVERYBODY_ELSE,
    FIRST_RANDOM,
    FROZEN,
    GIVE,
    HAVE_BEAST,
    HERO_ATTACKED,
    IS_MINION,
    IS_OTHER_BEAST,
    IS_OWN,
    IS_OWN_HERO,
    IS_OWN_MINION,
    IS_SELF,
    MURLOC,
    NEIGHBOURS,
    OTHER_ENEMIES,
    OTHER_MINIONS,
    OTHER_MURLOCS,
    OTHER_OWN_BEASTS,
    OTHER_OWN_MINIONS,
    OTHER_OWN_MURLOCS,
    OWN_CHARGERS,
    OWN_HERO,
    OWN_MINIONS,
    OWN_SIDE,
    OWN_TOTEMS,
    RANDOM_ENEMY,
    RANDOM_ENEMY_MINION,
    RANDOM_OTHER,
    RANDOM_OTHER_OWN_MINION,
    RANDOM_OWN_MINION,
    SELECTORS,
    SELF,
    SILENCED,
    SPURRED,
    TARGET,
    TARGET_ALIVE,
    TARGET_DYING,
    TARGET_FROZEN,
    TARGET_NEIGHBOURS,
    TOTEM,
    TWO_RANDOM_ENEMY_MINIONS,
)
from playout.games.hearthstone.rules.board import beside, name_of, row
from playout.games.hearthstone.rules.layout import HERO, MOST_MANA, MOST_WORK
from playout.games.hearthstone.rules.pending import TRIGGER, append

AURA_BIT = 1 << AURA

DRAWN_FROM: Any = np.arange(len(SELECTORS))
"""For each random selector, the selector of its candidates; for any other selector, itself."""
DRAWN_FROM[RANDOM_ENEMY] = ENEMIES
DRAWN_FROM[RANDOM_ENEMY_MINION] = DRAWN_FROM[TWO_RANDOM_ENEMY_MINIONS] = ENEMY_MINIONS
DRAWN_FROM[RANDOM_OWN_MINION] = OWN_MINIONS
DRAWN_FROM[RANDOM_OTHER_OWN_MINION] = OTHER_OWN_MINIONS
DRAWN_FROM[RANDOM_OTHER] = EVERYBODY_ELSE


def is_dying(s: Any, t: Any) -> Any:
    """Whether a character will be removed by the next death phase."""
    return s.health[t] <= 0 or s.marks[t] & DESTROYED != 0


def _only(s: Any, bits: Any, tribe: Any) -> Any:
    """The characters among `bits` that belong to a tribe."""
    kept = np.int64(0)
    for t in range(16):
        if bits >> t & 1 and TRIBE[s.card[t]] == tribe:
            kept |= 1 << t
    return kept


def _living(s: Any, bits: Any) -> Any:
    """The characters among `bits` that are not dying."""
    for t in range(16):
        if bits >> t & 1 and is_dying(s, t):
            bits &= ~(1 << t)
    return bits


def select(s: Any, selector: Any, seat: Any, source: Any, target: Any) -> Any:
    """The characters that a record of a card of `seat` selects, as bits; for random selectors, the candidates."""
    found = _select(s, DRAWN_FROM[selector], seat, source, target)
    return _living(s, found) if selector >= FIRST_RANDOM else found


def _select(s: Any, selector: Any, seat: Any, source: Any, target: Any) -> Any:
    """The characters of a selector that is not random."""
    itself = np.int64(1) << source if source >= 0 else np.int64(0)
    if selector == TARGET:
        return np.int64(1) << target if target >= 0 else np.int64(0)
    if selector == SELF:
        return itself
    other = 1 - seat
    own_hero, enemy_hero = np.int64(128) << 8 * seat, np.int64(128) << 8 * other
    own, enemy = np.int64(row(s, seat)), np.int64(row(s, other))
    if selector == OWN_HERO:
        return own_hero
    if selector == ENEMY_HERO:
        return enemy_hero
    if selector == ENEMIES:
        return enemy | enemy_hero
    if selector == ENEMY_MINIONS:
        return enemy
    if selector == OWN_MINIONS:
        return own
    if selector == OTHER_OWN_MINIONS:
        return own & ~itself
    if selector == ALL_MINIONS:
        return own | enemy
    if selector == OWN_SIDE:
        return own | own_hero
    return _select_more(s, selector, itself, source, target, own, enemy, own_hero, enemy_hero)


def _select_more(
    s: Any, selector: Any, itself: Any, source: Any, target: Any, own: Any, enemy: Any, own_hero: Any, enemy_hero: Any
) -> Any:
    """The characters of the rarer selectors."""
    every = own | enemy
    if selector == OTHER_MINIONS:
        return every & ~itself
    if selector == OTHER_ENEMIES:
        return (enemy | enemy_hero) & ~(np.int64(1) << target if target >= 0 else np.int64(0))
    if selector == EVERYBODY:
        return every | own_hero | enemy_hero
    if selector == EVERYBODY_ELSE:
        return (every | own_hero | enemy_hero) & ~itself
    if selector == NEIGHBOURS:
        return np.int64(beside(s, source)) if source >= 0 else np.int64(0)
    if selector == TARGET_NEIGHBOURS:
        return np.int64(beside(s, target)) if target >= 0 else np.int64(0)
    if selector == OTHER_OWN_BEASTS:
        return _only(s, own & ~itself, BEAST)
    if selector == OTHER_OWN_MURLOCS:
        return _only(s, own & ~itself, MURLOC)
    if selector == OTHER_MURLOCS:
        return _only(s, every & ~itself, MURLOC)
    if selector == OWN_TOTEMS:
        return _only(s, own, TOTEM)
    if selector == OWN_CHARGERS:
        kept = np.int64(0)
        for t in range(16):
            if own >> t & 1 and s.marks[t] & (CHARGE | SPURRED):
                kept |= 1 << t
        return kept
    return np.int64(0)


def holds(s: Any, condition: Any, seat: Any, source: Any, subject: Any, other: Any) -> Any:
    """Whether a condition holds for a card of `seat`.

    source: the minion itself. subject: the target, the character that the event happened to, or the attacker. other:
    the defender. Each is -1 if there is none.
    """
    if condition == ALWAYS:
        return True
    if condition == IS_SELF:
        return subject == source
    if condition == HERO_ATTACKED:
        return other == seat * 8 + HERO
    is_minion = subject >= 0 and subject & 7 != HERO
    if condition == ATTACKER_MINION:
        return is_minion and not is_dying(s, subject)
    if condition == HAVE_BEAST:
        return _only(s, np.int64(row(s, seat)), BEAST) != 0
    if condition == IS_MINION:
        return is_minion
    is_own = subject >= 0 and subject >> 3 == seat
    if condition == IS_OWN:
        return is_own
    if condition == IS_OWN_MINION:
        return is_minion and is_own
    if condition == IS_OTHER_BEAST:
        return is_minion and is_own and subject != source and TRIBE[s.card[subject]] == BEAST
    if condition == IS_OWN_HERO:
        return is_own and not is_minion
    if condition == CRYSTALS_FULL:
        return s.crystals[seat] == MOST_MANA
    if condition == CRYSTALS_BELOW:
        return s.crystals[seat] < MOST_MANA
    return subject >= 0 and _target_is(s, condition, subject)


def _target_is(s: Any, condition: Any, t: Any) -> Any:
    if condition == TARGET_DYING:
        return is_dying(s, t)
    if condition == TARGET_ALIVE:
        return not is_dying(s, t)
    return condition == TARGET_FROZEN and s.marks[t] & FROZEN != 0


def announce(s: Any, event: Any, t: Any) -> None:
    """An event happened to character t: append the triggers that react to it, in order of play, weapons last."""
    if not s.listening >> event & 1:
        return
    last = np.int64(0)
    while True:
        least, which = np.int64(256), np.int64(-1)
        for seat in range(2):
            for m in range(seat * 8, seat * 8 + s.minions[seat]):
                if last < s.stamp[m] < least and LISTENS[s.card[m]] >> event & 1 and not s.marks[m] & SILENCED:
                    least, which = np.int64(s.stamp[m]), np.int64(m)
        if which < 0:
            break
        last = least
        wake(s, event, np.int64(s.card[which]), which >> 3, which, t)
    for seat in range(2):
        if LISTENS[s.weapon[seat]] >> event & 1:
            wake(s, event, np.int64(s.weapon[seat]), np.int64(seat), np.int64(seat * 8 + HERO), t)


def wake(s: Any, event: Any, card: Any, seat: Any, source: Any, t: Any) -> None:
    """Append the records of a card in play that react to an event on t; a silenced minion has none."""
    if s.marks[source] & SILENCED:
        return
    for i in range(3):
        if EFFECTS[card, i, 0] == event and holds(s, EFFECTS[card, i, 1], seat, source, t, -1):
            if EFFECTS[card, i, 2] == TARGET:
                append(s, TRIGGER, seat, i, card, name_of(s, source), name_of(s, t))
            else:
                _once_more(s, TRIGGER | seat << 4 | i << 5 | card << 8 | name_of(s, source) << 16)


def _once_more(s: Any, word: Any) -> None:
    """Append a trigger without a target, or increase its count if it is pending already."""
    for k in range(s.waiting):
        if s.work[k] & 0xFFFFFF == word and s.work[k] >> 24 < 255:
            s.work[k] += 1 << 24
            return
    if s.waiting < MOST_WORK:
        s.work[s.waiting] = word | 1 << 24
        s.waiting += 1


def spell_damage(s: Any, seat: Any) -> Any:
    """The spell damage of a seat's minions."""
    more = np.int64(0)
    for t in range(seat * 8, seat * 8 + s.minions[seat]):
        if not s.marks[t] & SILENCED:
            more += SPELL_DAMAGE[s.card[t]]
    return more


def spread_auras(s: Any) -> None:
    """Recompute the bonuses that minions in play give to others."""
    for seat in range(2):
        for t in range(seat * 8, seat * 8 + s.minions[seat]):
            attack, health, spurred = np.int64(0), np.int64(0), np.int64(0)
            for source in range(16):
                card = np.int64(s.card[source])
                if source & 7 == HERO or not LISTENS[card] & AURA_BIT or s.marks[source] & SILENCED:
                    continue
                for i in range(3):
                    if EFFECTS[card, i, 0] == AURA and select(s, EFFECTS[card, i, 2], source >> 3, source, -1) >> t & 1:
                        if EFFECTS[card, i, 3] == BUFF:
                            attack += EFFECTS[card, i, 4]
                            health += EFFECTS[card, i, 5]
                        elif EFFECTS[card, i, 3] == GIVE:
                            spurred = np.int64(SPURRED)
            _set_aura(s, t, attack, health, spurred)


def _set_aura(s: Any, t: Any, attack: Any, health: Any, spurred: Any) -> None:
    """Set a minion's bonus; if it shrinks, health above the new maximum is lost, without damage."""
    s.attack_aura[t] = attack
    s.marks[t] = s.marks[t] & ~SPURRED | spurred
    more = health - s.health_aura[t]
    if more != 0:
        s.health_aura[t] = health
        s.most[t] += more
        if more > 0:
            s.health[t] += more
        elif s.health[t] > s.most[t]:
            s.health[t] = s.most[t]
