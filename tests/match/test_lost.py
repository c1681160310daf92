"""A match that a seat loses before its end is worth the same in a tournament and in the web app."""

from __future__ import annotations

from pathlib import Path

import pytest

import playout
from playout.agents.factory import default_agent
from playout.cli.parameters import chosen_agent
from playout.match.ending import payoffs_of_lost_match
from playout.web.games.catalogue import Catalogue
from playout.web.http.app import make_app
from playout.web.settings import ServerSettings
from tests.arena.agents import Illegal
from tests.web.conftest import Client, Page, TestClient

THREE = '''
"""Three seats say a number each; whoever says 1 gets 1, so payoffs have no constant sum."""
import numpy as np
from playout.rules import OVER

PLAYERS = 3
PAYOFF_SUM = None
MAX_MOVES = 2
State = np.dtype([("said", np.int8, 3), ("turn", np.int8)], align=True)


def start(s):
    pass


def turn(s):
    return s.turn if s.turn < 3 else OVER


def moves(s, out):
    out[0], out[1] = 0, 1
    return 2


def play(s, move):
    s.said[s.turn] = move
    s.turn += 1


def payoffs(s, out):
    for seat in range(3):
        out[seat] = float(s.said[seat])
'''


@pytest.fixture
def three(tmp_path: Path) -> str:
    file = tmp_path / "three.py"
    file.write_text(THREE)
    return str(file)


def test_the_loser_gets_the_lowest_payoff_and_the_others_share_the_rest(three: str) -> None:
    # Average payoffs of three seats are 3 / 2 in all; two seats share them, and nobody gets more than 1.
    assert payoffs_of_lost_match(playout.load(three).rules, 3, 1) == (0.75, 0.0, 0.75)
    # A constant sum of 1: two seats get all of it, or half each.
    assert payoffs_of_lost_match(playout.load("tic_tac_toe").rules, 2, 0) == (0.0, 1.0)
    assert payoffs_of_lost_match(playout.load("gomoku3d").rules, 3, 2) == (0.5, 0.5, 0.0)


def test_the_arena_and_the_web_app_agree(three: str, tmp_path: Path) -> None:
    match = playout.play_match(three, [Illegal(), "random", "random"], seed=1)
    assert match.forfeit == 0
    settings = ServerSettings(data=tmp_path / "data", backend="python", files=(three,), pages=tmp_path / "pages")
    with TestClient(make_app(settings), base_url="http://127.0.0.1") as http:
        client = Client(http)
        made = client.match("three", "person", "person", "person")
        with client.page() as socket:
            page = Page(socket)
            page.ask("join", match=made)
            page.ask("resign", seat=0)
            shown = page.last("changed")["match"]
    assert tuple(shown["position"]["payoffs"]) == match.payoffs == (0.0, 0.75, 0.75)


def test_a_game_says_who_plays_it_by_default_everywhere(three: str, tmp_path: Path) -> None:
    chosen = tmp_path / "chosen.py"
    chosen.write_text(Path(three).read_text().replace("PLAYERS = 3", 'AGENT = "flat"\nPLAYERS = 3'))
    games = (three, str(chosen))
    assert [default_agent(playout.load(path).rules) for path in games] == ["uct", "flat"]
    assert default_agent(playout.load("kuhn_poker").rules) == "ismcts"
    catalogue = Catalogue(games)
    assert [catalogue.info(name).default_agent for name in ("three", "chosen")] == ["uct", "flat"]
    assert str(chosen_agent(playout.load(str(chosen)), None, 2)) == "flat(seconds=2)"
