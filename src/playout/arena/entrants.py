"""The agents that take part: full spellings, and a fresh agent for every match, with a seed of its own."""

from __future__ import annotations

import dis
import pickle
from pathlib import Path
from types import FunctionType
from typing import Any

from playout.agents import Agent, Engine, Random, RuleBased, Searcher, agent
from playout.agents.warming import warm_up
from playout.algorithms.puct.network import network_identity
from playout.algorithms.registry import ALGORITHMS
from playout.algorithms.rule_files import named_files, rules_identity, source_files
from playout.game import Game, State
from playout.limits import Limit
from playout.rng import Rng
from playout.rules import CHANCE, PlayoutError
from playout.spelling import Spec

__all__ = ["Entrant", "first_decision"]


class Entrant:
    """An agent by its spelling, or an object with `choose(state)`.

    No state passes from match to match: an agent made from a spelling is reset; for an object of a user's class each
    match gets a copy of the original, which is reset if it has the method.
    """

    def __init__(self, given: str | Spec | Agent) -> None:
        self.own: bytes | None = None
        """An object of a user's own class, pickled."""
        self.spec: Spec | None = None
        """The spelling; None for an object of a user's own class."""
        self._template: Agent
        if isinstance(given, (str, Spec)):
            self.spec = Spec.read(given)
        elif isinstance(given, (Random, RuleBased, Searcher, Engine)):
            self.spec = given.spec  # the caller keeps their own agent
        elif not callable(getattr(given, "choose", None)):
            raise PlayoutError(f"an agent is a spelling like uct(seconds=1), or has choose(state), not {given!r}")
        else:
            self.own, self._template = _pickled(given), given
        if self.spec is not None:
            self._template = agent(self.spec)
        self.spelling = _own_name(given) if self.spec is None else str(self.spec)
        """The name under which it takes part."""
        self.limit = _limit(self._template)
        """The limit in the spelling of a search; a clock may shorten it during a match."""

    @property
    def shared(self) -> Spec | None:
        """The spelling without its seed, which all agents of a shared tree have in common; None without sharing."""
        if self.spec is None or not isinstance(self._template, Searcher) or not self._template.shared:
            return None
        return Spec(self.spec.name, **dict(sorted(self.spec.without("seed").words)))

    @property
    def unlimited(self) -> bool:
        """Whether the spelling of a search has no limit, so that only a clock limits it."""
        if isinstance(self._template, Engine):
            return not self._template.is_limited
        if self.spec is None or not isinstance(self._template, Searcher):
            return False
        return not self.spec.limit.ends

    def deterministic(self, game: Game) -> bool:
        """Whether it always plays the same move in a position: it draws no random numbers, and no clock limits it.

        This holds for a deterministic search without a limit in seconds, for rules of thumb that never read their
        random stream, and for an object whose attribute `deterministic` is True. A seed in a spelling has no influence,
        since each match has its own seeds.
        """
        if isinstance(self._template, (Random, Engine)):
            return False
        if isinstance(self._template, RuleBased):
            policy, rules = self._template.policy, game.rules
            return not _reads_second(rules.functions.get(policy) or rules.policies.get(policy))
        if isinstance(self._template, Searcher):
            kind = ALGORITHMS[self._template.algorithm.name]
            return kind.deterministic and self.limit.seconds is None and not self._template.blunder
        return bool(getattr(self._template, "deterministic", False))

    def fresh(self, seed: int) -> Agent:
        """The agent at the start of a match."""
        made: Agent = self._template if self.own is None else pickle.loads(self.own)
        if isinstance(made, (Searcher, Engine)):
            made.limit = self.limit
        if isinstance(made, Engine):
            made.clock = None
        if callable(getattr(made, "reset", None)):
            made.reset(seed)
        return made

    def check(self, game: Game) -> None:
        """Refuse a game that this agent cannot serve, before any match."""
        state = first_decision(game)
        check = getattr(self._template, "check", None)
        if state is None or check is None:
            return
        try:
            check(state)
        except PlayoutError as error:
            raise PlayoutError(f"{self.spelling} cannot play {game.name}: {error}") from error

    @property
    def identity(self) -> str:
        """The name and version that an engine reports, once it was checked; for a network, the beginning of the hash of
        its file; for a search with rules of its own, the identity of these rules; empty for other agents.
        """
        if isinstance(self._template, Searcher):
            return network_identity(self._template.algorithm) or self.own_rules
        return self._template.identity if isinstance(self._template, Engine) else ""

    @property
    def own_rules(self) -> str:
        """The identity of the search's own rules, by the present content of their files; empty without such rules."""
        return rules_identity(self._options)

    @property
    def rule_paths(self) -> dict[str, Path]:
        """The files of rules that its spelling names, by option."""
        return named_files(self._options)

    @property
    def files(self) -> tuple[Path, ...]:
        """The user's files that these rules are made of."""
        return source_files(self._options)

    @property
    def _options(self) -> dict[str, Any]:
        return {} if self.spec is None else self.spec.options

    def use_files(self, paths: dict[str, str]) -> None:
        """Set these options to the paths of the rule files on this machine; the agent's name stays as it is."""
        if self.spec is not None and paths:
            self.spec = self.spec.replace(**paths)
            self._template = agent(self.spec)

    def close(self) -> None:
        """End the process of an engine."""
        if isinstance(self._template, Engine):
            self._template.close()

    def warm(self, game: Game) -> None:
        """Load or compile all that the agent will call."""
        warm_up(game, self._template)

    def __getstate__(self) -> dict[str, Any]:
        return {"spec": self.spec, "spelling": self.spelling, "own": self.own}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.spec, self.spelling, self.own = kept["spec"], kept["spelling"], kept["own"]
        self._template = agent(self.spec) if self.spec is not None else pickle.loads(kept["own"])
        self.limit = _limit(self._template)


def first_decision(game: Game) -> State | None:
    """The view of the first seat to move; None if no seat ever moves."""
    state, luck = game.start(), Rng(0)
    while state.turn == CHANCE:
        state = state.sample(luck)
    return None if state.over else state.seen_by(state.turn)


def _limit(given: Agent) -> Limit:
    return given.limit if isinstance(given, (Searcher, Engine)) else Limit()


def _reads_second(function: Any) -> bool:
    """Whether a function reads its second parameter; True if its code is not known."""
    if not isinstance(function, FunctionType) or function.__code__.co_argcount < 2:
        return True
    name = function.__code__.co_varnames[1]
    read = [step.argval for step in dis.get_instructions(function)]
    return any(name == value or (isinstance(value, tuple) and name in value) for value in read)


def _own_name(given: Any) -> str:
    return str(getattr(given, "name", None) or f"{type(given).__module__}:{type(given).__qualname__}")


def _pickled(given: Agent) -> bytes:
    try:
        return pickle.dumps(given)
    except Exception as error:
        raise PlayoutError(
            f"{type(given).__qualname__} cannot be sent to another process ({error}); "
            f"define its class at the top of a file"
        ) from error
