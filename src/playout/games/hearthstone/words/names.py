"""Names of cards, minions and characters in each language."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playout.games.hearthstone.cards.rows import CardRow
from playout.games.hearthstone.cards.tables import NUMBERS, TABLE
from playout.games.hearthstone.cards.vocabulary import CLASSES
from playout.games.hearthstone.rules.layout import HERO, UNKNOWN
from playout.games.hearthstone.words.languages import LANGUAGES, Language, language


def name_in(row: CardRow, code: str) -> str:
    """The name of a card in a language: from the table of the language, else from its row, else in English."""
    own = {"zh": row.chinese}.get(code, row.name)
    return str(LANGUAGES[code].sections.get("names", {}).get(row.id, own))


def names_of(row: CardRow) -> list[str]:
    """The names of a card in all languages."""
    return [name_in(row, code) for code in LANGUAGES]


def names_in(code: str) -> list[str]:
    """The names of all cards in a language, by number. A token with the name of another card adds its English name."""
    for section, known in (("names", NUMBERS), ("classes", CLASSES)):
        if unknown := LANGUAGES[code].sections.get(section, {}).keys() - set(known):
            raise ValueError(f"{code}.toml: [{section}] names {unknown.pop()!r}, which does not exist")
    names = [name_in(row, code) for row in TABLE.rows]
    counts = Counter(names)
    return [
        f"{name} ({row.name})" if counts[name] > 1 and not row.collectible else name
        for name, row in zip(names, TABLE.rows, strict=True)
    ]


NAMES = {code: names_in(code) for code in LANGUAGES}
"""The name of each card by its number."""

ALIASES = {alias: row.chinese for row in TABLE.rows for alias in row.aliases}
"""Other spellings that are read, with the Chinese name that each stands for."""


def class_names(owner: str) -> list[str]:
    """The names of a class in the languages that have one."""
    found = (table.sections.get("classes", {}).get(owner) for table in LANGUAGES.values())
    return [name for name in found if name]


def name_of_card(card: int, tongue: str | None = None) -> str:
    if card == UNKNOWN:
        return "?"
    return NAMES[tongue or language()][card]


def label_of(s: Any, t: int, tongue: str | None = None) -> str:
    """A minion's name, with its place if several minions on its side have that name."""
    name = name_of_card(s.card[t], tongue)
    row = range(t & 8, (t & 8) + s.minions[t >> 3])
    is_twice = sum(s.card[k] == s.card[t] for k in row) > 1
    return f"{name} {(t & 7) + 1}" if is_twice else name


def name_of_character(s: Any, t: int, words: Language, tongue: str | None = None) -> str:
    """A hero or a minion from the view of the seat to move. `words`: the language of everything except names of
    cards.
    """
    whose = words("common", "your" if t >> 3 == s.active else "enemy")
    name = words("common", "hero") if t & 7 == HERO else label_of(s, t, tongue)
    return words("common", "character", whose=whose, name=name)
