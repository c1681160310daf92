"""A match as pages see it: snapshots, moves and summaries, each for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.formats.pgn_text import SUFFIXES
from playout.game import State
from playout.rules import CHANCE
from playout.sentences import Item, Wording
from playout.web import schema
from playout.web.games.phrases import in_both, move_item, say_move
from playout.web.games.positions import PUBLIC, describe, ending, ending_of, read_line, seat_item, seat_or_none
from playout.web.matches.links import Guest
from playout.web.matches.offers import can_draw
from playout.web.matches.room import MatchEvent, Room
from playout.web.refusals import RefusedError

__all__ = [
    "last_position",
    "match_moves",
    "moved",
    "moved_for_guest",
    "position_at",
    "snapshot",
    "snapshot_for_guest",
    "summary",
]

SIGNS = {nag: sign for sign, nag in SUFFIXES.items()}
"""Signs such as ! and ??, by their numbers in PGN."""


def seats(room: Room, guest: Guest | None = None, present: Sequence[int] = ()) -> list[schema.SeatInfo]:
    """guest: the viewer, None for the host. present: the number of pages at each seat."""
    names = [room.game.seat_name(seat) for seat in range(room.game.seats)]
    left = room.clocks()
    return [
        schema.SeatInfo(
            seat=seat,
            name=name,
            player=player if guest is None else _player_for_guest(player, is_own=guest.seat == seat),
            clock=None if left is None else left[seat],
            present=present[seat] if present else 0,
        )
        for seat, (name, player) in enumerate(zip(names, room.players, strict=True))
    ]


def _player_for_guest(player: schema.Player, *, is_own: bool) -> schema.Player:
    """The player of a seat for a guest: from the guest's point of view, without names of the host's programs."""
    label = player.label
    if is_own:
        label = schema.Sentence.of(Wording("player.you"))
    elif isinstance(label, schema.Sentence) and label.code == "player.you":
        label = schema.Sentence.of(Wording("player.host"))
    elif player.kind == "engine":
        label = schema.Sentence.of(Wording("player.program"))
    return player.model_copy(update={"label": label, "agent": None})


def _ending(room: Room) -> schema.Sentence | None:
    payoffs = room.payoffs
    if payoffs is None:
        return None
    if room.state.over:
        return ending(room.state)
    said = ending_of(payoffs, room.game)
    if room.is_agreed:
        said = Wording("ending.agreed", {"ending": said})
    elif room.loser is not None:
        code = "ending.time" if room.ended_by("clock") else "ending.resigns"
        said = Wording(code, {"seat": seat_item(room.game, room.loser), "ending": said})
    else:
        said = Wording("ending.recorded", {"ending": said})
    return schema.Sentence.of(said)


def position_at(room: Room, ply: int, viewer: int | None) -> schema.Position:
    """A position of the match."""
    return last_position(room, viewer) if ply == room.plies else describe(room.at(ply), viewer, ply=ply)


def last_position(room: Room, viewer: int | None) -> schema.Position:
    """The last position, with the result if the match ended before its board shows an end."""
    found = describe(room.state, viewer, ply=room.plies)
    if room.state.over or not room.over:
        return found
    over = {"over": True, "payoffs": room.payoffs, "ending": _ending(room), "legal": [], "turn": None}
    return found.model_copy(update=over)


def match_move(room: Room, number: int, viewer: int | None) -> schema.MatchMove:
    """Move `number`, from 1, as a seat sees it: another seat's move is hidden unless the game's `tell` reveals it."""
    known = room.told.get((number, viewer))
    if known is not None:
        return known
    before, move = room.states[number - 1], room.state.history[number - 1]
    seat = seat_or_none(before.turn)
    is_seen = viewer is None or not room.hides or seat == viewer
    text, words = say_move(before, move) if is_seen else (None, None)
    told: list[schema.Said] = []
    if before.game.rules.has("tell") or not is_seen:
        told = _told_to_all(before, move) if viewer == PUBLIC else _told(before, move, viewer)
    made = schema.MatchMove(
        number=number,
        seat=seat,
        move=move if is_seen else None,
        text=text,
        words=words,
        told=told,
        seconds=room.match.seconds[number - 1],
        by=room.record.by[number - 1],
        notes=_notes(room, number),
    )
    room.told[number, viewer] = made
    return made


def _notes(room: Room, number: int) -> list[str]:
    """The notes on a move of an imported match: signs, a comment, variations. number 0: before the first move."""
    source = room.record.source
    if source is None:
        return []
    key = str(number)
    signs = [SIGNS[nag] for nag in source.nags.get(key, ()) if nag in SIGNS]
    comment = [source.comments[key]] if key in source.comments else []
    return [*signs, *comment, *source.variations.get(key, ())]


def _told(before: State, move: int, viewer: int | None) -> list[schema.Said]:
    """The effects of a move that the viewer may see, in sentences."""
    if not before.game.rules.has("tell"):
        code = "told.chance" if before.turn == CHANCE else "told.plays"
        said: dict[str, Item] = {"move": move_item(before, move)}
        if before.turn != CHANCE:
            said["seat"] = seat_item(before.game, before.turn)
        return [schema.Sentence.of(Wording(code, said))] if before.tell(move, viewer) else []
    english, chinese = in_both(lambda: before.tell(move, viewer))
    return [
        schema.Words(en=one, zh=None if one == other else other) for one, other in zip(english, chinese, strict=True)
    ]


def _told_to_all(before: State, move: int) -> list[schema.Said]:
    """The sentences on a move that every seat is told; if there are none, only that the seat has moved."""
    seats = range(before.game.seats)
    first, *others = [_told(before, move, seat) for seat in seats]
    said = [sentence for sentence in first if all(sentence in other for other in others)]
    if not said and before.turn >= 0:
        said = [schema.Sentence.of(Wording("told.moved", {"seat": seat_item(before.game, before.turn)}))]
    return said


def match_moves(room: Room, viewer: int | None) -> list[schema.MatchMove]:
    return [match_move(room, number, viewer) for number in range(1, room.plies + 1)]


def values(room: Room, viewer: int | None) -> list[schema.PlyValue]:
    """The values of positions, without values that use information hidden from the viewer."""
    found = []
    for ply, value in sorted(room.record.values.items(), key=lambda item: int(item[0])):
        if not room.hides or viewer is None or value.seat == viewer:
            found.append(schema.PlyValue(ply=int(ply), values=value.values, proven=value.proven, agent=value.agent))
    return found


def snapshot(
    room: Room,
    viewer: int | None,
    analyses: list[schema.Analysis],
    review: schema.Review | None,
    present: schema.Presence,
) -> schema.MatchSnapshot:
    """The match as the host's pages show it."""
    record = room.record
    return schema.MatchSnapshot(
        id=room.id,
        n=record.n,
        game=room.info,
        options=record.options,
        seats=seats(room, None, present.present),
        moves=match_moves(room, viewer),
        position=last_position(room, viewer),
        values=values(room, viewer),
        analyses=analyses,
        review=review,
        seat=viewer,
        seats_open=room.seats_open(),
        status=room.status_of(None),
        waiting_for=None if room.over else seat_or_none(room.state.turn),
        error=room.trouble or record.error,
        resigned=room.loser,
        from_match=record.from_match,
        paused=record.paused,
        tags={} if record.source is None else record.source.tags,
        notes=_notes(room, 0),
        imported=record.source is not None,
        variations=[] if room.hides and not room.over else _variations(room),
        guest=None,
        awaiting=room.is_awaiting,
        spectators=present.spectators,
        offer=room.offers.open,
        can_draw=can_draw(room),
    )


