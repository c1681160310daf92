"""The reasons why a move is not legal, in one sentence."""

from __future__ import annotations

from typing import Any

from playout.games.hearthstone.cards.tables import POWER_CARDS, TABLE
from playout.games.hearthstone.cards.vocabulary import ELUSIVE, FROZEN, IMMUNE, STEALTH, STILL
from playout.games.hearthstone.rules import codes
from playout.games.hearthstone.rules.board import strength
from playout.games.hearthstone.rules.layout import HAND, HERO, NO_TARGET, PLACES, SECRETS
from playout.games.hearthstone.rules.moves import aims, attackable, can_attack, needs_met
from playout.games.hearthstone.words.intended_move import intended_move
from playout.games.hearthstone.words.languages import phrase, said_in
from playout.games.hearthstone.words.names import name_of_card, name_of_character


def why_not(s: Any, move: int | str) -> str:
    """The reason why a move or a text is not legal; empty if there is none to add."""
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


def _refuse(key: str, **values: Any) -> str:
    return phrase("refusals", key, **values)


def _name(s: Any, t: int) -> str:
    return name_of_character(s, t, said_in("refusals"))


def _card(s: Any, move: int) -> str:
    seat, card = s.active, codes.card_of(move)
    if card >= len(TABLE.rows):
        return _refuse("no_such_card")
    row, name = TABLE.rows[card], name_of_card(card)
    extras = sorted({s.extra[i] for i in range(seat * HAND, seat * HAND + s.cards[seat]) if s.hand[i] == card})
    if codes.variant_of(move) >= len(extras):
        return _refuse("none_for_more" if extras else "not_in_hand", card=name)
    cost = row.cost + extras[codes.variant_of(move)]
    return (
        _unpaid(s, name, cost)
        or _lacking(s, card)
        or _misaimed(s, card, codes.target_of(move))
        or (_refuse("right_end") if codes.place_of(move) != s.minions[seat] else "")
    )


def _unpaid(s: Any, name: str, cost: int) -> str:
    mana = s.mana[s.active]
    return _refuse("unpaid", card=name, cost=cost, mana=mana, many=mana != 1) if cost > mana else ""


def _lacking(s: Any, card: int) -> str:
    """The condition of a card that does not hold."""
    seat, row = s.active, TABLE.rows[card]
    if needs_met(s, seat, card):
        return ""
    if s.minions[seat] == PLACES and (row.kind == "minion" or "place" in row.needs):
        return _refuse("board_full", most=PLACES)
    if row.kind == "secret":
        secrets = [s.secret[k] for k in range(seat * SECRETS, seat * SECRETS + s.secrets[seat])]
        return _refuse("secret_active" if card in secrets else "secrets_full", card=name_of_card(card), most=SECRETS)
    words = said_in("refusals")
    needs = words("common", "and").join(words("needs", need) for need in row.needs if need != "place")
    return _refuse("needs", card=name_of_card(card), needs=needs)


def _misaimed(s: Any, card: int, target: int) -> str:
    """The reason why the target of a card is not legal."""
    row, name, bits = TABLE.rows[card], name_of_card(card), int(aims(s, s.active, card))
    if target == NO_TARGET:
        is_needed = row.target != "none" and (bits != 0 or row.kind != "minion")
        return _refuse("needs_target" if bits else "needs_target_none", card=name) if is_needed else ""
    if bits >> target & 1:
        return ""
    if row.target == "none":
        return _refuse("no_target", card=name)
    if target & 7 != HERO and target & 7 >= s.minions[target >> 3]:
        return _refuse("no_such_minion")
    whom, marks = _name(s, target), s.marks[target]
    if marks & (STEALTH | IMMUNE) and target >> 3 != s.active:
        return _refuse("in_stealth" if marks & STEALTH else "immune", name=whom)
    return _refuse("elusive" if marks & ELUSIVE and row.kind != "minion" else "wrong_target", name=whom)


def _power(s: Any, target: int) -> str:
    card = int(POWER_CARDS[s.hero[s.active]])
    name = name_of_card(card)
    if s.power_used[s.active]:
        return _refuse("power_used", card=name)
    return _unpaid(s, name, int(TABLE.cost[card])) or _lacking(s, card) or _misaimed(s, card, target)


def _attack(s: Any, attacker: int, place: int) -> str:
    if attacker & 7 != HERO and attacker & 7 >= s.minions[s.active]:
        return _refuse("no_such_minion")
    if not can_attack(s, attacker):
        return _refuse(_why_idle(s, attacker), name=_name(s, attacker))
    far, open_to = 8 - s.active * 8, attackable(s, 1 - s.active)
    if open_to >> place & 1:
        return ""
    if place != HERO and place >= s.minions[1 - s.active]:
        return _refuse("no_such_defender")
    marks = s.marks[far + place]
    if marks & (STEALTH | IMMUNE):
        return _refuse("in_stealth" if marks & STEALTH else "immune", name=_name(s, far + place))
    taunts = [_name(s, t) for t in range(far, far + s.minions[1 - s.active]) if open_to >> (t & 7) & 1]
    return _refuse("taunt", names=said_in("refusals").listed(taunts), many=len(taunts) > 1)


def _why_idle(s: Any, t: int) -> str:
    """The key of the reason why a character cannot attack."""
    if strength(s, t) == 0:
        return "no_attack"
    if s.marks[t] & (FROZEN | STILL):
        return "frozen" if s.marks[t] & FROZEN else "still"
    return "has_attacked" if s.used[t] else "came_this_turn"
