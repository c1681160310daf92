"""No door of the server shows what is hidden while a match goes on.

Two worlds differ only in what seat 0 cannot see. Whatever a page asks as seat 0, both answer the same but for ids and
times. Every route and every command of the socket is on a list here, so that a new one is not forgotten.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from starlette.routing import Route, WebSocketRoute

import playout
from playout.agents import Agent
from playout.algorithms import saving
from playout.algorithms.registry import new_search
from playout.errors import MoveError
from playout.web import schema
from playout.web.http.commands import Commander
from playout.web.server.connections import Connection
from tests.web.conftest import Client, Page

APART = {
    "GET /api/openapi.json",
    "GET /api/about",
    "GET /api/unreadable",
    "GET /api/games",
    "GET /api/games/{game}",
    "GET /api/games/{game}/rules",
    "POST /api/games/{game}/preview",
    "POST /api/games/{game}/warm",
    "GET /api/agents",
    "POST /api/agents/check",
    "POST /api/matches",
    "GET /api/matches/choices",
    "DELETE /api/matches",
    "POST /api/matches/import",
    "GET /api/lessons",
    "POST /api/bandits",
    "POST /api/pi",
    "GET /api/runs",
    "GET /api/runs/{run}",
    "POST /api/runs/{run}/beliefs",
    "POST /api/runs/{run}/search",
    "GET /api/tournaments",
    "POST /api/tournaments",
    "GET /api/tournaments/{tournament}",
    "POST /api/tournaments/{tournament}/resume",
    "POST /api/tournaments/{tournament}/stop",
    "GET /api/tournaments/{tournament}/matches",
    "POST /api/tournaments/{tournament}/matches/{number}",
    "GET /api/{path:path}",
    "POST /api/{path:path}",
    "PUT /api/{path:path}",
    "PATCH /api/{path:path}",
    "DELETE /api/{path:path}",
    "GET /{path:path}",
    "POST /api/matches/{match}/links",
    "POST /api/matches/{match}/links/renew",
    "GET /api/guest",
    "GET /api/guest/position",
    "GET /api/guest/rules",
    "GET /api/guest/export/{form}",
}
"""Routes that read nothing of a match that goes on. Tournaments show finished matches only.

