"""Compiling by Numba: the types of arguments, and the private parts of Numba that compact compilation uses."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from playout import RulesError, loading, native
from playout.native import compact
from playout.native.arguments import Reader
from tests import paths
from tests.fresh import Fresh


def half(x: Any) -> Any:
    """Kernel: a number, halved."""
    return x / 2


@pytest.mark.parametrize("backend", native.BACKENDS)
def test_an_argument_of_another_type_is_never_cut_down(backend: str) -> None:
    kernel = native.bind(half, loading.read("tic_tac_toe"), backend)
    assert kernel(3) == 1.5
    assert kernel(2.75) == 1.375, "a fraction after a whole number"
    assert kernel(np.uint64(1 << 63)) == 2.0**62, "which an int64 would make negative"
    assert kernel(np.int32(5)) == 2.5
    assert kernel(True) == 0.5


def pick_from(pair: Any, table: Any) -> Any:
    """Kernel: numbers from a tuple and from a table."""
    return pair[0][1] + pair[1] + table[1, 2]


def test_tuples_and_arrays_of_any_layout_are_taken() -> None:
    kernel = native.bind(pick_from, loading.read("tic_tac_toe"), "cpu")
    table = np.arange(20.0).reshape(4, 5)
    fixed = table.copy()
    fixed.flags.writeable = False
    for layout in (table, table.T, table[::2], fixed):
        assert kernel((np.arange(3), 1.5), layout) == 2.5 + layout[1, 2]
        assert kernel((np.arange(3) * 2, 1.5), layout[::-1].copy()) == 3.5 + layout[-2, 2], "another at the same place"


class Pair(NamedTuple):
    table: NDArray[Any]
    factor: float


class Reversed(NamedTuple):
    factor: NDArray[Any]
    table: float


def first_times_factor(pair: Any) -> Any:
    """Kernel: reads a named tuple by the names of its fields."""
    return pair.table[0] * pair.factor


def product_by_name(pair: Any) -> Any:
    """Kernel: the same with the other order of fields."""
    return pair.factor[0] * pair.table


@pytest.mark.parametrize("backend", native.BACKENDS)
def test_a_named_tuple_is_read_by_the_names_of_its_fields(backend: str) -> None:
    rules = loading.read("tic_tac_toe")
    values = np.array([3.0, 5.0])
    assert native.bind(first_times_factor, rules, backend)(Pair(values, 1.5)) == 4.5
    assert native.bind(product_by_name, rules, backend)(Reversed(values, 1.5)) == 4.5


def test_named_tuples_of_other_fields_are_other_kinds() -> None:
    values = np.array([3.0, 5.0])
    kinds = [Reader().read((pair,))[0] for pair in (Pair(values, 1.5), Reversed(values, 1.5), (values, 1.5))]
    assert len({str(kind) for kind in kinds}) == 3, "each has an entry of its own in the cache"


def test_an_argument_that_native_code_cannot_take_is_refused() -> None:
    kernel = native.bind(half, loading.read("tic_tac_toe"), "cpu")
    with pytest.raises(TypeError, match="native code takes arrays, numbers and tuples of them, not a str"):
        kernel("1")


def prints(x: Any) -> Any:
    """Kernel: what rules must not do."""
    print(x)  # noqa: T201
    return x


def test_a_kernel_that_prints_is_refused() -> None:
    with pytest.raises(
        RulesError, match="it prints, or does something that only the interpreter can do: leave that out"
    ):
        native.bind(prints, loading.read("tic_tac_toe"), "cpu")(1)


def log_gamma(x: Any) -> Any:
    """Kernel: ln(gamma(x)), refused below 0. Numba brings a gamma function of its own."""
    if x < 0:
        raise ValueError("x is below 0")
    return math.log(math.gamma(x))


FACTORIAL = """
import math, sys
from playout import loading, native
from tests.native.test_compiled import log_gamma

kernel = native.bind(log_gamma, loading.read("tic_tac_toe"), "cpu")
print(math.isclose(kernel(5.0), math.log(24)))
try:
    kernel(-1.0)
except ValueError as error:
    print(error)
