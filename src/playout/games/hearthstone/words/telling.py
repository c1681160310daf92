"""What a move does, in sentences: the move itself, then what the engine reported, in its order.

A seat is told what it can see: of the opponent's draws, secrets and mulligan only how many. For all eyes (-1) seats are
named by their heroes, or by their numbers where both have the same hero.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from playout.games.hearthstone.cards.tables import HERO_CARDS, KIND, POWER_CARDS
from playout.games.hearthstone.cards.vocabulary import MARKS, OPERATIONS, SECRET
from playout.games.hearthstone.rules import codes, reports
from playout.games.hearthstone.rules.layout import HAND, HERO, NO_TARGET
from playout.games.hearthstone.rules.reports import TOUCHED
from playout.games.hearthstone.words.names import language, listed, name_of_card
from playout.rules import CHANCE

Event = tuple[int, ...]

_MERGED = (reports.HURT, reports.DIED, reports.SUMMONED, reports.SHIELD_LOST, reports.RESTORED)
"""Events of which several in a row make one sentence, as what is done to several characters does."""

# What an operation does to characters, by its word: {names} {verb}...; {a} and {b} are its numbers.
_TOUCHES = {
    "buff": "{names} get{s} {a:+}/{b:+}",
    "buff_turn": "{names} get{s} {a:+} attack this turn",
    "set_attack": "the attack of {names} becomes {a}",
    "set_health": "the health of {names} becomes {a}",
    "double_health": "the health of {names} doubles",
    "silence": "{names} {be} silenced",
    "freeze": "{names} {be} frozen",
    "give": "{names} get{s} {mark}",
    "doom": "{names} {be} doomed",
}


def tell_move(s: Any, move: int, events: list[Event], seat: int) -> list[str]:
    """The sentences on a move in s, for a seat or for everybody (-1)."""
    from playout.games.hearthstone.words.telling_chinese import ChineseTeller  # it extends what is below

    teller = (ChineseTeller if language() == "zh" else Teller)(s, seat)
    teller.begin(move)
    for event in _merge(events):
        teller.hear(event)
    teller.end()
    return teller.sentences


def _merge(events: list[Event]) -> list[list[Event]]:
    """Events of the same kind and numbers that follow each other belong together; the dead from left to right."""
    merged = []
    for (kind, *_), group in groupby(events, key=_likeness):
        run = list(group)
        merged += [sorted(run) if kind == reports.DIED else run] if _is_merged(kind) else [[event] for event in run]
    return merged


def _is_merged(kind: int) -> bool:
    return kind in _MERGED or kind >= TOUCHED


def _likeness(event: Event) -> tuple[int, ...]:
    kind, t, card, c, d = event
    if kind == reports.SUMMONED:
        return kind, t >> 3, card
    if kind >= TOUCHED:
        return kind, c, d
    return kind, c


class Teller:
    """Gathers sentences; knows who listens, and whose text is being carried out."""

    times = "x"

    def __init__(self, s: Any, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.tongue = language()
        self.sentences: list[str] = []
        self.source = ""
        """What causes the damage that is told next."""
        self.known: set[int] = set()
        """Cards that were named already, so that their effects need no name before them."""
        self.prefix = ""
        self.fallen: list[int] = []
        """Seats whose hero has no health left."""

    # Who and what.

    def who(self, seat: int) -> str:
        if self.seat >= 0:
            return "you" if seat == self.seat else "the opponent"
        return f"seat {seat}" if self.has_twins else self.hero(seat)

    def hero(self, seat: int) -> str:
        return name_of_card(int(HERO_CARDS[self.s.hero[seat]]), self.tongue)

    @property
    def has_twins(self) -> bool:
        """Whether both seats have the same hero."""
        return bool(self.s.hero[0] == self.s.hero[1])

    def whose(self, seat: int) -> str:
        if self.seat >= 0:
            return "your" if seat == self.seat else "the enemy"
        return f"{self.who(seat)}'s"

    def character(self, t: int, card: int) -> str:
        return f"{self.whose(t >> 3)} {'hero' if t & 7 == HERO else name_of_card(card, self.tongue)}"

    def characters(self, run: list[Event]) -> str:
        """The characters of several events."""
        names: dict[str, int] = {}
        for _, t, card, *_ in run:
            name = self.character(t, card)
            names[name] = names.get(name, 0) + 1
        return self.listed([f"{name} {self.times}{count}" if count > 1 else name for name, count in names.items()])

    def listed(self, names: list[str]) -> str:
        return listed(names)

    def say(self, sentence: str) -> None:
        if self.prefix and not sentence.endswith(":"):
            sentence = f"{self.prefix}: {sentence}"
        end = "" if sentence.endswith(":") else "."
        self.sentences.append(sentence[0].upper() + sentence[1:] + end)

    def does(self, seat: int, verb: str, what: str) -> None:
        """`You draw a card`, `The opponent draws a card`."""
        self.say(f"{self.who(seat)} {verb if seat == self.seat else verb + 's'} {what}")

    def card(self, card: int) -> str:
        self.known.add(card)
        return name_of_card(card, self.tongue)

    # The move.

    def begin(self, move: int) -> None:
        s = self.s
        if s.turn == CHANCE or move == codes.END:
            return
        if codes.PUT_BACK <= move < codes.POWER_MOVE:
            self._put_back(move - codes.PUT_BACK)
        elif move < codes.ATTACK_MOVE:
            power = int(POWER_CARDS[s.hero[s.active]])
            self.uses(s.active, self.card(power), self._target(move - codes.POWER_MOVE))
        elif move < codes.PLAY_MOVE:
            attacker, defender = s.active * 8 + (move >> 3 & 7), 8 - s.active * 8 + (move & 7)
            self.attacks(*(self.character(t, s.card[t]) for t in (attacker, defender)))
        elif KIND[codes.card_of(move)] == SECRET and self.seat not in (-1, s.active):
            self.plays(s.active, None, "")
        else:
            self.plays(s.active, self.card(codes.card_of(move)), self._target(codes.target_of(move)))

    def _target(self, target: int) -> str:
        return "" if target == NO_TARGET else self.character(target, self.s.card[target])

    def uses(self, seat: int, power: str, target: str) -> None:
        self.does(seat, "use", power + (target and f" on {target}"))

    def attacks(self, attacker: str, defender: str) -> None:
        self.say(f"{attacker} attacks {defender}")

    def plays(self, seat: int, card: str | None, target: str) -> None:
        """card: None if it is a secret that the listener does not know."""
        self.does(seat, "play", (card or "a secret") + (target and f" on {target}"))

    def _put_back(self, bits: int) -> None:
        seat = self.s.turn
        chosen = [self.s.hand[seat * HAND + k] for k in range(4) if bits >> k & 1]
        is_seen = self.seat in (-1, seat)
        self.puts_back(seat, [name_of_card(card, self.tongue) for card in chosen if is_seen], len(chosen))

    def puts_back(self, seat: int, cards: list[str], count: int) -> None:
        """cards: those that the listener sees, of `count`."""
        if not count:
            self.does(seat, "keep", "all cards")
        else:
            what = self.listed(cards) if cards else f"{count} card{'s' * (count > 1)}"
            self.say(f"{self.who(seat)} put{'s' * (seat != self.seat)} back {what}")

    # What happened.

    def hear(self, run: list[Event]) -> None:
        kind, a, b, c, d = run[0]
        if kind >= TOUCHED:
            self.touched(list(OPERATIONS)[kind - TOUCHED], run)
        else:
            getattr(self, list(reports.REPORTS)[kind])(run, a, b, c, d)

    def end(self) -> None:
        self.frame()
        for seat in sorted(set(self.fallen)):
            self.falls(seat)

    def falls(self, seat: int) -> None:
        self.say(f"{self.whose(seat)} hero falls")

    def acts(self, run: list[Event], seat: int, card: int, work: int, source: int) -> None:
        self.source = name_of_card(card, self.tongue)
        self.prefix = "" if card in self.known else self.source

    def frame(self) -> None:
        """What follows is no card's text."""
        self.source = self.prefix = ""

    def begins(self, run: list[Event], seat: int, *_: int) -> None:
        self.say(f"{self.who(seat)} {'begin' if seat == self.seat else 'begins'}")

    def turn(self, run: list[Event], seat: int, number: int, crystals: int, _: int) -> None:
        self.frame()
        self.say(f"Turn {number} ({self.who(seat)}, {crystals} mana):")

    def too_long(self, *_: Any) -> None:
        self.frame()
        self.say("the match has lasted too long, and nobody wins")

    def clash(self, *_: Any) -> None:
        self.frame()

    def hurt(self, run: list[Event], a: int, b: int, damage: int, d: int) -> None:
        names = self.characters(run)
        heroes = [(t >> 3, left) for _, t, _, _, left in run if t & 7 == HERO]
        self.fallen += [seat for seat, health in heroes if health <= 0]
        if self.source:
            self.prefix = ""
        self.hurts(names, damage, max(heroes[0][1], 0) if len(heroes) == 1 else None, len(run))

    def hurts(self, names: str, damage: int, left: int | None, count: int) -> None:
        """left: of the health of a hero."""
        rest = "" if left is None else f" ({left} left)"
        if self.source:
            self.say(f"{self.source} deals {damage} damage to {names}{rest}")
        else:
            self.say(f"{names} take{'s' * (count == 1)} {damage} damage{rest}")

    def shield_lost(self, run: list[Event], *_: int) -> None:
        self.say(f"{self.characters(run)} lose{_s(run)} {'its' if len(run) == 1 else 'their'} divine shield")

    def unhurt(self, run: list[Event], *_: int) -> None:
        self.say(f"{self.characters(run)} {_be(run)} immune and take{_s(run)} nothing")

    def restored(self, run: list[Event], a: int, b: int, health: int, _: int) -> None:
        self.say(f"{self.characters(run)} regain{_s(run)} {health} health")

    def doubled(self, run: list[Event], t: int, card: int, attack: int, _: int) -> None:
        if name_of_card(card, self.tongue) == self.prefix:
            self.prefix = ""
        self.doubles(self.character(t, card), attack)

    def doubles(self, name: str, attack: int) -> None:
        self.say(f"the attack of {name} doubles to {attack}")

    def died(self, run: list[Event], *_: int) -> None:
        self.frame()
        self.say(f"{self.characters(run)} die{_s(run)}")

    def summoned(self, run: list[Event], t: int, card: int, *_: int) -> None:
        name = name_of_card(card, self.tongue)
        side = f"{self.whose(t >> 3)} side" if self.seat != 1 - (t >> 3) else "the opponent's side"
        what = f"{name} x{len(run)} appear" if len(run) > 1 else f"{name} appears"
        self.say(f"{what} on {side}")

    def returned(self, run: list[Event], t: int, card: int, extra: int, _: int) -> None:
        more = f" and costs {extra} more" if extra else ""
        self.say(f"{self.character(t, card)} returns to the hand{more}")

    def hand_full(self, run: list[Event], t: int, card: int, *_: int) -> None:
        self.say(f"the hand is full, and {self.character(t, card)} is destroyed")

    def transformed(self, run: list[Event], t: int, before: int, after: int, _: int) -> None:
        self.say(f"{self.character(t, before)} becomes {name_of_card(after, self.tongue)}")

    def stolen(self, run: list[Event], t: int, card: int, seat: int, has_place: int) -> None:
        if has_place:
            self.does(seat, "take", f"control of {self.character(t, card)}")
        else:
            self.say(f"there is no place for {self.character(t, card)}, which is destroyed")

    def equipped(self, run: list[Event], seat: int, card: int, before: int, _: int) -> None:
        if card and card not in self.known:
            self.equips(seat, name_of_card(card, self.tongue))
        if before:
            self.loses_weapon(seat, name_of_card(before, self.tongue), is_destroyed=bool(card or self.source))

    def equips(self, seat: int, weapon: str) -> None:
        self.does(seat, "equip", weapon)

    def loses_weapon(self, seat: int, weapon: str, *, is_destroyed: bool) -> None:
        self.say(f"{self.whose(seat)} {weapon} {'is destroyed' if is_destroyed else 'breaks'}")

    def revealed(self, run: list[Event], seat: int, card: int, *_: int) -> None:
        self.frame()
        self.say(f"{self.whose(seat)} secret is revealed: {self.card(card)}")

    def drew(self, run: list[Event], seat: int, card: int, has_place: int, _: int) -> None:
        self.frame()
        if not has_place:
            self.burns(seat, name_of_card(card, self.tongue))
        else:
            self.draws(seat, name_of_card(card, self.tongue) if self.seat in (-1, seat) else None)

    def draws(self, seat: int, card: str | None) -> None:
        """card: None if the listener does not see it."""
        self.does(seat, "draw", card or "a card")

    def burns(self, seat: int, card: str) -> None:
        self.say(f"{self.whose(seat)} hand is full, and {card} is burnt")

    def fatigue(self, run: list[Event], seat: int, *_: int) -> None:
        self.frame()
        self.say(f"{self.whose(seat)} deck is empty")
        self.source = "fatigue"

    def given(self, run: list[Event], seat: int, card: int, has_place: int, _: int) -> None:
        name = name_of_card(card, self.tongue)
        if has_place:
            self.does(seat, "get", name)
        else:
            self.say(f"{self.whose(seat)} hand is full, and {name} is lost")

    def discarded(self, run: list[Event], seat: int, card: int, *_: int) -> None:
        self.does(seat, "discard", name_of_card(card, self.tongue))

    def touched(self, operation: str, run: list[Event]) -> None:
        _, t, card, a, b = run[0]
        if operation in _TOUCHES:
            mark = mark_of(a) if operation == "give" else ""
            words = {"names": self.characters(run), "s": _s(run), "be": _be(run), "a": a, "b": b}
            self.say(_TOUCHES[operation].format(**words, mark="divine shield" if mark == "shield" else mark))
        elif operation == "mana":
            self.does(t, "gain", f"{a} mana this turn" if a else "no mana: there is no place for more")
        elif operation == "crystals":
            self.does(t, "gain", f"{a} mana crystal{'s' * (a != 1)}")
        elif operation == "armor":
            self.does(t, "gain", f"{a} armor")
        elif operation == "buff_weapon":
            attack = f"{a} attack and " if a else ""
            self.prefix = ""
            self.say(f"{self.whose(t)} {name_of_card(card, self.tongue)} gains {attack}{b} durability")


def mark_of(bits: int) -> str:
    """The word of the lowest of these marks."""
    return next((word for bit, word in enumerate(MARKS) if bits >> bit & 1), "")


def _s(run: list[Event]) -> str:
    return "s" if len(run) == 1 else ""


def _be(run: list[Event]) -> str:
    return "is" if len(run) == 1 else "are"
