"""Rules of play: each catches a game that breaks it, names function and line, and finds the shortest line."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import pytest

from playout.checking import check
from tests.checking.games import failure, line_of, write

TURN = "    return s.plies % 2"
MOVES = "    for move in range(3):"
WRITE = "        out[move] = move"
COUNT = "    return 3"
ADD = "    s.total += move\n"
PLAY = "    s.plies += 1"
PAYOFFS = "    out[0] = s.total % 2"
COUNTER = ("# more constants", "CALLS = np.zeros(1, np.int64)")


class Case(NamedTuple):
    """A broken game: what is changed, the function or rule to blame, what is said, and the shortest line's length."""

    changes: list[tuple[str, str]]
    blame: str
    says: str
    length: int
    function: str = ""


FAULTS = {
    "an array too small": Case(
        [(MOVES, f"    if s.plies == 3:\n        out[3] = 3  # here\n{MOVES}")], "moves", "MAX_MOVES is 3: raise it", 3
    ),
    "a field too small": Case(
        [(PLAY, f"{PLAY}\n    s.spare += 50  # here")], "play", "spare (int8) cannot hold 150", 3
    ),
    "an index out of an array": Case(
        [(PLAY, f"    s.log[s.plies + 4] = move  # here\n{PLAY}")], "play", "native code would not notice", 3
    ),
    "a misspelt field": Case(
        [(TURN, f"    if s.plies == 2:\n        return s.totl  # here\n{TURN}")], "turn", "did you mean total?", 2
    ),
    "a helper": Case(
        [
            ("def play(s, move):", "def helper(s):\n    return 6 // (4 - s.plies)  # here\n\n\ndef play(s, move):"),
            (PLAY, f"    helper(s)\n{PLAY}"),
        ],
        "play",
        "in helper) raised ZeroDivisionError",
        5,
    ),
    "payoffs": Case([(PAYOFFS, "    out[2] = 0.0  # here")], "payoffs", "PLAYERS is 2", 6),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_function_that_raises_is_named(tmp_path: Path, name: str) -> None:
    case = FAULTS[name]
    path = write(tmp_path, *case.changes)
    found = failure(check(path, seconds=0.2), "no function raises")
    assert found.detail.startswith(f"{case.blame} ({line_of(path, '# here')}"), found.detail
    assert case.says in found.detail
    assert found.moves is not None and len(found.moves) == case.length
    assert found.shortest


@pytest.mark.slow
def test_a_rule_that_hangs_is_interrupted(tmp_path: Path) -> None:
    path = write(tmp_path, (PLAY, f"{PLAY}\n    while s.plies == 2:\n        s.spare = 0"))
    begin = time.perf_counter()
    found = failure(check(path, seconds=0.2), "no function raises")
    assert time.perf_counter() - begin < 8
    assert found.moves is not None and len(found.moves) == 2
    assert found.detail.startswith("play (track.py, line ")
    assert "did not return" in found.detail and "does the loop there always end" in found.detail


ENDS, DISTINCT = "random matches end", "legal moves are distinct"

BROKEN = {
    "turn is no seat": Case([(TURN, "    return 2 if s.plies == 3 else 0")], "turn returns", "returned 2", 3, "turn"),
    "turn is nothing": Case(
        [(TURN, "    return None if s.plies == 1 else 0")], "turn returns", "returned None", 1, "turn"
    ),
    "chance without chance": Case(
        [(TURN, "    return CHANCE if s.plies == 2 else 0")], "turn returns", "no chance(s, rng)", 2, "turn"
    ),
    "a move unwritten": Case(
        [(WRITE, "        if s.plies < 4:\n            out[move] = move")], DISTINCT, "did not write out[0]", 4, "moves"
    ),
    "a move twice": Case(
        [(WRITE, f"{WRITE} if s.plies != 3 else move // 2")], DISTINCT, "lists the move add 0 2 times", 3, "moves"
    ),
    "no moves": Case([(COUNT, "    return 0 if s.total == 4 else 3")], DISTINCT, "found 0 moves", 2, "moves"),
    "moves without a count": Case([(COUNT, "    pass")], DISTINCT, "returned None", 0, "moves"),
    "too many moves": Case([(COUNT, "    return 3 + s.plies")], DISTINCT, "MAX_MOVES is 3", 1, "moves"),
    "moves with a memory": Case(
        [COUNTER, (COUNT, "    CALLS[0] += 1\n    return 3 if s.plies != 2 else 1 + CALLS[0] % 3")],
        "legal moves depend",
        "for a copy of the same position",
        2,
        "moves",
    ),
    "looking that changes": Case(
        [('    return f"{s.plies}', '    s.spare += s.plies == 2\n    return f"{s.plies}')],
        "looking at a position",
        "changes the position (spare)",
        2,
        "show",
    ),
    "play with a memory": Case(
        [COUNTER, (PLAY, f"{PLAY}\n    if s.plies == 3:\n        CALLS[0] += 1\n        s.spare = CALLS[0] % 100")],
        "the same seed",
        "two different positions for the same move (spare",
        3,
        "play",
    ),
    "an endless match": Case([(ADD, ""), (PLAY, "    s.plies = 1 - s.plies")], ENDS, "ever ends", 0),
    "a match too long": Case([("MAX_LENGTH = 6", "MAX_LENGTH = 4")], ENDS, "went on after 4 plies", 4),
    # Once the total is 5, which takes three moves, the position never changes again.
    "a way out that is lost": Case(
        [
            ("MAX_LENGTH = 6", "MAX_LENGTH = 600"),
            (PLAY, f"    if s.total >= 5:\n        s.total = 5\n        s.plies = 2\n{PLAY}"),
        ],
        ENDS,
        "no line of play from there on ever ends",
        3,
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_each_rule_catches_its_breach(tmp_path: Path, name: str) -> None:
    case = BROKEN[name]
    path = write(tmp_path, *case.changes)
    found = failure(check(path, seconds=0.2), case.blame)
    assert case.says in found.detail
    assert found.moves is not None and len(found.moves) == case.length, found
    assert found.shortest
    if case.function:
        assert f"{case.function} ({line_of(path, f'def {case.function}(')})" in found.detail


@pytest.mark.slow
def test_a_slow_endless_game_is_caught_in_time(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        ("# more constants", "from time import thread_time"),
        ("MAX_LENGTH = 6", "MAX_LENGTH = 1_000_000"),
        (ADD, "    end = thread_time() + 0.01\n    while thread_time() < end:\n        pass\n"),
        (PLAY, "    s.plies = 1 - s.plies\n    s.word += np.uint64(1)"),
    )
    begin = time.thread_time()
    found = failure(check(path, seconds=0.5), ENDS)
    assert time.thread_time() - begin < 5
    assert "no random match ended within 3 s" in found.detail
    assert found.moves and not found.shortest


def test_a_long_line_is_shortened_where_it_cannot_be_proven(tmp_path: Path) -> None:
    """A hundred plies; adding 2 three times in all breaks it, which breadth first search cannot reach in time."""
    path = write(
        tmp_path,
        ("MAX_LENGTH = 6", "MAX_LENGTH = 100"),
        ("    if s.plies == 6:", "    if s.plies == 100:"),
        (ADD, "    s.word = s.word * np.uint64(3) + np.uint64(move)\n    s.spare += move == 2\n"),
        (PAYOFFS, "    out[0] = 0"),
        ("    out[1] = 1 - s.total % 2", "    out[1] = 1"),
        (TURN, "    if s.plies >= 12 and s.spare >= 3:\n        return 7\n    return s.plies % 2"),
    )
    found = failure(check(path, seconds=0.4), "turn returns")
    assert found.moves is not None and len(found.moves) == 12
    assert not found.shortest
