"""Texts about cards: a list, and the description of one card."""

from __future__ import annotations

from playout.games.hearthstone.cards.rows import CardRow
from playout.games.hearthstone.cards.tables import NUMBERS, TABLE
from playout.games.hearthstone.cards.vocabulary import CLASSES
from playout.games.hearthstone.decks.deck import find_card
from playout.games.hearthstone.decks.lookup import DECKS
from playout.games.hearthstone.words.languages import language, phrase
from playout.games.hearthstone.words.names import name_of_card, names_of

__all__ = ["describe_cards"]

KINDS = ("minion", "spell", "secret", "weapon")


def describe_cards(name: str) -> str:
    """The description of the card with this name; or a list of all cards for decks, or of those of a class, a kind or a
    deck. Raises ValueError for any other name.
    """
    group = name.strip().casefold()
    rows = [row for row in TABLE.rows if row.collectible]
    if group in ("neutral", *CLASSES[1:]):
        rows = [row for row in rows if row.owner == group]
    elif group in KINDS:
        rows = [row for row in rows if row.kind == group]
    elif group in DECKS:
        rows = [TABLE.rows[NUMBERS[card]] for card in DECKS[group].cards]
    elif group:
        return _all_about(TABLE.rows[NUMBERS[find_card(name)]])
    rows.sort(key=lambda row: (CLASSES.index(row.owner), row.cost, row.name))
    lines = [[_name(row), row.owner, f"({row.cost})", _values(row), row.text] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(_padded, line, widths)).rstrip() for line in lines)


def _all_about(row: CardRow) -> str:
    kind = row.kind if row.tribe == "none" else phrase("card", "tribe", tribe=row.tribe, kind=row.kind)
    names = " ".join(names_of(row))
    names += "".join(phrase("card", "also", name=alias) for alias in row.aliases)
    notes = [phrase("card", "legendary")] * row.legendary + [phrase("card", "no_deck")] * (not row.collectible)
    values = f" {_values(row)}" if _values(row) else ""
    told = {"names": names, "owner": row.owner, "kind": kind, "cost": row.cost, "values": values}
    return phrase("card", "about", **told, notes="".join(notes)) + (f"\n{row.text}" if row.text else "")


def _values(row: CardRow) -> str:
    return f"{row.attack}/{row.health}" if row.kind in ("minion", "weapon") else ""


def _name(row: CardRow) -> str:
    return name_of_card(NUMBERS[row.id], language())


def _width(text: str) -> int:
    """The width on a screen in columns: a Chinese character takes two."""
    return sum(2 if ord(letter) > 0x2E80 else 1 for letter in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
