"""Positions as models: a viewer's view of a state, its legal moves, and how a match ended."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from playout import boards
from playout.game import Game, State
from playout.protocols.uci_position import fen_of
from playout.rules import CHANCE
from playout.sentences import Item, Wording
from playout.web import schema
from playout.web.games.phrases import in_both, phrase, say_move
from playout.web.refusals import RefusedError

__all__ = [
    "PUBLIC",
    "describe",
    "ending",
    "ending_of",
    "line_step",
    "move_models",
    "position_key",
    "read_line",
    "seat_item",
    "seat_or_none",
    "seen",
    "walk",
]


PUBLIC = -1
"""In place of a seat: a viewer who sees only what every seat sees."""


def seat_or_none(seat: int) -> int | None:
    """The seat, or None if chance or nobody is to move."""
    return seat if seat >= 0 else None


def seen(state: State, viewer: int | None) -> State:
    """What a seat sees of a position; None sees everything."""
    return state if viewer is None or state.observer is not None else state.seen_by(viewer)


def describe(state: State, viewer: int | None, *, ply: int, steps: Sequence[schema.LineStep] = ()) -> schema.Position:
    """A position as a seat sees it, or the whole position. steps: the moves after those of the match."""
    if viewer == PUBLIC and state.game.rules.has("mask"):
        return _describe_public(state, ply)
    shown = seen(state, viewer)
    # A view has no history, so the move to mark is passed along; not in games that hide moves from seats.
    last = state.history[-1] if state.history and not state.game.rules.has("mask") else None
    return schema.Position(
        ply=ply,
        line=[step.move for step in steps],
        steps=list(steps),
        turn=seat_or_none(state.turn),
        chance=state.turn == CHANCE,
        over=state.over,
        payoffs=list(state.payoffs) if state.over else None,
        ending=ending(state) if state.over else None,
        view=shown.view(last),
        legal=move_models(shown) if state.turn >= 0 and shown.observer in (None, state.turn) else [],
        text=shown.show(),
        notation=_notation(shown),
        key=position_key(shown),
    )


def _describe_public(state: State, ply: int) -> schema.Position:
    """A position of a game with hidden information, as spectators see it. It is made from the public view alone."""
    view = public_view(state)
    over = state.over
    return schema.Position(
        ply=ply,
        line=[],
        steps=[],
        turn=seat_or_none(state.turn),
        chance=state.turn == CHANCE,
        over=over,
        payoffs=list(state.payoffs) if over else None,
        ending=ending(state) if over else None,
        view=view,
        legal=[],
        text=view["text"] if view["kind"] == "text" else "",
        notation=None,
        key=hashlib.sha256(repr((ply, view)).encode()).hexdigest()[:24],
    )


def public_view(state: State) -> dict[str, Any]:
    """The part of a position that everybody sees: all seats' masks, applied one after the other.

    The masks are applied once for each seat, with that seat's mask first. If all results agree, the view follows from
    what any one seat sees, so it shows nothing that is hidden from another. If they differ, the rules cannot mask a
    masked position, and nothing is shown.
    """
    seats = range(state.game.seats)
    try:
        views = [_masked(state, [*seats[first:], *seats[:first]]).view() for first in seats]
    except Exception:  # rules may raise any error at a position that is already masked
        views = []
    if views and all(view == views[0] for view in views):
        return views[0]
    return boards.read_view({"kind": "text", "text": ""})


def _masked(state: State, seats: Sequence[int]) -> State:
    """A position without the parts that are hidden from any of these seats. The masks are applied in their order."""
    position = state._copy()
    for seat in seats:
        state.game.call("mask", position, seat)
    return State(state.game._known_to(seats[0]), position, observer=seats[0])


def _notation(state: State) -> str | None:
    """A position of chess as FEN; None for other games."""
    return fen_of(state) if state.game.name == "chess" else None


def move_models(state: State) -> list[schema.Move]:
    """The legal moves of the seat to move. If the game has a menu, it gives the moves and names their groups."""
    abouts, menus = _abouts(state), in_both(state.menu)
    if not menus[0]:
        return [_move(state, move, *say_move(state, move), about=abouts.get(move)) for move in state.moves()]
    rules = state.game.rules
    rows = [{move: (heading, said) for heading, row in menu for said, move in row} for menu in menus]
    found = []
    for move, (heading, said) in rows[0].items():
        heading_zh, said_zh = rows[1][move]
        group = phrase(rules, heading, heading_zh)
        words = phrase(rules, said, said_zh) if said else group
        text = say_move(state, move)[0]
        found.append(_move(state, move, text, words, group if said else None, abouts.get(move)))
    return found


def _abouts(state: State) -> dict[int, schema.Words]:
    """The game's sentences about its legal moves, by move; a move without a sentence is left out."""
    if not state.game.rules.has("about"):
        return {}
    english, chinese = in_both(lambda: {move: state.about(move) for move in state.moves()})
    return {move: phrase(state.game.rules, said, chinese[move]) for move, said in english.items() if said}


