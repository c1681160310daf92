"""The words in which cards are written, and the numbers by which the engine knows them.

A card's texts are records (event, condition, selector, operation, a, b): when it happens, on what condition, to whom,
what it does, and how much. Each table below lists the words of one kind with their meaning; the constants behind it are
their numbers, in the same order. A new kind of effect is one more word here and one more branch where it is carried
out.
"""

KINDS = {
    "nothing": "no card: an empty place",
    "minion": "stands on the board and fights",
    "spell": "does what its text says",
    "secret": "a spell that lies hidden until its event happens in the opponent's turn",
    "weapon": "lets the hero attack",
    "power": "what a hero can do once a turn",
    "hero": "who has to stay alive",
}
(NOTHING, MINION, SPELL, SECRET, WEAPON, POWER, HERO_CARD) = range(len(KINDS))

CLASSES = (*("neutral", "druid", "hunter", "mage", "paladin", "priest", "rogue", "shaman", "warlock", "warrior"),)
"""The classes whose decks may hold a card; decks of all classes may hold a neutral one."""

TRIBES = ("none", "beast", "murloc", "demon", "totem", "pirate", "dragon", "mech")
(NO_TRIBE, BEAST, MURLOC, DEMON, TOTEM, PIRATE, DRAGON, MECH) = range(len(TRIBES))

# Marks of a character, each a bit. The first ones are keywords that a card can have.
MARKS = {
    "taunt": "has to be attacked first",
    "charge": "can attack in the turn in which it comes",
    "stealth": "cannot be attacked or targeted by the opponent until it attacks",
    "shield": "divine shield: prevents the next damage",
    "windfury": "attacks twice a turn",
    "immune": "takes no damage and cannot be attacked or targeted by the opponent",
    "elusive": "cannot be the target of spells and hero powers",
    "still": "cannot attack",
    "frozen": "loses its next attack",
    "silenced": "its text has no effect",
    "sick": "came this turn",
    "destroyed": "dies in the next death phase",
    "doomed": "is destroyed when the opponent's next turn begins",
    "spurred": "has charge from another minion",
}
(
    TAUNT,
    CHARGE,
    STEALTH,
    SHIELD,
    WINDFURY,
    IMMUNE,
    ELUSIVE,
    STILL,
    FROZEN,
    SILENCED,
    SICK,
    DESTROYED,
    DOOMED,
    SPURRED,
) = (1 << bit for bit in range(len(MARKS)))
KEYWORDS = ("taunt", "charge", "stealth", "shield", "windfury", "immune", "elusive", "still")

EVENTS = {
    "none": "no record",
    "play": "the card is played: a spell's text, a battlecry, a hero power",
    "death": "deathrattle",
    "aura": "as long as it is in play; with the operations buff, and give for charge",
    "damaged": "somebody took damage",
    "healed": "somebody was healed",
    "summoned": "a minion came into play, in whatever way",
    "attack": "an attack was proposed, before any damage",
    "dealt": "this minion damaged a character in combat",
    "revealed": "a secret was revealed, of either seat; the condition own restricts it",
    "turn_start": "its owner's turn begins",
    "turn_end": "its owner's turn ends",
}
(NO_EVENT, ON_PLAY, ON_DEATH, AURA, DAMAGED, HEALED, SUMMONED, ATTACK, DEALT, REVEALED, TURN_START, TURN_END) = range(
    len(EVENTS)
)

CONDITIONS = {
    "always": "",
    "have_beast": "you control a beast",
    "self": "it happened to this minion itself",
    "minion": "it happened to a minion",
    "own_minion": "it happened to a minion of yours",
    "other_beast": "it happened to another beast of yours",
    "own": "it happened to you or yours",
    "own_hero": "it happened to your hero",
    "attacker_minion": "the attacker is a minion, still there and not dying",
    "hero_attacked": "your hero is attacked",
    "target_dying": "the target is dying",
    "target_alive": "the target is not dying",
    "target_frozen": "the target is frozen",
    "crystals_full": "you have ten mana crystals",
    "crystals_below": "you have fewer than ten mana crystals",
}
(
    ALWAYS,
    HAVE_BEAST,
    IS_SELF,
    IS_MINION,
    IS_OWN_MINION,
    IS_OTHER_BEAST,
    IS_OWN,
    IS_OWN_HERO,
    ATTACKER_MINION,
    HERO_ATTACKED,
    TARGET_DYING,
    TARGET_ALIVE,
    TARGET_FROZEN,
    CRYSTALS_FULL,
    CRYSTALS_BELOW,
) = range(len(CONDITIONS))

