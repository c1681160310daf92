"""The input of the statistics: for each match the agents and payoffs by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playout.rules import PlayoutError

__all__ = ["MatchResults", "numbered"]


@dataclass(frozen=True, eq=False)
class MatchResults:
    """The matches of a tournament, one row each. Agent -1: the match has no such seat."""

    names: tuple[str, ...]
    """The agents' spellings."""
    seats: NDArray[np.int32] = field(repr=False)
    """(matches, seats): the agent in each seat, as an index into `names`."""
    payoffs: NDArray[np.float64] = field(repr=False)
    """(matches, seats): payoffs scaled to 0..1; for two seats a win is 1, a draw 0.5, a loss 0."""
    groups: NDArray[np.int64] = field(repr=False)
    """(matches,): matches on one opening or board with exchanged seats share a number."""
    seconds: NDArray[np.float64] = field(repr=False)
    """(matches, seats): thinking time."""
    slowest: NDArray[np.float64] = field(repr=False)
    """(matches, seats): seconds of the slowest move."""
    plies: NDArray[np.int64] = field(repr=False)
    """(matches, seats): decisions made."""
    forfeits: NDArray[np.int32] = field(repr=False)
    """(matches,): the seat that forfeited, or -1."""
    reasons: tuple[str, ...] = field(repr=False)
    """(matches,): the reason of the forfeit, or an empty text."""
    deterministic: tuple[str, ...] = ()
    """The deterministic agents; among themselves they play each opening once from each seat."""

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names):
            raise PlayoutError("two agents of these results have the same name; give each its own")
        shape = self.seats.shape
        if len(shape) != 2:
            raise PlayoutError(f"seats has to be a table of matches by seats, not of shape {shape}")
        for name in ("payoffs", "seconds", "slowest", "plies"):
            if getattr(self, name).shape != shape:
                raise PlayoutError(
                    f"{name} has shape {getattr(self, name).shape}, seats has {shape}; they have to agree"
                )
        for name in ("groups", "forfeits", "reasons"):
            if len(getattr(self, name)) != shape[0]:
                raise PlayoutError(f"{name} has {len(getattr(self, name))} entries for {shape[0]} matches")
        if self.seats.size and not -1 <= self.seats.min() <= self.seats.max() < len(self.names):
            raise PlayoutError(
                f"seats has to hold numbers of the {len(self.names)} agents, or -1 where there is no seat"
            )
        payoffs = self.payoffs[self.seats >= 0]
        if not bool(np.all((payoffs >= 0) & (payoffs <= 1))):
            raise PlayoutError("payoffs have to be scaled to 0..1")

    @classmethod
    def of(
        cls, names: Sequence[str], seats: ArrayLike, payoffs: ArrayLike, groups: ArrayLike | None = None
    ) -> MatchResults:
        """Results without times and forfeits; without `groups` each match is its own group."""
        where = np.asarray(seats, np.int32)
        matches = len(where)
        zeros: NDArray[Any] = np.zeros(where.shape)
        return cls(
            names=tuple(names),
            seats=where,
            payoffs=np.asarray(payoffs, np.float64),
            groups=np.arange(matches) if groups is None else np.asarray(groups, np.int64),
            seconds=zeros,
            slowest=zeros,
            plies=zeros.astype(np.int64),
            forfeits=np.full(matches, -1, np.int32),
            reasons=("",) * matches,
        )

    @property
    def matches(self) -> int:
        return len(self.seats)

    @cached_property
    def most_seats(self) -> int:
        """The number of seats of the largest match."""
        return int((self.seats >= 0).sum(axis=1).max(initial=0))

    @cached_property
    def clusters(self) -> NDArray[np.int64]:
        """(matches,): the unit of evidence. Matches of the same agents in the same group share a number."""
        return numbered(self.groups, *np.sort(self.seats, axis=1).T)

    def number(self, agent: str | int) -> int:
        """The index of an agent, given by its name or its index."""
        if isinstance(agent, str):
            if agent not in self.names:
                raise PlayoutError(f"no agent is called {agent!r} here; there are {', '.join(self.names)}")
            return self.names.index(agent)
        if not 0 <= agent < len(self.names):
            raise PlayoutError(f"there is no agent {agent}; there are {len(self.names)}, from 0")
        return agent

    def check(self) -> None:
        """Refuse results without matches."""
        if not self.matches:
            raise PlayoutError("there are no matches to rate; play some first")


def numbered(*columns: NDArray[Any]) -> NDArray[np.int64]:
    """Number the distinct rows from 0 on: equal rows get the same number."""
    number = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, codes = np.unique(column, return_inverse=True)
        if len(values) > 1:
            number = np.unique(number * len(values) + codes, return_inverse=True)[1]
    return number
