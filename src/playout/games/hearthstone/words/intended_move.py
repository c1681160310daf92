"""The move that a person means by a text that is not a legal move; or the reason why there is none."""

from __future__ import annotations

import re
from typing import Any

from playout.games.hearthstone.cards.tables import POWER_CARDS, TABLE
from playout.games.hearthstone.cards.vocabulary import MINION
from playout.games.hearthstone.rules.codes import attack_move, play_move, power_move
from playout.games.hearthstone.rules.layout import HERO, NO_TARGET, PLACES
from playout.games.hearthstone.words.move_text import format_move, is_mulligan, legal_or_possible, plain
from playout.games.hearthstone.words.names import LANGUAGES, label_of, name_of_card, name_of_character


def intended_move(s: Any, text: str) -> int | str:
    """The number of the move that is meant, or a sentence; an empty one if the text means nothing here."""
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
    return "" if number < 0 else _play(s, number, target)


def _attack(s: Any, attacker: str, defender: str) -> int | str:
    found = _characters(s, attacker)
    own = [t for t in found if t >> 3 == s.active]
    if not own:
        return f"{name_of_character(s, found[0])} is not yours" if found else f"there is no {attacker} on your side"
    found = _characters(s, defender)
    enemies = [t for t in found if t >> 3 != s.active]
    if not enemies:
        return f"{name_of_character(s, found[0])} is yours" if found else f"there is no {defender} to be attacked"
    return _one_of(s, [attack_move(a & 7, b & 7) for a in own for b in enemies])


def _play(s: Any, card: int, target: str) -> int | str:
    targets = _characters(s, target) if target else [NO_TARGET]
    if not targets:
        return f"there is no {target} on the board"
    if card == POWER_CARDS[s.hero[s.active]]:
        return _one_of(s, [power_move(t) for t in targets])
    place = min(int(s.minions[s.active]), PLACES) if TABLE.kind[card] == MINION else 0
    return _one_of(s, [play_move(card, 0, place, t) for t in targets])


def _one_of(s: Any, moves: list[int]) -> int | str:
    """The first of some moves, unless more than one is legal."""
    legal = legal_or_possible(s)
    texts = [format_move(s, move) for move in moves if move in legal]
    return f"that may be {' or '.join(texts)}" if len(texts) > 1 else int(moves[0])


def _card(name: str) -> int:
    """The number of a card by its name in either language, or -1."""
    for number in range(1, len(TABLE.rows)):
        if name in (plain(name_of_card(number, tongue)) for tongue in LANGUAGES):
            return number
    return -1


def _characters(s: Any, words: str) -> list[int]:
    """The characters that words may mean, on both sides unless they say which; those of the enemy first."""
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
