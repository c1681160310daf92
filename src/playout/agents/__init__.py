"""Agents choose moves. An agent is spelt the same everywhere: `random`, `rules`, `uct(seconds=2)`."""

from playout.agents.spelling import Agent, Random, RuleBased, Searcher, agent

__all__ = ["Agent", "Random", "RuleBased", "Searcher", "agent"]
