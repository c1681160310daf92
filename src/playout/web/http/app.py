"""The app: the server's answer at each address. `make_app(settings)` returns it, ready for uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from importlib.metadata import version

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.websockets import WebSocketDisconnect

from playout.errors import PlayoutError
from playout.web import schema
from playout.web.games.agents_info import agent_infos
from playout.web.games.players import AGENT, limited, make_agent
from playout.web.games.positions import describe
from playout.web.games.rules_pages import rules_page
from playout.web.http.commands import Commander
from playout.web.http.guest_commands import GuestCommander
from playout.web.http.routes_guests import add_guest_views, add_links
from playout.web.http.routes_learn import add_lessons, add_runs, add_tournaments
from playout.web.http.routes_matches import add_analyses, add_matches, add_positions
from playout.web.http.security import Guard
from playout.web.refusals import Kind, RefusedError, explain_error, explain_invalid
from playout.web.server.connections import Connection
from playout.web.server.hub import Hub
from playout.web.server.warming import Warmer
from playout.web.settings import ServerSettings

__all__ = ["make_app"]

ABOUT_LIMITS = (
    *("body", "message", "sockets", "matches", "plies", "searches", "seconds", "move_seconds", "memory", "threads"),
    *("tree_file", "tournaments"),
)
ROUTES = (
    *(add_matches, add_positions, add_analyses, add_links, add_guest_views),
    *(add_lessons, add_runs, add_tournaments),
)
REFUSALS: dict[int | str, dict[str, object]] = {
    status: {"model": schema.Refusal} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def make_app(settings: ServerSettings) -> FastAPI:
    """The app with a hub of its own."""
    hub = Hub(settings)
    warmer = Warmer(hub)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        hub.start()
        # Games are read while the first page loads.
        reading = asyncio.get_running_loop().run_in_executor(None, hub.catalogue.infos)
        yield
        await hub.close()
        await reading

    app = FastAPI(
        title="Playout",
        version=version("playout"),
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=REFUSALS,
    )
    app.state.hub = hub
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guard, settings=settings, guest=hub.guests.find)
    _handle_errors(app)
    _about(app, hub, warmer)
    for add in ROUTES:
        add(app, hub)
    _socket(app, hub)
    _pages(app, settings)
    return app


def _handle_errors(app: FastAPI) -> None:
    """Answer every error with one sentence, always in the same form."""

    async def refused(request: Request, error: Exception) -> Response:
        refusal = explain_error(error)
        return JSONResponse(refusal.model().model_dump(), refusal.status)

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        refusal = explain_invalid(error.errors()[0], "request.invalid")
        return JSONResponse(refusal.model().model_dump(), refusal.status)

    async def missing(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        kind: Kind = "not_found" if error.status_code == 404 else "refused"
        refusal = RefusedError("request.invalid", kind=kind, fault=str(error.detail))
        return JSONResponse(refusal.model().model_dump(), error.status_code, headers=error.headers)

    async def failed(request: Request, error: Exception) -> Response:
        refusal = RefusedError("server.failed")
        return JSONResponse(refusal.model().model_dump(), 500)

    app.add_exception_handler(Exception, failed)
    app.add_exception_handler(PlayoutError, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, missing)


def _about(app: FastAPI, hub: Hub, warmer: Warmer) -> None:
    @app.get("/api/about")
    async def about() -> schema.About:
        limits = {word: float(getattr(hub.limits, word)) for word in ABOUT_LIMITS}
        return schema.About(version=version("playout"), limits=limits, engines=list(hub.settings.engines))

    @app.get("/api/unreadable")
    async def unreadable() -> list[schema.Unreadable]:
        return hub.unreadable()

    @app.get("/api/games")
    async def games() -> list[schema.GameInfo]:
        return await hub.workers.small(hub.catalogue.infos)

    @app.get("/api/games/{game}")
    async def game(game: str) -> schema.GameInfo:
        return await hub.workers.small(lambda: hub.catalogue.info(game))

    @app.get("/api/games/{game}/rules")
    async def rules(game: str) -> schema.GameRules:
        return await hub.workers.small(lambda: rules_page(hub.catalogue.load(game, {})))

    @app.post("/api/games/{game}/preview")
    async def preview(game: str, given: schema.NewGame) -> schema.Preview:
        def look() -> schema.Preview:
            loaded = hub.catalogue.load(game, given.options)
            first = describe(loaded.start(), 0 if loaded.rules.has("mask") else None, ply=0)
            return schema.Preview(position=first, seat_names=[loaded.seat_name(seat) for seat in range(loaded.seats)])

        return await hub.workers.small(look)

    @app.post("/api/games/{game}/warm")
    async def warm(game: str, given: schema.Warm) -> schema.Compiling:
        return await warmer.warm(game, given.options, given.agents)

    @app.get("/api/agents")
    async def agents() -> list[schema.AgentInfo]:
        return agent_infos()

    @app.post("/api/agents/check")
    async def check(given: schema.AgentCheck) -> schema.AgentChecked:
        def look() -> schema.AgentChecked:
            loaded = hub.catalogue.load(given.game, given.options)
            try:
                spec = limited(given.agent, hub.limits)
                state = loaded.start()
                while state.turn == -2:
                    state = state.sample(0)
                if not state.over:
                    made = make_agent(given.agent, hub.limits, 0, hub.settings.backend)
                    made.check(state.seen_by(state.turn))
            except PlayoutError as error:
                return schema.AgentChecked(agent=given.agent, valid=False, error=explain_error(error, AGENT).said)
            return schema.AgentChecked(agent=str(spec), valid=True, error=None)

        return await hub.workers.small(look)


def _socket(app: FastAPI, hub: Hub) -> None:
    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        guest = websocket.scope.get("guest")
        # Guests never take all sockets: the host can always come in.
        most = hub.limits.sockets if guest is None else hub.limits.sockets * 3 // 4
        if len(hub.connections) >= most:
            await websocket.close(1013, "too many pages are open; close some")
            return
        await websocket.accept(None if guest is None else "playout")
        connection = Connection(websocket, hub.limits.reports)
        commander = Commander(hub, connection)
        rate = hub.limits.commands
        if guest is not None:
            connection.guest, connection.token = guest, websocket.scope["guest_token"]
            commander = GuestCommander(hub, connection, guest)
            hub.guests.welcome(connection)
            rate = hub.limits.guest_requests
        hub.connections.add(connection)
        connection.send(schema.Hello(version=version("playout")))
        sending = asyncio.get_running_loop().create_task(connection.deliver())
        try:
            await _listen(websocket, commander, rate)
        except WebSocketDisconnect:
            pass
        finally:
            hub.connections.discard(connection)
            commander.leave()
            sending.cancel()


async def _listen(websocket: WebSocket, commander: Commander, rate: float) -> None:
    """Carry out a page's commands in order; a page that sends more than `rate` a second is slowed down."""
    credit, last = rate, time.monotonic()
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        now = time.monotonic()
        credit = min(rate, credit + (now - last) * rate) - 1
        last = now
        if credit < 0:
            await asyncio.sleep(-credit / rate)
        text = message.get("text")
        await commander.receive(text if text is not None else "")


def _pages(app: FastAPI, settings: ServerSettings) -> None:
    """Serve the built pages. Any path that is not a file returns index.html; the page's router shows it."""
    folder = settings.pages.resolve()

    @app.api_route("/api/{path:path}", methods=["GET", "POST", "DELETE", "PUT", "PATCH"], include_in_schema=False)
    async def unknown(path: str) -> Response:
        raise RefusedError("address.none", kind="not_found", path=path[:60])

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        is_asset = path.startswith("assets/")
        try:
            file = (folder / path).resolve()
            if path and file.is_relative_to(folder) and file.is_file():
                lasting = "public, max-age=31536000, immutable" if is_asset else "no-cache"
                return FileResponse(file, headers={"cache-control": lasting})
        except (OSError, ValueError):  # too long for a path, or with a character that no path may have
            is_asset = True
        if is_asset:
            raise RefusedError("file.none", kind="not_found", path=path[:60])
        index = folder / "index.html"
        if not index.is_file():
            raise RefusedError("pages.not_built", kind="unavailable")
        return FileResponse(index, headers={"cache-control": "no-cache"})
