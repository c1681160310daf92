"""Someone who moves. An agent is spelt the same everywhere: `random`, `flat(seconds=2)`."""

from playout.agents.spelling import Agent, agent

__all__ = ["Agent", "agent"]
