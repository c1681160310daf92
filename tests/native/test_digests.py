"""What native code can reach is in the digest that names it, or is refused at load: stale code is never run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import playout
from playout import RulesError
from playout.native import contents
from tests.native.test_native import RULES, ask, write

ENUM = "from enum import Enum, IntEnum\nclass Kind({base}):\n    A = {value}\n"
PAIR = "from collections import namedtuple\nPair = namedtuple('Pair', '{fields}')\n"

# What stands at the top of the file (or, after a name of a file, in a helper), before and after an edit; and what
# `payoffs` writes.
KINDS: dict[str, tuple[str, str, str, str]] = {
    "a constant": ("", "WORTH = 0.25", "WORTH = 0.75", "WORTH"),
    "a constant of another type": ("", "WORTH = 1", "WORTH = True", "WORTH + 0.0"),
    "a scalar of NumPy": ("", "WORTH = np.float64(0.25)", "WORTH = np.float64(0.75)", "WORTH"),
    "a text": ("", "WORTH = 'a'", "WORTH = 'bb'", "len(WORTH) + 0.0"),
    "a tuple": ("", "PAIR = (0.5, (1, 0.25))", "PAIR = (0.5, (1, 0.75))", "PAIR[1][1]"),
    "a table": ("", "T = np.zeros(9999)\nT[5000] = 0.25", "T = np.zeros(9999)\nT[5000] = 0.75", "T[5000]"),
    "a record type": ("", "T = np.dtype(np.int8)", "T = np.dtype(np.int16)", "np.zeros(1, T)[0] + 0.5"),
    "a default": ("", "def f(x=0.25): return x", "def f(x=0.75): return x", "f()"),
    "a table as default": (
        "",
        "T = np.zeros(9999)\nT[5000] = 0.25\ndef f(i, t=T): return t[i]",
        "T = np.zeros(9999)\nT[5000] = 0.75\ndef f(i, t=T): return t[i]",
        "f(5000)",
    ),
    "a keyword default": ("", "def f(*, x=0.25): return x", "def f(*, x=0.75): return x", "f()"),
    "a member of an IntEnum": (
        "",
        ENUM.format(base="IntEnum", value=3),
        ENUM.format(base="IntEnum", value=7),
        "Kind.A * 0.1",
    ),
    "an enum's base": (
        "",
        ENUM.format(base="Enum", value=3),
        ENUM.format(base="IntEnum", value=3),
        "0.1 * (Kind.A == 3)",
    ),
    "a member by itself": (
        "",
        ENUM.format(base="IntEnum", value=3) + "M = Kind.A",
        ENUM.format(base="IntEnum", value=7) + "M = Kind.A",
        "M * 0.1",
    ),
    "members in a tuple": (
        "",
        ENUM.format(base="IntEnum", value=3) + "M = (Kind.A,)",
        ENUM.format(base="IntEnum", value=7) + "M = (Kind.A,)",
        "M[0] * 0.1",
    ),
    "a named tuple": (
        "",
        PAIR.format(fields="x y") + "P = Pair(0.25, 0.75)",
        PAIR.format(fields="x y") + "P = Pair(0.75, 0.75)",
        "P.x",
    ),
    "the fields of a named tuple": (
        "",
        PAIR.format(fields="x y") + "P = Pair(0.25, 0.75)",
        PAIR.format(fields="y x") + "P = Pair(0.25, 0.75)",
        "P.x",
    ),
    "a type of named tuples": ("", PAIR.format(fields="x y"), PAIR.format(fields="y x"), "Pair(0.25, 0.75).x"),
    "a function in another file": (
        "f",
        "def g(): return 0.25\ndef f(): return g()",
        "def g(): return 0.75\ndef f(): return g()",
        "f()",
    ),
    "a constant in another file": ("WORTH", "WORTH = 0.25", "WORTH = 0.75", "WORTH"),
    "an enum in another file": (
        "Kind",
        ENUM.format(base="IntEnum", value=3),
        ENUM.format(base="IntEnum", value=7),
        "Kind.A * 0.1",
    ),
    "a file named like a library": ("f", "def f(): return 0.25", "def f(): return 0.75", "f()"),
    "a data file": ("", "0.25", "0.75", "T[0]"),
}

DIGESTS = """
import sys
from playout import loading, native
from playout.algorithms.playouts import play_blocks
for path in sys.argv[1:]:
    print(native.Binder(loading.read(path), "cpu").digest(play_blocks))
