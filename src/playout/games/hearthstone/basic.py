"""The Basic set, with its values of early 2016: one card a line, as `rows.py` reads them.

Five of its cards stand in `cards.py` already. Tracking and Mind Vision are missing: docs/games/hearthstone.md says why.
"""

from playout.games.hearthstone.rows import read_rows

__all__ = ["BASIC"]

_NEUTRAL = read_rows("""
Elven Archer | 精灵弓箭手 | 389 | minion 1 1/1 | at anybody; damage target 1 | Battlecry: 1 damage.
Goldshire Footman | 闪金镇步兵 | 922 | minion 1 1/2 | taunt
Grimscale Oracle | 暗鳞先知 | 510 | murloc 1 1/1 | aura buff other_murlocs 1 | All other Murlocs have +1 Attack.
Murloc Raider | 鱼人袭击者 | 191 | murloc 1 2/1
Stonetusk Boar | 石牙野猪 | 648 | beast 1 1/1 | charge
Voodoo Doctor | 巫医 | 132 | minion 1 2/1 | at anybody; heal target 2 | Battlecry: heal for 2.
Acidic Swamp Ooze | 酸性沼泽软泥怪 | 906 | minion 2 3/2 | break_weapon | Battlecry: break the enemy weapon.
Bloodfen Raptor | 血沼迅猛龙 | 216 | beast 2 3/2
Bluegill Warrior | 蓝鳃战士 | 739 | murloc 2 2/1 | charge
Frostwolf Grunt | 霜狼步兵 | 41 | minion 2 2/2 | taunt
Kobold Geomancer | 狗头人地卜师 | 672 | minion 2 2/2 | spell_damage 1
Murloc Tidehunter | 鱼人猎潮者 | 976 | murloc 2 2/1 | summon murloc_scout 1 | Battlecry: a 1/1 Murloc Scout.
Novice Engineer | 工程师学徒 | 284 | minion 2 1/1 | draw 1 | Battlecry: draw a card.
River Crocolisk | 淡水鳄 | 1369 | beast 2 2/3
Dalaran Mage | 达拉然法师 | 175 | minion 3 1/4 | spell_damage 1
Ironforge Rifleman | 铁炉堡火枪手 | 339 | minion 3 2/2 | at anybody; damage target 1 | Battlecry: 1 damage.
Ironfur Grizzly | 铁鬃灰熊 | 1182 | beast 3 3/3 | taunt
Magma Rager | 岩浆暴怒者 | 1653 | minion 3 5/1
Raid Leader | 团队领袖 | 1401 | minion 3 2/2 | aura buff other_own_minions 1 | Your other minions have +1 Attack.
Razorfen Hunter | 剃刀猎手 | 257 | minion 3 2/3 | summon boar 1 | Battlecry: a 1/1 Boar.
Shattered Sun Cleric | 破碎残阳祭司 | 608 | minion 3 3/2 | at own_minion; buff target 1 1
    | Battlecry: a minion of yours has +1/+1.
Silverback Patriarch | 银背族长 | 67 | beast 3 1/4 | taunt
Wolfrider | 狼骑兵 | 289 | minion 3 3/1 | charge
Dragonling Mechanic | 机械幼龙技工 | 523 | minion 4 2/4 | summon mechanical_dragonling 1 | Battlecry: a 2/1 Dragonling.
Gnomish Inventor | 侏儒发明家 | 308 | minion 4 2/4 | draw 1 | Battlecry: draw a card.
Oasis Snapjaw | 绿洲钳嘴龟 | 1370 | beast 4 2/7
Ogre Magi | 食人魔法师 | 995 | minion 4 4/4 | spell_damage 1
Sen'jin Shieldmasta | 森金持盾卫士 | 635 | minion 4 3/5 | taunt
Stormwind Knight | 暴风城骑士 | 622 | minion 4 2/5 | charge
Booty Bay Bodyguard | 藏宝海湾保镖 | 1140 | minion 5 5/4 | taunt
Darkscale Healer | 暗鳞治愈者 | 582 | minion 5 4/5 | heal own_side 2 | Battlecry: heal your side for 2.
Frostwolf Warlord | 霜狼督军 | 496 | minion 5 4/4 | buff_for_each 1 1 | Battlecry: +1/+1 for each other minion of yours.
Gurubashi Berserker | 古拉巴什狂暴者 | 768 | minion 5 2/7 | damaged buff self 3 if self
    | Whenever it is damaged: +3 Attack.
Nightblade | 夜刃刺客 | 670 | minion 5 4/4 | damage enemy_hero 3 | Battlecry: 3 damage to the enemy hero.
Stormpike Commando | 雷矛特种兵 | 413 | minion 5 4/2 | at anybody; damage target 2 | Battlecry: 2 damage.
Archmage | 大法师 | 525 | minion 6 4/7 | spell_damage 1
Lord of the Arena | 竞技场主宰 | 157 | minion 6 6/5 | taunt
Reckless Rocketeer | 鲁莽火箭兵 | 445 | minion 6 5/2 | charge
Core Hound | 熔火恶犬 | 1687 | beast 7 9/5
Stormwind Champion | 暴风城勇士 | 753 | minion 7 6/6 | aura buff other_own_minions 1 1 | Your other minions have +1/+1.
War Golem | 作战傀儡 | 712 | minion 7 7/7
""")

