"""What a move does, in Chinese sentences."""

from __future__ import annotations

from playout.games.hearthstone.rules.layout import HERO
from playout.games.hearthstone.words.names import name_of_card
from playout.games.hearthstone.words.telling import Event, Teller, mark_of

__all__ = ["ChineseTeller"]

_TOUCHES = {
    "buff": "{names}获得 {a:+}/{b:+}",
    "buff_turn": "{names}在本回合获得 {a:+} 攻击力",
    "set_attack": "{names}的攻击力变为 {a}",
    "set_health": "{names}的生命值变为 {a}",
    "double_health": "{names}的生命值翻倍",
    "silence": "{names}被沉默",
    "freeze": "{names}被冻结",
    "give": "{names}获得{mark}",
    "doom": "{names}将在对手的下个回合开始时被消灭",
}

MARKS = {
    "taunt": "嘲讽",
    "charge": "冲锋",
    "stealth": "潜行",
    "shield": "圣盾",
    "windfury": "风怒",
    "immune": "免疫",
    "elusive": "扰魔",
    "still": "无法攻击",
}


class ChineseTeller(Teller):
    """As `Teller`, with the same sentences in the same order."""

    times = "×"

    def who(self, seat: int) -> str:
        if self.seat >= 0:
            return "你" if seat == self.seat else "对手"
        return f"{seat} 号座位" if self.has_twins else self.hero(seat)

    def whose(self, seat: int) -> str:
        if self.seat >= 0:
            return "你的" if seat == self.seat else "敌方"
        return f"{self.who(seat)}的"

    def character(self, t: int, card: int) -> str:
        return f"{self.whose(t >> 3)}{'英雄' if t & 7 == HERO else name_of_card(card, self.tongue)}"

    def listed(self, names: list[str]) -> str:
        return "、".join(names)

    def say(self, sentence: str) -> None:
        if self.prefix and not sentence.endswith(":"):
            sentence = f"{self.prefix}：{sentence}"
        self.sentences.append(sentence if sentence.endswith(":") else f"{sentence}。")

    # The move.

    def uses(self, seat: int, power: str, target: str) -> None:
        self.say(f"{self.who(seat)}使用{power}{self._on(target)}")

    def attacks(self, attacker: str, defender: str) -> None:
        self.say(f"{attacker}攻击{defender}")

    def plays(self, seat: int, card: str | None, target: str) -> None:
        self.say(f"{self.who(seat)}打出{card or '一个奥秘'}{self._on(target)}")

    def _on(self, target: str) -> str:
        return f"，目标是{target}" if target else ""

    def puts_back(self, seat: int, cards: list[str], count: int) -> None:
        what = self.listed(cards) if cards else f" {count} 张牌"
        self.say(f"{self.who(seat)}换掉{what}" if count else f"{self.who(seat)}保留所有牌")

    # What happened.

    def falls(self, seat: int) -> None:
        self.say(f"{self.whose(seat)}英雄倒下")

    def begins(self, run: list[Event], seat: int, *_: int) -> None:
        self.say(f"{self.who(seat)}先手")

    def turn(self, run: list[Event], seat: int, number: int, crystals: int, _: int) -> None:
        self.frame()
        self.say(f"第 {number} 回合（{self.who(seat)}，{crystals} 点法力）:")

    def too_long(self, *_: object) -> None:
        self.frame()
        self.say("对局时间过长，没有胜者")

    def hurts(self, names: str, damage: int, left: int | None, count: int) -> None:
        rest = "" if left is None else f"（剩余 {left}）"
        if self.source:
            self.say(f"{self.source}对{names}造成 {damage} 点伤害{rest}")
        else:
            self.say(f"{names}受到 {damage} 点伤害{rest}")

    def shield_lost(self, run: list[Event], *_: int) -> None:
        self.say(f"{self.characters(run)}失去圣盾")

    def unhurt(self, run: list[Event], *_: int) -> None:
        self.say(f"{self.characters(run)}免疫，没有受到伤害")

    def restored(self, run: list[Event], a: int, b: int, health: int, _: int) -> None:
        self.say(f"{self.characters(run)}恢复 {health} 点生命值")

    def doubles(self, name: str, attack: int) -> None:
        self.say(f"{name}的攻击力翻倍为 {attack}")

    def died(self, run: list[Event], *_: int) -> None:
        self.frame()
        self.say(f"{self.characters(run)}死亡")

    def summoned(self, run: list[Event], t: int, card: int, *_: int) -> None:
        many = f"{len(run)} 个" if len(run) > 1 else ""
        side = "对手一方" if self.seat == 1 - (t >> 3) else f"{self.who(t >> 3)}一方"
        self.say(f"{many}{name_of_card(card, self.tongue)}出现在{side}")

    def returned(self, run: list[Event], t: int, card: int, extra: int, _: int) -> None:
        more = f"，法力值消耗增加 {extra}" if extra else ""
        self.say(f"{self.character(t, card)}回到手牌{more}")

    def hand_full(self, run: list[Event], t: int, card: int, *_: int) -> None:
        self.say(f"手牌已满，{self.character(t, card)}被消灭")

    def transformed(self, run: list[Event], t: int, before: int, after: int, _: int) -> None:
        self.say(f"{self.character(t, before)}变成{name_of_card(after, self.tongue)}")

    def stolen(self, run: list[Event], t: int, card: int, seat: int, has_place: int) -> None:
        name = self.character(t, card)
        self.say(f"{self.who(seat)}夺取{name}的控制权" if has_place else f"没有位置给{name}，它被消灭")

    def equips(self, seat: int, weapon: str) -> None:
        self.say(f"{self.who(seat)}装备{weapon}")

    def loses_weapon(self, seat: int, weapon: str, *, is_destroyed: bool) -> None:
        self.say(f"{self.whose(seat)}{weapon}{'被摧毁' if is_destroyed else '损坏'}")

    def revealed(self, run: list[Event], seat: int, card: int, *_: int) -> None:
        self.frame()
        self.say(f"{self.whose(seat)}奥秘揭示：{self.card(card)}")

    def draws(self, seat: int, card: str | None) -> None:
        self.say(f"{self.who(seat)}抽到{card}" if card else f"{self.who(seat)}抽一张牌")

    def burns(self, seat: int, card: str) -> None:
        self.say(f"{self.whose(seat)}手牌已满，{card}被烧毁")

    def fatigue(self, run: list[Event], seat: int, *_: int) -> None:
        self.frame()
        self.say(f"{self.whose(seat)}牌库已空")
        self.source = "疲劳"

    def given(self, run: list[Event], seat: int, card: int, has_place: int, _: int) -> None:
        name = name_of_card(card, self.tongue)
        self.say(f"{self.who(seat)}得到{name}" if has_place else f"{self.whose(seat)}手牌已满，{name}丢失")

    def discarded(self, run: list[Event], seat: int, card: int, *_: int) -> None:
        self.say(f"{self.who(seat)}弃掉{name_of_card(card, self.tongue)}")

    def touched(self, operation: str, run: list[Event]) -> None:
        _, t, card, a, b = run[0]
        if operation in _TOUCHES:
            mark = MARKS.get(mark_of(a), "") if operation == "give" else ""
            self.say(_TOUCHES[operation].format(names=self.characters(run), a=a, b=b, mark=mark))
        elif operation == "mana":
            self.say(f"{self.who(t)}在本回合获得 {a} 点法力" if a else f"{self.who(t)}没有获得法力：已到上限")
        elif operation == "crystals":
            self.say(f"{self.who(t)}获得 {a} 个法力水晶")
        elif operation == "armor":
            self.say(f"{self.who(t)}获得 {a} 点护甲")
        elif operation == "buff_weapon":
            attack = f" {a} 点攻击力和" if a else ""
            self.prefix = ""
            self.say(f"{self.whose(t)}{name_of_card(card, self.tongue)}获得{attack} {b} 点耐久度")
