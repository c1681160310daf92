"""`agent` makes an agent from its spelling."""

from __future__ import annotations

from playout.agents.base import Agent
from playout.agents.engines.engine import Engine
from playout.agents.engines.gtp_engine import GtpEngine
from playout.agents.engines.uci_engine import UciEngine
from playout.agents.random_player import Random
from playout.agents.rule_based import RuleBased
from playout.agents.searcher import Searcher
from playout.algorithms.limits import Limit
from playout.algorithms.options.kinds import check_switches
from playout.algorithms.registry import ALGORITHMS, read_algorithm
from playout.loading import nearest
from playout.rules import OptionError
from playout.spelling import LIMITS, SWITCHES, Spec

__all__ = ["ENGINES", "SIMPLE", "agent"]

SECONDS = 1.0
"""How long an agent thinks that was given no limit."""

SIMPLE: dict[str, type[Random] | type[RuleBased]] = {"random": Random, "rules": RuleBased}
"""Agents that do not search."""


ENGINES: dict[str, type[Engine]] = {"uci": UciEngine, "gtp": GtpEngine}
"""Agents that are other programs."""


def agent(spelling: str | Spec) -> Agent:
    """The agent with this spelling: `random`, `rules`, any algorithm with its options and a limit (one second if none
    is given), or another program, like `uci(stockfish)`.
    """
    spec = Spec.read(spelling)
    name, inside = spec.name, spec.without("seed")
    if name in SIMPLE:
        if inside.words:
            raise OptionError(f"{name} has no option {inside.words[0][0]!r}; it has seed")
        return SIMPLE[name](seed=spec.seed)
    if name in ENGINES:
        return ENGINES[name](spec)
    if name not in ALGORITHMS:
        known = [*SIMPLE, *ALGORITHMS, *ENGINES]
        raise OptionError(f"there is no agent {name!r}{nearest(name, known)}; there are {', '.join(known)}")
    check_switches(**spec.switches)
    read_algorithm(inside.without(*SWITCHES))
    kind, limit = ALGORITHMS[name], spec.limit
    if not limit.keys() - {"memory"}:
        limit["seconds"] = SECONDS
    Limit(**limit).check(name, kind.limits, solves=kind.solves)
    return Searcher(inside.without(*SWITCHES, *LIMITS), seed=spec.seed, **spec.switches, **limit)
