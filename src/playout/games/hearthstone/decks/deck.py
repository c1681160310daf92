"""A deck: a class and thirty cards, checked; and decks as lists that people write.

A list is a class or a hero in its first line, then a card a line: `2 Chillwind Yeti`, `2x Chillwind Yeti`, or the name
alone for one. Names are in any language of the game, or ids; lines that begin with # are comments.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from playout.games.hearthstone.cards.tables import HERO_CARDS, TABLE, number_of
from playout.games.hearthstone.cards.vocabulary import CLASSES
from playout.games.hearthstone.rules.layout import DECK
from playout.games.hearthstone.words.names import class_names, names_of

__all__ = ["Deck", "find_card", "nearest", "read_list"]


@dataclass(frozen=True)
class Deck:
    """A class, and the number of copies of each card, by its id."""

    owner: str
    cards: dict[str, int]

    def numbers(self) -> list[int]:
        """The cards by number, sorted; raises ValueError if the deck is not legal."""
        if self.owner not in CLASSES[1:]:
            raise ValueError(f"a deck belongs to one of {', '.join(CLASSES[1:])}, not to {self.owner!r}")
        found: list[int] = []
        for card, count in self.cards.items():
            number = number_of(card)
            row = TABLE.rows[number]
            if not row.collectible:
                raise ValueError(f"no deck can hold {row.name}: it only comes from other cards")
            if row.owner not in ("neutral", self.owner):
                raise ValueError(f"a deck of a {self.owner} cannot hold {row.name}, a card of the {row.owner}")
            if not 1 <= count <= TABLE.copies[number]:
                most = "once at most" if row.legendary else "twice at most"
                raise ValueError(f"a deck holds {row.name} {most}, not {count} times")
            found += [number] * count
        if len(found) != DECK:
            raise ValueError(f"a deck has {DECK} cards, not {len(found)}")
        return sorted(found)

    def __str__(self) -> str:
        """The deck as a list, by cost."""
        rows = sorted((TABLE.rows[number_of(card)] for card in self.cards), key=lambda row: (row.cost, row.name))
        return "\n".join([self.owner, *(f"{self.cards[row.id]} {row.name}" for row in rows)])


def read_list(text: str) -> Deck:
    """The deck of a list; a line that cannot be read is refused, with the nearest name that exists."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines:
        raise ValueError("the list of a deck is empty: it starts with a class, and then has a card a line")
    owner = _find_class(lines[0])
    cards: dict[str, int] = {}
    for line in lines[1:]:
        # 2 Yeti, 2x Yeti, 2x (4) Yeti, Yeti
        shape = re.fullmatch(r"(?:(\d+)\s*(?:[xX×](?![a-zA-Z]))?\s*)?(?:\(\d+\)\s*)?(.+)", line)
        if shape is None:
            raise ValueError(f"the line {line!r} has to be like 2 Chillwind Yeti")
        card = find_card(shape[2])
        cards[card] = cards.get(card, 0) + int(shape[1] or 1)
    return Deck(owner, cards)


def _plain(name: str) -> str:
    """A name without differences in case, spaces and punctuation."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _find_class(line: str) -> str:
    known: dict[str, str] = {}
    for number, owner in enumerate(CLASSES[1:], 1):
        hero = TABLE.rows[int(HERO_CARDS[number])]
        known |= dict.fromkeys((owner, *class_names(owner), *names_of(hero)), owner)
    plain = {_plain(name): owner for name, owner in known.items()}
    word = _plain(re.sub(r"^\s*(class|hero|职业)\s*[:：]", "", line, flags=re.IGNORECASE))
    if word not in plain:
        raise ValueError(
            f"the first line of a deck has to be its class or hero, not {line!r}"
            + (nearest(line, known) or f"; there are {', '.join(CLASSES[1:])}")
        )
    return plain[word]


def find_card(name: str) -> str:
    """The id of a card by its id or one of its names; a card for decks comes before a token of the same name."""
    known: dict[str, str] = {}
    for row in sorted(TABLE.rows[1:], key=lambda row: row.collectible):
        known |= dict.fromkeys((row.id, *names_of(row), *row.aliases), row.id)
    plain = {_plain(word): card for word, card in known.items()}
    if _plain(name) not in plain:
        raise ValueError(f"there is no card {name!r}{nearest(name, known)}")
    return plain[_plain(name)]


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word nearest to a word, as ` (did you mean ...?)`; empty if none is near."""
    folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), folded, 1, 0.6)
    return f" (did you mean {folded[close[0]]}?)" if close else ""