SELECTORS = {
    "nobody": "the operation affects no characters",
    "target": "the chosen target, or the character that the event happened to",
    "self": "the minion itself",
    "own_hero": "",
    "enemy_hero": "",
    "own_minions": "",
    "other_own_minions": "your minions but this one",
    "enemy_minions": "",
    "minions": "all minions",
    "other_minions": "all minions but this one",
    "own_side": "your hero and minions",
    "enemies": "the enemy hero and minions",
    "other_enemies": "the enemy hero and minions but the target",
    "everybody": "all heroes and minions",
    "everybody_else": "all heroes and minions but this one",
    "neighbours": "the minions beside this one",
    "target_neighbours": "the minions beside the target",
    "other_own_beasts": "",
    "other_own_murlocs": "",
    "other_murlocs": "on both sides",
    "own_totems": "",
    "own_chargers": "your minions with charge",
    "random_enemy": "one of the enemies, at random; b times, if b is given",
    "random_enemy_minion": "",
    "random_own_minion": "",
    "random_other_own_minion": "",
    "random_other": "any other character, at random",
    "two_random_enemy_minions": "two different ones, at random",
}
(
    NOBODY,
    TARGET,
    SELF,
    OWN_HERO,
    ENEMY_HERO,
    OWN_MINIONS,
    OTHER_OWN_MINIONS,
    ENEMY_MINIONS,
    ALL_MINIONS,
    OTHER_MINIONS,
    OWN_SIDE,
    ENEMIES,
    OTHER_ENEMIES,
    EVERYBODY,
    EVERYBODY_ELSE,
    NEIGHBOURS,
    TARGET_NEIGHBOURS,
    OTHER_OWN_BEASTS,
    OTHER_OWN_MURLOCS,
    OTHER_MURLOCS,
    OWN_TOTEMS,
    OWN_CHARGERS,
    RANDOM_ENEMY,
    RANDOM_ENEMY_MINION,
    RANDOM_OWN_MINION,
    RANDOM_OTHER_OWN_MINION,
    RANDOM_OTHER,
    TWO_RANDOM_ENEMY_MINIONS,
) = range(len(SELECTORS))
FIRST_RANDOM = RANDOM_ENEMY
"""Selectors from here on are random."""

# Operations in three groups: those on a character, those that move minions, and those on a player.
OPERATIONS = {
    "damage": "a damage",
    "damage_if": "a damage, or b if the condition holds",
    "heal": "restore a health",
    "heal_full": "restore all health",
    "buff": "+a attack and +b health",
    "buff_turn": "+a attack this turn",
    "set_attack": "attack becomes a",
    "set_health": "health becomes a",
    "double_attack": "",
    "double_health": "",
    "destroy": "",
    "silence": "",
    "freeze": "",
    "give": "the keyword a",
    "doom": "destroyed when your next turn begins",
    "return": "to its owner's hand, and costs a more",
    "transform": "into the card a",
    "steal": "you take control of it",
    "summon": "b times the card a, on your side",
    "summon_for_opponent": "b times the card a, on the other side",
    "summon_for_each": "the card a for each enemy minion",
    "summon_one_of": "one of the b cards from a on, at random",
    "summon_missing": "one of the b cards from a on that you do not have in play, at random",
    "draw": "a cards",
    "mana": "a more mana this turn",
    "crystals": "a more mana crystals; b = 1: empty ones",
    "armor": "a armor",
    "equip": "the weapon a",
    "buff_weapon": "+a attack and +b durability",
    "break_weapon": "destroy the opponent's weapon",
    "add_card": "b times the card a, into your hand",
    "discard": "a random cards of your hand",
    "buff_for_each": "+a attack and +b health for each other minion of yours",
}
(
    DAMAGE,
    DAMAGE_IF,
    HEAL,
    HEAL_FULL,
    BUFF,
    BUFF_TURN,
    SET_ATTACK,
    SET_HEALTH,
    DOUBLE_ATTACK,
    DOUBLE_HEALTH,
    DESTROY,
    SILENCE,
    FREEZE,
    GIVE,
    DOOM,
    RETURN,
    TRANSFORM,
    STEAL,
    SUMMON,
    SUMMON_FOR_OPPONENT,
    SUMMON_FOR_EACH,
    SUMMON_ONE_OF,
    SUMMON_MISSING,
    DRAW,
    MANA,
    CRYSTALS,
    ARMOR,
    EQUIP,
    BUFF_WEAPON,
    BREAK_WEAPON,
    ADD_CARD,
    DISCARD,
    BUFF_FOR_EACH,
) = range(len(OPERATIONS))

# The legal targets of a card: bits for the sides, and one filter.
TARGETS = {
    "none": 0,
    "minion": 3,
    "own_minion": 1,
    "enemy_minion": 2,
    "anybody": 15,
    "enemy": 10,
    "own": 5,
    "hero": 12,
}
AT_OWN_MINIONS, AT_ENEMY_MINIONS, AT_OWN_HERO, AT_ENEMY_HERO = 1, 2, 4, 8

FILTERS = {
    "any": "",
    "damaged": "",
    "undamaged": "",
    "attack_at_most": "attack of at most the filter's number",
    "attack_at_least": "attack of at least the filter's number",
    "beast": "",
    "demon": "",
}
(ANY, IS_DAMAGED, IS_UNDAMAGED, ATTACK_AT_MOST, ATTACK_AT_LEAST, IS_BEAST, IS_DEMON) = range(len(FILTERS))

# Further conditions for playing a card, besides its cost and its target, as bits.
NEEDS = {
    "place": "a free place on your board",
    "enemy_minion": "an enemy minion",
    "own_minion": "a minion of yours",
    "weapon": "a weapon of yours",
    "two_enemy_minions": "two enemy minions",
    "missing": "a card of summon_missing that is not in play",
}
(NEED_PLACE, NEED_ENEMY_MINION, NEED_OWN_MINION, NEED_WEAPON, NEED_TWO, NEED_MISSING) = (
    1 << bit for bit in range(len(NEEDS))
)
