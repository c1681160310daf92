"""Forced blocks in five in a row in a cube for three: one cell has to be taken at once. How often searches take it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import partial

import playout
from experiments.common import Options
from experiments.pages import Page
from experiments.three_players.variants import GAME
from experiments.verdicts import Gain, wilson
from playout.arena.cells import number, percent
from playout.arena.reporting.tables import ReportTable

__all__ = ["Blocks", "count_blocks", "threatened", "write_blocks"]

PART = 20
"""Positions of a part."""


@dataclass(frozen=True)
class Blocks:
    """In how many positions the forced block is played."""

    positions: int
    plain: int
    pruning: int
    gained: int
    """Positions in which only the search that prunes plays it."""
    lost: int
    """Positions in which only the plain search plays it."""

    @property
    def gain(self) -> Gain | None:
        """The share of the search that prunes in the positions in which only one of the two blocks, minus 1/2."""
        either = self.gained + self.lost
        if not either:
            return None
        low, high = wilson(self.gained, either)
        return Gain(self.gained / either - 0.5, low - 0.5, high - 0.5)


@dataclass(frozen=True)
class Part:
    """The counts of some of the positions."""

    by: dict[int, Blocks]
    """The counts by simulations."""


def count_blocks(options: Options, positions: int, few: Sequence[int], plain: str, pruning: str) -> dict[int, Blocks]:
    """How often UCT with these options plays the forced block, by simulations."""

    def look(begin: int, size: int) -> Part:
        seeds = range(options.seed + begin, options.seed + begin + size)
        cases = [(seed, *threatened(seed)) for seed in seeds]
        found = {}
        for n in few:
            ones, others = (
                [_plays(f"uct({words}, simulations={n}, seed={seed})", state, block) for seed, state, block in cases]
                for words in (plain, pruning)
            )
            pairs = list(zip(ones, others, strict=True))
            found[n] = Blocks(size, sum(ones), sum(others), pairs.count((False, True)), pairs.count((True, False)))
        return Part(found)

    size = min(PART, positions)
    parts = [
        options.progress.part(f"blocks {begin}, {few}", Part, partial(look, begin, size))
        for begin in range(0, positions, size)
    ]
    return {n: Blocks(*map(sum, zip(*(astuple(part.by[n]) for part in parts), strict=True))) for n in few}


def write_blocks(page: Page, blocks: Mapping[int, Blocks]) -> None:
    page.heading("Forced blocks")
    page.text(
        f"{max(row.positions for row in blocks.values())} positions from matches of weak players in which the next "
        "player wins on one cell unless it is taken now. The table has, by simulations, how often each search takes "
        "the cell, and in how many positions only one of the two takes it."
    )
    rows = [
        [
            number(n),
            *(percent(count / row.positions) for count in (row.plain, row.pruning)),
            number(row.gained),
            number(row.lost),
        ]
        for n, row in blocks.items()
    ]
    page.table(ReportTable(["simulations", "plain, %", "pruning, %", "only pruning", "only plain"], rows))


def _plays(agent: str, state: playout.State, block: str) -> bool:
    return state.format(playout.agent(agent).choose(state)) == block


def threatened(seed: int) -> tuple[playout.State, str]:
    """A position from a match of weak players, and a cell. The next player threatens to win on this cell only, and the
    player to move cannot win at once.
    """
    game = playout.load(GAME)
    players = [playout.agent(f"uct(policy='uniform', simulations=400, seed={seed})") for _ in range(3)]
    state = game.start()
    while not state.over:
        threats = winning(state, 1)
        if len(threats) == 1 and not winning(state, 0):
            return state, threats[0]
        state = state.play(players[state.turn].choose(state))
    return threatened(seed + 1000)


def winning(state: playout.State, ahead: int) -> list[str]:
    """The cells on which the seat to move (ahead 0), or the one after it (ahead 1), would win."""
    cells = state.moves()
    found = []
    for cell in cells:
        after = state
        if ahead:
            after = state.play(next(other for other in cells if other != cell))
        if after.over:
            continue
        after = after.play(cell)
        if after.over and max(after.payoffs) == 1:
            found.append(state.format(cell))
    return found
