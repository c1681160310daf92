"""Guests by links: a link opens one seat of one match, and nothing else; what a guest may not see never leaves."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import playout
from playout.web import schema
from playout.web.http.app import make_app
from playout.web.http.guest_commands import WORDS
from playout.web.settings import ServerLimits
from tests.web.conftest import Client, Page, TestClient, in_chinese, settings

TOKEN = "the-host's-own-token"
GUEST = {"kind": "guest"}
PERSON = {"kind": "person"}


class Visitor:
    """A browser of somebody who has only a link."""

    def __init__(self, http: TestClient, link: str, stack: ExitStack) -> None:
        self.link = link
        self.name = ".".join(link.rsplit("/", 2)[1:])
        self.match, _, self.token = self.name.partition(".")
        self._http = http
        self._stack = stack
        self.answers: list[str] = []

    def request(self, method: str, path: str, **more: Any) -> Any:
        headers = {"authorization": f"Guest {self.name}", **more.pop("headers", {})}
        answer = self._http.request(method, path, headers=headers, **more)
        self.answers.append(answer.text)
        return answer

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.request("GET", path)
        assert answer.status_code == status, answer.text[:300]
        return answer.json()

    def page(self, *, joined: bool = True, last: int | None = None) -> Page:
        """Another page by this link; its socket stays open until the test ends."""
        found = Page(self._stack.enter_context(self.socket()))
        if joined:
            found.ask("join", match=self.match, last=last)
        return found

    def socket(self) -> Any:
        protocols = ["playout", f"guest.{self.name}"]
        return self._http.websocket_connect("/api/socket", protocols, headers={"host": "play.example"})


class Host(Client):
    """The host's browser, which knows the token of the server."""

    def __init__(self, http: TestClient, stack: ExitStack) -> None:
        super().__init__(http)
        self._stack = stack

    def invite(self, game: str, *seats: dict[str, Any], **more: Any) -> tuple[str, list[Visitor]]:
        """A new match, and a visitor by each of its links; the last one is a spectator."""
        match = self.post("/api/matches", {"game": game, "seats": list(seats), **more})["id"]
        return match, self.visitors(match)

    def visitors(self, match: str) -> list[Visitor]:
        links = self.post(f"/api/matches/{match}/links")["links"]
        return [Visitor(self.http, link["address"], self._stack) for link in links]

    def bare(self, path: str, **headers: str) -> Any:
        """What somebody gets who knows neither the token nor a link, or what the headers say."""
        self.http.cookies.clear()
        return self.http.get(path, headers={"authorization": "", **headers}, follow_redirects=False)

    def looking(self, match: str, **more: Any) -> Page:
        found = Page(
            self._stack.enter_context(self.http.websocket_connect("/api/socket", headers={"host": "play.example"}))
        )
        found.ask("join", match=match, **more)
        return found


def _server(folder: Path, stack: ExitStack, **more: Any) -> Host:
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    (folder / "pages" / "index.html").write_text("<!doctype html><title>Playout</title>")
    (folder / "pages" / "app.js").write_text("1")
    app = make_app(settings(folder, token=TOKEN, host="0.0.0.0", hosts=("play.example",), **more))
    headers = {"authorization": f"Bearer {TOKEN}"}
    http = stack.enter_context(TestClient(app, base_url="http://play.example", headers=headers))
    return Host(http, stack)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One server for the tests of this file."""
    with ExitStack() as stack:
        yield _server(tmp_path_factory.mktemp("guests"), stack)


@pytest.fixture
def host(server: Host) -> Iterator[Host]:
    """The host's browser; sockets are closed when the test ends."""
    with ExitStack() as stack:
        yield Host(server.http, stack)


def test_each_seat_and_the_spectators_have_a_link(host: Host) -> None:
    match = host.post("/api/matches", {"game": "tic_tac_toe", "seats": [PERSON, GUEST]})["id"]
    found = host.post(f"/api/matches/{match}/links")
    assert found["reachable"]
    assert [link["seat"] for link in found["links"]] == [1, None]
    for link in found["links"]:
        assert re.fullmatch(rf"http://play\.example/guest/{match}/[\w-]{{22}}", link["address"])
        assert link["size"] in range(21, 54, 4) and re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", link["qr"])
    assert host.post(f"/api/matches/{match}/links") == found  # stored, not made anew


