"""Why a text is no legal move here: a sentence for a person."""

from __future__ import annotations

import re
from typing import Any

from playout.games.hearthstone.board import strength
from playout.games.hearthstone.layout import HAND, HERO, PLACES, SECRETS
from playout.games.hearthstone.moves import aims, attackable, can_attack, needs_met
from playout.games.hearthstone.names import LANGUAGES, label_of, listed, name_of_card, name_of_character
from playout.games.hearthstone.tables import POWER_CARDS, TABLE
from playout.games.hearthstone.text import format_move, is_mulligan, legal_or_possible, plain
from playout.games.hearthstone.words import (
    CHARGE,
    ELUSIVE,
    FROZEN,
    IMMUNE,
    MINION,
    NEEDS,
    SECRET,
    SICK,
    SPURRED,
    STEALTH,
    STILL,
    TAUNT,
)


def why_not(s: Any, text: str) -> str:
    """The reason, or nothing where the text means nothing here."""
    if s.turn < 0:
        return ""
    if is_mulligan(s):
        return "before the match, type the numbers of the cards that go back, like 1 3, or keep"
    words = plain(text)
    attack = re.fullmatch(r"(.+?) attacks? (.+)", words)
    if attack:
        return _attack(s, attack[1], attack[2])
    card, _, target = re.sub(r" at place \d+| for more", "", words).partition(" on ")
    number = _card(card)
    if number < 0:
        return ""
    return _play(s, number, target) or _several(s, words)


def _several(s: Any, words: str) -> str:
    """Two moves that a text may mean."""
    texts = [format_move(s, move) for move in legal_or_possible(s)]
    alike = [text for text in texts if _bare(plain(text)).startswith(_bare(words))]
    return f"that may be {' or '.join(alike[:4])}" if len(alike) > 1 else ""


def _card(name: str) -> int:
    """The number of a card by its name in either language, or -1."""
    for number in range(1, len(TABLE.rows)):
        if name in (plain(name_of_card(number, tongue)) for tongue in LANGUAGES):
            return number
    return -1


def _bare(text: str) -> str:
    return " ".join(word for word in text.split() if word not in ("your", "enemy"))


def _characters(s: Any, words: str) -> list[int]:
    """The characters that words may mean, on both sides unless they say which."""
    found = []
    for t in (*range(s.minions[0]), HERO, *range(8, 8 + s.minions[1]), 8 + HERO):
        is_own = t >> 3 == s.active
        if words.startswith("enemy " if is_own else "your "):
            continue
        names = ["hero"]
        if t & 7 != HERO:
            names = [label_of(s, t, tongue) for tongue in LANGUAGES]
            names += [name_of_card(s.card[t], tongue) for tongue in LANGUAGES]
        if _bare(words) in map(plain, names):
            found.append(t)
    return found


def _name(s: Any, t: int) -> str:
    return "your hero" if t == s.active * 8 + HERO else "the enemy hero" if t & 7 == HERO else label_of(s, t)


# Attacks.


def _attack(s: Any, attacker: str, defender: str) -> str:
    found = _characters(s, attacker)
    own = [t for t in found if t >> 3 == s.active]
    if not own:
        theirs = found or _characters(s, "enemy " + _bare(attacker))
        return f"{_name(s, theirs[0])} is the opponent's" if theirs else f"there is no {attacker} on your side"
    able = [t for t in own if can_attack(s, t)]
    if not able:
        return _cannot_attack(s, own[0])
    found = _characters(s, defender)
    enemies = [t for t in found if t >> 3 != s.active]
    if not enemies:
        return f"{_name(s, found[0])} is on your own side" if found else f"there is no {defender} to be attacked"
    bits = attackable(s, 1 - s.active)
    if not any(bits >> (t & 7) & 1 for t in enemies):
        return _cannot_be_attacked(s, enemies[0])
    return _several(s, f"{attacker} attacks {defender}")


