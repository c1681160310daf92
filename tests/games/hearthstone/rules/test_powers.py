"""The nine hero powers."""

from __future__ import annotations

from playout.games.hearthstone.cards.vocabulary import CLASSES
from tests.games.hearthstone.table import ENEMY_HERO, OWN_HERO, Table

TOTEMS = ["healing_totem", "searing_totem", "stoneclaw_totem", "wrath_of_air_totem"]


def table_of(owner: str, **given: list[str]) -> Table:
    table = Table(**given)  # type: ignore[arg-type]
    table.s.hero[0] = CLASSES.index(owner)
    return table


def test_shapeshift_gives_an_attack_for_the_turn_and_armor() -> None:
    table = table_of("druid").power()
    assert (table.body(OWN_HERO)[0], table.s.armor[0]) == (1, 1)
    table.attack(7, 7)
    assert table.health(1) == 29
    table.end()
    assert (table.body(OWN_HERO)[0], table.s.armor[0]) == (0, 1)


def test_fireblast_deals_one_damage_to_anybody() -> None:
    table = table_of("mage", board=["whelp"], enemy=["spider_tank"])
    texts = [table.state.format(move) for move in table.legal()]
    for target in ("your Whelp", "the enemy Spider Tank", "your hero", "the enemy hero"):
        assert f"Fireblast on {target}" in texts
    table.power(8)
    assert table.body(8) == (3, 3)


def test_reinforce_summons_a_recruit_and_needs_a_place() -> None:
    assert table_of("paladin").power().row() == ["silver_hand_recruit"]
    full = table_of("paladin", board=["whelp"] * 7)
    assert "Reinforce" not in [full.state.format(move) for move in full.legal()]


def test_lesser_heal_restores_two_and_no_more_than_was_lost() -> None:
    table = table_of("priest").hurt(OWN_HERO, 5).power(OWN_HERO)
    assert table.health(0) == 27
    assert table_of("priest").hurt(ENEMY_HERO, 1).power(ENEMY_HERO).health(1) == 30


def test_dagger_mastery_equips_a_knife() -> None:
    table = table_of("rogue").power()
    assert (table.body(OWN_HERO)[0], table.s.durability[0]) == (1, 2)


def test_totemic_call_summons_a_totem_that_is_not_there_yet() -> None:
    table = table_of("shaman", board=["searing_totem"])
    state = table.state.play("Totemic Call")
    assert [state.format(outcome) for outcome in state.moves()] == [
        "Healing Totem",
        "Stoneclaw Totem",
        "Wrath of Air Totem",
    ]
    assert all(abs(chance - 1 / 3) < 1e-12 for _, chance in state.odds())
    assert table.power().row() == ["searing_totem", "healing_totem"]
    last = table_of("shaman", board=TOTEMS[1:])
    assert last.power().row() == [*TOTEMS[1:], "healing_totem"], "nothing is left to chance"
    every = table_of("shaman", board=TOTEMS)
    assert "Totemic Call" not in [every.state.format(move) for move in every.legal()]


def test_life_tap_draws_a_card_for_two_health() -> None:
    table = table_of("warlock").power()
    assert (table.hand(), table.health(0)) == (["boulderfist_ogre"], 28)


def test_armor_up_gives_armor_which_is_lost_before_health() -> None:
    table = table_of("warrior", enemy=["spider_tank"]).power()
    assert table.s.armor[0] == 2
    table.end().attack(0, 7)
    assert (table.s.armor[0], table.health(0)) == (0, 29)


def test_a_healing_totem_heals_when_its_owners_turn_ends() -> None:
    table = table_of("shaman", board=["healing_totem", "chillwind_yeti"], enemy=["spider_tank"])
    table.hurt(1, 3).hurt(8, 1).end()
    assert table.body(1) == (4, 3)
    assert table.body(8) == (3, 3)
    table.end()
    assert table.body(1) == (4, 3), "not when the opponent's turn ends"


def test_a_wrath_of_air_totem_adds_to_spells_and_not_to_powers() -> None:
    table = Table(["wrath_of_air_totem"], hand=["arcane_shot"]).play("arcane_shot", ENEMY_HERO)
    assert table.health(1) == 27
    assert table.power().health(1) == 25
