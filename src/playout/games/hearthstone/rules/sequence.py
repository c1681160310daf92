"""Executing pending work, until none is left or a decision is needed."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import COIN, EFFECTS, IS_RANDOM
from playout.games.hearthstone.cards.vocabulary import (
    DISCARD,
    FIRST_RANDOM,
    SUMMON_MISSING,
    SUMMON_ONE_OF,
    TWO_RANDOM_ENEMY_MINIONS,
)
from playout.games.hearthstone.rules.combat import meet, watch
from playout.games.hearthstone.rules.effects import carry_out, choices, refresh, settle
from playout.games.hearthstone.rules.layout import DECK, HAND, HERO, LAST_TURN
from playout.games.hearthstone.rules.pending import (
    BEGIN,
    CLEAN,
    COMBAT,
    DEATH,
    DRAW_CARDS,
    EFFECT,
    GIVE_COIN,
    MULLIGAN,
    RETURN_ASIDE,
    SETTLE,
    TOSS,
    TRIGGER,
    WATCH,
    a_of,
    b_of,
    c_of,
    kind_of,
    part_of,
    reverse_from,
    seat_of,
)
from playout.games.hearthstone.rules.piles import make_card
from playout.games.hearthstone.rules.reports import GIVEN
from playout.games.hearthstone.rules.turns import begin, clean, draw, open_match, return_aside
from playout.rules import CHANCE, OVER, report


def run(s: Any, outcome: Any) -> None:
    """Execute pending work, until none is left or chance or a seat has to decide. outcome: what chance drew, or -1."""
    while s.waiting > 0:
        n = s.waiting - 1
        word = np.int64(s.work[n])
        kind = kind_of(word)
        if outcome < 0:
            if kind == MULLIGAN:
                s.turn = seat_of(word)
                return
            if is_uncertain(s, word):
                s.turn = CHANCE
                return
        s.waiting = n
        s.work[n] = 0
        before = s.listening
        if kind == SETTLE:
            settle(s)
        elif kind == DRAW_CARDS:
            draw(s, word, outcome)
        elif kind in (EFFECT, TRIGGER, DEATH):
            carry_out(s, word, outcome)
        else:
            _run_frame(s, word, outcome)
        refresh(s, before)
        reverse_from(s, n)
        outcome = -1
    s.turn = OVER if s.health[HERO] <= 0 or s.health[8 + HERO] <= 0 or s.number > LAST_TURN else s.active


def _run_frame(s: Any, word: Any, outcome: Any) -> None:
    """Execute a piece of work that does not come from a card's text."""
    kind, seat = kind_of(word), seat_of(word)
    if kind == WATCH:
        watch(s, word)
    elif kind == COMBAT:
        meet(s, b_of(word), c_of(word))
    elif kind == CLEAN:
        clean(s, seat)
    elif kind == BEGIN:
        begin(s, seat)
    elif kind == TOSS:
        open_match(s, outcome)
    elif kind == RETURN_ASIDE:
        return_aside(s, seat)
    elif kind == GIVE_COIN:
        make_card(s, seat, COIN, 0)
        report(GIVEN, seat, COIN, 1, 0)


def is_uncertain(s: Any, word: Any) -> Any:
    """Whether a piece of work needs chance: it has more than one possible outcome."""
    kind = kind_of(word)
    if kind == DRAW_CARDS:
        seat = seat_of(word)
        n = s.left[seat]
        return n > 0 and s.deck[seat * DECK] != s.deck[seat * DECK + n - 1]
    if kind in (EFFECT, TRIGGER, DEATH):
        return IS_RANDOM[a_of(word)] and _can_differ(s, word)
    return kind == TOSS


def _can_differ(s: Any, word: Any) -> Any:
    card, i, seat = a_of(word), part_of(word), seat_of(word)
    selector, operation = EFFECTS[card, i, 2], EFFECTS[card, i, 3]
    if operation == DISCARD:
        n = s.cards[seat]
        return n > 0 and s.hand[seat * HAND] != s.hand[seat * HAND + n - 1]
    if selector >= FIRST_RANDOM or operation in (SUMMON_ONE_OF, SUMMON_MISSING):
        bits = choices(s, word)
        if selector == TWO_RANDOM_ENEMY_MINIONS and c_of(word) == 0:
            bits &= bits - 1  # two of two can be drawn in only one way
        return bits & (bits - 1) != 0
    return False
