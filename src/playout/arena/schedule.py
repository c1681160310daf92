"""The schedule of a tournament: which agents play match i, in which seats, on which opening and with which seeds.

It is a pure function of agents, pairing and seed, so it does not matter which process plays a match, or when. The
schedule consists of rounds. A round has one group for each table (a set of agents that play each other). A group has
one match for each seating of the design (`seatings.py`), all on the same opening and with the same chance seed. Match i
is always the same match, so a longer tournament begins with the matches of a shorter one.

Agents that use random numbers or a limit in seconds can play any number of matches, and every match counts. If all
agents of a table are deterministic, a second match on the same opening would be a repetition, so the table plays each
distinct opening once. This is decided before any match, independently of results.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, count

from playout.arena.openings import DistinctOpenings
from playout.arena.seatings import ALL, DESIGNS, SQUARES, group_seatings, group_size
from playout.arena.seeds import stream_key
from playout.notices import nearest
from playout.rng import check_seed
from playout.rules import OptionError

__all__ = ["PAIRINGS", "Schedule", "Seating"]

PAIRINGS = {
    "round-robin": "all against all",
    "gauntlet": "the first agent against all others",
    "ladder": "each agent against its neighbours in the list",
    "field": "the first agents, one fewer than a match has seats, against each of the others",
}


@dataclass(frozen=True, slots=True)
class Seating:
    """One match of the schedule."""

    number: int
    group: int
    """Matches of the same agents on the same opening share this number."""
    round: int
    """The number of the round, and so of the opening."""
    agents: tuple[int, ...]
    """The agents by seat, as indices into the list of agents."""


class Schedule:
    """The matches of a tournament by their number."""

    def __init__(
        self,
        agents: Sequence[str],
        seats: int,
        *,
        pairing: str = "round-robin",
        design: str = SQUARES,
        seed: int = 0,
        deterministic: Collection[str] = (),
        openings: DistinctOpenings | None = None,
    ) -> None:
        """deterministic: the deterministic agents. openings: for tables of such agents, each played once."""
        if pairing not in PAIRINGS:
            known = list(PAIRINGS)
            raise OptionError(f"there is no pairing {pairing!r}{nearest(pairing, known)}; there are {', '.join(known)}")
        if design not in DESIGNS:
            raise OptionError(f"there is no design {design!r}; there are {', '.join(DESIGNS)}")
        if len(agents) < seats:
            raise OptionError(
                f"a match has {seats} seats, so at least {seats} different agents are needed, not {len(agents)}; "
                "an agent may take part again with another seed, like random(seed=2)"
            )
        self.agents = tuple(agents)
        self.seats = seats
        self.pairing = pairing
        self.design = design
        self.seed = check_seed(seed)
        self.tables = self._tables()
        self.seatings = group_size(design, seats)
        """Matches in a group."""
        self._openings = openings
        self._once = [
            openings is not None and all(agents[place] in deterministic for place in table) for table in self.tables
        ]
        """Whether each table plays each distinct opening only once."""

    def _tables(self) -> list[tuple[int, ...]]:
        everyone = range(len(self.agents))
        if self.pairing == "ladder":
            return [tuple(everyone[i : i + self.seats]) for i in range(len(self.agents) - self.seats + 1)]
        if self.pairing == "field":
            return [(*everyone[: self.seats - 1], i) for i in everyone[self.seats - 1 :]]
        spread = self.seats > 2 and self.design != ALL
        if self.pairing == "gauntlet":
            rest = combinations(everyone[1:], self.seats - 1)
            return [(0, *others) for others in (_spread(everyone[1:], self.seats - 1) if spread else rest)]
        return _spread(everyone, self.seats) if spread else list(combinations(everyone, self.seats))

    def whole(self, matches: int) -> int:
        """`matches`, rounded up to whole groups."""
        return -(-matches // self.seatings) * self.seatings

    def numbers(self, matches: int) -> list[int]:
        """The numbers of the first `matches` matches, with the last group completed; fewer if fewer exist."""
        found: list[int] = []
        for turn in count():
            numbers = self.round(turn)
            found += numbers[: self.whole(matches) - len(found)]
            if not numbers or len(found) >= matches:
                break
        return found

    def round(self, turn: int) -> list[int]:
        """The matches of a round, without the tables that have played all of their openings."""
        first = turn * len(self.tables)
        groups = [first + place for place in range(len(self.tables)) if self.has_group(first + place)]
        return [group * self.seatings + order for group in groups for order in range(self.seatings)]

    def has_group(self, group: int) -> bool:
        """Whether the group exists: its table has an opening for it."""
        turn, place = divmod(group, len(self.tables))
        return not self._once[place] or self._distinct(turn) is not None

    def opening(self, seating: Seating) -> tuple[int, ...] | None:
        """The opening of a table that plays each opening once; None for others, which play the round's."""
        return self._distinct(seating.round) if self._once[seating.group % len(self.tables)] else None

    def _distinct(self, turn: int) -> tuple[int, ...] | None:
        assert self._openings is not None
        return self._openings.line(turn)

    def seating(self, number: int) -> Seating:
        """The agents of match `number` by seat."""
        group, order = divmod(number, self.seatings)
        turn, place = divmod(group, len(self.tables))
        table = self.tables[place]
        places = _group_seatings(self.design, self.seats, turn)[order]
        return Seating(number, group, turn, tuple(table[place] for place in places))

    def agent_seeds(self, seating: Seating) -> list[int]:
        """A seed for the agent of each seat. It depends on the agents of this match only."""
        names = [self.agents[agent] for agent in seating.agents]
        return [
            stream_key("agent", self.seed, seating.round, name, names[:seat].count(name), *names)
            for seat, name in enumerate(names)
        ]

    def chance_seed(self, seating: Seating) -> int:
        """The seed of chance events: the same for all matches of a group."""
        names = sorted(self.agents[agent] for agent in seating.agents)
        return stream_key("chance", self.seed, seating.round, *names)


_group_seatings = lru_cache(maxsize=64)(group_seatings)


def _spread(agents: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """All tables, in an order in which all agents have played about equally often at any time.

    A block of tables consists of one table and its rotations: rotation k replaces each agent by the agent k places
    further on. In a block each agent sits at the same number of tables.
    """
    count = len(agents)
    rotations = sorted(range(count), key=lambda step: (step % seats, step))  # tables in a row share few agents
    tables: dict[tuple[int, ...], None] = {}
    for first in combinations(range(count), seats):
        if first not in tables:
            tables |= dict.fromkeys(tuple(sorted((place + step) % count for place in first)) for step in rotations)
    return [tuple(agents[place] for place in table) for table in tables]
