"""The cards: one row each, with their values of 2016.

A new card is a new row; `tables.py` turns the rows into arrays and refuses, by name, what does not exist. The number of
a card is its row: rows are only ever added at the end of their file.
"""

from __future__ import annotations

from playout.games.hearthstone.basic import BASIC
from playout.games.hearthstone.rows import CardRow, Effect

__all__ = ["CARDS", "CardRow", "Effect"]


def _token(identifier: str, name: str, chinese: str, attack: int, health: int, tribe: str = "none") -> CardRow:
    return CardRow(identifier, name, chinese, "minion", 1, attack, health, tribe=tribe, collectible=False)


def _hero(owner: str, name: str, chinese: str, dbf: int) -> CardRow:
    return CardRow(f"hero_{owner}", name, chinese, "hero", health=30, owner=owner, collectible=False, dbf=dbf)


def _power(
    owner: str,
    name: str,
    chinese: str,
    *effects: Effect,
    text: str,
    target: str = "none",
    needs: tuple[str, ...] = (),
) -> CardRow:
    title = (f"power_{owner}", name, chinese, "power", 2)
    return CardRow(*title, owner=owner, target=target, needs=needs, effects=effects, text=text, collectible=False)


HEROES = (
    _hero("druid", "Malfurion Stormrage", "玛法里奥·怒风", 274),
    _hero("hunter", "Rexxar", "雷克萨", 31),
    _hero("mage", "Jaina Proudmoore", "吉安娜·普罗德摩尔", 637),
    _hero("paladin", "Uther Lightbringer", "乌瑟尔·光明使者", 671),
    _hero("priest", "Anduin Wrynn", "安度因·乌瑞恩", 813),
    _hero("rogue", "Valeera Sanguinar", "瓦莉拉·桑古纳尔", 930),
    _hero("shaman", "Thrall", "萨尔", 1066),
    _hero("warlock", "Gul'dan", "古尔丹", 893),
    _hero("warrior", "Garrosh Hellscream", "加尔鲁什·地狱咆哮", 7),
)

POWERS = (
    _power(
        *("druid", "Shapeshift", "变形"),
        Effect("play", "buff_turn", "own_hero", 1),
        Effect("play", "armor", a=1),
        text="+1 Attack this turn. +1 Armor.",
    ),
    _power(
        *("hunter", "Steady Shot", "稳固射击"),
        Effect("play", "damage", "enemy_hero", 2),
        text="Deal 2 damage to the enemy hero.",
    ),
    _power(
        *("mage", "Fireblast", "火焰冲击"),
        Effect("play", "damage", "target", 1),
        text="Deal 1 damage.",
        target="anybody",
    ),
    _power(
        *("paladin", "Reinforce", "援军"),
        Effect("play", "summon", a="silver_hand_recruit", b=1),
        text="Summon a 1/1 Silver Hand Recruit.",
        needs=("place",),
    ),
    _power(
        *("priest", "Lesser Heal", "次级治疗术"),
        Effect("play", "heal", "target", 2),
        text="Restore 2 Health.",
        target="anybody",
    ),
    _power(
        *("rogue", "Dagger Mastery", "匕首精通"),
        Effect("play", "equip", a="wicked_knife"),
        text="Equip a 1/2 Dagger.",
    ),
    _power(
        *("shaman", "Totemic Call", "图腾召唤"),
        Effect("play", "summon_missing", a="healing_totem", b=4),
        text="Summon a random Totem.",
        needs=("place", "missing"),
    ),
    _power(
        *("warlock", "Life Tap", "生命分流"),
        Effect("play", "draw", a=1),
        Effect("play", "damage", "own_hero", 2),
        text="Draw a card and take 2 damage.",
    ),
    _power(*("warrior", "Armor Up!", "全副武装!"), Effect("play", "armor", a=2), text="Gain 2 Armor."),
)

TOKENS = (
    CardRow(
        *("coin", "The Coin", "幸运币", "spell"),
        effects=(Effect("play", "mana", a=1),),
        text="Gain 1 Mana Crystal this turn only.",
        collectible=False,
    ),
    _token("spectral_spider", "Spectral Spider", "鬼灵蜘蛛", 1, 1),
    CardRow(
        *("hound", "Hound", "猎犬", "minion", 1, 1, 1),
        tribe="beast",
        keywords=("charge",),
        text="Charge",
        collectible=False,
    ),
    _token("whelp", "Whelp", "雏龙", 1, 1, "dragon"),
    _token("silver_hand_recruit", "Silver Hand Recruit", "白银之手新兵", 1, 1),
    CardRow(*("wicked_knife", "Wicked Knife", "邪恶短刀", "weapon", 1, 1, 2), collectible=False),
    # The four totems of Totemic Call stand together.
    CardRow(
        *("healing_totem", "Healing Totem", "治疗图腾", "minion", 1, 0, 2),
        tribe="totem",
        effects=(Effect("turn_end", "heal", "own_minions", 1),),
        text="At the end of your turn, restore 1 Health to all friendly minions.",
        collectible=False,
    ),
    _token("searing_totem", "Searing Totem", "灼热图腾", 1, 1, "totem"),
    CardRow(
        *("stoneclaw_totem", "Stoneclaw Totem", "石爪图腾", "minion", 1, 0, 2),
        tribe="totem",
        keywords=("taunt",),
        text="Taunt",
        collectible=False,
    ),
    CardRow(
        *("wrath_of_air_totem", "Wrath of Air Totem", "空气之怒图腾", "minion", 1, 0, 2),
        tribe="totem",
        spell_damage=1,
        text="Spell Damage +1",
        collectible=False,
    ),
)

