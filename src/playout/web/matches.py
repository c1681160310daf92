"""A match under way: one room each. All that changes it goes through its lock, in order, so that two pages agree.

A room plays what chance and agents do by itself. Everything that happened has a number; a page that comes back names
the last one it saw, and gets what it missed.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from playout.algorithms.results import SearchResult
from playout.errors import PlayoutError
from playout.game import State
from playout.rng import Rng
from playout.rules import CHANCE
from playout.web import schema
from playout.web.match_table import MatchTable
from playout.web.phrases import own_text
from playout.web.players import read_seat
from playout.web.positions import chinese_seat
from playout.web.refusals import RefusedError, explain_error
from playout.web.seated_agents import SeatedAgents
from playout.web.storage import Storage
from playout.web.workers import Workers

__all__ = ["MatchEvent", "Room"]

BUFFER = 200
"""Events that a page may miss and still get one by one."""


@dataclass(frozen=True)
class MatchEvent:
    """Something that happened in a match."""

    n: int
    ply: int | None
    """Of the position after a move; None: something else changed, so that all has to be shown anew."""


@dataclass
class Room(MatchTable):
    """A match, and all that changes it."""

    storage: Storage
    workers: Workers
    tell: Callable[[Room, MatchEvent], None]
    """Called after every event, in the server's thread."""
    tell_thinking: Callable[[Room, int, schema.Analysis | None], None]
    """Called while an agent thinks, in the server's thread."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    events: deque[MatchEvent] = field(default_factory=lambda: deque(maxlen=BUFFER))
    viewers: int = 0
    """Pages that look on."""
    used: float = field(default_factory=time.monotonic)
    agents: SeatedAgents = field(init=False)
    is_awake: bool = False
    """Whether agents play here; a match that is only listed stays asleep."""
    told: dict[tuple[int, int | None], schema.MatchMove] = field(default_factory=dict)
    """Moves by number and who looks, as they were told before."""
    _thought_ply: int = -1
    """Of the position that `thought_since` is about."""
    _alarm: asyncio.TimerHandle | None = None
    _ringing: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.agents = SeatedAgents(self)

    # Commands; the caller holds the lock

    def move(self, command: schema.Play) -> None:
        state = self.state
        if self.over:
            raise RefusedError(
                "the match is over; undo, or begin a new one from here",
                "对局已经结束；可以悔棋，或从这里新开一局。",
                code="conflict",
            )
        if command.ply is not None and command.ply != self.plies:
            raise RefusedError(
                f"the match has gone on: it has {self.plies} moves, not {command.ply}",
                f"对局已有变化：现在是 {self.plies} 步，而不是 {command.ply} 步。",
                code="conflict",
            )
        if state.turn < 0:
            raise RefusedError(
                "chance decides here, and nobody is to move", "这里由随机决定，无人行棋。", code="conflict"
            )
        if not self.is_person(state.turn):
            name = self.game.seat_name(state.turn)
            raise RefusedError(
                f"it is the turn of {name}, who is not a person; take that seat over to move for it",
                f"轮到{chinese_seat(name)}，但该座位不是人；接管这个座位后才能替它走。",
                code="conflict",
            )
        left = self.clocks()
        if left is not None and left[state.turn] <= 0:
            self._lose(state.turn, out_of_time=True)
            raise RefusedError(
                f"the time of {self.game.seat_name(state.turn)} is over",
                f"{chinese_seat(self.game.seat_name(state.turn))}的时间已用完。",
                code="conflict",
            )
        if (command.move is None) == (command.text is None):
            raise RefusedError(
                "a move needs its number or its text, one of them", "一步棋需要编号或文字，二者取一。", code="invalid"
            )
        move = command.move if command.move is not None else own_text(self.game.rules, command.text or "")
        try:
            if self.hides and isinstance(move, str):
                move = state.seen_by(state.turn).parse(move)  # a text means what the seat may know, as does an error
            after = state.play(move)
        except PlayoutError as error:
            raise explain_error(
                error, ("this move cannot be played", f"这里不能走 {str(command.text or move)[:40]!r}")
            ) from error
        self._append(after, self.thought, self.players[state.turn].label.en)
        self.go_on()

    def undo(self, plies: int | None) -> None:
        if self.record.resigned is not None and not self.record.out_of_time and plies is None:
            self.record.resigned, self._thought_ply = None, -1
            self._change()
            self.go_on()
            return
        if self.plies == 0:
            raise RefusedError("there is nothing to undo", "没有可悔的棋。", code="conflict")
        target = self._last_decision() if plies is None else max(0, self.plies - plies)
        self.agents.halt()
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
            raise RefusedError("the match is over already", "对局已经结束。", code="conflict")
        if not self.is_person(seat):
            raise RefusedError("only a person resigns", "只有人可以认输。", code="conflict")
        self._lose(seat, out_of_time=False)

    def _lose(self, seat: int, *, out_of_time: bool) -> None:
        """The match is over before its end: this seat has lost it."""
        self.agents.halt()
        self.record.resigned, self.record.out_of_time = seat, out_of_time
        self._set_alarm()
        self.agents.drop()
        self._change()

    def take_over(self, seat: int, given: schema.NewSeat) -> None:
        self._check_seat(seat)
        player = read_seat(given, self.info, self.workers.limits, self.workers.engines)
        self.agents.halt()
        self.agents.drop(seat)
        self.record.players[seat] = player.model_dump()
        self.record.error = None
        self._change()
        self.go_on()

    def pause(self, paused: bool) -> None:
        if paused and self.clock is not None:
            raise RefusedError("a match with a clock cannot be paused", "有计时的对局不能暂停。", code="conflict")
        if paused:
            self.agents.halt()
        self.record.paused = paused
        self.record.error = None
        self._change()
        self.go_on()

    def _check_seat(self, seat: int) -> None:
        if seat >= self.game.seats:
            raise RefusedError(
                f"{self.game.name} has seats 0 to {self.game.seats - 1}, not {seat}",
                f"{self.game.name} 的座位编号是 0 到 {self.game.seats - 1}，没有 {seat}。",
                code="invalid",
            )

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
            self._thought_ply, self.thought_since, self.place = self.plies, time.monotonic(), None
        self._set_alarm()
        if self.over or self.record.paused or self.record.error or self.state.turn < 0:
            return
        if not self.is_person(self.state.turn) and not self._too_long():
            self.agents.begin(self.state.turn)

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
        most = f"{self.workers.limits.plies:,}"
        self.fail(f"a match of this server has {most} moves at most", f"本服务器的一场对局最多 {most} 步。")
        return True

    def fail(self, english: str, chinese: str) -> None:
        """An agent cannot go on; somebody has to take its seat over."""
        self.record.error, self.record.error_chinese = english, chinese
        self._change()

    def play_answer(self, seat: int, move: int, result: SearchResult | None) -> None:
        """What the agent that was to move has chosen."""
        label = self.record.players[seat]["label"]["en"]
        try:
            after = self.state.play(move)
        except PlayoutError as error:
            chinese = f"{self.players[seat].label.zh or label} 给出的着法不合法：{error}"
            self.fail(f"{label} answered with a move that is not legal: {error}", chinese)
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
        if self.clock is not None and self.thought is not None:
            used = self.thought
        self._append(after, used, label)
        self.go_on()

    async def close(self) -> None:
        """Stop, and wait until nobody thinks any more."""
        if self._alarm is not None:
            self._alarm.cancel()
        await self.agents.close()

    @property
    def is_idle(self) -> bool:
        is_busy = self._alarm is not None or self.lock.locked()
        return self.viewers == 0 and not self.agents.is_thinking and not is_busy

    def _append(self, after: State, seconds: float | None, by: str | None) -> None:
        self.states.append(after)
        self.record.moves.append(int(after.history[-1]))
        self.record.seconds.append(seconds)
        self.record.by.append(by)
        self.agents.expire()
        if self.over:
            self.agents.drop()
            self._set_alarm()
        self._note(self.plies)

    def _change(self) -> None:
        self.agents.expire()
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
