"""Decides which requests are answered, by token, Host, Origin and size; adds the headers that every answer has.

A page of another site can make a browser send requests to a server on this machine. Such a request carries a Host or an
Origin that is not ours, and is refused. The content security policy lets a page load and connect to nothing but this
server.
"""

from __future__ import annotations

import hmac
import html
import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv4Address, IPv6Address
from types import MappingProxyType
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playout.sentences import in_language, languages
from playout.web.http.guest_rates import Rates
from playout.web.matches.links import Guest
from playout.web.refusals import RefusedError
from playout.web.settings import ServerSettings

__all__ = ["COOKIE", "Guard", "is_loopback"]

COOKIE = "playout_token"

GUEST_COOKIE = "playout_guest"
"""The cookie with which a guest's browser loads the files of the pages, and nothing else."""

GUEST = "Guest "
"""The start of the header `authorization` of a guest; MATCH.TOKEN follows."""

GUEST_PROTOCOL = "guest."
"""The start of the subprotocol in which a guest's socket names its link, MATCH.TOKEN; an address might be logged."""

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
"""Matches a Host: a name or an address, and a port."""

LARGE = "/tree"
"""The end of the path of the only request that may be large: a saved search."""


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class Guard:
    """Checks all requests and sockets before the app gets them."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, guest: Callable[[str, str], Guest]) -> None:
        """guest: returns who holds a token of a match; raises RefusedError if nobody does."""
        self._app = app
        self._settings = settings
        self._guest = guest
        self._rates = Rates(settings.limits)
        self._limits = settings.limits
        self._hosts = {*LOCAL, *(host.lower() for host in settings.hosts)}
        if not is_loopback(settings.host):
            self._hosts.add(settings.host.lower())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        page = _Link.of_page(scope)
        try:
            self._check_host(scope, headers)
            if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS"):
                self._check_origin(headers)
            is_first = not self._admit_guest(scope, headers, page) and self._check_token(scope, headers)
            self._check_size(scope, headers)
            if scope["type"] == "http" and "transfer-encoding" in headers:
                receive = await self._read(receive, scope)
        except RefusedError as refusal:
            await self._refuse(refusal, scope, headers, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        elif is_first:
            await self._remember(scope, receive, send)
        else:
            cookie = {} if page is None else {"set-cookie": page.cookie()}
            await self._app(scope, receive, self._with_headers(send, cookie))

    def _check_host(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        name = _name_of(host)
        if name not in self._hosts and "*" not in self._hosts and not self._is_own_address(name, scope):
            raise RefusedError("host.unknown", kind="forbidden", host=host[:80])

    def _is_own_address(self, name: str, scope: Scope) -> bool:
        """Whether the server is open to the network and the Host is the address at which the request came in.

        A page of another site cannot have that address as its own name.
        """
        came_in = (scope.get("server") or ("",))[0]
        return self._settings.is_open and _address_of(name) is not None and _address_of(name) == _address_of(came_in)

    def _admit_guest(self, scope: Scope, headers: Headers, page: _Link | None) -> bool:
        """Whether a guest makes the request; refused if guests may not. A link counts even in the host's browser."""
        link = _Link.of_request(scope, headers) or page
        path = scope["path"]
        if link is not None:
            guest = self._guest(link.match, link.token)
            self._rates.count(guest)
            scope["guest"], scope["guest_token"] = guest, link.token
            if page is None and path != "/api/socket" and path != "/api/guest" and not path.startswith("/api/guest/"):
                raise RefusedError("guest.door", kind="forbidden")
            return True
        if path.startswith("/api/guest"):
            raise RefusedError("guest.no_link", kind="unauthorised")
        kept = _Link.of_cookie(headers)
        is_file = scope["type"] == "http" and not path.startswith("/api/") and "." in path.rpartition("/")[2]
        if kept is None or not is_file or self._settings.token is None:
            return False
        try:
            guest = self._guest(kept.match, kept.token)
        except RefusedError:
            return False
        self._rates.count(guest)
        return True

    def _check_origin(self, headers: Headers) -> None:
        """Check from which site a request comes. Browsers name the site; other programs send no such header."""
        origin = headers.get("origin")
        if origin is not None and _host_of(origin) != headers.get("host"):
            raise RefusedError("request.other_site", kind="forbidden")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise RefusedError("request.other_site", kind="forbidden")

    def _check_token(self, scope: Scope, headers: Headers) -> bool:
        """Refuse a request without the token. Returns True if a page's address carries it, for the first time."""
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
        """Read a body that does not state its length, up to the largest size allowed."""
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

    def _with_headers(self, send: Send, others: Mapping[str, str] = MappingProxyType({})) -> Send:
        added = {**HEADERS, **others}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                more = [(name.encode(), value.encode()) for name, value in added.items() if name.encode() not in known]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        return sending

    async def _remember(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the token into a cookie, and redirect to the address without it."""
        answer = RedirectResponse("/" + scope["path"].lstrip("/"), 303)  # a path of //name would lead to another server
        answer.set_cookie(COOKIE, self._settings.token or "", httponly=True, samesite="strict", max_age=30 * 86400)
        await answer(scope, receive, self._with_headers(send))

    async def _refuse(
        self, refusal: RefusedError, scope: Scope, headers: Headers, receive: Receive, send: Send
    ) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": str(refusal)[:120]})
            return
        answer: Response = JSONResponse(refusal.model().model_dump(), refusal.status)
        if "text/html" in headers.get("accept", "") and not scope["path"].startswith("/api/"):
            answer = HTMLResponse(_page_of(refusal), refusal.status)
        await answer(scope, receive, self._with_headers(send))


@dataclass(frozen=True)
class _Link:
    """The link that a request names: a match and a token."""

    match: str
    token: str

    @classmethod
    def of_page(cls, scope: Scope) -> _Link | None:
        """The link in the address of a guest's page, /guest/MATCH/TOKEN; None for other addresses."""
        parts = scope["path"].split("/")
        if scope["type"] == "http" and len(parts) == 4 and parts[1] == "guest":
            return cls(parts[2], parts[3])
        return None

    @classmethod
    def of_request(cls, scope: Scope, headers: Headers) -> _Link | None:
        """The link in the headers of a guest's request or socket; None if they have none."""
        given = headers.get("authorization", "")
        if given.startswith(GUEST):
            return cls.read(given.removeprefix(GUEST))
        for word in headers.get("sec-websocket-protocol", "").split(",") if scope["type"] == "websocket" else ():
            if word.strip().startswith(GUEST_PROTOCOL):
                return cls.read(word.strip().removeprefix(GUEST_PROTOCOL))
        return None

    @classmethod
    def of_cookie(cls, headers: Headers) -> _Link | None:
        kept = _cookie(headers, GUEST_COOKIE)
        return cls.read(kept) if kept else None

    @classmethod
    def read(cls, text: str) -> _Link:
        match, _, token = text.partition(".")
        return cls(match, token)

    def cookie(self) -> str:
        """The cookie is lax, since a link may be followed from another site; it gives access to files only."""
        return f"{GUEST_COOKIE}={self.match}.{self.token}; HttpOnly; Path=/; SameSite=lax; Max-Age={30 * 86400}"


def _page_of(refusal: RefusedError) -> str:
    """A page that shows a refusal in all languages, for an address opened in a browser."""
    words = "".join(
        f'<p lang="{language}">{html.escape(in_language(refusal.sentence, language))}</p>' for language in languages()
    )
    style = "font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1rem"
    viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return f'<!doctype html><html lang="en"><title>Playout</title>{viewport}<body style="{style}">{words}'


def _address_of(name: str) -> IPv4Address | IPv6Address | None:
    """The network address that a text gives; None if the text is a name."""
    try:
        found = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found


def _name_of(host: str) -> str:
    """The name in a Host, without its port; empty if the text is not a Host."""
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


def _cookie(headers: Headers, name: str = COOKIE) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""
