"""The purpose of cards, derived from their records: tables for the rules of thumb.

Nothing here knows a card by name: a card is judged by its operations when it is played, and by their targets. So a new
row of the table needs nothing here.
"""

from typing import Any

import numpy as np

from playout.games.hearthstone import words
from playout.games.hearthstone.cards import CARDS
from playout.games.hearthstone.tables import EFFECTS, KEYWORDS_OF, KIND

# What a card's target is for.
(AIMLESS, HIT, REMOVE, SHRINK, WEAKEN, BOOST, SPUR, MEND) = range(8)
_PURPOSES = {
    HIT: (words.DAMAGE, words.DAMAGE_IF),
    REMOVE: (words.DESTROY, words.DOOM, words.RETURN, words.TRANSFORM, words.STEAL),
    SHRINK: (words.SET_HEALTH,),
    WEAKEN: (words.SILENCE, words.FREEZE, words.SET_ATTACK),
    BOOST: (words.BUFF, words.DOUBLE_ATTACK, words.DOUBLE_HEALTH, words.GIVE),
    SPUR: (words.BUFF_TURN,),
    MEND: (words.HEAL, words.HEAL_FULL),
}
_HARMS = (HIT, REMOVE, SHRINK, WEAKEN)

# For whom a card without a target is: for nobody in particular, against a crowd, against both rows, for one's own row.
(FOR_ALL, AGAINST_CROWD, AGAINST_BOTH, FOR_OWN) = range(4)
_CROWD = (words.ENEMY_MINIONS, words.ENEMIES, words.RANDOM_ENEMY_MINION, words.TWO_RANDOM_ENEMY_MINIONS)
_BOTH = (words.ALL_MINIONS, words.OTHER_MINIONS, words.EVERYBODY, words.EVERYBODY_ELSE)
_OWN = (
    words.OWN_MINIONS,
    words.OTHER_OWN_MINIONS,
    words.OWN_SIDE,
    words.OWN_TOTEMS,
    words.OTHER_OWN_BEASTS,
    words.OTHER_OWN_MURLOCS,
    words.OWN_CHARGERS,
)


def _purpose_of(operation: int) -> int:
    return next((purpose for purpose, operations in _PURPOSES.items() if operation in operations), AIMLESS)


def _records(card: int) -> list[tuple[int, list[int]]]:
    """What a card does when it is played: number and record."""
    found = [(i, [int(number) for number in EFFECTS[card, i]]) for i in range(3)]
    return [(i, record) for i, record in found if record[0] == words.ON_PLAY]


def _aim(card: int) -> tuple[int, int]:
    """What its target is for, and the record that says so."""
    for i, (_, _, selector, operation, _, _) in _records(card):
        if selector == words.TARGET and _purpose_of(operation):
            return _purpose_of(operation), i
    return AIMLESS, 0


def _company(card: int) -> int:
    """The group of characters that it affects."""
    for _, (_, _, selector, operation, _, _) in _records(card):
        if operation == words.SUMMON_FOR_EACH or (selector in _CROWD and _purpose_of(operation) in _HARMS):
            return AGAINST_CROWD
        if selector in _BOTH and _purpose_of(operation) in _HARMS:
            return AGAINST_BOTH
        if selector in _OWN:
            return FOR_OWN
    return FOR_ALL


def _sum(card: int, operations: tuple[int, ...], *selectors: int) -> int:
    """The sum of the numbers of its records with one of these operations."""
    return sum(
        record[4]
        for _, record in _records(card)
        if record[3] in operations and (not selectors or record[2] in selectors)
    )


def _protects(card: int) -> bool:
    """Whether it keeps a hero alive: taunt, health or armor, a trap for attackers, or a way to get rid of one."""
    records = [record for _, record in _records(card)]
    return bool(
        KEYWORDS_OF[card] & words.TAUNT
        or (KIND[card] == words.SECRET and EFFECTS[card, 0, 0] == words.ATTACK)
        or _aim(card)[0] in (HIT, REMOVE, WEAKEN, MEND)
        or any(
            record[3] == words.ARMOR or (record[3] == words.HEAL and record[2] in (words.OWN_HERO, words.OWN_SIDE))
            for record in records
        )
        or any(record[3] == words.SUMMON and KEYWORDS_OF[record[4]] & words.TAUNT for record in records)
        or any(record[2] in _CROWD and _purpose_of(record[3]) in (HIT, REMOVE, WEAKEN) for record in records)
    )


def _is_plain(card: int) -> bool:
    """Whether it does nothing but damage its target or the enemy hero, and perhaps freeze them."""
    return KIND[card] != words.MINION and all(
        selector in (words.TARGET, words.ENEMY_HERO)
        and (operation == words.DAMAGE_IF or (operation in (words.DAMAGE, words.FREEZE) and condition == words.ALWAYS))
        for _, (_, condition, selector, operation, _, _) in _records(card)
    )


_cards = range(len(CARDS))
PURPOSE: Any = np.array([_aim(card)[0] for card in _cards])
RECORD: Any = np.array([_aim(card)[1] for card in _cards])
COMPANY: Any = np.array([_company(card) for card in _cards])
PROTECTS: Any = np.array([_protects(card) for card in _cards])
HURTS_OPPONENT: Any = np.array(
    [_sum(card, (words.DAMAGE,), words.ENEMY_HERO, words.ENEMIES, words.EVERYBODY) for card in _cards]
)
"""Damage to the enemy hero without a target."""
PLAIN: Any = np.array([_is_plain(card) for card in _cards])
HURTS_OWNER: Any = np.array(
    [_sum(card, (words.DAMAGE,), words.OWN_HERO, words.OWN_SIDE, words.EVERYBODY) for card in _cards]
)
DRAWS: Any = np.array([_sum(card, (words.DRAW,)) for card in _cards])
GIVES_MANA: Any = np.array([_sum(card, (words.MANA,)) for card in _cards])
EQUIPS: Any = np.array([any(record[3] == words.EQUIP for _, record in _records(card)) for card in _cards])
PACK: Any = np.array([_sum(card, (words.SUMMON_FOR_EACH,)) for card in _cards])
"""The minion that comes for each enemy minion, 0 if none."""
DISTURBS: Any = np.array(
    [
        any(
            event == words.ATTACK or (event == words.DAMAGED and condition != words.IS_SELF)
            for event, condition in EFFECTS[card, :, :2]
        )
        and KIND[card] != words.SECRET
        for card in _cards
    ]
)
"""Whether a card in play may do something when somebody attacks or a hero is hurt."""