NOTHING_TO_CHOOSE: dict[str, Any] = {"engines": [], "levels": [], "agents": [], "default_agent": ""}
"""In place of a game's choices: guests choose no agents."""


def snapshot_for_guest(room: Room, guest: Guest, present: schema.Presence) -> schema.MatchSnapshot:
    """The match as a guest's page shows it, without values and analyses and without names of the host's programs."""
    shown = snapshot(room, room.viewer_of(guest), [], None, present)
    waits = schema.Sentence.of(Wording("guest.trouble"))
    return shown.model_copy(
        update={
            "game": shown.game.model_copy(update={**NOTHING_TO_CHOOSE, "picture": shown.position.view}),
            "options": _options_for_guest(room),
            "seats": seats(room, guest, present.present),
            "moves": [move.model_copy(update={"by": None}) for move in shown.moves],
            "values": [],
            "variations": [],
            "seats_open": [shown.seat],
            "status": room.status_of(guest),
            "error": None if shown.error is None else waits,
            "from_match": None,
            "guest": schema.GuestView(seat=guest.seat),
        }
    )


def _options_for_guest(room: Room) -> dict[str, Any]:
    """The options that a guest may see. In a game with hidden information only constants: others may name decks."""
    shown = room.record.options
    if room.hides and not room.over:
        shown = {word: value for word, value in shown.items() if word in room.game.rules.constants}
    return shown


def moved_for_guest(room: Room, event: MatchEvent, guest: Guest) -> schema.Moved:
    """One move as a guest's page shows it."""
    shown = moved(room, event, room.viewer_of(guest))
    status = room.status_of(guest) if event.ply == room.plies else shown.status
    move = shown.move.model_copy(update={"by": None})
    return shown.model_copy(update={"status": status, "move": move, "value": None})


def _variations(room: Room) -> list[schema.KeptLine]:
    found = []
    for kept in room.record.variations:
        steps = read_line(room.states[kept.ply], kept.line, None)
        found.append(schema.KeptLine(ply=kept.ply, steps=steps))
    return found


def moved(room: Room, event: MatchEvent, viewer: int | None) -> schema.Moved:
    """One move, with the position after it."""
    if event.ply is None or event.ply > room.plies:
        raise RefusedError("move.undone", kind="conflict")
    is_last = event.ply == room.plies
    state = room.states[event.ply]
    value = next((item for item in values(room, viewer) if item.ply == event.ply - 1), None)
    return schema.Moved(
        n=event.n,
        move=match_move(room, event.ply, viewer),
        position=position_at(room, event.ply, viewer),
        status=room.status_of(None) if is_last else "thinking",
        waiting_for=None if state.over else seat_or_none(state.turn),
        value=value,
        clocks=room.clocks(),
    )


def summary(room: Room) -> schema.MatchSummary:
    """A match for lists. Hidden information stays hidden."""
    viewer = PUBLIC if room.is_shared else room.viewer("auto")
    record = room.record
    return schema.MatchSummary(
        id=room.id,
        game=room.info.name,
        title=room.info.title,
        options=record.options,
        seats=seats(room),
        plies=room.plies,
        over=room.over,
        payoffs=room.payoffs,
        ending=_ending(room),
        created=record.created,
        changed=record.changed,
        begun=room.facts().begun,
        view=last_position(room, viewer).view,
    )
