"""Pig: roll a die as often as you dare; a 1 loses the turn's points, and 100 points win.

In a turn a seat rolls (`roll`) any number of times and adds up, or holds (`hold`) and keeps the sum. A 1 ends
the turn with nothing. Whoever holds with `goal` points or more wins. With best play seat 0 wins 53.06 % of the
matches to 100 (Neller and Presser 2004).
"""

from typing import Any

import numpy as np

from playout.boards import counter, words
from playout.rng import below
from playout.rules import CHANCE, OVER

PLAYERS = 2
TITLES = {"en": "Pig", "zh": "猪骰子"}
FORMS = {"goal": {"about": words("points that win", "获胜分数"), "least": 1, "most": 1000}}
PHRASES = {
    "zh": {
        "roll": "掷骰子",
        "hold": "收手",
        "A 2 to 6 is added to this turn's points; a 1 ends the turn and takes them.": (
            "掷出 2 到 6 加入本轮得分；掷出 1 则本轮结束，本轮得分作废。"
        ),
        "Keep this turn's points; the other is to roll.": "保留本轮得分，轮到对手。",
        "Keep this turn's points, and win.": "保留本轮得分，并获胜。",
    }
}
MAX_MOVES = 2
MAX_OUTCOMES = 6
MAX_LENGTH = 100_000  # the rules have no bound; a longer match is too unlikely to occur

ROLL, HOLD = 0, 1
WORDS = ("roll", "hold")

State = np.dtype(
    [
        ("scores", np.int16, 2),
        ("points", np.int32),  # the points of this turn
        ("goal", np.int16),
        ("turn", np.int8),
        ("rolling", np.bool_),
    ],
    align=True,
)


def start(s: Any, goal: int = 100) -> None:
    if isinstance(goal, bool) or not isinstance(goal, int) or not 1 <= goal <= 1000:
        raise ValueError(f"goal has to be a whole number from 1 to 1000, not {goal!r}")
    s.goal = goal


def turn(s: Any) -> Any:
    if s.scores[1 - s.turn] >= s.goal:
        return OVER
    if s.rolling:
        return CHANCE
    return s.turn


def moves(s: Any, out: Any) -> Any:
    """The first move of a turn is a roll, since holding without points would only pass."""
    out[0] = ROLL
    if s.points == 0:
        return 1
    out[1] = HOLD
    return 2


def chance(s: Any, rng: Any) -> Any:
    return 1 + below(rng, 6)


def odds(s: Any, outcomes: Any, p: Any) -> Any:
    for i in range(6):
        outcomes[i] = i + 1
        p[i] = 1.0 / 6.0
    return 6


def play(s: Any, move: Any) -> None:
    if s.rolling:
        s.rolling = False
        if move == 1:
            s.points = 0
            s.turn = 1 - s.turn
        else:
            s.points += move
    elif move == ROLL:
        s.rolling = True
    else:
        s.scores[s.turn] += s.points
        s.points = 0
        s.turn = 1 - s.turn


def payoffs(s: Any, out: Any) -> None:
    out[1 - s.turn] = 1.0
    out[s.turn] = 0.0


def show(s: Any) -> str:
    return f"scores: {s.scores[0]} to {s.scores[1]} (goal {s.goal})\nthis turn: {s.points}"


def view(s: Any, last: int = -1) -> dict[str, Any]:
    """Scores and the points of this turn. The last move shows the die, unless it was a 1, which has ended the turn."""
    counters = [counter(words("score", "得分"), int(s.scores[seat]), seat=seat, most=int(s.goal)) for seat in range(2)]
    counters.append(counter(words("this turn", "本轮得分"), int(s.points), seat=int(s.turn)))
    goal = int(s.goal)
    end = words(f"{goal} points", f"达到 {goal} 分") if max(s.scores) >= goal else None
    rolled = s.points > 0 and not s.rolling and last > 1
    return {"kind": "text", "text": "", "dice": [last] if rolled else [], "counters": counters, "end": end}


def places(s: Any, move: int) -> tuple[str, ...]:
    return (f"button:{WORDS[move]}",)


def about(s: Any, move: int) -> str:
    if move == ROLL:
        return "A 2 to 6 is added to this turn's points; a 1 ends the turn and takes them."
    if s.scores[s.turn] + s.points >= s.goal:
        return "Keep this turn's points, and win."
    return "Keep this turn's points; the other is to roll."


def format(s: Any, move: int) -> str:
    return str(move) if s.rolling else WORDS[move]


def parse(s: Any, text: str) -> int:
    return int(text) if s.rolling else WORDS.index(text.strip().lower())
