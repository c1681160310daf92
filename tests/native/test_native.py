"""Binding and the cache of compiled code, seen from separate processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import RulesError, loading, native
from playout.native import cache
from playout.rules import fetch, key, payoffs, play, turn
from tests.fresh import Fresh

RULES = '''
"""One move; its payoff is a number from the file or from where the file takes it."""
import numpy as np
from playout.rules import OVER
{imports}
PLAYERS = 1
MAX_MOVES = 1
State = np.dtype([("done", np.int8)], align=True)
def start(s): pass
def turn(s): return OVER if s.done else 0
def moves(s, out):
    out[0] = 0
    return 1
def play(s, move): s.done = 1
def payoffs(s, out): out[0] = {value}
'''

# A kernel as small as can be: what is tested is which code is found in the cache, not how long it takes to make.
ASK = """
import sys
import numpy as np
from playout import loading, native
from playout.rules import payoffs, play, turn

def answer(states, out):
    if turn(states[0]) == 0:
        play(states[0], 0)
    payoffs(states[0], out)
    return out[0]

rules = loading.read(sys.argv[1])
print(native.bind(answer, rules, "cpu")(rules.allocate(1), np.zeros(1)))
"""


def ask(folder: Path, path: Path, **environment: str) -> tuple[float, str]:
    """What a fresh process answers, and what it tells the person who waits."""
    out, err = Fresh(ASK, path, PLAYOUT_CACHE_DIR=str(folder), **environment).wait()
    return float(out), err


def write(path: Path, value: str, imports: str = "") -> Path:
    path.write_text(RULES.format(value=value, imports=imports))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_the_next_process_compiles_nothing_and_says_nothing(tmp_path: Path, folder: Path) -> None:
    """Here from the start of the interpreter to its end."""
    script = """
import playout, sys
print(playout.playouts(playout.load(sys.argv[1]).start(), 10, seed=0)[0], "numba" in sys.modules)
"""
    command = [sys.executable, "-c", script, str(write(tmp_path / "one.py", "0.25"))]
    environment = {**os.environ, "PLAYOUT_CACHE_DIR": str(folder)}
    first = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert first.stdout == "0.25 True\n"
    assert "compiling one (play_blocks) for this machine" in first.stderr
    assert "compiled one (play_blocks) in" in first.stderr
    files = sorted(folder.iterdir())
    second = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert (second.stdout, second.stderr) == ("0.25 False\n", ""), "and Numba is not even loaded"
    assert sorted(folder.iterdir()) == files, "a warm start leaves no new files"


def test_an_edit_to_the_rules_is_seen(tmp_path: Path, folder: Path) -> None:
    path = write(tmp_path / "one.py", "0.25")
    status = path.stat()
    assert ask(folder, path)[0] == 0.25
    write(path, "0.75")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))  # same size, same time: only the content differs
    assert path.stat().st_size == status.st_size
    assert ask(folder, path)[0] == 0.75
    write(path, "0.25")
    assert ask(folder, path) == (0.25, ""), "what was compiled before is found again"


def test_a_comment_compiles_nothing(tmp_path: Path, folder: Path) -> None:
    path = write(tmp_path / "one.py", "0.25")
    ask(folder, path)
    path.write_text(path.read_text() + "\n# a remark\n")
    assert ask(folder, path) == (0.25, "")


def test_two_games_of_one_shape_do_not_share(tmp_path: Path, folder: Path) -> None:
    """Same file name, same record, same functions but for a number."""
    paths = []
    for value in ("0.25", "0.75"):
        home = tmp_path / value
        home.mkdir()
        paths.append(write(home / "one.py", value))
    assert [ask(folder, path)[0] for path in paths] == [0.25, 0.75]
    assert [ask(folder, path) for path in paths] == [(0.25, ""), (0.75, "")]


def test_two_games_with_the_same_rules_share_under_any_name(tmp_path: Path, folder: Path) -> None:
    assert "compiled one (answer)" in ask(folder, write(tmp_path / "one.py", "0.25"))[1]
    assert ask(folder, write(tmp_path / "two.py", "0.25")) == (0.25, "")
    assert ask(folder, write(tmp_path / "two.py", "0.75"))[0] == 0.75


def test_two_processes_that_compile_at_once(tmp_path: Path, folder: Path) -> None:
    path = write(tmp_path / "one.py", "0.25")
    children = [Fresh(ASK, path, PLAYOUT_CACHE_DIR=str(folder)) for _ in range(3)]
    answers = [child.wait() for child in children]
    assert [float(out) for out, _ in answers] == [0.25] * 3, answers
    assert ask(folder, path) == (0.25, "")
    assert len(list(folder.glob("*" + cache.SUFFIX))) == 1


def test_a_process_killed_while_compiling_blocks_nobody(tmp_path: Path, folder: Path) -> None:
    path = write(tmp_path / "one.py", "0.25")
    child = Fresh(ASK, path, PLAYOUT_CACHE_DIR=str(folder))
    for _ in range(1000):
        if list(folder.glob("*.lock")) if folder.exists() else False:
            break
        time.sleep(0.01)
    child.kill()
    assert ask(folder, path)[0] == 0.25


def test_a_damaged_entry_is_compiled_again(tmp_path: Path, folder: Path) -> None:
    path = write(tmp_path / "one.py", "0.25")
    ask(folder, path)
    (entry,) = folder.glob("*" + cache.SUFFIX)
    whole = entry.read_bytes()
    entry.write_bytes(whole[: len(whole) // 2])
    assert ask(folder, path)[0] == 0.25
    assert ask(folder, path) == (0.25, "")


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    answer, told = ask(blocked / "cache", write(tmp_path / "one.py", "0.25"))
    assert answer == 0.25
    first, last = told.splitlines()
    assert first == "compiling one (answer) for this machine ..."
    assert re.fullmatch(
        r"compiled one \(answer\) in [0-9.]+ s; the next start compiles it again, because "
        rf"{re.escape(str(blocked / 'cache'))} cannot be written \(Not a directory\)",
        last,
    )


def test_nothing_is_written_beside_the_sources(tmp_path: Path, folder: Path) -> None:
    package = Path(playout.__file__).parent
    path = write(tmp_path / "one.py", "0.25")
    ask(folder, path, PYTHONDONTWRITEBYTECODE="1")
    assert not [*package.rglob("*.nbi"), *package.rglob("*.nbc"), *tmp_path.glob("__pycache__")]


def test_a_new_board_size_compiles_nothing(folder: Path) -> None:
    script = """
