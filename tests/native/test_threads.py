"""Loading, binding and compiling from many threads at once, also for the first time."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import RulesError, loading, native
from playout.rules import moves, play, turn
from tests import paths

NIM = paths.NIM
THREADS = 8


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def at_once(function: Callable[[], Any]) -> list[Any]:
    """What a function returns in each of several threads that begin together."""
    gate = threading.Barrier(THREADS)

    def run(_: int) -> Any:
        gate.wait()
        return function()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def last(states: Any, out: Any) -> Any:
    """Kernel: a few plies of the first legal move."""
    n = 0
    while turn(states[0]) >= 0 and n < 3:
        moves(states[0], out)
        play(states[0], out[0])
        n += 1
    return n


def endless(n: int) -> int:
    return n if n == 0 else endless(n - 1)


def calls_endless(states: Any) -> Any:
    return endless(3)


@pytest.mark.usefixtures("restless")
def test_many_threads_load_one_file_once_and_bind_one_kernel_once(tmp_path: Path) -> None:
    for number in range(10):
        path = tmp_path / f"nim{number}.py"
        path.write_text(NIM.read_text())
        first, *others = at_once(lambda path=path: playout.load(path, stones=9).rules)  # type: ignore[misc]
        assert all(rules is first for rules in others)
        assert str(tmp_path) not in sys.path
        for backend in native.BACKENDS:
            bound = at_once(lambda rules=first, backend=backend: native.bind(last, rules, backend))  # type: ignore[misc]
            assert len({id(kernel) for kernel in bound}) == 1


def test_a_refusal_leaves_nothing_behind() -> None:
    """The function that is refused is refused again with the same words, and what calls it is not to blame."""
    rules = loading.read("tic_tac_toe")
    for _ in range(2):
        with pytest.raises(RulesError, match=r"line \d+, endless: it calls itself"):
            native.bind(calls_endless, rules, "cpu")
    assert callable(native.bind(last, rules, "cpu"))


SEARCHES = """
import sys
from concurrent.futures import ThreadPoolExecutor
import playout

def search(seed):
    state = playout.load(sys.argv[1], stones=20).start()
    found = playout.search(state, "uct", simulations=300, seed=seed)
    return found.move, found.nodes, found.values, found.line

with ThreadPoolExecutor(8) as pool:
    together = list(pool.map(search, range(50)))
assert together == [search(seed) for seed in range(50)]
assert len({str(row) for row in together}) > 10
print("alike")
"""


@pytest.mark.slow
def test_fifty_searches_in_eight_threads_on_a_cold_cache_are_as_one_after_another(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SEARCHES, str(NIM)],
        env={**os.environ, "PLAYOUT_CACHE_DIR": str(tmp_path / "cold")},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (0, "alike\n"), done.stderr
    told = [row for row in done.stderr.splitlines() if row.startswith("compiled ")]
    assert len(told) == len({row.partition(" in ")[0] for row in told}) > 0, "each kernel is compiled once"
