"""Many matches at once with light agents: no error, and no move is lost."""

from __future__ import annotations

import time

import playout
from tests.effort import effort, scaled
from tests.web.conftest import Client, Page

MATCHES = effort(12, 50)


@scaled
def test_many_matches_at_once(client: Client) -> None:
    ids = [client.match("tic_tac_toe", "person", "uct(simulations=10)", seed=number) for number in range(MATCHES)]
    begin, waiting = time.perf_counter(), set(ids)
    game = playout.load("tic_tac_toe")
    with client.page() as socket:
        page = Page(socket)
        while waiting:
            assert time.perf_counter() - begin < 120
            for match in sorted(waiting):
                page.ask("join", match=match)
                shown = page.last("snapshot")["match"]
                assert shown["error"] is None
                if shown["status"] == "over":
                    waiting.discard(match)
                elif shown["status"] == "your_move":
                    page.ask("move", move=shown["position"]["legal"][0]["move"], ply=len(shown["moves"]))
    for match in ids:
        kept = client.get(f"/api/matches/{match}")
        state = game.replay([move["move"] for move in kept["moves"]])
        assert state.over and kept["position"]["payoffs"] == list(state.payoffs)
        assert [move["number"] for move in kept["moves"]] == list(range(1, len(kept["moves"]) + 1))
