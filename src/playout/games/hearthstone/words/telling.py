"""The effects of a move in sentences: the move itself, then the reported events in order.

A seat is told only what it can see: of the opponent's draws, secrets and mulligan, only the number of cards. For a
viewer of everything (-1), seats are named by their heroes, or by their numbers if both have the same hero.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from playout.games.hearthstone.cards.tables import HERO_CARDS, KIND, POWER_CARDS
from playout.games.hearthstone.cards.vocabulary import MARKS, OPERATIONS, SECRET
from playout.games.hearthstone.rules import codes, reports
from playout.games.hearthstone.rules.layout import HAND, HERO, NO_TARGET
from playout.games.hearthstone.rules.reports import REPORTS, TOUCHED
from playout.games.hearthstone.words.languages import language, said_in
from playout.games.hearthstone.words.names import name_of_card
from playout.rules import CHANCE

__all__ = ["tell_move"]

Event = tuple[int, ...]

_MERGED = (reports.HURT, reports.DIED, reports.SUMMONED, reports.SHIELD_LOST, reports.RESTORED)
"""Events that are merged into one sentence, with several characters, if they follow each other."""

_FRAME = ("turn", "too_long", "clash", "died", "revealed", "drew", "fatigue")
"""Events that no card's text causes."""

_OF_SEATS = ("begins", "discarded")
"""Events of a seat, and perhaps a card, without a method of their own; all others without one are of characters."""

_TOUCHES = ("buff", "buff_turn", "set_attack", "set_health", "double_health", "silence", "freeze", "give", "doom")
"""Operations on characters that have a sentence; other events report the effects of the rest."""


def tell_move(s: Any, move: int, events: list[Event], seat: int) -> list[str]:
    """The sentences about a move in s, for a seat or for everybody (-1)."""
    teller = Teller(s, seat)
    teller.begin(move)
    for event in _merge(events):
        teller.hear(event)
    teller.end()
    return teller.sentences


