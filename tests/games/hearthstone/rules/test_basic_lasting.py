"""What cards of the Basic set do as long as they are in play: auras and triggers; and what they leave to chance."""

from __future__ import annotations

import pytest

from playout import CHANCE
from tests.games.hearthstone.scene import ENEMY_HERO, FIRST, HEALTH, OWN_HERO, SECOND, THIRD, Scene

YETI, YETIS = "chillwind_yeti", "chillwind_yeti chillwind_yeti"
E1, E2, E3 = 8 + FIRST, 8 + SECOND, 8 + THIRD


# Auras


@pytest.mark.parametrize(
    ("card", "row", "after"),
    [
        ("raid_leader", "wolfrider", "wolfrider 4/1, raid_leader 2/2"),
        ("stormwind_champion", "wolfrider", "wolfrider 4/2, stormwind_champion 6/6"),
        ("timber_wolf", "river_crocolisk wolfrider", "river_crocolisk 3/3, wolfrider 3/1, timber_wolf 1/1"),
        ("grimscale_oracle", "murloc_raider wolfrider", "murloc_raider 3/1, wolfrider 3/1, grimscale_oracle 1/1"),
        ("flametongue_totem", "wolfrider wolfrider", "wolfrider 3/1, wolfrider 5/1, flametongue_totem 0/3"),
        ("warsong_commander", "wolfrider magma_rager", "wolfrider 4/1, magma_rager 5/1, warsong_commander 2/3"),
        ("leokk", "wolfrider", "wolfrider 4/1, leokk 2/4"),
    ],
)
def test_an_aura_holds_from_when_its_minion_comes_to_when_it_goes(card: str, row: str, after: str) -> None:
    scene = Scene(row, "", f"{card} shadow_bolt shadow_bolt").play(card)
    assert scene.own == after
    last = len(row.split())
    scene.s.health[last] = 1
    scene.play("shadow_bolt", last)
    assert scene.own == Scene(row).own


@pytest.mark.parametrize(
    ("card", "newcomer", "after"),
    [
        ("raid_leader", "wolfrider", "wolfrider 4/1"),
        ("stormwind_champion", "wolfrider", "wolfrider 4/2"),
        ("timber_wolf", "bloodfen_raptor", "bloodfen_raptor 4/2"),
        ("grimscale_oracle", "murloc_raider", "murloc_raider 3/1"),
        ("flametongue_totem", "wolfrider", "wolfrider 5/1"),
        ("warsong_commander", "wolfrider", "wolfrider 4/1"),
        ("leokk", "wolfrider", "wolfrider 4/1"),
    ],
)
def test_an_aura_holds_for_who_comes_later(card: str, newcomer: str, after: str) -> None:
    assert Scene(card, "", newcomer).play(newcomer).own.split(", ")[1] == after


def test_auras_are_for_ones_own_row_but_for_the_oracles() -> None:
    auras = "raid_leader stormwind_champion timber_wolf flametongue_totem warsong_commander leokk"
    assert Scene(auras, "murloc_raider wolfrider").enemy == "murloc_raider 2/1, wolfrider 3/1"
    assert Scene("grimscale_oracle", "murloc_raider wolfrider").enemy == "murloc_raider 3/1, wolfrider 3/1"


def test_auras_add_up() -> None:
    assert (
        Scene("raid_leader wolfrider stormwind_champion").own
        == "raid_leader 3/3, wolfrider 5/2, stormwind_champion 7/6"
    )


def test_the_end_of_a_health_aura_does_not_hurt() -> None:
    scene = (
        Scene("stormwind_champion war_golem wolfrider", "", "assassinate shadow_bolt").hurt(SECOND, 3).hurt(THIRD, 1)
    )
    scene.s.health[FIRST] = 1
    assert scene.own == "stormwind_champion 6/1, war_golem 8/5, wolfrider 4/1"
    assert scene.play("shadow_bolt", FIRST).own == "war_golem 7/5, wolfrider 3/1"


