"""The stack of pending work: the rest of a sequence, as words in the state.

A piece of work is one number: kind, seat, a part of three bits, and three bytes a, b, c. Executing a piece appends the
work that follows from it, in the order of execution, and `reverse_from` puts the first of these on top. So the
consequences of a piece of work are executed before older work. Nested phases are explicit this way, and a sequence can
stop in the middle, when chance or a seat has to decide.
"""

from typing import Any

from playout.games.hearthstone.rules.layout import MOST_WORK

KINDS_OF_WORK = {
    "settle": "look for deaths",
    "effect": "the record `part` of card a, which b brought about; c is the target, or how many times are left",
    "trigger": "the same for a card in play that reacts to an event",
    "death": "a deathrattle: record `part` of card a, whose minion stood at place b & 15 of old place b >> 4",
    "draw": "a cards",
    "watch": "the seat's secrets from number a on look at an attack by b on c",
    "combat": "b attacks c, after all preparation",
    "clean": "a turn ends",
    "begin": "the seat's turn begins",
    "toss": "who begins",
    "mulligan": "the seat chooses which cards to put back",
    "return_aside": "the cards put back in the mulligan return to the deck",
    "coin": "the seat gets the Coin",
}
(SETTLE, EFFECT, TRIGGER, DEATH, DRAW_CARDS, WATCH, COMBAT, CLEAN, BEGIN, TOSS, MULLIGAN, RETURN_ASIDE, GIVE_COIN) = (
    range(len(KINDS_OF_WORK))
)


def append(s: Any, kind: Any, seat: Any, part: Any, a: Any, b: Any, c: Any) -> None:
    """Append a piece of work. A full stack would lose it; tests show that the stack is large enough."""
    n = s.waiting
    if n < MOST_WORK:
        s.work[n] = kind | seat << 4 | part << 5 | a << 8 | b << 16 | c << 24
        s.waiting = n + 1


def reverse_from(s: Any, begin: Any) -> None:
    """Reverse the pieces from index `begin` on, so that the first that was appended is on top."""
    i, k = begin, s.waiting - 1
    while i < k:
        word = s.work[i]
        s.work[i] = s.work[k]
        s.work[k] = word
        i += 1
        k -= 1


def kind_of(word: Any) -> Any:
    return word & 15


def seat_of(word: Any) -> Any:
    return word >> 4 & 1


def part_of(word: Any) -> Any:
    return word >> 5 & 7


def a_of(word: Any) -> Any:
    return word >> 8 & 255


def b_of(word: Any) -> Any:
    return word >> 16 & 255


def c_of(word: Any) -> Any:
    return word >> 24 & 255
