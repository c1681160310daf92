"""Deck strings: decks as the game client writes them, base64 of a list of numbers.

A number has seven bits in each byte, the lowest first; the top bit means that a byte follows. The numbers are: 0, the
version 1, the format, the heroes (their number, then each), the cards with one copy, those with two, those with more
(card and number of copies), and 0 for no sideboard.
"""

from __future__ import annotations

import base64
import binascii

from playout.games.hearthstone.cards.tables import HERO_CARDS, TABLE, number_of
from playout.games.hearthstone.cards.vocabulary import CLASSES
from playout.games.hearthstone.decks.deck import Deck

__all__ = ["BEGINNING", "decode", "encode"]

VERSION = 1
BEGINNING = "AAE"
"""The first characters of every deck string of this version."""

WILD = 1
"""The format in which all cards may be played."""


def encode(deck: Deck) -> str:
    """The deck string of a legal deck."""
    deck.numbers()
    hero = TABLE.rows[int(HERO_CARDS[CLASSES.index(deck.owner)])]
    numbers = [0, VERSION, WILD, 1, hero.dbf]
    for count in (1, 2):
        cards = sorted(TABLE.rows[number_of(card)].dbf for card in deck.cards if deck.cards[card] == count)
        numbers += [len(cards), *cards]
    numbers += [0, 0]
    return base64.b64encode(b"".join(_bytes_of(number) for number in numbers)).decode()


def decode(text: str) -> Deck:
    """The deck of a deck string; refuses invalid strings, and cards that do not exist here."""
    numbers = _numbers_of(text)
    if numbers[:2] != [0, VERSION]:
        raise ValueError(f"{text!r} is not a deck string of version {VERSION}")
    at = 3
    heroes, at = _take(numbers, at, 1, text)
    counted: list[list[int]] = []
    for count in (1, 2):
        cards, at = _take(numbers, at, 1, text)
        counted += [[card, count] for (card,) in cards]
    more, at = _take(numbers, at, 2, text)
    if numbers[at : at + 1] not in ([], [0]):
        raise ValueError("this deck string has a sideboard, which this game does not know")
    known = {row.dbf: row for row in TABLE.rows if row.dbf and row.kind != "hero"}
    found: dict[str, int] = {}
    for card, count in counted + more:
        if card not in known:
            raise ValueError(f"this deck string holds the card number {card}, which is not among the cards here")
        found[known[card].id] = found.get(known[card].id, 0) + count
    return Deck(_owner_of([hero for (hero,) in heroes], list(found)), found)


def _bytes_of(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def _numbers_of(text: str) -> list[int]:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(f"{text!r} is not a deck string: it is not base64") from None
    numbers, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    if shift:
        raise ValueError(f"the deck string {text!r} is cut off")
    return numbers


def _take(numbers: list[int], at: int, width: int, text: str) -> tuple[list[list[int]], int]:
    """Read a count and that many groups of `width` numbers; returns the groups and the next position."""
    end = at + 1 + width * (numbers[at] if at < len(numbers) else 0)
    if not at < end <= len(numbers):
        raise ValueError(f"the deck string {text!r} is cut off")
    return [numbers[i : i + width] for i in range(at + 1, end, width)], end


def _owner_of(heroes: list[int], cards: list[str]) -> str:
    """The class of the hero. For an unknown hero, such as another one of the class, it is the class of the cards."""
    for number in HERO_CARDS[1:]:
        if [TABLE.rows[int(number)].dbf] == heroes:
            return TABLE.rows[int(number)].owner
    owners = {TABLE.rows[number_of(card)].owner for card in cards} - {"neutral"}
    if len(owners) != 1:
        raise ValueError(f"this deck string has the heroes {heroes}, and their class is not known")
    return owners.pop()
