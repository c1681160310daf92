"""Changes of a match by persons: moves, undo, variations, resignation, links, seats and pauses.

A change that is not allowed, or cannot be saved, is refused and changes nothing. The caller holds the match's lock.
guest: the guest who asks; None: the host asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playout.errors import PlayoutError
from playout.web import schema
from playout.web.games.phrases import own_text
from playout.web.games.players import read_seat
from playout.web.games.positions import seat_item, walk
from playout.web.matches.links import Guest, with_links
from playout.web.matches.records import Variation
from playout.web.refusals import RefusedError

if TYPE_CHECKING:
    from playout.web.matches.room import Room

__all__ = ["CHANGES", "arrive", "check_undo", "open_links", "take_back"]

MOST_VARIATIONS, LONGEST_VARIATION = 100, 200
"""The most variations kept beside a match, and the most moves of one."""


def _move(room: Room, command: schema.Play, guest: Guest | None) -> None:
    state = room.state
    if room.over:
        raise RefusedError("move.over", kind="conflict")
    if command.ply is not None and command.ply != room.plies:
        raise RefusedError("move.late", kind="conflict", plies=room.plies, ply=command.ply)
    if room.status_of(guest) == "paused":
        raise RefusedError("move.paused", kind="conflict")
    if state.turn < 0:
        raise RefusedError("move.chance", kind="conflict")
    if not room.plays(state.turn, guest):
        elsewhere = guest is not None or room.is_guest(state.turn)
        code = "move.other" if elsewhere else "move.not_person"
        raise RefusedError(code, kind="conflict", seat=seat_item(room.game, state.turn))
    if room.match.is_late(room.thought):
        room.progress.end(room.match.run_out(room.thought))
        raise RefusedError("move.no_time", kind="conflict", seat=seat_item(room.game, state.turn))
    if (command.move is None) == (command.text is None):
        raise RefusedError("move.unnamed", kind="invalid")
    move = command.move if command.move is not None else own_text(room.game.rules, command.text or "")
    try:
        if room.hides and isinstance(move, str):
            move = state.seen_by(state.turn).parse(move)  # a text is read as the seat sees the position
        after = state.play(move)
    except PlayoutError as error:
        if isinstance(error, RefusedError):
            raise
        raise RefusedError("move.illegal", why=" ".join(str(error).split())) from error
    room.progress.append(room.match.add(after, room.thought), room.players[state.turn].label.en)
    room.progress.go_on()


def _undo(room: Room, command: schema.Undo, guest: Guest | None) -> None:
    if room.guests:
        raise RefusedError("undo.ask", kind="conflict")
    check_undo(room)
    take_back(room, command.plies)


def check_undo(room: Room) -> None:
    """Refuse an undo once the hidden information has been shown."""
    if room.over and room.hides and (room.own_seats() or room.invited):
        raise RefusedError("undo.shown", kind="conflict")


def take_back(room: Room, plies: int | None) -> None:
    """Carry out an allowed undo. plies: the number of plies; None: back to the last decision of a person.

    A match of agents alone is paused then: they would play the same again.
    """
    if room.ended_by("resigned") and plies is None:
        room.save(room.match.back_to(room.state))
        room.happened()
        room.progress.go_on(anew=True)
        return
    if room.plies == 0:
        raise RefusedError("undo.nothing", kind="conflict")
    target = _last_decision(room) if plies is None else max(0, room.plies - plies)
    record = room.record
    waits = not room.is_timed and not _has_person(room)
    room.save(
        room.match.back_to(room.states[target]),
        undone_to=target,
        by=record.by[:target],
        values={ply: value for ply, value in record.values.items() if int(ply) <= target},
        variations=[item for item in record.variations if item.ply <= target],
        error=None,
        paused=record.paused or waits,
    )
    room.agents.halt()
    room.told = {key: move for key, move in room.told.items() if key[0] <= target}
    room.happened()
    room.progress.go_on()


def _last_decision(room: Room) -> int:
    """The last ply before this one at which a person was to move; without persons the ply before this one."""
    if not _has_person(room):
        return room.plies - 1
    for ply in range(room.plies - 1, -1, -1):
        turn = room.states[ply].turn
        if turn >= 0 and room.is_human(turn):
            return ply
    raise RefusedError("undo.nothing", kind="conflict")


def _has_person(room: Room) -> bool:
    return any(map(room.is_human, range(room.game.seats)))


def _keep_line(room: Room, command: schema.KeepLine, guest: Guest | None) -> None:
    """Check a variation and keep it beside the match."""
    ply, line = command.ply, command.line
    if room.hides and not room.over:
        raise RefusedError("variation.hidden", kind="forbidden")
    if not line or len(line) > LONGEST_VARIATION or len(room.record.variations) >= MOST_VARIATIONS:
        raise RefusedError("variation.many", kind="too_many", lines=MOST_VARIATIONS, moves=LONGEST_VARIATION)
    walk(room.at(ply), line, None)
    kept = Variation(ply, line)
    if kept not in room.record.variations:
        room.save(variations=sorted([*room.record.variations, kept], key=lambda item: item.ply))
        room.happened()


def _drop_line(room: Room, command: schema.DropLine, guest: Guest | None) -> None:
    gone = Variation(command.ply, command.line)
    if gone not in room.record.variations:
        raise RefusedError("variation.none", kind="not_found")
    room.save(variations=[item for item in room.record.variations if item != gone])
    room.happened()


def _resign(room: Room, command: schema.Resign, guest: Guest | None) -> None:
    seat = command.seat
    room.check_seat(seat)
    if room.over:
        raise RefusedError("match.over", kind="conflict")
    if not room.plays(seat, guest):
        elsewhere = guest is not None or room.is_guest(seat)
        raise RefusedError("resign.other" if elsewhere else "resign.not_person", kind="conflict")
    room.progress.end(room.match.lose(seat, "resigned"))


def open_links(room: Room, renewed: Guest | None = None) -> dict[str, str]:
    """The links of this match by role. Creates missing links, and replaces that of `renewed`."""
    kinds = [str(player["kind"]) for player in room.record.players]
    if renewed is not None and renewed.seat is not None and renewed.seat not in room.guests:
        raise RefusedError("guest.no_seat", kind="conflict")
    links = with_links(room.record.links, kinds, None if renewed is None else renewed.role)
    if links != room.record.links:
        room.save(links=links)
    return links


def arrive(room: Room, seat: int) -> None:
    """Somebody has opened a guest's seat. The clocks start when all guests have come."""
    if seat in room.record.arrived:
        return
    room.save(arrived=[*room.record.arrived, seat])
    room.progress.start_clock()
    room.announce()


