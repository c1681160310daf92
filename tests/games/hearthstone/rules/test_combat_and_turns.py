"""The rules of combat, Gahz'rilla and the frame of a match, statement by statement."""

from __future__ import annotations

import pytest

import playout
from playout.games.hearthstone.cards.tables import TABLE, number_of
from playout.games.hearthstone.cards.vocabulary import SHIELD, SILENCE
from playout.games.hearthstone.rules.changes import touch
from playout.games.hearthstone.rules.layout import DECK
from playout.rng import Rng
from playout.rules import CHANCE
from tests.games.hearthstone.table import ENEMY_HERO, OWN_HERO, Table

COIN = number_of("coin")


def test_25_the_attacker_loses_stealth_in_the_preparation() -> None:
    table = Table(["worgen_infiltrator", "spider_tank"], ["boulderfist_ogre"])
    table.attack(0, 7)
    table.end()
    assert table.can_attack(0, 0)


def test_25_it_loses_stealth_even_if_the_combat_does_not_come() -> None:
    table = Table(["worgen_infiltrator"], hand=["boulderfist_ogre"] * 10, enemy_secrets=["explosive_trap"])
    table.hurt(0, -5).attack(0, 7)
    assert "stealth" not in str(table.state)


def test_25_damage_is_simultaneous_and_triggers_come_after() -> None:
    table = Table(["boulderfist_ogre"], ["gahzrilla"])
    table.attack(0, 0)
    assert table.body(0) == (6, 1), "Gahz'rilla deals 6"
    assert table.body(8) == (12, 3), "and then has 12"


def test_26_a_defending_hero_deals_nothing_back() -> None:
    table = Table(["chillwind_yeti"]).weapon("eaglehorn_bow", 1)
    table.attack(0, 7)
    assert table.body(0) == (4, 5)


def test_26_a_weapon_loses_one_durability_for_each_attack_and_breaks_at_zero() -> None:
    table = Table(enemy=["chillwind_yeti"]).weapon("eaglehorn_bow")
    table.attack(7, 7)
    assert table.s.durability[0] == 1
    table.end()
    table.end()
    table.attack(7, 0)
    assert table.s.weapon[0] == 0
    assert table.body(OWN_HERO) == (0, 26), "a defending minion hits back"


def test_26_a_hero_attacks_once_a_turn_even_with_a_new_weapon() -> None:
    table = Table(hand=["eaglehorn_bow"]).weapon("wicked_knife")
    table.attack(7, 7)
    table.play("eaglehorn_bow")
    assert not table.can_attack(7, 7)


def test_26_attack_zero_cannot_attack() -> None:
    table = Table(["stoneclaw_totem"])
    assert not table.can_attack(0, 7)
    assert not table.can_attack(7, 7), "a hero without a weapon"


def test_27_a_minion_without_charge_cannot_attack_in_the_turn_in_which_it_came() -> None:
    table = Table(hand=["spider_tank", "leeroy_jenkins"])
    table.play("spider_tank").play("leeroy_jenkins")
    assert not table.can_attack(0, 7)
    assert table.can_attack(1, 7)
    table.end()
    table.end()
    assert table.can_attack(0, 7)


def test_27_a_minion_attacks_once_a_turn() -> None:
    table = Table(["spider_tank"])
    table.attack(0, 7)
    assert not table.can_attack(0, 7)


def test_28_divine_shield_or_no_damage_doubles_nothing() -> None:
    table = Table(["gahzrilla"], ["stoneclaw_totem"])
    table.attack(0, 0)
    assert table.body(0)[0] == 6, "attack 0 deals no damage"
    shielded = Table(["spider_tank"], ["gahzrilla"])
    shielded.s.marks[8] |= SHIELD
    shielded.attack(0, 0)
    assert shielded.body(8) == (6, 9)


