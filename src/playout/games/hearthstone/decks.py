"""Built-in decks, and how a deck is given: by its name, as a list, as a file, or as a deck string."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from playout.games.hearthstone.deck import Deck, nearest, read_list
from playout.games.hearthstone.deck_strings import BEGINNING, decode

__all__ = ["DECKS", "Deck", "find_deck", "two_decks"]


def _pairs(owner: str, cards: str) -> Deck:
    """Two of each of fifteen cards."""
    return Deck(owner, dict.fromkeys(cards.split(), 2))


DECKS = {
    # The deck of the paper that this game comes from.
    "hunter": Deck(
        "hunter",
        {
            "hunters_mark": 2,
            "arcane_shot": 2,
            "abusive_sergeant": 2,
            "worgen_infiltrator": 2,
            "explosive_trap": 2,
            "freezing_trap": 2,
            "haunted_creeper": 2,
            "eaglehorn_bow": 2,
            "kill_command": 2,
            "unleash_the_hounds": 2,
            "spider_tank": 2,
            "chillwind_yeti": 2,
            "leeroy_jenkins": 1,
            "boulderfist_ogre": 2,
            "gahzrilla": 1,
            "force_tank_max": 2,
        },
    ),
    # Decks of Basic cards, one for each class.
    "basic_druid": _pairs(
        "druid",
        "innervate claw mark_of_the_wild wild_growth healing_touch swipe starfire ironbark_protector river_crocolisk"
        " ironfur_grizzly chillwind_yeti gnomish_inventor senjin_shieldmasta booty_bay_bodyguard boulderfist_ogre",
    ),
    "basic_hunter": _pairs(
        "hunter",
        "arcane_shot timber_wolf animal_companion kill_command multi_shot houndmaster starving_buzzard tundra_rhino"
        " stonetusk_boar bloodfen_raptor river_crocolisk ironfur_grizzly razorfen_hunter oasis_snapjaw core_hound",
    ),
    "basic_mage": _pairs(
        "mage",
        "arcane_missiles mirror_image arcane_explosion frostbolt arcane_intellect fireball polymorph water_elemental"
        " flamestrike acidic_swamp_ooze kobold_geomancer raid_leader senjin_shieldmasta gurubashi_berserker"
        " boulderfist_ogre",
    ),
    "basic_paladin": _pairs(
        "paladin",
        "lights_justice blessing_of_might hand_of_protection holy_light consecration blessing_of_kings hammer_of_wrath"
        " truesilver_champion guardian_of_kings murloc_tidehunter shattered_sun_cleric raid_leader chillwind_yeti"
        " frostwolf_warlord stormwind_champion",
    ),
    "basic_priest": _pairs(
        "priest",
        "holy_smite power_word_shield northshire_cleric divine_spirit mind_blast shadow_word_pain shadow_word_death"
        " holy_nova mind_control voodoo_doctor acidic_swamp_ooze shattered_sun_cleric oasis_snapjaw senjin_shieldmasta"
        " boulderfist_ogre",
    ),
    "basic_rogue": _pairs(
        "rogue",
        "backstab deadly_poison sinister_strike sap shiv fan_of_knives assassinate assassins_blade sprint"
        " novice_engineer kobold_geomancer wolfrider chillwind_yeti nightblade reckless_rocketeer",
    ),
    "basic_shaman": _pairs(
        "shaman",
        "ancestral_healing frost_shock rockbiter_weapon flametongue_totem hex windspeaker bloodlust fire_elemental"
        " acidic_swamp_ooze murloc_tidehunter razorfen_hunter raid_leader chillwind_yeti senjin_shieldmasta"
        " frostwolf_warlord",
    ),
    "basic_warlock": _pairs(
        "warlock",
        "mortal_coil soulfire corruption voidwalker succubus drain_life shadow_bolt hellfire dread_infernal"
        " kobold_geomancer shattered_sun_cleric chillwind_yeti senjin_shieldmasta darkscale_healer core_hound",
    ),
    "basic_warrior": _pairs(
        "warrior",
        "execute whirlwind cleave heroic_strike fiery_war_axe shield_block warsong_commander korkron_elite"
        " arcanite_reaper acidic_swamp_ooze wolfrider dragonling_mechanic senjin_shieldmasta gurubashi_berserker"
        " boulderfist_ogre",
    ),
}


def find_deck(deck: str | os.PathLike[str]) -> Deck:
    """A deck by its name, as a list, by the path of a file with a list or a deck string, or as a deck string."""
    word = os.fspath(deck).strip()
    if word in DECKS:
        return DECKS[word]
    if "\n" in word:
        return _read(word)
    if word.startswith(BEGINNING):
        return decode(word)
    try:
        if Path(word).is_file():
            return _read(Path(word).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{word}: {error}") from error
    if "/" in word or Path(word).suffix:
        raise ValueError(f"there is no file {word!r}; a deck is a file, a deck string, or one of {', '.join(DECKS)}")
    near = nearest(word, DECKS) or f"; there are {', '.join(DECKS)}"
    raise ValueError(f"there is no deck {word!r}{near}; a file with a list or a deck string will do as well")


def _read(text: str) -> Deck:
    """What a file holds: a list, or a deck string with comments around, as the game client copies it."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    return decode(lines[0]) if len(lines) == 1 and lines[0].startswith(BEGINNING) else read_list(text)


def two_decks(decks: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[Deck]:
    """The decks of both seats: one for both, or two, with a comma between or as two values."""
    if isinstance(decks, os.PathLike):
        words: Sequence[str | os.PathLike[str]] = [decks]
    elif isinstance(decks, str):
        words = [decks] if "\n" in decks else decks.split(",")
    else:
        words = list(decks)
    if len(words) not in (1, 2):
        raise ValueError(f"decks has to be a deck, or two of them, not {decks!r}")
    return [find_deck(word) for word in (words[0], words[-1])]
