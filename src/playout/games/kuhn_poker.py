"""Kuhn poker: three cards, one bet, hidden hands (Kuhn 1950).

Each seat antes 1 and is dealt one of jack, queen, king. Seat 0 passes or bets 1; a bet is answered by a pass
(fold) or a bet (call); after a pass seat 1 may pass (showdown) or bet, which seat 0 answers. The higher card
takes the pot. Payoffs are in antes, won or lost; with best play on both sides seat 0 loses 1/18 a match.
"""

from typing import Any

import numpy as np

from playout.boards import counter, words
from playout.rng import below
from playout.rules import CHANCE, OVER

PLAYERS = 2
TITLES = {"en": "Kuhn poker", "zh": "库恩扑克"}
PHRASES = {
    "zh": {
        "pass": "不下注",
        "bet": "下注",
        "Put in nothing more. The other may then bet; if not, the higher card wins 1.": (
            "不再下注。对手接着可以下注；对手也不下注时，牌大者赢 1。"
        ),
        "Put in nothing more: the cards are shown, and the higher one wins 1.": "不再下注：双方亮牌，牌大者赢 1。",
        "Put in 1 more. If the other folds, you win 1; if not, the higher card wins 2.": (
            "再下注 1。对手弃牌，你赢 1；对手跟注，牌大者赢 2。"
        ),
        "Fold: you lose 1, whatever the cards are.": "弃牌：无论牌面如何，你输 1。",
        "Call: put in 1 more; the cards are shown, and the higher one wins 2.": (
            "跟注：再下注 1，双方亮牌，牌大者赢 2。"
        ),
    }
}
MAX_MOVES = 2
MAX_OUTCOMES = 3
MAX_LENGTH = 5
PAYOFF_BOUNDS = (-2.0, 2.0)
PAYOFF_SUM = 0.0

PASS, BET = 0, 1
HIDDEN = -1
CARDS = "JQK"
WORDS = ("pass", "bet")

State = np.dtype(
    [
        ("cards", np.int8, 2),  # 0 to 2; HIDDEN: not dealt, or masked
        ("dealt", np.int8),  # the number of hands with a card
        ("bets", np.int8, 3),  # the moves so far
        ("length", np.int8),  # the number of moves
    ],
    align=True,
)


def start(s: Any) -> None:
    s.cards[0] = s.cards[1] = HIDDEN


def turn(s: Any) -> Any:
    if s.dealt < 2:
        return CHANCE
    if s.length < 2:
        return s.length
    if s.length == 2 and s.bets[0] == PASS and s.bets[1] == BET:
        return 0
    return OVER


def moves(s: Any, out: Any) -> Any:
    out[0] = PASS
    out[1] = BET
    return 2


def chance(s: Any, rng: Any) -> Any:
    if s.dealt == 0:
        return below(rng, 3)
    return _other(s.cards[0], below(rng, 2))


def odds(s: Any, outcomes: Any, p: Any) -> Any:
    n = 3 - s.dealt
    for i in range(n):
        outcomes[i] = i if s.dealt == 0 else _other(s.cards[0], i)
        p[i] = 1.0 / n
    return n


def _other(card: Any, i: Any) -> Any:
    """The i-th of the two cards that are not this one."""
    return i + 1 if i >= card else i


def play(s: Any, move: Any) -> None:
    if s.dealt < 2:
        s.cards[s.dealt] = move
        s.dealt += 1
    else:
        s.bets[s.length] = move
        s.length += 1


def payoffs(s: Any, out: Any) -> None:
    last, before = s.bets[s.length - 1], s.bets[s.length - 2]
    if last == PASS and before == BET:  # a fold: whoever bet takes the antes
        winner = s.length % 2
        stake = 1.0
    else:
        winner = 0 if s.cards[0] > s.cards[1] else 1
        stake = 2.0 if last == BET else 1.0
    out[winner] = stake
    out[1 - winner] = -stake


def mask(s: Any, seat: Any) -> None:
    """Hide the opponent's card, except in a showdown: at the end, unless a seat has folded."""
    folded = s.length >= 2 and s.bets[s.length - 1] == PASS and s.bets[s.length - 2] == BET
    if s.dealt < 2 or turn(s) != OVER or folded:
        s.cards[1 - seat] = HIDDEN


def guess(s: Any, seat: Any, rng: Any) -> None:
    other = 1 - seat
    if s.cards[other] == HIDDEN and s.dealt > other:
        if s.dealt > seat:
            s.cards[other] = _other(s.cards[seat], below(rng, 2))
        else:
            s.cards[other] = below(rng, 3)


def show(s: Any) -> str:
    hands = " ".join(CARDS[card] if card >= 0 else "?" for card in s.cards)
    bets = ", ".join(WORDS[s.bets[i]] for i in range(s.length))
    return f"hands: {hands}\nmoves: {bets or '-'}"


CARD_NAMES = (words("jack", "J"), words("queen", "Q"), words("king", "K"))


def view(s: Any) -> dict[str, Any]:
    """A hand of one card for each seat, its stake, and the moves so far."""
    zones = []
    for seat in range(2):
        card = {"id": f"card:{seat}.hand.0", "name": words("a hidden card", "未知的牌"), "hidden": True}
        if s.cards[seat] != HIDDEN:
            card = {"id": f"card:{seat}.hand.0", "name": CARD_NAMES[s.cards[seat]]}
        zones.append({"seat": seat, "name": "hand", "label": words("hand", "手牌"), "cards": [card] * (s.dealt > seat)})
    stakes = [1 + sum(s.bets[i] == BET for i in range(s.length) if i % 2 == seat) for seat in range(2)]
    counters = [counter(words("stake", "注"), stakes[seat], seat=seat) for seat in range(2)]
    done = [WORDS[s.bets[i]] for i in range(s.length)]
    chinese = "，".join(PHRASES["zh"][word] for word in done)
    counters.append(counter(words("moves", "行动"), words(", ".join(done) or "-", chinese or "-")))
    end = None
    if turn(s) == OVER:
        is_fold = s.bets[s.length - 1] == PASS and s.bets[s.length - 2] == BET
        end = words("the other one folded", "对手弃牌") if is_fold else words("the higher card", "牌更大")
    return {"kind": "cards", "zones": zones, "counters": counters, "end": end}


def places(s: Any, move: int) -> tuple[str, ...]:
    return (f"button:{WORDS[move]}",)


def about(s: Any, move: int) -> str:
    if s.length > 0 and s.bets[s.length - 1] == BET:
        if move == PASS:
            return "Fold: you lose 1, whatever the cards are."
        return "Call: put in 1 more; the cards are shown, and the higher one wins 2."
    if move == BET:
        return "Put in 1 more. If the other folds, you win 1; if not, the higher card wins 2."
    if s.length == 0:
        return "Put in nothing more. The other may then bet; if not, the higher card wins 1."
    return "Put in nothing more: the cards are shown, and the higher one wins 1."


def format(s: Any, move: int) -> str:
    return CARDS[move] if s.dealt < 2 else WORDS[move]


def parse(s: Any, text: str) -> int:
    if s.dealt < 2:
        return list(CARDS).index(text.strip().upper())
    return WORDS.index(text.strip().lower())
