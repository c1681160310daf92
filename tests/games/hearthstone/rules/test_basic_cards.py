"""What each card of the Basic set does when it is played: one line a card, and the cards that need more than a line."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.hearthstone.scene import ENEMY_HERO, FIRST, HEALTH, OWN_HERO, SECOND, Scene

YETI, YETIS = "chillwind_yeti", "chillwind_yeti chillwind_yeti"
E1, E2 = 8 + FIRST, 8 + SECOND

# Card, target, own row, enemy row; then both rows after it, and what else there is.
Line = tuple[str, int | None, str, str, str | None, str | None, dict[str, Any]]

BATTLECRIES: list[Line] = [
    ("elven_archer", E1, "", YETI, "elven_archer 1/1", "chillwind_yeti 4/4", {}),
    ("elven_archer", ENEMY_HERO, "", "", "elven_archer 1/1", "", {"enemy": 19}),
    ("elven_archer", OWN_HERO, "", "", "elven_archer 1/1", "", {"own": 19}),
    ("ironforge_rifleman", FIRST, YETI, "", "chillwind_yeti 4/4, ironforge_rifleman 2/2", "", {}),
    ("stormpike_commando", E1, "", YETI, "stormpike_commando 4/2", "chillwind_yeti 4/3", {}),
    ("fire_elemental", ENEMY_HERO, "", "", "fire_elemental 6/5", "", {"enemy": 17}),
    ("voodoo_doctor", OWN_HERO, "", "", "voodoo_doctor 2/1", "", {"own": 22}),
    ("voodoo_doctor", ENEMY_HERO, "", "", "voodoo_doctor 2/1", "", {"enemy": 22}),
    ("darkscale_healer", None, "", "", "darkscale_healer 4/5", "", {"own": 22}),
    ("guardian_of_kings", None, "", "", "guardian_of_kings 5/6", "", {"own": 26}),
    ("nightblade", None, "", YETI, "nightblade 4/4", "chillwind_yeti 4/5", {"enemy": 17}),
    ("murloc_tidehunter", None, "", "", "murloc_tidehunter 2/1, murloc_scout 1/1", "", {}),
    ("razorfen_hunter", None, "", "", "razorfen_hunter 2/3, boar 1/1", "", {}),
    ("dragonling_mechanic", None, "", "", "dragonling_mechanic 2/4, mechanical_dragonling 2/1", "", {}),
    ("novice_engineer", None, "", "", "novice_engineer 1/1", "", {"hand": "murloc_raider"}),
    ("gnomish_inventor", None, "", "", "gnomish_inventor 2/4", "", {"hand": "murloc_raider"}),
    ("shattered_sun_cleric", FIRST, YETI, "", "chillwind_yeti 5/6, shattered_sun_cleric 3/2", "", {}),
    ("frostwolf_warlord", None, YETIS, YETI, "chillwind_yeti 4/5, chillwind_yeti 4/5, frostwolf_warlord 6/6", None, {}),
    ("frostwolf_warlord", None, "", YETI, "frostwolf_warlord 4/4", None, {}),
    ("dread_infernal", None, YETI, YETI, "chillwind_yeti 4/4, dread_infernal 6/6", None, {"own": 19, "enemy": 19}),
    ("succubus", None, "", "", "succubus 4/3", "", {"hand": ""}),
]

SPELLS: list[Line] = [
    ("innervate", None, "", "", "", "", {"mana": 7}),
    ("moonfire", E1, "", YETI, "", "chillwind_yeti 4/4", {}),
    ("claw", None, YETI, "", "chillwind_yeti 4/5", "", {"strength": 2, "armor": 2}),
    ("mark_of_the_wild", FIRST, YETI, "", "chillwind_yeti 6/7", "", {"marks": (FIRST, {"taunt"})}),
    ("healing_touch", OWN_HERO, "", "", "", "", {"own": 28}),
    ("savage_roar", None, YETIS, YETI, "chillwind_yeti 6/5, chillwind_yeti 6/5", "chillwind_yeti 4/5", {"strength": 2}),
    ("swipe", E1, YETI, YETIS, "chillwind_yeti 4/5", "chillwind_yeti 4/1, chillwind_yeti 4/4", {"enemy": 19}),
    ("swipe", ENEMY_HERO, "", YETIS, "", "chillwind_yeti 4/4, chillwind_yeti 4/4", {"enemy": 16}),
    ("starfire", ENEMY_HERO, "", "", "", "", {"enemy": 15, "hand": "murloc_raider"}),
    ("arcane_shot", E1, "", YETI, "", "chillwind_yeti 4/3", {}),
    ("kill_command", ENEMY_HERO, YETI, "", None, "", {"enemy": 17}),
    ("kill_command", ENEMY_HERO, "river_crocolisk", "", None, "", {"enemy": 15}),
    ("hunters_mark", E1, "", "war_golem", "", "war_golem 7/1", {}),
    ("mirror_image", None, "", "", "mirror_image_minion 0/2, mirror_image_minion 0/2", "", {}),
    ("arcane_explosion", None, YETI, YETIS, "chillwind_yeti 4/5", "chillwind_yeti 4/4, chillwind_yeti 4/4", {}),
    ("frostbolt", E1, "", YETI, "", "chillwind_yeti 4/2", {"marks": (E1, {"frozen"})}),
    ("frostbolt", ENEMY_HERO, "", "", "", "", {"enemy": 17, "marks": (ENEMY_HERO, {"frozen"})}),
    ("arcane_intellect", None, "", "", "", "", {"hand": "murloc_raider murloc_raider"}),
    ("frost_nova", None, YETI, YETIS, None, None, {"marks": (E2, {"frozen"})}),
    ("fireball", ENEMY_HERO, "", "", "", "", {"enemy": 14}),
    ("flamestrike", None, YETI, "wolfrider chillwind_yeti", "chillwind_yeti 4/5", "chillwind_yeti 4/1", {}),
    ("blessing_of_might", FIRST, YETI, "", "chillwind_yeti 7/5", "", {}),
    ("hand_of_protection", FIRST, YETI, "", "chillwind_yeti 4/5", "", {"marks": (FIRST, {"shield"})}),
    ("humility", E1, "", "core_hound", "", "core_hound 1/5", {}),
    ("holy_light", OWN_HERO, "", "", "", "", {"own": 26}),
    ("blessing_of_kings", FIRST, YETI, "", "chillwind_yeti 8/9", "", {}),
    ("consecration", None, YETI, "wolfrider chillwind_yeti", "chillwind_yeti 4/5", "chillwind_yeti 4/3", {"enemy": 18}),
    ("hammer_of_wrath", E1, "", YETI, "", "chillwind_yeti 4/2", {"hand": "murloc_raider"}),
    ("holy_smite", E1, "", YETI, "", "chillwind_yeti 4/3", {}),
    ("power_word_shield", FIRST, YETI, "", "chillwind_yeti 4/7", "", {"hand": "murloc_raider"}),
    ("divine_spirit", FIRST, YETI, "", "chillwind_yeti 4/10", "", {}),
    ("mind_blast", None, "", YETI, "", "chillwind_yeti 4/5", {"enemy": 15}),
    ("shadow_word_pain", E1, "", "ironfur_grizzly", "", "", {}),
    ("shadow_word_death", E1, "", "core_hound", "", "", {}),
    ("holy_nova", None, "", "wolfrider chillwind_yeti", "", "chillwind_yeti 4/3", {"own": 22, "enemy": 18}),
    ("mind_control", E1, YETI, "war_golem", "chillwind_yeti 4/5, war_golem 7/7", "", {}),
    ("backstab", E1, "", YETI, "", "chillwind_yeti 4/3", {}),
    ("sinister_strike", None, "", YETI, "", "chillwind_yeti 4/5", {"enemy": 17}),
    ("sap", E1, "", YETI, "", "", {"enemy_hand": YETI}),
    ("shiv", E1, "", YETI, "", "chillwind_yeti 4/4", {"hand": "murloc_raider"}),
    ("fan_of_knives", None, YETI, YETI, "chillwind_yeti 4/5", "chillwind_yeti 4/4", {"hand": "murloc_raider"}),
    ("assassinate", E1, "", "war_golem", "", "", {}),
    ("vanish", None, "wolfrider", YETI, "", "", {"hand": "wolfrider", "enemy_hand": YETI}),
    ("sprint", None, "", "", "", "", {"hand": "murloc_raider " * 4}),
    ("totemic_might", None, "searing_totem wolfrider", "frog", "searing_totem 1/3, wolfrider 3/1", "frog 0/1", {}),
    ("totemic_might", None, "", "stoneclaw_totem", "", "stoneclaw_totem 0/2", {}),
    ("frost_shock", E1, "", YETI, "", "chillwind_yeti 4/4", {"marks": (E1, {"frozen"})}),
    ("rockbiter_weapon", OWN_HERO, "", "", "", "", {"strength": 3}),
    ("rockbiter_weapon", FIRST, YETI, "", "chillwind_yeti 7/5", "", {}),
    ("windfury", FIRST, YETI, "", None, "", {"marks": (FIRST, {"windfury"})}),
    ("hex", E1, "", "war_golem", "", "frog 0/1", {"marks": (E1, {"taunt"})}),
    ("polymorph", E1, "", "lord_of_the_arena", "", "sheep 1/1", {"marks": (E1, set())}),
    ("bloodlust", None, YETIS, YETI, "chillwind_yeti 7/5, chillwind_yeti 7/5", "chillwind_yeti 4/5", {"strength": 0}),
    ("sacrificial_pact", E1, "", "dread_infernal", "", "", {"own": 25}),
    ("sacrificial_pact", FIRST, "voidwalker", "", "", "", {"own": 25}),
    ("mortal_coil", E1, "", YETI, "", "chillwind_yeti 4/4", {"hand": ""}),
    ("mortal_coil", E1, "", "wolfrider", "", "", {"hand": "murloc_raider"}),
    ("soulfire", E1, "", YETI, "", "chillwind_yeti 4/1", {"hand": ""}),
    ("drain_life", ENEMY_HERO, "", "", "", "", {"own": 22, "enemy": 18}),
    ("shadow_bolt", E1, "", YETI, "", "chillwind_yeti 4/1", {}),
    ("hellfire", None, YETI, YETI, "chillwind_yeti 4/2", "chillwind_yeti 4/2", {"own": 17, "enemy": 17}),
    ("whirlwind", None, YETI, YETI, "chillwind_yeti 4/4", "chillwind_yeti 4/4", {"own": 20, "enemy": 20}),
    ("heroic_strike", None, "", "", "", "", {"strength": 4}),
    ("charge", FIRST, YETI, "", "chillwind_yeti 6/5", "", {"marks": (FIRST, {"charge"})}),
    ("shield_block", None, "", "", "", "", {"armor": 5, "hand": "murloc_raider"}),
    ("excess_mana", None, "", "", "", "", {"hand": "murloc_raider"}),
]


@pytest.mark.parametrize(("card", "on", "own", "enemy", "own_after", "enemy_after", "more"), BATTLECRIES + SPELLS)
def test_a_card_does_what_its_text_says(
    card: str,
    on: int | None,
    own: str,
    enemy: str,
    own_after: str | None,
    enemy_after: str | None,
    more: dict[str, Any],
) -> None:
    scene = Scene(own, enemy, card, mana=5 if card == "innervate" else 10).play(card, on)
    if own_after is not None:
        assert scene.own == own_after
    if enemy_after is not None:
        assert scene.enemy == enemy_after
    assert scene.health(OWN_HERO) == more.get("own", HEALTH)
    assert scene.health(ENEMY_HERO) == more.get("enemy", HEALTH)
    assert scene.hand() == more.get("hand", "").strip()
    assert scene.hand(1) == more.get("enemy_hand", "")
    assert scene.s.armor[0] == more.get("armor", 0)
    assert scene.strength(OWN_HERO) == more.get("strength", 0)
    if "mana" in more:
        assert scene.s.mana[0] == more["mana"]
    if "marks" in more:
        t, marks = more["marks"]
        assert scene.marks(t) == marks


MINIONS_OF_BOTH = {FIRST, E1}
HEROES = {OWN_HERO, ENEMY_HERO}


@pytest.mark.parametrize(
    ("cards", "aims"),
    [
        (
            "elven_archer ironforge_rifleman stormpike_commando fire_elemental voodoo_doctor moonfire healing_touch"
            " starfire arcane_shot kill_command frostbolt fireball holy_light hammer_of_wrath holy_smite shiv soulfire"
            " drain_life",
            MINIONS_OF_BOTH | HEROES,
        ),
        (
            "mark_of_the_wild polymorph blessing_of_might hand_of_protection humility blessing_of_kings divine_spirit"
            " power_word_shield ancestral_healing windfury hex mortal_coil shadow_bolt hunters_mark backstab",
            MINIONS_OF_BOTH,
        ),
        ("shattered_sun_cleric windspeaker charge", {FIRST}),
        ("mind_control sap assassinate corruption", {E1}),
        ("swipe frost_shock", {E1, ENEMY_HERO}),
        ("rockbiter_weapon", {FIRST, OWN_HERO}),
        ("execute shadow_word_pain shadow_word_death sacrificial_pact houndmaster", set()),
    ],
)
def test_a_card_may_be_aimed_at_whom_its_text_names(cards: str, aims: set[int]) -> None:
    for card in cards.split():
        assert Scene(YETI, YETI, card).aims(card) == aims, card


def test_a_spell_that_needs_a_target_cannot_be_played_without_and_a_battlecry_can() -> None:
    for card in ("execute", "shadow_word_pain", "sacrificial_pact", "sap", "polymorph"):
        assert not Scene(hand=card).can_play(card)
    for card in ("shattered_sun_cleric", "windspeaker", "houndmaster"):
        scene = Scene("", YETI, card)
        assert scene.play(card).own.startswith(card)


def test_the_shadow_words_look_at_attack_as_it_is_now() -> None:
    scene = Scene("raid_leader ironfur_grizzly", "core_hound river_crocolisk", "shadow_word_pain shadow_word_death")
    assert scene.strength(SECOND) == 4
    assert scene.aims("shadow_word_pain") == {FIRST, 8 + SECOND}
    assert scene.aims("shadow_word_death") == {8 + FIRST}


def test_execute_asks_for_a_damaged_enemy_minion() -> None:
    scene = Scene(YETI, YETIS, "execute").hurt(FIRST, 1).hurt(E2, 1)
    assert scene.aims("execute") == {E2}
    assert scene.play("execute", E2).enemy == "chillwind_yeti 4/5"


def test_backstab_asks_for_an_undamaged_minion() -> None:
    assert Scene("", YETIS, "backstab").hurt(E1, 1).aims("backstab") == {E2}


def test_sacrificial_pact_asks_for_a_demon_of_either_side() -> None:
    scene = Scene("voidwalker chillwind_yeti", "succubus chillwind_yeti", "sacrificial_pact")
    assert scene.aims("sacrificial_pact") == {FIRST, E1}


def test_houndmaster_makes_a_beast_of_yours_stronger() -> None:
    scene = Scene("chillwind_yeti river_crocolisk", "river_crocolisk", "houndmaster")
    assert scene.aims("houndmaster") == {SECOND}
    scene.play("houndmaster", SECOND)
    assert scene.own == "chillwind_yeti 4/5, river_crocolisk 4/5, houndmaster 4/3"
    assert scene.marks(SECOND) == {"taunt"}


def test_windspeaker_lets_a_minion_attack_twice() -> None:
    scene = Scene(YETI, "", "windspeaker").play("windspeaker", FIRST)
    scene.attack(FIRST, 7).attack(FIRST, 7)
    assert scene.health(ENEMY_HERO) == HEALTH - 8
    assert not scene.can_attack(FIRST)


def test_charge_lets_a_minion_attack_at_once() -> None:
    scene = Scene("", "", "chillwind_yeti charge").play(YETI)
    assert not scene.can_attack(FIRST)
    assert scene.play("charge", FIRST).can_attack(FIRST)


def test_healing_stops_at_what_a_minion_has_without_damage() -> None:
    scene = (
        Scene("chillwind_yeti war_golem", "", "darkscale_healer voodoo_doctor holy_light")
        .hurt(FIRST, 1)
        .hurt(SECOND, 5)
    )
    scene.play("darkscale_healer")
    assert scene.own == "chillwind_yeti 4/5, war_golem 7/4, darkscale_healer 4/5"
    scene.play("voodoo_doctor", SECOND)
    assert scene.health(SECOND) == 6
    scene.play("holy_light", SECOND)
    assert scene.health(SECOND) == 7


def test_ancestral_healing_makes_a_minion_whole() -> None:
    scene = Scene("war_golem", "", "ancestral_healing").hurt(FIRST, 6).play("ancestral_healing", FIRST)
    assert scene.own == "war_golem 7/7"
    assert scene.marks(FIRST) == {"taunt"}


def test_divine_spirit_doubles_the_health_there_is() -> None:
    scene = Scene("war_golem", "", "divine_spirit holy_light").hurt(FIRST, 4).play("divine_spirit", FIRST)
    assert scene.health(FIRST) == 6
    assert scene.play("holy_light", FIRST).health(FIRST) == 10


def test_humility_ends_what_was_given_before_and_not_what_comes_after() -> None:
    scene = Scene(YETI, "", "blessing_of_might humility blessing_of_kings").play("blessing_of_might", FIRST)
    assert scene.play("humility", FIRST).own == "chillwind_yeti 1/5"
    assert scene.play("blessing_of_kings", FIRST).own == "chillwind_yeti 5/9"


def test_acidic_swamp_ooze_breaks_the_weapon_of_the_opponent_only() -> None:
    scene = Scene("", "", "acidic_swamp_ooze").armed("fiery_war_axe").armed("arcanite_reaper", 1)
    scene.play("acidic_swamp_ooze")
    assert scene.weapon() == "fiery_war_axe 3/2"
    assert scene.weapon(1) == "nothing 0/0"


def test_deadly_poison_needs_a_weapon_and_goes_with_it() -> None:
    assert not Scene(hand="deadly_poison").can_play("deadly_poison")
    scene = Scene("", "", "deadly_poison assassins_blade").armed("wicked_knife").play("deadly_poison")
    assert scene.weapon() == "wicked_knife 3/2"
    assert scene.play("assassins_blade").weapon() == "assassins_blade 3/4"


def test_attack_for_a_turn_ends_with_it() -> None:
    scene = Scene(YETIS, "", "heroic_strike bloodlust savage_roar", mana=10).play("heroic_strike").play("bloodlust")
    scene.play("savage_roar")
    assert (scene.strength(OWN_HERO), scene.strength(FIRST)) == (6, 9)
    scene.end()
    assert (scene.strength(OWN_HERO), scene.strength(FIRST)) == (0, 4)


def test_a_hero_with_attack_for_the_turn_attacks_and_is_hit_back() -> None:
    scene = Scene("", YETI, "claw").play("claw").attack(7, FIRST)
    assert scene.enemy == "chillwind_yeti 4/3"
    assert (scene.health(OWN_HERO), scene.s.armor[0]) == (HEALTH - 2, 0)


@pytest.mark.parametrize(("crystals", "after"), [(3, 4), (9, 10)])
def test_wild_growth_gives_an_empty_crystal(crystals: int, after: int) -> None:
    scene = Scene(hand="wild_growth", mana=crystals).play("wild_growth")
    assert (scene.s.crystals[0], scene.s.mana[0]) == (after, crystals - 2)
    assert scene.hand() == ""


def test_wild_growth_at_ten_crystals_gives_excess_mana() -> None:
    scene = Scene(hand="wild_growth").play("wild_growth")
    assert (scene.s.crystals[0], scene.s.mana[0], scene.hand()) == (10, 8, "excess_mana")
    assert scene.play("excess_mana").hand() == "murloc_raider"


def test_innervate_gives_no_more_than_ten_mana() -> None:
    scene = Scene(hand="innervate innervate", mana=9).play("innervate")
    assert (scene.s.mana[0], scene.s.crystals[0]) == (10, 9)


def test_sap_with_a_full_hand_destroys() -> None:
    scene = Scene("", "haunted_creeper", "sap", enemy_hand="wolfrider " * 10).play("sap", E1)
    assert scene.enemy == "spectral_spider 1/1, spectral_spider 1/1"
    assert scene.hand(1) == ("wolfrider " * 10).strip()


def test_a_minion_that_goes_back_is_whole_and_costs_what_it_says() -> None:
    scene = Scene("", YETI, "blessing_of_kings sap").play("blessing_of_kings", E1).play("sap", E1).end()
    assert scene.s.extra[10] == 0
    assert scene.play(YETI).enemy == "chillwind_yeti 4/5"


def test_vanish_fills_a_hand_in_order_of_play() -> None:
    enemy = "war_golem haunted_creeper core_hound"
    scene = Scene("", enemy, "vanish", enemy_hand="wolfrider " * 8, order="core_hound war_golem haunted_creeper")
    scene.play("vanish")
    assert scene.hand(1) == " ".join(["wolfrider"] * 8 + ["core_hound", "war_golem"])
    assert scene.enemy == "spectral_spider 1/1, spectral_spider 1/1"


def test_vanish_takes_both_rows_whatever_their_order() -> None:
    own, enemy = "wolfrider war_golem chillwind_yeti", "core_hound magma_rager"
    scene = Scene(own, enemy, "vanish", order="chillwind_yeti magma_rager wolfrider core_hound war_golem").play(
        "vanish"
    )
    assert (scene.own, scene.enemy) == ("", "")
    assert set(scene.hand().split()) == set(own.split())
    assert set(scene.hand(1).split()) == set(enemy.split())


def test_mind_control_needs_a_place_and_the_minion_waits_a_turn() -> None:
    assert not Scene("wolfrider " * 7, YETI, "mind_control").can_play("mind_control", E1)
    scene = Scene("", "chillwind_yeti korkron_elite", "mind_control").play("mind_control", E1)
    assert (scene.own, scene.enemy) == ("chillwind_yeti 4/5", "korkron_elite 4/3")
    assert not scene.can_attack(FIRST)
    scene.end().end()
    assert scene.can_attack(FIRST)


def test_a_charger_that_attacked_can_attack_for_its_new_owner_at_once() -> None:
    scene = Scene("", "wolfrider", "mind_control")
    scene.s.used[E1] = 1
    assert scene.play("mind_control", E1).can_attack(FIRST)


def test_corruption_destroys_when_the_next_own_turn_begins() -> None:
    scene = Scene("", YETI, "corruption").play("corruption", E1)
    assert scene.end().enemy == "chillwind_yeti 4/5"
    assert scene.can_attack(FIRST)
    assert scene.end().enemy == ""


def test_mortal_coil_draws_for_one_of_its_owner_too_and_not_for_a_shield() -> None:
    assert Scene("wolfrider", "", "mortal_coil").play("mortal_coil", FIRST).hand() == "murloc_raider"
    scene = Scene("", "", "hand_of_protection mortal_coil stonetusk_boar").play("stonetusk_boar")
    scene.play("hand_of_protection", FIRST).play("mortal_coil", FIRST)
    assert (scene.own, scene.hand()) == ("stonetusk_boar 1/1", "")


def test_a_frozen_character_misses_one_attack() -> None:
    scene = Scene(YETI, YETI, "frostbolt").armed("fiery_war_axe", 1).play("frostbolt", ENEMY_HERO).end()
    assert not scene.can_attack(7)
    assert scene.can_attack(FIRST)
    scene.end().end()
    assert scene.can_attack(7)


@pytest.mark.parametrize(("minion", "misses_the_next_turn"), [("chillwind_yeti", True), ("wolfrider", False)])
def test_ice_of_the_turn_a_minion_came_stays_unless_it_has_charge(minion: str, misses_the_next_turn: bool) -> None:
    scene = Scene("", "", f"{minion} hand_of_protection frostbolt").play(minion).play("hand_of_protection", FIRST)
    scene.play("frostbolt", FIRST).end().end()
    assert scene.can_attack(FIRST) is not misses_the_next_turn
    scene.end().end()
    assert scene.can_attack(FIRST)


def test_frost_nova_holds_a_whole_row_for_a_turn() -> None:
    scene = Scene("", "chillwind_yeti wolfrider", "frost_nova").play("frost_nova").end()
    assert not scene.can_attack(FIRST)
    assert not scene.can_attack(SECOND)
    assert scene.end().end().can_attack(FIRST)


def test_a_transformed_minion_is_another_one_and_its_text_is_gone() -> None:
    scene = Scene("", "haunted_creeper", "hex moonfire").play("hex", E1).play("moonfire", E1)
    assert scene.enemy == ""
    scene = Scene("raid_leader wolfrider", "", "polymorph").play("polymorph", FIRST)
    assert scene.own == "sheep 1/1, wolfrider 3/1"
    assert not scene.can_attack(FIRST)


@pytest.mark.parametrize(
    ("card", "on", "enemy_after", "enemy_hero"),
    [
        ("moonfire", ENEMY_HERO, "chillwind_yeti 4/5", 18),
        ("swipe", E1, "", 18),
        ("arcane_explosion", None, "chillwind_yeti 4/3", 20),
        ("consecration", None, "chillwind_yeti 4/2", 17),
        ("mind_blast", None, "chillwind_yeti 4/5", 14),
        ("kill_command", E1, "chillwind_yeti 4/1", 20),
        ("holy_nova", None, "chillwind_yeti 4/2", 17),
        ("hellfire", None, "chillwind_yeti 4/1", 16),
        ("drain_life", ENEMY_HERO, "chillwind_yeti 4/5", 17),
        ("stormpike_commando", ENEMY_HERO, "chillwind_yeti 4/5", 18),
        ("nightblade", None, "chillwind_yeti 4/5", 17),
    ],
)
def test_spell_damage_adds_to_spells_and_to_nothing_else(
    card: str, on: int | None, enemy_after: str, enemy_hero: int
) -> None:
    scene = Scene("archmage", YETI, card).play(card, on)
    assert scene.enemy == enemy_after
    assert scene.health(ENEMY_HERO) == enemy_hero


def test_spell_damage_adds_up_and_not_to_healing_powers_or_weapons() -> None:
    scene = Scene("kobold_geomancer dalaran_mage ogre_magi", "", "fireball holy_light").armed("fiery_war_axe")
    assert scene.play("fireball", ENEMY_HERO).health(ENEMY_HERO) == HEALTH - 9
    assert scene.power(ENEMY_HERO).health(ENEMY_HERO) == HEALTH - 10
    assert scene.attack(7, 7).health(ENEMY_HERO) == HEALTH - 13
    assert scene.play("holy_light", OWN_HERO).health(OWN_HERO) == HEALTH + 6


def test_the_opponents_spell_damage_adds_nothing() -> None:
    assert Scene("", "archmage", "mind_blast").play("mind_blast").health(ENEMY_HERO) == HEALTH - 5
