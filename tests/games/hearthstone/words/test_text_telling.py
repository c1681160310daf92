"""What happens, in sentences: each event of the rules, in order, and for the eyes of a seat."""

from __future__ import annotations

import re
from typing import Any

import playout
from playout.games.hearthstone.cards.tables import number_of
from playout.games.hearthstone.rules.codes import END, attack_move, play_move, power_move
from playout.languages import speaking
from playout.rng import Rng
from playout.rules import CHANCE
from tests.games.hearthstone.scene import ENEMY_HERO, OWN_HERO, Scene


def told(scene: Scene, move: int | str, seat: int | None = 0) -> list[str]:
    number = scene.state.parse(move) if isinstance(move, str) else move
    assert number in scene.state.moves()
    return scene.state.tell(number, seat)


def hunters(own: str = "", enemy: str = "", hand: str = "", **more: Any) -> Scene:
    return Scene(own, enemy, hand, heroes="hunter hunter", **more)


def test_combat_damage_and_deaths() -> None:
    scene = hunters("chillwind_yeti haunted_creeper", "spider_tank haunted_creeper")
    assert told(scene, attack_move(0, 0)) == [
        "Your Chillwind Yeti attacks the enemy Spider Tank.",
        "The enemy Spider Tank takes 4 damage.",
        "Your Chillwind Yeti takes 3 damage.",
        "The enemy Spider Tank dies.",
    ]
    scene.hurt(1, 1).hurt(9, 1)
    assert told(scene, attack_move(1, 1), 1) == [
        "The enemy Haunted Creeper attacks your Haunted Creeper.",
        "Your Haunted Creeper and the enemy Haunted Creeper take 1 damage.",
        "The enemy Haunted Creeper and your Haunted Creeper die.",
        "Haunted Creeper: Spectral Spider x2 appear on the opponent's side.",
        "Haunted Creeper: Spectral Spider x2 appear on your side.",
    ]


def test_for_all_eyes_seats_have_names() -> None:
    scene = Scene("chillwind_yeti", heroes="hunter mage")
    assert told(scene, attack_move(0, 7), None) == [
        "Rexxar's Chillwind Yeti attacks Jaina Proudmoore's hero.",
        "Jaina Proudmoore's hero takes 4 damage (16 left).",
    ]
    sentences = told(hunters("chillwind_yeti"), attack_move(0, 7), None)
    assert sentences[0] == "Player 1's Chillwind Yeti attacks Player 2's hero."


def test_freezing_trap() -> None:
    scene = hunters("leeroy_jenkins", secrets="freezing_trap")
    expected = [
        "Your Leeroy Jenkins attacks the enemy hero.",
        "The enemy secret is revealed: Freezing Trap.",
        "Your Leeroy Jenkins returns to the hand and costs 2 more.",
    ]
    assert told(scene, attack_move(0, 7)) == expected
    full = hunters("haunted_creeper", hand="fireball " * 10, secrets="freezing_trap")
    assert told(full, attack_move(0, 7))[1:] == [
        "The enemy secret is revealed: Freezing Trap.",
        "The hand is full, and your Haunted Creeper is destroyed.",
        "Your Haunted Creeper dies.",
        "Haunted Creeper: Spectral Spider x2 appear on your side.",
    ]


def test_explosive_trap_and_the_bow() -> None:
    scene = hunters("force_tank_max spider_tank", secrets="explosive_trap").armed("eaglehorn_bow", 1)
    assert told(scene, attack_move(0, 7)) == [
        "Your Force-Tank MAX attacks the enemy hero.",
        "The enemy secret is revealed: Explosive Trap.",
        "Your Force-Tank MAX loses its divine shield.",
        "Explosive Trap deals 2 damage to your Spider Tank and your hero (18 left).",
        "The enemy Eaglehorn Bow gains 1 durability.",
        "The enemy hero takes 7 damage (13 left).",
    ]
    weak = hunters("worgen_infiltrator", secrets="explosive_trap freezing_trap")
    assert told(weak, attack_move(0, 7)) == [
        "Your Worgen Infiltrator attacks the enemy hero.",
        "The enemy secret is revealed: Explosive Trap.",
        "Explosive Trap deals 2 damage to your Worgen Infiltrator and your hero (18 left).",
        "Your Worgen Infiltrator dies.",
    ]


def test_gahzrilla_doubles() -> None:
    assert told(hunters("chillwind_yeti", "gahzrilla"), attack_move(0, 0)) == [
        "Your Chillwind Yeti attacks the enemy Gahz'rilla.",
        "The enemy Gahz'rilla takes 4 damage.",
        "Your Chillwind Yeti takes 6 damage.",
        "The attack of the enemy Gahz'rilla doubles to 12.",
        "Your Chillwind Yeti dies.",
    ]


def test_secrets_are_played_face_down() -> None:
    scene = hunters(hand="freezing_trap")
    move = scene._move("freezing_trap", None, None)
    assert told(scene, move) == ["You play Freezing Trap."]
    assert told(scene, move, 1) == ["The opponent plays a secret."]
    assert told(scene, move, None) == ["Player 1 plays Freezing Trap."]


def test_weapons_break_and_are_replaced() -> None:
    scene = hunters(hand="eaglehorn_bow").armed("eaglehorn_bow")
    assert told(scene, "Eaglehorn Bow") == ["You play Eaglehorn Bow.", "Your Eaglehorn Bow is destroyed."]
    scene.s.durability[0] = 1
    assert told(scene, attack_move(7, 7)) == [
        "Your hero attacks the enemy hero.",
        "The enemy hero takes 3 damage (17 left).",
        "Your Eaglehorn Bow breaks.",
    ]
    assert told(Scene(heroes="rogue mage"), power_move(16)) == ["You use Dagger Mastery.", "You equip Wicked Knife."]