The last six are about guests: tests/web/server/test_guests.py reads what they answer.
"""

VARYING = {"id", "match", "created", "changed", "elapsed", "rate", "seconds", "memory"}
"""Fields that differ between two matches anyway: ids and times."""

SIMULATIONS = 4
SEARCH = f"ismcts(simulations={SIMULATIONS})"

THINKER = "random"
"""An agent that does not answer while the test runs: `quiet` keeps it from choosing."""

KUHN: dict[str, Any] = {"game": "kuhn_poker"}
HEARTHSTONE: dict[str, Any] = {"game": "hearthstone", "options": {"decks": ["basic_mage", "basic_hunter"]}}


def _worlds(game: dict[str, Any]) -> list[list[int]]:
    """Two histories after the deal that look the same to seat 0, which is to move."""
    if game is KUHN:
        found = [[1, 0], [1, 2]]
    else:
        start = playout.load(game["game"], **game["options"]).start()
        found = []
        for which in (0, -1):
            state = start
            while state.turn < 0:
                own = len(state.history) < 3  # the first three cards are those of seat 0
                state = state.play(state.moves()[0 if own else which])
            found.append([int(move) for move in state.history])
    loaded = playout.load(game["game"], **game.get("options", {}))
    one, two = (loaded.replay(moves) for moves in found)
    assert one != two and one.turn == 0 and one.seen_by(0) == two.seen_by(0)
    return found


def _plain(value: Any) -> Any:
    """An answer without ids and times."""
    if isinstance(value, dict):
        return {word: None if word in VARYING else _plain(item) for word, item in value.items()}
    if isinstance(value, str) and re.fullmatch("[0-9a-f]{12}|[0-9a-f]{16}", value):
        return "ID"
    return [_plain(item) for item in value] if isinstance(value, list) else value


class Spy:
    """Asks for all that seat 0 can ask of a match, and writes down the answers."""

    def __init__(self, client: Client, match: str, page: Page) -> None:
        self.client, self.match, self.page = client, match, page
        self.routes: set[str] = set()
        self.words: set[str] = set()
        self.heard: list[Any] = []

    def ask(self, route: str, body: Any = None, *, content: bytes | None = None, query: str = "", **names: str) -> Any:
        self.routes.add(route)
        method, path = route.split(" ")
        address = path.format(match=self.match, **names) + query
        more: dict[str, Any] = {"content": content} if content is not None else {"json": body}
        answer = self.client.http.request(method, address, **(more if method == "POST" else {}))
        assert answer.status_code < 500
        if "json" not in answer.headers["content-type"]:
            kept = saving.unpack(answer.content)
            values = {word: item for word, item in kept._values.items() if word != "elapsed"}
            self.heard.append((route, query, repr((values, kept._arrays))))
            return answer.content
        found = answer.json()
        if path == "/api/matches":
            found = [item for item in found if item["id"] == self.match]
            assert len(found) == 1
        self.heard.append((route, query, json.dumps(_plain(found))))
        return found

    def say(self, word: str, **fields: Any) -> dict[str, Any]:
        self.words.add(word)
        answer = self.page.do(word, **fields)
        self.heard.append((word, fields.get("seat"), json.dumps(answer).replace(self.match, "ID")))
        return answer

    def frames(self) -> None:
        """What came over the socket, in any order. Of a search only its end: the rest depends on time."""
        new = set()
        for frame in self.page.heard:
            found = frame.get("analysis") or frame.get("review")
            ended = found is None or found["state"] in ("done", "stopped", "failed")
            if frame["type"] == "outline":
                ended = frame["outline"]["work"] == SIMULATIONS
            if ended and frame["type"] not in ("done", "refused", "thinking", "compiling"):
                new.add(json.dumps(_plain(frame)).replace(self.match, "ID"))
            assert frame["type"] != "thinking" or frame["analysis"] is None
        self.heard += sorted(new - {text for text in self.heard if isinstance(text, str)})

    # Doors

    def look(self) -> None:
        """Every route that reads, as seat 0."""
        plies = len(self.ask("GET /api/matches/{match}", query="?seat=0")["moves"])
        for ply in range(plies + 1):
            self.ask("GET /api/matches/{match}/position", query=f"?seat=0&ply={ply}")
            self.ask("GET /api/matches/{match}/analyses", query=f"?seat=0&ply={ply}")
        legal = self.ask("GET /api/matches/{match}/position", query="?seat=0")["legal"]
        line = [legal[0]["move"]] if legal else [0]
        self.ask("GET /api/matches/{match}/position", query=f"?seat=0&line={line[0]}")
        self.ask("POST /api/matches/{match}/line", {"ply": plies, "line": line, "seat": 0})
        self.ask("GET /api/matches/{match}/review", query="?seat=0")
        self.ask("GET /api/matches/{match}/outlines")
        for guesser in "01":
            refused = self.ask("GET /api/matches/{match}/guesses/{guesser}", query="?seat=0", guesser=guesser)
            assert refused["code"] == "guesses.hidden"

    def look_without_a_seat(self) -> None:
        """Routes that choose the seat by themselves."""
        self.ask("GET /api/matches", query="?limit=2")
        self.ask("GET /api/matches/{match}")
        for form in ("json", "fen", "pgn", "sgf"):
            self.ask("GET /api/matches/{match}/export/{form}", form=form)
        for seats in ([], [PERSON, PERSON], [AGENT, AGENT], [AGENT, PERSON]):
            for ply in (0, 1, 2):
                refused = self.ask("POST /api/matches/{match}/branch", {"ply": ply, "seats": seats})
                assert refused["kind"] == "forbidden"
        self.ask("POST /api/lessons/{lesson}/trace", {"match": self.match}, lesson="uct")

    def search(self) -> None:
        """An analysis with its tree, a hint and a review."""
        self.say("draw_tree", on=True)
        for command in ("keep_line", "drop_line"):
            assert self.say(command, ply=0, line=[0])["type"] == "refused"
        self.say("analyse", agent=SEARCH, anew=True)  # else it continues the search of the other world's match
        while (found := self.page.until("analysis")["analysis"])["state"] != "done":
            pass
        self.say("open_node")
        self.say("close_node")
        self.say("stop")
        name = found["id"]
        self.ask("GET /api/analyses/{analysis}", analysis=name)
        self.ask("GET /api/analyses/{analysis}/outlines", analysis=name)
        for path in ("", str(found["move"])):
            self.ask("GET /api/analyses/{analysis}/nodes", query=f"?path={path}", analysis=name)
        self.ask("GET /api/analyses/{analysis}/find", query=f"?text={found['text']}", analysis=name)
        content = self.ask("GET /api/analyses/{analysis}/file", analysis=name)
        self.ask("POST /api/matches/{match}/tree", content=content)
        self.say("hint", agent=SEARCH)
        self.page.until("hint")
        if self.say("review", agent=SEARCH)["type"] == "done":
            while self.page.until("review")["review"]["state"] == "running":
                pass
        self.say("stop_review")
        for guesser in (0, 1):
            assert self.say("guesses", seat=guesser)["code"] == "guesses.hidden"
            self.say("stop_guesses", seat=guesser)


PERSON = {"kind": "person"}
AGENT = {"kind": "agent", "agent": "random"}


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents think until they are stopped; searches for pages draw the same random numbers each time."""

    def think(player: Agent, state: playout.State, seconds: float, stop: threading.Event, *others: Any) -> Any:
        stop.wait(seconds)
        return state.moves()[0], None

    def make(*given: Any, **more: Any) -> Any:
        return new_search(*given, **{**more, "seed": 5})

    monkeypatch.setattr("playout.web.analysis.jobs.new_search", make)
    monkeypatch.setattr("playout.web.matches.reviewing.new_search", make)
    monkeypatch.setattr("playout.web.matches.seated_agents.choose_move", think)


