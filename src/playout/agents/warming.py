"""Loading or compiling the code of an agent before its first move."""

from __future__ import annotations

from playout.agents.base import Agent
from playout.agents.factory import agent
from playout.agents.searcher import Searcher
from playout.algorithms.registry import ALGORITHMS
from playout.game import Game
from playout.limits import Limit
from playout.rng import Rng
from playout.rules import CHANCE
from playout.spelling import Spec

__all__ = ["warm_moves", "warm_up"]

WARM_PLIES = 6
"""The number of moves that are played to load or compile the code of an agent."""

WARM_STEPS = 8
"""The number of moves after which all code that plays moves was called."""


def warm_up(game: Game, player: str | Spec | Agent) -> None:
    """Load or compile the code of an agent for a game: an equal search with the smallest limit plays a few moves.

    The agent itself does not change. An agent without a search has nothing to compile.
    """
    given = agent(player) if isinstance(player, (str, Spec)) else player
    if not isinstance(given, Searcher):
        return
    quick = Searcher(given.algorithm, limit=_smallest_limit(given), seed=0)
    state, luck = game.start(), Rng(0)
    for _ in range(WARM_PLIES):
        while state.turn == CHANCE:
            state = state.sample(luck)
        if state.over:
            return
        state = state.play(quick.choose(state.seen_by(state.turn)))


def warm_moves(game: Game) -> None:
    """Load or compile the code that plays moves after `Game.compile`; the game itself does not change."""
    if game.rules.is_object:
        return
    own = Game(game.source, game.rules, game.options)
    own.compile()
    state = own.start()
    while not state.over and len(state.history) < WARM_STEPS:
        state = state.sample(0) if state.turn == CHANCE else state.play(state.moves()[0])


def _smallest_limit(searcher: Searcher) -> Limit:
    """The smallest limit of the search; its memory stays, since kernels may depend on it."""
    known = ALGORITHMS[searcher.algorithm.name].limits
    return Limit(
        simulations=4 if "simulations" in known else None,
        nodes=4 if "nodes" in known and "simulations" not in known else None,
        memory=searcher.limit.memory,
    )