def test_spells_of_the_seed() -> None:
    scene = hunters("haunted_creeper", "boulderfist_ogre", "kill_command hunters_mark unleash_the_hounds")
    assert told(scene, "Kill Command on the enemy Boulderfist Ogre") == [
        "You play Kill Command on the enemy Boulderfist Ogre.",
        "Kill Command deals 5 damage to the enemy Boulderfist Ogre.",
    ]
    assert told(scene, "Hunter's Mark on the enemy Boulderfist Ogre")[1:] == [
        "The health of the enemy Boulderfist Ogre becomes 1."
    ]
    assert told(scene, "Unleash the Hounds")[1:] == ["Hound appears on your side."]
    scene = hunters("spider_tank", hand="abusive_sergeant leeroy_jenkins coin", mana=5)
    assert told(scene, "Abusive Sergeant on your Spider Tank")[1:] == ["Your Spider Tank gets +2 attack this turn."]
    assert told(scene, "Leeroy Jenkins")[1:] == ["Whelp x2 appear on the opponent's side."]
    assert told(scene, "The Coin")[1:] == ["You gain 1 mana this turn."]
    assert told(hunters(hand="coin"), "The Coin")[1:] == ["You gain no mana: there is a limit of ten."]
    assert told(hunters(), power_move(16)) == [
        "You use Steady Shot.",
        "Steady Shot deals 2 damage to the enemy hero (18 left).",
    ]


def test_draws_are_told_to_who_sees_them() -> None:
    scene = hunters(deck="fireball")
    turn = "Turn 22 (the opponent, 10 mana):"
    assert told(scene, END) == [turn, "The opponent draws a card."]
    assert told(scene, END, 1) == ["Turn 22 (you, 10 mana):", "You draw Fireball."]
    assert told(scene, END, None) == ["Turn 22 (Player 2, 10 mana):", "Player 2 draws Fireball."]
    full = hunters(deck="fireball", enemy_hand="fireball " * 10)
    assert told(full, END) == [turn, "The enemy hand is full, and Fireball is burnt."]
    empty = hunters(deck="")
    empty.s.fatigue[1] = 2
    assert told(empty, END) == [turn, "The enemy deck is empty.", "Fatigue deals 3 damage to the enemy hero (17 left)."]


def test_the_end_of_a_hero() -> None:
    scene = hunters("chillwind_yeti").hurt(ENEMY_HERO, 17)
    assert told(scene, attack_move(0, 7)) == [
        "Your Chillwind Yeti attacks the enemy hero.",
        "The enemy hero takes 4 damage (0 left).",
        "The enemy hero falls.",
    ]


def test_the_mulligan_is_told_by_number_to_the_opponent() -> None:
    state = playout.load("hearthstone").start()
    for _ in range(7):
        state = state.sample(1)
    assert state.tell(state.parse("keep"), 1) == ["The opponent keeps all cards."]
    put_back = state.parse("1 2")
    assert state.tell(put_back, 1) == ["The opponent puts back 2 cards."]
    assert state.tell(put_back, 0)[0].startswith("You put back ")


def test_other_sets_of_words() -> None:
    scene = Scene("chillwind_yeti", "chillwind_yeti wolfrider", "polymorph frost_nova fireball")
    assert told(scene, "Polymorph on the enemy Chillwind Yeti")[1:] == ["The enemy Chillwind Yeti becomes Sheep."]
    frozen = told(scene, "Frost Nova")[1:]
    assert frozen == ["The enemy Chillwind Yeti and the enemy Wolfrider are frozen."]
    priest = Scene("chillwind_yeti", heroes="priest priest").hurt(0, 2).hurt(OWN_HERO, 0)
    assert told(priest, power_move(0))[1:] == ["Your Chillwind Yeti regains 2 health."]
    assert told(Scene(heroes="warrior mage"), power_move(16))[1:] == ["You gain 2 armor."]
    paladin = Scene(heroes="paladin mage")
    assert told(paladin, power_move(16))[1:] == ["Silver Hand Recruit appears on your side."]


def test_nothing_hidden_is_told() -> None:
    """What a seat is told of the opponent's moves and draws is the same for every hidden card."""
    for card in ("fireball", "wolfrider"):
        scene = hunters(deck=f"{card} {card}", enemy_hand="fireball")
        assert told(scene, END) == ["Turn 22 (the opponent, 10 mana):", "The opponent draws a card."]
    for secret in ("freezing_trap", "explosive_trap"):
        scene = hunters(hand=secret)
        assert told(scene, play_move(number_of(secret), 0, 0, 16), 1) == ["The opponent plays a secret."]


def test_chinese_has_the_same_sentences() -> None:
    """Of two matches, for both seats and for all eyes; Latin letters are only in names of cards."""
    for seed in (1, 2):
        state, luck = playout.load("hearthstone").start(), Rng(seed)
        while not state.over and len(state.history) < 60:
            if state.turn == CHANCE:
                after = state.sample(luck)
            else:
                after = state.play(state.moves()[luck.below(len(state.moves()))])
            for seat in (None, 0, 1):
                english = state.tell(after.history[-1], seat)
                with speaking("zh"):
                    chinese = state.tell(after.history[-1], seat)
                assert [said.endswith(":") for said in chinese] == [said.endswith(":") for said in english]
                for said in chinese:
                    assert not re.search(r"[A-Za-z]", re.sub(r"\([^)]*\)", "", said)), said
            state = after
