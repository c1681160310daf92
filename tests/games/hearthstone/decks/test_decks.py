"""Decks: the ready ones, lists, files and deck strings; and what is refused, in words."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from hearthstone.deckstrings import FormatType, parse_deckstring, write_deckstring
from hypothesis import given, settings
from hypothesis import strategies as st

import playout
from playout.games.hearthstone.cards.tables import HERO_CARDS, NUMBERS, TABLE
from playout.games.hearthstone.cards.vocabulary import CLASSES
from playout.games.hearthstone.decks.deck import Deck, read_list
from playout.games.hearthstone.decks.deck_strings import decode, encode
from playout.games.hearthstone.decks.lookup import DECKS, find_deck, two_decks
from playout.rules import OptionError

ROWS = {row.id: row for row in TABLE.rows}
BASIC = {name: deck for name, deck in DECKS.items() if name != "hunter"}

LIST = """
# A comment.
Mage
2 Arcane Missiles
2x Frostbolt
2x (3) Arcane Intellect
2 × 火球术
2变形术
2 flamestrike
2 MIRROR IMAGE
2 water_elemental
2 acidic swamp ooze

2 Kobold Geomancer
2 Sen’jin Shieldmasta
2 Chillwind Yeti
2 Boulderfist Ogre
2 Raid Leader
Arcane Explosion
Arcane Explosion
"""


def test_there_is_a_ready_deck_of_basic_cards_for_each_class() -> None:
    assert [name.removeprefix("basic_") for name in BASIC] == list(CLASSES[1:])
    assert [deck.owner for deck in BASIC.values()] == list(CLASSES[1:])


@pytest.mark.parametrize("name", DECKS)
def test_a_ready_deck_is_legal(name: str) -> None:
    numbers = DECKS[name].numbers()
    assert len(numbers) == 30
    assert all(ROWS[card].owner in ("neutral", DECKS[name].owner) for card in DECKS[name].cards)


@pytest.mark.parametrize("name", BASIC)
def test_a_basic_deck_has_cards_of_its_class_and_a_curve(name: str) -> None:
    deck = BASIC[name]
    own = sum(count for card, count in deck.cards.items() if ROWS[card].owner == deck.owner)
    minions = sum(count for card, count in deck.cards.items() if ROWS[card].kind == "minion")
    cheap = sum(count for card, count in deck.cards.items() if ROWS[card].cost <= 3)
    dear = sum(count for card, count in deck.cards.items() if ROWS[card].cost >= 6)
    assert own >= 14
    assert minions >= 12
    assert cheap >= 10
    assert 2 <= dear <= 8


def test_a_list_is_read_whatever_way_its_names_are_written() -> None:
    deck = read_list(LIST)
    assert deck.owner == "mage"
    cards = (
        "arcane_missiles frostbolt arcane_intellect fireball polymorph flamestrike mirror_image water_elemental"
        " acidic_swamp_ooze kobold_geomancer senjin_shieldmasta chillwind_yeti boulderfist_ogre raid_leader"
        " arcane_explosion"
    )
    assert deck.cards == dict.fromkeys(cards.split(), 2)
    assert len(deck.numbers()) == 30


@pytest.mark.parametrize("line", ["hunter", "Hunter", "猎人", "Rexxar", "雷克萨", "Class: Hunter", "职业：猎人"])
def test_the_first_line_is_a_class_or_a_hero(line: str) -> None:
    assert read_list(f"{line}\n2 Arcane Shot").owner == "hunter"


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_written_as_a_list_is_the_same_deck(name: str) -> None:
    assert read_list(str(DECKS[name])) == DECKS[name]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n# only this\n", "the list of a deck is empty"),
        ("mge\n2 Fireball", r"the first line of a deck has to be its class or hero, not 'mge' \(did you mean mage\?\)"),
        ("2 Fireball\n2 Frostbolt", "the first line of a deck has to be its class or hero"),
        ("mage\n2 Firebal", r"there is no card 'Firebal' \(did you mean Fireball\?\)"),
        ("mage\n2 火球", r"there is no card '火球' \(did you mean 火球术\?\)"),
        ("mage\n2 qqqqqqqq", "there is no card 'qqqqqqqq'$"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_list(text)


@pytest.mark.parametrize(
    ("owner", "cards", "message"),
    [
        ("wizard", {}, "a deck belongs to one of druid, .*, not to 'wizard'"),
        ("mage", {"fireball": 2}, "a deck has 30 cards, not 2"),
        ("mage", {"fireball": 3}, "a deck holds Fireball twice at most, not 3 times"),
        ("hunter", {"leeroy_jenkins": 2}, "a deck holds Leeroy Jenkins once at most, not 2 times"),
        ("mage", {"swipe": 2}, "a deck of a mage cannot hold Swipe, a card of the druid"),
        ("mage", {"sheep": 1}, "no deck can hold Sheep: it only comes from other cards"),
        ("mage", {"coin": 1}, "no deck can hold The Coin"),
        ("mage", {"firebal": 1}, r"there is no card 'firebal' \(did you mean fireball\?\)"),
    ],
)
def test_a_deck_that_is_not_legal_is_refused_in_words(owner: str, cards: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Deck(owner, cards).numbers()


# Deck strings, against an independent implementation


@pytest.mark.parametrize("name", DECKS)
def test_another_implementation_reads_what_is_written_and_writes_the_same(name: str) -> None:
    deck = DECKS[name]
    cards, heroes, form, sideboard = parse_deckstring(encode(deck))
    assert dict(cards) == {ROWS[card].dbf: count for card, count in deck.cards.items()}
    assert heroes == [ROWS[f"hero_{deck.owner}"].dbf]
    assert (form, sideboard) == (FormatType.FT_WILD, [])
    assert write_deckstring(cards, heroes, FormatType.FT_WILD) == encode(deck)
    assert decode(write_deckstring(cards, heroes, FormatType.FT_STANDARD)) == deck


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_any_legal_deck_survives_the_way_there_and_back(data: st.DataObject) -> None:
    owner = data.draw(st.sampled_from(CLASSES[1:]))
    copies = [
        row.id
        for row in TABLE.rows
        if row.collectible and row.owner in ("neutral", owner)
        for _ in range(1 if row.legendary else 2)
    ]
    chosen = data.draw(st.permutations(copies))[:30]
    deck = Deck(owner, {card: chosen.count(card) for card in chosen})
    assert decode(encode(deck)) == deck
    cards = [(ROWS[card].dbf, count) for card, count in deck.cards.items()]
    assert encode(deck) == write_deckstring(cards, [ROWS[f"hero_{owner}"].dbf], FormatType.FT_WILD)
    assert read_list(str(deck)) == deck


def test_a_deck_string_of_before_sideboards_is_read() -> None:
    text = encode(DECKS["basic_mage"])
    shorter = base64.b64encode(base64.b64decode(text)[:-1]).decode()
    assert decode(shorter) == DECKS["basic_mage"]


def test_the_class_of_another_hero_is_known_by_its_cards() -> None:
    cards = [(ROWS[card].dbf, count) for card, count in DECKS["basic_warrior"].cards.items()]
    assert decode(write_deckstring(cards, [2826], FormatType.FT_WILD)) == DECKS["basic_warrior"]
    with pytest.raises(ValueError, match=r"the heroes \[2826\], and their class is not known"):
        decode(write_deckstring([(ROWS["war_golem"].dbf, 2)], [2826], FormatType.FT_WILD))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AAE!", "is not a deck string: it is not base64"),
        (base64.b64encode(bytes([0, 2, 1, 1, 7, 0, 0, 0])).decode(), "is not a deck string of version 1"),
        (base64.b64encode(bytes([0, 1, 1, 1, 7, 3, 1])).decode(), "is cut off"),
        (base64.b64encode(bytes([0, 1, 1, 1, 7, 1, 200])).decode(), "is cut off"),
        (base64.b64encode(bytes([0, 1])).decode(), "is cut off"),
        (write_deckstring([(1047, 2)], [31], FormatType.FT_WILD), "the card number 1047, which is not among"),
        (write_deckstring([(315, 2)], [637], FormatType.FT_WILD, [(77, 1, 315)]), "has a sideboard"),
    ],
)
def test_a_deck_string_that_cannot_be_read_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decode(text)


def test_cards_that_are_in_a_deck_string_three_times_are_read_and_refused() -> None:
    deck = decode(write_deckstring([(315, 3)], [637], FormatType.FT_WILD))
    assert deck.cards == {"fireball": 3}
    with pytest.raises(ValueError, match="twice at most, not 3 times"):
        deck.numbers()


# As the option of the game


def seats(**options: object) -> list[tuple[str, list[int]]]:
    """Class and cards of each seat, in hand and deck."""
    state = playout.load("hearthstone", first="toss", **options).start()
    s = state._position[0]
    cards = [sorted(int(card) for card in s["deck"][30 * seat : 30 * seat + 30]) for seat in (0, 1)]
    return [(CLASSES[s["hero"][seat]], cards[seat]) for seat in (0, 1)]


def test_a_deck_is_given_by_name_list_file_or_deck_string(tmp_path: Path) -> None:
    mage = ("mage", read_list(LIST).numbers())
    path = tmp_path / "mage.txt"
    path.write_text(LIST, encoding="utf-8")
    client = tmp_path / "copied.txt"
    client.write_text(f"### Mine\n# Class: Mage\n{encode(read_list(LIST))}\n#\n# To use this deck\n", encoding="utf-8")
    for deck in (LIST, str(path), path, client, encode(read_list(LIST)), [path], (LIST, LIST)):
        assert seats(decks=deck) == [mage, mage]
    druid = ("druid", DECKS["basic_druid"].numbers())
    assert seats(decks=f"{path}, basic_druid") == [mage, druid]
    assert seats(decks=["basic_druid", LIST]) == [druid, mage]
    assert seats(decks="basic_druid,basic_druid") == [druid, druid]


def test_the_hero_is_the_classs() -> None:
    state = playout.load("hearthstone", decks="basic_priest, basic_rogue").start()
    assert [TABLE.rows[state._position[0]["card"][t]].name for t in (7, 15)] == ["Anduin Wrynn", "Valeera Sanguinar"]
    assert len(HERO_CARDS) == len(CLASSES)


@pytest.mark.parametrize(
    ("decks", "message"),
    [
        ("basic_mge", r"there is no deck 'basic_mge' \(did you mean basic_mage\?\)"),
        ("zzz", "there is no deck 'zzz'; there are hunter, basic_druid, .*; a file with a list or a deck string"),
        ("nowhere/deck.txt", "there is no file 'nowhere/deck.txt'; a deck is a file, a deck string, or one of hunter"),
        ("hunter, hunter, hunter", "decks has to be a deck, or two of them"),
        ("AAECAR8", "is not a deck string: it is not base64"),
        ("mage\n2 Fireball", "a deck has 30 cards, not 2"),
    ],
)
def test_the_game_says_what_is_wrong_with_a_deck(decks: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        playout.load("hearthstone", decks=decks)


def test_a_mistake_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("mage\n2 Firebal\n", encoding="utf-8")
    with pytest.raises(OptionError, match=r"mine\.txt: there is no card 'Firebal' \(did you mean Fireball\?\)"):
        playout.load("hearthstone", decks=str(path))
    path.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(OptionError, match=r"mine\.txt: "):
        playout.load("hearthstone", decks=str(path))


def test_two_decks_from_one() -> None:
    assert two_decks("basic_mage") == [DECKS["basic_mage"]] * 2
    assert find_deck(" hunter ") == DECKS["hunter"]
    assert set(NUMBERS) == set(ROWS)
