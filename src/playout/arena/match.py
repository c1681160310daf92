"""One match: agents move in turn, chance draws from a stream of its own, and whoever breaks a rule forfeits."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import numpy as np

from playout.agents import Agent, Random, RuleBased, Searcher
from playout.arena.blame import fault_of, rules_error
from playout.arena.clocks import MARGIN, Clock
from playout.arena.definition import Definition
from playout.arena.entrants import Entrant
from playout.arena.openings import Openings
from playout.arena.records import Match, Row, machine, match_of, pack
from playout.arena.schedule import Seating
from playout.game import Game, State, load
from playout.rng import Rng, check_seed
from playout.rules import CHANCE, OVER, OptionError, PlayoutError, Rules, RulesError
from playout.spelling import Spec

__all__ = ["Host", "Watch", "forfeited", "play_match"]

RULES = 60.0
"""Seconds that the rules may take for one move, or less if a seat has less patience: longer is a loop without end."""

WARM = 8
"""Plies after which all of a game's code has been called."""


class Watch:
    """Is told what happens in a match while it happens. This one does not listen."""

    def begins(self, number: int) -> None:
        """A match begins; -1: none is being played."""

    def thinks(self, seat: int, seconds: float) -> None:
        """A seat is asked for a move, and is to be cut off after so many seconds."""

    def runs(self, seconds: float) -> None:
        """The match itself runs the rules now, which is to take no longer than so many seconds."""

    def moved(self, move: int) -> None:
        """A move, an opening's move or a chance outcome was played."""


class Forfeit(Exception):  # noqa: N818
    """A seat has lost by its own fault."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class Host:
    """Plays any match of a tournament by its number, and always the same one."""

    def __init__(self, definition: Definition, watch: Watch | None = None) -> None:
        self.definition = definition
        self.game = definition.game
        self.schedule = definition.schedule
        self._watch = watch or Watch()
        self._clock = definition.clock
        self._unlimited = [entrant.unlimited and self._clock.limits for entrant in definition.entrants]
        self._first = self.game.start()
        self._opening: tuple[int, tuple[int, ...]] = (-1, ())

    def warm(self) -> None:
        """Load or compile what the matches will call."""
        for entrant in self.definition.entrants:
            entrant.warm(self.game)
        self.game.compile()
        state = self._first
        while not state.over and len(state.history) < WARM:
            state = state.sample(0) if state.turn == CHANCE else state._after(state.moves()[0])

    def play(self, number: int) -> Row:
        """Match `number`, from its first move to its result."""
        seating = self.schedule.seating(number)
        players = self._players(seating)
        self._watch.begins(number)
        row = _Contest(self, players, seating).run()
        for player in players:
            if isinstance(player, Searcher):
                player.rest()  # whoever thinks on the opponents' time has none left
        self._watch.begins(-1)
        return row

    def _players(self, seating: Seating) -> list[Agent]:
        """An agent for each seat; seats that share a tree have one agent, that of the first of them."""
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

    def opening(self, seating: Seating) -> tuple[int, ...]:
        """What is played before the agents take over: the last round's is kept."""
        line = self.schedule.opening(seating)
        if line is not None:
            return line
        if self._opening[0] != seating.round:
            self._opening = (seating.round, self.definition.opening(seating))
        return self._opening[1]


