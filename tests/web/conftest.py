"""A server for tests: interpreted searches, a folder of its own, and a client that speaks its socket."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playout.sentences import in_language
from playout.web import schema
from playout.web.http.app import make_app
from playout.web.settings import ServerLimits, ServerSettings
from tests import paths

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather use another package of the same kind
    from starlette.testclient import TestClient, WebSocketTestSession

__all__ = ["Client", "Page", "TestClient", "in_chinese", "settings"]

NIM = str(paths.NIM)


def settings(folder: Path, **more: Any) -> ServerSettings:
    return ServerSettings(data=folder, backend="python", files=(NIM,), pages=folder / "pages", **more)


def in_chinese(said: dict[str, Any]) -> str:
    """What a page shows in Chinese of a sentence, a refusal or the words of a game, as they came over the wire."""
    if "code" not in said:
        return str(said["zh"] or said["en"])
    item = schema.from_wire(schema.Sentence(code=said["code"], parameters=said["parameters"], en=""))
    return in_language(item, "zh")


class Page:
    """A page's socket: commands are sent, and everything that came back is kept."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self._number = 0
        self.heard: list[dict[str, Any]] = []
        assert self.next()["type"] == "hello"

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.receive_text())
        self.heard.append(message)
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; those before it are kept as well."""
        while True:
            message = self.next()
            if message["type"] == kind:
                return message

    def send(self, text: str) -> dict[str, Any]:
        """Send any text; the answer to it."""
        self._socket.send_text(text)
        while True:
            message = self.next()
            if message["type"] in ("done", "refused"):
                return message

    def do(self, word: str, **fields: Any) -> dict[str, Any]:
        """A command, and its answer."""
        self._number += 1
        answer = self.send(json.dumps({"id": self._number, "do": word, **fields}))
        assert answer["id"] == self._number
        return answer

    def ask(self, word: str, **fields: Any) -> None:
        """A command that has to be done."""
        answer = self.do(word, **fields)
        assert answer["type"] == "done", answer

    def last(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.heard) if message["type"] == kind)


class Client:
    """A browser: requests with their answers, and pages."""

    def __init__(self, http: TestClient) -> None:
        self.http = http

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text[:500]
        return answer.json()

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        answer = self.http.post(path, json={} if body is None else body)
        assert answer.status_code == status, answer.text[:500]
        return answer.json()

    def match(self, game: str, *seats: str, **more: Any) -> str:
        """A new match; a seat is `person` or an agent's spelling."""
        given = [{"kind": "person"} if seat == "person" else {"kind": "agent", "agent": seat} for seat in seats]
        made: str = self.post("/api/matches", {"game": game, "seats": given, **more})["id"]
        return made

    def page(self) -> Any:
        return self.http.websocket_connect("/api/socket", headers={"host": "127.0.0.1"})


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for the tests of a file."""
    with TestClient(make_app(settings(tmp_path_factory.mktemp("web"))), base_url="http://127.0.0.1") as http:
        yield Client(http)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Client]:
    """A server with narrow limits, for one test."""
    limits = ServerLimits(sockets=2, matches=3, message=500, body=2000, plies=6)
    with TestClient(make_app(settings(tmp_path, limits=limits)), base_url="http://127.0.0.1") as http:
        yield Client(http)