_DRUID = """
Innervate | 激活 | 254 | spell 0 | mana 2 | 2 more mana this turn.
Moonfire | 月火术 | 467 | spell 0 | at anybody; damage target 1 | 1 damage.
Claw | 爪击 | 1050 | spell 1 | buff_turn own_hero 2; armor 2 | Your hero: +2 Attack this turn, 2 Armor.
Mark of the Wild | 野性印记 | 213 | spell 2 | at minion; give target taunt; buff target 2 2 | A minion: Taunt, +2/+2.
Wild Growth | 野性成长 | 1124 | spell 2 | add_card excess_mana 1 if crystals_full; crystals 1 1 | An empty crystal.
Healing Touch | 治疗之触 | 773 | spell 3 | at anybody; heal target 8 | Heal for 8.
Savage Roar | 野蛮咆哮 | 742 | spell 3 | buff_turn own_side 2 | Your side: +2 Attack this turn.
Swipe | 横扫 | 64 | spell 4 | at enemy; damage target 4; damage other_enemies 1 | An enemy: 4 damage. The others: 1.
Starfire | 星火术 | 823 | spell 6 | at anybody; damage target 5; draw 1 | 5 damage. Draw a card.
Ironbark Protector | 埃隆巴克保护者 | 205 | minion 8 8/8 | taunt
"""

_HUNTER = """
Animal Companion | 动物伙伴 | 437 | spell 3 | needs place; summon_one_of huffer 3 | Huffer, Leokk or Misha, at random.
Multi-Shot | 多重射击 | 292 | spell 4 | needs two_enemy_minions; damage two_random_enemy_minions 3
    | Two random enemy minions: 3 damage.
Timber Wolf | 森林狼 | 606 | beast 1 1/1 | aura buff other_own_beasts 1 | Your other Beasts have +1 Attack.
Houndmaster | 驯兽师 | 1003 | minion 4 4/3 | at own_minion beast; buff target 2 2; give target taunt
    | Battlecry: a Beast of yours: +2/+2, Taunt.
Starving Buzzard | 饥饿的秃鹫 | 1241 | beast 5 3/2 | summoned draw 1 if other_beast
    | Whenever you summon a Beast: draw a card.
Tundra Rhino | 苔原犀牛 | 699 | beast 5 2/5 | charge; aura give other_own_beasts charge | Your Beasts have Charge.
"""

_MAGE = """
Arcane Missiles | 奥术飞弹 | 564 | spell 1 | damage random_enemy 1 3 | 3 damage, split at random among all enemies.
Mirror Image | 镜像 | 1084 | spell 1 | needs place; summon mirror_image_minion 2 | Two 0/2 minions with Taunt.
Arcane Explosion | 魔爆术 | 447 | spell 2 | damage enemy_minions 1 | Enemy minions: 1 damage.
Frostbolt | 寒冰箭 | 662 | spell 2 | at anybody; damage target 3; freeze target | 3 damage, and Freeze.
Arcane Intellect | 奥术智慧 | 555 | spell 3 | draw 2 | Draw 2 cards.
Frost Nova | 冰霜新星 | 587 | spell 3 | freeze enemy_minions | Freeze all enemy minions.
Fireball | 火球术 | 315 | spell 4 | at anybody; damage target 6 | 6 damage.
Polymorph | 变形术 | 77 | spell 4 | at minion; transform target sheep | A minion becomes a 1/1 Sheep.
Flamestrike | 烈焰风暴 | 1004 | spell 7 | damage enemy_minions 4 | Enemy minions: 4 damage.
Water Elemental | 水元素 | 395 | minion 4 3/6 | dealt freeze target | Freezes whomever it damages.
"""