"""


def test_what_numba_brings_and_exceptions_work_in_a_later_process_too(tmp_path: Path) -> None:
    for told in ("compiled playout (log_gamma)", ""):
        out, err = Fresh(FACTORIAL, PLAYOUT_CACHE_DIR=str(tmp_path)).wait()
        assert out.splitlines() == ["True", "x is below 0"]
        assert (told in err) if told else not err


def scaled(x: Any, factor: Any) -> Any:
    return x * factor


def uses_constants(x: Any) -> Any:
    """Kernel: a function called with two constants."""
    return scaled(x, 2) + scaled(x, 3)


@pytest.mark.parametrize("large", [True, False])
def test_inner_functions_are_really_compiled_compactly(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, large: bool
) -> None:
    """No machine code but that of the whole; in a large game once for each type of arguments, constants or not."""
    assert compact.missing(compact.COMPACT_PARTS) == compact.missing(compact.ENTRY_PARTS) == []
    monkeypatch.setattr(native.binding, "_shared", {})
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))
    binder = native.Binder(loading.read("tic_tac_toe"), "cpu")
    binder._large_game = frozenset({scaled} if large else ())
    kernel: Any = binder.entry(uses_constants)
    assert kernel(5) == 25
    called: Any = binder._copies[scaled]
    results = list(called.overloads.values())
    engine = results[0].library.codegen._engine
    assert len(results) == (1 if large else 2)
    assert not any(engine.is_symbol_defined(result.fndesc.llvm_func_name) for result in results)
    assert all(isinstance(result.library, compact.InnerLibrary) for result in results)


WITHOUT = """
import numba.core.dispatcher as dispatcher
compiler = dispatcher._FunctionCompiler

# A Numba in which the method that compact compilation overrides has another name.
compiler._compile_it = compiler._compile_core
del compiler._compile_core
compiler._compile_cached = lambda self, args, return_type: (True, self._compile_it(args, return_type))

from playout import loading, native
from tests.native.test_compiled import uses_constants
for name in ("tic_tac_toe", "kuhn_poker"):
    print(native.bind(uses_constants, loading.read(name), "cpu")(5))
"""


def test_without_a_private_part_of_numba_all_is_compiled_the_ordinary_way_and_that_is_said_once(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        capture_output=True,
        text=True,
        cwd=paths.ROOT,
        env={**os.environ, "PLAYOUT_CACHE_DIR": str(tmp_path)},
    )
    assert done.stdout.split() == ["25", "25"], done.stderr
    notes = [row for row in done.stderr.splitlines() if row.startswith("note")]
    assert len(notes) == 1
    lacking = "numba.core.dispatcher:_FunctionCompiler._compile_core"
    assert f"has no {lacking}: compiling games takes several times as long" in notes[0]


def test_parts_are_looked_for_by_name() -> None:
    there, gone = "numba.core.codegen:JITCodeLibrary._finalized", "numba.core.codegen:JITCodeLibrary._not_there"
    assert compact.missing((there, gone, "numba.no_such_module:name")) == [gone, "numba.no_such_module:name"]


def test_the_numba_that_is_tested_is_within_the_bounds_that_are_allowed() -> None:
    """A newer Numba needs a run of these tests before it is allowed."""
    text = (paths.ROOT / "pyproject.toml").read_text()
    found = re.search(r'"numba>=([0-9.]+),<([0-9.]+)"', text)
    assert found is not None
    least, ceiling, here = (
        [int(part) for part in version.split(".")[:2]] for version in (*found.groups(), numba.__version__)
    )
    assert least <= here < ceiling


def test_arrays_that_are_passed_in_turn_are_read_once_and_forgotten_once_they_are_gone() -> None:
    reader = Reader()
    arrays = [np.arange(3.0) + shift for shift in range(4)]
    first = [reader.read((array, 1))[1] for array in arrays]
    assert [words[0] for words in first] == [array.ctypes.data for array in arrays]
    assert len(reader._known) == 4
    assert [reader.read((array, 1))[1] for array in arrays] == first
    del arrays[1:]
    assert len(reader._known) == 1
