"""A raid: a turn of several moves, a draw, and a trap that nobody sees until it goes off.

Seat 1's trap has 0, 1 or 2 charges, each as likely. Seat 0 has a scout (worth 1 when it attacks) and a knight (worth 3
when it attacks, 2 if it stays at home), each of which may attack once; or the scout may draw a card (0 or 1) that only
seat 0 sees. An attack that meets a charge is worth nothing and uses the charge up; the first attack shows how many
charges there are. At the end of the turn seat 1 draws a card (0 to 2), which seat 0 does not see, and adds it to its
score or does not.

By hand, without seat 1's card, which costs 1 in the mean: scout first and then the knight unless another charge is
left is worth (4 + 3 + 2) / 3 = 3; draw, then end 2.5; end at once 2; knight first, then the scout
attacks or, if a charge is left, draws (4 + 1 + 0.5) / 3.
"""

from typing import Any

import numpy as np

from playout.rng import below
from playout.rules import CHANCE, OVER

PLAYERS = 2
MAX_MOVES = 4
MAX_OUTCOMES = 3
MAX_LENGTH = 12
PAYOFF_BOUNDS = (-2.0, 5.0)
PAYOFF_SUM = 3.0

SCOUT, KNIGHT, DRAW, END = range(4)
STRIKE, WAIT = 4, 5
WORDS = ("scout", "knight", "draw", "end", "strike", "wait")
TO_SET, TO_MOVE, TO_DRAW, TO_DEAL, TO_ANSWER, DONE = range(6)
HIDDEN = -1

State = np.dtype(
    [
        ("stage", np.int8),
        ("charges", np.int8),
        ("shown", np.bool_),  # the trap
        ("has_scout", np.bool_),
        ("has_knight", np.bool_),
        ("score", np.int8),  # what everybody sees of seat 0's
        ("bonus", np.int8),  # the card that seat 0 drew, or 0
        ("drew", np.bool_),
        ("card", np.int8),  # seat 1's
        ("struck", np.bool_),
    ],
    align=True,
)


def start(s: Any) -> None:
    s.has_scout = s.has_knight = True


def turn(s: Any) -> Any:
    if s.stage == DONE:
        return OVER
    if s.stage == TO_MOVE:
        return 0
    return 1 if s.stage == TO_ANSWER else CHANCE


def moves(s: Any, out: Any) -> Any:
    if s.stage == TO_ANSWER:
        out[0] = STRIKE
        out[1] = WAIT
        return 2
    n = 0
    if s.has_scout:
        out[n] = SCOUT
        out[n + 1] = DRAW
        n += 2
    if s.has_knight:
        out[n] = KNIGHT
        n += 1
    out[n] = END
    return n + 1


def outcomes_of(s: Any) -> Any:
    return 2 if s.stage == TO_DRAW else 3


def chance(s: Any, rng: Any) -> Any:
    return below(rng, outcomes_of(s))


def odds(s: Any, outcomes: Any, p: Any) -> Any:
    n = outcomes_of(s)
    for i in range(n):
        outcomes[i] = i
        p[i] = 1.0 / n
    return n


def play(s: Any, move: Any) -> None:
    if s.stage == TO_SET:
        s.charges = move
        s.stage = TO_MOVE
    elif s.stage == TO_DRAW:
        s.bonus = move
        s.stage = TO_MOVE
    elif s.stage == TO_DEAL:
        s.card = move
        s.stage = TO_ANSWER
    elif s.stage == TO_ANSWER:
        s.struck = move == STRIKE
        s.stage = DONE
    elif move == END:
        s.stage = TO_DEAL
    elif move == DRAW:
        s.has_scout = False
        s.drew = True
        s.stage = TO_DRAW
    else:
        attack(s, move)


def attack(s: Any, move: Any) -> None:
    s.shown = True
    if s.charges > 0:
        s.charges -= 1
    else:
        s.score += 1 if move == SCOUT else 3
    if move == SCOUT:
        s.has_scout = False
    else:
        s.has_knight = False


def payoffs(s: Any, out: Any) -> None:
    own = s.score + s.bonus + (2 if s.has_knight else 0)
    other = s.card if s.struck else 0
    out[0] = own - other
    out[1] = other - own + 3.0


def mask(s: Any, seat: Any) -> None:
    if s.stage == DONE:
        return
    if seat == 0:
        if not s.shown:
            s.charges = HIDDEN
        if s.stage == TO_ANSWER:
            s.card = HIDDEN
    elif s.drew and s.stage != TO_DRAW:
        s.bonus = HIDDEN


def guess(s: Any, seat: Any, rng: Any) -> None:
    if s.charges == HIDDEN:
        s.charges = 0 if s.stage == TO_SET else below(rng, 3)
    if s.card == HIDDEN:
        s.card = below(rng, 3)
    if s.bonus == HIDDEN:
        s.bonus = below(rng, 2)


def suggest(s: Any, rng: Any) -> Any:
    """Strike, scout, attack unless the trap is known to be there, else end."""
    if s.stage == TO_ANSWER:
        return STRIKE
    if s.has_scout:
        return SCOUT
    return KNIGHT if s.has_knight and s.shown and s.charges == 0 else END


def show(s: Any) -> str:
    return f"charges {s.charges}, score {s.score}, bonus {s.bonus}, card {s.card}"


def format(s: Any, move: int) -> str:
    return WORDS[move] if turn(s) >= 0 else str(move)


def parse(s: Any, text: str) -> int:
    return WORDS.index(text) if turn(s) >= 0 else int(text)
