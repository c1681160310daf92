"""The default of `c` in a game that sets none: benchmarks/default_c.py has all measurements."""

from __future__ import annotations

import pytest

import playout
from playout.arena.statistics.pair_scores import pair_scores
from tests import paths

GAMES = paths.ROOT / "benchmarks" / "games"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "simulations"), [("dots_and_boxes", 500), ("pentago", 2000)])
def test_the_default_is_stronger_than_1(game: str, simulations: int) -> None:
    """On a game of those that it was chosen by, and on one that it was not: the whole interval is above even."""
    agents = [f"uct(simulations={simulations})", f"uct(simulations={simulations}, c=1.0)"]
    outcome = playout.tournament(GAMES / f"{game}.py", agents, matches=100, seed=11, openings=4, workers=1)
    assert pair_scores(outcome.results).low[0, 1] > 0.5
