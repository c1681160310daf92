"""Playout: game-tree search in Python. Rules are written once, in plain Python, and run at native speed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playout import bandits
    from playout.agents import Agent, agent
    from playout.algorithms.base import Search
    from playout.algorithms.perft import PerftResult, perft
    from playout.algorithms.playouts import playouts
    from playout.algorithms.registry import new_search
    from playout.algorithms.results import SearchResult
    from playout.algorithms.search import load_search, search, think, trace
    from playout.algorithms.trace import Trace
    from playout.arena.match import play_match
    from playout.arena.match_records import MatchResult
    from playout.arena.statistics.match_results import MatchResults
    from playout.arena.tournament import TournamentResult, tournament
    from playout.arena.tuning.findings import TuningResult
    from playout.arena.tuning.tune import tune
    from playout.bandits import monte_carlo
    from playout.checking import check
    from playout.checking.report import CheckReport
    from playout.game import Game, State, load
    from playout.learning.learn import LearnResult, learn
    from playout.limits import Limit
    from playout.match.clocks import Clock
    from playout.rng import Rng
    from playout.rules import CHANCE, OVER, MoveError, OptionError, PlayoutError, RulesError
    from playout.spelling import Spec

__all__ = [
    "CHANCE",
    "OVER",
    "Agent",
    "CheckReport",
    "Clock",
    "Game",
    "LearnResult",
    "Limit",
    "MatchResult",
    "MatchResults",
    "MoveError",
    "OptionError",
    "PerftResult",
    "PlayoutError",
    "Rng",
    "RulesError",
    "Search",
    "SearchResult",
    "Spec",
    "State",
    "TournamentResult",
    "Trace",
    "TuningResult",
    "agent",
    "bandits",
    "check",
    "learn",
    "load",
    "load_search",
    "monte_carlo",
    "new_search",
    "perft",
    "play_match",
    "playouts",
    "search",
    "think",
    "tournament",
    "trace",
    "tune",
]

# Names are imported at first use, so that `import playout` and `playout --help` answer at once.
_HOMES = {
    "CHANCE": "rules",
    "OVER": "rules",
    "Agent": "agents",
    "Clock": "match.clocks",
    "Game": "game",
    "LearnResult": "learning.learn",
    "Limit": "limits",
    "MatchResult": "arena.match_records",
    "MoveError": "rules",
    "OptionError": "rules",
    "TournamentResult": "arena.tournament",
    "PerftResult": "algorithms.perft",
    "PlayoutError": "rules",
    "CheckReport": "checking.report",
    "MatchResults": "arena.statistics.match_results",
    "Rng": "rng",
    "RulesError": "rules",
    "Search": "algorithms.base",
    "SearchResult": "algorithms.results",
    "Spec": "spelling",
    "State": "game",
    "Trace": "algorithms.trace",
    "TuningResult": "arena.tuning.findings",
    "agent": "agents",
    "bandits": "bandits",
    "check": "checking",
    "learn": "learning.learn",
    "load": "game",
    "load_search": "algorithms.search",
    "monte_carlo": "bandits.monte_carlo",
    "new_search": "algorithms.registry",
    "perft": "algorithms.perft",
    "play_match": "arena.match",
    "playouts": "algorithms.playouts",
    "search": "algorithms.search",
    "think": "algorithms.search",
    "tournament": "arena.tournament",
    "trace": "algorithms.search",
    "tune": "arena.tuning.tune",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"{__name__}.{_HOMES[name]}")
    is_module = _HOMES[name].rpartition(".")[2] == name and not hasattr(home, name)
    value = home if is_module else getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__"]
