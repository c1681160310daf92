"""A search result in a few sentences, which say only what its numbers say."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playout.algorithms.results import Candidate, SearchResult

__all__ = ["SAME", "explain", "find_rival"]

SAME = 0.0005
"""Values that differ by less read the same with three digits, or nearly."""

ENOUGH = (100, 0.01)
"""Visits, or a share of the best move's: a move with fewer of both is not compared, since its mean is mostly luck."""

LONGEST = 8
"""Moves of a line that are named."""

CHANGES = 4
"""Changes of the choice that are named."""


def explain(result: SearchResult) -> str:
    """Why this move."""
    sentences = [_verdict(result)]
    if len(result.candidates) == 1:
        sentences.append("It is the only legal move.")
    elif result.known:
        sentences += _comparison(result)
    sentences += _outlook(result)
    if len(result.candidates) > 1 and result.known:
        sentences.append(_steadiness(result))
    return " ".join(sentences)


def _verdict(result: SearchResult) -> str:
    seat, best = result.state.turn, result.candidates[0]
    name, spent = result.state.format(result.move), f"{result.work:,} {result.unit}"
    who = result.state.game.seat_name(seat)
    if best.values is None:
        return f"After {spent} it is not known what any move is worth to {who}; {name} is what would be played."
    value = best.values[seat]
    if not best.proven:
        tail = "nothing is proven" if not any(item.proven for item in result.candidates) else "that is not proven"
        own = result.state.score_text(value)
        return f"{name} is worth about {value:.3f}{f' ({own})' if own else ''} to {who}, by {spent}; {tail}."
    when = f" in {best.plies} {'ply' if best.plies == 1 else 'plies'}" if best.plies is not None else ""
    least, most = result.state.game.rules.payoff_bounds
    kind = "wins" if value >= most else "loses" if value <= least else f"is worth exactly {value:.3f}"
    if result.proven:
        return f"{name} {kind}{when} with best play; that is proven."
    return f"{name} {kind}{when} with best play, which is proven; whether another move is better is not."


def find_rival(result: SearchResult) -> tuple[Candidate, float, bool] | None:
    """The best of the other moves, by how much it is behind, and whether all others were compared.

    None if no other was looked at enough.
    """
    seat, best = result.state.turn, result.candidates[0]
    least = min(ENOUGH[0], ENOUGH[1] * best.visits)
    others = [
        item for item in result.candidates[1:] if item.values is not None and (item.proven or item.visits >= least)
    ]
    if not others:
        return None
    second = max(others, key=lambda item: _worth(item, seat))
    return second, _worth(best, seat) - _worth(second, seat), len(others) + 1 == len(result.candidates)


def _comparison(result: SearchResult) -> list[str]:
    """How the best of the other moves compares, by value and by visits."""
    found, best = find_rival(result), result.candidates[0]
    if found is None:
        return []
    second, margin, is_all = found
    name, other = result.state.format(best.move), result.state.format(second.move)
    if margin > SAME:
        lead = "The second best" if is_all else "Of the others that were looked at enough the best"
        return [f"{lead} is {other}, {margin:.3f} behind."]
    compared = "is worth as much" if margin >= -SAME else f"has a value {-margin:.3f} higher"
    if best.visits == second.visits:
        looked = f"both were looked at equally often ({best.visits:,})"
    else:
        how = "more" if best.visits > second.visits else "less"
        looked = f"{name} was looked at {how} ({best.visits:,} against {second.visits:,})"
    return [f"{other} {compared}; {looked}."]


def _worth(item: Candidate, seat: int) -> float:
    return item.values[seat] if item.values is not None else float("-inf")


def _outlook(result: SearchResult) -> list[str]:
    """How play goes on after the first move of the line: what else belongs to the turn, or the answer to it."""
    steps, after = result.follow(result.candidates[0].line)
    if len(steps) < 2:
        return []
    texts = [text for _, text in steps[:LONGEST]]
    if steps[1][0] != steps[0][0]:
        return [f"The best answer to it is {texts[1]}; play may go on {_joined(texts)}."]
    turn = [text for _, text in takewhile(lambda step: step[0] == steps[0][0], steps)]
    if len(turn) == len(steps) and after.turn == steps[0][0]:
        return [f"The turn may go on {_joined(turn)}."]
    return [f"The whole turn is {_joined(turn)}."]


def _joined(texts: list[str]) -> str:
    """Moves in a row; those of several words have commas between them."""
    return (", " if any(" " in text for text in texts) else " ").join(texts)


def _steadiness(result: SearchResult) -> str:
    if len(result.choices) <= 1:
        return "It was ahead at every look."
    changes = ", then ".join(f"{result.state.format(move)} at {work:,}" for work, move in result.choices[-CHANGES:])
    left_out = len(result.choices) - CHANGES
    before = f" (after {left_out} earlier)" if left_out > 0 else ""
    return f"The choice changed with the budget{before}: {changes} {result.unit}."