class _Contest:
    """A match in progress."""

    def __init__(self, host: Host, players: Sequence[Agent], seating: Seating) -> None:
        self.host = host
        self.players = players
        self.seating = seating
        self.watch = host._watch
        self.clock = host._clock
        seats = len(players)
        self.left = [math.inf if self.clock.base is None else float(self.clock.base)] * seats
        self.seconds = [0.0] * seats
        self.slowest = [0.0] * seats
        self.plies = [0] * seats
        self.times: list[int] = []
        self.state = host._first

    def run(self) -> Row:
        """The match from its opening to its result. A fault of the rules ends it with a `RulesError`."""
        host = self.host
        opening = host.opening(self.seating)
        forfeit, reason = -1, ""
        try:
            self._open(opening)
            payoffs = self._play()
        except Forfeit as fault:
            forfeit, reason = fault.seat, str(fault)
            payoffs = _forfeit_payoffs(host.game.rules, len(self.players), forfeit)
        except PlayoutError:
            raise
        except Exception as error:  # what agents raise is a Forfeit by now, so this came from the rules
            said = fault_of(error, host.game, foreign=False)
            if said is None:
                raise
            raise self._broken(said) from error
        return Row(
            self.seating.number,
            self.seating.agents,
            payoffs,
            tuple(self.seconds),
            tuple(self.slowest),
            tuple(self.plies),
            forfeit,
            reason,
            len(opening),
            pack(self.state.history),
            pack(self.times),
        )

    def _open(self, opening: Sequence[int]) -> None:
        for move in opening:
            self._runs()
            self.state = self.state.play(move)
            self.watch.moved(move)
        self.times += [0] * len(opening)

    def _play(self) -> tuple[float, ...]:
        """What each seat gets in the end."""
        longest = self.host.game.rules.max_length
        luck: Rng | None = None
        while self.state._turn != OVER:
            if len(self.state.history) >= longest:
                raise self._broken(f"the match did not end in {longest:,} plies, its MAX_LENGTH")
            if self.state._turn == CHANCE:
                self._runs()
                luck = luck or Rng(self.host.schedule.chance_seed(self.seating))
                self.state = self.state.sample(luck)
                self.times.append(0)
            else:
                self.state = self.move(self.state)
            self.watch.moved(self.state.history[-1])
        self._runs()
        return self.state.payoffs

    def _runs(self) -> None:
        """The rules are run now, not an agent."""
        self.watch.runs(min(RULES, self.clock.patience))

    def _broken(self, said: str) -> RulesError:
        return rules_error(self.host.game, self.seating.number, self.state.history, said)

    def move(self, state: State) -> State:
        """Ask the seat to move, and keep its time."""
        seat = state._turn
        player = self.players[seat]
        if not state.moves():
            raise self._broken("moves lists no legal move, and turn does not say OVER")
        allowed = self.clock.allowed(self.left[seat])
        if self.clock.limits:
            self._advise(player, seat)
        self.watch.thinks(seat, allowed + MARGIN)
        begin = time.perf_counter()
        try:
            move = player.choose(state.seen_by(seat))
        except MemoryError as error:
            raise Forfeit(seat, "memory: it asked for more memory than there is") from error
        except (Exception, SystemExit) as error:
            said = fault_of(error, self.host.game, foreign=not isinstance(player, (Random, RuleBased, Searcher)))
            if said is not None:
                raise self._broken(f"in a decision of {self._name(seat)}, {said}") from error
            raise Forfeit(seat, f"crash: {type(error).__name__}: {error}") from error
        finally:
            used = time.perf_counter() - begin
            self.seconds[seat] += used
            self.plies[seat] += 1
            self.slowest[seat] = max(self.slowest[seat], used)
        self._runs()
        self._spend(seat, used, allowed)
        if isinstance(move, bool) or not isinstance(move, (int, np.integer)):
            raise Forfeit(seat, f"illegal: it answered {move!r:.80}, which is not a move")
        if move not in state.moves():
            raise Forfeit(seat, f"illegal: the move {move} is not legal after {len(state.history)} plies")
        self.times.append(int(used * 1e6))
        return state._after(int(move))

    def _name(self, seat: int) -> str:
        return self.host.schedule.agents[self.seating.agents[seat]]

    def _spend(self, seat: int, used: float, allowed: float) -> None:
        if used > allowed:
            raise Forfeit(seat, f"clock: a move took {used:.3g} s, and {max(allowed, 0):.3g} s were left")
        self.left[seat] += self.clock.increment - used

    def _advise(self, player: Agent, seat: int) -> None:
        """Under a clock a search thinks no longer than is wise, whatever its own limit says."""
        if isinstance(player, Searcher) and not player.limit.get("proven"):
            seconds = self.clock.advice(self.left[seat])
            agent = self.seating.agents[seat]
            if not self.host._unlimited[agent]:
                seconds = min(seconds, self.host.definition.entrants[agent].limit.get("seconds", math.inf))
            player.limit = {**player.limit, "seconds": seconds}


def _forfeit_payoffs(rules: Rules, seats: int, seat: int) -> tuple[float, ...]:
    """The least for who forfeits; the others share alike what a match pays, each the most at most."""
    least, most = rules.payoff_bounds
    total = seats * (least + most) / 2 if rules.payoff_sum is None else rules.payoff_sum
    share = min(most, (total - least) / max(seats - 1, 1))
    return tuple(least if other == seat else share for other in range(seats))


def forfeited(definition: Definition, number: int, line: Sequence[int], seat: int, reason: str) -> Row:
    """The row of a match that ended with the process it was played in, after the moves `line`."""
    game, seating = definition.game, definition.schedule.seating(number)
    opening = min(len(definition.opening(seating)), len(line))
    state, plies = game.start(), [0] * game.seats
    for ply, move in enumerate(line):
        if ply >= opening and state.turn >= 0:
            plies[state.turn] += 1
        state = state.play(move)
    plies[seat] += 1
    zeros = (0.0,) * game.seats
    payoffs = _forfeit_payoffs(game.rules, game.seats, seat)
    clock = pack([0] * len(line))
    return Row(number, seating.agents, payoffs, zeros, zeros, tuple(plies), seat, reason, opening, pack(line), clock)


def play_match(
    game: str | Game,
    agents: Sequence[str | Spec | Agent],
    *,
    seed: int | None = None,
    opening: Sequence[int | str] = (),
    clock: Clock | None = None,
) -> Match:
    """One match between agents, by seat: `play_match("connect_four", ["uct(seconds=1)", "rules"], seed=7)`.

    Agents are spelt, or objects with `choose(state)`. `opening` is played before they take over. Agents draw from
    streams of their own, all made from `seed`; those limited by simulations play the same match for the same seed.
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
    row = Host(definition).play(0)
    return match_of(row, definition.record(), machine(), loaded)
