"""The record of a position, and the numbers of its parts.

A character is a number t = 8 * seat + place: places 0 to 6 are minions from left to right, place 7 is the hero. Pending
work refers to a minion by its stamp, a number in the order of coming into play, which does not change when minions
move. Heroes have the stamps 1 and 2, and 0 is nobody.
"""

import numpy as np

PLACES = 7
HERO = 7
HAND = 10
DECK = 30
SECRETS = 5
ASIDE = 4
MOST_WORK = 22
"""The capacity of the stack of pending work."""

NO_TARGET = 16
UNKNOWN = 255
"""A card that the observing seat cannot see."""

MOST_MANA = 10
LAST_TURN = 89
"""A match that goes on after this turn is a draw."""

MOST_ATTACK = 8000
"""The largest attack. It is far above 30 health with any armor."""

FIRST_STAMP = 3

# Notes on a card in hand, and on a secret.
KNOWN = 1  # the opponent knows it
MADE = 2  # it was not in the deck at the start
MADE_SECRET = 128

# Values of the options `known` and `put_back`.
KNOWN_LIST, KNOWN_CLASS = 0, 1
ASIDE_FIRST, SHUFFLE_FIRST = 0, 1

State = np.dtype(
    [
        # Characters, by t. A character's attack is the sum of attack, attack_turn (ends with the turn) and attack_aura.
        ("attack", np.int16, 16),
        ("attack_turn", np.int16, 16),
        ("health", np.int16, 16),
        ("most", np.int16, 16),  # the largest health: that without damage
        ("marks", np.uint16, 16),
        ("attack_aura", np.int8, 16),
        ("health_aura", np.int8, 16),  # included in `most`
        ("card", np.uint8, 16),
        ("stamp", np.uint8, 16),
        ("used", np.uint8, 16),  # attacks made this turn
        # Pending work, the next piece last. pending.py describes its form.
        ("work", np.uint32, MOST_WORK),
        # Hands, 10 * seat + i, sorted.
        ("hand", np.uint8, 2 * HAND),
        ("extra", np.int8, 2 * HAND),  # added to the cost
        ("notes", np.uint8, 2 * HAND),
        # Decks, 30 * seat + i, sorted; from the far end, the cards of the deck that everybody has seen.
        ("deck", np.uint8, 2 * DECK),
        # Secrets, 5 * seat + i, in order of play, and for each, as bits, the secrets that it cannot be.
        ("secret", np.uint8, 2 * SECRETS),
        ("ruled_out", np.uint8, 2 * SECRETS),
        ("aside", np.uint8, ASIDE),  # put back in the mulligan, not in the deck again yet
        # Numbers by seat.
        ("minions", np.uint8, 2),
        ("cards", np.uint8, 2),
        ("left", np.uint8, 2),  # the number of cards in the deck
        ("seen", np.uint8, 2),
        ("secrets", np.uint8, 2),
        ("armor", np.uint8, 2),
        ("mana", np.uint8, 2),
        ("crystals", np.uint8, 2),
        ("fatigue", np.uint8, 2),
        ("weapon", np.uint8, 2),
        ("durability", np.uint8, 2),
        ("power_used", np.uint8, 2),
        ("hero", np.uint8, 2),  # its class
        # The match.
        ("listening", np.uint16),  # the events to which a card in play reacts
        ("turn", np.int8),  # a seat, CHANCE or OVER
        ("active", np.int8),  # the seat whose turn of the match it is
        ("first", np.int8),  # the seat that began
        ("number", np.uint8),  # the number of the turn
        ("stamps", np.uint8),  # the next stamp
        ("waiting", np.uint8),  # the number of pieces of pending work
        ("set_aside", np.uint8),
        ("chooser", np.int8),  # the seat whose cards are in `aside`
        ("known", np.uint8),
        ("put_back", np.uint8),
        ("viewer", np.uint8),  # in a masked position 1 + the seat that sees it; else 0
    ],
    align=True,
)
