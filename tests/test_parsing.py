"""Source is parsed by one thread at a time, whatever other threads do."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from playout.parsing import parse, parse_literal
from tests import paths

SOURCES = [path.read_bytes() for path in sorted((paths.ROOT / "src" / "playout" / "games").rglob("*.py"))[:40]]


class Loop:
    """Garbage whose finalizer runs Python code, in which another thread may get its turn."""

    def __init__(self) -> None:
        self.own = self

    def __del__(self) -> None:
        for _ in range(50):
            pass


@pytest.fixture
def eager_garbage_collection() -> Iterator[None]:
    interval, threshold = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(50, 1, 1)
    yield
    gc.set_threshold(*threshold)
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("eager_garbage_collection")
def test_many_threads_parse_at_once() -> None:
    """With `ast.parse` itself, some of these fail in CPython 3.11: AST constructor recursion depth mismatch."""

    def read(source: bytes) -> Any:
        for _ in range(200):
            Loop()
        return parse(source)

    with ThreadPoolExecutor(4) as pool:
        assert all(tree.body for tree in pool.map(read, SOURCES))


def test_literals() -> None:
    assert parse_literal("[1, 'a', 0.5, None]") == [1, "a", 0.5, None]
    for wrong in ("open('x')", "1 +", "name"):
        with pytest.raises((SyntaxError, ValueError)):
            parse_literal(wrong)