def test_humility_and_hunters_mark_leave_auras_on_top() -> None:
    scene = Scene("stormwind_champion war_golem", "", "humility hunters_mark")
    assert scene.play("humility", SECOND).own.endswith("war_golem 2/8")
    assert scene.play("hunters_mark", SECOND).own.endswith("war_golem 2/2")


def test_flametongue_totem_can_stand_between_and_its_neighbours_change() -> None:
    scene = Scene("wolfrider magma_rager", "", "flametongue_totem stonetusk_boar moonfire")
    scene.play("flametongue_totem", place=1)
    assert scene.own == "wolfrider 5/1, flametongue_totem 0/3, magma_rager 7/1"
    scene.play("stonetusk_boar", place=1)
    assert scene.own == "wolfrider 3/1, stonetusk_boar 3/1, flametongue_totem 0/3, magma_rager 7/1"
    scene.play("moonfire", SECOND)
    assert scene.own == "wolfrider 5/1, flametongue_totem 0/3, magma_rager 7/1"


def test_tundra_rhino_gives_beasts_charge_as_long_as_it_stands() -> None:
    scene = Scene("", "", "tundra_rhino bloodfen_raptor murloc_raider hunters_mark moonfire")
    scene.play("tundra_rhino").play("bloodfen_raptor").play("murloc_raider")
    assert [scene.can_attack(t) for t in range(3)] == [True, True, False]
    scene.play("hunters_mark", FIRST).play("moonfire", FIRST)
    assert scene.own == "bloodfen_raptor 3/2, murloc_raider 2/1"
    assert not scene.can_attack(FIRST)


def test_warsong_commander_counts_charge_that_was_given_itself_included() -> None:
    scene = Scene("warsong_commander magma_rager", "", "charge charge").play("charge", SECOND)
    assert scene.own == "warsong_commander 2/3, magma_rager 8/1"
    assert scene.play("charge", FIRST).own == "warsong_commander 5/3, magma_rager 8/1"


def test_a_stolen_leader_leads_the_other_row() -> None:
    scene = Scene("wolfrider", "raid_leader magma_rager", "mind_control").play("mind_control", E1)
    assert (scene.own, scene.enemy) == ("wolfrider 4/1, raid_leader 2/2", "magma_rager 5/1")


# Triggers


def test_gurubashi_berserker_grows_with_each_damage() -> None:
    scene = Scene("gurubashi_berserker", YETI, "moonfire moonfire arcane_missiles").play("moonfire", FIRST)
    assert scene.own == "gurubashi_berserker 5/6"
    assert scene.play("moonfire", FIRST).own == "gurubashi_berserker 8/5"
    scene.attack(FIRST, FIRST)
    assert (scene.own, scene.enemy) == ("gurubashi_berserker 11/1", "")


def test_a_shield_keeps_gurubashi_berserker_as_it_is() -> None:
    scene = Scene("gurubashi_berserker", "", "hand_of_protection moonfire").play("hand_of_protection", FIRST)
    assert scene.play("moonfire", FIRST).own == "gurubashi_berserker 2/7"


def test_two_berserkers_each_grow_for_themselves() -> None:
    scene = Scene("gurubashi_berserker", "gurubashi_berserker", "whirlwind").play("whirlwind")
    assert (scene.own, scene.enemy) == ("gurubashi_berserker 5/6", "gurubashi_berserker 5/6")


def test_northshire_cleric_draws_for_each_minion_that_is_healed_on_either_side() -> None:
    scene = Scene("northshire_cleric war_golem", "war_golem", "voodoo_doctor voodoo_doctor holy_nova")
    scene.hurt(FIRST, 2).hurt(SECOND, 5).hurt(E1, 5)
    scene.play("voodoo_doctor", E1)
    assert scene.hand().count("murloc_raider") == 1
    scene.play("voodoo_doctor", OWN_HERO)
    assert scene.hand().count("murloc_raider") == 1
    scene.play("holy_nova")
    assert scene.hand().count("murloc_raider") == 3


