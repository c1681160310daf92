"""The table of cards: its words, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

import playout
from playout.games.hearthstone.cards import vocabulary
from playout.games.hearthstone.cards.rows import CardRow, Effect
from playout.games.hearthstone.cards.tables import CARDS, CardTable
from playout.games.hearthstone.decks.lookup import DECKS, Deck
from playout.games.hearthstone.rules import pending
from playout.games.hearthstone.rules.layout import State
from playout.rules import OptionError


def test_a_position_has_at_most_512_bytes() -> None:
    assert State.itemsize <= 512


def constants(module: object) -> dict[str, int]:
    return {name: value for name, value in vars(module).items() if name.isupper() and isinstance(value, int)}


def test_the_numbers_of_operations_are_in_the_order_of_their_words() -> None:
    for number, word in enumerate(vocabulary.OPERATIONS):
        assert constants(vocabulary)[word.upper()] == number
    for number, word in enumerate(pending.KINDS_OF_WORK):
        name = {"draw": "DRAW_CARDS", "coin": "GIVE_COIN"}.get(word, word.upper())
        assert constants(pending)[name] == number
    for bit, word in enumerate(vocabulary.MARKS):
        assert constants(vocabulary)[word.upper()] == 1 << bit


def test_the_numbers_of_selectors_events_and_conditions_are_in_the_order_of_their_words() -> None:
    renamed = {"minions": "ALL_MINIONS", "none": "NO_EVENT", "play": "ON_PLAY", "death": "ON_DEATH"}
    for table in (vocabulary.SELECTORS, vocabulary.EVENTS):
        for number, word in enumerate(table):
            assert constants(vocabulary)[renamed.get(word, word.upper())] == number
    for number, word in enumerate(vocabulary.CONDITIONS):
        found = constants(vocabulary)
        assert number in (found.get(word.upper()), found.get(f"IS_{word.upper()}"))


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (CardRow("x", "X", "", "monster"), "the card x has the kind 'monster', which does not exist"),
        (CardRow("x", "X", "", "minion", tribe="beest"), r"the tribe 'beest', .* \(did you mean beast\?\)"),
        (CardRow("x", "X", "", "minion", keywords=("tount",)), r"the keyword 'tount', .* \(did you mean taunt\?\)"),
        (CardRow("x", "X", "", "spell", target="minon"), r"the target 'minon', .* \(did you mean minion\?\)"),
        (CardRow("x", "X", "", "spell", effects=(Effect("play", "damge"),)), r"the operation 'damge', .*damage\?"),
        (CardRow("x", "X", "", "spell", effects=(Effect("plays", "damage"),)), r"the event 'plays', .*play\?"),
        (
            CardRow("x", "X", "", "spell", effects=(Effect("play", "damage", "targt"),)),
            r"the selector 'targt', .*target\?",
        ),
        (
            CardRow("x", "X", "", "spell", effects=(Effect("play", "damage", condition="minon"),)),
            r"the condition 'minon', .*minion\?",
        ),
        (CardRow("x", "X", "", "spell", effects=(Effect("play", "summon", a="hund"),)), r"'hund', .*hound\?"),
        (CardRow("x", "X", "", "spell", effects=(Effect("play", "damage", a="two"),)), "takes a number, not 'two'"),
        (CardRow("x", "X", "", "spell", effects=(Effect("play", "draw"),) * 4), "has 4 effects; 3 are the most"),
        (replace(CARDS[1], name="twice"), "there are two cards"),
    ],
)
def test_a_row_that_names_what_does_not_exist_is_refused_by_name(card: CardRow, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CardTable((*CARDS, card))


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (Deck("hunter", {"arcane_shoot": 2}), r"there is no card 'arcane_shoot' \(did you mean arcane_shot\?\)"),
        (Deck("mage", {"arcane_shot": 2}), "a deck of a mage cannot hold Arcane Shot"),
        (Deck("hunter", {"coin": 1}), "no deck can hold The Coin"),
        (Deck("hunter", {"leeroy_jenkins": 2}), "a deck holds Leeroy Jenkins once at most"),
        (Deck("hunter", {"arcane_shot": 2}), "a deck has 30 cards, not 2"),
    ],
)
def test_a_deck_that_may_not_be_is_refused(deck: Deck, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        deck.numbers()


def test_every_deck_is_legal() -> None:
    for deck in DECKS.values():
        assert len(deck.numbers()) == 30


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"decks": "hunters"}, "there is no deck 'hunters'"),
        ({"decks": ("hunter",) * 3}, "decks has to be a deck, or two of them"),
        ({"first": 2}, "first has to be 0, 1 or 'toss'"),
        ({"known": "all"}, "known has to be one of list, class"),
        ({"put_back": "burn"}, "put_back has to be one of aside, shuffle"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        playout.load("hearthstone", **options)
