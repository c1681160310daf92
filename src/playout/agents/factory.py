"""`agent` makes an agent from its spelling."""

from __future__ import annotations

from dataclasses import replace

from playout.agents.base import Agent
from playout.agents.engines.engine import Engine
from playout.agents.engines.gtp_engine import GtpEngine
from playout.agents.engines.program_engine import ProgramEngine
from playout.agents.engines.saiblo_engine import SaibloEngine
from playout.agents.engines.uci_engine import UciEngine
from playout.agents.random_player import Random
from playout.agents.rule_based import RuleBased
from playout.agents.searcher import Searcher
from playout.algorithms.registry import ALGORITHMS, read_algorithm
from playout.limits import Limit
from playout.notices import nearest
from playout.options.kinds import check_switches
from playout.presets import PRESETS, expanded
from playout.rules import OptionError, Rules
from playout.spelling import AGENT_WORDS, Spec

__all__ = ["ENGINES", "SIMPLE", "agent", "default_agent", "unknown_agent"]

DEFAULT_SECONDS = 1.0
"""The default limit of an agent in seconds."""

SIMPLE: dict[str, type[Random] | type[RuleBased]] = {"random": Random, "rules": RuleBased}
"""Agents that do not search."""


ENGINES: dict[str, type[Engine]] = {kind.name: kind for kind in (UciEngine, GtpEngine, ProgramEngine, SaibloEngine)}
"""Agents that are other programs."""


def agent(spelling: str | Spec) -> Agent:
    """The agent with this spelling: `random`, `rules`, a preset, another program (`uci(stockfish)`), an algorithm.

    An algorithm has options and a limit; the default limit is one second.
    """
    spec = expanded(spelling)
    name, inside = spec.name, spec.without("seed")
    if name in SIMPLE:
        return _simple(spec)
    if name in ENGINES:
        return ENGINES[name](spec)
    if name not in ALGORITHMS:
        raise unknown_agent(name)
    check_switches(**{word: value for word, value in spec.agent_words.items() if word != "blunder"})
    read_algorithm(inside.without(*AGENT_WORDS))
    kind, limit = ALGORITHMS[name], spec.limit
    if not limit.ends:
        limit = replace(limit, seconds=DEFAULT_SECONDS)
    limit.check(name, kind.limits, solves=kind.solves)
    return Searcher(inside.without(*AGENT_WORDS, *Limit.names()), limit=limit, seed=spec.seed, **spec.agent_words)


def default_agent(rules: Rules) -> str:
    """The default agent of a game, for play and analysis: the game's AGENT, else ismcts or uct."""
    return rules.agent or ("ismcts" if rules.has("mask") else "uct")


def unknown_agent(name: str) -> OptionError:
    """The error about an unknown agent, with all known agents."""
    known = [*SIMPLE, *ALGORITHMS, *PRESETS]
    *most, last = (f"{word}(NAME)" for word in ENGINES)
    engines = f"{', '.join(most)} and {last}"
    return OptionError(
        f"there is no agent {name!r}{nearest(name, [*known, *ENGINES])}; there are {', '.join(known)}, and other "
        f"programs as {engines}"
    )


def _simple(spec: Spec) -> Agent:
    """An agent that does not search; `rules` takes a policy."""
    words = dict(spec.without("seed").words)
    policy = words.pop("policy", "suggest") if spec.name == "rules" else "suggest"
    if words:
        has = "policy and seed" if spec.name == "rules" else "seed"
        raise OptionError(f"{spec.name} has no option {next(iter(words))!r}; it has {has}")
    if not isinstance(policy, str):
        raise OptionError(f"policy of rules is the name of one of the game's policies, not {policy!r}")
    return RuleBased(policy=policy, seed=spec.seed) if spec.name == "rules" else Random(seed=spec.seed)
