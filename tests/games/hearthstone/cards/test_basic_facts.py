"""The Basic set's facts, and that every minion and weapon comes into play with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout.games.hearthstone.cards.rows import CardRow, id_of, read_rows
from playout.games.hearthstone.cards.tables import TABLE, CardTable
from playout.games.hearthstone.cards.vocabulary import CLASSES, TRIBES
from tests.games.hearthstone.scene import Scene

# Class, card, number in deck strings, kind or tribe, cost, attack and health, as they were in early 2016.
FACTS = """
neutral elven_archer 389 minion 1 1/1
neutral goldshire_footman 922 minion 1 1/2
neutral grimscale_oracle 510 murloc 1 1/1
neutral murloc_raider 191 murloc 1 2/1
neutral stonetusk_boar 648 beast 1 1/1
neutral voodoo_doctor 132 minion 1 2/1
neutral acidic_swamp_ooze 906 minion 2 3/2
neutral bloodfen_raptor 216 beast 2 3/2
neutral bluegill_warrior 739 murloc 2 2/1
neutral frostwolf_grunt 41 minion 2 2/2
neutral kobold_geomancer 672 minion 2 2/2
neutral murloc_tidehunter 976 murloc 2 2/1
neutral novice_engineer 284 minion 2 1/1
neutral river_crocolisk 1369 beast 2 2/3
neutral dalaran_mage 175 minion 3 1/4
neutral ironforge_rifleman 339 minion 3 2/2
neutral ironfur_grizzly 1182 beast 3 3/3
neutral magma_rager 1653 minion 3 5/1
neutral raid_leader 1401 minion 3 2/2
neutral razorfen_hunter 257 minion 3 2/3
neutral shattered_sun_cleric 608 minion 3 3/2
neutral silverback_patriarch 67 beast 3 1/4
neutral wolfrider 289 minion 3 3/1
neutral chillwind_yeti 90 minion 4 4/5
neutral dragonling_mechanic 523 minion 4 2/4
neutral gnomish_inventor 308 minion 4 2/4
neutral oasis_snapjaw 1370 beast 4 2/7
neutral ogre_magi 995 minion 4 4/4
neutral senjin_shieldmasta 635 minion 4 3/5
neutral stormwind_knight 622 minion 4 2/5
neutral booty_bay_bodyguard 1140 minion 5 5/4
neutral darkscale_healer 582 minion 5 4/5
neutral frostwolf_warlord 496 minion 5 4/4
neutral gurubashi_berserker 768 minion 5 2/7
neutral nightblade 670 minion 5 4/4
neutral stormpike_commando 413 minion 5 4/2
neutral archmage 525 minion 6 4/7
neutral boulderfist_ogre 1686 minion 6 6/7
neutral lord_of_the_arena 157 minion 6 6/5
neutral reckless_rocketeer 445 minion 6 5/2
neutral core_hound 1687 beast 7 9/5
neutral stormwind_champion 753 minion 7 6/6
neutral war_golem 712 minion 7 7/7
druid innervate 254 spell 0
druid moonfire 467 spell 0
druid claw 1050 spell 1
druid mark_of_the_wild 213 spell 2
druid wild_growth 1124 spell 2
druid healing_touch 773 spell 3
druid savage_roar 742 spell 3
druid swipe 64 spell 4
druid starfire 823 spell 6
druid ironbark_protector 205 minion 8 8/8
hunter hunters_mark 141 spell 0
hunter arcane_shot 877 spell 1
hunter tracking 1047 spell 1
hunter animal_companion 437 spell 3
hunter kill_command 296 spell 3
hunter multi_shot 292 spell 4
hunter timber_wolf 606 beast 1 1/1
hunter houndmaster 1003 minion 4 4/3
hunter starving_buzzard 1241 beast 5 3/2
hunter tundra_rhino 699 beast 5 2/5
mage arcane_missiles 564 spell 1
mage mirror_image 1084 spell 1
mage arcane_explosion 447 spell 2
mage frostbolt 662 spell 2
mage arcane_intellect 555 spell 3
mage frost_nova 587 spell 3
mage fireball 315 spell 4
mage polymorph 77 spell 4
mage flamestrike 1004 spell 7
mage water_elemental 395 minion 4 3/6
paladin blessing_of_might 70 spell 1
paladin hand_of_protection 727 spell 1
paladin humility 854 spell 1
paladin holy_light 291 spell 2
paladin blessing_of_kings 943 spell 4
paladin consecration 476 spell 4
paladin hammer_of_wrath 250 spell 4
paladin lights_justice 383 weapon 1 1/4
paladin truesilver_champion 847 weapon 4 4/2
paladin guardian_of_kings 1068 minion 7 5/6
priest holy_smite 279 spell 1
priest mind_vision 1099 spell 1
priest power_word_shield 613 spell 1
priest divine_spirit 1361 spell 2
priest mind_blast 545 spell 2
priest shadow_word_pain 1367 spell 2
priest shadow_word_death 1363 spell 3
priest holy_nova 841 spell 5
priest mind_control 8 spell 10
priest northshire_cleric 1650 minion 1 1/3
rogue backstab 180 spell 0
rogue deadly_poison 459 spell 1
rogue sinister_strike 710 spell 1
rogue sap 461 spell 2
rogue shiv 573 spell 2
rogue fan_of_knives 667 spell 3
rogue assassinate 345 spell 5
rogue vanish 196 spell 6
rogue sprint 630 spell 7
rogue assassins_blade 421 weapon 5 3/4
shaman ancestral_healing 149 spell 0
shaman totemic_might 830 spell 0
shaman frost_shock 971 spell 1
shaman rockbiter_weapon 239 spell 1
shaman windfury 51 spell 2
shaman hex 766 spell 3
shaman bloodlust 1171 spell 5
shaman flametongue_totem 1008 totem 2 0/3
shaman windspeaker 178 minion 4 3/3
shaman fire_elemental 189 minion 6 6/5
warlock sacrificial_pact 163 spell 0
warlock corruption 982 spell 1
warlock mortal_coil 1092 spell 1
warlock soulfire 974 spell 1
warlock drain_life 919 spell 3
warlock shadow_bolt 914 spell 3
warlock hellfire 950 spell 4
warlock voidwalker 48 demon 1 1/3
warlock succubus 592 demon 2 4/3
warlock dread_infernal 1019 demon 6 6/6
warrior execute 785 spell 1
warrior whirlwind 636 spell 1
warrior cleave 940 spell 2
warrior heroic_strike 1007 spell 2
warrior charge 344 spell 3
warrior shield_block 1023 spell 3
warrior fiery_war_axe 401 weapon 2 3/2
warrior arcanite_reaper 304 weapon 5 5/2
warrior warsong_commander 1009 minion 3 2/3
warrior korkron_elite 28 minion 4 4/3
"""
MISSING = {"tracking", "mind_vision"}
ROWS = {row.id: row for row in TABLE.rows}
SET = {line.split()[1]: line.split() for line in FACTS.strip().splitlines()}
KEYWORDS = {
    "taunt": "goldshire_footman frostwolf_grunt ironfur_grizzly silverback_patriarch senjin_shieldmasta"
    " booty_bay_bodyguard lord_of_the_arena ironbark_protector voidwalker frog misha mirror_image_minion"
    " stoneclaw_totem",
    "charge": "stonetusk_boar bluegill_warrior wolfrider stormwind_knight reckless_rocketeer korkron_elite"
    " tundra_rhino huffer hound leeroy_jenkins",
    "stealth": "worgen_infiltrator",
    "shield": "force_tank_max",
}
SPELL_DAMAGE = {"kobold_geomancer", "dalaran_mage", "ogre_magi", "archmage", "wrath_of_air_totem"}


def test_the_set_has_133_cards_of_which_131_are_here() -> None:
    assert len(SET) == 133
    assert set(SET) - set(ROWS) == MISSING


@pytest.mark.parametrize("card", sorted(set(SET) - MISSING))
def test_a_row_says_what_the_card_says(card: str) -> None:
    owner, _, dbf, kind, cost, *body = SET[card]
    row = ROWS[card]
    assert (row.owner, row.dbf, row.cost) == (owner, int(dbf), int(cost))
    assert (row.kind, row.tribe) == (("minion", kind) if kind in TRIBES else (kind, "none"))
    assert f"{row.attack}/{row.health}" == (body[0] if body else "0/0")
    assert row.collectible
    assert not row.legendary


@pytest.mark.parametrize("card", sorted(row.id for row in TABLE.rows if row.kind == "minion"))
def test_a_minion_comes_for_its_cost_with_its_values_and_keywords(card: str) -> None:
    row = ROWS[card]
    scene = Scene(hand=card, mana=row.cost)
    on = 15 if row.target == "anybody" else None
    if row.cost:
        assert not Scene(hand=card, mana=row.cost - 1).can_play(card, on)
    scene.play(card, on)
    assert scene.own.split(", ")[0] == f"{card} {row.attack}/{row.health}"
    assert scene.s.mana[0] == 0
    assert scene.marks(0) == {word for word, cards in KEYWORDS.items() if card in cards.split()}
    assert scene.can_attack(0) == (card in KEYWORDS["charge"].split())
    assert TABLE.spell_damage[TABLE.numbers[card]] == (card in SPELL_DAMAGE)


@pytest.mark.parametrize("card", ["lights_justice", "assassins_blade", "fiery_war_axe", "arcanite_reaper"])
def test_a_weapon_arms_the_hero(card: str) -> None:
    row = ROWS[card]
    scene = Scene(hand=card, mana=row.cost).play(card)
    assert scene.weapon() == f"{card} {row.attack}/{row.health}"
    scene.attack(7, 7)
    assert scene.health(15) == 20 - row.attack
    assert scene.s.durability[0] == row.health - 1
    assert not scene.can_attack(7)


def test_every_collectible_card_has_a_number_of_its_own_for_deck_strings() -> None:
    numbers = [row.dbf for row in TABLE.rows if row.collectible or row.kind == "hero"]
    assert 0 not in numbers
    assert len(set(numbers)) == len(numbers)


def test_every_card_has_a_chinese_name_and_names_are_unique() -> None:
    assert all(row.chinese for row in TABLE.rows)
    for names in ([row.name for row in TABLE.rows], [row.chinese for row in TABLE.rows if row.collectible]):
        assert len(set(names)) == len(names)
    assert {row.owner for row in TABLE.rows} == set(CLASSES)


def test_the_document_lists_every_card_by_class() -> None:
    page = (Path(__file__).parents[4] / "docs" / "games" / "hearthstone.md").read_text(encoding="utf-8")
    for owner in CLASSES:
        rows = sorted((row.cost, row.name) for row in TABLE.rows if row.collectible and row.owner == owner)
        assert f"| {owner} | {len(rows)} | {', '.join(name for _, name in rows)} |" in page
    assert f"There are {sum(row.collectible for row in TABLE.rows)} cards for decks" in page


def test_an_id_is_the_name_in_small_letters() -> None:
    assert id_of("Kor'kron Elite") == "korkron_elite"
    assert id_of("Power Word: Shield") == "power_word_shield"
    for row in TABLE.rows:
        if row.collectible:
            assert row.id == id_of(row.name)


def test_a_line_becomes_a_row() -> None:
    (card,) = read_rows("""
