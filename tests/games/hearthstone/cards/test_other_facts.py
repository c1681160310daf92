"""Cards outside the Basic set, tokens and powers, beside the values in the card files of the game client.

Races, costs and values were read off the client's files; where a later patch changed a value, it is that of early 2016.
"""

from __future__ import annotations

import pytest

from playout.games.hearthstone.cards.tables import TABLE
from playout.games.hearthstone.cards.vocabulary import TRIBES
from tests.games.hearthstone.cards.test_basic_facts import SET

# The client's id, the card, kind or tribe, cost, attack and health (of a weapon: durability).
FACTS = """
CS2_188 abusive_sergeant minion 1 2/1
EX1_010 worgen_infiltrator minion 1 2/1
EX1_610 explosive_trap secret 2 0/0
EX1_611 freezing_trap secret 2 0/0
FP1_002 haunted_creeper beast 2 1/2
EX1_536 eaglehorn_bow weapon 3 3/2
EX1_538 unleash_the_hounds spell 3 0/0
GVG_044 spider_tank mech 3 3/4
EX1_116 leeroy_jenkins minion 5 6/2
GVG_049 gahzrilla beast 7 6/9
GVG_079 force_tank_max mech 8 7/7
GAME_005 coin spell 0 0/0
FP1_002t spectral_spider minion 1 1/1
EX1_538t hound beast 1 1/1
EX1_116t whelp dragon 1 1/1
CS2_101t silver_hand_recruit minion 1 1/1
CS2_082 wicked_knife weapon 1 1/2
NEW1_009 healing_totem totem 1 0/2
CS2_050 searing_totem totem 1 1/1
CS2_051 stoneclaw_totem totem 1 0/2
CS2_052 wrath_of_air_totem totem 1 0/2
EX1_506a murloc_scout murloc 0 1/1
CS2_boar boar beast 1 1/1
EX1_025t mechanical_dragonling mech 1 2/1
CS2_tk1 sheep beast 0 1/1
hexfrog frog beast 0 0/1
CS2_mirror mirror_image_minion minion 0 0/2
NEW1_034 huffer beast 3 4/2
NEW1_033 leokk beast 3 2/4
NEW1_032 misha beast 3 4/4
CS2_013t excess_mana spell 0 0/0
HERO_06 hero_druid hero 0 0/30
HERO_05 hero_hunter hero 0 0/30
HERO_08 hero_mage hero 0 0/30
HERO_04 hero_paladin hero 0 0/30
HERO_09 hero_priest hero 0 0/30
HERO_03 hero_rogue hero 0 0/30
HERO_02 hero_shaman hero 0 0/30
HERO_07 hero_warlock hero 0 0/30
HERO_01 hero_warrior hero 0 0/30
CS2_017 power_druid power 2 0/0
DS1h_292 power_hunter power 2 0/0
CS2_034 power_mage power 2 0/0
CS2_101 power_paladin power 2 0/0
CS1h_001 power_priest power 2 0/0
CS2_083b power_rogue power 2 0/0
CS2_049 power_shaman power 2 0/0
CS2_056 power_warlock power 2 0/0
CS2_102 power_warrior power 2 0/0
"""
OTHERS = {line.split()[1]: line.split() for line in FACTS.strip().splitlines()}
ROWS = {row.id: row for row in TABLE.rows}


def test_every_card_is_in_one_of_the_two_lists() -> None:
    assert set(ROWS) - set(SET) == {*OTHERS, "nothing"}


@pytest.mark.parametrize("card", sorted(OTHERS))
def test_a_row_says_what_the_card_says(card: str) -> None:
    _, _, kind, cost, body = OTHERS[card]
    row = ROWS[card]
    assert (row.kind, row.tribe) == (("minion", kind) if kind in TRIBES else (kind, "none"))
    assert (row.cost, f"{row.attack}/{row.health}") == (int(cost), body)
