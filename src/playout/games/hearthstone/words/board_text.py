"""A position as a person sees it: the enemy above, the own side below, the hand, and pending work."""

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
from playout.games.hearthstone.words.move_text import is_mulligan
from playout.games.hearthstone.words.names import label_of, name_of_card
from playout.pictures import NARROW, page_width
from playout.rules import OVER

NAME = 22
"""Columns for a name."""

BELOW = 9
"""Columns before what goes on below a line, on a narrow page."""

SILENT = ("sick", "destroyed", "spurred")
"""Marks that are told in other words, or not at all."""


def show_state(s: Any) -> str:
    """What the observer of a masked position may see; of a full one everything, seat 0 below."""
    viewer = s.viewer - 1
    below = max(viewer, 0)
    lines = [_title(s, viewer), "", *_hero(s, 1 - below, viewer), *_row(s, 1 - below), "-" * page_width()]
    lines += [*_row(s, below), *_hero(s, below, viewer), ""]
    if viewer >= 0:
        lines += _hand(s, below)
        if is_mulligan(s) and s.turn == viewer:
            lines.append("Which cards go back? Type their numbers, like 1 3, or keep.")
    else:
        for seat in (1, 0):
            lines += [f"Seat {seat}:", *_hand(s, seat)]
        lines += _waiting(s)
    return "\n".join(part for line in lines for part in _broken(line))


def _broken(line: str) -> list[str]:
    """A line, or its parts if it is too long for the page."""
    if _columns(line) <= page_width():
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()) + 4, BELOW)
    return textwrap.wrap(line, page_width(), subsequent_indent=indent, break_on_hyphens=False)


def _title(s: Any, viewer: int) -> str:
    if s.turn == OVER:
        return f"The match is over after turn {min(s.number, LAST_TURN)}; {_winner(s, viewer)}"
    if s.number == 0:
        return f"Before the first turn; {_who(s.first, viewer)} to begin"
    return f"Turn {s.number}, {_who(s.active, viewer)} to move"


def _winner(s: Any, viewer: int) -> str:
    alive = [seat for seat in range(2) if s.health[seat * 8 + HERO] > 0]
    if len(alive) != 1:
        return "a draw"
    return f"{_who(alive[0], viewer)} {'have' if alive[0] == viewer else 'has'} won"


def _who(seat: int, viewer: int) -> str:
    return f"seat {seat}" if viewer < 0 else "you" if seat == viewer else "the opponent"


def _hero(s: Any, seat: int, viewer: int) -> list[str]:
    """The hero with its counters, then weapon, secrets and known cards; two lines at most."""
    hero = seat * 8 + HERO
    who = f"SEAT {seat}" if viewer < 0 else "YOU" if seat == viewer else "ENEMY"
    armor = f" + {s.armor[seat]} armor" if s.armor[seat] else ""
    parts = [
        f"{who}  {name_of_card(int(HERO_CARDS[s.hero[seat]]))}",
        f"{s.health[hero]} health{armor}",
        f"mana {s.mana[seat]} of {s.crystals[seat]}",
        f"{s.cards[seat]} in hand",
        f"{s.left[seat]} in deck" + (f" (fatigue {s.fatigue[seat]})" if s.fatigue[seat] else ""),
    ]
    power = name_of_card(int(POWER_CARDS[s.hero[seat]]))
    parts.append(f"{power}{' used' if s.power_used[seat] else ''}")
    lines = ["   ".join(parts)]
    more = _marks(s, hero)
    if s.attack_turn[hero]:
        more.append(f"+{s.attack_turn[hero]} attack this turn")
    if s.weapon[seat]:
        more.append(f"{name_of_card(s.weapon[seat])} {s.attack[hero]}/{s.durability[seat]}")
    if strength(s, hero) or not s.viewer:
        more += [word for word in _readiness(s, hero) if word != "no attack"]
    more += _secrets(s, seat)
    if viewer >= 0 and seat != viewer:
        known = [_known_card(s, i) for i in range(seat * HAND, seat * HAND + s.cards[seat]) if s.hand[i] != UNKNOWN]
        more += [f"in hand: {', '.join(known)}"] * bool(known)
    return lines + [f"     {'; '.join(more)}"] * bool(more)


def _known_card(s: Any, i: int) -> str:
    return name_of_card(s.hand[i]) + (f" (costs {_cost(s, i)})" if s.extra[i] else "")


def _cost(s: Any, i: int) -> int:
    return int(TABLE.cost[s.hand[i]]) + int(s.extra[i])


def _secrets(s: Any, seat: int) -> list[str]:
    """Each secret, and what the opponent knows that it is not."""
    found = []
    for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat]):
        known = [int(card) for i, card in enumerate(SECRETS_OF[s.hero[seat]]) if s.ruled_out[k] >> i & 1]
        words = f" (not {' or '.join(name_of_card(card) for card in known)})" if known else ""
        made = "made " if s.ruled_out[k] & MADE_SECRET else ""
        found.append(f"{made}{name_of_card(s.secret[k])}{words}")
    return [f"secret{'s' * (len(found) > 1)}: {', '.join(found)}"] * bool(found)


