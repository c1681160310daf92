"""A match under way: one room each. All that changes it goes through its lock, in order, so that two pages agree.

A room plays what chance and agents do by itself. Everything that happened has a number; a page that comes back names
the last one it saw, and gets what it missed.

Every change is saved first, then made, then told. A command that cannot be saved is refused and changes nothing. What
happens by itself is tried again until it can be saved, and pages are told that the match waits.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from playout.algorithms.results import SearchResult
from playout.errors import PlayoutError
from playout.game import State
from playout.match.lost import payoffs_of_draw
from playout.rng import Rng
from playout.rules import CHANCE
from playout.sentences import Wording
from playout.web import schema
from playout.web.computing.workers import Workers
from playout.web.games.phrases import own_text
from playout.web.games.players import read_seat
from playout.web.games.positions import seat_item, walk
from playout.web.matches.links import Guest, with_links
from playout.web.matches.match_table import MatchTable
from playout.web.matches.offers import Offers
from playout.web.matches.seated_agents import SeatedAgents
from playout.web.matches.storage import FoundValue, Storage, Variation
from playout.web.refusals import RefusedError, UnsavedError

__all__ = ["MatchEvent", "Room"]

BUFFER = 200
"""Events that a page may miss and still get one by one."""

MOST_VARIATIONS, LONGEST_VARIATION = 100, 200
"""Variations that are kept beside a match, and the moves of one."""

RETRY = 2.0
"""Seconds after which a match that could not be saved tries again."""


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
    tell_thinking: Callable[[Room, int, schema.Analysis | None, schema.Outline | None], None]
    """Called while an agent thinks, in the server's thread."""
    tell_offer: Callable[[Room, int | None], None]
    """Called when an offer was made or is past, with the seat that declined it, in the server's thread."""
    is_drawn: Callable[[str], bool]
    """Whether a page shows the picture of the tree; in any thread."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    events: deque[MatchEvent] = field(default_factory=lambda: deque(maxlen=BUFFER))
    viewers: int = 0
    """Pages that look on."""
    used: float = field(default_factory=time.monotonic)
    agents: SeatedAgents = field(init=False)
    offers: Offers = field(init=False)
    is_awake: bool = False
    """Whether agents play here; a match that is only listed stays asleep."""
    told: dict[tuple[int, int | None], schema.MatchMove] = field(default_factory=dict)
    """Moves by number and who looks, as they were told before."""
    _thought_ply: int = -1
    """Of the position that `thought_since` is about."""
    _alarm: asyncio.TimerHandle | None = None
    _retry: asyncio.TimerHandle | None = None
    _ringing: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.agents = SeatedAgents(self)
        self.offers = Offers(self)

    # Commands; the caller holds the lock. guest: who gives them, None for the host

    def move(self, command: schema.Play, guest: Guest | None = None) -> None:
        state = self.state
        if self.over:
            raise RefusedError("move.over", kind="conflict")
        if command.ply is not None and command.ply != self.plies:
            raise RefusedError("move.late", kind="conflict", plies=self.plies, ply=command.ply)
        if self.status_of(guest) == "paused":
            raise RefusedError("move.paused", kind="conflict")
        if state.turn < 0:
            raise RefusedError("move.chance", kind="conflict")
        if not self.plays(state.turn, guest):
            elsewhere = guest is not None or self.is_guest(state.turn)
            code = "move.other" if elsewhere else "move.not_person"
            raise RefusedError(code, kind="conflict", seat=seat_item(self.game, state.turn))
        left = self.clocks()
        if left is not None and left[state.turn] <= 0:
            self._lose(state.turn, out_of_time=True)
            raise RefusedError("move.no_time", kind="conflict", seat=seat_item(self.game, state.turn))
        if (command.move is None) == (command.text is None):
            raise RefusedError("move.unnamed", kind="invalid")
        move = command.move if command.move is not None else own_text(self.game.rules, command.text or "")
        try:
            if self.hides and isinstance(move, str):
                move = state.seen_by(state.turn).parse(move)  # a text means what the seat may know, as does an error
            after = state.play(move)
        except PlayoutError as error:
            if isinstance(error, RefusedError):
                raise
            raise RefusedError("move.illegal", why=" ".join(str(error).split())) from error
        self._append(after, self.thought, self.players[state.turn].label.en)
        self.go_on()

    def undo(self, plies: int | None) -> None:
        """Take moves back; None: to the last decision of a person."""
        if self.guests:
            raise RefusedError("undo.ask", kind="conflict")
        self.check_undo()
        self.take_back(plies)

    def check_undo(self) -> None:
        """Refuse an undo after everything that was hidden has been shown."""
        if self.over and self.hides and (self.own_seats() or self.invited):
            raise RefusedError("undo.shown", kind="conflict")

    def take_back(self, plies: int | None) -> None:
        """An undo that is allowed."""
        if self.record.resigned is not None and not self.record.out_of_time and plies is None:
            self._save(resigned=None)
            self.match.lost = None
            self._thought_ply = -1
            self._change()
            self.go_on()
            return
        if self.plies == 0:
            raise RefusedError("undo.nothing", kind="conflict")
        target = self._last_decision() if plies is None else max(0, self.plies - plies)
        record = self.record
        self._save(
            undone_to=target,
            moves=record.moves[:target],
            seconds=record.seconds[:target],
            by=record.by[:target],
            values={ply: value for ply, value in record.values.items() if int(ply) <= target},
            variations=[item for item in record.variations if item.ply <= target],
            resigned=None,
            result=None,
            out_of_time=False,
            error=None,
        )
        self.agents.halt()
        del self.states[target + 1 :]
        self.match.go_back(self.state)
        self.told = {key: move for key, move in self.told.items() if key[0] <= target}
        self._change()
        self.go_on()

    def _last_decision(self) -> int:
        """The last position before this one in which a person was to move; else one ply back."""
        for ply in range(self.plies - 1, -1, -1):
            turn = self.states[ply].turn
            if turn >= 0 and self.is_human(turn):
                return ply
        return self.plies - 1

    def keep_line(self, ply: int, line: list[int]) -> None:
        """Keep a variation beside the match; its moves are checked."""
        if self.hides and not self.over:
            raise RefusedError("variation.hidden", kind="forbidden")
        if not line or len(line) > LONGEST_VARIATION or len(self.record.variations) >= MOST_VARIATIONS:
            raise RefusedError("variation.many", kind="too_many", lines=MOST_VARIATIONS, moves=LONGEST_VARIATION)
        walk(self.at(ply), line, None)
        kept = Variation(ply, line)
        if kept not in self.record.variations:
            self._save(variations=sorted([*self.record.variations, kept], key=lambda item: item.ply))
            self._change()

    def drop_line(self, ply: int, line: list[int]) -> None:
        gone = Variation(ply, line)
        if gone not in self.record.variations:
            raise RefusedError("variation.none", kind="not_found")
        self._save(variations=[item for item in self.record.variations if item != gone])
        self._change()

    def resign(self, seat: int, guest: Guest | None = None) -> None:
        self.check_seat(seat)
        if self.over:
            raise RefusedError("match.over", kind="conflict")
        if not self.plays(seat, guest):
            elsewhere = guest is not None or self.is_guest(seat)
            raise RefusedError("resign.other" if elsewhere else "resign.not_person", kind="conflict")
        self._lose(seat, out_of_time=False)

    def agree_draw(self) -> None:
        """All players have accepted a draw."""
        payoffs = payoffs_of_draw(self.game.rules, self.game.seats)
        self._save(result=list(payoffs))
        self.match.agreed = payoffs
        self._end()

    def open_links(self, renewed: Guest | None = None) -> dict[str, str]:
        """The links of this match by place, made now where they are missing; and another one for `renewed`."""
        kinds = [str(player["kind"]) for player in self.record.players]
        if renewed is not None and renewed.seat is not None and renewed.seat not in self.guests:
            raise RefusedError("guest.no_seat", kind="conflict")
        links = with_links(self.record.links, kinds, None if renewed is None else renewed.place)
        if links != self.record.links:
            self._save(links=links)
        return links

    def arrive(self, seat: int) -> None:
        """Somebody has opened a guest's seat. When all have come, clocks run."""
        if seat in self.record.arrived:
            return
        self._save(arrived=[*self.record.arrived, seat])
        turn = self.state.turn
        if self.is_timed and not self.is_awaiting and not self.over and turn >= 0 and self.is_human(turn):
            self.thought_since = time.monotonic()
            self._set_alarm()
        self.tell(self, MatchEvent(self.record.n, None))

    def _lose(self, seat: int, *, out_of_time: bool) -> None:
        """The match is over before its end: this seat has lost it."""
        self._save(resigned=seat, out_of_time=out_of_time)
        self.match.lose(seat)
        self._end()

    def _end(self) -> None:
        """The match was ended, and saved so."""
        self.agents.halt()
        self._set_alarm()
        self.agents.drop()
        self._change()

    def take_over(self, seat: int, given: schema.NewSeat) -> None:
        self.check_seat(seat)
        player = read_seat(given, self.info, self.workers.limits, self.workers.engines)
        own = self.own_seats()
        # A seat of which the host knows nothing: neither does whoever takes it from now on.
        is_unknown = self.hides and not self.over and (seat not in own if own else seat in self.invited)
        may_come = ("guest",) if seat in self.invited else ()
        if is_unknown and player.kind in ("person", "guest") and player.kind not in may_come:
            raise RefusedError("seat.hides", kind="forbidden")
        players = [*self.record.players]
        held = {*self.record.held, *([seat] if self.is_person(seat) else [])}
        if player.kind == "guest":
            held.discard(seat)
        players[seat] = player.model_dump()
        links = self.record.links
        if player.kind == "guest":
            links = with_links(links, [str(item["kind"]) for item in players])
        self._save(players=players, held=sorted(held), links=links, error=None)
        self.agents.halt()
        self.agents.drop(seat)
        self._change()
        self.go_on()

    def pause(self, paused: bool) -> None:
        if paused and self.is_timed:
            raise RefusedError("pause.clock", kind="conflict")
        self._save(paused=paused, error=None)
        if paused:
            self.agents.halt()
        self._change()
        self.go_on()

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that the game does not have."""
        if seat >= self.game.seats:
            raise RefusedError(
                "seat.none", kind="invalid", game=self.game.name, most=self.game.seats - 1, seat=str(seat)
            )

    def note_value(self, ply: int, values: list[float], *, proven: bool, agent: str, seat: int) -> None:
        """What a position was found to be worth, by whose knowledge."""
        value = FoundValue(values, proven, agent, seat)
        self.storage.save_value(self.id, ply, value)
        self.record = replace(self.record, values={**self.record.values, str(ply): value})

    # What goes on by itself

    def wake(self) -> None:
        if not self.is_awake:
            self.is_awake = True
            self.go_on()

    def go_on(self) -> None:
        """Chance plays, and then an agent begins to think; persons are waited for."""
        self.attempt(self._go_on)

    def attempt(self, change: Callable[[], None]) -> None:
        """Make a change that nobody asked for. If it cannot be saved, tell the pages and try again later."""
        try:
            change()
        except UnsavedError as error:
            before = self.trouble
            self.trouble = schema.Sentence.of(Wording("unsaved.match", {"why": error.why}))
            self._forget_retry()
            count = self.agents.count
            self._retry = asyncio.get_running_loop().call_later(RETRY, self._try_again, change, count)
            if self.trouble != before:
                self.tell(self, MatchEvent(self.record.n, None))

    def _try_again(self, change: Callable[[], None], count: int) -> None:
        async def run() -> None:
            async with self.lock:
                if self.agents.count == count:  # nothing else has happened since
                    self.attempt(change)

        self._retry = None
        self._ringing = asyncio.get_running_loop().create_task(run())

    def _forget_retry(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    def _go_on(self) -> None:
        while not self.over and self.state.turn == CHANCE and not self.record.paused:
            if self._too_long():
                return
            self._append(self.state.sample(Rng(self.record.seed, self.plies)), None, None)
        if self._thought_ply != self.plies:
            since = None if self.is_awaiting else time.monotonic()
            self._thought_ply, self.thought_since, self.place = self.plies, since, None
        self._set_alarm()
        if self.over or self.record.paused or self.record.error or self.state.turn < 0:
            return
        if not self.is_human(self.state.turn) and not self._too_long():
            self.agents.begin(self.state.turn)

    def _set_alarm(self) -> None:
        """Come back when the time of the seat to move is over."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        stands = self.over or self.record.error or self.state.turn < 0 or self.is_awaiting
        left = None if stands else self.clocks()
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
                self.attempt(lambda: self._lose(self.state.turn, out_of_time=True))

    def _too_long(self) -> bool:
        if self.plies < self.workers.limits.plies:
            return False
        self.fail(Wording("match.too_long", {"most": self.workers.limits.plies}))
        return True

    def fail(self, why: Wording) -> None:
        """An agent cannot go on; somebody has to take its seat over."""
        self._save(error=schema.Sentence.of(why))
        self._change()

    def play_answer(self, seat: int, move: int, result: SearchResult | None) -> None:
        """What the agent that was to move has chosen."""
        label = self.players[seat].label
        try:
            after = self.state.play(move)
        except PlayoutError as error:
            agent = schema.from_wire(label)
            if self.hides:  # the error lists the legal moves, which show the seat's cards
                self.fail(Wording("agent.illegal", {"agent": agent}))
            else:
                self.fail(Wording("agent.illegal_why", {"agent": agent, "why": str(error)}))
            return
        value = None
        if result is not None and result.known and str(self.plies) not in self.record.values:
            value = FoundValue(list(result.values), result.proven, str(result.algorithm), seat)
        used = None if result is None else result.elapsed
        if self.is_timed and self.thought is not None:
            used = self.thought
        self._append(after, used, label.en, value)
        self.go_on()

    async def close(self) -> None:
        """Stop, and wait until nobody thinks any more."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._forget_retry()
        await self.agents.close()

    @property
    def is_idle(self) -> bool:
        is_busy = self._alarm is not None or self._retry is not None or self.lock.locked()
        return self.viewers == 0 and not self.agents.is_thinking and not is_busy

    def _append(self, after: State, seconds: float | None, by: str | None, value: FoundValue | None = None) -> None:
        """Append a move. value: the value of the position before it."""
        record = self.record
        found = {} if value is None else {str(self.plies): value}
        self._save(
            moves=[*record.moves, int(after.history[-1])],
            seconds=[*record.seconds, seconds],
            by=[*record.by, by],
            values={**record.values, **found},
            found=found,
            over=after.over or self.over,
        )
        self.states.append(after)
        self.match.add(after, seconds)
        if self.over:
            self.agents.drop()
            self._set_alarm()
        self._note(self.plies)

    def _change(self) -> None:
        self._note(None)

    def _save(
        self,
        *,
        undone_to: int | None = None,
        over: bool | None = None,
        found: Mapping[str, FoundValue] | None = None,
        **changes: Any,
    ) -> None:
        """Save the match with these changes, and number it. What cannot be saved is refused, and nothing changes.

        found: those of the values that are new.
        """
        record = replace(self.record, **changes, n=self.record.n + 1, changed=time.time())
        ended = record.resigned is not None or record.result is not None
        record.over = ended or (self.state.over and undone_to is None) if over is None else over
        self.storage.save(record, undone_to, found or {})
        self.record = record

    def _note(self, ply: int | None) -> None:
        """Something happened and is saved: tell everybody."""
        self.agents.expire()
        self.offers.forget()
        self._forget_retry()
        self.used = time.monotonic()
        event = MatchEvent(self.record.n, ply if self.trouble is None else None)
        self.trouble = None
        self.events.append(event)
        self.tell(self, event)

    def missed(self, last: int) -> list[MatchEvent] | None:
        """What happened after an event, if all of it can be told one by one."""
        found = [event for event in self.events if event.n > last]
        if len(found) != self.record.n - last or any(event.ply is None for event in found):
            return None
        return found
