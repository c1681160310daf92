"""Who meets whom: a pure function of agents, pairing and seed, so that it does not matter who plays a match, or when.

The schedule has no end. It goes round after round; a round has one group for each table (the agents that meet), and
a group has one match for each way to seat them, all from the same opening and with the same luck. Match number i is
always the same match: a longer tournament begins with a shorter one's matches.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from playout.loading import nearest
from playout.rng import check_seed
from playout.rules import OptionError

__all__ = ["PAIRINGS", "Schedule", "Seating", "stream_key"]

PAIRINGS = {
    "round-robin": "all against all",
    "gauntlet": "the first agent against all others",
    "ladder": "each agent against its neighbours in the list",
}


def stream_key(*words: object) -> int:
    """A seed made of words: the same in every process, and unrelated for other words."""
    text = "\x1f".join(map(str, words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little") >> 1


@dataclass(frozen=True, slots=True)
class Seating:
    """One match of the schedule."""

    number: int
    group: int
    """Matches of the same agents from the same opening share this number."""
    round: int
    """Which opening is played."""
    agents: tuple[int, ...]
    """By seat, the agents' places in the list."""


class Schedule:
    """The matches of a tournament by their number."""

    def __init__(self, agents: Sequence[str], seats: int, *, pairing: str = "round-robin", seed: int = 0) -> None:
        if pairing not in PAIRINGS:
            known = list(PAIRINGS)
            raise OptionError(f"there is no pairing {pairing!r}{nearest(pairing, known)}; there are {', '.join(known)}")
        if len(agents) < seats:
            raise OptionError(f"a match has {seats} seats, so {seats} agents are needed, not {len(agents)}")
        self.agents = tuple(agents)
        self.seats = seats
        self.pairing = pairing
        self.seed = check_seed(seed)
        self.tables = self._tables()
        self.seatings = math.factorial(seats)
        """Matches in a group."""

    def _tables(self) -> list[tuple[int, ...]]:
        everyone = range(len(self.agents))
        if self.pairing == "ladder":
            return [tuple(everyone[i : i + self.seats]) for i in range(len(self.agents) - self.seats + 1)]
        tables = list(combinations(everyone, self.seats))
        return [table for table in tables if 0 in table] if self.pairing == "gauntlet" else tables

    def whole(self, matches: int) -> int:
        """So many matches, and those that complete the last group."""
        return -(-matches // self.seatings) * self.seatings

    def seating(self, number: int) -> Seating:
        """Who sits where in match `number`."""
        group, order = divmod(number, self.seatings)
        turn, place = divmod(group, len(self.tables))
        table = self.tables[place]
        if self.seats == 2:
            return Seating(number, group, turn, table if order == 0 else table[::-1])
        return Seating(number, group, turn, list(permutations(table))[order])

    def agent_seeds(self, seating: Seating) -> list[int]:
        """A seed for each seat's agent. It depends on who sits at the table, not on who else takes part."""
        names = [self.agents[agent] for agent in seating.agents]
        return [
            stream_key("agent", self.seed, seating.round, name, names[:seat].count(name), *names)
            for seat, name in enumerate(names)
        ]

    def chance_seed(self, seating: Seating) -> int:
        """The seed of dice and cards: the same for all matches of a group."""
        names = sorted(self.agents[agent] for agent in seating.agents)
        return stream_key("chance", self.seed, seating.round, *names)
