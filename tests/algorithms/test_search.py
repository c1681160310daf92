"""The face of every search: `search`, `think`, `Limit` and what a result says."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import pytest

import playout
from playout import Limit, OptionError, PlayoutError, SearchResult
from playout.algorithms.flat.search import Flat
from playout.algorithms.registry import ALGORITHMS, new_search

GAME = playout.load("connect_four")
START = GAME.start()
MOSTLY: dict[str, dict[str, Any]] = {name: {"simulations": 300} for name in ("uct", "flat", "ucb", "ismcts")}
"""A small limit for each algorithm that does not come to an end by itself."""


@pytest.mark.parametrize(
    ("algorithm", "limit", "words"),
    [
        ("utc", {"seconds": 1}, r"there is no algorithm 'utc' \(did you mean uct\?\); there are uct, alphabeta"),
        (
            "uct(sea=1)",
            {"seconds": 1},
            "uct has no option 'sea'.*it has .*c, wary, selection, backup, leaf, playouts, expand",
        ),
        ("uct(choise='mean')", {"seconds": 1}, r"uct has no option 'choise' \(did you mean choice\?\)"),
        ("uct", {"second": 1}, r"there is no limit 'second' \(did you mean seconds\?\); there are seconds, simul"),
        ("uct", {"nodes": 10}, "uct does not count nodes; its limits are seconds, simulations, visits, depth"),
        ("alphabeta", {"simulations": 10}, "alphabeta does not count simulations; its limits are seconds, nodes"),
        ("uct", {}, "uct needs a limit: one of seconds, simulations, visits, depth, or proven=True"),
        ("uct", {"memory": 5}, "uct needs a limit"),
        ("uct", {"seconds": 0}, "the limit seconds has to be a number above 0, not 0"),
        ("uct", {"seconds": -1.5}, "the limit seconds has to be a number above 0, not -1.5"),
        ("uct", {"seconds": float("nan")}, "the limit seconds has to be a number above 0, not nan"),
        ("uct", {"seconds": "2"}, "the limit seconds has to be a number above 0, not '2'"),
        ("uct", {"simulations": 0}, "the limit simulations has to be a whole number above 0, not 0"),
        ("uct", {"simulations": 2.5}, "the limit simulations has to be a whole number above 0, not 2.5"),
        ("uct", {"simulations": True}, "the limit simulations has to be a whole number above 0, not True"),
        ("uct", {"simulations": 5, "memory": -1}, "the limit memory has to be a number above 0, not -1"),
        ("uct", {"proven": True, "seconds": 2}, "give no other limit with it"),
        ("uct(seconds=1)", {"seconds": 2}, r"seconds is given twice, in 'uct\(seconds=1\)' and beside it"),
        ("uct(", {"seconds": 2}, "cannot be read; write a name with options"),
        ("uct(c='x')", {"seconds": 2}, "c has to be a number from 0 to 100, not 'x'"),
        ("uct(choice='best')", {"seconds": 2}, "choice has to be one of visits, mean, total, not 'best'"),
        ("uct(threads=0)", {"seconds": 2}, "threads has to be a whole number of at least 1, not 0"),
    ],
)
def test_what_is_wrong_is_said(algorithm: str, limit: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        playout.search(START, algorithm, **limit)
    with pytest.raises(OptionError, match=words):
        next(playout.think(START, algorithm, **limit))


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_a_position_where_nobody_moves_is_refused(algorithm: str) -> None:
    limit = MOSTLY.get(algorithm, {})
    with pytest.raises(PlayoutError, match="the match is over, there is nothing to search"):
        playout.search(GAME.replay("abababa"), algorithm, **limit)
    with pytest.raises(PlayoutError, match=r"chance decides here; play an outcome \(state.sample\)"):
        playout.search(playout.load("pig").start().play("roll"), algorithm, **limit)


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_a_hidden_game_is_searched_or_refused_with_what_to_use(algorithm: str) -> None:
    view = playout.load("kuhn_poker").replay(["Q", "J"]).seen_by(0)
    if algorithm in MOSTLY:
        assert playout.search(view, algorithm, simulations=10).move in view.moves()
    else:
        words = rf"{algorithm} needs full information, and kuhn_poker hides some \(it has mask\): use ismcts or ucb"
        with pytest.raises(PlayoutError, match=words):
            playout.search(view, algorithm)


def test_a_limit_says_what_is_set() -> None:
    assert Limit(seconds=2, memory=5).given() == {"seconds": 2, "memory": 5}
    assert Limit(proven=True).given() == {"proven": True}
    assert Limit().given() == {}


def same(one: SearchResult, other: SearchResult) -> bool:
    """Equal in all but the clock and how often it was looked at."""
    return replace(one, elapsed=0.0, choices=()) == replace(other, elapsed=0.0, choices=())


@pytest.mark.parametrize("algorithm", ["uct", "uct(c=0.5, choice='mean')", "flat", "ucb", "ismcts"])
def test_the_same_seed_gives_the_same_result(algorithm: str) -> None:
    state = GAME.replay("ddc")
    results = [playout.search(state, algorithm, simulations=2_000, seed=seed) for seed in (7, 7, 8)]
    assert same(results[0], results[1])
    assert not same(results[0], results[2])


@pytest.mark.parametrize("algorithm", ["uct", "flat"])
def test_thinking_is_searching_looked_at_on_the_way(algorithm: str) -> None:
    seen = list(playout.think(START, algorithm, simulations=300_000, seed=3))
    work = [result.work for result in seen]
    assert work == sorted(set(work)), "each report knows more than the one before"
    assert work[-1] == seen[-1].simulations == 300_000
    assert same(seen[-1], playout.search(START, algorithm, simulations=300_000, seed=3))
    assert [result.elapsed for result in seen] == sorted(result.elapsed for result in seen)


def test_a_stream_that_nobody_reads_on_does_no_more() -> None:
    stream = playout.think(START, "flat", seconds=60)
    first = next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert 0 < first.elapsed < 5


@pytest.mark.parametrize("algorithm", ["uct", "flat", "alphabeta"])
def test_another_thread_can_stop_a_search(algorithm: str) -> None:
    limit: dict[str, Any] = {} if ALGORITHMS[algorithm].solves else {"seconds": 60.0}
    running = new_search(START, algorithm, seed=1, **limit)
    running.prepare()
    timer = threading.Timer(0.3, running.stop)
    timer.start()
    begin = time.perf_counter()
    result = list(running.think())[-1]
    assert 0.2 < time.perf_counter() - begin < 5, "a generous bound: the machine may be busy"
    assert result.move in START.moves()
    assert result.work > 0
    further: dict[str, Any] = {running.unit: 1000}
    more = running.run(limit=Limit(**further))
    assert more.work > result.work, "it can be continued"


def test_an_interrupt_ends_the_search_with_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    slices: list[int] = []
    advance = Flat.advance

    def interrupted(self: Flat, amount: int, steps: int = 1) -> int:
        if len(slices) == 4:
            raise KeyboardInterrupt
        slices.append(advance(self, amount, steps))
        return slices[-1]

    monkeypatch.setattr(Flat, "advance", interrupted)
    result = playout.search(START, "flat", seconds=60)
    assert result.move in START.moves()
    assert result.work == sum(slices) > 0
    assert result.interrupted
    assert str(result).splitlines()[0].endswith("; interrupted")


def test_an_interrupt_before_anything_was_searched_gives_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """As while the game is compiled: a move that nobody has looked at is no answer."""
    search = new_search(START, "flat", seed=1, backend="python", simulations=10)

    def compile_nothing() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "prepare", compile_nothing)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    monkeypatch.undo()
    assert not search.run().interrupted, "it can be run afterwards"


@pytest.mark.parametrize("algorithm", sorted(MOSTLY))
def test_a_result_adds_up(algorithm: str) -> None:
    state = GAME.replay("ddc")
    result = playout.search(state, algorithm, **MOSTLY[algorithm], seed=2)
    assert result.algorithm == algorithm
    assert result.move == result.candidates[0].move == result.line[0]
    assert sorted(item.move for item in result.candidates) == state.moves()
    assert sum(item.visits for item in result.candidates) <= result.work
    assert sum(result.values) == pytest.approx(1)
    assert (result.simulations, result.nodes, result.unit) == (result.work, 0, "simulations")
    assert result.rate == pytest.approx(result.work / result.elapsed)
    assert result.choices[-1][1] == result.move
    for row, item in zip(result.table(), result.candidates, strict=True):
        assert row["move"] == state.format(item.move)
        assert row["visits"] == item.visits
        assert row["value"] == (None if item.values is None else item.values[state.turn])
        assert row["line"] == [text for move in item.line for text in state.format(move)]


def test_a_result_in_print_is_a_table() -> None:
    state = GAME.replay("ddc")
    result = playout.search(state, "uct(c=0.7)", simulations=3_000, seed=2)
    summary, header, *rows = str(result).splitlines()
    name = state.format(result.move)
    assert summary.startswith(f"uct(c=0.7): {name}, worth {result.values[state.turn]:.3f} to O; 3,000 ")
    assert header.split() == ["move", "simulations", "value", "line"]
    assert [row.split()[0] for row in rows] == [state.format(item.move) for item in result.candidates]
    for row, item in zip(rows, result.candidates, strict=True):
        assert item.values is not None
        assert row.split()[1:3] == [f"{item.visits:,}", f"{item.values[state.turn]:.3f}"]


def test_an_explanation_of_an_open_choice() -> None:
    state = GAME.replay("ddc")
    result = playout.search(state, "flat", simulations=70_000, seed=2)
    best, second = result.candidates[:2]
    assert best.values and second.values
    name, other = state.format(best.move), state.format(second.move)
    text = result.explain()
    assert text.startswith(f"{name} is worth about {best.values[1]:.3f} to O, by 70,000 simulations; nothing is pr")
    assert f"The second best is {other}, {best.values[1] - second.values[1]:.3f} behind." in text


def test_an_explanation_of_a_win() -> None:
    result = playout.search(GAME.replay("ababab"), "uct", seconds=10, seed=1)
    assert (result.proven, result.values) == (True, (1.0, 0.0))
    assert result.elapsed < 5, "nothing is left to do once it is proven"
    assert result.explain().startswith("a wins in 1 pl")
    assert "(proven)" in str(result).splitlines()[0]


def test_an_explanation_names_the_answer_and_the_line() -> None:
    state = GAME.replay("cddec")
    result = playout.search(state, "uct", simulations=2_000, seed=1)
    assert len(result.line) > 1
    after = state.play(result.line[0])
    assert f"The best answer to it is {after.format(result.line[1])}; play may go on " in result.explain()


def test_an_only_move_is_called_so() -> None:
    state = playout.load("connect_four", rows=4, columns=1, line=4).start()
    assert "It is the only legal move." in playout.search(state, "flat", simulations=10).explain()