import numpy as np, playout
from playout import native
from playout.rules import payoffs, play

def answer(states, out):
    for move in (0, 1, 0, 1, 0, 1, 0):
        play(states[0], move)
    payoffs(states[0], out)
    return out[0]

for rows, columns, blocked in ((6, 7, None), (9, 12, (3, 4)), (12, 12, (0, 0)), (15, 15, None)):
    game = playout.load("connect_four", rows=rows, columns=columns, blocked=blocked)
    print(native.bind(answer, game.rules, "cpu")(game.start()._copy(), np.zeros(2)))
"""
    out, told = Fresh(script, PLAYOUT_CACHE_DIR=str(folder)).wait()
    assert out.split() == ["1.0"] * 4
    assert told.count("compiled connect_four") == 1


def test_a_kernel_that_fetches_ahead_is_found_again(folder: Path) -> None:
    """`fetch` is an instruction made by hand; a later process still compiles nothing."""
    script = """
import numpy as np
from playout import loading, native
from tests.native.test_native import read_after_fetching

print(native.bind(read_after_fetching, loading.read("tic_tac_toe"), "cpu")(np.array([3, 5], np.uint64), 1))
"""
    (first, told), second = (Fresh(script, PLAYOUT_CACHE_DIR=str(folder)).wait() for _ in range(2))
    assert "compiled playout (read_after_fetching)" in told, "it calls no rules, so it serves every game"
    assert second == (first, "") == ("5\n", "")


def read_after_fetching(table: Any, i: Any) -> Any:
    """Kernel: an entry, brought near before."""
    fetch(table, i)
    return table[i]


@pytest.mark.parametrize("backend", native.BACKENDS)
def test_fetching_changes_nothing(backend: str) -> None:
    read = native.bind(read_after_fetching, loading.read("tic_tac_toe"), backend)
    assert [read(np.array([3, 5, 7], np.uint64), i) for i in range(3)] == [3, 5, 7]


def last_payoff(states: object, out: object) -> object:
    """Kernel: play move 0 and return the payoff."""
    s = states[0]  # type: ignore[index]
    if turn(s) == 0:
        play(s, 0)
    payoffs(s, out)
    return out[0]  # type: ignore[index]


def recursive(n: int) -> int:
    return n if n == 0 else recursive(n - 1)


def uses_a_module(n: int) -> Path:
    return textwrap.dedent("")  # type: ignore[return-value]


def test_what_cannot_be_bound_is_refused_with_its_place() -> None:
    rules = loading.read("tic_tac_toe")
    with pytest.raises(RulesError, match=r"test_native.py, line \d+, recursive: it calls itself"):
        native.bind(recursive, rules, "cpu")
    with pytest.raises(RulesError, match=r"uses the module textwrap; .* from textwrap import"):
        native.bind(uses_a_module, rules, "cpu")
    with pytest.raises(RulesError, match="it is a closure"):
        native.bind(lambda: rules, rules, "cpu")


def test_names_of_kernel_and_game_do_not_collide(tmp_path: Path) -> None:
    """The game's helper is called like a kernel's; each keeps its own."""
    path = write(tmp_path / "one.py", "finish(0.5)", "def finish(x): return x / 2")
    assert playout.playouts(playout.load(path).start(), 10, seed=0) == (0.25,)
    rules = loading.read(path)
    states = rules.allocate(1)
    assert native.bind(last_payoff, rules, "cpu")(states, np.zeros(1)) == 0.25


def test_a_binding_is_made_once() -> None:
    rules = loading.read("tic_tac_toe")
    assert native.bind(last_payoff, rules, "python") is native.bind(last_payoff, rules, "python")


def test_numbers_from_elsewhere_are_refused_and_compiled_helpers_taken(tmp_path: Path) -> None:
    """`random.randint` would ignore the seed; a helper under Numba's own decorator is read like any other."""
    with pytest.raises(RulesError, match=r"line \d+, payoffs: randint .* random numbers come from playout.rng"):
        playout.load(write(tmp_path / "one.py", "randint(0, 1)", "from random import randint"))
    helper = "from numba import njit\n@njit\ndef half(x): return x / 2"
    game = playout.load(write(tmp_path / "two.py", "half(0.5)", helper))
    for backend in ("cpu", "python"):
        assert playout.playouts(game.start(), 10, seed=0, backend=backend) == (0.25,)