def test_a_guest_plays_the_own_seat(host: Host) -> None:
    match, (visitor, spectator) = host.invite("tic_tac_toe", PERSON, GUEST)
    own, page, looking = host.looking(match), visitor.page(), spectator.page()
    shown = page.last("snapshot")["match"]
    assert shown["guest"] == {"seat": 1} and shown["status"] == "waiting" and shown["waiting_for"] == 0
    labels = [said["player"]["label"]["code"] for said in shown["seats"]]
    assert labels == ["player.host", "player.you"]
    assert page.do("move", text="a1")["code"] == "move.other"
    own.ask("move", text="b2")
    assert page.until("moved")["status"] == "your_move"
    assert own.last("moved")["status"] == "waiting"
    assert own.do("move", text="a1")["code"] == "move.other"  # nor does the host play the guest's seat
    refused = looking.do("move", text="a1")
    assert refused["code"] == "guest.spectator"
    page.ask("move", text="a1")
    assert own.until("moved")["status"] == "your_move"
    looking.ask("ping")
    seen = [(frame["move"]["text"], frame["status"]) for frame in looking.heard if frame["type"] == "moved"]
    assert seen == [("b2", "waiting"), ("a1", "waiting")]
    assert visitor.get("/api/guest/position?ply=1")["ply"] == 1
    assert page.do("resign", seat=0)["code"] == "resign.other"
    assert own.do("resign", seat=1)["code"] == "resign.other"
    assert visitor.get("/api/guest/export/json", 403)["code"] == "guest.export"
    page.ask("resign", seat=1)
    assert page.last("changed")["match"]["position"]["payoffs"] == [1.0, 0.0]
    assert json.loads(visitor.get("/api/guest/export/json")["content"])["texts"] == ["b2", "a1"]


def test_a_link_opens_the_rules_of_its_game_and_of_no_other(host: Host) -> None:
    for game in ("kuhn_poker", "tic_tac_toe"):
        _, visitors = host.invite(game, GUEST, PERSON)
        pages = host.get(f"/api/games/{game}/rules")
        for visitor in visitors:  # of a seat, and a spectator
            assert visitor.get("/api/guest/rules") == visitor.get("/api/guest/rules?game=chess") == pages
            assert visitor.get("/api/games/chess/rules", 403)["code"] == "guest.door"
            assert visitor.get(f"/api/games/{game}/rules", 403)["code"] == "guest.door"
    assert host.bare("/api/guest/rules").json()["code"] == "guest.no_link"


def _doors(app: Any) -> list[tuple[str, str]]:
    """Every route of the server, with its method."""
    described = app.openapi()
    named = {"match": "{match}", "game": "tic_tac_toe", "form": "json", "lesson": "uct", "analysis": "abcdef123456"}
    found = []
    for path, methods in described["paths"].items():
        path = re.sub(r"{(\w+)}", lambda word: named.get(word[1], "0"), path)
        found += [(method.upper(), path) for method in methods]
    return found


def test_a_link_opens_no_other_door(host: Host) -> None:
    """Every route but the guests' own refuses a guest in words, for the own match and for another one."""
    match, visitors = host.invite("tic_tac_toe", GUEST, PERSON)
    other = host.match("tic_tac_toe", "person", "person")
    doors = [door for door in _doors(host.http.app) if not door[1].startswith("/api/guest")]
    assert len(doors) > 30
    for method, path in [*doors, ("GET", "/"), ("GET", f"/match/{match}"), ("GET", "/api/openapi.json")]:
        for name in (match, other):
            visitor = visitors[0 if name == match else 1]
            answer = visitor.request(method, path.replace("{match}", name), json={})
            if answer.status_code == 429:
                pytest.fail("the test asks too often")
            assert answer.status_code == 403 and answer.json()["code"] == "guest.door", (method, path)
            assert "this link opens one match" in answer.json()["error"]
            assert "此链接只能打开一场对局" in in_chinese(answer.json())
    # Without a link these doors are as closed as before, and the guests' own are closed too.
    assert host.bare("/api/matches").status_code == 401
    assert host.bare("/api/guest").json()["code"] == "guest.no_link"
    assert host.get("/api/guest", 401)["code"] == "guest.no_link"


