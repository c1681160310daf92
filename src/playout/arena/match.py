"""Playing matches by their number in a tournament, or a single match with `play_match`."""

from __future__ import annotations

from collections.abc import Sequence

from playout.agents import Agent, Engine, Searcher
from playout.agents.warming import warm_moves
from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.match_records import MatchResult, MatchRow, match_of
from playout.arena.openings import Openings
from playout.arena.provenance import machine
from playout.arena.running_match import MatchObserver, RunningMatch
from playout.arena.schedule import Seating
from playout.game import Game, load
from playout.match.clocks import Clock
from playout.match.match import Match
from playout.rng import Rng, check_seed
from playout.rules import OptionError
from playout.spelling import Spec

__all__ = ["MatchRunner", "play_match"]


class MatchRunner:
    """Plays any match of a tournament by its number. The same number is always the same match."""

    def __init__(self, definition: Definition, observer: MatchObserver | None = None) -> None:
        self.definition = definition
        self.game = definition.game
        self.schedule = definition.schedule
        self._observer = observer or MatchObserver()
        self._first = self.game.start()
        self._opening: tuple[int, tuple[int, ...]] = (-1, ())

    def warm(self) -> None:
        """Load or compile all code that the matches call."""
        for entrant in self.definition.entrants:
            entrant.warm(self.game)
        self.game.compile()
        warm_moves(self.game)

    def play(self, number: int) -> MatchRow:
        """Play match `number` from its first move to its result."""
        seating = self.schedule.seating(number)
        players = self._players(seating)
        self._observer.match_begins(number)
        first = Match(self._first, self.definition.clock)
        running = RunningMatch(self.definition, players, seating, self._opening_of(seating), first, self._observer)
        row = running.run()
        for seat, player in enumerate(players):
            if isinstance(player, Searcher):
                player.stop_pondering()  # ends a search that thinks on the opponents' time
            elif isinstance(player, Engine):
                player.end_match(running.match.state.seen_by(seat), row.payoffs)
        self._observer.match_begins(-1)
        return row

    def _players(self, seating: Seating) -> list[Agent]:
        """An agent for each seat. Seats that share a tree share one agent, seeded as the first of them."""
        players: list[Agent] = []
        sharing: dict[Spec, Agent] = {}
        for agent, seed in zip(seating.agents, self.schedule.agent_seeds(seating), strict=True):
            entrant = self.definition.entrants[agent]
            if entrant.shared is None:
                players.append(entrant.fresh(seed))
            else:
                if entrant.shared not in sharing:
                    sharing[entrant.shared] = entrant.fresh(seed)
                players.append(sharing[entrant.shared])
        return players

    def _opening_of(self, seating: Seating) -> tuple[int, ...]:
        """The opening moves of a match; those of the last round are cached."""
        line = self.schedule.opening(seating)
        if line is not None:
            return line
        if self._opening[0] != seating.round:
            self._opening = (seating.round, self.definition.opening(seating))
        return self._opening[1]


def play_match(
    game: str | Game,
    agents: Sequence[str | Spec | Agent],
    *,
    seed: int | None = None,
    opening: Sequence[int | str] = (),
    clock: Clock | None = None,
) -> MatchResult:
    """One match between agents, by seat: `play_match("connect_four", ["uct(seconds=1)", "rules"], seed=7)`.

    An agent is a spelling, or an object with `choose(state)`. `opening` is played before the agents move. Each agent
    has its own random stream, derived from `seed`; agents limited by simulations, nodes or depth play the same match
    for the same seed.
    """
    loaded = load(game)
    if len(agents) != loaded.seats:
        raise OptionError(
            f"{loaded.name} has {loaded.seats} seats, so {loaded.seats} agents are needed, not {len(agents)}"
        )
    key = Rng().key if seed is None else check_seed(seed)
    entrants = [Entrant(given) for given in agents]
    for entrant in entrants:
        entrant.check(loaded)
    line = loaded.replay(opening).history
    definition = Definition(loaded, tuple(entrants), seed=key, openings=Openings(lines=(line,)), clock=clock or Clock())
    try:
        row = MatchRunner(definition).play(0)
    finally:
        for entrant in entrants:
            entrant.close()
    return match_of(row, definition.record(), definition.schedule, machine(), loaded)