def test_the_hash_of_a_record_sees_every_number_of_it_on_every_backend(tmp_path: Path) -> None:
    """Small numbers are hashed several at a time: none may be left out, nor hide another, nor lose its sign."""
    fields = (
        '("a", np.int8, 19), ("b", np.uint16, (2, 5)), ("c", np.int32, 3), ("d", np.uint64, 2), ("e", np.float64, 2), '
        '("f", np.bool_), ("g", np.int64, 2), ("h", np.int8)'
    )
    path = tmp_path / "record.py"
    path.write_text(RECORD.format(fields=fields))
    rules = playout.load(path).rules
    one = rules.allocate(1)
    seen = {int(_hash(rules, one, "cpu"))}
    for name in rules.dtype.names or ():
        cell = rules.dtype[name]
        for index in np.ndindex(cell.shape):
            for value in (1, -1) if cell.base.kind in "if" else (1,):
                changed = one.copy()
                changed[name][(0, *index)] = value
                native, interpreted = (int(_hash(rules, changed, backend)) for backend in ("cpu", "python"))
                assert native == interpreted
                seen.add(native)
    assert len(seen) == 1 + 2 * 19 + 10 + 2 * 3 + 2 + 2 * 2 + 1 + 2 * 2 + 2


RECORD = '''
"""A record with every kind of field."""
import numpy as np
from playout.rules import OVER
PLAYERS = 1
MAX_MOVES = 1
State = np.dtype([{fields}], align=True)
def start(s): pass
def turn(s): return OVER
def moves(s, out): return 0
def play(s, move): pass
def payoffs(s, out): out[0] = 1.0
'''


def hash_of(states: Any) -> Any:
    return key(states[0])


def _hash(rules: Any, states: Any, backend: str) -> Any:
    return native.bind(hash_of, rules, backend)(native.view(states, backend))