def test_28_what_lasts_and_what_ends_with_the_turn_are_doubled_apart() -> None:
    table = Table(["gahzrilla"], ["whelp"], ["abusive_sergeant"])
    table.play("abusive_sergeant", 0)
    assert table.body(0)[0] == 8
    table.attack(0, 0)
    assert table.body(0)[0] == 16
    table.end()
    assert table.body(0)[0] == 12


def test_28_what_other_minions_give_is_not_doubled() -> None:
    table = Table(["gahzrilla", "raid_leader"], hand=["arcane_shot", "arcane_shot"], mana=10)
    assert table.body(0) == (7, 9)
    table.play("arcane_shot", 0)
    assert table.body(0) == (6 * 2 + 1, 7)
    table.play("arcane_shot", 1)
    assert table.row() == ["gahzrilla"]
    assert table.body(0) == (6 * 2, 7)


def test_28_auras_that_come_and_go_between_two_wounds_leave_nothing_behind() -> None:
    table = Table(["gahzrilla"], hand=["arcane_shot", "arcane_shot", "timber_wolf", "abusive_sergeant"], mana=10)
    table.play("arcane_shot", 0).play("timber_wolf")
    assert table.body(0)[0] == 6 * 2 + 1
    table.play("abusive_sergeant", 0)
    table.play("arcane_shot", 0)
    assert table.body(0)[0] == (6 * 2 + 2) * 2 + 1, "what ends with the turn is doubled"
    table.end()
    assert table.body(0)[0] == 6 * 4 + 1


def test_an_attack_that_is_set_or_silenced_keeps_what_other_minions_give() -> None:
    table = Table(["gahzrilla", "raid_leader"], hand=["humility", "arcane_shot", "abusive_sergeant"], mana=10)
    table.play("arcane_shot", 0).play("abusive_sergeant", 0)
    assert table.body(0)[0] == 6 * 2 + 2 + 1
    table.play("humility", 0)
    assert table.body(0)[0] == 1 + 1, "what was given for the turn before is overwritten too"
    touch(table.s, SILENCE, 0, 0, 0)
    assert table.body(0)[0] == 6 + 1
    table.end()
    assert table.body(0)[0] == 6 + 1


def test_28_attack_can_pass_a_thousand() -> None:
    table = Table(["gahzrilla"], hand=["arcane_shot"] * 9, mana=10)
    table.s.health[0] = table.s.most[0] = 100
    for _ in range(9):
        table.play("arcane_shot", 0)
    assert table.body(0)[0] == 6 * 2**9 == 3072


def opening(**options: object) -> playout.State:
    return playout.load("hearthstone", **options).start()


def draw_all(state: playout.State, rng: Rng) -> playout.State:
    while state.turn == CHANCE:
        state = state.sample(rng)
    return state


def names(state: playout.State, seat: int) -> list[int]:
    s = state._position[0]
    return [int(card) for card in s["hand"][seat * 10 : seat * 10 + s["cards"][seat]]]


def test_29_the_first_player_mulligans_three_the_second_four_and_then_gets_the_coin() -> None:
    rng = Rng(3)
    for first in (0, 1):
        state = draw_all(opening(first=first), rng)
        assert state.turn == first
        assert len(names(state, first)) == 3
        state = draw_all(state.play("keep all"), rng)
        assert state.turn == 1 - first
        assert len(names(state, 1 - first)) == 4
        assert COIN not in names(state, 1 - first), "the Coin comes after the mulligan"
        state = draw_all(state.play("keep all"), rng)
        assert state.turn == first
        assert len(names(state, first)) == 4, "with the card of the first turn"
        assert COIN in names(state, 1 - first)
        assert len(names(state, 1 - first)) == 5


def test_29_a_card_put_back_cannot_come_straight_back_unless_it_is_shuffled_first() -> None:
    # The hand has both copies of a card: put back, they are not among the outcomes.
    mark = number_of("hunters_mark")
    for option, can_return in (("aside", False), ("shuffle", True)):
        state = opening(put_back=option)
        for card in ("hunters_mark", "hunters_mark", "arcane_shot"):
            state = state.play(number_of(card))
        rng = Rng(1)
        state = draw_all(state, rng)
        state = state.play("put back Hunter's Mark, Hunter's Mark")
        assert state.turn == CHANCE
        assert (mark in state.moves()) == can_return
        state = draw_all(state, rng)
        assert len(names(state, 0)) == 3
        deck = state._position[0]["deck"][:DECK].tolist()
        assert sum(card == mark for card in deck) + names(state, 0).count(mark) == 2, "they are in the deck again"


