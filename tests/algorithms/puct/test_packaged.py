"""The networks that come with Playout: each plays its game, and Connect Four's keeps the value of known positions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import playout
from playout.algorithms.puct.network import open_network, packaged_networks

BEST = {"": "d", "1461": "f", "665445": "d", "5611": "bf", "75367": "c"}
"""Columns that were played, from 1, and the columns that keep the position's value, by bitbully."""


@pytest.mark.parametrize("name", packaged_networks())
def test_a_packaged_network_plays_its_game(name: str) -> None:
    network = open_network(name)
    state = playout.load(network.facts.game).start()
    result = playout.search(state, f"net({name})", simulations=20)
    assert result.move in state.moves()
    assert abs(sum(result.values) - 1.0) < 1e-6


@pytest.mark.parametrize(("line", "best"), BEST.items())
def test_the_network_of_connect_four_keeps_the_value_of_known_positions(line: str, best: str) -> None:
    bitbully = pytest.importorskip("bitbully")
    state = playout.load("connect_four").start()
    board = bitbully.Board()
    for column in line:
        state = state.play("abcdefg"[int(column) - 1])
        board.play(int(column) - 1)
    scores = bitbully.BitBully().score_all_moves(board)
    signs = {column: (score > 0) - (score < 0) for column, score in scores.items()}
    assert {"abcdefg"[column] for column, sign in signs.items() if sign == max(signs.values())} == set(best)
    result = playout.search(state, "net(connect_four)", simulations=100)
    assert state.format(result.move) in best


@pytest.mark.parametrize("simulations", [1, 50])
def test_the_network_of_tic_tac_toe_does_not_lose(simulations: int) -> None:
    """Against every line of play, in both seats: by 50 simulations, and by tactics and the policy alone."""
    player = playout.agent(f"net(tic_tac_toe, simulations={simulations})")
    chosen: dict[str, int] = {}

    def lost(state: playout.State, seat: int) -> int:
        if state.over:
            return int(state.payoffs[seat] == 0.0)
        if state.turn != seat:
            return sum(lost(state.play(move), seat) for move in state.moves())
        if str(state) not in chosen:
            player.reset(1)
            chosen[str(state)] = player.choose(state)
        return lost(state.play(chosen[str(state)]), seat)

    start = playout.load("tic_tac_toe").start()
    assert lost(start, 0) == 0
    chosen.clear()
    assert lost(start, 1) == 0
    assert packaged_networks()["tic_tac_toe"].stat().st_size < 100_000


def test_an_unknown_network_is_refused_with_the_names_of_those_there_are() -> None:
    state = playout.load("connect_four").start()
    with pytest.raises(playout.PlayoutError, match=r"no network connect_5: .*; Playout comes with connect_four"):
        playout.search(state, "net(connect_5)", simulations=1)


def test_a_path_still_names_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a packaged network of the same name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "connect_four").write_bytes(b"no network")
    with pytest.raises(playout.PlayoutError, match="damaged, or not a network file"):
        open_network(os.path.join(".", "connect_four"))  # noqa: PTH118 - a Path drops the dot
