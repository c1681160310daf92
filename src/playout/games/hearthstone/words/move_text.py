"""Moves in words, and words read as moves, in every language."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import EFFECTS, POWER_CARDS, TABLE
from playout.games.hearthstone.cards.vocabulary import DISCARD, MINION, SUMMON_MISSING, SUMMON_ONE_OF
from playout.games.hearthstone.rules import codes
from playout.games.hearthstone.rules.layout import DECK, HAND, NO_TARGET
from playout.games.hearthstone.rules.moves import MAX_MOVES, list_mulligan, list_turn
from playout.games.hearthstone.rules.outcomes import list_outcomes
from playout.games.hearthstone.rules.pending import DRAW_CARDS, MULLIGAN, TOSS, a_of, kind_of, part_of
from playout.games.hearthstone.words.languages import ENGLISH, LANGUAGES, Language, language, phrase, said_in
from playout.games.hearthstone.words.names import ALIASES, name_of_card, name_of_character
from playout.rules import CHANCE, OVER

TONGUES = (*((code, code) for code in LANGUAGES), *((code, ENGLISH) for code in LANGUAGES if code != ENGLISH))
"""(language of names, language of the other words): pairs in which texts are read; foreign names may stand in English.
"""


def format_move(s: Any, move: int, tongue: str | None = None, between: str | None = None) -> str:
    """The text of a move from the view of the seat to move. between: the language of all words except names."""
    tongue = tongue or language()
    words = said_in("moves", between or tongue)
    if s.turn == CHANCE:
        return _outcome(s, move, tongue, words)
    if codes.PUT_BACK <= move < codes.POWER_MOVE:
        names = [name_of_card(s.hand[s.turn * HAND + k], tongue) for k in range(4) if (move - codes.PUT_BACK) >> k & 1]
        return f"{words('moves', 'put_back')} {', '.join(names)}" if names else words("moves", "keep")
    if move == codes.END:
        return words("moves", "end")
    heading, rest = parts_of(s, move, tongue, words)
    return f"{heading} {rest}".rstrip()


def explain_move(s: Any, move: int) -> str:
    """A sentence on a move that plays no card: the mulligan, the hero power, the end of the turn."""
    if codes.PUT_BACK <= move < codes.POWER_MOVE:
        return phrase("about", "keep" if move == codes.PUT_BACK else "put_back")
    if codes.POWER_MOVE <= move < codes.ATTACK_MOVE:
        return phrase("about", "power")
    return phrase("about", "end") if move == codes.END else ""


def parts_of(s: Any, move: int, tongue: str, words: Language) -> tuple[str, str]:
    """The two parts of a move of a turn, the action and its target: `Kill Command on`, `your hero`."""
    if move < codes.ATTACK_MOVE:
        power = name_of_card(int(POWER_CARDS[s.hero[s.active]]), tongue)
        return _aimed(s, power, move - codes.POWER_MOVE, tongue, words)
    if move < 2 * codes.ATTACK_MOVE:
        sides = s.active * 8 + (move >> 3 & 7), 8 - s.active * 8 + (move & 7)
        attacker, defender = (name_of_character(s, t, words, tongue) for t in sides)
        return words("moves", "attacks", name=attacker), defender
    if move < codes.PLAY_MOVE or codes.card_of(move) >= len(TABLE.rows):
        raise ValueError(f"{move} is not a move")
    what = name_of_card(codes.card_of(move), tongue)
    if codes.variant_of(move):
        what = words("moves", "more", card=what)
    if TABLE.kind[codes.card_of(move)] == MINION and codes.place_of(move) != s.minions[s.active]:
        what = words("moves", "place", card=what, place=codes.place_of(move) + 1)
    return _aimed(s, what, codes.target_of(move), tongue, words)


def _aimed(s: Any, what: str, target: int, tongue: str, words: Language) -> tuple[str, str]:
    if target == NO_TARGET:
        return what, ""
    return words("moves", "on", what=what), name_of_character(s, target, words, tongue)


def _outcome(s: Any, outcome: int, tongue: str, words: Language) -> str:
    word = int(s.work[s.waiting - 1])
    if kind_of(word) == TOSS:
        return words("moves", "begins", player=outcome + 1)
    if kind_of(word) == DRAW_CARDS:
        return words("moves", "draw", card=name_of_card(outcome, tongue))
    operation = EFFECTS[a_of(word), part_of(word), 3]
    if operation == DISCARD:
        return words("moves", "discard", card=name_of_card(outcome, tongue))
    if operation in (SUMMON_ONE_OF, SUMMON_MISSING):
        return name_of_card(int(EFFECTS[a_of(word), part_of(word), 4]) + outcome, tongue)
    return name_of_character(s, outcome, words, tongue)


def parse_move(s: Any, text: str) -> int:
    """The legal move whose text this is, in any language and any case; raises ValueError if there is none.

    `the` and apostrophes may be left out; so may `your`, `enemy` and the number of a place, if only one move fits. In
    the mulligan, numbers mean cards of the hand: `1 3` puts back the first and the third.
    """
    wanted = plain(text)
    candidates = legal_or_possible(s)
    texts = [(plain(format_move(s, move, *tongues)), move) for move in candidates for tongues in TONGUES]
    for spelt, move in texts:
        if spelt == wanted:
            return move
    short = {move for spelt, move in texts if _is_short_for(wanted, spelt)}
    if len(short) == 1:
        return short.pop()
    if wanted == "end" and codes.END in candidates:
        return codes.END
    if is_mulligan(s):
        return _put_back(s, wanted, candidates)
    raise ValueError(f"{text!r} is not a move here")


def _put_back(s: Any, wanted: str, candidates: list[int]) -> int:
    """A choice of the mulligan by the numbers of cards, or with names in any order."""
    if wanted in ("keep", "none"):
        return codes.PUT_BACK
    for code in LANGUAGES:
        wanted = wanted.removeprefix(f"{said_in('moves', code)('moves', 'put_back')} ")
    hand = range(s.turn * HAND, s.turn * HAND + s.cards[s.turn])
    if re.fullmatch(r"[\d ,]+", wanted):
        numbers = {int(word) for word in re.findall(r"\d+", wanted)}
        if not numbers or not numbers <= set(range(1, len(hand) + 1)):
            raise ValueError(f"cards have the numbers 1 to {len(hand)}")
        names = sorted(s.hand[hand[number - 1]] for number in numbers)
    else:
        known = {plain(name_of_card(s.hand[i], tongue)): s.hand[i] for i in hand for tongue in LANGUAGES}
        names = sorted(known.get(word.strip(), -1) for word in wanted.split(","))
    for move in candidates:
        if names == [s.hand[hand[k]] for k in range(len(hand)) if (move - codes.PUT_BACK) >> k & 1]:
            return move
    raise ValueError(f"{wanted!r} are not cards of the hand")


def plain(text: str) -> str:
    """A text for comparisons: lower case, no apostrophes, no `the`, and one spelling for each card."""
    for alias, name in ALIASES.items():
        text = text.replace(alias, name)
    return " ".join(word for word in re.sub(r"['\u2019]", "", text.lower()).split() if word != "the")


def _is_short_for(wanted: str, spelt: str) -> bool:
    """Whether a text is a move's text without some of the words that name a side or a place."""
    words = iter(spelt.split())
    skipped = [word for one in wanted.split() for word in takewhile(one.__ne__, words)] + list(words)
    return len(skipped) + len(wanted.split()) == len(spelt.split()) and all(
        word in ("your", "enemy") or word.isdecimal() for word in skipped
    )