def test_29_who_begins_can_be_tossed_for() -> None:
    state = opening(first="toss")
    assert state.odds() == [(0, 0.5), (1, 0.5)]
    for first in (0, 1):
        assert draw_all(state.play(first), Rng(1)).turn == first


def test_30_the_first_player_draws_in_turn_one_and_mana_grows_to_ten() -> None:
    rng = Rng(5)
    state = draw_all(opening(), rng)
    for _ in range(2):
        state = draw_all(state.play("keep all"), rng)
    assert len(names(state, 0)) == 4
    for turn in range(1, 25):
        seat = 1 - turn % 2
        s = state._position[0]
        assert s["number"] == turn
        assert s["mana"][seat] == s["crystals"][seat] == min(10, (turn + 1) // 2)
        state = draw_all(state.play("end turn"), rng)


def test_30_the_coin_gives_one_mana_for_this_turn_and_nothing_at_ten() -> None:
    table = Table(hand=["coin"], mana=4)
    table.play("coin")
    assert (table.s.mana[0], table.s.crystals[0]) == (5, 4)
    full = Table(hand=["coin"], mana=10)
    full.play("coin")
    assert full.s.mana[0] == 10


def test_31_at_ten_cards_a_drawn_card_is_burnt() -> None:
    table = Table(enemy_hand=["arcane_shot"] * 10, enemy_deck=["boulderfist_ogre", "boulderfist_ogre"])
    table.end()
    assert table.hand(1) == ["arcane_shot"] * 10
    assert table.s.left[1] == 1


def test_31_an_empty_deck_deals_one_more_each_time() -> None:
    table = Table(deck=(), enemy_deck=())
    expected = 30
    for time in range(1, 5):
        table.end()
        table.end()
        expected -= time
        assert table.health(0) == table.health(1) == expected


def test_32_seven_minions_a_side() -> None:
    table = Table(["spider_tank"] * 7, hand=["spider_tank"])
    assert not table.can_play("spider_tank")
    assert Table(["spider_tank"] * 6, hand=["spider_tank"]).can_play("spider_tank")


def test_32_both_heroes_dead_in_one_sequence_is_a_draw() -> None:
    # No card of the deck hurts both heroes: a hero whose health is already gone stands for one.
    table = Table(hand=["arcane_shot"])
    table.hurt(OWN_HERO, 30).hurt(ENEMY_HERO, 28)
    table.play("arcane_shot", ENEMY_HERO)
    assert table.result() == (0.5, 0.5)


def test_32_a_match_that_goes_on_after_turn_89_is_a_draw() -> None:
    table = Table(number=88)
    table.end()
    assert table.s.number == 89
    assert table.result() is None
    table.end()
    assert table.result() == (0.5, 0.5)
    assert table.s.left[0] == 5, "no card is drawn any more"


@pytest.mark.parametrize("owner", [row.owner for row in TABLE.rows if row.kind == "hero"])
def test_every_hero_has_thirty_health_and_a_power_for_two(owner: str) -> None:
    assert TABLE.rows[number_of(f"hero_{owner}")].health == 30
    assert TABLE.rows[number_of(f"power_{owner}")].cost == 2


def test_steady_shot_deals_two_to_the_enemy_hero_once_a_turn() -> None:
    table = Table(mana=5)
    table.power()
    assert (table.health(1), table.s.mana[0]) == (28, 3)
    assert all(table.state.format(move) != "Steady Shot" for move in table.legal())
    table.end()
    table.end()
    assert any(table.state.format(move) == "Steady Shot" for move in table.legal())
