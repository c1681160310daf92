"""Positions and moves in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from playout.games.hearthstone.board import strength
from playout.games.hearthstone.cards import Card
from playout.games.hearthstone.identity import order_of
from playout.games.hearthstone.layout import DECK, HAND, HERO, NO_TARGET, PLACES, SECRETS, UNKNOWN
from playout.games.hearthstone.luck import list_outcomes
from playout.games.hearthstone.moves import (
    ATTACK_MOVE,
    END,
    MAX_MOVES,
    PLAY_MOVE,
    POWER_MOVE,
    PUT_BACK,
    attack_move,
    card_of,
    list_mulligan,
    list_turn,
    place_of,
    play_move,
    power_move,
    target_of,
    variant_of,
)
from playout.games.hearthstone.tables import EFFECTS, POWER_CARDS, TABLE
from playout.games.hearthstone.words import (
    CLASSES,
    DISCARD,
    FROZEN,
    MARKS,
    SICK,
    SUMMON_MISSING,
    SUMMON_ONE_OF,
)
from playout.games.hearthstone.work import DRAW_CARDS, TOSS, a_of, kind_of, part_of
from playout.rules import CHANCE, OVER


def name_of_card(card: int) -> str:
    return "?" if card == UNKNOWN else TABLE.rows[card].name


def name_of_character(s: Any, t: int) -> str:
    """A hero or a minion by its name; of several with the same name on a side, with its place."""
    side = "your" if t >> 3 == s.active else "the enemy"
    if t & 7 == HERO:
        return f"{side} hero"
    name = name_of_card(s.card[t])
    row = range(t & 8, (t & 8) + s.minions[t >> 3])
    twice = sum(s.card[k] == s.card[t] for k in row) > 1
    place = f" {(t & 7) + 1}" if twice else ""
    return f"{side} {name}{place}"


def show_state(s: Any) -> str:
    lines = [f"turn {s.number}, seat {s.active}"]
    for seat in (1, 0):
        lines += _side(s, seat)
    for k in range(s.waiting):
        lines.append(f"waiting: {s.work[k]}")
    return "\n".join(lines)


def _side(s: Any, seat: int) -> list[str]:
    hero = seat * 8 + HERO
    parts = [f"{CLASSES[s.hero[seat]]} {s.health[hero]} health"]
    if s.armor[seat]:
        parts.append(f"{s.armor[seat]} armor")
    if s.attack_turn[hero]:
        parts.append(f"+{s.attack_turn[hero]} attack")
    if s.weapon[seat]:
        parts.append(f"{name_of_card(s.weapon[seat])} {s.attack[hero]}/{s.durability[seat]}")
    parts.append(f"mana {s.mana[seat]} of {s.crystals[seat]}")
    parts.append(f"deck {s.left[seat]}, fatigue {s.fatigue[seat]}")
    state = [word for word, is_so in (("attacked", s.used[hero]), ("frozen", s.marks[hero] & FROZEN)) if is_so]
    state += ["power used"] * bool(s.power_used[seat])
    lines = [f"seat {seat}: {', '.join(parts + state)}"]
    hand = [
        name_of_card(s.hand[i]) + (f" (+{s.extra[i]})" if s.extra[i] else "") + "'" * (s.notes[i] & 1)
        for i in range(seat * HAND, seat * HAND + s.cards[seat])
    ]
    lines.append(f"  hand: {', '.join(hand) or '-'}")
    if s.secrets[seat]:
        secrets = range(seat * SECRETS, seat * SECRETS + s.secrets[seat])
        lines.append(f"  secrets: {', '.join(f'{name_of_card(s.secret[k])} ({s.ruled_out[k]})' for k in secrets)}")
    for t in range(seat * 8, seat * 8 + s.minions[seat]):
        lines.append(f"  {(t & 7) + 1} {_minion(s, t)}")
    if s.waiting:
        deck = [name_of_card(s.deck[i]) for i in range(seat * DECK, seat * DECK + s.left[seat])]
        lines.append(f"  deck: {', '.join(deck)}")
    return lines


def _minion(s: Any, t: int) -> str:
    words = [word for bit, word in enumerate(MARKS) if s.marks[t] >> bit & 1 and 1 << bit != SICK]
    words += ["came this turn"] * bool(s.marks[t] & SICK) + [f"attacked {s.used[t]}"] * bool(s.used[t])
    order = order_of(s, t)
    words += [f"order {order}"] * bool(order)
    attack = f"{strength(s, t)}" + (f" ({s.attack_turn[t]} this turn)" if s.attack_turn[t] else "")
    health = f"{s.health[t]}" + (f" of {s.most[t]}" if s.health[t] != s.most[t] else "")
    return f"{name_of_card(s.card[t])} {attack}/{health}" + (f" [{', '.join(words)}]" if words else "")


def format_move(s: Any, move: int) -> str:
    if s.turn == CHANCE:
        return _outcome(s, move)
    if PUT_BACK <= move < POWER_MOVE:
        names = [name_of_card(s.hand[s.turn * HAND + k]) for k in range(4) if (move - PUT_BACK) >> k & 1]
        return f"put back {', '.join(names)}" if names else "keep all"
    if move == END:
        return "end turn"
    if move < ATTACK_MOVE:
        power = TABLE.rows[int(POWER_CARDS[s.hero[s.active]])].name
        return power + _on(s, move - POWER_MOVE)
    if move < 2 * ATTACK_MOVE:
        attacker, defender = s.active * 8 + (move >> 3 & 7), 8 - s.active * 8 + (move & 7)
        return f"{name_of_character(s, attacker)} attacks {name_of_character(s, defender)}"
    if move < PLAY_MOVE or card_of(move) >= len(TABLE.rows):
        raise ValueError(f"{move} is no move")
    row: Card = TABLE.rows[card_of(move)]
    dearer = " for more" if variant_of(move) else ""
    is_elsewhere = row.kind == "minion" and place_of(move) != s.minions[s.active]
    place = f" at place {place_of(move) + 1}" if is_elsewhere else ""
    return row.name + dearer + place + _on(s, target_of(move))


def _on(s: Any, target: int) -> str:
    return "" if target == NO_TARGET else f" on {name_of_character(s, target)}"


def _outcome(s: Any, outcome: int) -> str:
    word = int(s.work[s.waiting - 1])
    if kind_of(word) == TOSS:
        return f"seat {outcome} begins"
    if kind_of(word) == DRAW_CARDS:
        return f"draw {name_of_card(outcome)}"
    operation = EFFECTS[a_of(word), part_of(word), 3]
    if operation == DISCARD:
        return f"discard {name_of_card(outcome)}"
    if operation in (SUMMON_ONE_OF, SUMMON_MISSING):
        return name_of_card(int(EFFECTS[a_of(word), part_of(word), 4]) + outcome)
    return name_of_character(s, outcome)


def parse_move(s: Any, text: str) -> int:
    """The move whose text this is, in any case; also one that is not legal now, so that it can be told why."""
    wanted = " ".join(text.lower().split())
    for moves in (_legal(s), _conceivable(s)):
        for move in moves:
            if format_move(s, move).lower() == wanted:
                return move
    raise ValueError(f"{text!r} is not a move here")


def _legal(s: Any) -> list[int]:
    if s.turn == OVER:
        return []
    if s.turn == CHANCE:
        outcomes, p = np.zeros(DECK, np.int64), np.zeros(DECK)
        return [int(outcome) for outcome in outcomes[: list_outcomes(s, outcomes, p)]]
    out = np.zeros(MAX_MOVES, np.int64)
    count = list_mulligan(s, s.turn, out) if s.waiting else list_turn(s, out)
    return [int(move) for move in out[:count]]


def _conceivable(s: Any) -> Iterator[int]:
    """What somebody might try in a turn, legal or not: attacks, the power, and cards of the hand on anybody."""
    if s.turn < 0 or s.waiting:
        return
    seat = s.active
    rows = [[*range(s.minions[side]), HERO] for side in (seat, 1 - seat)]
    yield from (attack_move(a, b) for a in rows[0] for b in rows[1])
    anybody = [*(seat * 8 + a for a in rows[0]), *(8 - seat * 8 + b for b in rows[1]), NO_TARGET]
    yield from (power_move(t) for t in anybody)
    for card in sorted({s.hand[i] for i in range(seat * HAND, seat * HAND + s.cards[seat])}):
        place = s.minions[seat] if TABLE.rows[card].kind == "minion" else 0
        yield from (play_move(card, variant, min(place, PLACES), t) for variant in range(2) for t in anybody)
