"""A move that is not legal is refused with its reason."""

from __future__ import annotations

import pytest

from playout.rules import MoveError
from tests.games.hearthstone.table import Table


def refused(table: Table, text: str, reason: str) -> None:
    with pytest.raises(MoveError, match=f"not a legal move here: {reason}$"):
        table.state.play(text)


def test_too_little_mana() -> None:
    refused(
        Table(hand=["boulderfist_ogre"], mana=5), "Boulderfist Ogre", "Boulderfist Ogre costs 6, and there are 5 mana"
    )
    refused(Table(mana=1), "Steady Shot", "Steady Shot costs 2, and there is 1 mana")


def test_no_target_or_a_wrong_one() -> None:
    refused(Table(hand=["hunters_mark"]), "Hunter's Mark", "Hunter's Mark needs a target, and there is none")
    table = Table(enemy=["worgen_infiltrator"], hand=["arcane_shot", "hunters_mark"])
    refused(table, "Arcane Shot", "Arcane Shot needs a target")
    refused(table, "Arcane Shot on the enemy Worgen Infiltrator", "the enemy Worgen Infiltrator is in stealth")
    refused(table, "Hunter's Mark on the enemy hero", "the enemy hero cannot be its target")
    refused(Table(hand=["unleash_the_hounds"]), "Unleash the Hounds", "Unleash the Hounds needs .*an enemy minion")


def test_a_full_board() -> None:
    full = Table(["spider_tank"] * 7, ["whelp"], ["chillwind_yeti", "unleash_the_hounds"])
    refused(full, "Chillwind Yeti", "the board is full: it holds 7 minions at most")
    refused(full, "Unleash the Hounds", "the board is full: it holds 7 minions at most")


def test_a_secret_that_is_active() -> None:
    table = Table(hand=["explosive_trap", "explosive_trap"]).play("explosive_trap")
    refused(table, "Explosive Trap", "Explosive Trap is active already")


def test_an_attack_that_cannot_be() -> None:
    table = Table(["chillwind_yeti", "stoneclaw_totem"], ["stoneclaw_totem", "worgen_infiltrator"], ["spider_tank"])
    refused(table, "your Chillwind Yeti attacks the enemy hero", "the enemy Stoneclaw Totem has taunt and .*first")
    refused(
        table, "your Chillwind Yeti attacks the enemy Worgen Infiltrator", "the enemy Worgen Infiltrator is in stealth"
    )
    refused(table, "your Stoneclaw Totem attacks the enemy Stoneclaw Totem", "your Stoneclaw Totem has no attack")
    refused(table, "your hero attacks the enemy Stoneclaw Totem", "your hero has no attack")
    table.play("spider_tank").attack(0, 0)
    refused(table, "your Spider Tank attacks the enemy hero", "your Spider Tank came into play this turn")
    refused(table, "your Chillwind Yeti attacks the enemy hero", "your Chillwind Yeti has attacked this turn")


def test_a_power_used_twice() -> None:
    refused(Table().power(), "Steady Shot", "Steady Shot has been used this turn")


def test_a_card_that_is_not_there() -> None:
    table = Table()
    with pytest.raises(MoveError, match="Chillwind Yeti is not in the hand"):
        table.state.play(table.move_of("chillwind_yeti"))
    with pytest.raises(MoveError, match="'fly' is not a move; legal: end turn"):
        table.state.play("fly")