@pytest.fixture
def spies(client: Client) -> Iterator[Callable[..., list[Spy]]]:
    """A spy in each of the two worlds; their matches are deleted at the end, so that nobody thinks any more."""
    opened: list[Any] = []
    made: list[str] = []

    def begin(game: dict[str, Any], *seats: str) -> list[Spy]:
        found = []
        for moves in _worlds(game):
            match = client.match(game["game"], *seats, moves=moves, seed=11, options=game.get("options", {}))
            made.append(match)
            opened.append(client.page())
            page = Page(opened[-1].__enter__())
            found.append(Spy(client, match, page))
            found[-1].say("join", match=match, seat=0)
        return found

    yield begin
    for page in opened:
        page.__exit__(None, None, None)
    for match in made:
        client.http.delete(f"/api/matches/{match}")


def _compare(spies: list[Spy]) -> None:
    for spy in spies:
        spy.frames()
    one, two = spies
    assert len(one.heard) == len(two.heard)
    for first, second in zip(one.heard, two.heard, strict=True):
        assert first == second


def test_every_route_and_command_is_asked_here(client: Client, spies: Callable[..., list[Spy]], quiet: None) -> None:
    """A new route or command has to be added to the list APART or to the spy."""
    app: Any = client.http.app
    routes = {
        f"{method} {route.path}" for route in app.routes if isinstance(route, Route) for method in route.methods or ()
    }
    sockets = [route.path for route in app.routes if isinstance(route, WebSocketRoute)]
    spy = _read(spies(KUHN, "person", THINKER))[0]
    routes.discard("HEAD /api/openapi.json")
    assert sockets == ["/api/socket"]
    assert routes == APART | spy.routes | {"DELETE /api/matches/{match}"}
    commands = {get_args(kind.model_fields["do"].annotation)[0] for kind in get_args(get_args(schema.AnyCommand)[0])}
    assert commands == spy.words | {"ping", "leave", "watch"}
    assert commands == set(Commander(app.state.hub, Connection(None, 1.0))._do)  # type: ignore[arg-type]


def _read(spies: list[Spy]) -> list[Spy]:
    """Everything that the person of seat 0 may do against an agent, up to the end of the match."""
    for spy in spies:
        spy.look()
        spy.look_without_a_seat()
        spy.search()
        spy.look()
        for seat in ("1", "all"):
            for path in ("", "/position", "/analyses", "/review", "/guesses/0", "/guesses/1"):
                refused = spy.client.get(f"/api/matches/{spy.match}{path}?seat={seat}", 403)
                assert refused["kind"] == "forbidden"
            number = 1 if seat == "1" else seat
            assert spy.page.do("join", match=spy.match, seat=number)["kind"] == "forbidden"
        spy.say("pause", paused=True)
        spy.say("pause", paused=False)
        first = spy.client.get(f"/api/matches/{spy.match}/position?seat=0")["legal"][0]["move"]
        spy.say("move", move=first)
        spy.look()
        spy.look_without_a_seat()
        spy.say("analyse", agent=SEARCH)  # the other seat's turn
        spy.say("hint")
        # A person cannot look into the other seat by sitting down there, nor at all by standing up.
        spy.say("take_over", seat=1, player=PERSON)
        spy.say("undo")
        spy.say("offer", what="draw")
        spy.say("answer", number=0, accept=True)
        spy.say("take_over", seat=0, player={"kind": "agent", "agent": THINKER})
        assert spy.client.get(f"/api/matches/{spy.match}?seat=all", 403)["kind"] == "forbidden"
        assert spy.client.get(f"/api/matches/{spy.match}?seat=1", 403)["kind"] == "forbidden"
        spy.look()
        spy.look_without_a_seat()
        spy.say("take_over", seat=0, player=PERSON)
        spy.frames()
        # Once it is over everything is open, and it stays over.
        spy.say("resign", seat=0)
        assert spy.client.get(f"/api/matches/{spy.match}?seat=all")["seat"] is None
        refused = spy.say("undo")
        assert refused["kind"] == "conflict" and "everything that was hidden has been shown" in refused["error"]
        spy.say("undo", plies=1)
        spy.page.heard.clear()
    return spies


