"""The purpose of cards, derived from their records: tables for the rules of thumb.

Nothing here knows a card by name: a card is judged by its operations when it is played, and by their targets. So a new
row of the table needs no change here.
"""

from functools import cache
from typing import Any

import numpy as np

from playout.games.hearthstone.cards import vocabulary
from playout.games.hearthstone.cards.tables import CARDS, EFFECTS, KEYWORDS_OF, KIND

# The purposes of a target.
(AIMLESS, HIT, REMOVE, SHRINK, WEAKEN, BOOST, SPUR, MEND) = range(8)
_PURPOSES = {
    HIT: (vocabulary.DAMAGE, vocabulary.DAMAGE_IF),
    REMOVE: (vocabulary.DESTROY, vocabulary.DOOM, vocabulary.RETURN, vocabulary.TRANSFORM, vocabulary.STEAL),
    SHRINK: (vocabulary.SET_HEALTH,),
    WEAKEN: (vocabulary.SILENCE, vocabulary.FREEZE, vocabulary.SET_ATTACK),
    BOOST: (vocabulary.BUFF, vocabulary.DOUBLE_ATTACK, vocabulary.DOUBLE_HEALTH, vocabulary.GIVE),
    SPUR: (vocabulary.BUFF_TURN,),
    MEND: (vocabulary.HEAL, vocabulary.HEAL_FULL),
}
_HARMS = (HIT, REMOVE, SHRINK, WEAKEN)

# The groups that a card without a target affects: none, many enemies, both rows, the own row.
(FOR_ALL, AGAINST_CROWD, AGAINST_BOTH, FOR_OWN) = range(4)
_CROWD = (
    vocabulary.ENEMY_MINIONS,
    vocabulary.ENEMIES,
    vocabulary.RANDOM_ENEMY_MINION,
    vocabulary.TWO_RANDOM_ENEMY_MINIONS,
)
_BOTH = (vocabulary.ALL_MINIONS, vocabulary.OTHER_MINIONS, vocabulary.EVERYBODY, vocabulary.EVERYBODY_ELSE)
_OWN = (
    vocabulary.OWN_MINIONS,
    vocabulary.OTHER_OWN_MINIONS,
    vocabulary.OWN_SIDE,
    vocabulary.OWN_TOTEMS,
    vocabulary.OTHER_OWN_BEASTS,
    vocabulary.OTHER_OWN_MURLOCS,
    vocabulary.OWN_CHARGERS,
)


def _purpose_of(operation: int) -> int:
    return next((purpose for purpose, operations in _PURPOSES.items() if operation in operations), AIMLESS)


@cache
def _records(card: int) -> tuple[tuple[int, list[int]], ...]:
    """The records of a card that run when it is played, each with its number."""
    found: list[list[int]] = EFFECTS[card].tolist()
    return tuple((i, record) for i, record in enumerate(found) if record[0] == vocabulary.ON_PLAY)


def _aim(card: int) -> tuple[int, int]:
    """The purpose of a card's target, and the number of the record that determines it."""
    for i, (_, _, selector, operation, _, _) in _records(card):
        if selector == vocabulary.TARGET and _purpose_of(operation):
            return _purpose_of(operation), i
    return AIMLESS, 0


def _company(card: int) -> int:
    """The group of characters that a card affects."""
    for _, (_, _, selector, operation, _, _) in _records(card):
        if operation == vocabulary.SUMMON_FOR_EACH or (selector in _CROWD and _purpose_of(operation) in _HARMS):
            return AGAINST_CROWD
        if selector in _BOTH and _purpose_of(operation) in _HARMS:
            return AGAINST_BOTH
        if selector in _OWN:
            return FOR_OWN
    return FOR_ALL


def _sum(card: int, operations: tuple[int, ...], *selectors: int) -> int:
    """The sum of the numbers of a card's records with one of these operations."""
    return sum(
        record[4]
        for _, record in _records(card)
        if record[3] in operations and (not selectors or record[2] in selectors)
    )


def _protects(card: int) -> bool:
    """Whether a card protects a hero: taunt, health or armor, a trap for attackers, or removal of a minion."""
    records = [record for _, record in _records(card)]
    return bool(
        KEYWORDS_OF[card] & vocabulary.TAUNT
        or (KIND[card] == vocabulary.SECRET and EFFECTS[card, 0, 0] == vocabulary.ATTACK)
        or _aim(card)[0] in (HIT, REMOVE, WEAKEN, MEND)
        or any(
            record[3] == vocabulary.ARMOR
            or (record[3] == vocabulary.HEAL and record[2] in (vocabulary.OWN_HERO, vocabulary.OWN_SIDE))
            for record in records
        )
        or any(record[3] == vocabulary.SUMMON and KEYWORDS_OF[record[4]] & vocabulary.TAUNT for record in records)
        or any(record[2] in _CROWD and _purpose_of(record[3]) in (HIT, REMOVE, WEAKEN) for record in records)
    )


def _is_plain(card: int) -> bool:
    """Whether a card only damages, and perhaps freezes, its target or the enemy hero."""
    return KIND[card] != vocabulary.MINION and all(
        selector in (vocabulary.TARGET, vocabulary.ENEMY_HERO)
        and (
            operation == vocabulary.DAMAGE_IF
            or (operation in (vocabulary.DAMAGE, vocabulary.FREEZE) and condition == vocabulary.ALWAYS)
        )
        for _, (_, condition, selector, operation, _, _) in _records(card)
    )


_cards = range(len(CARDS))
PURPOSE: Any = np.array([_aim(card)[0] for card in _cards])
RECORD: Any = np.array([_aim(card)[1] for card in _cards])
COMPANY: Any = np.array([_company(card) for card in _cards])
PROTECTS: Any = np.array([_protects(card) for card in _cards])
HURTS_OPPONENT: Any = np.array(
    [
        _sum(card, (vocabulary.DAMAGE,), vocabulary.ENEMY_HERO, vocabulary.ENEMIES, vocabulary.EVERYBODY)
        for card in _cards
    ]
)
"""Damage to the enemy hero without a target."""
PLAIN: Any = np.array([_is_plain(card) for card in _cards])
HURTS_OWNER: Any = np.array(
    [
        _sum(card, (vocabulary.DAMAGE,), vocabulary.OWN_HERO, vocabulary.OWN_SIDE, vocabulary.EVERYBODY)
        for card in _cards
    ]
)
DRAWS: Any = np.array([_sum(card, (vocabulary.DRAW,)) for card in _cards])
GIVES_MANA: Any = np.array([_sum(card, (vocabulary.MANA,)) for card in _cards])
EQUIPS: Any = np.array([any(record[3] == vocabulary.EQUIP for _, record in _records(card)) for card in _cards])
PACK: Any = np.array([_sum(card, (vocabulary.SUMMON_FOR_EACH,)) for card in _cards])
"""The minion that the card summons for each enemy minion; 0 for no minion."""
DISTURBS: Any = np.array(
    [
        any(
            event == vocabulary.ATTACK or (event == vocabulary.DAMAGED and condition != vocabulary.IS_SELF)
            for event, condition in EFFECTS[card, :, :2]
        )
        and KIND[card] != vocabulary.SECRET
        for card in _cards
    ]
)
"""Whether a card in play may react to an attack or to damage to a hero."""
