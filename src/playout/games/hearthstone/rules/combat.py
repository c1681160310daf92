"""Attacks: the preparation, in which secrets answer, and the combat."""

from typing import Any

import numpy as np

from playout.games.hearthstone.cards.tables import EFFECTS, SECRET_BIT, SECRETS_OF
from playout.games.hearthstone.cards.vocabulary import ATTACK, DEALT, REVEALED, STEALTH
from playout.games.hearthstone.rules.board import name_of, strength, whose_name
from playout.games.hearthstone.rules.changes import damage, unequip
from playout.games.hearthstone.rules.choosing import announce, holds, is_dying, wake
from playout.games.hearthstone.rules.layout import HERO, MADE_SECRET, SECRETS
from playout.games.hearthstone.rules.pending import COMBAT, EFFECT, SETTLE, WATCH, a_of, append, b_of, c_of, seat_of
from playout.games.hearthstone.rules.piles import note_seen
from playout.games.hearthstone.rules.reports import CLASH
from playout.games.hearthstone.rules.reports import REVEALED as REVEALED_SECRET
from playout.rules import report


def attack(s: Any, attacker: Any, defender: Any) -> None:
    """Prepare an attack: secrets, then triggers; after that the combat."""
    s.used[attacker] += 1
    s.marks[attacker] = s.marks[attacker] & ~STEALTH
    other = defender >> 3
    if s.secrets[other] == 0 and not s.listening >> ATTACK & 1:
        fight(s, attacker, defender)
        return
    a, b = name_of(s, attacker), name_of(s, defender)
    append(s, WATCH, other, 0, 0, a, b)
    append(s, SETTLE, 0, 0, 0, 0, 0)
    append(s, COMBAT, 1 - other, 0, 0, a, b)


def watch(s: Any, word: Any) -> None:
    """Let a seat's secrets react to an attack, in order of play. A secret that answers is revealed.

    If a hidden secret does not answer, it cannot be one that would have answered; the opponent learns that. Other
    triggers on attacks follow after the secrets, if attacker and defender are still in play. Characters die only after
    the preparation: a hero with 0 health or less can still be healed by its weapon, and then fights on.
    """
    seat = seat_of(word)
    attacker, defender = whose_name(s, b_of(word)), whose_name(s, c_of(word))
    for k in range(a_of(word), s.secrets[seat]):
        at = seat * SECRETS + k
        card = np.int64(s.secret[at])
        if answers(s, card, seat, attacker, defender):
            if not s.ruled_out[at] & MADE_SECRET:
                note_seen(s, seat, card)
            drop_secret(s, seat, at)
            report(REVEALED_SECRET, seat, card, 0, 0)
            for i in range(3):
                if EFFECTS[card, i, 0] == ATTACK:
                    append(s, EFFECT, seat, i, card, 0, b_of(word))
            announce(s, REVEALED, seat * 8 + HERO)
            append(s, WATCH, seat, 0, k, b_of(word), c_of(word))
            return
        for i in range(7):
            other = SECRETS_OF[s.hero[seat], i]
            if other > 0 and answers(s, other, seat, attacker, defender):
                s.ruled_out[at] |= SECRET_BIT[other]
    if attacker >= 0 and defender >= 0:
        announce(s, ATTACK, attacker)


def answers(s: Any, card: Any, seat: Any, attacker: Any, defender: Any) -> Any:
    """Whether a secret answers an attack; the condition of its first record decides for all."""
    return EFFECTS[card, 0, 0] == ATTACK and holds(s, EFFECTS[card, 0, 1], seat, -1, attacker, defender)


def drop_secret(s: Any, seat: Any, at: Any) -> None:
    last = seat * SECRETS + s.secrets[seat] - 1
    for k in range(at, last):
        s.secret[k] = s.secret[k + 1]
        s.ruled_out[k] = s.ruled_out[k + 1]
    s.secret[last] = s.ruled_out[last] = 0
    s.secrets[seat] -= 1


def meet(s: Any, a: Any, b: Any) -> None:
    """The combat after its preparation, if both are still there and nobody has lost the match."""
    if s.health[HERO] <= 0 or s.health[8 + HERO] <= 0:
        for k in range(s.waiting):
            s.work[k] = 0
        s.waiting = 0
        return
    attacker, defender = whose_name(s, a), whose_name(s, b)
    if attacker >= 0 and defender >= 0 and not is_dying(s, attacker) and not is_dying(s, defender):
        fight(s, attacker, defender)


def fight(s: Any, attacker: Any, defender: Any) -> None:
    """Both deal damage at the same time; triggers follow. A defending hero deals none."""
    report(CLASH, attacker, s.card[attacker], defender, s.card[defender])
    hit = strength(s, attacker)
    back = strength(s, defender) if defender & 7 != HERO else 0
    hurt = damage(s, defender, hit)
    hurts = damage(s, attacker, back)
    if s.listening >> DEALT & 1:
        if hurt and attacker & 7 != HERO:
            wake(s, DEALT, np.int64(s.card[attacker]), attacker >> 3, attacker, defender)
        if hurts:
            wake(s, DEALT, np.int64(s.card[defender]), defender >> 3, defender, attacker)
    if attacker & 7 == HERO:
        seat = attacker >> 3
        if s.weapon[seat]:
            s.durability[seat] -= 1
            if s.durability[seat] == 0:
                unequip(s, seat)
    append(s, SETTLE, 0, 0, 0, 0, 0)
