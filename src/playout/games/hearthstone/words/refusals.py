"""Why a move is not legal, in one sentence."""

from __future__ import annotations

from typing import Any

from playout.games.hearthstone.cards.tables import POWER_CARDS, TABLE
from playout.games.hearthstone.cards.vocabulary import ELUSIVE, FROZEN, IMMUNE, NEEDS, STEALTH, STILL
from playout.games.hearthstone.rules import codes
from playout.games.hearthstone.rules.board import strength
from playout.games.hearthstone.rules.layout import HAND, HERO, NO_TARGET, PLACES, SECRETS
from playout.games.hearthstone.rules.moves import aims, attackable, can_attack, needs_met
from playout.games.hearthstone.words.intended_move import intended_move
from playout.games.hearthstone.words.names import listed, name_of_card, name_of_character


def why_not(s: Any, move: int | str) -> str:
    """Why a move, or the text of one, is not legal; empty if there is nothing to add."""
    if isinstance(move, str):
        found = intended_move(s, move)
        return found if isinstance(found, str) else why_not_number(s, found)
    return why_not_number(s, move)


def why_not_number(s: Any, move: int) -> str:
    if s.turn < 0 or s.waiting:
        return ""
    if move >= codes.PLAY_MOVE:
        return _card(s, move)
    if codes.ATTACK_MOVE <= move < 2 * codes.ATTACK_MOVE:
        return _attack(s, s.active * 8 + (move >> 3 & 7), move & 7)
    if codes.POWER_MOVE <= move <= codes.POWER_MOVE + NO_TARGET:
        return _power(s, move - codes.POWER_MOVE)
    return ""


def _card(s: Any, move: int) -> str:
    seat, card = s.active, codes.card_of(move)
    if card >= len(TABLE.rows):
        return "there is no such card"
    row, name = TABLE.rows[card], name_of_card(card)
    extras = sorted({s.extra[i] for i in range(seat * HAND, seat * HAND + s.cards[seat]) if s.hand[i] == card})
    if codes.variant_of(move) >= len(extras):
        return f"{name} is not in the hand" if not extras else f"there is no more expensive {name} in the hand"
    cost = row.cost + extras[codes.variant_of(move)]
    return (
        _unpaid(s, name, cost)
        or _lacking(s, card)
        or _misaimed(s, card, codes.target_of(move))
        or ("it goes to the right end of the row" if codes.place_of(move) != s.minions[seat] else "")
    )


def _unpaid(s: Any, name: str, cost: int) -> str:
    mana = s.mana[s.active]
    return f"{name} costs {cost}, and there {'is' if mana == 1 else 'are'} {mana} mana" if cost > mana else ""


def _lacking(s: Any, card: int) -> str:
    """The condition of a card that does not hold."""
    seat, row = s.active, TABLE.rows[card]
    if needs_met(s, seat, card):
        return ""
    if s.minions[seat] == PLACES and (row.kind == "minion" or "place" in row.needs):
        return f"the board is full: {PLACES} minions are the most"
    if row.kind == "secret":
        secrets = [s.secret[k] for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat])]
        return f"{name_of_card(card)} is active already" if card in secrets else f"{SECRETS} secrets are the most"
    return f"{name_of_card(card)} needs {' and '.join(NEEDS[need] for need in row.needs if need != 'place')}"


def _misaimed(s: Any, card: int, target: int) -> str:
    """What is wrong with the target of a card."""
    row, name, bits = TABLE.rows[card], name_of_card(card), int(aims(s, s.active, card))
    if target == NO_TARGET:
        is_needed = row.target != "none" and (bits != 0 or row.kind != "minion")
        return f"{name} needs a target" + ("" if bits else ", and there is none") if is_needed else ""
    if bits >> target & 1:
        return ""
    if row.target == "none":
        return f"{name} takes no target"
    if target & 7 != HERO and target & 7 >= s.minions[target >> 3]:
        return "there is no such minion"
    whom, marks = name_of_character(s, target), s.marks[target]
    if marks & (STEALTH | IMMUNE) and target >> 3 != s.active:
        return f"{whom} is {'in stealth' if marks & STEALTH else 'immune'}"
    if marks & ELUSIVE and row.kind != "minion":
        return f"{whom} cannot be the target of spells and hero powers"
    return f"{whom} cannot be its target"


def _power(s: Any, target: int) -> str:
    card = int(POWER_CARDS[s.hero[s.active]])
    name = name_of_card(card)
    if s.power_used[s.active]:
        return f"{name} has been used this turn"
    return _unpaid(s, name, int(TABLE.cost[card])) or _lacking(s, card) or _misaimed(s, card, target)


def _attack(s: Any, attacker: int, place: int) -> str:
    if attacker & 7 != HERO and attacker & 7 >= s.minions[s.active]:
        return "there is no such minion"
    name = name_of_character(s, attacker)
    if not can_attack(s, attacker):
        if strength(s, attacker) == 0:
            return f"{name} has no attack"
        if s.marks[attacker] & FROZEN:
            return f"{name} is frozen"
        if s.marks[attacker] & STILL:
            return f"{name} cannot attack"
        return f"{name} has attacked this turn" if s.used[attacker] else f"{name} came this turn"
    far = 8 - s.active * 8
    if attackable(s, 1 - s.active) >> place & 1:
        return ""
    if place != HERO and place >= s.minions[1 - s.active]:
        return "there is no such minion to attack"
    marks = s.marks[far + place]
    if marks & (STEALTH | IMMUNE):
        return f"{name_of_character(s, far + place)} is {'in stealth' if marks & STEALTH else 'immune'}"
    taunts = [t for t in range(far, far + s.minions[1 - s.active]) if attackable(s, 1 - s.active) >> (t & 7) & 1]
    has = "has" if len(taunts) == 1 else "have"
    return f"{listed([name_of_character(s, t) for t in taunts])} {has} taunt and {has} to be attacked first"