@pytest.mark.parametrize("place", [0, 1])
def test_a_socket_by_a_link_knows_few_commands(host: Host, place: int) -> None:
    _, visitors = host.invite("tic_tac_toe", GUEST, {"kind": "agent", "agent": "random"})
    other = host.match("tic_tac_toe", "person", "person")
    page = visitors[place].page()
    given: dict[str, dict[str, Any]] = {
        "watch": {"tournament": "abcdef"},
        "undo": {},
        "take_over": {"seat": 1, "player": PERSON},
        "pause": {"paused": True},
        "hint": {},
        "analyse": {},
        "stop": {},
        "open_node": {},
        "close_node": {},
        "draw_tree": {"on": True},
        "review": {},
        "stop_review": {},
        "guesses": {"seat": 1},
        "stop_guesses": {"seat": 1},
    }
    for word, fields in given.items():
        assert page.do(word, **fields)["code"] == "guest.door", word
    assert page.do("join", match=other)["code"] == "guest.door"
    assert set(WORDS) == {"join", "leave", "move", "resign", "offer", "answer", "ping"}
    if place == 1:
        for word, fields in (("move", {"text": "a1"}), ("resign", {"seat": 0}), ("offer", {"what": "undo"})):
            assert page.do(word, **fields)["code"] == "guest.spectator"


def test_the_page_of_a_link_and_its_files(host: Host) -> None:
    match, (visitor, _) = host.invite("tic_tac_toe", GUEST, PERSON)
    browser = {"accept": "text/html,*/*"}
    assert host.bare("/app.js").status_code == 401
    opened = host.bare(visitor.link, **browser)
    assert opened.status_code == 200 and "Playout" in opened.text
    cookie = opened.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    kept = {"cookie": cookie.partition(";")[0]}
    assert host.bare("/app.js", **kept).status_code == 200
    for path in ("/", "/api/matches", f"/api/matches/{match}", "/api/guest", "/matches"):
        assert host.bare(path, **kept).status_code == 401, path  # the cookie opens files only
    wrong = host.bare(visitor.link[:-1] + ("A" if visitor.link[-1] != "A" else "B"), **browser)
    assert wrong.status_code == 401 and "this link is not valid" in wrong.text and "此链接无效" in wrong.text
    host.http.delete(f"/api/matches/{match}")
    gone = host.bare(visitor.link, **browser)
    assert gone.status_code == 404 and "its host has deleted it" in gone.text and "主持人已将它删除" in gone.text


def test_a_renewed_link_closes_the_old_one(host: Host) -> None:
    match, (visitor, spectator) = host.invite("tic_tac_toe", GUEST, PERSON)
    page, looking = visitor.page(), spectator.page()
    links = host.post(f"/api/matches/{match}/links/renew", {"seat": 0})["links"]
    assert links[0]["address"] != visitor.link and links[1]["address"] == spectator.link
    assert page.until("dismissed")["why"]["code"] == "guest.wrong_link"
    with pytest.raises(WebSocketDisconnect):
        page.next()
    assert visitor.get("/api/guest", 401)["code"] == "guest.wrong_link"
    with pytest.raises(WebSocketDisconnect), visitor.socket():
        pass
    assert host.visitors(match)[0].get("/api/guest")["guest"] == {"seat": 0}
    looking.ask("ping")
    assert host.post(f"/api/matches/{match}/links/renew", {"seat": 1}, 409)["code"] == "guest.no_seat"


def test_the_host_takes_a_seat_back(host: Host) -> None:
    match, (visitor, _) = host.invite("tic_tac_toe", GUEST, PERSON)
    page, own = visitor.page(), host.looking(match)
    own.ask("take_over", seat=0, player={"kind": "agent", "agent": "random"})
    why = page.until("dismissed")["why"]
    assert why["code"] == "guest.seat_taken" and "the host has taken this seat back" in why["en"]
    assert "主持人已收回此座位" in in_chinese(why)
    assert visitor.get("/api/guest", 401)["code"] == "guest.seat_taken"
    own.ask("take_over", seat=0, player=GUEST)
    assert visitor.get("/api/guest")["guest"] == {"seat": 0}
    other = visitor.page()
    host.http.delete(f"/api/matches/{match}")
    assert other.until("dismissed")["why"]["code"] == "guest.no_match"