def _move(
    state: State,
    move: int,
    text: str,
    words: schema.Words | None,
    group: schema.Words | None = None,
    about: schema.Words | None = None,
) -> schema.Move:
    places = list(state.places(move))
    return schema.Move(move=move, text=text, places=places, words=words, group=group, about=about)


def line_step(state: State, move: int) -> schema.LineStep:
    """A move of a line. A chance outcome has no touch points."""
    places = [] if state.turn == CHANCE else list(state.places(move))
    text, words = say_move(state, move)
    return schema.LineStep(seat=seat_or_none(state.turn), move=move, text=text, words=words, places=places)


def position_key(state: State) -> str:
    """A key of the position as it is seen: equal positions have equal keys."""
    identity = state._identity() if not state.game.rules.is_object else str(state)
    text = repr((state.game.fingerprint, state.observer, state.turn, identity))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def ending(state: State) -> schema.Sentence:
    """How a match that is over ended: who won, and in which way, if the game says so."""
    said = ending_of(state.payoffs, state.game)
    how = state.view()["end"]
    if how is not None:
        said = Wording("ending.how", {"ending": said, "how": how})
    return schema.Sentence.of(said)


def seat_item(game: Game, seat: int) -> Item:
    """The name of a seat within a sentence: Black, X, Player 1."""
    name = game.seat_name(seat)
    if not game.rules.seat_names:
        return Wording("seat.number", {"number": seat + 1})
    return Wording(f"seat.{name}") if name in ("Black", "White") else name


def ending_of(payoffs: Sequence[float], game: Game) -> Wording:
    """Who won, according to the payoffs."""
    most = max(payoffs)
    best = [seat_item(game, seat) for seat, payoff in enumerate(payoffs) if payoff == most]
    if len(best) == len(payoffs):
        return Wording("ending.draw")
    if len(best) > 1:
        return Wording("ending.share", {"seats": best})
    (first,) = best
    if isinstance(first, str) and first.islower():
        first = first.capitalize()
    return Wording("ending.wins", {"seat": first})


def walk(state: State, line: Sequence[int], viewer: int | None) -> list[State]:
    """The positions along a line, one after each move. What the seat cannot see is guessed once, as in a search."""
    if viewer == PUBLIC:
        raise RefusedError("line.unseen", kind="forbidden")
    current = _guessed(state, viewer)
    found = []
    for move in line:
        current = current.play(move)
        found.append(current)
    return found


def read_line(state: State, line: Sequence[int], viewer: int | None) -> list[schema.LineStep]:
    """The moves of a line with their texts."""
    before = [_guessed(state, viewer), *walk(state, line[:-1], viewer)]
    return [line_step(at, move) for at, move in zip(before, line, strict=False)]


def _guessed(state: State, viewer: int | None) -> State:
    return state.seen_by(viewer).guess(0) if viewer is not None and state.game.rules.has("mask") else state
