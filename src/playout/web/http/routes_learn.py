"""Addresses about lessons, training runs and tournaments."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Query
from fastapi import Path as InPath

from playout.game import State
from playout.web import schema
from playout.web.lessons.sampling import run_bandits, throw_stones
from playout.web.lessons.traces import LESSONS, trace_lesson
from playout.web.lessons.training_runs import TrainingRuns
from playout.web.matches import rendering
from playout.web.refusals import RefusedError
from playout.web.server.hub import Hub

__all__ = ["add_lessons", "add_runs", "add_tournaments"]

TournamentId = Annotated[str, InPath(pattern=r"^[a-z0-9]{6,32}$")]


def add_lessons(app: FastAPI, hub: Hub) -> None:
    @app.get("/api/lessons")
    async def lessons() -> list[schema.LessonInfo]:
        return list(LESSONS.values())

    @app.post("/api/lessons/{lesson}/trace")
    async def trace(lesson: str, request: schema.TraceRequest) -> schema.LessonTrace:
        if request.match is not None:
            room = await hub.room(request.match)
            if room.hides:
                raise RefusedError("lesson.hidden", kind="invalid")
            ply = room.plies if request.ply is None else request.ply
            state = hub.position(room, ply, request.line, None)
            return await hub.workers.lesson(lambda: trace_lesson(lesson, state, request, hub.limits))

        def run() -> schema.LessonTrace:
            state: State = hub.catalogue.load(request.game, request.options).replay(request.moves)
            return trace_lesson(lesson, state, request, hub.limits)

        return await hub.workers.lesson(run)

    @app.post("/api/bandits")
    async def bandits(request: schema.BanditRequest) -> schema.BanditRun:
        return await hub.workers.lesson(lambda: run_bandits(request))

    @app.post("/api/pi")
    async def pi(request: schema.PiRequest) -> schema.PiRun:
        return await hub.workers.lesson(lambda: throw_stones(request))


def add_runs(app: FastAPI, hub: Hub) -> None:
    known = TrainingRuns(hub.settings.runs)

    @app.get("/api/runs")
    async def runs() -> list[schema.RunSummary]:
        return await hub.workers.lesson(known.summaries)

    @app.get("/api/runs/{run}")
    async def run(run: str) -> schema.RunReport:
        return await hub.workers.lesson(lambda: known.run(run))

    @app.post("/api/runs/{run}/beliefs")
    async def beliefs(run: str, request: schema.BeliefsRequest) -> schema.Beliefs:
        return await hub.workers.lesson(lambda: known.beliefs(run, request))

    @app.post("/api/runs/{run}/search")
    async def search(run: str, request: schema.NetSearchRequest) -> schema.NetSearch:
        return await hub.workers.lesson(lambda: known.search(run, request))


def add_tournaments(app: FastAPI, hub: Hub) -> None:
    @app.get("/api/tournaments")
    async def tournaments() -> list[schema.TournamentSummary]:
        return hub.tournaments.summaries()

    @app.post("/api/tournaments")
    async def start(given: schema.NewTournament) -> schema.TournamentSummary:
        return await hub.tournaments.start(given)

    @app.get("/api/tournaments/{tournament}")
    async def tournament(tournament: TournamentId) -> schema.Tournament:
        return await hub.tournaments.find(tournament)

    @app.post("/api/tournaments/{tournament}/resume")
    async def resume(tournament: TournamentId) -> schema.TournamentSummary:
        return await hub.tournaments.resume(tournament)

    @app.post("/api/tournaments/{tournament}/stop")
    async def stop(tournament: TournamentId) -> schema.TournamentSummary:
        return await hub.tournaments.stop(tournament)

    @app.get("/api/tournaments/{tournament}/matches")
    async def matches(
        tournament: TournamentId,
        offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
        limit: Annotated[int, Query(ge=1, le=100)] = 50,
    ) -> schema.TournamentMatches:
        return await hub.tournaments.matches(tournament, offset, limit)

    @app.post("/api/tournaments/{tournament}/matches/{number}")
    async def replay(
        tournament: TournamentId, number: Annotated[int, InPath(ge=0, le=10_000_000)]
    ) -> schema.MatchSummary:
        read = await hub.tournaments.replay(tournament, number)
        return rendering.summary(await hub.new_match(read, paused=True))