def _take_over(room: Room, command: schema.TakeOver, guest: Guest | None) -> None:
    seat = command.seat
    room.check_seat(seat)
    player = read_seat(command.player, room.info, room.workers.limits, room.workers.engines)
    own = room.own_seats()
    # The host may not know the cards of this seat; then whoever takes it over may not know them either.
    is_unknown = room.hides and not room.over and (seat not in own if own else seat in room.invited)
    may_come = ("guest",) if seat in room.invited else ()
    if is_unknown and player.kind in ("person", "guest") and player.kind not in may_come:
        raise RefusedError("seat.hides", kind="forbidden")
    players = [*room.record.players]
    held = {*room.record.held, *([seat] if room.is_person(seat) else [])}
    if player.kind == "guest":
        held.discard(seat)
    players[seat] = player.model_dump()
    links = room.record.links
    if player.kind == "guest":
        links = with_links(links, [str(item["kind"]) for item in players])
    room.save(players=players, held=sorted(held), links=links, error=None)
    room.agents.halt()
    room.agents.drop(seat)
    room.happened()
    room.progress.go_on()


def _pause(room: Room, command: schema.Pause, guest: Guest | None) -> None:
    if command.paused and room.is_timed:
        raise RefusedError("pause.clock", kind="conflict")
    room.save(paused=command.paused, error=None)
    if command.paused:
        room.agents.halt()
    room.happened()
    room.progress.go_on()


CHANGES: dict[str, Callable[[Room, Any, Guest | None], None]] = {
    "move": _move,
    "undo": _undo,
    "resign": _resign,
    "offer": lambda room, command, guest: room.offers.make(command.what, guest),
    "answer": lambda room, command, guest: room.offers.answer(command.number, accept=command.accept, guest=guest),
    "take_over": _take_over,
    "pause": _pause,
    "keep_line": _keep_line,
    "drop_line": _drop_line,
}
"""The commands by which a page changes a match, and the function for each."""