@pytest.mark.parametrize("game", [KUHN, HEARTHSTONE], ids=["kuhn_poker", "hearthstone"])
def test_a_person_against_an_agent(game: dict[str, Any], spies: Callable[..., list[Spy]], quiet: None) -> None:
    _compare(_read(spies(game, "person", THINKER)))


@pytest.mark.parametrize("game", [KUHN, HEARTHSTONE], ids=["kuhn_poker", "hearthstone"])
def test_two_persons(game: dict[str, Any], spies: Callable[..., list[Spy]], quiet: None) -> None:
    """At one screen both may look from their seats in turn, and nobody at both hands at once."""
    found = spies(game, "person", "person")
    for spy in found:
        spy.look()
        spy.look_without_a_seat()
        spy.search()
        spy.look()
        for seat in (0, 1):
            spy.say("take_over", seat=seat, player={"kind": "agent", "agent": THINKER})
            assert spy.client.get(f"/api/matches/{spy.match}?seat=all", 403)["kind"] == "forbidden"
        assert spy.client.get(f"/api/matches/{spy.match}?seat=0")["seats_open"] == [0, 1]
        spy.look()
        spy.look_without_a_seat()
    _compare(found)


@pytest.mark.parametrize("game", [KUHN, HEARTHSTONE], ids=["kuhn_poker", "hearthstone"])
def test_two_agents(game: dict[str, Any], spies: Callable[..., list[Spy]], quiet: None) -> None:
    """Who watches agents may see everything; but from a seat, what that seat sees. Who sits down sees less."""
    found = spies(game, THINKER, THINKER)
    for spy in found:
        assert spy.client.get(f"/api/matches/{spy.match}?seat=0")["seats_open"] == [None, 0, 1]
        spy.look()
        spy.search()
        spy.look()
        spy.say("take_over", seat=0, player=PERSON)
        spy.look()
        spy.look_without_a_seat()
        assert spy.client.get(f"/api/matches/{spy.match}?seat=all", 403)["kind"] == "forbidden"
    _compare(found)


def test_a_match_that_is_over_can_be_branched(client: Client) -> None:
    match = client.match("kuhn_poker", "person", "random", moves=[1, 0, 1, 1])
    branched = client.post(f"/api/matches/{match}/branch", {"ply": 2})["id"]
    shown = client.get(f"/api/matches/{branched}")
    assert shown["from_match"] == match and shown["seat"] == 0 and len(shown["moves"]) == 2
    open_match = client.match("kuhn_poker", "random", "random", moves=[1, 0, 1, 1])
    assert client.post(f"/api/matches/{open_match}/branch", {"ply": 3})["plies"] >= 3


@pytest.mark.parametrize("seats", [[], [PERSON, AGENT], [AGENT, AGENT]], ids=["same seats", "a person", "agents"])
def test_a_running_match_of_agents_with_hidden_cards_is_not_branched(
    client: Client, seats: list[dict[str, Any]], quiet: None
) -> None:
    """Whoever watches sees both hands, and would sit down knowing the opponent's."""
    match = client.match("kuhn_poker", THINKER, THINKER, moves=[1, 0])
    assert client.get(f"/api/matches/{match}")["seat"] is None
    for ply in (0, 1, 2):
        refused = client.post(f"/api/matches/{match}/branch", {"ply": ply, "seats": seats}, 403)
        assert refused["code"] == "branch.hidden", refused
    assert "begin a new match from here once this one is over" in refused["error"]


@pytest.mark.parametrize(
    "answer", [MoveError("'x' is not a legal move here; legal: Fireball"), ValueError("Fireball"), 999]
)
def test_an_agents_error_does_not_show_its_cards(client: Client, monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    def choose(*given: Any) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer, None

    monkeypatch.setattr("playout.web.matches.seated_agents.choose_move", choose)
    match = client.match("kuhn_poker", "person", "random", moves=[1, 0])
    with client.page() as socket:
        page = Page(socket)
        page.ask("join", match=match)
        page.ask("move", text="pass")
        while (shown := page.until("changed")["match"])["status"] != "failed":
            pass
    assert shown["error"]["en"].startswith("random") and "legal:" not in shown["error"]["en"]
    assert "Fireball" not in json.dumps(shown["error"])