def test_who_is_there_is_shown(host: Host) -> None:
    match, (visitor, spectator) = host.invite("tic_tac_toe", PERSON, GUEST)
    own = host.looking(match)
    assert [seat["present"] for seat in own.last("snapshot")["match"]["seats"]] == [1, 0]
    with visitor.socket() as socket:
        Page(socket).ask("join", match=match)
        while own.until("presence")["present"] != [1, 1]:
            pass
        spectator.page()
        while own.until("presence")["spectators"] != 1:
            pass
    while own.until("presence")["present"] != [1, 0]:
        pass


def test_the_same_link_on_another_device_shares_the_seat(host: Host) -> None:
    """No move is lost, and too many pages of one link close the oldest."""
    match, (visitor, _) = host.invite("tic_tac_toe", GUEST, PERSON)
    first = visitor.page()
    first.ask("move", text="b2")
    second = visitor.page()
    assert [move["text"] for move in second.last("snapshot")["match"]["moves"]] == ["b2"]
    own = host.looking(match)
    own.ask("move", text="a1", ply=1)
    assert first.until("moved") and second.until("moved")["status"] == "your_move"
    second.ask("move", text="c1", ply=2)
    assert first.do("move", text="a3", ply=2)["code"] == "move.late"  # it was made on the other device
    visitor.page(), visitor.page()
    assert len(visitor.get("/api/guest")["moves"]) == 3
    visitor.page()  # the fifth
    assert first.until("dismissed")["why"]["code"] == "guest.too_many_pages"
    second.ask("ping")


def test_links_and_seats_outlive_a_restart(tmp_path: Path) -> None:
    with ExitStack() as stack:
        host = _server(tmp_path, stack)
        match, (visitor, _) = host.invite("tic_tac_toe", GUEST, PERSON)
        visitor.page().ask("move", text="b2")
    with ExitStack() as stack:
        host = _server(tmp_path, stack)
        again = Visitor(host.http, visitor.link, stack)
        page = again.page(last=1)
        assert page.heard[-1]["type"] == "done"
        host.looking(match).ask("move", text="a1")
        page.until("moved")
        page.ask("move", text="c3")
        assert len(again.get("/api/guest")["moves"]) == 3


def test_a_move_is_taken_back_if_all_agree(host: Host) -> None:
    match, (one, two, _) = host.invite("tic_tac_toe", GUEST, GUEST)
    first, second, own = one.page(), two.page(), host.looking(match)
    assert own.do("undo")["code"] == "undo.ask"
    assert own.do("offer", what="undo")["code"] == "offer.no_seat"
    assert first.do("offer", what="undo")["code"] == "undo.nothing"
    first.ask("move", text="b2")
    second.ask("move", text="a1")
    first.ask("offer", what="undo")
    offer = second.until("offer")["offer"]
    assert (offer["what"], offer["seat"], offer["waiting_for"]) == ("undo", 0, [1])
    assert first.do("answer", number=offer["number"], accept=True)["code"] == "offer.past"  # not by oneself
    second.ask("answer", number=offer["number"], accept=False)
    assert first.last("offer")["offer"] == offer
    assert first.until("offer")["declined_by"] == 1
    assert first.do("offer", what="undo")["code"] == "offer.declined"
    second.ask("offer", what="undo")  # its own move
    while (offer := first.until("offer")["offer"]) is None or offer["seat"] != 1:
        pass
    first.ask("answer", number=offer["number"], accept=True)
    assert [move["text"] for move in first.last("changed")["match"]["moves"]] == ["b2"]
    assert second.until("changed")["match"]["status"] == "your_move"
    first.ask("offer", what="undo")
    number = second.until("offer")["offer"]["number"]
    second.ask("move", text="c1")  # the offer is past with the move
    assert second.do("answer", number=number, accept=True)["code"] == "offer.past"


