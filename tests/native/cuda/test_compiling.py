"""Code for a GPU is made without one: every built-in game compiles to PTX, and NVIDIA's assembler takes it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import RulesError, loading, native
from playout.native.cuda.compiler import PARTS
from tests.native.batches import new_ends, play_one, playout_scratch

LARGE = ("chess", "go", "hearthstone")
"""Games that take more than a few seconds to compile."""

GAMES = [
    pytest.param(name, marks=pytest.mark.slow) if name in LARGE else name
    for name in loading.names()
    if not name.startswith("openspiel")
]


def ptx_of(game: str, **options: Any) -> bytes:
    """Playouts of a game, in PTX."""
    state = playout.load(game).start()
    rules = state.game.rules
    run: Any = native.batch(play_one, rules, "cuda", scratch=playout_scratch(rules), **options)
    text: bytes = run.ptx(state.position, 7, rules.max_length, new_ends(rules, 1))
    return text


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("game", GAMES)
def test_every_game_compiles_and_assembles(game: str, ptxas: str, tmp_path: Path) -> None:
    code = ptx_of(game)
    assert b".target sm_90" in code and b".entry" in code
    (tmp_path / "code.ptx").write_bytes(code)
    command = [ptxas, "-arch=sm_90", str(tmp_path / "code.ptx"), "-o", str(tmp_path / "code.cubin")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b"fma." not in code, "a multiplication and an addition are rounded one by one, as on the CPU"


@pytest.mark.usefixtures("compiler")
def test_tables_do_not_take_constant_memory() -> None:
    code = ptx_of("tic_tac_toe")
    assert b".const" not in code, "constant memory has 64 KB"
    assert b"table_" in code


def take_apart(i: Any, values: Any) -> None:
    """Kernel: what no compiler takes."""
    values[i] = {1: 2}[i]


@pytest.mark.usefixtures("compiler")
def test_what_cannot_be_compiled_is_named() -> None:
    run: Any = native.batch(take_apart, loading.read("tic_tac_toe"), "cuda")
    with pytest.raises(RulesError, match=r"on the GPU: .*cannot be compiled"):
        run.ptx(np.zeros(3, np.int64))


@pytest.mark.usefixtures("compiler")
def test_numba_cuda_is_left_as_it_was() -> None:
    from playout.native.compact import part

    before = [part(name) for name in PARTS]
    ptx_of("tic_tac_toe")
    assert [part(name) for name in PARTS] == before
