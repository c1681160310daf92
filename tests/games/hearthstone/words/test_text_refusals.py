"""A move that is not legal now is refused with the reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import playout
from playout.games.hearthstone.cards.vocabulary import ELUSIVE, FROZEN, IMMUNE, SICK, STILL
from tests.games.hearthstone.scene import Scene


def marked(scene: Scene, t: int, mark: int) -> Scene:
    scene.s.marks[t] |= mark
    return scene


def with_a_secret() -> Scene:
    return Scene(hand="explosive_trap explosive_trap", heroes="hunter hunter").do("Explosive Trap")


REFUSED: list[tuple[Callable[[], Scene], str, str]] = [
    (
        lambda: Scene(hand="boulderfist_ogre", mana=4),
        "boulderfist ogre",
        "Boulderfist Ogre costs 6, and there are 4 mana",
    ),
    (lambda: Scene(hand="fireball", mana=1), "fireball on enemy hero", "Fireball costs 4, and there is 1 mana"),
    (lambda: Scene(), "Fireball on the enemy hero", "Fireball is not in the hand"),
    (lambda: Scene(hand="polymorph"), "polymorph", "Polymorph needs a target, and there is none"),
    (
        lambda: Scene(hand="fireball"),
        "fireball",
        "Fireball needs a target",
    ),
    (lambda: Scene(hand="fireball"), "fireball on wolfrider", "there is no wolfrider on the board"),
    (
        lambda: Scene("wolfrider", hand="polymorph"),
        "polymorph on your hero",
        "your hero cannot be its target",
    ),
    (
        lambda: Scene(enemy="worgen_infiltrator wolfrider", hand="fireball"),
        "fireball on worgen infiltrator",
        "the enemy Worgen Infiltrator is in stealth",
    ),
    (
        lambda: marked(Scene(enemy="wolfrider", hand="fireball"), 8, ELUSIVE),
        "fireball on wolfrider",
        "the enemy Wolfrider cannot be the target of spells and hero powers",
    ),
    (lambda: Scene(hand="chillwind_yeti"), "chillwind yeti on enemy hero", "Chillwind Yeti takes no target"),
    (
        lambda: Scene("wolfrider " * 7, hand="chillwind_yeti"),
        "chillwind yeti",
        "the board is full: it holds 7 minions at most",
    ),
    (
        lambda: Scene(hand="unleash_the_hounds"),
        "unleash the hounds",
        "Unleash the Hounds needs an enemy minion",
    ),
    (with_a_secret, "explosive trap", "Explosive Trap is active already"),
    (
        lambda: Scene("wolfrider", "senjin_shieldmasta wolfrider"),
        "wolfrider attacks enemy hero",
        "the enemy Sen'jin Shieldmasta has taunt and has to be attacked first",
    ),
    (
        lambda: Scene("wolfrider", "senjin_shieldmasta wolfrider senjin_shieldmasta"),
        "wolfrider attacks enemy wolfrider",
        "the enemy Sen'jin Shieldmasta 1 and the enemy Sen'jin Shieldmasta 3 have taunt and have to be attacked first",
    ),
    (
        lambda: Scene("wolfrider", "worgen_infiltrator"),
        "wolfrider attacks worgen infiltrator",
        "the enemy Worgen Infiltrator is in stealth",
    ),
    (
        lambda: marked(Scene("wolfrider", "chillwind_yeti"), 8, IMMUNE),
        "wolfrider attacks chillwind yeti",
        "the enemy Chillwind Yeti is immune",
    ),
    (
        lambda: Scene(hand="chillwind_yeti").play("chillwind_yeti"),
        "chillwind yeti attacks enemy hero",
        "your Chillwind Yeti came into play this turn",
    ),
    (
        lambda: Scene("wolfrider").attack(0, 7),
        "wolfrider attacks enemy hero",
        "your Wolfrider has attacked this turn",
    ),
    (
        lambda: marked(Scene("wolfrider"), 0, FROZEN),
        "wolfrider attacks enemy hero",
        "your Wolfrider is frozen",
    ),
    (lambda: marked(Scene("wolfrider"), 0, STILL), "wolfrider attacks enemy hero", "your Wolfrider cannot attack"),
    (lambda: Scene("healing_totem"), "healing totem attacks enemy hero", "your Healing Totem has no attack"),
    (lambda: Scene(), "your hero attacks the enemy hero", "your hero has no attack"),
    (lambda: Scene(enemy="wolfrider"), "wolfrider attacks hero", "the enemy Wolfrider is not yours"),
    (lambda: Scene("wolfrider"), "chillwind yeti attacks hero", "there is no chillwind yeti on your side"),
    (lambda: Scene("wolfrider"), "wolfrider attacks yeti", "there is no yeti to be attacked"),
    (lambda: Scene("wolfrider"), "wolfrider attacks your hero", "your hero is yours"),
    (
        lambda: Scene(heroes="hunter mage").power(),
        "steady shot",
        "Steady Shot has been used this turn",
    ),
    (lambda: Scene(heroes="hunter mage", mana=1), "steady shot", "Steady Shot costs 2, and there is 1 mana"),
    (lambda: Scene(heroes="hunter mage"), "fireblast", "Fireblast is not in the hand"),
    (lambda: Scene(hand="fireball", mana=1), "火球术 on the enemy hero", "Fireball costs 4, and there is 1 mana"),
]


@pytest.mark.parametrize(("make", "text", "reason"), REFUSED, ids=[reason for _, _, reason in REFUSED])
def test_a_move_is_refused_with_the_reason(make: Callable[[], Scene], text: str, reason: str) -> None:
    with pytest.raises(playout.MoveError) as refused:
        make().state.play(text)
    assert str(refused.value) == f"{text!r} is not a legal move here: {reason}"


def test_what_means_nothing_is_answered_with_the_legal_moves() -> None:
    with pytest.raises(playout.MoveError, match="'castle' is not a move; legal: end turn"):
        Scene(heroes="hunter mage", mana=1).state.play("castle")
    over = Scene("wolfrider").hurt(15, 19).attack(0, 7).state
    with pytest.raises(playout.MoveError, match="the match is over"):
        over.play("end turn")


def test_a_minion_that_came_without_charge_waits_for_its_next_turn() -> None:
    scene = marked(Scene("chillwind_yeti"), 0, SICK)
    with pytest.raises(playout.MoveError, match="came into play this turn"):
        scene.state.play("chillwind yeti attacks enemy hero")
    scene.s.marks[0] &= ~SICK
    assert scene.state.play("chillwind yeti attacks enemy hero")