_PALADIN = """
Blessing of Might | 力量祝福 | 70 | spell 1 | at minion; buff target 3 | A minion: +3 Attack.
Hand of Protection | 保护之手 | 727 | spell 1 | at minion; give target shield | A minion: Divine Shield.
Humility | 谦逊 | 854 | spell 1 | at minion; set_attack target 1 | A minion's Attack becomes 1.
Holy Light | 圣光术 | 291 | spell 2 | at anybody; heal target 6 | Heal for 6.
Blessing of Kings | 王者祝福 | 943 | spell 4 | at minion; buff target 4 4 | A minion: +4/+4.
Consecration | 奉献 | 476 | spell 4 | damage enemies 2 | All enemies: 2 damage.
Hammer of Wrath | 愤怒之锤 | 250 | spell 4 | at anybody; damage target 3; draw 1 | 3 damage. Draw a card.
Light's Justice | 圣光的正义 | 383 | weapon 1 1/4
Truesilver Champion | 真银圣剑 | 847 | weapon 4 4/2 | attack heal own_hero 2 if self
    | Whenever your hero attacks: heal it for 2.
Guardian of Kings | 列王守卫 | 1068 | minion 7 5/6 | heal own_hero 6 | Battlecry: heal your hero for 6.
"""

_PRIEST = """
Holy Smite | 神圣惩击 | 279 | spell 1 | at anybody; damage target 2 | 2 damage.
Power Word: Shield | 真言术：盾 | 613 | spell 1 | at minion; buff target 0 2; draw 1 | A minion: +2 Health. Draw a card.
Divine Spirit | 神圣之灵 | 1361 | spell 2 | at minion; double_health target | Double a minion's Health.
Mind Blast | 心灵震爆 | 545 | spell 2 | damage enemy_hero 5 | The enemy hero: 5 damage.
Shadow Word: Pain | 暗言术：痛 | 1367 | spell 2 | at minion attack_at_most 3; destroy target
    | Destroy a minion with at most 3 Attack.
Shadow Word: Death | 暗言术：灭 | 1363 | spell 3 | at minion attack_at_least 5; destroy target
    | Destroy a minion with 5 Attack or more.
Holy Nova | 神圣新星 | 841 | spell 5 | damage enemies 2; heal own_side 2 | All enemies: 2 damage. Heal your side for 2.
Mind Control | 精神控制 | 8 | spell 10 | at enemy_minion; needs place; steal target | Take control of an enemy minion.
Northshire Cleric | 北郡牧师 | 1650 | minion 1 1/3 | healed draw 1 if minion | Whenever a minion is healed: draw a card.
"""

_ROGUE = """
Backstab | 背刺 | 180 | spell 0 | at minion undamaged; damage target 2 | An undamaged minion: 2 damage.
Deadly Poison | 致命药膏 | 459 | spell 1 | needs weapon; buff_weapon 2 | Your weapon: +2 Attack.
Sinister Strike | 影袭 | 710 | spell 1 | damage enemy_hero 3 | The enemy hero: 3 damage.
Sap | 闷棍 | 461 | spell 2 | at enemy_minion; return target | An enemy minion goes back to its owner's hand.
Shiv | 毒刃 | 573 | spell 2 | at anybody; damage target 1; draw 1 | 1 damage. Draw a card.
Fan of Knives | 刀扇 | 667 | spell 3 | damage enemy_minions 1; draw 1 | Enemy minions: 1 damage. Draw a card.
Assassinate | 刺杀 | 345 | spell 5 | at enemy_minion; destroy target | Destroy an enemy minion.
Vanish | 消失 | 196 | spell 6 | return minions | All minions go back to their owners' hands.
Sprint | 疾跑 | 630 | spell 7 | draw 4 | Draw 4 cards.
Assassin's Blade | 刺客之刃 | 421 | weapon 5 3/4
"""

_SHAMAN = """
Ancestral Healing | 先祖治疗 | 149 | spell 0 | at minion; heal_full target; give target taunt
    | Heal a minion fully. It has Taunt.
Totemic Might | 图腾之力 | 830 | spell 0 | buff own_totems 0 2 | Your Totems: +2 Health.
Frost Shock | 冰霜震击 | 971 | spell 1 | at enemy; damage target 1; freeze target | An enemy: 1 damage, and Freeze.
Rockbiter Weapon | 石化武器 | 239 | spell 1 | at own; buff_turn target 3 | One of your side: +3 Attack this turn.
Windfury | 风怒 | 51 | spell 2 | at minion; give target windfury | A minion: Windfury.
Hex | 妖术 | 766 | spell 3 | at minion; transform target frog | A minion becomes a 0/1 Frog with Taunt.
Bloodlust | 嗜血 | 1171 | spell 5 | buff_turn own_minions 3 | Your minions: +3 Attack this turn.
Flametongue Totem | 火舌图腾 | 1008 | totem 2 0/3 | aura buff neighbours 2 | The minions beside it have +2 Attack.
Windspeaker | 风语者 | 178 | minion 4 3/3 | at own_minion; give target windfury
    | Battlecry: a minion of yours: Windfury.
Fire Elemental | 火元素 | 189 | minion 6 6/5 | at anybody; damage target 3 | Battlecry: 3 damage.
"""

