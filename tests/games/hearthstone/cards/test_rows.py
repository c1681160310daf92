"""The file of cards: headings, properties, comments, and what is refused."""

from __future__ import annotations

import pytest

from playout.games.hearthstone.cards.rows import read_rows
from playout.games.hearthstone.cards.tables import CARDS
from playout.games.hearthstone.cards.vocabulary import CLASSES


def test_a_heading_says_whose_cards_follow() -> None:
    rows = read_rows("""
# A comment.
One | 一 | 1 | spell 0 | draw 1
[mage]
Two | 二 | 2 | spell 0 | draw 1
Three | 三 | 3 | spell 0 | of hunter; draw 1

[no deck]
Four | 四 | | spell 0 | draw 1
[neutral]
Five | 五 | 5 | spell 0 | draw 1
""")
    assert [(row.id, row.owner, row.collectible) for row in rows] == [
        ("one", "neutral", True),
        ("two", "mage", True),
        ("three", "hunter", True),
        ("four", "neutral", False),
        ("five", "neutral", True),
    ]


def test_a_card_may_have_an_id_other_names_and_be_legendary() -> None:
    (row,) = read_rows("The Penny | 币 | | spell 0 | id penny; legendary; also 铜币; also a small coin; mana 1")
    assert (row.id, row.name, row.legendary, row.aliases) == ("penny", "The Penny", True, ("铜币", "a small coin"))
    assert [effect.operation for effect in row.effects] == ["mana"]


@pytest.mark.parametrize("kind", ["hero", "power"])
def test_heroes_and_powers_have_the_id_of_their_class(kind: str) -> None:
    (row,) = read_rows(f"Somebody | 某 | | {kind} 2 | of rogue")
    assert row.id == f"{kind}_rogue"
    owners = [row.owner for row in CARDS if row.kind == kind]
    assert owners == list(CLASSES[1:]), "one for each class, in the order of classes"
    assert not any(row.collectible for row in CARDS if row.kind == kind)


def test_a_heading_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match=r"cards stand under one of neutral, druid, .*, no deck, not under 'wizard'"):
        read_rows("[wizard]\nOne | 一 | 1 | spell 0 | draw 1")
