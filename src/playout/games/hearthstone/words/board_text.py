"""A position as text: the enemy above, the own side below, the hand, and pending work."""

from __future__ import annotations

import textwrap
import unicodedata
from itertools import groupby
from typing import Any

from playout.games.hearthstone.cards.tables import HERO_CARDS, POWER_CARDS, SECRETS_OF, TABLE
from playout.games.hearthstone.cards.vocabulary import CHARGE, FROZEN, MARKS, MINION, SICK, SPURRED, STILL, WEAPON
from playout.games.hearthstone.rules import pending
from playout.games.hearthstone.rules.board import strength
from playout.games.hearthstone.rules.identity import order_of
from playout.games.hearthstone.rules.layout import (
    DECK,
    HAND,
    HERO,
    KNOWN,
    LAST_TURN,
    MADE_SECRET,
    SECRETS,
    UNKNOWN,
)
from playout.games.hearthstone.rules.moves import can_attack
from playout.games.hearthstone.words.languages import phrase, said_in
from playout.games.hearthstone.words.move_text import is_mulligan
from playout.games.hearthstone.words.names import label_of, name_of_card
from playout.pictures import NARROW, page_width
from playout.rules import OVER

NAME = 22
"""The width of a name in columns."""

BELOW = 9
"""The indent of continuation lines on a narrow page."""

SILENT = ("sick", "destroyed", "spurred")
"""Marks that the text omits or shows in another way."""


def show_state(s: Any) -> str:
    """A masked position for its observer, or a full position with seat 0 below."""
    viewer = s.viewer - 1
    below = max(viewer, 0)
    lines = [_title(s, viewer), "", *_hero(s, 1 - below, viewer), *_row(s, 1 - below), "-" * page_width()]
    lines += [*_row(s, below), *_hero(s, below, viewer), ""]
    if viewer >= 0:
        lines += _hand(s, below)
        if is_mulligan(s) and s.turn == viewer:
            lines.append(_say("mulligan"))
    else:
        for seat in (1, 0):
            lines += [_say("hand_of", player=seat + 1), *_hand(s, seat)]
        lines += _waiting(s)
    return "\n".join(part for line in lines for part in _broken(line))


def _say(key: str, **values: Any) -> str:
    return phrase("board", key, **values)


def _broken(line: str) -> list[str]:
    """A line, or its parts as lines of their own if it is too long for the page."""
    if _columns(line) <= page_width():
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()) + 4, BELOW)
    return textwrap.wrap(line, page_width(), subsequent_indent=indent, break_on_hyphens=False)


def _title(s: Any, viewer: int) -> str:
    if s.turn == OVER:
        return _say("over", number=min(s.number, LAST_TURN), winner=_winner(s, viewer))
    if s.number == 0:
        return _say("before", who=_who(s.first, viewer))
    return _say("turn", number=s.number, who=_who(s.active, viewer))


def _winner(s: Any, viewer: int) -> str:
    alive = [seat for seat in range(2) if s.health[seat * 8 + HERO] > 0]
    if len(alive) != 1:
        return _say("draw")
    return _say("won", who=_who(alive[0], viewer), many=alive[0] == viewer)


def _who(seat: int, viewer: int) -> str:
    key = "seat" if viewer < 0 else "you" if seat == viewer else "opponent"
    return said_in("board")("common", key, player=seat + 1)


def _hero(s: Any, seat: int, viewer: int) -> list[str]:
    """The hero with its counters, then weapon, secrets and known cards; two lines at most."""
    hero, power = seat * 8 + HERO, name_of_card(int(POWER_CARDS[s.hero[seat]]))
    who = _say("side_seat" if viewer < 0 else "side_you" if seat == viewer else "side_enemy", player=seat + 1)
    parts = [
        f"{who}  {name_of_card(int(HERO_CARDS[s.hero[seat]]))}",
        _say("health_armor" if s.armor[seat] else "health", health=s.health[hero], armor=s.armor[seat]),
        _say("mana", mana=s.mana[seat], crystals=s.crystals[seat]),
        _say("in_hand", count=s.cards[seat]),
        _say("in_deck_fatigue" if s.fatigue[seat] else "in_deck", count=s.left[seat], fatigue=s.fatigue[seat]),
        _say("power_used", card=power) if s.power_used[seat] else power,
    ]
    lines = ["   ".join(parts)]
    more = _marks(s, hero)
    if s.attack_turn[hero]:
        more.append(_say("attack_turn", attack=s.attack_turn[hero]))
    if s.weapon[seat]:
        more.append(f"{name_of_card(s.weapon[seat])} {s.attack[hero]}/{s.durability[seat]}")
    if strength(s, hero) or not s.viewer:
        more += [_readiness_word(word, s, hero) for word in _readiness(s, hero) if word != "no_attack"]
    more += _secrets(s, seat)
    if viewer >= 0 and seat != viewer:
        known = [_known_card(s, i) for i in range(seat * HAND, seat * HAND + s.cards[seat]) if s.hand[i] != UNKNOWN]
        more += [_say("known_cards", cards=", ".join(known))] * bool(known)
    return lines + [f"     {'; '.join(more)}"] * bool(more)


def _known_card(s: Any, i: int) -> str:
    name = name_of_card(s.hand[i])
    return _say("known_cost", card=name, cost=_cost(s, i)) if s.extra[i] else name


