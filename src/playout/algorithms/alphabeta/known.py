"""Reading alpha-beta's table: the entry of a position, with scores converted to payoffs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout.algorithms.alphabeta import table as layout
from playout.algorithms.alphabeta.scores import Scores
from playout.game import Game, State

__all__ = ["Known", "find_entry", "forced_move", "known_move", "one_earlier", "place_of", "read_entry"]


@dataclass(frozen=True)
class Known:
    """An entry of the table for a position. Bounds are for the seat to move."""

    move: int | None
    """The best move, or the move that caused a cut."""
    values: tuple[float, ...]
    """The payoffs by seat, from the score."""
    at_least: bool
    """Whether the value is a lower bound. Without `at_most`, the move caused a cut."""
    at_most: bool
    """Whether the value is an upper bound. Without `at_least`, no move reached alpha."""
    depth: int | None
    """The depth of the search in plies; None: to the end of the match."""
    is_evaluated: bool
    """Whether the score depends on an evaluation."""
    plies: int | None
    """The plies to the end of the match, if the position is solved and not a draw."""
    nodes: int
    """The nodes of the search below it, rounded down to a power of four; 1 if the table has grown since."""

    @property
    def is_solved(self) -> bool:
        """Whether the value is exact and proven."""
        return self.at_least and self.at_most and not self.is_evaluated


def find_entry(table: NDArray[np.uint64], state: State) -> tuple[Any, Any]:
    """The two words of the table's entry for a position; NOTHING if it has none."""
    with np.errstate(over="ignore"):
        word = layout.spread(np.uint64(state._call("key")))
    first, second = layout.find(table, place_of(table, word, state.game, state.position), word)
    return first, second


def place_of(table: NDArray[np.uint64], word: Any, game: Game, position: NDArray[Any]) -> int:
    """The index of the pair of a position with this hash."""
    plies = int(game.call("left", position)) if game.rules.has("left") else layout.NEAR + 1
    return int(layout.place(word, layout.part_for(len(table), plies)))


def known_move(entry: Any, second: Any, state: State) -> int | None:
    """The move of an entry; None if it is not legal in the position."""
    if entry == layout.NOTHING:
        return None
    return next((move for move in state.moves() if layout.short(move) == layout.move_of(entry, second)), None)


def forced_move(state: State) -> int | None:
    """The only move that `tactics` lists, or None. Then the position after it has an entry, and this one has none."""
    out = np.zeros(state.game.rules.max_moves, np.int64)
    return int(out[0]) if int(state._call("tactics", out)) == 1 else None


def one_earlier(known: Known, move: int, *, turned: bool) -> Known:
    """The entry of a position with one move, from the entry after the move; turned: the seat to move changes."""
    at_least, at_most = (known.at_most, known.at_least) if turned else (known.at_least, known.at_most)
    depth = None if known.depth is None else known.depth + 1
    plies = None if known.plies is None else known.plies + 1
    return replace(known, move=move, at_least=at_least, at_most=at_most, depth=depth, plies=plies)


def read_entry(table: NDArray[np.uint64], scores: Scores, state: State) -> Known | None:
    """The entry of the table for a position; None if it has none."""
    entry, second = find_entry(table, state)
    if entry == layout.NOTHING:
        return None
    score, bits = int(layout.stored_score(second)), int(entry)
    bound, depth = bits >> 10 & 3, bits >> 13 & 511
    is_evaluated = bool(bits >> 12 & 1)
    is_exact = bound == layout.LOWER | layout.UPPER
    return Known(
        move=known_move(entry, second, state),
        values=scores.values(score, state.turn),
        at_least=bool(bound & layout.LOWER),
        at_most=bool(bound & layout.UPPER),
        depth=None if depth == layout.FOREVER else depth,
        is_evaluated=is_evaluated,
        plies=scores.plies(score) if is_exact and not is_evaluated else None,
        nodes=4 ** (int(second) & 15),
    )