"""


def make(folder: Path, number: int, kind: str, *, edited: bool) -> Path:
    """A game that reaches a value of some kind."""
    imported, before, after, value = KINDS[kind]
    folder.mkdir(exist_ok=True)
    top = after if edited else before
    # Helpers of two games in one process have to have different names.
    helper = f"{'numba_' if kind == 'a file named like a library' else ''}{folder.name}_helper_{number}"
    if imported:
        (folder / f"{helper}.py").write_text(top)
        if edited:  # Python sees a new size or another second, and not what a test edits at once
            os.utime(folder / f"{helper}.py", (0, 0))
        top = f"from {helper} import {imported}"
    if kind == "a data file":
        (folder / "table.txt").write_text(top)
        top = f"T = np.loadtxt({str(folder / 'table.txt')!r}, ndmin=1)"
    path = folder / f"one{number}.py"
    path.write_text(RULES.format(value=value, imports=top))
    return path


def digests(paths: list[Path]) -> list[str]:
    """What a fresh process calls the native code of these games."""
    done = subprocess.run([sys.executable, "-c", DIGESTS, *map(str, paths)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_every_kind_of_value_is_seen_when_it_is_edited_between_two_processes(tmp_path: Path) -> None:
    kinds = list(enumerate(KINDS))
    before = digests([make(tmp_path / "here", number, kind, edited=False) for number, kind in kinds])
    paths = [make(tmp_path / "here", number, kind, edited=True) for number, kind in kinds]
    both = digests(paths + [make(tmp_path / "there", number, kind, edited=False) for number, kind in kinds])
    after, again = both[: len(kinds)], both[len(kinds) :]
    assert [kind for (_, kind), old, new in zip(kinds, before, after, strict=True) if old == new] == []
    assert [kind for (_, kind), old, new in zip(kinds, before, again, strict=True) if old != new] == []


def test_native_code_with_an_edited_member_of_an_enum_is_made_anew(tmp_path: Path) -> None:
    enum = "from enum import IntEnum\nclass Kind(IntEnum):\n    A = {}"
    path = write(tmp_path / "one.py", "0.25 if Kind.A == 3 else 0.75", enum.format(3))
    assert ask(tmp_path / "cache", path)[0] == 0.25
    write(path, "0.25 if Kind.A == 3 else 0.75", enum.format(7))
    assert ask(tmp_path / "cache", path)[0] == 0.75


DATA = "from dataclasses import dataclass\n@dataclass\nclass Data:\n    x: float = 0.5\n"
HOLDS = "which native code cannot hold: make it a number, a tuple of numbers, an IntEnum or a NumPy array"
REFUSED = {
    "a dict": ("T = {0: 0.5}", "T[0]", f"the global T is a dict, {HOLDS}"),
    "a list": ("T = [0.5]", "T[0]", f"the global T is a list, {HOLDS}"),
    "a set": ("T = {0.5}", "0.5 if 0.5 in T else 0.0", f"the global T is a set, {HOLDS}"),
    "a list in a tuple": ("T = ([0.5],)", "T[0][0]", f"the global T is a list, {HOLDS}"),
    "a data class": (DATA, "Data.x", "the global Data is a class, which native code cannot use: make it a number"),
    "an object of a data class": (DATA + "D = Data()", "D.x", f"the global D is a Data, {HOLDS}"),
    "an array of objects": ("T = np.array([None, 0.5])", "T[1]", "the global T is an array of objects"),
    "a list as default": ("def f(x=[0.5]): return x[0]", "f()", f"the default of x is a list, {HOLDS}"),
    "a function as default": (
        "def f(x=abs): return x(0.5)\ndef g(h=f): return h()",
        "g()",
        "h .* is not a plain function",
    ),
    "an object's method": ("from random import random", "random()", "random numbers come from playout.rng"),
    "a closure": ("def make(x):\n    def f(): return x\n    return f\nf = make(0.5)", "f()", "f: it is a closure"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_could_change_unseen_is_refused_at_load(tmp_path: Path, kind: str) -> None:
    top, value, says = REFUSED[kind]
    with pytest.raises(RulesError, match=rf"one\.py, line \d+, .*{says}"):
        playout.load(write(tmp_path / "one.py", value, top))


def sample(s, i):  # type: ignore[no-untyped-def]
    total = 0
    for _ in range(3):
        if s.a[i] < len(s.b):
            total += abs(i) << 1
    while total > 9:
        total = -total
    return total


def test_a_function_s_size_is_that_of_its_source() -> None:
    """Worked out by hand: calls count 4; globals, fields, indices and comparisons 2; operators 1."""
    calls, names, fields, indices, comparisons, operators = 3, 3, 2, 1, 2, 3
    # range, len, abs; the same as names; s.a, s.b; [i]; two `<`, `>`; +=, <<, -
    expected = 4 * calls + 2 * (names + fields + indices + comparisons) + operators
    assert contents.size(sample.__code__) == expected
    without_columns = sample.__code__.replace(co_linetable=b"")
    assert contents.size(without_columns) >= expected


def test_sizes_do_not_depend_on_docstrings_nor_do_digests() -> None:
    codes = []
    for docstring in ('"""One."""', '"""Another."""'):
        space: dict[str, object] = {}
        exec(f"def f(x):\n    {docstring}\n    return x + 1", space)
        codes.append(space["f"].__code__)  # type: ignore[attr-defined]
    assert contents.code_text(codes[0]) == contents.code_text(codes[1])


def test_arrays_are_told_apart_by_type_shape_and_content() -> None:
    arrays = [np.zeros(4), np.zeros((2, 2)), np.zeros(4, np.int64), np.ones(4), np.zeros(5)]
    assert len({contents.frozen_text(array) for array in arrays}) == len(arrays)
    assert contents.frozen_text(np.asfortranarray(np.eye(3))) == contents.frozen_text(np.eye(3))
