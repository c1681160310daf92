"""Who may ask what: a token, Host and Origin, the size of requests, and the headers that every answer has.

A page of another site can make a browser send requests to a server on this machine. Such a request carries a Host or an
Origin that is not ours, and is refused. The content security policy lets a page load and connect to nothing but this
server.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playout.web.refusals import RefusedError
from playout.web.settings import ServerSettings

__all__ = ["COOKIE", "Guard", "is_loopback"]

COOKIE = "playout_token"

LOCAL = ("127.0.0.1", "localhost", "[::1]")

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

HOST = re.compile(r"(\[[0-9a-f:.]*\]|[^\[\]:@/]*)(:\d{0,5})?")
"""A name or an address, and a port."""

LARGE = "/tree"
"""How the path of the only request ends that may be large: a saved search."""


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class Guard:
    """Stands before the app, for requests and sockets alike."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app = app
        self._settings = settings
        self._limits = settings.limits
        self._hosts = {*LOCAL, *(host.lower() for host in settings.hosts)}
        if not is_loopback(settings.host):
            self._hosts.add(settings.host.lower())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS"):
                self._check_origin(headers)
            is_first = self._check_token(scope, headers)
            self._check_size(scope, headers)
            if scope["type"] == "http" and "transfer-encoding" in headers:
                receive = await self._read(receive, scope)
        except RefusedError as refusal:
            await self._refuse(refusal, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        elif is_first:
            await self._remember(scope, receive, send)
        else:
            await self._app(scope, receive, self._with_headers(send))

    def _check_host(self, headers: Headers) -> None:
        host = headers.get("host", "")
        if _name_of(host) not in self._hosts and "*" not in self._hosts:
            raise RefusedError("host.unknown", kind="forbidden", host=host[:80])

    def _check_origin(self, headers: Headers) -> None:
        """A browser says from which site a request comes; other programs say nothing."""
        origin = headers.get("origin")
        if origin is not None and _host_of(origin) != headers.get("host"):
            raise RefusedError("request.other_site", kind="forbidden")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise RefusedError("request.other_site", kind="forbidden")

    def _check_token(self, scope: Scope, headers: Headers) -> bool:
        """Refuses who does not know the token; True if the address of a page carried it, for the first time."""
        token = self._settings.token
        if token is None:
            return False
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if _same(given, token) or _same(_cookie(headers), token):
            return False
        query = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        if not _same(query, token):
            raise RefusedError("token.missing", kind="unauthorised")
        return scope["type"] == "http" and scope["method"] == "GET" and not scope["path"].startswith("/api/")

    def _most(self, scope: Scope) -> int:
        return self._limits.tree_file if scope["path"].endswith(LARGE) else self._limits.body

    def _check_size(self, scope: Scope, headers: Headers) -> None:
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 15 or int(length) > self._most(scope):
            raise self._too_large(scope)

    def _too_large(self, scope: Scope) -> RefusedError:
        return RefusedError("request.too_large", kind="too_large", most=self._most(scope))

    async def _read(self, receive: Receive, scope: Scope) -> Receive:
        """A body that says nothing of its length is read here, as far as it may be."""
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > self._most(scope):
                raise self._too_large(scope)
            if message["type"] != "http.request" or not message.get("more_body", False):
                break
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Message:
            return waiting.pop() if waiting else await receive()

        return again

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                more = [
                    (name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in known
                ]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        return sending

    async def _remember(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the token into a cookie, and take it out of the address."""
        answer = RedirectResponse("/" + scope["path"].lstrip("/"), 303)  # //name would be another server
        answer.set_cookie(COOKIE, self._settings.token or "", httponly=True, samesite="strict", max_age=30 * 86400)
        await answer(scope, receive, self._with_headers(send))

    async def _refuse(self, refusal: RefusedError, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": str(refusal)[:120]})
            return
        answer = JSONResponse(refusal.model().model_dump(), refusal.status)
        await answer(scope, receive, self._with_headers(send))


def _name_of(host: str) -> str:
    """A host without its port; empty if it is not a host."""
    found = HOST.fullmatch(host.lower())
    return found[1] if found else ""


def _host_of(origin: str) -> str | None:
    """The host and port of an origin; None if it has none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""
