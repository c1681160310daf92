"""What the event loop will call of a user's rules is called before in a thread, where a loop keeps nobody else waiting.

What does not return there is interrupted (games/trials.py), and the caller is refused. Playout's own games always
return, so nothing is rehearsed of them.
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
    """Show a position of a room to everybody, and those to which chance leads from it. May be called in any thread."""
    if room.game.rules.is_built_in:
        return
    while True:
        for viewer in (None, *((PUBLIC, *range(room.game.seats)) if room.hides else ())):
            describe(state, viewer, ply=len(state.history))
        if state.turn != CHANCE:
            return
        state = _tell(state, state.sample(Rng(room.record.seed, len(state.history))))


def rehearse_move(room: Room, before: State, move: int | str) -> None:
    """Play a move, and show where it leads. May be called in any thread."""
    if not room.game.rules.is_built_in:
        rehearse(room, _tell(before, before.play(move)))


def _tell(before: State, after: State) -> State:
    move = after.history[-1]
    say_move(before, move)
    in_both(lambda: before.tell(move))
    return after
