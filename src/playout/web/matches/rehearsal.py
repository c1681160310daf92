"""Calls a user's rules in a thread before the event loop calls them, so that an endless loop keeps nobody else waiting.

A call that does not return is interrupted (games/trials.py), and the request is refused. Playout's own games always
return, so they are not rehearsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playout.game import State
from playout.rng import Rng
from playout.rules import CHANCE
from playout.web.games.phrases import in_both, say_move
from playout.web.games.positions import PUBLIC, describe

if TYPE_CHECKING:
    from playout.web.matches.room import Room

__all__ = ["rehearse", "rehearse_move"]


def rehearse(room: Room, state: State) -> None:
    """Show every viewer a position of a room, and those that chance may reach from it. Any thread may call it."""
    if room.game.rules.is_built_in:
        return
    while True:
        for viewer in (None, *((PUBLIC, *range(room.game.seats)) if room.hides else ())):
            describe(state, viewer, ply=len(state.history))
        if state.turn != CHANCE:
            return
        state = _tell(state, state.sample(Rng(room.record.seed, len(state.history))))


def rehearse_move(room: Room, before: State, move: int | str) -> None:
    """Play a move and show the position that it reaches. May be called in any thread."""
    if not room.game.rules.is_built_in:
        rehearse(room, _tell(before, before.play(move)))


def _tell(before: State, after: State) -> State:
    move = after.history[-1]
    say_move(before, move)
    in_both(lambda: before.tell(move))
    return after
