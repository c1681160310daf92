"""The evaluation of chess: its weights are counted right when they are fitted, and drawn endings are near even."""

from __future__ import annotations

import importlib.util
import random
import sys
from types import ModuleType

import pytest

import playout
from playout.games.chess.evaluation import centipawns
from tests import paths
from tests.games.chess.test_chess_search import random_board


@pytest.fixture(scope="module")
def fitting() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fit_chess", paths.ROOT / "benchmarks" / "fit_chess.py")
    assert spec is not None and spec.loader is not None
    sys.modules["fit_chess"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lead_of(fen: str) -> float:
    """White's lead in hundredths of a pawn."""
    return centipawns(playout.load("chess", fen=fen).start()._call("evaluate", 0))


@pytest.mark.parametrize("plies", [10, 40, 80, 120])
def test_the_fit_counts_what_the_evaluation_adds_up(fitting: ModuleType, plies: int) -> None:
    weights = fitting.Weights()
    features = fitting.Features(weights)
    rng = random.Random(plies)
    for _ in range(10):
        fen = random_board(rng, plies).fen()
        counts, phase, chances = features.of(fen)
        middle, ending = weights.present @ counts
        lead = middle * phase + ending * (1 - phase)
        lead *= chances[0] if lead > 0 else chances[1]
        assert abs(lead_of(fen) - lead) < 1, fen


def test_the_weights_are_put_back_as_they_were(fitting: ModuleType) -> None:
    weights = fitting.Weights()
    assert weights.replaced(weights.present) == weights.text


@pytest.mark.parametrize(
    ("drawn", "won"),
    [
        ("4k3/8/8/3b4/8/8/8/4K2R w - - 0 1", "4k3/7p/8/3b4/8/8/7P/4K2R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/1N2K1B1 w - - 0 1"),
        ("4k3/4b3/8/8/8/3PP3/4B3/4K3 w - - 0 1", "4k3/4b3/8/8/8/3PP3/3B4/4K3 w - - 0 1"),
    ],
    ids=["rook against bishop", "two knights", "bishops of opposite colours"],
)
def test_a_lead_counts_less_where_most_endings_are_drawn(drawn: str, won: str) -> None:
    assert 0 < lead_of(drawn) < 0.6 * lead_of(won)
