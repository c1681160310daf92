"""The move that a person may mean by a text that is not a legal move, or the reason why there is none."""

from __future__ import annotations

import re
from typing import Any

from playout.games.hearthstone.cards.tables import POWER_CARDS, TABLE
from playout.games.hearthstone.cards.vocabulary import MINION
from playout.games.hearthstone.rules.codes import attack_move, play_move, power_move
from playout.games.hearthstone.rules.layout import HERO, NO_TARGET, PLACES
from playout.games.hearthstone.words.languages import LANGUAGES, phrase, said_in
from playout.games.hearthstone.words.move_text import format_move, is_mulligan, legal_or_possible, plain
from playout.games.hearthstone.words.names import label_of, name_of_card, name_of_character


def intended_move(s: Any, text: str) -> int | str:
    """The number of the move that is meant, or a sentence; an empty one if the text means nothing here."""
    if s.turn < 0:
        return ""
    if is_mulligan(s):
        return phrase("refusals", "mulligan")
    words = plain(text)
    attack = re.fullmatch(r"(.+?) attacks? (.+)", words)
    if attack:
        return _attack(s, attack[1], attack[2])
    card, _, target = re.sub(r" at place \d+| for more", "", words).partition(" on ")
    number = _card(card)
    return "" if number < 0 else _play(s, number, target)


def _attack(s: Any, attacker: str, defender: str) -> int | str:
    own, refused = _of_a_side(s, attacker, s.active, "not_yours", "nobody_yours")
    enemies, refused_too = _of_a_side(s, defender, 1 - s.active, "yours", "nobody_to_attack")
    return refused or refused_too or _one_of(s, [attack_move(a & 7, b & 7) for a in own for b in enemies])


def _of_a_side(s: Any, text: str, seat: int, other_side: str, nobody: str) -> tuple[list[int], str]:
    """The characters of a seat that a text may mean, or the reason why there are none."""
    found, words = _characters(s, text), said_in("refusals")
    of_seat = [t for t in found if t >> 3 == seat]
    if of_seat:
        return of_seat, ""
    if found:
        return [], words("refusals", other_side, name=name_of_character(s, found[0], words))
    return [], words("refusals", nobody, text=text)


def _play(s: Any, card: int, target: str) -> int | str:
    targets = _characters(s, target) if target else [NO_TARGET]
    if not targets:
        return phrase("refusals", "nobody", text=target)
    if card == POWER_CARDS[s.hero[s.active]]:
        return _one_of(s, [power_move(t) for t in targets])
    place = min(int(s.minions[s.active]), PLACES) if TABLE.kind[card] == MINION else 0
    return _one_of(s, [play_move(card, 0, place, t) for t in targets])


def _one_of(s: Any, moves: list[int]) -> int | str:
    """The first of these moves, or a sentence if more than one is legal."""
    legal, words = legal_or_possible(s), said_in("refusals")
    texts = [format_move(s, move) for move in moves if move in legal]
    if len(texts) > 1:
        return words("refusals", "several_moves", moves=words("common", "or").join(texts))
    return int(moves[0])


def _card(name: str) -> int:
    """The number of a card by its name in any language, or -1."""
    for number in range(1, len(TABLE.rows)):
        if name in (plain(name_of_card(number, tongue)) for tongue in LANGUAGES):
            return number
    return -1


def _characters(s: Any, words: str) -> list[int]:
    """The characters that a text may mean, on both sides unless it names one; the enemy's first."""
    found = []
    bare = words.removeprefix("enemy ").removeprefix("your ")
    for seat in (1 - s.active, s.active):
        if words.startswith("enemy " if seat == s.active else "your "):
            continue
        for t in (*range(seat * 8, seat * 8 + s.minions[seat]), seat * 8 + HERO):
            names = ["hero"]
            if t & 7 != HERO:
                names = [label_of(s, t, tongue) for tongue in LANGUAGES]
                names += [name_of_card(s.card[t], tongue) for tongue in LANGUAGES]
            if bare in map(plain, names):
                found.append(t)
    return found
