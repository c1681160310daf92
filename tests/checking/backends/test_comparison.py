"""Native code: it is compared with the interpreted rules, and what cannot be compiled is explained."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from playout import loading, native
from playout.checking import check
from playout.checking.backends.native_comparison import NativeComparison
from playout.examining.patient import Patient
from playout.examining.watchdog import Watchdog
from playout.game import load
from playout.rules import OPTIONAL as OPTIONAL_FUNCTIONS
from playout.rules import RulesError, play
from tests.checking.games import failure, line_of, write

PLAY = "    s.plies += 1"
SIGN_BIT = ("def start(s):\n    pass", "def start(s):\n    s.word = np.uint64(1 << 63)")


def test_native_code_that_computes_otherwise_is_caught(tmp_path: Path) -> None:
    """A word of 64 bits mixed with a Python int turns signed when compiled, and its sign is dragged along."""
    code = f"{PLAY}\n    if s.plies == 3:\n        s.spare = ((s.word | 0) >> 63) & 3"
    path = write(tmp_path, (PLAY, code), SIGN_BIT)
    found = failure(check(path, seconds=0.3), "native code does")
    assert f"play ({line_of(path, 'def play(')}) gives 1 interpreted and 3 native in the field spare" in found.detail
    assert found.moves is not None and len(found.moves) == 3 and found.shortest


OPTIONAL = """
def evaluate(s, seat):
    return 0.5


def left(s):
    return 6 - s.plies


def suggest(s, rng):
    return below(rng, 3)


def loud(s, out):
    out[0] = 2
    return 1


def tactics(s, out):
    out[0] = 1
    return 1


def rank(s, moves, n, scores):
    for i in range(n):
        scores[i] = moves[i]


def pick(s, rng):
    return below(rng, 3)


def key(s):
    return s.plies | s.total << 8


def key_after(s, move):
    return s.plies + 1 | (s.total + move) << 8


def skip(s):
    s.plies += 1
    return True


def threatened(s):
    return s.total > 2


def rollout(s, rng):
    while turn(s) != OVER:
        play(s, pick(s, rng))


def suggest_rollout(s, rng):
    while turn(s) != OVER:
        play(s, suggest(s, rng))
"""


def test_optional_functions_are_compared(tmp_path: Path) -> None:
    report = check(write(tmp_path, more=OPTIONAL), seconds=0.3)
    assert report.passed, str(report)
    assert set(report.missing) == {"seats", "chance", "odds", "mask", "guess", "planes", "policy_index"}


def test_an_optional_function_that_computes_otherwise_is_caught(tmp_path: Path) -> None:
    more = "def evaluate(s, seat):\n    return ((s.word | 0) >> 63) / 2.0 if s.plies == 2 else 0.5\n"
    path = write(tmp_path, SIGN_BIT, ("# more constants", "PAYOFF_BOUNDS = (-1.0, 1.0)"), more=more)
    found = failure(check(path, seconds=0.3), "native code does")
    assert f"evaluate ({line_of(path, 'def evaluate(')}) gives 0.5 interpreted and -0.5 native" in found.detail
    assert found.moves is not None and len(found.moves) == 2 and found.shortest


# Every function, each of which computes otherwise in native code where `spare` is its number: 1 interpreted, 3 native.
ODD = """
def odd(s, number):
    return ((s.word | 0) >> 63) & 3 if s.spare == number else 1


def chance(s, rng):
    return odd(s, 1)


def odds(s, outcomes, p):
    outcomes[0] = odd(s, 2)
    p[0] = 1.0
    return 1


def mask(s, seat):
    s.total = odd(s, 3)


def guess(s, seat, rng):
    s.total = odd(s, 4)


def key(s):
    return odd(s, 5) << 40


def evaluate(s, seat):
    return 0.1 * odd(s, 6)


def tactics(s, out):
    out[0] = odd(s, 7)
    return 1


def left(s):
    return odd(s, 8)


def rank(s, moves, n, scores):
    scores[1] = odd(s, 9)