def _row(s: Any, seat: int) -> list[str]:
    rows = [_minion(s, t) for t in range(seat * 8, seat * 8 + s.minions[seat])]
    return rows or ["     (no minions)"]


def _minion(s: Any, t: int) -> str:
    worn = f" of {s.most[t]}" if s.health[t] != s.most[t] else ""
    value = f"{strength(s, t)}/{s.health[t]}{worn}"
    words = _marks(s, t) + _readiness(s, t)
    if s.attack_turn[t]:
        words.append(f"{s.attack_turn[t]:+} attack this turn")
    order = order_of(s, t)
    words += [f"its text comes after {order}"] * bool(order)
    return f"     {_wide(label_of(s, t), NAME)} {_wide(value, 10)} {', '.join(words)}".rstrip()


def _marks(s: Any, t: int) -> list[str]:
    words = [word for bit, word in enumerate(MARKS) if s.marks[t] >> bit & 1 and word not in SILENT]
    return ["divine shield" if word == "shield" else "cannot attack" if word == "still" else word for word in words]


def _readiness(s: Any, t: int) -> list[str]:
    """Whether a character of the side to move can attack, and if not, why; of the other side in full positions only."""
    came, used = bool(s.marks[t] & SICK), int(s.used[t])
    words = [] if s.viewer else ["came lately"] * came + [f"attacks made: {used}"] * (used > 0)
    if t >> 3 != s.active or s.number == 0:
        return words
    if can_attack(s, t):
        return ["ready once more" if used else "ready", *words]
    if used:
        return ["has attacked", *words]
    if s.marks[t] & (FROZEN | STILL):
        return words
    return ["came this turn" if came and not s.marks[t] & (CHARGE | SPURRED) else "no attack", *words]


def _hand(s: Any, seat: int) -> list[str]:
    lines = []
    for number, i in enumerate(range(seat * HAND, seat * HAND + s.cards[seat]), 1):
        row = TABLE.rows[s.hand[i]]
        value = f"{row.attack}/{row.health}" if TABLE.kind[s.hand[i]] in (MINION, WEAPON) else row.kind
        tag = f"{number}." if is_mulligan(s) and s.turn == seat else "  "
        begin = f"  {tag} ({_cost(s, i)}) {_wide(name_of_card(s.hand[i]), NAME)} {_wide(value, 7)} "
        text = row.text + (" (The opponent knows this card.)" if s.notes[i] & KNOWN else "")
        beside = page_width() - _columns(begin)
        if beside < NARROW:
            lines += [begin.rstrip(), *(" " * BELOW + part for part in textwrap.wrap(text, page_width() - BELOW))]
            continue
        first, *rest = textwrap.wrap(text, beside) or [""]
        lines += [(begin + first).rstrip(), *(" " * _columns(begin) + part for part in rest)]
    return lines or ["     (no cards)"]


def _waiting(s: Any) -> list[str]:
    """In a full position with pending work: what is still to be done, and what can be drawn."""
    if not s.waiting:
        return []
    lines = ["To come: " + "; ".join(_piece(int(s.work[k])) for k in range(s.waiting - 1, -1, -1)) + "."]
    for seat in range(2):
        deck = [name_of_card(s.deck[i]) for i in range(seat * DECK, seat * DECK + s.left[seat])]
        counts = [(name, len(list(same))) for name, same in groupby(deck)]
        cards = ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts)
        lines.append(f"Deck of seat {seat}: {cards or '(no cards)'}")
    return lines


def _piece(word: int) -> str:
    """A piece of work in words; numbers that they leave out follow in brackets, so that no two read alike."""
    kind, seat, part = pending.kind_of(word), f"seat {pending.seat_of(word)}", pending.part_of(word)
    a, b, c = pending.a_of(word), pending.b_of(word), pending.c_of(word)
    if kind == pending.DRAW_CARDS:
        words, a = f"{seat} draws {'a card' if a == 1 else f'{a} cards'}", 0
    elif kind in (pending.EFFECT, pending.TRIGGER, pending.DEATH):
        words, a = f"{'the deathrattle' if kind == pending.DEATH else 'the text'} of {name_of_card(a)} for {seat}", 0
    else:
        words = {
            pending.SETTLE: f"deaths, in the turn of {seat}",
            pending.WATCH: f"the secrets of {seat}",
            pending.COMBAT: f"an attack by {seat}",
            pending.CLEAN: f"the turn of {seat} ends",
            pending.BEGIN: f"the turn of {seat} begins",
            pending.TOSS: f"a toss for who begins, by {seat}",
            pending.MULLIGAN: f"{seat} puts cards back",
            pending.RETURN_ASIDE: f"what {seat} put back goes into the deck",
            pending.GIVE_COIN: f"{seat} gets the Coin",
        }[kind]
    numbers = (part, a, b, c)
    return f"{words} ({', '.join(map(str, numbers))})" if any(numbers) else words


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _wide(text: str, columns: int) -> str:
    return text + " " * (columns - _columns(text))
