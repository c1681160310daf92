"""A tiny network learns tic-tac-toe until it cannot be beaten; before it learned, it can."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playout
from playout.agents import Agent
from playout.game import State

pytest.importorskip("torch", reason="networks are trained by torch: pip install 'playout[learn]'")
pytest.importorskip("onnx", reason="network files are written by onnx: pip install 'playout[learn]'")
pytest.importorskip("onnxruntime", reason="no onnxruntime: pip install 'playout[net]'")

SMALL = {"channels": 16, "blocks": 1, "trees": 64}
SETTINGS: dict[str, Any] = {**SMALL, "simulations": 16, "batch": 128, "reuse": 8.0, "opening": 4}


def losses(agent: Agent, state: State, seat: int) -> int:
    """The matches that the agent loses in this seat, of all that the other seat can choose."""
    if state.over:
        return int(state.payoffs[seat] == 0.0)
    if state.turn == seat:
        return losses(agent, state.play(agent.choose(state)), seat)
    return sum(losses(agent, state.play(move), seat) for move in state.moves())


@pytest.mark.slow
def test_it_learns_not_to_lose(tmp_path: Path) -> None:
    """Every line of play against `net` with one evaluation: the game's tactics and the network's first choice."""
    lost = []
    for name, evaluations in (("untrained", 1), ("trained", 250_000)):
        made = playout.learn("tic_tac_toe", tmp_path / name, evaluations=evaluations, device="cpu", exams=0, **SETTINGS)
        agent = playout.agent(f"net({str(made.network)!r}, simulations=1)")
        agent.reset(1)
        start = playout.load("tic_tac_toe").start()
        lost.append(sum(losses(agent, start, seat) for seat in range(2)))
    assert lost[0] > 0, "without training it loses some matches, else the test shows nothing"
    assert lost[1] == 0
