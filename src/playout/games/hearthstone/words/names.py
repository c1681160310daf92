"""Names of cards and characters, in English or Chinese.

PLAYOUT_LANGUAGE of the environment says in which language cards are named: `en` or `zh`. It is no option of the game,
since a position and its moves are the same in every language, and so are matches that were kept.
"""

from __future__ import annotations

from typing import Any

from playout.games.hearthstone.cards.tables import TABLE
from playout.games.hearthstone.rules.layout import HERO, UNKNOWN
from playout.languages import VARIABLE, asked_language
from playout.rules import OptionError

LANGUAGES = ("en", "zh")

_chinese = [row.chinese for row in TABLE.rows]
NAMES = {
    "en": [row.name for row in TABLE.rows],
    # A token that has the name of another card is told apart by its English name.
    "zh": [
        f"{row.chinese} ({row.name})" if _chinese.count(row.chinese) > 1 and not row.collectible else row.chinese
        for row in TABLE.rows
    ],
}
"""The name of each card by its number."""

ALIASES = {alias: row.chinese for row in TABLE.rows for alias in row.aliases}
"""Other spellings that are read, with the Chinese name that each stands for."""


def language() -> str:
    """The language that was asked for; `zh_CN.UTF-8` is zh."""
    asked = asked_language()
    found = asked.lower()[:2]
    if found not in LANGUAGES or asked[2:3] not in ("", "_", "-", "."):
        raise OptionError(f"{VARIABLE} is {asked!r}, and cards have names in {' and '.join(LANGUAGES)}")
    return found


def name_of_card(card: int, tongue: str | None = None) -> str:
    if card == UNKNOWN:
        return "?"
    return NAMES[tongue or language()][card]


def label_of(s: Any, t: int, tongue: str | None = None) -> str:
    """A minion by its name; of several with the same name on a side, with its place."""
    name = name_of_card(s.card[t], tongue)
    row = range(t & 8, (t & 8) + s.minions[t >> 3])
    is_twice = sum(s.card[k] == s.card[t] for k in row) > 1
    return f"{name} {(t & 7) + 1}" if is_twice else name


def name_of_character(s: Any, t: int, tongue: str | None = None) -> str:
    """A hero or a minion, as the seat whose turn it is calls it."""
    side = "your" if t >> 3 == s.active else "the enemy"
    return f"{side} hero" if t & 7 == HERO else f"{side} {label_of(s, t, tongue)}"


def listed(names: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
