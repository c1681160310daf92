"""What a move does, in sentences: the move itself, then what the engine reported, in its order.

A seat is told what it can see: of the opponent's draws, secrets and mulligan only how many. For all eyes (-1) seats are
named by their heroes, or by their numbers where both have the same hero.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from playout.games.hearthstone import codes, reports
from playout.games.hearthstone.layout import HAND, HERO, NO_TARGET
from playout.games.hearthstone.names import language, listed, name_of_card
from playout.games.hearthstone.reports import TOUCHED
from playout.games.hearthstone.tables import HERO_CARDS, KIND, POWER_CARDS
from playout.games.hearthstone.words import MARKS, OPERATIONS, SECRET
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
    teller = Teller(s, seat)
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
        heroes = [int(HERO_CARDS[self.s.hero[other]]) for other in range(2)]
        return f"seat {seat}" if heroes[0] == heroes[1] else name_of_card(heroes[seat], self.tongue)

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
        return listed([f"{name} x{count}" if count > 1 else name for name, count in names.items()])

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
            self.does(s.active, "use", self.card(power) + self._on(move - codes.POWER_MOVE))
        elif move < codes.PLAY_MOVE:
            attacker, defender = s.active * 8 + (move >> 3 & 7), 8 - s.active * 8 + (move & 7)
            names = [self.character(t, s.card[t]) for t in (attacker, defender)]
            self.say(f"{names[0]} attacks {names[1]}")
        elif KIND[codes.card_of(move)] == SECRET and self.seat not in (-1, s.active):
            self.does(s.active, "play", "a secret")
        else:
            self.does(s.active, "play", self.card(codes.card_of(move)) + self._on(codes.target_of(move)))

    def _on(self, target: int) -> str:
        return "" if target == NO_TARGET else f" on {self.character(target, self.s.card[target])}"

    def _put_back(self, bits: int) -> None:
        seat = self.s.turn
        chosen = [self.s.hand[seat * HAND + k] for k in range(4) if bits >> k & 1]
        if not chosen:
            self.does(seat, "keep", "all cards")
        elif self.seat in (-1, seat):
            self.say(
                f"{self.who(seat)} put{'s' * (seat != self.seat)} back "
                + listed([name_of_card(card, self.tongue) for card in chosen])
            )
        else:
            self.say(f"{self.who(seat)} puts back {len(chosen)} card{'s' * (len(chosen) > 1)}")

    # What happened.

    def hear(self, run: list[Event]) -> None:
        kind, a, b, c, d = run[0]
        if kind >= TOUCHED:
            self._touched(list(OPERATIONS)[kind - TOUCHED], run)
        else:
            _SAY[kind](self, run, a, b, c, d)

    def end(self) -> None:
        self.frame()
        for seat in sorted(set(self.fallen)):
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
        left = f" ({max(heroes[0][1], 0)} left)" if len(heroes) == 1 else ""
        self.fallen += [seat for seat, health in heroes if health <= 0]
        if self.source:
            self.prefix = ""
            self.say(f"{self.source} deals {damage} damage to {names}{left}")
        else:
            self.say(f"{names} take{_s(run)} {damage} damage{left}")

    def shield_lost(self, run: list[Event], *_: int) -> None:
        self.say(f"{self.characters(run)} lose{_s(run)} {'its' if len(run) == 1 else 'their'} divine shield")

    def unhurt(self, run: list[Event], *_: int) -> None:
        self.say(f"{self.characters(run)} {_be(run)} immune and take{_s(run)} nothing")

    def restored(self, run: list[Event], a: int, b: int, health: int, _: int) -> None:
        self.say(f"{self.characters(run)} regain{_s(run)} {health} health")

    def doubled(self, run: list[Event], t: int, card: int, attack: int, _: int) -> None:
        if name_of_card(card, self.tongue) == self.prefix:
            self.prefix = ""
        self.say(f"the attack of {self.character(t, card)} doubles to {attack}")

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
            self.does(seat, "equip", name_of_card(card, self.tongue))
        if before:
            end = "is destroyed" if card or self.source else "breaks"
            self.say(f"{self.whose(seat)} {name_of_card(before, self.tongue)} {end}")

    def revealed(self, run: list[Event], seat: int, card: int, *_: int) -> None:
        self.frame()
        self.say(f"{self.whose(seat)} secret is revealed: {self.card(card)}")

    def drew(self, run: list[Event], seat: int, card: int, has_place: int, _: int) -> None:
        self.frame()
        if not has_place:
            self.say(f"{self.whose(seat)} hand is full, and {name_of_card(card, self.tongue)} is burnt")
        else:
            is_seen = self.seat in (-1, seat)
            self.does(seat, "draw", name_of_card(card, self.tongue) if is_seen else "a card")

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

    def _touched(self, operation: str, run: list[Event]) -> None:
        _, t, card, a, b = run[0]
        if operation in _TOUCHES:
            mark = next((word for bit, word in enumerate(MARKS) if a >> bit & 1), "") if operation == "give" else ""
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


def _s(run: list[Event]) -> str:
    return "s" if len(run) == 1 else ""


def _be(run: list[Event]) -> str:
    return "is" if len(run) == 1 else "are"


_SAY: dict[int, Callable[..., None]] = {
    number: getattr(Teller, word) for number, word in enumerate(reports.REPORTS) if hasattr(Teller, word)
}
assert len(_SAY) == len(reports.REPORTS)