def test_three_players_agree_and_agents_are_not_asked(host: Host) -> None:
    match, (one, two, three, _) = host.invite("gomoku3d", GUEST, GUEST, GUEST, options={"size": 3, "line": 3})
    pages = [visitor.page() for visitor in (one, two, three)]
    for page, text in zip(pages, _free(match, host, 3), strict=True):
        page.ask("move", move=text)
    pages[0].ask("offer", what="undo")
    offer = pages[1].until("offer")["offer"]
    assert offer["waiting_for"] == [1, 2]
    pages[1].ask("answer", number=offer["number"], accept=True)
    assert len(one.get("/api/guest")["moves"]) == 3
    pages[2].ask("answer", number=offer["number"], accept=True)
    assert len(one.get("/api/guest")["moves"]) == 0
    _, (guest, _) = host.invite("tic_tac_toe", GUEST, {"kind": "agent", "agent": "random"})
    page = guest.page()
    page.ask("move", text="b2")
    while len(guest.get("/api/guest")["moves"]) < 2:
        pass
    assert page.do("offer", what="draw")["code"] == "offer.no_draw"
    page.ask("offer", what="undo")
    assert guest.get("/api/guest")["moves"] == []


def _free(match: str, host: Host, count: int) -> list[int]:
    return [move["move"] for move in host.get(f"/api/matches/{match}/position")["legal"][:count]]


def test_a_draw_is_agreed_on(host: Host) -> None:
    match, (visitor, _) = host.invite("chess", PERSON, GUEST)
    own, page = host.looking(match), visitor.page()
    own.ask("move", text="e4")
    page.ask("offer", what="draw")
    own.ask("offer", what="draw")  # both want it
    shown = page.until("changed")["match"]
    assert shown["position"]["over"] and shown["position"]["payoffs"] == [0.5, 0.5]
    assert shown["position"]["ending"]["en"] == "A draw, by agreement"
    assert 'Result "1/2-1/2"' in visitor.get("/api/guest/export/pgn")["content"]
    _, (other, _) = host.invite("kuhn_poker", GUEST, PERSON)
    assert other.page().do("offer", what="draw")["code"] == "offer.no_draw"


def test_clocks_stand_until_all_guests_have_come(host: Host) -> None:
    _, (one, two, _) = host.invite("tic_tac_toe", GUEST, GUEST, clock="60+0")
    first = one.page()
    shown = first.last("snapshot")["match"]
    assert shown["awaiting"] and [seat["clock"] for seat in shown["seats"]] == [60.0, 60.0]
    assert one.get("/api/guest")["seats"][0]["clock"] == 60.0
    two.page()
    assert not first.until("changed")["match"]["awaiting"]
    assert one.get("/api/guest")["seats"][0]["clock"] < 60.0