def test_northshire_cleric_does_not_draw_for_who_is_whole() -> None:
    scene = Scene("northshire_cleric", "", "voodoo_doctor").play("voodoo_doctor", FIRST)
    assert scene.hand() == ""


def test_both_clerics_draw_for_their_owners() -> None:
    scene = Scene("northshire_cleric northshire_cleric", "northshire_cleric", "voodoo_doctor").hurt(E1, 1)
    scene.play("voodoo_doctor", E1)
    assert (scene.hand(), scene.hand(1)) == ("murloc_raider murloc_raider", "murloc_raider")


def test_lesser_heal_wakes_northshire_cleric() -> None:
    scene = Scene("northshire_cleric", "", heroes="priest warrior").hurt(FIRST, 1).power(FIRST)
    assert (scene.health(FIRST), scene.hand()) == (3, "murloc_raider")


def test_healing_totem_heals_at_the_end_of_the_turn_and_wakes_the_cleric() -> None:
    scene = Scene("healing_totem war_golem northshire_cleric", YETI).hurt(SECOND, 3).hurt(E1, 1).end()
    assert scene.health(SECOND) == 5
    assert scene.health(E1) == 4
    assert scene.hand() == "murloc_raider"


def test_starving_buzzard_draws_for_each_beast_that_comes() -> None:
    scene = Scene("starving_buzzard", YETIS, "stonetusk_boar murloc_raider unleash_the_hounds", deck="war_golem " * 5)
    assert scene.play("stonetusk_boar").hand().count("war_golem") == 1
    assert scene.play("murloc_raider").hand().count("war_golem") == 1
    assert scene.play("unleash_the_hounds").hand().count("war_golem") == 3


def test_starving_buzzard_does_not_draw_for_itself_or_for_the_opponents_beasts() -> None:
    assert Scene(hand="starving_buzzard").play("starving_buzzard").hand() == ""
    scene = Scene("", "starving_buzzard", "stonetusk_boar").play("stonetusk_boar")
    assert (scene.hand(), scene.hand(1)) == ("", "")


def test_a_beast_from_a_battlecry_wakes_the_buzzard() -> None:
    assert Scene("starving_buzzard", "", "razorfen_hunter").play("razorfen_hunter").hand() == "murloc_raider"


def test_water_elemental_freezes_whom_it_damages_attacking_or_attacked() -> None:
    scene = Scene("water_elemental", "war_golem").attack(FIRST, FIRST)
    assert scene.marks(E1) == {"frozen"}
    scene = Scene("war_golem", "water_elemental").attack(FIRST, FIRST)
    assert scene.marks(FIRST) == {"frozen"}
    scene = Scene("water_elemental").attack(FIRST, 7)
    assert scene.marks(ENEMY_HERO) == {"frozen"}
    scene = Scene("", "water_elemental").armed("fiery_war_axe").attack(7, FIRST)
    assert scene.marks(OWN_HERO) == {"frozen"}


def test_a_minion_that_froze_while_attacking_misses_the_next_turn() -> None:
    scene = Scene("war_golem", "water_elemental").attack(FIRST, FIRST).end().end()
    assert not scene.can_attack(FIRST)
    assert scene.end().end().can_attack(FIRST)


def test_water_elemental_does_not_freeze_behind_a_shield() -> None:
    scene = Scene("water_elemental", "war_golem", "hand_of_protection").play("hand_of_protection", E1)
    assert scene.attack(FIRST, FIRST).marks(E1) == set()


def test_truesilver_champion_heals_before_the_damage() -> None:
    scene = Scene("", YETI, "truesilver_champion").play("truesilver_champion").attack(7, FIRST)
    assert scene.health(OWN_HERO) == HEALTH + 2 - 4
    assert scene.weapon() == "truesilver_champion 4/1"
    full = Scene().armed("truesilver_champion")
    full.s.health[OWN_HERO] = 30
    assert full.attack(7, 7).health(OWN_HERO) == 30


def test_truesilver_champion_does_not_heal_when_a_minion_attacks() -> None:
    assert Scene(YETI).armed("truesilver_champion").attack(FIRST, 7).health(OWN_HERO) == HEALTH