_WARLOCK = """
Sacrificial Pact | 牺牲契约 | 163 | spell 0 | at minion demon; destroy target; heal own_hero 5
    | Destroy a Demon. Heal your hero for 5.
Corruption | 腐蚀术 | 982 | spell 1 | at enemy_minion; doom target
    | An enemy minion is destroyed when your next turn begins.
Mortal Coil | 死亡缠绕 | 1092 | spell 1 | at minion; damage target 1; draw 1 if target_dying
    | A minion: 1 damage. If it dies, draw.
Soulfire | 灵魂之火 | 974 | spell 1 | at anybody; damage target 4; discard 1 | 4 damage. Discard a random card.
Drain Life | 吸取生命 | 919 | spell 3 | at anybody; damage target 2; heal own_hero 2 | 2 damage. Heal your hero for 2.
Shadow Bolt | 暗影箭 | 914 | spell 3 | at minion; damage target 4 | A minion: 4 damage.
Hellfire | 地狱烈焰 | 950 | spell 4 | damage everybody 3 | Everybody: 3 damage.
Voidwalker | 虚空行者 | 48 | demon 1 1/3 | taunt
Succubus | 魅魔 | 592 | demon 2 4/3 | discard 1 | Battlecry: discard a random card.
Dread Infernal | 恐惧地狱火 | 1019 | demon 6 6/6 | damage everybody_else 1 | Battlecry: everybody else: 1 damage.
"""

_WARRIOR = """
Execute | 斩杀 | 785 | spell 1 | at enemy_minion damaged; destroy target | Destroy a damaged enemy minion.
Whirlwind | 旋风斩 | 636 | spell 1 | damage minions 1 | All minions: 1 damage.
Cleave | 顺劈斩 | 940 | spell 2 | needs two_enemy_minions; damage two_random_enemy_minions 2
    | Two random enemy minions: 2 damage.
Heroic Strike | 英勇打击 | 1007 | spell 2 | buff_turn own_hero 4 | Your hero: +4 Attack this turn.
Charge | 冲锋 | 344 | spell 3 | at own_minion; buff target 2; give target charge | A minion of yours: +2 Attack, Charge.
Shield Block | 盾牌格挡 | 1023 | spell 3 | armor 5; draw 1 | 5 Armor. Draw a card.
Fiery War Axe | 炽炎战斧 | 401 | weapon 2 3/2
Arcanite Reaper | 奥金斧 | 304 | weapon 5 5/2
Warsong Commander | 战歌指挥官 | 1009 | minion 3 2/3 | aura buff own_chargers 1
    | Your minions with Charge have +1 Attack.
Kor'kron Elite | 库卡隆精英卫士 | 28 | minion 4 4/3 | charge
"""

# Animal Companion draws from huffer on: those three stand together.
_TOKENS = """
Murloc Scout | 鱼人斥候 | 1078 | murloc 0 1/1
Boar | 野猪 | 298 | beast 1 1/1
Mechanical Dragonling | 机械幼龙 | 59 | mech 1 2/1
Sheep | 绵羊 | 796 | beast 0 1/1
Frog | 青蛙 | | beast 0 0/1 | taunt
Mirror Image Minion | 镜像 | 968 | minion 0 0/2 | taunt
Huffer | 霍弗 | 100 | beast 3 4/2 | charge
Leokk | 雷欧克 | 226 | beast 3 2/4 | aura buff other_own_minions 1 | Your other minions have +1 Attack.
Misha | 米莎 | 959 | beast 3 4/4 | taunt
Excess Mana | 法力过剩 | 1725 | spell 0 | draw 1 | Draw a card.
"""

BASIC = (
    *_NEUTRAL,
    *read_rows(_DRUID, "druid"),
    *read_rows(_HUNTER, "hunter"),
    *read_rows(_MAGE, "mage"),
    *read_rows(_PALADIN, "paladin"),
    *read_rows(_PRIEST, "priest"),
    *read_rows(_ROGUE, "rogue"),
    *read_rows(_SHAMAN, "shaman"),
    *read_rows(_WARLOCK, "warlock"),
    *read_rows(_WARRIOR, "warrior"),
    *read_rows(_TOKENS, collectible=False),
)
