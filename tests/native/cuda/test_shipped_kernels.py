"""The kernels that Playout runs on a GPU compile, and NVIDIA's assembler takes them; no GPU is needed.

The code that launches the kernels runs as it is, with arrays of the CPU. In the place of a launch the kernel is
compiled for the arguments that it was given.
"""

from __future__ import annotations

import subprocess
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import playout
from playout import native
from playout.algorithms import gpu_playouts
from playout.arena.executors.gpu.matches import ENDED
from playout.arena.executors.gpu.slots import Slots
from playout.arena.tournament import define
from playout.checking.backends.gpu_comparison import compare_with_gpu
from playout.examining.patient import Patient
from playout.examining.watchdog import Watchdog
from tests.effort import THOROUGH
from tests.native.cuda.test_compiling import GAMES

QUICK = ("tic_tac_toe", "connect_four", "gomoku3d", "kuhn_poker")
"""Games whose kernels of matches are compiled in every run; with PLAYOUT_TESTS=thorough all are, in minutes more."""

pytestmark = pytest.mark.usefixtures("compiler")

Compiled = dict[str, bytes]
"""The PTX of each kernel by its name."""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, ptxas: str, tmp_path: Path) -> Compiled:
    """The kernels that are launched while a test runs."""
    found: Compiled = {}
    batch = native.batch

    def compiling(kernel: Callable[..., Any], rules: Any, backend: str, **how: Any) -> Any:
        run: Any = batch(kernel, rules, "cuda", **how)
        name = kernel.__name__

        def launch(count: int, *arguments: Any, **_: Any) -> None:
            if name not in found:
                found[name] = run.ptx(*arguments)
                (tmp_path / "code.ptx").write_bytes(found[name])
                command = [ptxas, "-O0", "-arch=sm_90", str(tmp_path / "code.ptx"), "-o", str(tmp_path / "code.cubin")]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                assert done.returncode == 0, (name, done.stderr)

        launch.check = lambda: None  # type: ignore[attr-defined]
        return launch

    monkeypatch.setattr(native, "batch", compiling)
    return found


def launch_matches(game: str, *agents: str) -> None:
    """Begin, play and collect matches."""
    seats = playout.load(game).seats
    entrants = [*agents, *(f"random(seed={seed})" for seed in range(100, 100 + seats))]
    definition = define(game, entrants, pairing="round-robin", seed=5, openings=0, clock=None)
    slots = Slots(definition, "cpu", 2)
    slots.fill(deque(range(2)))
    slots.start_round()
    slots._m.matches["status"] = ENDED
    slots.collect()


@pytest.mark.parametrize("game", GAMES if THOROUGH else QUICK)
def test_matches_compile(game: str, compiled: Compiled) -> None:
    loaded = playout.load(game)
    agents = {"play_by_rules": "rules", "play_by_sampling": "flat(simulations=2)", "play_by_uct": "uct(simulations=2)"}
    if not loaded.rules.has("suggest"):
        del agents["play_by_rules"]
    if loaded.rules.has("mask"):
        del agents["play_by_uct"]
    launch_matches(game, *agents.values())
    assert compiled.keys() == {"begin_match", "play_at_random", *agents, "collect_match"}


class HostArray(np.ndarray[Any, Any]):
    """An array in the CPU's memory that is read as one on a GPU is."""

    def to_host(self) -> Any:
        return np.asarray(self)


@pytest.mark.parametrize("game", GAMES)
def test_playouts_compile(game: str, compiled: Compiled, monkeypatch: pytest.MonkeyPatch) -> None:
    def zeros(*shape: Any) -> Any:
        return np.zeros(*shape).view(HostArray)

    memory = SimpleNamespace(to_device=lambda array: array, zeros=zeros, empty=zeros)
    mark = SimpleNamespace(record=lambda: None, seconds_since=lambda _: 0.0)
    monkeypatch.setattr(gpu_playouts, "cuda", memory)
    monkeypatch.setattr(gpu_playouts, "TimeMark", lambda: mark)
    run = gpu_playouts.GpuPlayouts(playout.load(game).start(), 1)
    run._launch(0, 1)
    monkeypatch.setattr(gpu_playouts, "MAX_SINGLE", 0)
    run._launch(0, 1)
    assert compiled.keys() == {"play_each", "add_block", "play_block"}


@pytest.mark.parametrize("game", GAMES)
def test_the_comparison_of_the_check_compiles(game: str, compiled: Compiled) -> None:
    loaded = playout.load(game)
    patient = Patient(loaded, 1, Watchdog(10.0))
    assert compare_with_gpu(patient, "cpu").passed
    assert compiled.keys() == {"follow_match"}


@pytest.mark.parametrize(
    "game", ["tic_tac_toe", "connect_four", "gomoku3d", pytest.param("go", marks=pytest.mark.slow)]
)
def test_self_play_compiles(game: str, compiled: Compiled) -> None:
    pytest.importorskip("torch", reason="networks are trained by torch: pip install 'playout[learn]'")
    from playout.learning.encoded_game import EncodedGame
    from playout.learning.self_play.forest_play import ForestPlay
    from playout.learning.settings import settings_for

    loaded = playout.load(game)
    settings = settings_for("cpu", loaded.rules.max_length).but({"trees": 2})
    network: Any = SimpleNamespace(evaluate=lambda *_: None)
    ForestPlay(EncodedGame(loaded), settings, network, "cpu").run(2, 1)
    assert compiled.keys() == {"self_play"}