@pytest.mark.parametrize(
    ("before", "minion", "after"),
    [
        (HEALTH, "", HEALTH),  # 2 damage, then 2 health
        (2, "", 2),  # 0 in between: nobody is dead before the preparation of the attack is over
        (1, "", 1),  # -1 in between
        (3, "kobold_geomancer", 2),  # 3 damage with the enemy's spell damage
    ],
)
def test_truesilver_champion_heals_after_a_trap_whatever_health_is_left(before: int, minion: str, after: int) -> None:
    scene = Scene("", minion, secrets="explosive_trap", heroes="paladin hunter").armed("truesilver_champion")
    scene.s.health[OWN_HERO] = before
    scene.attack(7, 7)
    assert (scene.health(OWN_HERO), scene.health(ENEMY_HERO)) == (after, HEALTH - 4)
    assert not scene.state.over
    assert scene.weapon() == "truesilver_champion 4/1"


@pytest.mark.parametrize(("minion", "health"), [("kobold_geomancer", 1), ("kobold_geomancer ogre_magi", 2)])
def test_two_health_are_not_enough_where_a_trap_deals_more(minion: str, health: int) -> None:
    scene = Scene("", minion, secrets="explosive_trap", heroes="paladin hunter").armed("truesilver_champion")
    scene.s.health[OWN_HERO] = health
    scene.attack(7, 7)
    assert (scene.health(OWN_HERO), scene.health(ENEMY_HERO)) == (0, HEALTH)
    assert scene.state.payoffs == (0.0, 1.0)
    assert scene.weapon() == "truesilver_champion 4/2"


def test_a_dying_minion_wakes_no_weapon_and_does_not_strike() -> None:
    scene = Scene("wolfrider", secrets="explosive_trap", heroes="paladin hunter").armed("truesilver_champion")
    scene.attack(FIRST, 7)
    assert (scene.own, scene.health(OWN_HERO), scene.health(ENEMY_HERO)) == ("", HEALTH - 2, HEALTH)


# Chance


def test_arcane_missiles_go_one_after_the_other_to_anybody() -> None:
    scene = Scene("", "wolfrider", "arcane_missiles").play("arcane_missiles")
    assert scene.state.turn == CHANCE
    assert scene.odds() == {"the enemy Wolfrider": 0.5, "the enemy hero": 0.5}
    scene.do("the enemy Wolfrider")
    # Nobody shoots at the dying: the other two are for the hero, and nothing is left to chance.
    assert scene.state.turn == 0
    assert (scene.enemy, scene.health(ENEMY_HERO)) == ("", HEALTH - 2)


def test_spell_damage_is_one_more_missile() -> None:
    scene = Scene("kobold_geomancer", "", "arcane_missiles").play("arcane_missiles")
    assert scene.health(ENEMY_HERO) == HEALTH - 4


def test_a_berserker_grows_with_each_missile() -> None:
    scene = Scene("", "gurubashi_berserker", "arcane_missiles").play("arcane_missiles")
    for _ in range(3):
        scene.do("the enemy Gurubashi Berserker")
    assert scene.enemy == "gurubashi_berserker 11/4"


@pytest.mark.parametrize(("card", "damage"), [("cleave", 2), ("multi_shot", 3)])
def test_two_different_enemy_minions_are_drawn(card: str, damage: int) -> None:
    row = "war_golem chillwind_yeti core_hound"
    names = ["the enemy War Golem", "the enemy Chillwind Yeti", "the enemy Core Hound"]
    health = {"the enemy War Golem": 7, "the enemy Chillwind Yeti": 5, "the enemy Core Hound": 5}
    for first in names:
        scene = Scene("", row, card).play(card)
        assert scene.odds() == dict.fromkeys(names, round(1 / 3, 6))
        scene.do(first)
        assert scene.odds() == {name: 0.5 for name in names if name != first}
        second = next(name for name in names if name != first)
        scene.do(second)
        assert [scene.health(t) for t in (E1, E2, E3)] == [
            health[name] - damage * (name in (first, second)) for name in names
        ]


