"""Playing a card from the hand, and the hero power."""

from typing import Any

from playout.games.hearthstone.cards.tables import COST, EFFECTS, KIND, LISTENS, POWER_CARDS
from playout.games.hearthstone.cards.vocabulary import MINION, ON_PLAY, SECRET, WEAPON
from playout.games.hearthstone.rules.board import name_of
from playout.games.hearthstone.rules.changes import equip, summon
from playout.games.hearthstone.rules.effects import refresh
from playout.games.hearthstone.rules.layout import HAND, MADE, MADE_SECRET, SECRETS
from playout.games.hearthstone.rules.pending import EFFECT, SETTLE, append
from playout.games.hearthstone.rules.piles import drop_from_hand, note_seen


def play_card(s: Any, card: Any, variant: Any, place: Any, target: Any) -> None:
    """Pay for a card of the hand, and append its effects."""
    seat = s.active + 0
    i = find_in_hand(s, seat, card, variant)
    s.mana[seat] -= COST[card] + s.extra[i]
    notes = s.notes[i]
    drop_from_hand(s, seat, i)
    kind = KIND[card]
    if kind == SECRET:
        k = seat * SECRETS + s.secrets[seat]
        s.secret[k] = card
        s.ruled_out[k] = MADE_SECRET if notes & MADE else 0
        s.secrets[seat] += 1
        return
    if not notes & MADE:
        note_seen(s, seat, card)
    name = name_of(s, target)
    source = 0
    if kind == MINION:
        source = name_of(s, summon(s, seat, place, card))
        refresh(s, 0)
    elif kind == WEAPON:
        equip(s, seat, card)
    if LISTENS[card] >> ON_PLAY & 1:
        append_text(s, card, seat, source, name)
    if s.waiting > 0 or kind != MINION:
        append(s, SETTLE, 0, 0, 0, 0, 0)


def append_text(s: Any, card: Any, seat: Any, source: Any, target: Any) -> None:
    """Append the effects of a played card, record by record."""
    for i in range(3):
        if EFFECTS[card, i, 0] == ON_PLAY:
            append(s, EFFECT, seat, i, card, source, target)


def find_in_hand(s: Any, seat: Any, card: Any, variant: Any) -> Any:
    """The index of a card in the hands. variant: its number among copies with different costs, the cheapest first."""
    i = seat * HAND
    while s.hand[i] != card:
        i += 1
    while variant > 0:
        if s.extra[i + 1] != s.extra[i]:
            variant -= 1
        i += 1
    return i


def use_power(s: Any, target: Any) -> None:
    seat = s.active + 0
    card = POWER_CARDS[s.hero[seat]]
    s.mana[seat] -= COST[card]
    s.power_used[seat] = 1
    append_text(s, card, seat, 1 + seat, name_of(s, target))
    append(s, SETTLE, 0, 0, 0, 0, 0)
