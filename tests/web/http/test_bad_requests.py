"""Whatever bytes a request has, the answer is a clean refusal: no error of the server, and no way to another site."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote, urlsplit

import pytest

from playout.web.http.app import make_app
from tests.effort import effort
from tests.web.conftest import TestClient, settings

TOKEN = "a-token-that-nobody-guesses"

Headers = list[tuple[bytes, bytes]]


class Wire:
    """Sends requests as a server of HTTP hands them to the app, with headers and paths that no client would write."""

    def __init__(self, http: TestClient) -> None:
        self._http = http

    def ask(
        self,
        target: bytes,
        *,
        method: str = "GET",
        headers: Headers | None = None,
        host: bytes = b"127.0.0.1",
        body: bytes = b"",
        kind: str = "http",
    ) -> tuple[int, dict[bytes, bytes], bytes]:
        """The status, the headers and the body of the answer; the status of a socket is its code."""
        path, _, query = target.partition(b"?")
        scope: dict[str, Any] = {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "root_path": "",
            "query_string": query,
            "headers": [(b"host", host), *(headers or [])],
            "client": ("127.0.0.1", 5),
            "server": ("127.0.0.1", 80),
            "state": {},
            "method": method,
            "subprotocols": [],
        }
        come = [{"type": "http.request", "body": body}] if kind == "http" else [{"type": "websocket.connect"}]
        sent: list[Any] = []

        async def receive() -> Any:
            return come.pop(0) if come else {"type": "http.disconnect" if kind == "http" else "websocket.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        assert self._http.portal is not None
        self._http.portal.call(self._http.app, scope, receive, send)
        if kind == "websocket":
            return (101 if sent[0]["type"] == "websocket.accept" else sent[0]["code"]), {}, b""
        content = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], dict(sent[0]["headers"]), content


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    folder = tmp_path_factory.mktemp("wire")
    (folder / "pages" / "assets").mkdir(parents=True)
    (folder / "pages" / "index.html").write_text("<!doctype html><title>Playout</title>")
    (folder / "pages" / "assets" / "app.js").write_text("1")
    with TestClient(make_app(settings(folder)), base_url="http://127.0.0.1") as http:
        yield Wire(http)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    folder: Path = tmp_path_factory.mktemp("guarded")
    with TestClient(make_app(settings(folder, token=TOKEN)), base_url="http://127.0.0.1") as http:
        yield Wire(http)


@pytest.mark.parametrize(
    "origin", [b"http://[", b"http://[::1", b"http://]", b"http://[x]", b"", b"\xff", b"://", b"http://\x00"]
)
def test_an_origin_that_is_none_is_another_site(wire: Wire, origin: bytes) -> None:
    status, _, body = wire.ask(b"/api/matches", method="POST", headers=[(b"origin", origin)])
    assert status == 403 and "another site" in json.loads(body)["error"]
    assert wire.ask(b"/api/socket", kind="websocket", headers=[(b"origin", origin)])[0] == 1008


@pytest.mark.parametrize(
    "target",
    [
        b"/assets/%00",
        b"/%00",
        b"/a%00b/c",
        b"/" + b"a" * 300,
        b"/assets/" + b"a" * 300,
        b"/" + b"a/" * 5000,
        b"/assets/none.js",
        b"/assets/",
        b"/assets/../../web.sqlite",
        b"/assets/%2e%2e/%2e%2e/web.sqlite",
    ],
)
def test_a_path_that_is_no_file_is_not_found(wire: Wire, target: bytes) -> None:
    status, _, body = wire.ask(target)
    assert status == 404 and json.loads(body)["kind"] == "not_found"


def test_pages_of_the_app_are_found(wire: Wire) -> None:
    for target in (b"/", b"/match/abcdef", b"/%ff", b"/%E5%AF%B9%E5%B1%80", b"//evil.example/x", b"/index.html"):
        status, _, body = wire.ask(target)
        assert status == 200 and b"Playout" in body, target
    assert wire.ask(b"/assets/app.js")[2] == b"1"


@pytest.mark.parametrize(
    "path",
    [
        b"//evil.example/x",
        b"///evil.example",
        b"/%2Fevil.example",
        b"/%2F%2Fevil.example",
        b"/%5Cevil.example",
        b"/\\evil.example",
        b"/%09/evil.example",
        b"/%0d%0aset-cookie:x=1",
        b"/http://evil.example",
        b"/match/a",
        b"/",
        b"//",
    ],
)
def test_the_way_to_the_cookie_stays_here(guarded: Wire, path: bytes) -> None:
    status, headers, _ = guarded.ask(path + b"?token=" + TOKEN.encode())
    location = headers[b"location"].decode()
    assert status == 303 and location.startswith("/") and not location.startswith(("//", "/\\"))
    assert urlsplit(location).netloc == "" and not set(location) & set("\r\n\t\\")


@pytest.mark.parametrize(
    "name, value, wanted",
    [
        (b"content-length", b"0" * 5000, 413),
        (b"content-length", b"-1", 413),
        (b"content-length", b"1e3", 413),
        (b"content-length", b"\xb2", 413),
        (b"content-type", b"\xff/\xff; charset=\xff", 422),
        (b"content-type", b"multipart/form-data", 422),
        (b"sec-fetch-site", b"\xff", 403),
        (b"cookie", b"\xff=\xfe; ;;=", 422),
        (b"authorization", b"Bearer \xff", 422),
    ],
)
def test_headers_that_make_no_sense(wire: Wire, name: bytes, value: bytes, wanted: int) -> None:
    status, _, body = wire.ask(b"/api/matches", method="POST", headers=[(name, value)], body=b"{")
    assert status == wanted and json.loads(body)["error"]


@pytest.mark.parametrize(
    "host",
    [
        b"",
        b"[",
        b"]",
        b"[::1",
        b":",
        b"\xff",
        b"127.0.0.1:x:y",
        b"127.0.0.1:x",
        b"[::1]evil",
        b"127.0.0.1@evil.example",
        b"a" * 9000,
    ],
)
def test_hosts_that_are_none(wire: Wire, host: bytes) -> None:
    status, _, body = wire.ask(b"/api/about", host=host)
    assert status == 403 and json.loads(body)["kind"] == "forbidden"


def test_tokens_that_are_none(guarded: Wire) -> None:
    for headers, query in (
        ([(b"authorization", b"Bearer \xff\x00")], b""),
        ([(b"authorization", b"")], b"?token=%ff%00"),
        ([(b"cookie", b"playout_token=\xff")], b"?token"),
        ([(b"cookie", b'playout_token="\\777"; a[b]=c')], b"?token=" + b"x" * 20000),
        ([], b"?" + b"token=&" * 3000),
        ([], b"?\xff=\xfe&%zz&token=%"),
    ):
        status, _, body = guarded.ask(b"/api/about" + query, headers=headers)
        assert status == 401 and "needs its token" in json.loads(body)["error"]
        assert guarded.ask(b"/api/socket" + query, headers=headers, kind="websocket")[0] == 1008


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[" * 50_000,
        b'{"game": "\\ud800"}',
        b'{"game": "pig", "\\ud800": 1}',
        b'{"game": "pig", "options": {"\\ud800": 1}}',
        b'{"game": "pig", "seed": ' + b"9" * 5000 + b"}",
        b'{"game": "pig", "seed": NaN}',
        b'{"game": "pig", "options": {"goal": 1e400}}',
        b'{"game": "pig\\u0000"}',
        b'{"game": "pig", "seats": [{"kind": "person", "name": "\\udfff"}]}',
    ],
    ids=lambda body: repr(body[:30]),
)
def test_bodies_that_make_no_sense(wire: Wire, body: bytes) -> None:
    headers = [(b"content-type", b"application/json")]
    status, _, answer = wire.ask(b"/api/matches", method="POST", headers=headers, body=body)
    assert 400 <= status < 500 and json.loads(answer)["error"] and json.loads(answer)["code"]


PATHS = [
    b"/",
    b"/assets/",
    b"/api/",
    b"/api/matches/",
    b"/api/matches/abcdef/position",
    b"/api/analyses/abcdef/nodes",
    b"/api/games/",
    b"/api/tournaments/abcdef/matches",
    b"/api/socket",
]
WORDS = [b"seat", b"ply", b"line", b"path", b"text", b"limit", b"offset", b"open", b"token", b"last"]
NAMES = [b"origin", b"cookie", b"authorization", b"sec-fetch-site", b"content-length", b"content-type", b"accept"]
NAMES += [b"transfer-encoding", b"range", b"if-none-match", b"if-modified-since", b"upgrade", b"connection"]
PARTS = [
    b"..",
    b"%",
    b"[",
    b"]",
    b"://",
    b"\\",
    b";",
    b"=",
    b"&",
    b"0" * 400,
    b"\xc3\xa9",
    b"\xff",
    b"\x00",
    b"-",
    b",",
    b"1",
]


def test_bytes_drawn_at_random(wire: Wire, guarded: Wire) -> None:
    """Paths, queries and headers from parts that parsers stumble over; the same ones each time."""
    draw = random.Random(7)

    def some(most: int) -> bytes:
        return b"".join(
            draw.choice(PARTS) if draw.random() < 0.7 else draw.randbytes(draw.randint(1, 3))
            for _ in range(draw.randint(0, most))
        )

    for _ in range(effort(300, 5000)):
        path = draw.choice(PATHS) + (quote_from_bytes(some(4)).encode() if draw.random() < 0.6 else b"")
        query = b"&".join(draw.choice(WORDS) + b"=" + quote_from_bytes(some(3), safe="%[]").encode() for _ in range(2))
        headers = [(draw.choice(NAMES), some(4)) for _ in range(draw.randint(0, 3))]
        method = draw.choice(["GET", "GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "BREW"])
        kind = "websocket" if draw.random() < 0.2 else "http"
        server = draw.choice([wire, wire, guarded])
        asked = (method, path, query, headers, kind)
        status, _, body = server.ask(path + b"?" + query, method=method, headers=headers, body=some(4), kind=kind)
        if kind == "http":
            assert status < 500, asked
            if status >= 400 and method not in ("HEAD", "GET"):
                assert json.loads(body)["error"], asked
        else:
            assert status in (101, 1000, 1008, 1013), asked
