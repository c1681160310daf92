"""Checks of the position with which a search begins or continues."""

from __future__ import annotations

from typing import Any

from playout.game import Game, State
from playout.notices import shown
from playout.rules import CHANCE, OptionError, PlayoutError

__all__ = ["check_state", "is_same_game", "refuse_idle", "refuse_open"]


def check_state(state: Any) -> None:
    """Refuse anything that is not a state; if it is a game, the error says how to get a state."""
    if isinstance(state, Game):
        raise OptionError(f"{state.name} is a game, and a search needs a position of it; give a state: game.start()")
    if not isinstance(state, State):
        raise OptionError(f"a search needs a position; give a state, like game.start(), not {shown(state)}")


def is_same_game(one: Game, other: Game) -> bool:
    """Whether a search of one game can continue in the other. The game of a view counts as the game itself."""
    if one.observer is None and other.observer is None:
        return one == other
    return one.rules is other.rules and one.seats == other.seats


def refuse_open(state: State) -> None:
    """Refuse the full position of a game with hidden information."""
    if state.observer is None and state.game.rules.has("mask"):
        raise PlayoutError(
            f"{state.game.name} hides things from its seats, and this is the whole position: search what the seat to "
            "move sees (state.seen_by(state.turn)), or write open=True to search with open cards"
        )


def refuse_idle(state: State) -> None:
    """Refuse a position in which no seat is to move, and the view of a seat that is not to move."""
    if state.over:
        raise PlayoutError("the match is over, there is nothing to search")
    if state.turn == CHANCE:
        raise PlayoutError("chance decides here; play an outcome (state.sample) and search then")
    if state.observer not in (None, state.turn):
        raise PlayoutError(
            f"seat {state.turn} is to move, and this is what seat {state.observer} sees; search what the seat to "
            f"move sees (state.seen_by({state.turn}))"
        )
