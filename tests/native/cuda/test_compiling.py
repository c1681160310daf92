"""Code for a GPU is made without one: every built-in game compiles to PTX, and NVIDIA's assembler takes it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def compiling_shown() -> Iterator[list[str]]:
    """The modules that NVIDIA's compiler is given meanwhile."""
    from numba.cuda.cudadrv import nvvm

    given: list[str] = []
    compile_ir = nvvm.compile_ir

    def noting(texts: list[str], **options: Any) -> Any:
        given.extend(texts)
        return compile_ir(texts, **options)

    nvvm.compile_ir = noting
    try:
        yield given
    finally:
        nvvm.compile_ir = compile_ir


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


def add_up(i: Any, first: Any, second: Any, out: Any) -> None:
    """Kernel: reads wide numbers behind a record of an odd size."""
    for k in range(5):
        first[0].letters[k] = out[i]
        second[0].number += out[i] * first[0].letters[k]
    out[i] = second[0].number


@pytest.mark.usefixtures("compiler")
def test_records_of_scratch_begin_at_even_addresses() -> None:
    first, second = np.dtype([("letters", np.int8, 5)]), np.dtype([("number", np.float64)])
    run: Any = native.batch(add_up, loading.read("tic_tac_toe"), "cuda", scratch=((first, 1), (second, 1)))
    with compiling_shown() as modules:
        run.ptx(np.zeros(3, np.int64))
    (entry,) = [text for text in modules if "alloca [5 x i8]" in text or "alloca [1 x [5 x i8]]" in text]
    records = [row for row in entry.splitlines() if re.search(r"alloca \[.* x i8\]", row)]
    assert len(records) == 2 and all(row.endswith("align 16") for row in records), records


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
