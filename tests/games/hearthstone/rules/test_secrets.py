"""The rules of secrets, statement by statement."""

from __future__ import annotations

from playout.games.hearthstone.cards.tables import number_of
from playout.games.hearthstone.cards.vocabulary import SHIELD
from tests.games.hearthstone.table import ENEMY_HERO, OWN_HERO, Table

EXPLOSIVE, FREEZING = "explosive_trap", "freezing_trap"
TRAPS = (EXPLOSIVE, FREEZING)


def test_13_a_secret_never_triggers_in_its_owners_turn() -> None:
    table = Table(["boulderfist_ogre"], ["chillwind_yeti"], secrets=TRAPS)
    table.attack(0, 0)
    assert table.secrets(0) == [*TRAPS]
    assert table.row(0) == ["boulderfist_ogre"]


def test_13_a_second_copy_of_an_active_secret_cannot_be_played() -> None:
    table = Table(hand=[EXPLOSIVE, EXPLOSIVE])
    table.play(EXPLOSIVE)
    assert table.secrets(0) == [EXPLOSIVE]
    assert not table.can_play(EXPLOSIVE)


def test_13_five_secrets_are_the_most() -> None:
    table = Table(hand=[EXPLOSIVE], secrets=[FREEZING] * 4)
    assert table.can_play(EXPLOSIVE)
    assert not Table(hand=[EXPLOSIVE], secrets=[FREEZING] * 5).can_play(EXPLOSIVE)


def test_14_secrets_trigger_in_order_of_play_both_traps_on_the_proposed_attack() -> None:
    # In this order the damage comes first, and the minion that returns has no shield left to lose.
    table = Table(["force_tank_max"], enemy_secrets=[EXPLOSIVE, FREEZING])
    table.attack(0, 7)
    assert table.secrets(1) == []
    assert table.row(0) == []
    assert table.health(1) == 30, "the attack never came to its combat"
    # In the other order the minion is gone before the damage comes.
    table = Table(["haunted_creeper"], enemy_secrets=[FREEZING, EXPLOSIVE])
    table.attack(0, 7)
    assert table.secrets(1) == []
    assert table.hand() == ["haunted_creeper"]


def test_15_explosive_then_freezing_with_a_dying_attacker() -> None:
    table = Table(["worgen_infiltrator"], enemy_secrets=[EXPLOSIVE, FREEZING])
    table.attack(0, 7)
    assert table.secrets(1) == [FREEZING]
    assert table.row(0) == []
    assert table.hand() == []


def test_16_explosive_then_freezing_with_an_attacker_that_survives() -> None:
    table = Table(["chillwind_yeti"], enemy_secrets=[EXPLOSIVE, FREEZING])
    table.attack(0, 7)
    assert table.secrets(1) == []
    assert table.row(0) == []
    assert table.hand() == ["chillwind_yeti"]
    table.s.mana[0] = 10
    table.do(table.move_of("chillwind_yeti"))
    assert table.body(0) == (4, 5), "whole again"


def test_17_freezing_then_explosive_on_the_hero() -> None:
    table = Table(["boulderfist_ogre", "chillwind_yeti"], enemy_secrets=[FREEZING, EXPLOSIVE])
    table.attack(0, 7)
    assert table.hand() == ["boulderfist_ogre"]
    assert table.row(0) == ["chillwind_yeti"]
    assert table.body(0) == (4, 3)
    assert table.health(0) == 28
    assert table.secrets(1) == []
    assert table.health(1) == 30


def test_18_freezing_answers_minions_whatever_they_attack() -> None:
    table = Table(["boulderfist_ogre"], ["spider_tank"], enemy_secrets=[FREEZING])
    table.attack(0, 0)
    assert table.hand() == ["boulderfist_ogre"]
    assert table.body(8) == (3, 4)


def test_18_freezing_does_not_answer_heroes() -> None:
    table = Table(enemy_secrets=[FREEZING]).weapon("eaglehorn_bow")
    table.attack(7, 7)
    assert table.secrets(1) == [FREEZING]
    assert table.health(1) == 27


def test_18_explosive_answers_attacks_on_the_hero_by_anybody_and_no_others() -> None:
    on_minion = Table(["boulderfist_ogre"], ["spider_tank"], enemy_secrets=[EXPLOSIVE])
    on_minion.attack(0, 0)
    assert on_minion.secrets(1) == [EXPLOSIVE]
    by_minion = Table(["boulderfist_ogre"], enemy_secrets=[EXPLOSIVE])
    by_minion.attack(0, 7)
    assert (by_minion.secrets(1), by_minion.body(0), by_minion.health(0)) == ([], (6, 5), 28)
    by_hero = Table(enemy_secrets=[EXPLOSIVE]).weapon("eaglehorn_bow")
    by_hero.attack(7, 7)
    assert (by_hero.secrets(1), by_hero.health(0), by_hero.health(1)) == ([], 28, 27)


