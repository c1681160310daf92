"""Positions in which the exact value of every move is known, and the number of mistakes that an agent makes in them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from playout.agents import agent
from playout.algorithms.search import search
from playout.game import Game, State
from playout.rng import Rng
from playout.rules import PlayoutError
from playout.spelling import Spec

__all__ = [
    "Mistakes",
    "SolvedPosition",
    "can_be_solved",
    "mistakes",
    "read_positions",
    "solved_positions",
    "write_positions",
]

NODES = 300_000
"""The node limit per move. A position that needs more is left out."""


@dataclass(frozen=True)
class SolvedPosition:
    """A position whose moves have different exact values."""

    moves: tuple[int, ...]
    """The moves from the game's first position."""
    values: dict[int, float]
    """The exact value of each legal move, for the seat to move."""


@dataclass(frozen=True)
class Mistakes:
    """The number of positions in which an agent chose a move below the best value."""

    wrong: int
    positions: int

    @property
    def share(self) -> float:
        return self.wrong / self.positions


def can_be_solved(game: Game) -> bool:
    """Whether alpha-beta can prove values in this game."""
    rules = game.rules
    return game.seats == 2 and rules.payoff_sum is not None and not (rules.has("chance") or rules.has("mask"))


def solved_positions(game: Game, *, most: int, seconds: float, seed: int) -> list[SolvedPosition]:
    """Positions of random matches that alpha-beta solves quickly, so mostly late ones. At most `most`, fewer if the
    time runs out.
    """
    found: dict[tuple[int, ...], SolvedPosition] = {}
    rng, end = Rng(seed), time.perf_counter() + seconds
    while len(found) < most and time.perf_counter() < end:
        state = game.start()
        line: list[State] = []
        while not state.over:
            line.append(state)
            options = state.moves()
            state = state.play(options[rng.below(len(options))])
        chosen = line[rng.below(len(line))]
        if chosen.history not in found:
            position = _solved(chosen)
            if position is not None:
                found[chosen.history] = position
    return list(found.values())


def _solved(state: State) -> SolvedPosition | None:
    """A position with the values of its moves. None if all values are equal, or if a search reached its node limit."""
    seat, values = state.turn, {}
    for move in state.moves():
        after = state.play(move)
        if after.over:
            values[move] = after.payoffs[seat]
            continue
        result = search(after, "alphabeta", nodes=NODES)
        if not result.proven:
            return None
        values[move] = result.values[seat]
    return SolvedPosition(state.history, values) if len(set(values.values())) > 1 else None


def mistakes(game: Game, spelling: Spec, positions: Iterable[SolvedPosition]) -> Mistakes:
    """The mistakes of an agent in these positions."""
    player = agent(spelling)
    wrong = count = 0
    for position in positions:
        player.reset(count)
        move = player.choose(game.replay(position.moves))
        wrong += position.values[move] < max(position.values.values())
        count += 1
    return Mistakes(wrong, count)


def write_positions(path: Path, positions: list[SolvedPosition]) -> None:
    """Write one line per position: {"moves": [...], "values": {"move": value}}."""
    lines = (json.dumps({"moves": list(item.moves), "values": item.values}) for item in positions)
    path.write_text("".join(f"{line}\n" for line in lines))


def read_positions(path: Path) -> list[SolvedPosition]:
    """Read a file that `write_positions` wrote."""
    found = []
    try:
        for line in path.read_text().splitlines():
            record = json.loads(line)
            values = {int(move): float(value) for move, value in record["values"].items()}
            found.append(SolvedPosition(tuple(map(int, record["moves"])), values))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise PlayoutError(f"{path} does not hold positions with values: {error}") from None
    return found