def test_requests_by_a_link_are_bounded(tmp_path: Path) -> None:
    with ExitStack() as stack:
        host = _server(tmp_path, stack, limits=ServerLimits(guest_burst=5.0, guest_requests=0.001))
        _, (visitor, spectator) = host.invite("tic_tac_toe", GUEST, PERSON)
        codes = [visitor.request("GET", "/api/guest").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        assert spectator.get("/api/guest")["guest"] == {"seat": None}  # each link for itself
        assert host.http.get("/api/about").status_code == 200
        large = spectator.request("POST", "/api/guest", content=b"x" * 400_000)
        assert large.status_code == 413


class Reader:
    """Reads all that one visitor's pages and answers say of a match that goes on, against what its seat may know."""

    def __init__(self, visitor: Visitor, seat: int | None) -> None:
        self.visitor = visitor
        self.seat = seat
        self.page = visitor.page()

    def texts(self) -> list[str]:
        """Frames and answers so far; those are forgotten."""
        self.visitor.get("/api/guest")
        self.visitor.get("/api/guest/position")
        self.page.ask("ping")
        found = [json.dumps(frame, ensure_ascii=False) for frame in self.page.heard] + self.visitor.answers
        self.page.heard.clear()
        self.visitor.answers.clear()
        return found


def _play_and_read(host: Host, game: str, options: dict[str, Any], most: int) -> Iterator[tuple[Any, list[Reader]]]:
    """A whole match between two guests, with a spectator: (the position, who reads) after each move."""
    match, visitors = host.invite(game, GUEST, GUEST, options=options, seed=5)
    readers = [Reader(visitor, seat) for visitor, seat in zip(visitors, (0, 1, None), strict=True)]
    room = host.http.app.state.hub.rooms[match]  # type: ignore[attr-defined]
    yield room.state, readers
    for number in range(most):
        if room.over:
            return
        legal = room.state.seen_by(room.state.turn).moves()
        readers[room.state.turn].page.ask("move", move=legal[number * 7 % len(legal)])
        yield room.state, readers
    readers[0].page.ask("resign", seat=0)


def test_no_card_of_kuhn_poker_leaves_the_server(host: Host) -> None:
    """While it goes on a guest's frames and answers name the own card only, and a spectator's none."""
    words = ("jack", "queen", "king")
    for state, readers in _play_and_read(host, "kuhn_poker", {}, 5):
        cards = [words[card] for card in state.history[:2]]
        for reader in readers:
            for text in reader.texts():
                if state.over:
                    continue
                named = {word for word in words if f'"{word}"' in text}
                assert named <= ({cards[reader.seat]} if reader.seat is not None else set()), text
    assert {word for word in words if f'"{word}"' in readers[2].visitor.request("GET", "/api/guest").text} == set(cards)


@pytest.mark.slow
def test_no_card_of_hearthstone_leaves_the_server(tmp_path: Path) -> None:
    """A whole match: no hand of another seat is shown, and what a spectator sees is the same in every world.

    A second implementation says what a seat may see: the names in its own view of the position.
    """
    with ExitStack() as stack:
        host = _server(tmp_path, stack, limits=ServerLimits(guest_burst=1e6))
        hidden = 0
        for state, readers in _play_and_read(host, "hearthstone", {"decks": ["basic_mage", "basic_hunter"]}, 40):
            hidden += 0 if state.over else _read_hearthstone(state, readers)
        assert hidden > 100


def _read_hearthstone(state: Any, readers: list[Reader]) -> int:
    """The number of hidden cards that were looked for in what came since the last move, and not found."""
    hands = [{name for seat_, name in _hands(state.view()) if seat_ == seat} for seat in (0, 1)]
    seen = [
        {card["name"]["en"] for zone in state.seen_by(seat).view()["zones"] for card in zone["cards"]}
        for seat in (0, 1)
    ]
    secret = {0: hands[1] - seen[0], 1: hands[0] - seen[1], None: (hands[0] - seen[1]) | (hands[1] - seen[0])}
    count = 0
    for reader in readers:
        for text in reader.texts():
            found = json.loads(text)
            match = found.get("match", found)
            position = match.get("position", match)
            if position.get("ply") != len(state.history):
                continue  # of the position before: there these cards may have been open
            names = {card["name"]["en"] for zone in position["view"]["zones"] for card in zone["cards"]}
            assert not names & secret[reader.seat], names & secret[reader.seat]
            said = json.dumps([position["legal"], position["text"]])
            assert not any(name in said for name in secret[reader.seat]), said
            count += len(secret[reader.seat])
    return count


def _hands(view: dict[str, Any]) -> list[tuple[int, str]]:
    return [
        (zone["seat"], card["name"]["en"]) for zone in view["zones"] if zone["name"] == "hand" for card in zone["cards"]
    ]


def test_spectators_see_the_same_whatever_is_hidden(host: Host) -> None:
    """All deals of Kuhn poker, and two worlds for each seat of Hearthstone that differ in its cards only."""
    seen = set()
    for deal in ([0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]):
        match, visitors = host.invite("kuhn_poker", GUEST, GUEST, moves=[*deal, 0])
        page = visitors[2].page()
        texts = [visitors[2].request("GET", "/api/guest").text, json.dumps(page.last("snapshot"))]
        seen.add("\n".join(texts).replace(match, "ID"))
    assert len(seen) == 1
    start = playout.load("hearthstone", decks=("basic_mage", "basic_hunter")).start()
    worlds = []
    for choices in ((0, 0), (-1, 0), (0, -1)):  # of seat 0's cards, of seat 1's
        state = start
        while state.turn < 0:
            state = state.play(state.moves()[choices[len(state.history) >= 3]])
        worlds.append([int(move) for move in state.history])
    shown = set()
    for moves in worlds:
        given = {"decks": ["basic_mage", "basic_hunter"]}
        match, visitors = host.invite("hearthstone", GUEST, GUEST, moves=moves, options=given)
        shown.add(visitors[2].request("GET", "/api/guest").text.replace(match, "ID"))
    assert len(shown) == 1 and len({tuple(moves) for moves in worlds}) == 3


def test_a_host_without_a_seat_sees_what_spectators_see(host: Host) -> None:
    """Nor does taking the seats for agents open the hands, nor sitting down in a guest's seat."""
    match, _ = host.invite("kuhn_poker", GUEST, GUEST, moves=[0, 2])
    own = host.looking(match)
    shown = own.last("snapshot")["match"]
    assert shown["seat"] == -1 and shown["seats_open"] == [-1]
    for seat in ("0", "1", "all"):
        assert host.get(f"/api/matches/{match}?seat={seat}", 403)["kind"] == "forbidden"
    assert own.do("take_over", seat=0, player=PERSON)["code"] == "seat.hides"
    own.ask("pause", paused=True)
    for number in (0, 1):
        own.ask("take_over", seat=number, player={"kind": "agent", "agent": "ismcts(seconds=30)"})
    for path in ("", "/position", "/position?line=0", "/analyses", "/export/json", "/review"):
        found = host.http.get(f"/api/matches/{match}{path}").json()
        text = json.dumps({**found, "game": None} if path == "" else found)
        assert not any(f'"{word}"' in text for word in ("jack", "queen", "king")), path
    for word in ("analyse", "hint", "review"):
        answer = own.do(word)
        assert answer["type"] == "refused", (word, answer)


def test_tokens_are_in_no_log_and_in_nobody_elses_frames(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        match, (one, two, spectator) = host.invite("tic_tac_toe", GUEST, GUEST)
        pages = {visitor.token: (visitor, visitor.page()) for visitor in (one, two, spectator)}
        own = host.looking(match)
        one.request("GET", "/api/matches")
        one.request("GET", f"/guest/{match}/{two.token[:-1]}x")
        pages[one.token][1].ask("move", text="b2")
        pages[two.token][1].ask("resign", seat=1)
    tokens = set(pages)
    for token, (visitor, page) in pages.items():
        visitor.get("/api/guest"), visitor.get("/api/guest/position"), visitor.get("/api/guest/export/json")
        said = json.dumps(page.heard) + "".join(visitor.answers)
        assert not any(other in said for other in tokens - {token}) and TOKEN not in said
        assert token not in said
    assert not any(token in json.dumps(own.heard) for token in tokens)
    for path in ("", "/export/json"):
        assert not any(token in host.http.get(f"/api/matches/{match}{path}").text for token in tokens)
    assert not any(token in host.http.get("/api/matches").text for token in tokens)
    logged = [record.getMessage() for record in caplog.records if record.name.startswith(("playout", "uvicorn"))]
    assert not any(token in text for text in logged for token in tokens)


FOR_GUESTS = {
    *("id", "n", "moves", "position", "seat", "status", "waiting_for", "resigned", "paused", "tags", "notes"),
    *("imported", "guest", "awaiting", "spectators", "offer", "can_draw"),
}
"""Fields of a snapshot that a guest gets as the own seat's view has them."""

CUT = {"game", "options", "seats", "values", "analyses", "review", "seats_open", "error", "from_match", "variations"}
"""Fields that a guest gets empty, or without what concerns the host only."""


def test_each_field_of_a_snapshot_was_thought_about(host: Host) -> None:
    """A new field has to be cut for guests (rendering.snapshot_for_guest), or to be one that they may see."""
    assert set(schema.MatchSnapshot.model_fields) == FOR_GUESTS | CUT
    _, (visitor, _) = host.invite("tic_tac_toe", GUEST, {"kind": "agent", "agent": "random"}, moves=[4])
    shown = visitor.get("/api/guest")
    for field in ("options", "values", "analyses", "review", "error", "from_match", "variations"):
        assert not shown[field], field
    assert shown["seats_open"] == [None] and shown["game"]["levels"] == shown["game"]["engines"] == []
    assert [seat["player"]["agent"] for seat in shown["seats"]] == [None, None]


def test_analyses_and_agents_thoughts_are_the_hosts(host: Host) -> None:
    match, (visitor, _) = host.invite("tic_tac_toe", PERSON, GUEST)
    own, page = host.looking(match), visitor.page()
    own.ask("analyse", agent="uct(simulations=50)")
    while own.until("analysis")["analysis"]["state"] != "done":
        pass
    own.ask("move", text="b2")
    page.until("moved")
    shown = visitor.get("/api/guest")
    assert shown["analyses"] == [] and shown["values"] == [] and shown["review"] is None
    kinds = {frame["type"] for frame in page.heard}
    assert kinds <= {"hello", "done", "snapshot", "moved", "presence"}