@pytest.mark.parametrize(("card", "damage"), [("cleave", 2), ("multi_shot", 3)])
def test_of_two_enemy_minions_both_are_hit_and_one_is_not_enough(card: str, damage: int) -> None:
    assert not Scene(YETIS, YETI, card).can_play(card)
    scene = Scene("", YETIS, card).play(card)
    assert scene.state.turn == 0
    assert [scene.health(E1), scene.health(E2)] == [5 - damage] * 2
    scene = Scene("archmage", "war_golem war_golem", card).play(card)
    assert [scene.health(E1), scene.health(E2)] == [6 - damage] * 2


def test_animal_companion_is_one_of_three() -> None:
    scene = Scene("wolfrider", "", "animal_companion").play("animal_companion")
    assert scene.odds() == dict.fromkeys(["Huffer", "Leokk", "Misha"], round(1 / 3, 6))
    leader = Scene("wolfrider", "", "animal_companion").play("animal_companion").do("Leokk")
    assert leader.own == "wolfrider 4/1, leokk 2/4"
    assert Scene("", "", "animal_companion").play("animal_companion").do("Misha").marks(FIRST) == {"taunt"}
    assert scene.do("Huffer").can_attack(SECOND)
    assert not Scene("wolfrider " * 7, "", "animal_companion").can_play("animal_companion")


def test_mirror_image_takes_the_places_there_are() -> None:
    scene = Scene("wolfrider " * 6, "", "mirror_image").play("mirror_image")
    assert scene.own.count("mirror_image_minion") == 1
    assert not Scene("wolfrider " * 7, "", "mirror_image").can_play("mirror_image")


def test_totemic_call_brings_a_totem_that_is_not_there() -> None:
    scene = Scene("searing_totem", "", heroes="shaman warrior").power()
    assert scene.odds() == dict.fromkeys(["Healing Totem", "Stoneclaw Totem", "Wrath of Air Totem"], round(1 / 3, 6))
    assert scene.do("Stoneclaw Totem").own == "searing_totem 1/1, stoneclaw_totem 0/2"


@pytest.mark.parametrize(("card", "on"), [("soulfire", ENEMY_HERO), ("succubus", None)])
def test_a_random_card_of_the_hand_is_discarded(card: str, on: int | None) -> None:
    scene = Scene(hand=f"{card} wolfrider wolfrider war_golem").play(card, on)
    assert scene.odds() == {"discard Wolfrider": round(2 / 3, 6), "discard War Golem": round(1 / 3, 6)}
    assert scene.do("discard Wolfrider").hand() in ("wolfrider war_golem", "war_golem wolfrider")


def test_soulfire_hits_before_it_discards() -> None:
    scene = Scene("", YETI, "soulfire wolfrider war_golem").play("soulfire", E1)
    assert scene.enemy == "chillwind_yeti 4/1"


# Hero powers


def test_hero_powers() -> None:
    assert Scene(heroes="mage warrior").power(ENEMY_HERO).health(ENEMY_HERO) == HEALTH - 1
    assert Scene(heroes="hunter warrior").power().health(ENEMY_HERO) == HEALTH - 2
    assert Scene(heroes="priest warrior").power(OWN_HERO).health(OWN_HERO) == HEALTH + 2
    assert Scene(heroes="paladin warrior").power().own == "silver_hand_recruit 1/1"
    assert Scene(heroes="rogue warrior").power().weapon() == "wicked_knife 1/2"
    assert Scene(heroes="warrior mage").power().s.armor[0] == 2
    druid = Scene(heroes="druid warrior").power()
    assert (druid.strength(OWN_HERO), druid.s.armor[0]) == (1, 1)
    warlock = Scene(heroes="warlock warrior").power()
    assert (warlock.hand(), warlock.health(OWN_HERO)) == ("murloc_raider", HEALTH - 2)
    assert warlock.s.mana[0] == 8