def _cannot_attack(s: Any, t: int) -> str:
    name, marks = _name(s, t), s.marks[t]
    if marks & FROZEN:
        return f"{name} is frozen and cannot attack"
    if marks & STILL:
        return f"{name} can never attack"
    if strength(s, t) == 0:
        return f"{name} has no attack"
    if s.used[t]:
        return f"{name} has attacked already this turn"
    if marks & SICK and not marks & (CHARGE | SPURRED):
        return f"{name} came this turn and can attack in your next one"
    return ""


def _cannot_be_attacked(s: Any, t: int) -> str:
    if s.marks[t] & STEALTH:
        return f"{_name(s, t)} is in stealth and cannot be attacked"
    if s.marks[t] & IMMUNE:
        return f"{_name(s, t)} is immune and cannot be attacked"
    base = t & 8
    taunts = [k for k in range(base, base + s.minions[t >> 3]) if s.marks[k] & TAUNT and not s.marks[k] & STEALTH]
    has = "has" if len(taunts) == 1 else "have"
    return f"{listed([label_of(s, k) for k in taunts])} {has} taunt and {has} to be attacked first"


# Cards and the hero power.


def _play(s: Any, card: int, target: str) -> str:
    seat, name = s.active, name_of_card(card)
    cost = int(TABLE.cost[card])
    if card == POWER_CARDS[s.hero[seat]]:
        if s.power_used[seat]:
            return f"{name} has been used this turn"
    else:
        copies = [i for i in range(seat * HAND, seat * HAND + s.cards[seat]) if s.hand[i] == card]
        if not copies:
            return f"there is no {name} in your hand"
        cost += min(int(s.extra[i]) for i in copies)
    if cost > s.mana[seat]:
        return f"{name} costs {cost}, and there {'is' if s.mana[seat] == 1 else 'are'} {s.mana[seat]} mana"
    if not needs_met(s, seat, card):
        return f"{name} cannot be played: {_need(s, seat, card)}"
    return _aim(s, seat, card, target)


def _need(s: Any, seat: int, card: int) -> str:
    if TABLE.kind[card] == SECRET:
        active = [s.secret[k] for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat])]
        return "the same secret is active already" if card in active else f"there are {SECRETS} secrets already"
    if (TABLE.kind[card] == MINION or "place" in TABLE.rows[card].needs) and s.minions[seat] == PLACES:
        return f"your board is full with {PLACES} minions"
    return "it needs " + listed([NEEDS[word] for word in TABLE.rows[card].needs if word != "place"])


def _aim(s: Any, seat: int, card: int, target: str) -> str:
    """What is wrong with a card's target."""
    name = name_of_card(card)
    if not TABLE.target[card]:
        return f"{name} is not aimed at anybody" if target else ""
    bits = int(aims(s, seat, card))
    if not bits:
        return "" if TABLE.kind[card] == MINION and not target else f"there is no target for {name}"
    example = next(t for t in range(16) if bits >> t & 1)
    if not target:
        return f"{name} needs a target, like: {name} on {name_of_character(s, example)}"
    found = _characters(s, target)
    if not found:
        return f"there is no {target} on the board"
    return "" if any(bits >> t & 1 for t in found) else _cannot_be_aimed_at(s, card, found[0])


def _cannot_be_aimed_at(s: Any, card: int, t: int) -> str:
    name, marks = _name(s, t), s.marks[t]
    if t >> 3 != s.active and marks & STEALTH:
        return f"{name} is in stealth and cannot be aimed at"
    if t >> 3 != s.active and marks & IMMUNE:
        return f"{name} is immune and cannot be aimed at"
    if marks & ELUSIVE and TABLE.kind[card] != MINION:
        return f"{name} cannot be the target of spells and hero powers"
    row = TABLE.rows[card]
    number = f" {row.filter_number}" if row.filter.startswith("attack") else ""
    only = "" if row.filter == "any" else f" that is: {row.filter.replace('_', ' ')}{number}"
    return f"{name_of_card(card)} cannot be aimed at {name}; its target is: {row.target.replace('_', ' ')}{only}"