def test_19_no_damage_and_no_durability_lost_if_the_attacker_is_gone() -> None:
    gone = Table(["boulderfist_ogre"], ["spider_tank"], enemy_secrets=[FREEZING])
    gone.attack(0, 0)
    assert gone.body(8) == (3, 4)
    dead = Table(["haunted_creeper"], enemy_secrets=[EXPLOSIVE])
    dead.attack(0, 7)
    assert dead.health(1) == 30
    hero = Table(enemy_secrets=[EXPLOSIVE]).weapon("eaglehorn_bow")
    hero.hurt(OWN_HERO, 28).attack(7, 7)
    assert hero.s.durability[0] == 2
    assert hero.health(1) == 30


def test_20_a_hero_that_explosive_trap_kills_loses_there() -> None:
    table = Table(enemy_secrets=[EXPLOSIVE]).weapon("eaglehorn_bow")
    table.hurt(OWN_HERO, 28).hurt(ENEMY_HERO, 28).attack(7, 7)
    assert table.result() == (0.0, 1.0)


def test_21_with_a_full_hand_the_minion_is_destroyed_and_its_deathrattle_fires() -> None:
    table = Table(["haunted_creeper"], ["spider_tank"], hand=["boulderfist_ogre"] * 10, enemy_secrets=[FREEZING])
    table.attack(0, 0)
    assert table.row(0) == ["spectral_spider"] * 2
    assert len(table.hand()) == 10
    assert table.body(8) == (3, 4)


def test_22_a_returned_minion_costs_two_more_until_it_is_played() -> None:
    table = Table(["chillwind_yeti"], enemy_secrets=[FREEZING], mana=5)
    table.attack(0, 7)
    assert table.cost("chillwind_yeti") == 6
    assert not table.can_play("chillwind_yeti")
    table.s.mana[0] = 6
    table.play("chillwind_yeti")
    assert table.s.mana[0] == 0
    # It returns once more: two more than the card says, not four.
    table.end()
    table.s.secret[5], table.s.secrets[1] = number_of(FREEZING), 1
    table.end()
    table.attack(0, 7)
    assert table.cost("chillwind_yeti") == 6


def test_22_two_copies_with_different_costs_are_two_moves() -> None:
    table = Table(["chillwind_yeti"], hand=["chillwind_yeti"], enemy_secrets=[FREEZING])
    table.attack(0, 7)
    texts = [table.state.format(move) for move in table.legal()]
    assert "Chillwind Yeti" in texts
    assert "Chillwind Yeti for more" in texts
    table.do(table.state.parse("Chillwind Yeti for more"))
    assert table.s.mana[0] == 4
    assert table.cost("chillwind_yeti") == 4


def test_22_a_returned_token_is_a_card_of_cost_three() -> None:
    for token in ("spectral_spider", "hound", "whelp"):
        table = Table([token], enemy_secrets=[FREEZING])
        table.attack(0, 7)
        assert table.cost(token) == 3


def test_22_a_force_tank_at_ten_can_still_be_played() -> None:
    table = Table(["force_tank_max"], enemy_secrets=[FREEZING])
    table.attack(0, 7)
    assert table.cost("force_tank_max") == 10
    table.play("force_tank_max")
    assert table.s.mana[0] == 0


def test_23_a_shielded_attacker_loses_its_shield_takes_nothing_and_deals_its_damage() -> None:
    table = Table(["force_tank_max"], enemy_secrets=[EXPLOSIVE])
    table.attack(0, 7)
    assert table.body(0) == (7, 7)
    assert table.health(1) == 23
    assert not table.s.marks[0] & SHIELD


def test_24_eaglehorn_bow_gains_one_durability_for_each_friendly_reveal() -> None:
    for secrets, durability in (([EXPLOSIVE], 3), ([FREEZING, EXPLOSIVE], 4)):
        table = Table(["chillwind_yeti"], enemy_secrets=secrets).weapon("eaglehorn_bow", 1)
        table.attack(0, 7)
        assert table.s.durability[1] == durability


def test_24_but_not_for_the_opponents_secrets() -> None:
    table = Table(["chillwind_yeti"], enemy_secrets=[EXPLOSIVE]).weapon("eaglehorn_bow", 0)
    table.attack(0, 7)
    assert table.s.durability[0] == 2
