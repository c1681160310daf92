"""Positions as models: what somebody sees of a state, its legal moves, and how a match ended."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from playout.game import State
from playout.rules import CHANCE
from playout.web import schema
from playout.web.games.phrases import in_both, phrase, say_move

__all__ = [
    "chinese_seat",
    "describe",
    "line_step",
    "move_models",
    "outcome",
    "outcome_of",
    "position_key",
    "seat_or_none",
    "seen",
    "walk",
]


def seat_or_none(seat: int) -> int | None:
    """A seat, or None where chance or nobody is to move."""
    return seat if seat >= 0 else None


def seen(state: State, viewer: int | None) -> State:
    """What a seat sees of a position; None sees everything."""
    return state if viewer is None or state.observer is not None else state.seen_by(viewer)


def describe(state: State, viewer: int | None, *, ply: int, line: Sequence[int] = ()) -> schema.Position:
    """A position as a seat sees it, or as it is."""
    shown = seen(state, viewer)
    # The last move is marked on boards where nothing is hidden; where something is, a view keeps its own record.
    last = state.history[-1] if state.history and not state.game.rules.has("mask") else None
    return schema.Position(
        ply=ply,
        line=list(line),
        turn=seat_or_none(state.turn),
        chance=state.turn == CHANCE,
        over=state.over,
        payoffs=list(state.payoffs) if state.over else None,
        outcome=outcome(state) if state.over else None,
        view=schema.VIEWS.validate_python(shown.view(last)),
        legal=move_models(shown) if state.turn >= 0 and shown.observer in (None, state.turn) else [],
        text=shown.show(),
        notation=_notation(shown),
        key=position_key(shown),
    )


def _notation(state: State) -> str | None:
    if state.game.name != "chess":
        return None
    return str(state).splitlines()[-1]


def move_models(state: State) -> list[schema.Move]:
    """The legal moves of the seat to move; by the game's menu where it has one, which names groups."""
    menus = in_both(state.menu)
    if not menus[0]:
        return [_move(state, move, *say_move(state, move)) for move in state.moves()]
    rules = state.game.rules
    rows = [{move: (heading, said) for heading, row in menu for said, move in row} for menu in menus]
    found = []
    for move, (heading, said) in rows[0].items():
        heading_zh, said_zh = rows[1][move]
        group = phrase(rules, heading, heading_zh)
        words = phrase(rules, said, said_zh) if said else group
        found.append(_move(state, move, say_move(state, move)[0], words, group if said else None))
    return found


def _move(
    state: State, move: int, text: str, words: schema.Words | None, group: schema.Words | None = None
) -> schema.Move:
    return schema.Move(move=move, text=text, places=list(state.places(move)), words=words, group=group)


def line_step(state: State, move: int) -> schema.LineStep:
    """A move of a line; what chance does touches nothing."""
    places = [] if state.turn == CHANCE else list(state.places(move))
    text, words = say_move(state, move)
    return schema.LineStep(seat=seat_or_none(state.turn), move=move, text=text, words=words, places=places)


def position_key(state: State) -> str:
    """Equal positions, as they are seen, have equal keys."""
    identity = state._identity() if not state.game.rules.is_object else str(state)
    text = repr((state.game.fingerprint, state.observer, state.turn, identity))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def outcome(state: State) -> schema.Words:
    """How a match that is over ended, in words."""
    return outcome_of(state.payoffs, [state.game.seat_name(seat) for seat in range(state.game.seats)])


def chinese_seat(name: str) -> str:
    """The name of a seat in Chinese; one that the game has made up, such as X, stays."""
    if name.startswith("seat ") and name[5:].isdigit():
        return f"{name[5:]} 号座位"
    return {"Black": "黑方", "White": "白方"}.get(name, name)


def outcome_of(payoffs: Sequence[float], names: Sequence[str]) -> schema.Words:
    most = max(payoffs)
    best = [name for name, payoff in zip(names, payoffs, strict=True) if payoff == most]
    if len(best) == len(payoffs):
        return schema.Words(en="A draw", zh="平局")
    if len(best) > 1:
        return schema.Words(
            en=f"{' and '.join(best)} share the win", zh=f"{'、'.join(map(chinese_seat, best))} 并列第一"
        )
    return schema.Words(
        en=f"{best[0].capitalize() if best[0].islower() else best[0]} wins", zh=f"{chinese_seat(best[0])} 获胜"
    )


def walk(state: State, line: Sequence[int], viewer: int | None) -> list[State]:
    """The positions along a line, one after each move. What a seat cannot see is guessed, once, as a search does."""
    current = state
    if viewer is not None and state.game.rules.has("mask"):
        current = state.seen_by(viewer).guess(0)
    found = []
    for move in line:
        current = current.play(move)
        found.append(current)
    return found
