"""Each rule of thumb of the rule-based player, in a position that is set up for it."""

from __future__ import annotations

import pytest

import playout
from playout.games.hearthstone.cards.tables import number_of
from playout.games.hearthstone.cards.vocabulary import CLASSES, TAUNT
from playout.games.hearthstone.rules.codes import END, attack_move, power_move, put_back_move
from playout.games.hearthstone.rules.layout import HERO, NO_TARGET
from tests.games.hearthstone.table import ENEMY_HERO, Table

ENEMY = 8
"""The first enemy minion as a target."""


def suggested(table: Table) -> int:
    move = int(table.state._call("suggest", playout.Rng(0).words))
    assert move in table.legal()
    return move


def attack_on_hero(attacker: int) -> int:
    return int(attack_move(attacker, HERO))


# Before the match.


def test_dear_cards_are_put_back() -> None:
    state, rng = playout.load("hearthstone").start(), playout.Rng(1)
    while state.turn == playout.CHANCE:
        state = state.sample(rng)
    hand = sorted(number_of(name) for name in ("arcane_shot", "spider_tank", "chillwind_yeti"))
    state._position["hand"][0, :3] = hand
    dear = 1 << hand.index(number_of("chillwind_yeti"))
    assert int(state._call("suggest", rng.words)) == put_back_move(dear)


# Killing the hero.


def test_attackers_that_kill_the_hero_attack_it() -> None:
    table = Table(board=["chillwind_yeti", "spider_tank"], enemy=["boulderfist_ogre"], hand=["force_tank_max"])
    table.hurt(ENEMY_HERO, 23)
    assert suggested(table) in (attack_on_hero(0), attack_on_hero(1))


def test_attackers_that_do_not_suffice_are_no_reason_to_leave_a_threat_alone() -> None:
    table = Table(board=["boulderfist_ogre", "spider_tank"], enemy=["chillwind_yeti"], mana=0)
    table.hurt(ENEMY_HERO, 20)
    assert suggested(table) == attack_move(0, 0)


def test_spells_that_kill_the_hero_are_aimed_at_it() -> None:
    table = Table(enemy=["worgen_infiltrator"], hand=["arcane_shot", "boulderfist_ogre"], mana=6)
    table.s.marks[ENEMY] = 0
    assert suggested(table.hurt(ENEMY_HERO, 28)) == table.move_of("arcane_shot", ENEMY_HERO)


def test_spells_add_up_with_the_power_and_the_board() -> None:
    """4 from the Yeti, 2 from the shot, 2 from the power: 8."""
    for health, is_lethal in ((8, True), (9, False)):
        table = Table(board=["chillwind_yeti"], enemy=["boulderfist_ogre"], hand=["arcane_shot", "haunted_creeper"])
        table.s.mana[0] = 3
        table.hurt(ENEMY_HERO, 30 - health)
        lethal = (table.move_of("arcane_shot", ENEMY_HERO), power_move(NO_TARGET), attack_on_hero(0))
        assert (suggested(table) in lethal) == is_lethal


def test_a_charger_in_the_hand_counts() -> None:
    table = Table(hand=["leeroy_jenkins", "boulderfist_ogre"], mana=6)
    assert suggested(table.hurt(ENEMY_HERO, 24)) == table.move_of("leeroy_jenkins")


def test_armor_counts() -> None:
    table = Table(board=["chillwind_yeti"], hand=["boulderfist_ogre"])
    table.s.armor[1] = 5
    assert suggested(table.hurt(ENEMY_HERO, 26)) == table.move_of("boulderfist_ogre")


def test_a_taunt_bars_the_way_to_a_kill() -> None:
    table = Table(board=["chillwind_yeti"], enemy=["spider_tank"], mana=0)
    table.s.marks[ENEMY] |= TAUNT
    assert suggested(table.hurt(ENEMY_HERO, 29)) == attack_move(0, 0)


# Cards.


def test_the_dearest_card_comes_first() -> None:
    table = Table(hand=["spider_tank", "boulderfist_ogre", "chillwind_yeti"], mana=7)
    assert suggested(table) == table.move_of("boulderfist_ogre")


def test_what_protects_comes_first_in_danger() -> None:
    """The opponent's attack is 7, and 7 health are left."""
    table = Table(enemy=["force_tank_max"], hand=["boulderfist_ogre", "freezing_trap"], mana=6)
    assert suggested(table) == table.move_of("boulderfist_ogre")
    table.hurt(HERO, 23)
    assert suggested(table) == table.move_of("freezing_trap")


def test_the_weapon_counts_as_danger() -> None:
    table = Table(enemy=["spider_tank"], hand=["boulderfist_ogre", "freezing_trap"], mana=6).weapon("eaglehorn_bow", 1)
    assert suggested(table.hurt(HERO, 23)) == table.move_of("boulderfist_ogre")
    assert suggested(table.hurt(HERO, 1)) == table.move_of("freezing_trap")


def test_in_danger_a_minion_is_killed_instead_of_the_hero_hurt() -> None:
    table = Table(board=["spider_tank"], enemy=["spectral_spider"] * 3, mana=0)
    assert suggested(table) == attack_on_hero(0)
    assert suggested(table.hurt(HERO, 27)) in [attack_move(0, b) for b in range(3)]


def test_damage_kills_the_most_valuable_minion_it_can() -> None:
    table = Table(enemy=["spectral_spider", "worgen_infiltrator", "boulderfist_ogre"], hand=["arcane_shot"], mana=1)
    table.s.marks[ENEMY + 1] = 0
    assert suggested(table) == table.move_of("arcane_shot", ENEMY + 1)


