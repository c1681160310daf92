"""The agents that a GPU can play, and the kernels and trees that serve them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from playout import native
from playout.agents import Agent, Random, RuleBased, Searcher
from playout.algorithms.base import Search
from playout.algorithms.flat.decisions import policy_of, template_of
from playout.algorithms.flat.kernel import arm_type, workspace_type
from playout.algorithms.flat.search import Flat
from playout.algorithms.registry import new_search
from playout.algorithms.uct.forest import ForestPlan, TreeRows, binding_of
from playout.algorithms.uct.search import Uct
from playout.arena.definition import Definition
from playout.arena.entrants import Entrant, first_decision
from playout.arena.executors.gpu.matches import play_at_random, play_by_rules, play_by_sampling, play_by_uct
from playout.game import State
from playout.native import Batch, Memory
from playout.rules import PlayoutError, Rules

__all__ = ["GpuPlayers", "Group"]

_CAN = "a GPU plays random, rules, flat, ucb and uct, with simulations=; use the backend cpu for others"


@dataclass(frozen=True)
class Group:
    """The agents that one kernel plays, by the arguments with which it is bound."""

    kind: str
    policy: str = ""
    functions: native.Functions = frozenset()
    switches: frozenset[str] = frozenset()


class GpuPlayers:
    """The agents of a tournament, by group."""

    def __init__(self, definition: Definition, backend: str) -> None:
        """Raises PlayoutError if a GPU cannot play this game, or one of the agents."""
        game = definition.game
        if game.rules.is_object:
            raise PlayoutError(f"{game.name} is a Python class and runs interpreted: use the backend cpu")
        if definition.clock.limits:
            raise PlayoutError("a GPU plays without a clock: leave the clock out, or use the backend cpu")
        state = first_decision(game)
        if state is None:
            raise PlayoutError(f"in {game.name} no seat ever decides, so there is nothing to play on a GPU")
        self.rules: Rules = game.rules
        self.backend = backend
        self.groups: list[Group] = []
        """The groups by number."""
        searches: dict[str, list[tuple[Search, int]]] = {}
        group_numbers, search_numbers = [], []
        for entrant in definition.entrants:
            group, search, budget = _read(entrant, state)
            if group not in self.groups:
                self.groups.append(group)
            group_numbers.append(self.groups.index(group))
            alike = searches.setdefault(group.kind, [])
            search_numbers.append(len(alike))
            if search is not None:
                alike.append((search, budget))
        self.group_of = np.array(group_numbers, np.int64)
        """The group number of each agent."""
        self.search_of = np.array(search_numbers, np.int64)
        """The index of each agent among the searches of its kind."""
        grown = [(search, budget) for search, budget in searches.get("uct", []) if isinstance(search, Uct)]
        sampled = [(search, budget) for search, budget in searches.get("flat", []) if isinstance(search, Flat)]
        self.plan = ForestPlan(grown) if grown else None
        """The plan of the UCT trees; None without UCT agents."""
        self._templates = [template_of(search) for search, _ in sampled]
        self._budgets = [budget for _, budget in sampled]

    def bind(self) -> list[Batch]:
        """The kernel of each group."""
        return [self._bind(group) for group in self.groups]

    def _bind(self, group: Group) -> Batch:
        rules = self.rules
        listed = np.int64, max(1, rules.max_moves)
        how: dict[str, Any] = {"policy": group.policy, "functions": group.functions, "switches": group.switches}
        if group.kind == "uct":
            assert self.plan is not None
            scratch = (rules.dtype, 3), (self.plan.scratch, 1), listed
            return native.batch(play_by_uct, rules, self.backend, scratch=scratch, **how)
        if group.kind == "flat":
            arms, workspace = arm_type(rules.players), workspace_type(rules.max_moves, rules.players)
            sampling = (rules.dtype, 2), (arms, max(1, rules.max_moves)), (workspace, 1), (np.uint64, 2), listed
            return native.batch(play_by_sampling, rules, self.backend, scratch=sampling, **how)
        kernel = play_at_random if group.kind == "random" else play_by_rules
        return native.batch(kernel, rules, self.backend, scratch=((rules.dtype, 1), listed), **how)

    def settings(
        self, group: Group, forest: TreeRows | None, memory: Memory
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Further arguments of a group's kernel: those after the matches, and the last ones."""
        if group.kind == "flat":
            budgets = np.array(self._budgets, np.int64)
            return (memory.to_device(np.concatenate(self._templates)), memory.to_device(budgets)), ()
        if group.kind != "uct":
            return (), ()
        assert self.plan is not None
        return (forest,), (self.plan.most,)


def _read(entrant: Entrant, state: State) -> tuple[Group, Search | None, int]:
    """An agent's group. For a search, also the search on the first position and its simulations per move."""
    player: Agent = entrant.fresh(0)
    if isinstance(player, Random):
        return Group("random"), None, 0
    if isinstance(player, RuleBased):
        return Group("rules", policy=player.policy), None, 0
    if not isinstance(player, Searcher) or player.algorithm.name not in ("uct", "flat", "ucb"):
        raise PlayoutError(f"{entrant.spelling} cannot be played on a GPU: {_CAN}")
    limit = player.limit.given()
    if set(limit) - {"memory"} != {"simulations"}:
        raise PlayoutError(f"{entrant.spelling} cannot be played on a GPU: its only limit has to be simulations=")
    if player.ponder or player.shared or player.blunder:
        raise PlayoutError(f"{entrant.spelling} cannot be played on a GPU: leave ponder, shared and blunder out")
    search = new_search(state, player.algorithm, limit=player.limit, seed=0)
    count: int = limit["simulations"]
    if isinstance(search, Uct):
        return Group("uct", **binding_of(search)), search, count
    assert isinstance(search, Flat)
    return Group("flat", policy=policy_of(search)), search, count