def _merge(events: list[Event]) -> list[list[Event]]:
    """Merge consecutive events of the same kind and numbers. Deaths are ordered from left to right."""
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
    """Collects sentences for a listener, and knows the card whose text is being executed."""

    def __init__(self, s: Any, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.tongue = language()
        self.words = said_in("telling")
        self.sentences: list[str] = []
        self.source = ""
        """The cause of the next damage."""
        self.known: set[int] = set()
        """Cards that were named already, so that sentences about their effects omit the name."""
        self.prefix = ""
        self.fallen: list[int] = []
        """Seats whose hero has no health left."""

    # Names.

    def who(self, seat: int) -> str:
        if self.seat >= 0:
            return self.words("common", "you" if seat == self.seat else "opponent")
        has_twins = self.s.hero[0] == self.s.hero[1]
        return self.words("common", "seat", player=seat + 1) if has_twins else self.name(HERO_CARDS[self.s.hero[seat]])

    def whose(self, seat: int) -> str:
        if self.seat >= 0:
            return self.words("common", "your" if seat == self.seat else "enemy")
        return self.words("common", "of", who=self.who(seat))

    def name(self, card: int) -> str:
        return name_of_card(int(card), self.tongue)

    def named(self, card: int) -> str:
        """The name of a card. Later sentences about its effects omit the name."""
        self.known.add(card)
        return self.name(card)

    def character(self, t: int, card: int) -> str:
        name = self.words("common", "hero") if t & 7 == HERO else self.name(card)
        return self.words("common", "character", whose=self.whose(t >> 3), name=name)

    def characters(self, run: list[Event]) -> str:
        """The characters of several events."""
        names: dict[str, int] = {}
        for _, t, card, *_ in run:
            name = self.character(t, card)
            names[name] = names.get(name, 0) + 1
        counted = [self.words("common", "several", name=name, count=n) if n > 1 else name for name, n in names.items()]
        return self.words.listed(counted)

    def say(self, key: str, *, seat: int | None = None, run: list[Event] | None = None, **values: Any) -> None:
        """A sentence about a seat, about the characters of some events, or about neither."""
        if seat is not None:
            values |= {"who": self.who(seat), "whose": self.whose(seat), "many": seat == self.seat}
        if run is not None:
            values |= {"names": self.characters(run), "many": len(run) > 1}
        words = self.words("telling", key, **values)
        if not words.endswith(":"):
            if self.prefix:
                words = self.words("telling", "prefixed", card=self.prefix, words=words)
            words = self.words("telling", "sentence", words=words)
        self.sentences.append(words[0].upper() + words[1:])

    # The move.

    def begin(self, move: int) -> None:
        s = self.s
        if s.turn == CHANCE or move == codes.END:
            return
        if codes.PUT_BACK <= move < codes.POWER_MOVE:
            self._put_back(s.turn, move - codes.PUT_BACK)
        elif move < codes.ATTACK_MOVE:
            self._aimed("uses", int(POWER_CARDS[s.hero[s.active]]), move - codes.POWER_MOVE)
        elif move < codes.PLAY_MOVE:
            attacker, defender = s.active * 8 + (move >> 3 & 7), 8 - s.active * 8 + (move & 7)
            names = [self.character(t, s.card[t]) for t in (attacker, defender)]
            self.say("attacks", attacker=names[0], defender=names[1])
        elif KIND[codes.card_of(move)] == SECRET and self.seat not in (-1, s.active):
            self.say("plays_secret", seat=s.active)
        else:
            self._aimed("plays", codes.card_of(move), codes.target_of(move))

    def _aimed(self, key: str, card: int, target: int) -> None:
        if target == NO_TARGET:
            self.say(key, seat=self.s.active, card=self.named(card))
        else:
            aim = self.character(target, self.s.card[target])
            self.say(f"{key}_on", seat=self.s.active, card=self.named(card), target=aim)

    def _put_back(self, seat: int, bits: int) -> None:
        names = [self.name(self.s.hand[seat * HAND + k]) for k in range(4) if bits >> k & 1]
        if not names:
            self.say("keeps_all", seat=seat)
        elif self.seat in (-1, seat):
            self.say("puts_back", seat=seat, cards=self.words.listed(names))
        else:
            self.say("puts_back_unseen", seat=seat, count=len(names))

    # What happened.

    def hear(self, run: list[Event]) -> None:
        kind, first, card, number, more = run[0]
        if kind >= TOUCHED:
            self._touched(list(OPERATIONS)[kind - TOUCHED], run)
            return
        word = list(REPORTS)[kind]
        if word in _FRAME:
            self.frame()
        if method := getattr(self, f"_{word}", None):
            method(run, first, card, number, more)
        elif word in _OF_SEATS:
            self.say(word, seat=first, card=self.name(card))
        else:
            self.say(word, run=run, number=number)

    def frame(self) -> None:
        """Forget the card: its text does not cause the following events."""
        self.source = self.prefix = ""

    def end(self) -> None:
        self.frame()
        for seat in sorted(set(self.fallen)):
            self.say("falls", seat=seat)

    def _acts(self, run: list[Event], seat: int, card: int, work: int, source: int) -> None:
        self.source = self.name(card)
        self.prefix = "" if card in self.known else self.source

    def _clash(self, *_: Any) -> None:
        """Says nothing: the move itself told the attack."""

    def _turn(self, run: list[Event], seat: int, number: int, crystals: int, _: int) -> None:
        self.say("turn", seat=seat, number=number, crystals=crystals)

    def _too_long(self, *_: Any) -> None:
        self.say("too_long")

    def _hurt(self, run: list[Event], t: int, card: int, damage: int, _: int) -> None:
        heroes = [(t >> 3, health) for _, t, _, _, health in run if t & 7 == HERO]
        self.fallen += [seat for seat, health in heroes if health <= 0]
        if self.source:
            self.prefix = ""
        key = "hurt_by" if self.source else "hurt"
        if len(heroes) == 1:
            self.say(f"{key}_left", run=run, number=damage, source=self.source, left=max(heroes[0][1], 0))
        else:
            self.say(key, run=run, number=damage, source=self.source)

    def _doubled(self, run: list[Event], t: int, card: int, attack: int, _: int) -> None:
        if self.name(card) == self.prefix:
            self.prefix = ""
        self.say("doubled", run=run, number=attack)

    def _summoned(self, run: list[Event], t: int, card: int, *_: int) -> None:
        key = "side_of" if self.seat < 0 else "own_side" if self.seat == t >> 3 else "opponents_side"
        side = self.words("telling", key, who=self.who(t >> 3))
        several = "summoned_several" if len(run) > 1 else "summoned"
        self.say(several, card=self.name(card), side=side, count=len(run))

    def _returned(self, run: list[Event], t: int, card: int, extra: int, _: int) -> None:
        self.say("returned_for_more" if extra else "returned", run=run, number=extra)

    def _transformed(self, run: list[Event], t: int, before: int, after: int, _: int) -> None:
        self.say("transformed", run=run, after=self.name(after))

    def _stolen(self, run: list[Event], t: int, card: int, seat: int, has_place: int) -> None:
        key = "stolen" if has_place else "stolen_without_place"
        self.say(key, seat=seat, names=self.character(t, card))

    def _equipped(self, run: list[Event], seat: int, card: int, before: int, _: int) -> None:
        if card and card not in self.known:
            self.say("equipped", seat=seat, card=self.name(card))
        if before:
            key = "weapon_destroyed" if card or self.source else "weapon_broken"
            self.say(key, seat=seat, card=self.name(before))

    def _revealed(self, run: list[Event], seat: int, card: int, *_: int) -> None:
        self.say("revealed", seat=seat, card=self.named(card))

    def _drew(self, run: list[Event], seat: int, card: int, has_place: int, _: int) -> None:
        is_seen = self.seat in (-1, seat)
        key = "drew_burnt" if not has_place else "drew" if is_seen else "drew_unseen"
        self.say(key, seat=seat, card=self.name(card))

    def _fatigue(self, run: list[Event], seat: int, *_: int) -> None:
        self.say("fatigue", seat=seat)
        self.source = self.words("telling", "fatigue_source")

    def _given(self, run: list[Event], seat: int, card: int, has_place: int, _: int) -> None:
        self.say("given" if has_place else "given_lost", seat=seat, card=self.name(card))

    def _touched(self, operation: str, run: list[Event]) -> None:
        _, seat, card, a, b = run[0]
        if operation in _TOUCHES:
            mark = next((word for bit, word in enumerate(MARKS) if operation == "give" and a >> bit & 1), "")
            self.say(operation, run=run, a=a, b=b, keyword=mark and self.words("marks", mark))
        elif operation in ("mana", "armor"):
            self.say("mana_full" if operation == "mana" and not a else operation, seat=seat, a=a)
        elif operation == "crystals":
            self.say("crystals", seat=seat, count=a)
        elif operation == "buff_weapon":
            self.prefix = ""
            key = "buff_weapon" if a else "buff_weapon_durability"
            self.say(key, seat=seat, card=self.name(card), a=a, b=b)
