"""The rules of phases, deaths and playing cards, statement by statement."""

from __future__ import annotations

import pytest

from tests.games.hearthstone.table import ENEMY_HERO, OWN_HERO, Table

CREEPER, SPIDER = "haunted_creeper", "spectral_spider"


def test_01_nothing_dies_in_the_middle_of_a_phase() -> None:
    # Explosive Trap brings the creeper down to 0, and Freezing Trap looks while it still stands; it dies afterwards.
    table = Table(["spider_tank", CREEPER], enemy_secrets=["explosive_trap", "freezing_trap"])
    table.attack(0, 7)
    assert table.hand() == ["spider_tank"]
    assert table.row() == [SPIDER, SPIDER]
    # Had the spiders come before the phase was over, the trap would have killed them.
    assert table.body(0) == (1, 1)


def test_02_the_dying_leave_together_and_deathrattles_follow_in_order_of_play_on_both_sides() -> None:
    for order, first in (((0, 1), 0), ((1, 0), 1)):
        table = Table([CREEPER], [CREEPER], order=order)
        table.hurt(0, 1)
        table.hurt(8, 1).attack(0, 0)
        s = table.s
        assert table.row(0) == table.row(1) == [SPIDER, SPIDER]
        stamps = [min(s.stamp[0], s.stamp[1]), min(s.stamp[8], s.stamp[9])]
        assert stamps[first] < stamps[1 - first]


def test_02_deaths_are_looked_for_until_there_is_no_new_one() -> None:
    # The creeper dies in the preparation of the attack, and its spiders come before the combat.
    table = Table(["chillwind_yeti", CREEPER], enemy_secrets=["explosive_trap"])
    table.attack(0, 7)
    assert table.row() == ["chillwind_yeti", SPIDER, SPIDER]
    assert table.health(1) == 26


def test_03_who_has_lost_is_looked_at_when_a_sequence_ends() -> None:
    table = Table(enemy=["spider_tank"], hand=["kill_command"])
    table.hurt(ENEMY_HERO, 28)
    table.play("kill_command", ENEMY_HERO)
    assert table.result() == (1.0, 0.0)


def test_03_and_between_the_preparation_of_an_attack_and_its_combat() -> None:
    table = Table(["boulderfist_ogre"], enemy_secrets=["explosive_trap"])
    table.hurt(OWN_HERO, 28).hurt(ENEMY_HERO, 25)
    table.attack(0, 7)
    assert table.result() == (0.0, 1.0)
    assert table.health(1) == 5, "the ogre must not have hit"


def test_04_deathrattle_tokens_appear_where_the_dead_minion_stood() -> None:
    table = Table(["spider_tank", CREEPER, "chillwind_yeti"], ["boulderfist_ogre"])
    table.attack(1, 0)
    assert table.row() == ["spider_tank", SPIDER, SPIDER, "chillwind_yeti"]


def test_04_a_full_board_leaves_room_for_one_spider() -> None:
    table = Table([*["spider_tank"] * 3, CREEPER, *["chillwind_yeti"] * 3], ["boulderfist_ogre"])
    table.attack(3, 0)
    assert table.row() == [*["spider_tank"] * 3, SPIDER, *["chillwind_yeti"] * 3]


def test_04_two_that_die_side_by_side_leave_their_tokens_in_their_places() -> None:
    for order in ((0, 1, 2), (1, 0, 2)):
        table = Table([CREEPER, CREEPER, "spider_tank"], enemy_secrets=["explosive_trap"], order=order)
        table.s.stamps = 100
        table.attack(2, 7)
        stamps = [table.s.stamp[t] for t in range(4)]
        assert table.row() == [SPIDER] * 4 + ["spider_tank"]
        # Those of the creeper that came first are older, wherever they stand.
        assert (max(stamps[:2]) < min(stamps[2:])) == (order[0] == 0)


def test_05_a_minion_is_paid_enters_and_then_its_battlecry_comes() -> None:
    table = Table(hand=["leeroy_jenkins"], mana=7)
    table.play("leeroy_jenkins")
    assert table.s.mana[0] == 2
    assert table.row(0) == ["leeroy_jenkins"]
    assert table.row(1) == ["whelp", "whelp"]


def test_05_a_spell_is_paid_and_does_its_text() -> None:
    table = Table(enemy=["chillwind_yeti"], hand=["arcane_shot"], mana=3)
    table.play("arcane_shot", 8)
    assert table.s.mana[0] == 2
    assert table.body(8) == (4, 3)
    assert table.hand() == []