Old Shark-Eye | 老瞎眼 | 12 | murloc 4 2/4 | charge taunt; at enemy_minion attack_at_most 3; needs weapon;
    spell_damage 2; damage_if target 1 2 if have_beast; death summon whelp 2
    | Fierce.
""")
    assert (card.id, card.name, card.chinese, card.dbf) == ("old_shark_eye", "Old Shark-Eye", "老瞎眼", 12)
    assert (card.kind, card.tribe, card.cost, card.attack, card.health) == ("minion", "murloc", 4, 2, 4)
    assert card.keywords == ("charge", "taunt")
    assert (card.target, card.filter, card.filter_number) == ("enemy_minion", "attack_at_most", 3)
    assert (card.needs, card.spell_damage, card.text) == (("weapon",), 2, "Fierce.")
    first, second = card.effects
    assert (first.event, first.operation, first.selector, first.a, first.b) == ("play", "damage_if", "target", 1, 2)
    assert first.condition == "have_beast"
    assert (second.event, second.operation, second.selector, second.a, second.b) == (
        *("death", "summon", "nobody", "whelp", 2),
    )


def test_the_text_of_a_card_with_keywords_only_is_made() -> None:
    (card,) = read_rows("Guard | 卫 | 1 | minion 1 1/1 | taunt shield; spell_damage 1")
    assert card.text == "Taunt. Divine Shield. Spell Damage +1"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Guard | 卫 | minion 1 1/1", "a card is name"),
        ("Guard | 卫 | 1 | minion 1/1", "the card Guard has to say kind, cost and attack/health"),
        (
            "Guard | 卫 | 1 | minion 1 1/1 | tount",
            "the card Guard says 'tount', which is neither keywords nor an effect",
        ),
        (
            "Guard | 卫 | 1 | minion 1 1/1 | damage target 1 2 3",
            "the card Guard: an effect ends with one or two numbers",
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_rows(line)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Guard | 卫 | 1 | minion 1 1/1 | damage targets 1", "damage takes a number, not 'targets'"),
        ("Guard | 卫 | 1 | minion 1 1/1 | summon borr 1", "which does not exist"),
        (
            "Guard | 卫 | 1 | minion 1 1/1 | at enemys",
            r"the target 'enemys', which does not exist \(did you mean enemy\?\)",
        ),
        ("Guard | 卫 | 1 | minon 1 1/1", r"the kind 'minon', which does not exist \(did you mean minion\?\)"),
    ],
)
def test_a_word_that_does_not_exist_is_refused_with_the_nearest(line: str, message: str) -> None:
    nothing = CardRow("nothing", "nothing", "无", "nothing", collectible=False)
    with pytest.raises(ValueError, match=message):
        CardTable((nothing, *read_rows(line)))