def test_damage_that_kills_no_minion_goes_to_the_hero_and_never_to_oneself() -> None:
    table = Table(board=["spectral_spider"], enemy=["boulderfist_ogre"], hand=["kill_command"], mana=3)
    assert suggested(table) == table.move_of("kill_command", ENEMY_HERO)


def test_kill_command_counts_on_a_beast() -> None:
    """5 damage kill a Yeti, 3 do not."""
    table = Table(board=["spider_tank"], enemy=["chillwind_yeti"], hand=["kill_command"], mana=3)
    assert suggested(table) == table.move_of("kill_command", ENEMY_HERO)
    table = Table(board=["haunted_creeper"], enemy=["chillwind_yeti"], hand=["kill_command"], mana=3)
    assert suggested(table) == table.move_of("kill_command", ENEMY)


def test_a_shield_is_not_shot_at() -> None:
    table = Table(enemy=["force_tank_max"], hand=["kill_command"], mana=3)
    table.s.health[ENEMY] = 1
    assert suggested(table) == table.move_of("kill_command", ENEMY_HERO)


def test_hunters_mark_is_for_a_big_enemy_that_can_be_attacked() -> None:
    table = Table(board=["spectral_spider"], enemy=["boulderfist_ogre"], hand=["hunters_mark"], mana=0)
    assert suggested(table) == table.move_of("hunters_mark", ENEMY)
    assert suggested(Table(enemy=["boulderfist_ogre"], hand=["hunters_mark"], mana=0)) == END
    table = Table(board=["spider_tank"], enemy=["spectral_spider"], hand=["hunters_mark"], mana=0)
    assert suggested(table) == attack_on_hero(0)


def test_a_buff_for_this_turn_is_for_one_who_can_attack() -> None:
    table = Table(board=["chillwind_yeti", "spider_tank"], enemy=["spider_tank"], hand=["abusive_sergeant"], mana=1)
    table.s.used[0] = 1
    assert suggested(table) == table.move_of("abusive_sergeant", 1)


def test_a_battlecry_that_must_have_a_target_takes_one() -> None:
    table = Table(enemy=["spider_tank"], hand=["abusive_sergeant"], mana=1)
    assert suggested(table) == table.move_of("abusive_sergeant", ENEMY)


def test_a_card_for_crowds_waits_for_one() -> None:
    table = Table(enemy=["spectral_spider"], hand=["unleash_the_hounds"], mana=3)
    assert suggested(table) == power_move(NO_TARGET)
    table = Table(enemy=["spectral_spider"] * 3, hand=["unleash_the_hounds"], mana=3)
    assert suggested(table) == table.move_of("unleash_the_hounds")


def test_a_second_weapon_waits_until_the_first_is_worn() -> None:
    table = Table(hand=["eaglehorn_bow"], mana=3).weapon("eaglehorn_bow")
    assert suggested(table) == attack_on_hero(HERO)
    table.s.durability[0] = 1
    assert suggested(table) == table.move_of("eaglehorn_bow")


@pytest.mark.parametrize(("mana", "is_played"), [(2, True), (1, False), (3, False)])
def test_the_coin_is_played_only_for_a_card_that_it_makes_payable(mana: int, is_played: bool) -> None:
    table = Table(hand=["coin", "spider_tank"], mana=mana)
    table.s.power_used[0] = 1
    assert (suggested(table) == table.move_of("coin")) == is_played


# Attacks.


def test_a_threat_is_killed_by_the_attacker_that_costs_least() -> None:
    """A Yeti with 3 health left: the Tank dies of it, the Ogre does not."""
    table = Table(board=["spider_tank", "boulderfist_ogre"], enemy=["chillwind_yeti"], mana=0).hurt(ENEMY, 2)
    assert suggested(table) == attack_move(1, 0)


def test_small_minions_are_left_alone() -> None:
    table = Table(board=["chillwind_yeti"], enemy=["spider_tank"], mana=0)
    assert suggested(table) == attack_on_hero(0)


def test_two_attackers_kill_a_threat_together() -> None:
    table = Table(board=["spider_tank", "spider_tank"], enemy=["chillwind_yeti"], mana=0)
    table.s.attack[ENEMY] = 1
    table.do(suggested(table))
    table.do(suggested(table))
    assert table.row(1) == []


def test_a_taunt_is_attacked_first() -> None:
    table = Table(board=["spider_tank"], enemy=["spectral_spider", "worgen_infiltrator"], mana=0)
    table.s.marks[ENEMY + 1] = TAUNT
    assert suggested(table) == attack_move(0, 1)


def test_the_power_comes_last() -> None:
    table = Table(board=["spider_tank"], hand=["boulderfist_ogre"], mana=2)
    table.do(suggested(table))
    assert table.health(1) == 27
    assert suggested(table) == power_move(NO_TARGET)
    assert suggested(table.power()) == END


def test_fireblast_is_aimed_and_lesser_heal_heals() -> None:
    table = Table(enemy=["spectral_spider"], mana=2)
    table.s.hero[0] = CLASSES.index("mage")
    assert suggested(table) == power_move(ENEMY)
    table = Table(board=["spider_tank"], mana=2)
    table.s.hero[0], table.s.used[0] = CLASSES.index("priest"), 1
    assert suggested(table) == END
    assert suggested(table.hurt(0, 2)) == power_move(0)


def test_life_is_not_tapped_near_death() -> None:
    table = Table(mana=2)
    table.s.hero[0] = CLASSES.index("warlock")
    assert suggested(table) == power_move(NO_TARGET)
    assert suggested(table.hurt(HERO, 26)) == END
