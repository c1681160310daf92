"""A position for the web app: zones of cards for each seat, and the touch points of a move.

In a masked position hidden cards lie face down; in a full position all cards are open.
"""

from __future__ import annotations

from typing import Any

from playout.boards import counter, words
from playout.games.hearthstone.cards.tables import HERO_CARDS, KIND, POWER_CARDS, TABLE
from playout.games.hearthstone.cards.vocabulary import MARKS, MINION, WEAPON
from playout.games.hearthstone.decks.lookup import DECKS
from playout.games.hearthstone.rules import codes
from playout.games.hearthstone.rules.board import strength
from playout.games.hearthstone.rules.layout import HAND, HERO, NO_TARGET, SECRETS, UNKNOWN
from playout.games.hearthstone.rules.moves import can_attack
from playout.games.hearthstone.words.languages import LANGUAGES, said_in
from playout.games.hearthstone.words.move_text import is_mulligan
from playout.games.hearthstone.words.names import NAMES as CARD_NAMES

__all__ = ["FORMS", "PHRASES", "TITLES", "touched", "view_table"]


def _words(key: str) -> dict[str, str | None]:
    """A phrase of [page] in the two languages of the web app."""
    return words(*(said_in("page", code)("page", key) for code in ("en", "zh")))


TITLES = {code: said_in("page", code)("page", "title") for code in LANGUAGES}
_OPTIONS: dict[str, dict[str, Any]] = {
    "decks": {"kind": "list", "choices": tuple(DECKS), "pattern": r"AA[A-Za-z0-9+/=]{10,400}", "least": 2, "most": 2},
    "first": {"choices": (0, 1, "toss")},
    "known": {"choices": ("list", "class")},
    "put_back": {"choices": ("aside", "shuffle")},
    "both_die": {"choices": ("draw", "lose")},
}
FORMS = {option: {"about": _words(option), **rest} for option, rest in _OPTIONS.items()}
PHRASES = {code: table.sections.get("choices", {}) for code, table in LANGUAGES.items()}

SILENT = ("sick", "destroyed")
"""Marks that are not shown."""


def view_table(s: Any) -> dict[str, Any]:
    zones, counters = [], []
    for seat in range(2):
        zones += _zones(s, seat)
        mana = counter(_words("mana"), int(s.mana[seat]), seat=seat, most=int(s.crystals[seat]))
        counters.append(mana)
        if s.fatigue[seat]:
            counters.append(counter(_words("fatigue"), int(s.fatigue[seat]), seat=seat))
    counters.append(counter(_words("turn"), int(s.number)))
    dead = sum(int(s.health[seat * 8 + HERO]) <= 0 for seat in range(2))
    end = _words("both_dead" if dead == 2 else "hero_dead") if dead else None
    return {"kind": "cards", "zones": zones, "counters": counters, "end": end}


def _zones(s: Any, seat: int) -> list[dict[str, Any]]:
    hero = seat * 8 + HERO
    power = _named(seat, "power", 0, int(POWER_CARDS[s.hero[seat]]))
    power["states"] = ["used"] * bool(s.power_used[seat])
    character = _character(s, hero, _named(seat, "hero", 0, int(HERO_CARDS[s.hero[seat]])))
    character["armour"] = int(s.armor[seat])
    weapon = []
    if s.weapon[seat]:
        held = _named(seat, "weapon", 0, int(s.weapon[seat]))
        weapon = [{**held, "attack": int(s.attack[hero]), "durability": int(s.durability[seat])}]
    minions = [
        _character(s, seat * 8 + k, _named(seat, "board", k, int(s.card[seat * 8 + k]))) for k in range(s.minions[seat])
    ]
    secrets = [_named(seat, "secrets", k, int(s.secret[seat * SECRETS + k])) for k in range(s.secrets[seat])]
    content = {
        "hand": [_in_hand(s, seat, k) for k in range(s.cards[seat])],
        "board": minions,
        "hero": [character],
        "power": [power],
        "weapon": weapon,
        "secrets": [{**card, "kind": "secret"} for card in secrets],
    }
    found = [{"seat": seat, "name": name, "label": _words(name), "cards": cards} for name, cards in content.items()]
    return [*found, {"seat": seat, "name": "deck", "label": _words("deck"), "cards": [], "count": int(s.left[seat])}]


def _named(seat: int, zone: str, number: int, card: int) -> dict[str, Any]:
    """A card with its name and its printed values; a card that the observer cannot see lies face down."""
    place = f"card:{seat}.{zone}.{number}"
    if card == UNKNOWN:
        return {"id": place, "name": _words("hidden_card"), "hidden": True}
    row = TABLE.rows[card]
    found: dict[str, Any] = {"id": place, "name": words(CARD_NAMES["en"][card], CARD_NAMES["zh"][card])}
    found |= {"kind": row.kind, "cost": row.cost, "text": words(row.text)}
    if KIND[card] == MINION:
        found |= {"attack": row.attack, "health": row.health, "full_health": row.health}
    elif KIND[card] == WEAPON:
        found |= {"attack": row.attack, "durability": row.health}
    found["states"] = list(row.keywords)
    return found


def _in_hand(s: Any, seat: int, k: int) -> dict[str, Any]:
    i = seat * HAND + k
    card = _named(seat, "hand", k, int(s.hand[i]))
    if not card.get("hidden"):
        card["cost"] += int(s.extra[i])
    return card


def _character(s: Any, t: int, card: dict[str, Any]) -> dict[str, Any]:
    """A minion or hero in play, with its current values."""
    states = [word for bit, word in enumerate(MARKS) if s.marks[t] >> bit & 1 and word not in SILENT]
    if t >> 3 == s.active and s.number > 0 and s.turn == s.active:
        states += ["can_attack"] * bool(can_attack(s, t))
    numbers = {"attack": int(strength(s, t)), "health": max(0, int(s.health[t])), "full_health": int(s.most[t])}
    return {**card, **numbers, "cost": None, "states": states}


def touched(s: Any, move: int) -> tuple[str, ...]:
    """The touch points of a move: a card of the hand (with the gap on the board for a minion), an attacker or the
    power; then the target.
    """
    seat = int(s.turn)
    if is_mulligan(s):
        chosen = [f"card:{seat}.hand.{k}" for k in range(4) if (move - codes.PUT_BACK) >> k & 1]
        return (*chosen, "button:put back" if chosen else "button:keep all")
    if move == codes.END:
        return ("button:end turn",)
    if move < codes.ATTACK_MOVE:
        return (f"card:{seat}.power.0", *_target(move - codes.POWER_MOVE))
    if move < codes.PLAY_MOVE:
        return (*_target(seat * 8 + (move >> 3 & 7)), *_target(8 - seat * 8 + (move & 7)))
    gap = (f"gap:{seat}.{codes.place_of(move)}",) if KIND[codes.card_of(move)] == MINION else ()
    return (f"card:{seat}.hand.{_place_in_hand(s, seat, move)}", *gap, *_target(codes.target_of(move)))


def _place_in_hand(s: Any, seat: int, move: int) -> int:
    """The index in the hand of the card that a move plays: the first of that name with the move's cost."""
    places = [k for k in range(s.cards[seat]) if s.hand[seat * HAND + k] == codes.card_of(move)]
    costs = [int(s.extra[seat * HAND + k]) for k in places]
    return places[costs.index(sorted(set(costs), key=costs.index)[codes.variant_of(move)])]


def _target(t: int) -> tuple[str, ...]:
    if t == NO_TARGET:
        return ()
    return (f"card:{t >> 3}.hero.0",) if t & 7 == HERO else (f"card:{t >> 3}.board.{t & 7}",)
