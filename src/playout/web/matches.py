"""A match under way: one room each. All that changes it goes through its lock, in order, so that two pages agree.

A room plays what chance and agents do by itself. Everything that happened has a number; a page that comes back names
the last one it saw, and gets what it missed.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playout.agents import Agent
from playout.agents.engines.engine import Engine
from playout.agents.warming import warm_up
from playout.algorithms.results import SearchResult
from playout.errors import PlayoutError
from playout.game import Game, State
from playout.rng import Rng
from playout.rules import CHANCE
from playout.web import schema
from playout.web.match_clock import MatchClock
from playout.web.players import choose_move, make_agent, read_seat
from playout.web.refusals import RefusedError
from playout.web.storage import MatchRecord, Storage
from playout.web.thoughts import Thoughts
from playout.web.workers import Workers

__all__ = ["MatchEvent", "Room"]

BUFFER = 200
"""Events that a page may miss and still get one by one."""

AGENT_STREAM = 1 << 33
"""The first of the random streams of a match's agents; those below it are for chance, by ply."""


@dataclass(frozen=True)
class MatchEvent:
    """Something that happened in a match."""

    n: int
    ply: int | None
    """Of the position after a move; None: something else changed, so that all has to be shown anew."""


@dataclass
class Room:
    """A match, its positions, and who is at its table."""

    record: MatchRecord
    game: Game
    info: schema.GameInfo
    storage: Storage
    workers: Workers
    tell: Callable[[Room, MatchEvent], None]
    """Called after every event, in the server's thread."""
    tell_thinking: Callable[[Room, int, schema.Analysis | None], None]
    """Called while an agent thinks, in the server's thread."""
    states: list[State] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    events: deque[MatchEvent] = field(default_factory=lambda: deque(maxlen=BUFFER))
    viewers: int = 0
    """Pages that look on."""
    used: float = field(default_factory=time.monotonic)
    thought_since: float | None = None
    """When the seat to move began to think about this position; None: it has not."""
    clock: MatchClock | None = None
    is_awake: bool = False
    """Whether agents play here; a match that is only listed stays asleep."""
    told: dict[tuple[int, int | None], schema.MatchMove] = field(default_factory=dict)
    """Moves by number and who looks, as they were told before."""
    _agents: dict[int, Agent] = field(default_factory=dict)
    _thinking: asyncio.Task[None] | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _turn: int = 0
    """Counts what may change who is to think; an answer for an earlier count is dropped."""
    _thought_ply: int = -1
    """Of the position that `thought_since` is about."""
    _alarm: asyncio.TimerHandle | None = None
    _ringing: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        if self.record.clock is not None:
            self.clock = MatchClock(self.record.clock, self.game.seats)
        self.states = [self.game.start()]
        for number, move in enumerate(self.record.moves, 1):
            try:
                self.states.append(self.states[-1].play(move))
            except PlayoutError as error:
                raise RefusedError(
                    f"move {number} of this match is not legal by the rules as they are now: {error}"
                ) from error

    # What there is

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def plies(self) -> int:
        return len(self.states) - 1

    @property
    def hides(self) -> bool:
        return self.game.rules.has("mask")

    @property
    def over(self) -> bool:
        return self.state.over or self.record.resigned is not None

    @property
    def payoffs(self) -> list[float] | None:
        """Of a match that is over. Who resigns or runs out of time gets the least, and the others share the rest."""
        if self.state.over:
            return list(self.state.payoffs)
        if self.record.resigned is None:
            return None
        (least, most), total = self.game.rules.payoff_bounds, self.game.rules.payoff_sum
        others = most if total is None else min(most, (total - least) / max(1, self.game.seats - 1))
        return [least if seat == self.record.resigned else others for seat in range(self.game.seats)]

    def clocks(self) -> list[float] | None:
        """Seconds left by seat, now; None: there is no clock."""
        if self.clock is None:
            return None
        left = self.clock.left([state.turn for state in self.states[:-1]], self.record.seconds)
        if self.record.out_of_time and self.record.resigned is not None:
            left[self.record.resigned] = 0.0
        elif not self.over and self.state.turn >= 0 and self.thought_since is not None:
            left[self.state.turn] -= time.monotonic() - self.thought_since
        return left

    @property
    def players(self) -> list[schema.Player]:
        return [schema.Player(**player) for player in self.record.players]

    def is_person(self, seat: int) -> bool:
        return bool(self.record.players[seat]["kind"] == "person")

    @property
    def status(self) -> Any:
        if self.over:
            return "over"
        if self.record.error:
            return "failed"
        if self.state.turn >= 0 and self.is_person(self.state.turn):
            return "your_move"
        return "paused" if self.record.paused else "thinking"

    def seats_open(self) -> list[int | None]:
        """From where one may look: where things are hidden, persons' seats, and all once it is over."""
        if not self.hides or self.over:
            return [None, *range(self.game.seats)]
        persons = [seat for seat in range(self.game.seats) if self.is_person(seat)]
        return [*persons] if persons else [None, *range(self.game.seats)]

    def viewer(self, asked: int | str | None) -> int | None:
        """The seat from which a page looks: as it asks, if it may."""
        may = self.seats_open()
        if asked == "all":
            asked = None
        elif asked == "auto":
            if None in may:
                return None
            return self.state.turn if self.state.turn in may else may[0]
        if asked is not None and (not isinstance(asked, int) or asked >= self.game.seats):
            raise RefusedError(f"{self.game.name} has seats 0 to {self.game.seats - 1}, not {asked}", "invalid")
        if asked not in may:
            raise RefusedError("that seat is not yours to look from: things are hidden in this game", "forbidden")
        return asked

    def at(self, ply: int) -> State:
        if ply > self.plies:
            raise RefusedError(f"the match has {self.plies} moves so far, so there is no position {ply}", "not_found")
        return self.states[ply]

    # Commands; the caller holds the lock

    def move(self, command: schema.Play) -> None:
        state = self.state
        if self.over:
            raise RefusedError("the match is over; undo, or begin a new one from here", "conflict")
        if command.ply is not None and command.ply != self.plies:
            raise RefusedError(f"the match has gone on: it has {self.plies} moves, not {command.ply}", "conflict")
        if state.turn < 0:
            raise RefusedError("chance decides here, and nobody is to move", "conflict")
        if not self.is_person(state.turn):
            name = self.game.seat_name(state.turn)
            raise RefusedError(
                f"it is the turn of {name}, who is not a person; take that seat over to move for it", "conflict"
            )
        left = self.clocks()
        if left is not None and left[state.turn] <= 0:
            self._lose(state.turn, out_of_time=True)
            raise RefusedError(f"the time of {self.game.seat_name(state.turn)} is over", "conflict")
        if (command.move is None) == (command.text is None):
            raise RefusedError("a move needs its number or its text, one of them", "invalid")
        move: int | str = command.move if command.move is not None else command.text or ""
        if self.hides and isinstance(move, str):
            move = state.seen_by(state.turn).parse(move)  # a text means what the seat may know, and so does an error
        after = state.play(move)
        waited = None if self.thought_since is None else time.monotonic() - self.thought_since
        self._append(after, waited, self.players[state.turn].label.en)
        self.go_on()

    def undo(self, plies: int | None) -> None:
        if self.record.resigned is not None and not self.record.out_of_time and plies is None:
            self.record.resigned, self._thought_ply = None, -1
            self._change()
            self.go_on()
            return
        if self.plies == 0:
            raise RefusedError("there is nothing to undo", "conflict")
        target = self._last_decision() if plies is None else max(0, self.plies - plies)
        self._halt()
        del self.states[target + 1 :]
        record = self.record
        for kept in (record.moves, record.seconds, record.by):
            del kept[target:]
        record.values = {ply: value for ply, value in record.values.items() if int(ply) <= target}
        record.resigned = record.error = None
        record.out_of_time = False
        self.told = {key: move for key, move in self.told.items() if key[0] <= target}
        self.storage.forget_after(self.id, target)
        self._change()
        self.go_on()

    def _last_decision(self) -> int:
        """The last position before this one in which a person was to move; else one ply back."""
        for ply in range(self.plies - 1, -1, -1):
            turn = self.states[ply].turn
            if turn >= 0 and self.is_person(turn):
                return ply
        return self.plies - 1

    def resign(self, seat: int) -> None:
        self._check_seat(seat)
        if self.over:
            raise RefusedError("the match is over already", "conflict")
        if not self.is_person(seat):
            raise RefusedError("only a person resigns", "conflict")
        self._lose(seat, out_of_time=False)

    def _lose(self, seat: int, *, out_of_time: bool) -> None:
        """The match is over before its end: this seat has lost it."""
        self._halt()
        self.record.resigned, self.record.out_of_time = seat, out_of_time
        self._set_alarm()
        self._drop_agents()
        self._change()

    def take_over(self, seat: int, given: schema.NewSeat) -> None:
        self._check_seat(seat)
        player = read_seat(given, self.info, self.workers.limits, self.workers.engines)
        self._halt()
        self._drop_agents(seat)
        self.record.players[seat] = player.model_dump()
        self.record.error = None
        self._change()
        self.go_on()

    def pause(self, paused: bool) -> None:
        if paused and self.clock is not None:
            raise RefusedError("a match with a clock cannot be paused", "conflict")
        if paused:
            self._halt()
        self.record.paused = paused
        self.record.error = None
        self._change()
        self.go_on()

    def _check_seat(self, seat: int) -> None:
        if seat >= self.game.seats:
            raise RefusedError(f"{self.game.name} has seats 0 to {self.game.seats - 1}, not {seat}", "invalid")

    def note_value(self, ply: int, values: list[float], *, proven: bool, agent: str, seat: int) -> None:
        """What a position was found to be worth, by whose knowledge."""
        self.record.values[str(ply)] = {"values": values, "proven": proven, "agent": agent, "seat": seat}
        self.storage.save(self.record)

    # What goes on by itself

    def wake(self) -> None:
        if not self.is_awake:
            self.is_awake = True
            self.go_on()

    def go_on(self) -> None:
        """Chance plays, and then an agent begins to think; persons are waited for."""
        while not self.over and self.state.turn == CHANCE and not self.record.paused:
            if self._too_long():
                return
            self._append(self.state.sample(Rng(self.record.seed, self.plies)), None, None)
        if self._thought_ply != self.plies:
            self._thought_ply, self.thought_since = self.plies, time.monotonic()
        self._set_alarm()
        if self.over or self.record.paused or self.record.error or self.state.turn < 0:
            return
        if not self.is_person(self.state.turn) and not self._too_long():
            self._stop = threading.Event()
            self._thinking = asyncio.get_running_loop().create_task(
                self._think(self.state.turn, self._turn, self._stop, self._thinking)
            )

    def _set_alarm(self) -> None:
        """Come back when the time of the seat to move is over."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        left = None if self.over or self.record.error or self.state.turn < 0 else self.clocks()
        if left is not None:
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, left[self.state.turn]), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._ringing = asyncio.get_running_loop().create_task(self._run_out(self.plies))

    async def _run_out(self, ply: int) -> None:
        async with self.lock:
            left = self.clocks()
            if left is None or self.over or self.record.error or self.plies != ply or self.state.turn < 0:
                return
            if left[self.state.turn] > 0:  # an agent that had to wait for a processor has begun later
                self._set_alarm()
            else:
                self._lose(self.state.turn, out_of_time=True)

    def _too_long(self) -> bool:
        if self.plies < self.workers.limits.plies:
            return False
        self.record.error = f"a match of this server has {self.workers.limits.plies:,} moves at most"
        self._change()
        return True

    async def _think(self, seat: int, turn: int, stop: threading.Event, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        if turn != self._turn:
            return
        state, loop = self.state, asyncio.get_running_loop()
        self.tell_thinking(self, seat, None)

        thoughts = Thoughts(
            match=self.id,
            agent=str(self.record.players[seat]["agent"]),
            ply=self.plies,
            limits=self.workers.limits,
            is_wanted=lambda: self.viewers > 0 and not self.hides,
            tell=lambda found: loop.call_soon_threadsafe(self._report, seat, turn, found),
        )
        try:
            move, result = await self.workers.play(lambda: self._choose(seat, state, stop, thoughts.report))
        except Exception as error:
            async with self.lock:
                if turn == self._turn:
                    self.record.error = f"{self.record.players[seat]['label']['en']}: {error}"
                    self._change()
            return
        async with self.lock:
            if turn == self._turn:
                self._play_answer(seat, state, move, result)

    def _choose(
        self, seat: int, state: State, stop: threading.Event, report: Callable[[SearchResult], None]
    ) -> tuple[int, SearchResult | None]:
        """In a thread: the agent is made here too, since that may compile."""
        limits = self.workers.limits
        if seat not in self._agents:
            seed = Rng(self.record.seed, AGENT_STREAM + seat).below(1 << 31)
            player = self.record.players[seat]
            engines = self.workers.engines if player["kind"] == "engine" else ()
            self._agents[seat] = make_agent(player["agent"], limits, seed, self.workers.backend, engines)
            if self.clock is not None and self.workers.backend != "python":
                warm_up(self.game, self._agents[seat])
        if self.clock is not None:
            # Waiting for a processor and for a compiler is not thinking.
            self.thought_since = time.monotonic()
            self.clock.advise(self._agents[seat], self.record.players[seat]["agent"], seat, self.clocks() or [])
        return choose_move(self._agents[seat], state.seen_by(seat), limits.move_seconds, stop, report)

    def _report(self, seat: int, turn: int, found: schema.Analysis) -> None:
        if turn == self._turn:
            self.tell_thinking(self, seat, found)

    def _play_answer(self, seat: int, state: State, move: int, result: SearchResult | None) -> None:
        label = self.record.players[seat]["label"]["en"]
        try:
            after = state.play(move)
        except PlayoutError as error:
            self.record.error = f"{label} answered with a move that is not legal: {error}"
            self._change()
            return
        if result is not None and result.known:
            value = {
                "values": list(result.values),
                "proven": result.proven,
                "agent": str(result.algorithm),
                "seat": seat,
            }
            self.record.values.setdefault(str(self.plies), value)
        used = None if result is None else result.elapsed
        if self.clock is not None and self.thought_since is not None:
            used = time.monotonic() - self.thought_since
        self._append(after, used, label)
        self.go_on()

    def _halt(self) -> None:
        """Whoever thinks stops, and the answer is dropped."""
        self._turn += 1
        self._stop.set()

    async def close(self) -> None:
        """Stop, and wait until nobody thinks any more."""
        self._halt()
        if self._alarm is not None:
            self._alarm.cancel()
        if self._thinking is not None:
            await asyncio.wait([self._thinking])
        self._drop_agents()

    def _drop_agents(self, *seats: int) -> None:
        """These agents, or all, are not needed any more; another program ends with its match."""
        for seat in seats or list(self._agents):
            player = self._agents.pop(seat, None)
            if isinstance(player, Engine):
                player.close()

    @property
    def is_idle(self) -> bool:
        is_busy = self._alarm is not None or self.lock.locked()
        return self.viewers == 0 and (self._thinking is None or self._thinking.done()) and not is_busy

    def _append(self, after: State, seconds: float | None, by: str | None) -> None:
        self.states.append(after)
        self.record.moves.append(int(after.history[-1]))
        self.record.seconds.append(seconds)
        self.record.by.append(by)
        self._turn += 1
        if self.over:
            self._drop_agents()
            self._set_alarm()
        self._note(self.plies)

    def _change(self) -> None:
        self._turn += 1
        self._note(None)

    def _note(self, ply: int | None) -> None:
        """Something happened: number it, keep it, tell everybody."""
        record = self.record
        record.n += 1
        record.changed = time.time()
        record.over = self.over
        self.used = time.monotonic()
        self.storage.save(record)
        event = MatchEvent(record.n, ply)
        self.events.append(event)
        self.tell(self, event)

    def missed(self, last: int) -> list[MatchEvent] | None:
        """What happened after an event, if all of it can be told one by one."""
        found = [event for event in self.events if event.n > last]
        if len(found) != self.record.n - last or any(event.ply is None for event in found):
            return None
        return found
