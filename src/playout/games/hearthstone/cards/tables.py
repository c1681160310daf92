"""The cards of `cards.txt` as arrays, for the rules. A row with an unknown word is refused, with the card's name."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.games.hearthstone.cards.rows import CardRow, Effect, read_rows
from playout.games.hearthstone.cards.vocabulary import (
    ADD_CARD,
    CLASSES,
    CONDITIONS,
    EQUIP,
    EVENTS,
    FILTERS,
    FIRST_RANDOM,
    GIVE,
    KEYWORDS,
    KINDS,
    MARKS,
    NEEDS,
    NEIGHBOURS,
    OPERATIONS,
    SELECTORS,
    SUMMON,
    SUMMON_FOR_EACH,
    SUMMON_FOR_OPPONENT,
    SUMMON_MISSING,
    SUMMON_ONE_OF,
    TARGETS,
    TRANSFORM,
    TRIBES,
)

__all__ = ["CARDS", "NUMBERS", "CardTable", "number_of"]

MAX_EFFECTS = 3
MAX_CARDS = 255
"""A card is a byte; 255 is an unseen card."""

_CARD_OPERATIONS = (
    *(SUMMON, SUMMON_FOR_OPPONENT, SUMMON_FOR_EACH, SUMMON_ONE_OF, SUMMON_MISSING),
    *(TRANSFORM, EQUIP, ADD_CARD),
)


def _among(word: str, words: Collection[str], what: str, card: str) -> int:
    """The number of a word, which has to be one of these."""
    known = list(words)
    if word not in known:
        close = difflib.get_close_matches(word, known, 1, 0.6)
        near = f" (did you mean {close[0]}?)" if close else f"; there are {', '.join(known)}"
        raise ValueError(f"the card {card} has the {what} {word!r}, which does not exist{near}")
    return known.index(word)


class CardTable:
    """Rows as columns, one number for each card. Every word of a row is looked up, and refused if it is unknown."""

    def __init__(self, rows: Sequence[CardRow]) -> None:
        if len(rows) > MAX_CARDS:
            raise ValueError(f"there are {len(rows)} cards, and a card's number has to stay below {MAX_CARDS}")
        self.rows = rows
        self.numbers = {row.id: number for number, row in enumerate(rows)}
        twice = [row.id for number, row in enumerate(rows) if self.numbers[row.id] != number]
        if twice:
            raise ValueError(f"there are two cards {twice[0]!r}; give one of them another id")
        self.kind = self._column([_among(row.kind, KINDS, "kind", row.id) for row in rows])
        self.owner = self._column([_among(row.owner, CLASSES, "owner", row.id) for row in rows])
        self.tribe = self._column([_among(row.tribe, TRIBES, "tribe", row.id) for row in rows])
        self.cost = self._column([row.cost for row in rows])
        self.attack = self._column([row.attack for row in rows])
        self.health = self._column([row.health for row in rows])
        self.keywords = self._column([self._bits(row.keywords, KEYWORDS, "keyword", row.id) for row in rows])
        self.needs = self._column([self._bits(row.needs, NEEDS, "need", row.id) for row in rows])
        self.spell_damage = self._column([row.spell_damage for row in rows])
        self.target = self._column(
            [list(TARGETS.values())[_among(row.target, TARGETS, "target", row.id)] for row in rows]
        )
        self.filter = self._column([_among(row.filter, FILTERS, "filter", row.id) for row in rows])
        self.filter_number = self._column([row.filter_number for row in rows])
        self.copies = self._column([(1 if row.legendary else 2) if row.collectible else 0 for row in rows])
        self.effects = self._effects()
        events, selectors = self.effects[:, :, 0], self.effects[:, :, 2]
        self.listens = np.bitwise_or.reduce(np.where(events > 0, 1 << events, 0), axis=1)
        self.is_random = (selectors >= FIRST_RANDOM).any(axis=1) | self._has(
            "summon_one_of", "summon_missing", "discard"
        )
        self.neighbours = (selectors == NEIGHBOURS).any(axis=1)
        self.secret_bit, self.secrets = self._secrets()

    @staticmethod
    def _column(numbers: list[int]) -> NDArray[np.int64]:
        return np.array(numbers, np.int64)

    @staticmethod
    def _bits(words: Sequence[str], known: Collection[str], what: str, card: str) -> int:
        return sum(1 << _among(word, known, what, card) for word in set(words))

    def _has(self, *operations: str) -> NDArray[np.bool_]:
        numbers = [list(OPERATIONS).index(word) for word in operations]
        return np.array((np.isin(self.effects[:, :, 3], numbers) & (self.effects[:, :, 0] > 0)).any(axis=1))

    def _effects(self) -> NDArray[np.int64]:
        """[card, record, (event, condition, selector, operation, a, b)]"""
        array = np.zeros((len(self.rows), MAX_EFFECTS, 6), np.int64)
        for number, row in enumerate(self.rows):
            if len(row.effects) > MAX_EFFECTS:
                raise ValueError(f"the card {row.id} has {len(row.effects)} effects; {MAX_EFFECTS} are the most")
            for place, effect in enumerate(row.effects):
                array[number, place] = self._record(effect, row.id)
        return array

    def _record(self, effect: Effect, card: str) -> tuple[int, ...]:
        operation = _among(effect.operation, OPERATIONS, "operation", card)
        a: int | str = effect.a
        if operation in _CARD_OPERATIONS:
            a = _among(str(a), self.numbers, f"card in its {effect.operation}", card)
        elif operation == GIVE:
            a = 1 << _among(str(a), MARKS, "keyword", card)
        elif isinstance(a, str):
            raise ValueError(f"the card {card}: {effect.operation} takes a number, not {a!r}")
        return (
            _among(effect.event, EVENTS, "event", card),
            _among(effect.condition, CONDITIONS, "condition", card),
            _among(effect.selector, SELECTORS, "selector", card),
            operation,
            a,
            effect.b,
        )

    def _secrets(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A bit for each secret among those of its class, and the secrets of each class by that bit, 0 for none."""
        bits, lists = np.zeros(len(self.rows), np.int64), np.zeros((len(CLASSES), 7), np.int64)
        for number, row in enumerate(self.rows):
            if row.kind == "secret":
                owner = self.owner[number]
                count = int((lists[owner] > 0).sum())
                if count == 7:
                    raise ValueError(f"the card {row.id} is the eighth secret of its class; seven are the most")
                bits[number], lists[owner, count] = 1 << count, number
        return bits, lists


