"""Machine code from the cache: what one kernel calls is never what another has by the same name."""

from __future__ import annotations

import llvmlite.binding as llvm
import numpy as np
import pytest

from playout.native.arguments import Reader
from playout.native.machine_code import MachineCode, Runnable

SOURCE = """
define weak_odr i64 @helper() noinline {{
  ret i64 {number}
}}

define i32 @kernel(i64* %words) {{
  %found = call i64 @helper()
  %place = getelementptr i64, i64* %words, i64 1
  store i64 %found, i64* %place
  ret i32 0
}}
"""


def made(number: int) -> MachineCode:
    """A kernel that returns what its helper returns."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
    module = llvm.parse_assembly(SOURCE.format(number=number))
    return MachineCode(target.emit_object(module), "kernel", "q", ())


@pytest.mark.parametrize("numbers", [(1, 2), (2, 1), (5, 6, 7)])
def test_kernels_with_helpers_of_the_same_name_keep_their_own(numbers: tuple[int, ...]) -> None:
    """Numba names code by numbers that begin anew in each process, so kernels of two processes may clash."""
    kernels = [Runnable(made(number), ()) for number in numbers]
    assert [kernel(()) for kernel in kernels] == list(numbers)


def test_one_row_and_many_are_the_same_kind_of_array() -> None:
    """Else a kernel that is made ready with one row is compiled again for two."""
    kinds = {Reader().read((np.zeros((rows, 3)),))[0] for rows in (1, 2, 5)}
    assert len(kinds) == 1
    turned = Reader().read((np.zeros((2, 3)).T,))[0]
    assert turned not in kinds
