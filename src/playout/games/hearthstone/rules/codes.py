"""Moves as numbers.

    0                          end the turn
    16 + bits                  mulligan: put back the cards of the sorted hand whose bits are set
    32 + target                hero power
    64 + 8 * a + b             character a of one's own row attacks b of the other (7: the hero)
    2^17 + card * 2^9 + ...    play a card, by name: which of two costs * 2^8 + place * 2^5 + target

A target is a character (0 to 15), or 16 for none.
"""

from typing import Any

END, PUT_BACK, POWER_MOVE, ATTACK_MOVE, PLAY_MOVE = 0, 16, 32, 64, 1 << 17


def play_move(card: Any, variant: Any, place: Any, target: Any) -> Any:
    return PLAY_MOVE | card << 9 | variant << 8 | place << 5 | target


def card_of(move: Any) -> Any:
    return move >> 9 & 255


def variant_of(move: Any) -> Any:
    return move >> 8 & 1


def place_of(move: Any) -> Any:
    return move >> 5 & 7


def target_of(move: Any) -> Any:
    return move & 31


def attack_move(attacker: Any, defender: Any) -> Any:
    """The number of an attack, from the places in the two rows."""
    return ATTACK_MOVE | attacker << 3 | defender


def power_move(target: Any) -> Any:
    return POWER_MOVE + target


def put_back_move(bits: Any) -> Any:
    return PUT_BACK + bits
