"""Addresses about matches, their positions, analyses and trees."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from typing import Annotated

from fastapi import Depends, FastAPI, Query, Request
from fastapi import Path as InPath
from starlette.responses import Response

from playout.algorithms.search import load_search
from playout.web import schema
from playout.web.analysis.jobs import make_job
from playout.web.analysis.outlines import grown
from playout.web.analysis.trees import find_nodes, read_page
from playout.web.games.positions import describe, read_line, walk
from playout.web.matches import import_export, rendering
from playout.web.matches.room import Room
from playout.web.refusals import RefusedError
from playout.web.server.hub import Hub

__all__ = ["MatchId", "add_analyses", "add_matches", "add_positions"]

MOST_MOVES = 500

MatchId = Annotated[str, InPath(pattern=r"^[a-z0-9]{6,32}$")]
Moves = Annotated[str, Query(max_length=6000, pattern=r"^[-0-9,]*$", description="moves with commas between")]
AskedSeat = Annotated[str, Query(pattern=r"^(auto|all|\d{1,2})$", description="auto, all, or the number of a seat")]
AskedPly = Annotated[int | None, Query(ge=0, le=1_000_000)]


def _wanted(
    game: schema.Name | None = None,
    result: schema.ListedResult | None = None,
    opponent: Annotated[str | None, Query(max_length=500)] = None,
    begun: bool = False,
) -> schema.Wanted:
    return schema.Wanted(game=game, result=result, opponent=opponent, begun=begun)


Asked = Annotated[schema.Wanted, Depends(_wanted)]


def _moves(text: str) -> list[int]:
    try:
        found = [int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise RefusedError("line.unreadable", kind="invalid") from None
    if len(found) > MOST_MOVES or any(abs(move) >= 1 << 62 for move in found):
        raise RefusedError("line.too_long", kind="invalid", most=MOST_MOVES)
    return found


def _viewer(room: Room, seat: str) -> int | None:
    return room.viewer(int(seat) if seat.isdecimal() else seat)


def add_matches(app: FastAPI, hub: Hub) -> None:
    @app.get("/api/matches")
    async def matches(
        wanted: Asked,
        limit: Annotated[int, Query(ge=1, le=100)] = 50,
        offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    ) -> list[schema.MatchSummary]:
        return await hub.lists.summaries(wanted, limit, offset)

    @app.get("/api/matches/choices")
    async def choices(wanted: Asked) -> schema.MatchChoices:
        return await hub.lists.choices(wanted)

    @app.delete("/api/matches")
    async def clear(wanted: Asked) -> schema.Done:
        await hub.lists.clear(wanted)
        return schema.Done()

    @app.post("/api/matches")
    async def new_match(given: schema.NewMatch) -> schema.MatchSummary:
        return rendering.summary(await hub.new_match(given))

    @app.post("/api/matches/import")
    async def import_match(given: schema.Import) -> schema.MatchSummary:
        read = await hub.workers.small(lambda: import_export.read_import(given))
        return rendering.summary(await hub.new_match(read.match, read.ending, **read.record))

    @app.get("/api/matches/{match}")
    async def match(match: MatchId, seat: AskedSeat = "auto") -> schema.MatchSnapshot:
        room = await hub.room(match)
        return hub.snapshot(room, _viewer(room, seat))

    @app.delete("/api/matches/{match}")
    async def delete(match: MatchId) -> schema.Done:
        await hub.delete(match)
        return schema.Done()

    @app.post("/api/matches/{match}/branch")
    async def branch(match: MatchId, given: schema.Branch) -> schema.MatchSummary:
        room = await hub.room(match)
        if room.hides and not room.over:  # whoever watches agents sees all hands, and could then take a seat
            raise RefusedError("branch.hidden", kind="forbidden")
        state = await hub.workers.small(lambda: hub.position(room, given.ply, given.line, None))
        seats = given.seats or [
            schema.NewSeat(kind=player.kind, level=player.level, agent=player.agent) for player in room.players
        ]
        record = room.record
        fresh = schema.NewMatch(
            game=record.game, options=record.options, seats=seats, moves=list(state.history), clock=record.clock
        )
        return rendering.summary(await hub.new_match(fresh, from_match=room.id))

    @app.get("/api/matches/{match}/export/{form}")
    async def export(match: MatchId, form: str) -> schema.Exported:
        room = await hub.room(match)
        return import_export.export(room, form, room.viewer("auto"))


def add_positions(app: FastAPI, hub: Hub) -> None:
    @app.get("/api/matches/{match}/position")
    async def position(
        match: MatchId, ply: AskedPly = None, line: Moves = "", seat: AskedSeat = "auto"
    ) -> schema.Position:
        room = await hub.room(match)
        viewer, moves = _viewer(room, seat), _moves(line)
        at = room.plies if ply is None else ply
        if not moves:
            return rendering.position_at(room, at, viewer)

        def tried() -> schema.Position:
            steps = read_line(room.at(at), moves, viewer)
            return describe(hub.position(room, at, moves, viewer), viewer, ply=at, steps=steps)

        return await hub.workers.small(tried)

    @app.get("/api/matches/{match}/outlines")
    async def outlines_of_thought(match: MatchId) -> list[schema.Outline]:
        room = await hub.room(match)
        return [] if room.hides else await hub.workers.small(room.agents.outlines)

    @app.post("/api/matches/{match}/line")
    async def along(match: MatchId, given: schema.LineRequest) -> list[schema.Position]:
        room = await hub.room(match)
        viewer = room.viewer("auto" if given.seat is None else given.seat)
        line = given.line[:100]

        def tried() -> list[schema.Position]:
            states, steps = walk(room.at(given.ply), line, viewer), read_line(room.at(given.ply), line, viewer)
            return [describe(at, viewer, ply=given.ply, steps=steps[:number]) for number, at in enumerate(states, 1)]

        return await hub.workers.small(tried)


def add_analyses(app: FastAPI, hub: Hub) -> None:
    @app.get("/api/matches/{match}/analyses")
    async def analyses(
        match: MatchId, ply: AskedPly = None, line: Moves = "", seat: AskedSeat = "auto"
    ) -> list[schema.Analysis]:
        room = await hub.room(match)
        at = room.plies if ply is None else ply
        return hub.analyses.of_position(room, at, _moves(line), _viewer(room, seat))

    @app.get("/api/matches/{match}/review")
    async def review(match: MatchId, seat: AskedSeat = "auto") -> schema.Review:
        room = await hub.room(match)
        found = hub.analyses.review_of(room, _viewer(room, seat))
        if found is None:
            raise RefusedError("review.none", kind="not_found")
        return found

    @app.get("/api/matches/{match}/guesses/{guesser}")
    async def guesses(
        match: MatchId, guesser: Annotated[int, InPath(ge=0, le=31)], seat: AskedSeat = "auto"
    ) -> schema.Guesses | None:
        room = await hub.room(match)
        return hub.guesses.find(room, guesser, _viewer(room, seat))

    @app.get("/api/analyses/{analysis}")
    async def analysis(analysis: MatchId) -> schema.Analysis:
        found = hub.analyses.find(analysis)
        await _check_seen(hub, found.match, found.seat)
        return found

    @app.get("/api/analyses/{analysis}/nodes")
    async def nodes(
        analysis: MatchId,
        path: Moves = "",
        offset: Annotated[int, Query(ge=0, le=100_000)] = 0,
        limit: Annotated[int, Query(ge=1, le=100)] = 20,
    ) -> schema.TreePage:
        job = hub.analyses.job(analysis)
        await _check_seen(hub, job.match, job.state.turn)
        return await hub.workers.small(lambda: read_page(job, _moves(path), offset, limit))

    @app.get("/api/analyses/{analysis}/outlines")
    async def outlines(analysis: MatchId) -> list[schema.Outline]:
        job = hub.analyses.job(analysis)
        await _check_seen(hub, job.match, job.state.turn)
        return await hub.workers.small(lambda: grown(job))

    @app.get("/api/analyses/{analysis}/find")
    async def find(
        analysis: MatchId, text: Annotated[str, Query(min_length=1, max_length=100)]
    ) -> list[schema.TreeNode]:
        job = hub.analyses.job(analysis)
        await _check_seen(hub, job.match, job.state.turn)
        return await hub.workers.small(lambda: find_nodes(job, text, 20))

    @app.get("/api/analyses/{analysis}/file", response_class=Response)
    async def file(analysis: MatchId) -> Response:
        job = hub.analyses.job(analysis)
        await _check_seen(hub, job.match, job.state.turn)
        search = job.search
        if search is None or search._use.is_taken:
            raise RefusedError("tree.still_growing", kind="conflict")
        content = await hub.workers.small(search._packed)
        name = f"{job.state.game.name}-{job.id}.playout"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    @app.post("/api/matches/{match}/tree")
    async def tree(match: MatchId, request: Request, ply: AskedPly = None) -> schema.Analysis:
        room = await hub.room(match)
        at = room.plies if ply is None else ply
        content = await request.body()
        state = room.at(at)
        if state.turn < 0 or (room.hides and room.viewer("auto") not in (None, state.turn)):
            raise RefusedError("tree.other_turn", kind="conflict")
        seen = state.seen_by(state.turn)

        def read() -> schema.Analysis:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "the file"
                path.write_bytes(content)
                search = load_search(path, seen)
            if search.memory is not None and search.memory > hub.limits.memory:
                raise RefusedError("tree.too_large", kind="too_large", megabytes=f"{search.memory:g}")
            job = make_job(
                match=room.id,
                slot=0,
                agent=str(search.spec),
                state=seen,
                ply=at,
                line=[],
                seconds=1.0,
                limits=hub.limits,
                report=lambda _: None,
            )
            job.search = search
            job.latest = job.model("stopped", search.result())
            hub.analyses.adopt(job)
            return job.latest

        # in the pool of searches, since reading the file may compile
        return await hub.workers.search(room.game, [], read, threading.Event())


async def _check_seen(hub: Hub, match: str, seat: int) -> None:
    """Refuse results that were found with another seat's knowledge."""
    room = await hub.room(match)
    if room.hides and seat not in room.seats_open():
        raise RefusedError("analysis.other_seat", kind="forbidden")