def is_mulligan(s: Any) -> bool:
    return bool(s.turn >= 0 and s.waiting and kind_of(int(s.work[s.waiting - 1])) == MULLIGAN)


def legal_or_possible(s: Any) -> list[int]:
    if s.turn == OVER:
        return []
    if s.turn == CHANCE:
        return _possible(s)
    out = np.zeros(MAX_MOVES, np.int64)
    if is_mulligan(s):
        return [int(move) for move in out[: list_mulligan(s, s.turn, out)]]
    return [int(move) for move in out[: list_turn(s, out)]]


def _possible(s: Any) -> list[int]:
    outcomes, p = np.zeros(DECK, np.int64), np.zeros(DECK)
    return [int(outcome) for outcome in outcomes[: list_outcomes(s, outcomes, p)]]


def list_menu(s: Any, moves: list[int]) -> list[tuple[str, list[tuple[str, int]]]]:
    """The moves of a turn, grouped by action: cards first, then the hero power, attacks, the end of the turn."""
    if is_mulligan(s):
        return []
    tongue, words = language(), said_in("moves")
    own = words("common", "your")
    rows: dict[str, list[tuple[str, int]]] = {}
    for move in sorted(moves, key=_rank):
        heading, rest = (words("moves", "end"), "") if move == codes.END else parts_of(s, move, tongue, words)
        rows.setdefault(heading, []).append((rest, move))
    return [(heading, sorted(row, key=lambda choice: choice[0].startswith(own))) for heading, row in rows.items()]


def _rank(move: int) -> int:
    """A sort key: cards, power, attacks, the end of the turn. Moves of the same kind stay in the order of the list."""
    return 3 if move == codes.END else 0 if move >= codes.PLAY_MOVE else 2 if move >= codes.ATTACK_MOVE else 1
