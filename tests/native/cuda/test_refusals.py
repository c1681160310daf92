"""What is said where there is no GPU, no compiler for one, or another version of it."""

from __future__ import annotations

import importlib
import importlib.metadata
from typing import Any

import numpy as np
import pytest

import playout
from playout import RulesError, loading, native
from playout.native import cuda
from playout.native.cuda import compiler, driver
from tests.native.batches import double


@pytest.fixture
def without_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without a driver of NVIDIA's."""

    def absent(name: str) -> Any:
        raise OSError(name)

    for function in (driver._library, driver._context, driver.device):
        function.cache_clear()
    monkeypatch.setattr("ctypes.CDLL", absent)
    monkeypatch.setattr(driver._threads, "is_ready", False, raising=False)


def without_caches() -> None:
    for function in (driver._library, driver._context, driver.device):
        function.cache_clear()


@pytest.mark.usefixtures("without_driver")
def test_no_driver() -> None:
    assert cuda.why_missing() == (
        "there is no NVIDIA driver here (libcuda.so.1 is not found): install it, or use the backend cpu"
    )
    with pytest.raises(cuda.CudaError, match="no NVIDIA driver here"):
        playout.playouts(playout.load("tic_tac_toe").start(), 10, backend="cuda")
    without_caches()


@pytest.mark.parametrize(("found", "said"), [(None, "numba-cuda is not installed"), ("0.1.0", "numba-cuda 0.1.0 is")])
def test_no_compiler_or_another_one(found: str | None, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if found is None:
            raise importlib.metadata.PackageNotFoundError(name)
        return found

    # Imported before, or they would keep the version of this test for all later ones.
    for module in ("playout.native.compiled", "playout.native.cuda.kernel"):
        importlib.import_module(module)
    monkeypatch.setattr("importlib.metadata.version", version)
    assert compiler.why_missing().startswith(said)
    assert "pip install playout[cuda]" in compiler.why_missing()
    run: Any = native.batch(double, loading.read("tic_tac_toe"), "cuda")
    with pytest.raises(cuda.CudaError, match=said):
        run.ptx(np.zeros(3))


def test_one_search_is_refused_on_a_gpu() -> None:
    state = playout.load("tic_tac_toe").start()
    with pytest.raises(RulesError, match="a GPU does not speed up a search for one move"):
        playout.new_search(state, "uct(simulations=10)", backend="cuda").run(simulations=10)


def test_a_stream_of_another_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="a stream is a number or a PyTorch stream, not a str"):
        driver.stream_handle("first")
    assert driver.stream_handle(None).value is None
    assert driver.stream_handle(5).value == 5
