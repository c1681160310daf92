"""Who meets whom: a pure function of agents, pairing and seed, so that it does not matter who plays a match, or when.

The schedule goes round after round; a round has one group for each table (the agents that meet), and a group has one
match for each way to seat them, all from the same opening and with the same luck. Match number i is always the same
match: a longer tournament begins with a shorter one's matches.

Agents that draw random numbers, or that think for so many seconds, play on without end, and every match counts. Where
all agents of a table are deterministic the same opening would be the same match again, so their table plays each
distinct opening once and then no more. That is decided here, before any match, and never by what came of the matches.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations, count, permutations
from typing import TYPE_CHECKING

from playout.loading import nearest
from playout.rng import check_seed
from playout.rules import OptionError

if TYPE_CHECKING:
    from playout.arena.openings import DistinctOpenings

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

    def __init__(
        self,
        agents: Sequence[str],
        seats: int,
        *,
        pairing: str = "round-robin",
        seed: int = 0,
        deterministic: Collection[str] = (),
        openings: DistinctOpenings | None = None,
    ) -> None:
        """deterministic: the agents that always play the same. openings: what tables of these play, each once."""
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
        self._openings = openings
        self._once = [
            openings is not None and all(agents[place] in deterministic for place in table) for table in self.tables
        ]
        """For each table, whether it plays each opening once."""

    def _tables(self) -> list[tuple[int, ...]]:
        everyone = range(len(self.agents))
        if self.pairing == "ladder":
            return [tuple(everyone[i : i + self.seats]) for i in range(len(self.agents) - self.seats + 1)]
        tables = list(combinations(everyone, self.seats))
        return [table for table in tables if 0 in table] if self.pairing == "gauntlet" else tables

    def whole(self, matches: int) -> int:
        """So many matches, and those that complete the last group."""
        return -(-matches // self.seatings) * self.seatings

    def numbers(self, matches: int) -> list[int]:
        """The first so many matches with those that complete the last group; fewer if there are not so many."""
        found: list[int] = []
        for turn in count():
            numbers = self.round(turn)
            found += numbers[: self.whole(matches) - len(found)]
            if not numbers or len(found) >= matches:
                break
        return found

    def round(self, turn: int) -> list[int]:
        """The matches of a round, without tables that have played all of their openings."""
        first = turn * len(self.tables)
        groups = [first + place for place in range(len(self.tables)) if self.has_group(first + place)]
        return [group * self.seatings + order for group in groups for order in range(self.seatings)]

    def has_group(self, group: int) -> bool:
        """Whether the group is played: its table has an opening left for it."""
        turn, place = divmod(group, len(self.tables))
        return not self._once[place] or self._distinct(turn) is not None

    def opening(self, seating: Seating) -> tuple[int, ...] | None:
        """The opening of a table that plays each once; None for one that plays those of the rounds as they come."""
        return self._distinct(seating.round) if self._once[seating.group % len(self.tables)] else None

    def _distinct(self, turn: int) -> tuple[int, ...] | None:
        assert self._openings is not None
        return self._openings.line(turn)

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
