"""The report's rules of thumb, each in a position that is set up for it; and where they differ from Playout's."""

from __future__ import annotations

import pytest

import playout
from playout import OptionError
from playout.games.hearthstone.cards.vocabulary import TAUNT
from playout.games.hearthstone.rules.codes import END, attack_move, power_move, put_back_move
from playout.games.hearthstone.rules.layout import HERO, NO_TARGET
from tests.games.hearthstone.table import ENEMY_HERO, Table

OWN_HERO = 7


def by(policy: str, table: Table) -> int:
    move = int(table.state._call(policy, playout.Rng(0).words))
    assert move in table.legal()
    return move


def test_nothing_is_put_back() -> None:
    state, rng = playout.load("hearthstone").start(), playout.Rng(1)
    while state.turn == playout.CHANCE:
        state = state.sample(rng)
    assert int(state._call("document", rng.words)) == put_back_move(0)


def test_a_kill_is_not_looked_for() -> None:
    """The Yeti would kill the hero; the report's rules play a card first."""
    table = Table(board=["chillwind_yeti"], hand=["spider_tank"], mana=3).hurt(ENEMY_HERO, 27)
    assert by("document", table) == table.move_of("spider_tank")
    assert by("suggest", table) == attack_move(0, HERO)


@pytest.mark.parametrize(("health", "protects"), [(6, False), (5, True)])
def test_danger_is_an_attack_above_the_health(health: int, protects: bool) -> None:
    """An Ogre attacks for 6. With 6 health left that is deadly, and Playout's rules know; the report's see 6 > 6."""
    table = Table(enemy=["boulderfist_ogre"], hand=["freezing_trap", "spider_tank"], mana=3)
    table.hurt(OWN_HERO, 30 - health)
    assert by("document", table) == table.move_of("freezing_trap" if protects else "spider_tank")
    assert by("suggest", table) == table.move_of("freezing_trap")


def test_a_threat_is_attacked_by_the_cheapest_minion_that_kills_it() -> None:
    """A Yeti with 3 health left: the Tank kills it for less than the Ogre would."""
    table = Table(board=["boulderfist_ogre", "spider_tank", "worgen_infiltrator"], enemy=["chillwind_yeti"], mana=0)
    table.hurt(8, 2)
    assert by("document", table) == attack_move(1, 0)


def test_a_threat_that_cannot_be_killed_is_left_alone() -> None:
    table = Table(board=["spider_tank"], enemy=["boulderfist_ogre"], mana=0)
    assert by("document", table) == attack_move(0, HERO)


def test_small_minions_are_left_alone_unless_they_bar_the_way() -> None:
    table = Table(board=["spider_tank"], enemy=["worgen_infiltrator"], mana=0)
    table.s.marks[8] = 0
    assert by("document", table) == attack_move(0, HERO)
    table.s.marks[8] = TAUNT
    assert by("document", table) == attack_move(0, 0)


def test_the_power_comes_last_and_then_the_end() -> None:
    table = Table(mana=2)
    assert by("document", table) == power_move(NO_TARGET)
    table.s.mana[0] = 1
    assert by("document", table) == END


def test_two_dead_heroes_are_a_draw_or_both_lose() -> None:
    for both_die, share in (("draw", 0.5), ("lose", 0.0)):
        game = playout.load("hearthstone", both_die=both_die)
        table = Table()
        position = table.state._copy()
        position["health"][0, [7, 15]] = 0
        position["turn"] = playout.OVER
        assert playout.State(game, position).payoffs == (share, share)
        position["health"][0, 15] = 1
        assert playout.State(game, position).payoffs == (0.0, 1.0)
        assert game.rules.payoff_sum == (1.0 if both_die == "draw" else None)
    with pytest.raises(OptionError, match="both_die has to be one of draw, lose, not 'win'"):
        playout.load("hearthstone", both_die="win")