def test_05_a_new_weapon_takes_the_place_of_the_old_one() -> None:
    table = Table(hand=["eaglehorn_bow"]).weapon("wicked_knife")
    assert table.body(OWN_HERO)[0] == 1
    table.play("eaglehorn_bow")
    assert table.body(OWN_HERO)[0] == 3
    assert table.s.durability[0] == 2


def test_06_spells_with_a_target_need_one() -> None:
    table = Table(hand=["hunters_mark", "kill_command", "arcane_shot"])
    assert table.targets("hunters_mark") == set()
    assert not table.can_play("hunters_mark")
    assert table.targets("kill_command") == table.targets("arcane_shot") == {OWN_HERO, ENEMY_HERO}
    assert not table.can_play("kill_command")


def test_06_abusive_sergeant_has_to_target_if_there_is_a_minion_of_either_side() -> None:
    table = Table(["spider_tank"], ["chillwind_yeti"], ["abusive_sergeant"])
    assert table.targets("abusive_sergeant") == {0, 8}
    assert not table.can_play("abusive_sergeant")


def test_06_abusive_sergeant_may_be_played_with_no_target_and_never_targets_itself() -> None:
    table = Table(hand=["abusive_sergeant"])
    assert table.can_play("abusive_sergeant")
    assert table.targets("abusive_sergeant") == set()
    table.play("abusive_sergeant")
    assert table.body(0) == (2, 1)


def test_07_enemy_minions_in_stealth_cannot_be_targeted_or_attacked_but_own_ones_can() -> None:
    table = Table(["worgen_infiltrator"], ["worgen_infiltrator", "spider_tank"], ["arcane_shot"])
    assert table.targets("arcane_shot") == {0, OWN_HERO, 9, ENEMY_HERO}
    assert not table.can_attack(0, 0)
    assert table.can_attack(0, 1)
    assert table.can_attack(0, 7)


def test_08_unleash_the_hounds_needs_an_enemy_minion_and_a_free_place() -> None:
    assert not Table(hand=["unleash_the_hounds"]).can_play("unleash_the_hounds")
    full = Table(["spider_tank"] * 7, ["whelp"], ["unleash_the_hounds"])
    assert not full.can_play("unleash_the_hounds")


@pytest.mark.parametrize(("own", "enemy", "hounds"), [(0, 1, 1), (0, 7, 7), (5, 4, 2), (6, 1, 1)])
def test_08_it_summons_as_many_hounds_as_there_are_enemies_and_places(own: int, enemy: int, hounds: int) -> None:
    table = Table(["spider_tank"] * own, ["whelp"] * enemy, ["unleash_the_hounds"])
    table.play("unleash_the_hounds")
    assert table.row() == ["spider_tank"] * own + ["hound"] * hounds
    assert table.can_attack(own, 7), "hounds have charge"


@pytest.mark.parametrize(("enemy", "whelps"), [(0, 2), (5, 2), (6, 1), (7, 0)])
def test_09_leeroy_fills_only_the_free_places_of_the_opponent_at_the_right(enemy: int, whelps: int) -> None:
    table = Table(enemy=["chillwind_yeti"] * enemy, hand=["leeroy_jenkins"])
    table.play("leeroy_jenkins")
    assert table.row(1) == ["chillwind_yeti"] * enemy + ["whelp"] * whelps
    assert table.can_attack(0, 7), "Leeroy has charge"


@pytest.mark.parametrize("target", [0, 8])
def test_10_abusives_attack_ends_with_the_turn_on_either_side(target: int) -> None:
    table = Table(["spider_tank"], ["spider_tank"], ["abusive_sergeant"])
    table.play("abusive_sergeant", target)
    assert table.body(target) == (5, 4)
    table.end()
    assert table.body(target) == (3, 4)


def test_11_hunters_mark_sets_maximum_and_health_to_one_and_clears_damage() -> None:
    table = Table(enemy=["boulderfist_ogre"], hand=["hunters_mark"])
    table.hurt(8, 3).play("hunters_mark", 8)
    assert table.body(8) == (6, 1)
    assert table.s.most[8] == 1


@pytest.mark.parametrize(
    ("minion", "dealt"),
    [("haunted_creeper", 5), ("hound", 5), ("gahzrilla", 5), ("spider_tank", 3), ("spectral_spider", 3), ("whelp", 3)],
)
def test_12_kill_command_looks_for_a_friendly_beast_when_it_resolves(minion: str, dealt: int) -> None:
    table = Table([minion], hand=["kill_command"])
    table.play("kill_command", ENEMY_HERO)
    assert table.health(1) == 30 - dealt


def test_12_a_beast_of_the_opponent_does_not_count() -> None:
    table = Table(enemy=["haunted_creeper"], hand=["kill_command"])
    table.play("kill_command", ENEMY_HERO)
    assert table.health(1) == 27
