"""Decks: thirty cards each, by name."""

from __future__ import annotations

from dataclasses import dataclass

from playout.games.hearthstone.layout import DECK
from playout.games.hearthstone.tables import TABLE, number_of
from playout.games.hearthstone.words import CLASSES

__all__ = ["DECKS", "Deck", "deck_of"]


@dataclass(frozen=True)
class Deck:
    """A class, and how many of each card by its id."""

    owner: str
    cards: dict[str, int]

    def numbers(self) -> list[int]:
        """The cards, sorted; refuses what no deck may be."""
        if self.owner not in CLASSES[1:]:
            raise ValueError(f"a deck belongs to one of {', '.join(CLASSES[1:])}, not to {self.owner!r}")
        found: list[int] = []
        for card, count in self.cards.items():
            number = number_of(card)
            row = TABLE.rows[number]
            if row.owner not in ("neutral", self.owner) or not row.collectible:
                raise ValueError(f"a deck of a {self.owner} cannot hold {row.name}")
            if not 1 <= count <= TABLE.copies[number]:
                raise ValueError(f"a deck holds {row.name} {TABLE.copies[number]} times at most, not {count} times")
            found += [number] * count
        if len(found) != DECK:
            raise ValueError(f"a deck has {DECK} cards, not {len(found)}")
        return sorted(found)


DECKS = {
    # The deck of the paper that this game comes from.
    "hunter": Deck(
        "hunter",
        {
            "hunters_mark": 2,
            "arcane_shot": 2,
            "abusive_sergeant": 2,
            "worgen_infiltrator": 2,
            "explosive_trap": 2,
            "freezing_trap": 2,
            "haunted_creeper": 2,
            "eaglehorn_bow": 2,
            "kill_command": 2,
            "unleash_the_hounds": 2,
            "spider_tank": 2,
            "chillwind_yeti": 2,
            "leeroy_jenkins": 1,
            "boulderfist_ogre": 2,
            "gahzrilla": 1,
            "force_tank_max": 2,
        },
    ),
}


def deck_of(name: str) -> tuple[int, list[int]]:
    """The class and the cards of a deck by its name."""
    if name not in DECKS:
        raise ValueError(f"there is no deck {name!r}; there are {', '.join(DECKS)}")
    deck = DECKS[name]
    return CLASSES.index(deck.owner), deck.numbers()
