"""The events that `play` reports: a kind and four numbers each. `telling.py` puts them into words.

A character is reported as its number t and its card, since it may be gone when the sentence is made.
"""

REPORTS = {
    "begins": "seat begins the match",
    "turn": "seat, number of the turn, crystals: a turn begins",
    "too_long": "the match ends because it lasted too long",
    "acts": "seat, card, kind of work: what follows comes from this card's text",
    "clash": "attacker, its card, defender, its card: a combat",
    "hurt": "t, card, damage, health after",
    "shield_lost": "t, card: divine shield took the damage",
    "unhurt": "t, card: immune",
    "restored": "t, card, how much, health after",
    "doubled": "t, card, attack after",
    "died": "t, card",
    "summoned": "t, card",
    "returned": "t, card, added cost: back to the hand",
    "hand_full": "t, card: destroyed because there is no place in the hand",
    "transformed": "t, card before, card after",
    "stolen": "t, card, by seat, 1 if there is place",
    "equipped": "seat, new weapon or 0, weapon before or 0",
    "revealed": "seat, card: a secret",
    "drew": "seat, card, 1 if the hand had place for it",
    "fatigue": "seat, damage",
    "given": "seat, card, 1 if the hand had place for it",
    "discarded": "seat, card",
}
(
    BEGINS,
    TURN,
    TOO_LONG,
    ACTS,
    CLASH,
    HURT,
    SHIELD_LOST,
    UNHURT,
    RESTORED,
    DOUBLED,
    DIED,
    SUMMONED,
    RETURNED,
    HAND_FULL,
    TRANSFORMED,
    STOLEN,
    EQUIPPED,
    REVEALED,
    DREW,
    FATIGUE,
    GIVEN,
    DISCARDED,
) = range(len(REPORTS))

TOUCHED = 64
"""Kinds from here on report an operation: number kind - TOUCHED, on t with its card, or on a seat, with a and b."""