CARDS = read_rows(Path(__file__).with_name("cards.txt").read_text(encoding="utf-8"))
TABLE = CardTable(CARDS)
NUMBERS = TABLE.numbers
"""The number of each card by its id."""


def number_of(card: str) -> int:
    """The number of a card by its id; refuses one that does not exist."""
    if card not in NUMBERS:
        close = difflib.get_close_matches(card, NUMBERS, 1, 0.6)
        near = f" (did you mean {close[0]}?)" if close else ""
        raise ValueError(f"there is no card {card!r}{near}")
    return NUMBERS[card]


# The arrays of native code, each int64[cards] if no other shape is given.
KIND: Any = TABLE.kind
OWNER: Any = TABLE.owner
TRIBE: Any = TABLE.tribe
COST: Any = TABLE.cost
STRENGTH: Any = TABLE.attack
HEALTH: Any = TABLE.health
KEYWORDS_OF: Any = TABLE.keywords
NEEDS_OF: Any = TABLE.needs
SPELL_DAMAGE: Any = TABLE.spell_damage
AIM: Any = TABLE.target
FILTER: Any = TABLE.filter
FILTER_NUMBER: Any = TABLE.filter_number
COPIES: Any = TABLE.copies
EFFECTS: Any = TABLE.effects
"""int64[cards, 3, 6]: event, condition, selector, operation, a, b."""
LISTENS: Any = TABLE.listens
"""Bits of the events for which a card has records."""
IS_RANDOM: Any = TABLE.is_random
HAS_NEIGHBOURS: Any = TABLE.neighbours
SECRET_BIT: Any = TABLE.secret_bit
SECRETS_OF: Any = TABLE.secrets
"""int64[classes, 7]"""
COIN = NUMBERS["coin"]
HERO_CARDS: Any = np.array([0, *(NUMBERS[f"hero_{name}"] for name in CLASSES[1:])], np.int64)
POWER_CARDS: Any = np.array([0, *(NUMBERS[f"power_{name}"] for name in CLASSES[1:])], np.int64)