def loud(s, out):
    return odd(s, 10)


def suggest(s, rng):
    return odd(s, 11)


def pick(s, rng):
    return odd(s, 12)


def skip(s):
    return odd(s, 13) == 3


def threatened(s):
    return odd(s, 14) == 3


def rollout(s, rng):
    s.total = odd(s, 15)


def key_after(s, move):
    return odd(s, 16) << 40


def suggest_rollout(s, rng):
    s.total = odd(s, 17)
"""
NUMBERED = (
    "chance",
    "odds",
    "mask",
    "guess",
    "key",
    "evaluate",
    "tactics",
    "left",
    "rank",
    "loud",
    "suggest",
    "pick",
    "skip",
    "threatened",
    "rollout",
    "key_after",
    "suggest_rollout",
)


def test_every_function_that_computes_otherwise_is_named(tmp_path: Path) -> None:
    """By the comparison alone, at a position made for each; and nothing is found where none does."""
    turns = ("    return s.plies % 2", "    return CHANCE if 0 < s.spare < 3 else s.plies % 2")
    path = write(tmp_path, turns, more=ODD)
    game = load(path)
    with Watchdog(5.0) as watch:
        patient = Patient(game, 0, watch)
        comparison = NativeComparison(patient)
        position = game.start()._copy()
        position["word"] = 1 << 63
        assert comparison.look(patient, position, 1) is None
        for number, word in enumerate(NUMBERED, 1):
            position["spare"] = number
            trouble = comparison.look(patient, position, 1)
            assert trouble is not None, word
            assert trouble.text.startswith(f"{word} ({line_of(path, f'def {word}(')}) gives "), trouble.text
    # `seats` is asked once, before anything is compiled; what a network sees has tests of its own (test_encoding.py).
    assert set(OPTIONAL_FUNCTIONS) - set(NUMBERED) == {"seats", "planes", "policy_index"}


def play_one(states: Any) -> None:
    """Kernel: play move 1."""
    play(states[0], 1)


CATCHES = "try:\n        s.spare = 0\n    except ValueError as error:\n        s.spare = len(error.args)"

ALLOCATES = 'allocates memory, which rules must not do: keep scratch in a field of State, like ("scratch", np.int8, 9)'

# Mistakes that only compiling shows: the top of the file, the code in play, and what is said.
UNFIT = {
    "a dict": ("TABLE = {0: 1}", "s.spare = TABLE[0]", "the global TABLE is a dict, which native code cannot hold"),
    "a list of texts": ('WORDS = ["a", "b"]', "s.spare = len(WORDS[0])", "the global WORDS is a list"),
    "an object": ("class Box:\n    size = 1\n\n\nBOX = Box()", "s.spare = BOX.size", "the global BOX is a Box"),
    "a field read": ("", "s.spare = s.spaer", "State has no field spaer (did you mean spare?)"),
    "a field written": (
        "",
        "s.spaer = 1",
        "State has no field spaer (did you mean spare?); its fields are plies, total",
    ),
    "NumPy": ("", "s.spare = np.apply_along_axis(sum, 0, np.zeros(2))", "numpy.apply_along_axis is not available"),
    "a function of Python": ("from time import sleep", "sleep(0)", "sleep is a Python function"),
    "text": ("", 's.spare = len(f"{move:03d}")', "makes text: rules compute with numbers"),
    "a generator": ("", "s.spare = sum(x for x in range(2))", "is a generator expression: write a loop"),
    "an import": ("", "import math", "an import inside a function: put it at the top"),
    "two kinds of value": ("", "x = 1\n    if move > 5:\n        x = (1, 2)\n    s.spare = x", "the variable x is"),
    "a builtin with a key": (
        "",
        "s.spare = max((1, 2), key=lambda x: -x)",
        "`max((1, 2), key=lambda x: -x)` does not work",
    ),
    "a function of NumPy on a text": ("", 's.spare = np.sum("a")', '`np.sum("a")` does not work on such values'),
    "an operator": ("", 's.spare = move + (move * "a")', '`move * "a"` does not work on such values'),
    "an index": ("", "s.spare = s.total[move]", "`s.total[move]` does not work on such values"),
    "an exception": ("", CATCHES, "`try` catches errors: check with if beforehand"),
    "an empty list": ("", "x = []\n    x.append(move)\n    s.spare = len(x)", f"`[]` {ALLOCATES}"),
    "a list that is not used": ("", "x = []", f"`[]` {ALLOCATES}"),
    "a comprehension": ("", "s.spare = len([x for x in range(2)])", f"`[x for x in range(2)]` {ALLOCATES}"),
    "a dict in a rule": ("", "x = {1: move}\n    s.spare = x[1]", f"`{{1: move}}` {ALLOCATES}"),
    "a set": ("", "s.spare = len({1, move})", f"`{{1, move}}` {ALLOCATES}"),
    "a set by a comprehension": ("", "s.spare = len({x for x in range(move)})", ALLOCATES),
    "zeros": ("", "x = np.zeros(3, np.int8)\n    s.spare = x[0]", f"`np.zeros(3, np.int8)` {ALLOCATES}"),
    "an array": ("", "s.spare = np.array((1, 2))[0]", f"`np.array((1, 2))` {ALLOCATES}"),
    "an array that Numba names no place of": ("", "s.spare = np.full(3, 1)[0]", f"`np.full(3, 1)` {ALLOCATES}"),
    "a copy": ("", "s.spare = np.copy(s.log)[0]", f"`np.copy(s.log)` {ALLOCATES}"),
    "a sorted list": ("", "s.spare = sorted(s.log)[0]", f"`sorted(s.log)` {ALLOCATES}"),
    "the text of an error": (
        "",
        'if move > 9:\n        raise ValueError(f"no move {move}")',
        '`f"no move {move}"` makes text: the text of an error has to be plain',
    ),
    "a text of a number": ("", "s.spare = len(str(move))", "`str(move)` makes text: rules compute with numbers"),
    "print": ("", "print(move)", "`print(move)` prints, which native code cannot do"),
    "no place in the error": (
        "def helper(**words):\n    return 0",
        "s.spare = helper(a=1)",
        "pass them by position",
    ),
}


# Those that are seen without compiling.
LOADING = ("a dict", "a list of texts", "an object")


@pytest.mark.parametrize("name", UNFIT)
def test_what_cannot_be_compiled_is_explained(tmp_path: Path, name: str) -> None:
    top, code, says = UNFIT[name]
    path = write(tmp_path, ("# more constants", top), (PLAY, f"    {code}\n{PLAY}"))
    with pytest.raises(RulesError) as caught:
        rules = loading.read(path)
        native.bind(play_one, rules, "cpu")(rules.allocate(1))
    assert "0x" not in str(caught.value)
    line = int(re.findall(r"line (\d+)", str(caught.value))[0])
    assert name in LOADING or str(caught.value).endswith(
        f"in the line `{path.read_text().splitlines()[line - 1].strip()}`"
    )
    place, _, reason = str(caught.value).partition(": cannot be compiled: ")
    assert says in reason
    first = 1 + path.read_text().splitlines().index(f"    {code}".splitlines()[0])
    # Where Numba says nothing of the place, it is the function's first line, two above.
    least = first - 2 if name == "no place in the error" else first
    lines = range(least, first + 1 + code.count("\n"))
    assert place in [f"{path}, line {line}, play" for line in lines]


def test_rules_that_do_not_compile_are_a_finding(tmp_path: Path) -> None:
    helper = 'def helper(move):\n    if move == 0:\n        return "none"\n    return 1\n\n\n'
    path = write(tmp_path, ("def play(s, move):", f"{helper}def play(s, move):"), (PLAY, f"    helper(move)\n{PLAY}"))
    report = check(path, seconds=0.2)
    found = failure(report, "the rules compile")
    assert "helper (called by play): cannot be compiled: it returns values of different kinds" in found.detail
    assert report.findings[-1].passed is None