SEED = (
    CardRow(
        *("hunters_mark", "Hunter's Mark", "猎人印记", "spell", 0),
        dbf=141,
        owner="hunter",
        target="minion",
        effects=(Effect("play", "set_health", "target", 1),),
        text="Change a minion's Health to 1.",
    ),
    CardRow(
        *("arcane_shot", "Arcane Shot", "奥术射击", "spell", 1),
        dbf=877,
        owner="hunter",
        target="anybody",
        effects=(Effect("play", "damage", "target", 2),),
        text="Deal 2 damage.",
    ),
    CardRow(
        *("abusive_sergeant", "Abusive Sergeant", "叫嚣的中士", "minion", 1, 2, 1),
        dbf=242,
        target="minion",
        effects=(Effect("play", "buff_turn", "target", 2),),
        text="Battlecry: Give a minion +2 Attack this turn.",
    ),
    CardRow(
        *("worgen_infiltrator", "Worgen Infiltrator", "狼人渗透者", "minion", 1, 2, 1),
        dbf=994,
        keywords=("stealth",),
        text="Stealth",
    ),
    CardRow(
        *("explosive_trap", "Explosive Trap", "爆炸陷阱", "secret", 2),
        dbf=585,
        owner="hunter",
        effects=(Effect("attack", "damage", "enemies", 2, condition="hero_attacked"),),
        text="Secret: When your hero is attacked, deal 2 damage to all enemies.",
    ),
    CardRow(
        *("freezing_trap", "Freezing Trap", "冰冻陷阱", "secret", 2),
        dbf=519,
        owner="hunter",
        effects=(Effect("attack", "return", "target", 2, condition="attacker_minion"),),
        text="Secret: When an enemy minion attacks, return it to its owner's hand. It costs (2) more.",
    ),
    CardRow(
        *("haunted_creeper", "Haunted Creeper", "鬼灵爬行者", "minion", 2, 1, 2),
        dbf=1781,
        tribe="beast",
        effects=(Effect("death", "summon", a="spectral_spider", b=2),),
        text="Deathrattle: Summon two 1/1 Spectral Spiders.",
    ),
    CardRow(
        *("eaglehorn_bow", "Eaglehorn Bow", "鹰角弓", "weapon", 3, 3, 2),
        dbf=1662,
        owner="hunter",
        effects=(Effect("revealed", "buff_weapon", a=0, b=1, condition="own"),),
        text="Whenever a friendly Secret is revealed, gain +1 Durability.",
    ),
    CardRow(
        *("kill_command", "Kill Command", "杀戮命令", "spell", 3),
        dbf=296,
        owner="hunter",
        target="anybody",
        effects=(Effect("play", "damage_if", "target", 3, 5, condition="have_beast"),),
        text="Deal 3 damage. If you control a Beast, deal 5 damage instead.",
    ),
    CardRow(
        *("unleash_the_hounds", "Unleash the Hounds", "关门放狗", "spell", 3),
        dbf=1243,
        owner="hunter",
        needs=("place", "enemy_minion"),
        effects=(Effect("play", "summon_for_each", a="hound"),),
        text="For each enemy minion, summon a 1/1 Hound with Charge.",
    ),
    CardRow(*("spider_tank", "Spider Tank", "蜘蛛坦克", "minion", 3, 3, 4), tribe="mech", dbf=2012),
    CardRow(*("chillwind_yeti", "Chillwind Yeti", "冰风雪人", "minion", 4, 4, 5), dbf=90),
    CardRow(
        *("leeroy_jenkins", "Leeroy Jenkins", "火车王里诺艾", "minion", 5, 6, 2),
        dbf=559,
        aliases=("火车王里艾诺",),
        keywords=("charge",),
        effects=(Effect("play", "summon_for_opponent", a="whelp", b=2),),
        text="Charge. Battlecry: Summon two 1/1 Whelps for your opponent.",
        legendary=True,
    ),
    CardRow(*("boulderfist_ogre", "Boulderfist Ogre", "石拳食人魔", "minion", 6, 6, 7), dbf=1686),
    CardRow(
        *("gahzrilla", "Gahz'rilla", "加兹瑞拉", "minion", 7, 6, 9),
        dbf=2017,
        owner="hunter",
        tribe="beast",
        effects=(Effect("damaged", "double_attack", "self", condition="self"),),
        text="Whenever this minion takes damage, double its Attack.",
        legendary=True,
    ),
    CardRow(
        *("force_tank_max", "Force-Tank MAX", "强袭坦克", "minion", 8, 7, 7),
        dbf=2047,
        tribe="mech",
        keywords=("shield",),
        text="Divine Shield",
    ),
)

CARDS = (CardRow("nothing", "nothing", "无", "nothing", collectible=False), *HEROES, *POWERS, *TOKENS, *SEED, *BASIC)
