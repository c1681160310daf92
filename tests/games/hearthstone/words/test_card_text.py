"""Cards looked up: by any of their names, in lists by class, kind and deck, and refused with the nearest name."""

from __future__ import annotations

import pytest

import playout
from playout import PlayoutError
from playout.games.hearthstone.cards.tables import TABLE
from playout.games.hearthstone.decks.lookup import find_deck
from tests.games.hearthstone.table import Table

GAME = playout.load("hearthstone")


@pytest.mark.parametrize("name", ["Leeroy Jenkins", "leeroy jenkins", "leeroy_jenkins", "火车王里诺艾", "火车王里艾诺"])
def test_a_card_has_several_names(name: str) -> None:
    text = GAME.cards(name)
    assert text.splitlines() == [
        "Leeroy Jenkins 火车王里诺艾, also 火车王里艾诺: neutral minion, 5 mana 6/2, legendary",
        "Charge. Battlecry: Summon two 1/1 Whelps for your opponent.",
    ]


def test_the_reports_spelling_is_read_in_decks_and_moves() -> None:
    deck = find_deck("hunter")
    assert find_deck(str(deck).replace("Leeroy Jenkins", "火车王里艾诺")) == deck
    table = Table(hand=["leeroy_jenkins"], mana=5)
    assert table.state.parse("火车王里艾诺") == table.state.parse("火车王里诺艾") == table.state.parse("leeroy jenkins")


def test_lists() -> None:
    whole = GAME.cards().splitlines()
    assert len(whole) == sum(row.collectible for row in TABLE.rows)
    assert len(GAME.cards("hunter").splitlines()) == sum(
        row.owner == "hunter" and row.collectible for row in TABLE.rows
    )
    weapons = [row.name for row in TABLE.rows if row.collectible and row.kind == "weapon"]
    assert sorted(line.split("  ")[0] for line in GAME.cards("Weapon").splitlines()) == sorted(weapons)
    assert len(GAME.cards("basic_mage").splitlines()) == len(find_deck("basic_mage").cards)


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(PlayoutError, match=r"hearthstone: there is no card 'Firebal' \(did you mean Fireball\?\)"):
        GAME.cards("Firebal")
    with pytest.raises(PlayoutError, match="tic_tac_toe has no cards to look up"):
        playout.load("tic_tac_toe").cards()
