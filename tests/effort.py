"""How many cases a test tries: few in `make test`, many in `make test-all` and CI.

A test that asks for `effort` is marked as `scaled`: it runs in `make test` with the first number, and once more beside
the slow tests with the second.
"""

from __future__ import annotations

import os

import pytest

__all__ = ["THOROUGH", "effort", "scaled"]

THOROUGH = os.environ.get("PLAYOUT_TESTS") == "thorough"

scaled = pytest.mark.scaled


def effort(few: int, many: int) -> int:
    """A number of cases: few, unless the tests are to be thorough."""
    return many if THOROUGH else few
