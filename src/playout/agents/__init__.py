"""Agents choose moves. Their spellings are the same everywhere: `random`, `uct(seconds=2)`, `uci(stockfish)`."""

from playout.agents.base import Agent
from playout.agents.engines.engine import Engine
from playout.agents.engines.errors import EngineError, Resignation
from playout.agents.factory import ENGINES, SIMPLE, agent
from playout.agents.random_player import Random
from playout.agents.rule_based import RuleBased
from playout.agents.searcher import Searcher

__all__ = [
    "ENGINES",
    "SIMPLE",
    "Agent",
    "Engine",
    "EngineError",
    "Random",
    "Resignation",
    "RuleBased",
    "Searcher",
    "agent",
]
