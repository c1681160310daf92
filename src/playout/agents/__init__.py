"""Agents choose moves. An agent is spelt the same everywhere: `random`, `rules`, `uct(seconds=2)`."""

from playout.agents.base import Agent
from playout.agents.factory import SIMPLE, agent
from playout.agents.random_player import Random
from playout.agents.rule_based import RuleBased
from playout.agents.searcher import Searcher

__all__ = ["SIMPLE", "Agent", "Random", "RuleBased", "Searcher", "agent"]
