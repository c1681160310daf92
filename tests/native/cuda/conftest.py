"""What tests of the GPU need: its compiler, the assembler, or the GPU itself."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path

import pytest

from playout.native import cuda
from playout.native.cuda.compiler import why_missing


@pytest.fixture(scope="session")
def compiler() -> None:
    """numba-cuda with NVIDIA's compiler; no GPU."""
    reason = why_missing()
    if reason:
        pytest.skip(reason)


@pytest.fixture(scope="session")
def gpu(compiler: None) -> cuda.Device:
    """A GPU that can be used."""
    reason = cuda.why_missing()
    if reason:
        pytest.skip(reason)
    return cuda.device()


@pytest.fixture(scope="session")
def ptxas() -> str:
    """NVIDIA's assembler, as it comes with the compiler's wheel."""
    packages = Path(sysconfig.get_path("purelib"))
    places = [*packages.glob("nvidia/cuda_nvcc/bin/ptxas"), *packages.glob("nvidia/cu*/bin/ptxas")]
    found = str(places[0]) if places else shutil.which("ptxas")
    if found is None:
        pytest.skip("ptxas is not here: pip install 'playout[cuda]' brings it")
    return found