def _cost(s: Any, i: int) -> int:
    return int(TABLE.cost[s.hand[i]]) + int(s.extra[i])


def _secrets(s: Any, seat: int) -> list[str]:
    """Each secret, with the secrets that the opponent has ruled out."""
    found, conjunction = [], said_in("board")("common", "or")
    for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat]):
        others = [int(card) for i, card in enumerate(SECRETS_OF[s.hero[seat]]) if s.ruled_out[k] >> i & 1]
        name = name_of_card(s.secret[k])
        if s.ruled_out[k] & MADE_SECRET:
            name = _say("secret_made", card=name)
        if others:
            name = _say("secret_not", card=name, cards=conjunction.join(map(name_of_card, others)))
        found.append(name)
    return [_say("secrets", cards=", ".join(found), count=len(found))] * bool(found)


def _row(s: Any, seat: int) -> list[str]:
    rows = [_minion(s, t) for t in range(seat * 8, seat * 8 + s.minions[seat])]
    return rows or [f"     {_say('no_minions')}"]


def _minion(s: Any, t: int) -> str:
    value = f"{strength(s, t)}/{s.health[t]}"
    if s.health[t] != s.most[t]:
        value = _say("worn", value=value, health=s.most[t])
    words = _marks(s, t) + [_readiness_word(word, s, t) for word in _readiness(s, t)]
    if s.attack_turn[t]:
        words.append(_say("attack_turn", attack=s.attack_turn[t]))
    order = order_of(s, t)
    words += [_say("order", order=order)] * bool(order)
    return f"     {_wide(label_of(s, t), NAME)} {_wide(value, 10)} {', '.join(words)}".rstrip()


def _marks(s: Any, t: int) -> list[str]:
    words = said_in("board")
    return [words("marks", word) for bit, word in enumerate(MARKS) if s.marks[t] >> bit & 1 and word not in SILENT]


def _readiness_word(key: str, s: Any, t: int) -> str:
    return _say(key, attacks=int(s.used[t]))


def _readiness(s: Any, t: int) -> list[str]:
    """The keys of phrases that tell whether a character can attack, and if not, why. In full positions for both
    sides.
    """
    came, used = bool(s.marks[t] & SICK), int(s.used[t])
    words = [] if s.viewer else ["came_lately"] * came + ["attacks_made"] * (used > 0)
    if t >> 3 != s.active or s.number == 0:
        return words
    if can_attack(s, t):
        return ["ready_once_more" if used else "ready", *words]
    if used:
        return ["has_attacked", *words]
    if s.marks[t] & (FROZEN | STILL):
        return words
    return ["came_this_turn" if came and not s.marks[t] & (CHARGE | SPURRED) else "no_attack", *words]


def _hand(s: Any, seat: int) -> list[str]:
    lines = []
    for number, i in enumerate(range(seat * HAND, seat * HAND + s.cards[seat]), 1):
        row = TABLE.rows[s.hand[i]]
        value = f"{row.attack}/{row.health}" if TABLE.kind[s.hand[i]] in (MINION, WEAPON) else row.kind
        tag = f"{number}." if is_mulligan(s) and s.turn == seat else "  "
        begin = f"  {tag} ({_cost(s, i)}) {_wide(name_of_card(s.hand[i]), NAME)} {_wide(value, 7)} "
        text = _say("known_to_opponent", text=row.text) if s.notes[i] & KNOWN else row.text
        beside = page_width() - _columns(begin)
        if beside < NARROW:
            lines += [begin.rstrip(), *(" " * BELOW + part for part in textwrap.wrap(text, page_width() - BELOW))]
            continue
        first, *rest = textwrap.wrap(text, beside) or [""]
        lines += [(begin + first).rstrip(), *(" " * _columns(begin) + part for part in rest)]
    return lines or [f"     {_say('no_cards')}"]


def _waiting(s: Any) -> list[str]:
    """In a full position: the pending work, and the possible outcomes of chance."""
    if not s.waiting:
        return []
    lines = [_say("to_come", pieces="; ".join(_piece(int(s.work[k])) for k in range(s.waiting - 1, -1, -1)))]
    for seat in range(2):
        deck = [name_of_card(s.deck[i]) for i in range(seat * DECK, seat * DECK + s.left[seat])]
        counts = [(name, len(list(same))) for name, same in groupby(deck)]
        cards = ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts)
        lines.append(_say("deck_of", player=seat + 1, cards=cards or _say("no_cards")))
    return lines


def _piece(word: int) -> str:
    """A piece of work in words. Numbers that the words omit follow in brackets, so that no two texts are equal."""
    kind = list(pending.KINDS_OF_WORK)[pending.kind_of(word)]
    a, b, c = pending.a_of(word), pending.b_of(word), pending.c_of(word)
    key = "draw_one" if kind == "draw" and a == 1 else kind
    card = name_of_card(a) if kind in ("effect", "trigger", "death") else ""
    words = said_in("board")("pending", key, player=pending.seat_of(word) + 1, count=a, card=card)
    numbers = (pending.part_of(word), 0 if card or kind == "draw" else a, b, c)
    return f"{words} ({', '.join(map(str, numbers))})" if any(numbers) else words


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _wide(text: str, columns: int) -> str:
    return text + " " * (columns - _columns(text))
