"""The encoding of one game for a network: the shape of its planes, the size of its policy, its symmetries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.encoding.sampling import number_move, refuse_unlearnable, write_planes
from playout.encoding.symmetries import Symmetry, symmetry_group
from playout.encoding.terms import value_of
from playout.fingerprints import encoding_digest
from playout.game import Game, State
from playout.loading import option_defaults
from playout.record_planes import record_shape
from playout.rules import RulesError

__all__ = ["NetworkEncoding", "described_encoding", "encode", "encoding_of", "index_of", "options_of"]


@dataclass(frozen=True)
class NetworkEncoding:
    """The shapes of a network's inputs and outputs for a game.

    A game on a smaller board can also be encoded in the shape of a larger one; cells outside its board are 0.
    """

    planes: tuple[int, int, int]
    """The numbers of planes, rows and columns."""
    policy_size: int
    seats: int
    symmetries: tuple[str, ...]
    digest: str
    """A hash of the functions that write planes and number moves."""

    @cached_property
    def group(self) -> list[Symmetry]:
        """All symmetries, the identity first."""
        return symmetry_group(self.symmetries, self.planes, self.policy_size)


def options_of(game: Game) -> dict[str, Any]:
    """All options of a game, the defaults included."""
    return {**option_defaults(game.rules), **game.options}


def encoding_of(game: Game) -> NetworkEncoding:
    """`described_encoding` of a game. Raises RulesError if a network could not learn from it."""
    made = described_encoding(game)
    refuse_unlearnable(game, made)
    return made


def described_encoding(game: Game) -> NetworkEncoding:
    """The encoding that a game's file describes, with the shape for its options. Without `planes`, the encoding of the
    record.
    """
    rules, options = game.rules, options_of(game)
    if rules.is_object:
        raise RulesError(
            f"{game.name} is a Python class, which cannot be encoded for a network; write its rules over a record"
        )
    word = "PLANES"
    try:
        if rules.planes:
            count, rows, columns = (value_of(term, options) for term in rules.planes)
        elif rules.has("mask"):
            raise ValueError("it hides things, so its record would show too much")
        else:
            count, rows, columns = record_shape(rules.dtype, rules.players, rules.fields)
        word = "POLICY_SIZE"
        size = rules.max_moves if rules.policy_size is None else rules.policy_size
        size = value_of(size, {**options, "rows": rows, "columns": columns})
        word = "SYMMETRIES"
        made = NetworkEncoding((count, rows, columns), size, game.seats, rules.symmetries, encoding_digest(rules))
        _ = made.group
    except ValueError as error:
        if rules.planes or word != "PLANES":
            raise RulesError(f"{rules.path}: {word}: {error}") from error
        raise RulesError(
            f"a network cannot see {game.name}: {error}; or write planes(s, seat, out) and PLANES in {rules.path}, as "
            "docs/hooks.md shows"
        ) from error
    return made


def encode(state: State, encoding: NetworkEncoding) -> NDArray[np.uint8]:
    """The planes of a position for the seat to move, uint8[planes, rows, columns], by interpreted rules."""
    out = np.zeros(encoding.planes, np.uint8)
    rules = state.game.rules
    native.bind(write_planes, rules, "python")(native.view(state.position, "python"), out)
    return out


def index_of(state: State, move: int, encoding: NetworkEncoding) -> int:
    """The index of a move's logit."""
    _, rows, columns = encoding.planes
    return int(native.bind(number_move, state.game.rules, "python")(move, rows, columns))
