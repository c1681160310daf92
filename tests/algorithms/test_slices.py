"""A search looks at its clock at least every 50 ms, whatever its options and however slow the rules are.

Time is counted in calls of rules and copies of positions, each of which takes 0.2 ms here; no real clock is needed.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import playout
from playout import PlayoutError
from playout.algorithms import perft as counting
from playout.algorithms import playouts as playing
from playout.algorithms import running
from playout.algorithms import search as searching
from playout.algorithms.base import Search
from playout.algorithms.registry import ALGORITHMS, new_search
from playout.algorithms.rule_files import rule_names
from playout.native import binding
from playout.options.fields import kinds_of
from playout.options.kinds import Count, Flag, Function, Kind, Number, Policy, TreeRule, Word
from playout.rules import Rules
from playout.spelling import Spec
from tests import paths

HERE = paths.GAMES
CALL = 0.0002
"""Seconds that a call of a rule takes."""

SLICE = 0.05
"""Seconds within which a search has to look at its clock."""

SECONDS = 0.2
"""The limit of each search."""

FOUR = playout.load("connect_four")
CHESS = playout.load("chess")
STATES = {
    "connect four": FOUR.replay("ddde"),
    "chess": CHESS.replay(["e4", "d5"]),
    "three seats": playout.load("k_in_a_row", dimensions=2, size=4, line=3, players=3).start(),
    "pig": playout.load("pig").start(),
    "a raid, as seat 0 sees it": playout.load(HERE / "raid_game.py").start().sample(3).seen_by(0),
    "errands": playout.load(HERE / "errands_game.py", count=8).start(),
}


class SlowClock:
    """A clock that only calls of rules move, and the slices that a search was cut into."""

    def __init__(self) -> None:
        self.calls = 0
        self.slices: list[float] = []

    def perf_counter(self) -> float:
        return self.calls * CALL


class SlowRule:
    """A function of a game that takes long."""

    def __init__(self, function: Callable[..., Any], clock: SlowClock) -> None:
        self.function, self.clock = function, clock

    def __call__(self, *arguments: Any) -> Any:
        self.clock.calls += 1
        return self.function(*arguments)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowClock]:
    slow = SlowClock()
    substitute, step = binding.Binder.substitute, Search.step

    def counted(self: binding.Binder, name: str) -> Any:
        function = substitute(self, name)
        is_rule = name in self.rules.functions or name in ("key", "copy")
        return SlowRule(self._copy(function), slow) if is_rule else function

    def timed(self: Search, *amounts: int) -> int:
        begin = slow.perf_counter()
        done = step(self, *amounts)
        slow.slices.append(slow.perf_counter() - begin)
        return done

    monkeypatch.setattr(binding.Binder, "substitute", counted)
    monkeypatch.setattr(binding, "_binders", weakref.WeakKeyDictionary())
    monkeypatch.setattr(Search, "step", timed)
    for module in (running, searching):
        monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=slow.perf_counter))
    yield slow


def values_of(kind: Kind, rules: Rules) -> list[Any]:
    """The extreme values of an option, or all."""
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Word):
        return list(kind.choices)
    if isinstance(kind, (Count, Number)):
        assert kind.most is not None, "an option without a highest value may take any time"
        return [kind.least, kind.most]
    if isinstance(kind, Policy):
        return ["uniform", *(word for word in ("suggest", "tactics") if rules.has(word)), *rules.policies]
    if isinstance(kind, TreeRule):
        return list(rule_names({"bound": "selection", "backup": "backup"}[kind.function]))
    assert isinstance(kind, Function), f"say here which values of {kind} are tried"
    return [kind.game]


def cases(name: str, word: str, rules: Rules) -> Iterator[dict[str, Any]]:
    """Options with which one of them is tried, each with those that it needs."""
    kind = ALGORITHMS[name].option_type
    needs = kind.__dataclass_fields__[word].metadata["option"].needs
    for value in values_of(kinds_of(kind)[word], rules):
        yield {word: value, **({needs: True} if needs else {})}


def longest_slice(clock: SlowClock, state: playout.State, name: str, **options: Any) -> float | None:
    """Of a search; None if its options do not fit the game."""
    limit: dict[str, Any] = {"memory": 100} if name not in ("minimax", "maxn", "expectimax") else {}
    try:
        search = new_search(state, Spec(name, **options), seed=1, backend="python", **limit)
        search.prepare()
    except PlayoutError:
        return None
    clock.slices.clear()
    begin = clock.perf_counter()
    search.run(seconds=SECONDS)
    assert clock.perf_counter() - begin <= SECONDS + SLICE
    return max(clock.slices)


OPTIONS = [
    (name, word)
    for name, kind in ALGORITHMS.items()
    if not kind.names_file  # its steps are evaluations of a network, which take longer than rules
    for word in (None, *kind.option_type.names())
]


@pytest.mark.parametrize(("name", "word"), OPTIONS)
def test_no_slice_is_long_whatever_the_options(clock: SlowClock, name: str, word: str | None) -> None:
    tried = 0
    for about, state in STATES.items():
        if about == "chess" and ALGORITHMS[name].unit != "nodes":  # where it has more to it than the others
            continue
        for options in [{}] if word is None else cases(name, word, state.game.rules):
            longest = longest_slice(clock, state, name, **options)
            if longest is not None:
                tried += 1
                assert longest <= SLICE, f"{name} with {options} on {about}"
    assert tried > 0


def test_perft_and_traces_look_at_the_clock(clock: SlowClock, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = clock.perf_counter()
    trace = playout.trace(STATES["connect four"], "uct(playouts=1000000)", seed=1, seconds=SECONDS)
    assert trace.result.work == 0
    assert clock.perf_counter() - begin <= SECONDS + SLICE
    looks: list[float] = []

    def look() -> float:
        looks.append(clock.perf_counter())
        return looks[-1]

    monkeypatch.setattr(counting, "time", SimpleNamespace(perf_counter=look))
    assert playout.perft(FOUR.start(), 5, backend="python").leaves == 7**5
    assert max(after - before for before, after in pairwise(looks)) <= SLICE


def test_playouts_look_at_the_clock(clock: SlowClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A playout is not interrupted. At first one is played between two looks, later as many as a slice allows."""
    looks: list[float] = []

    def look() -> float:
        looks.append(clock.perf_counter())
        return looks[-1]

    monkeypatch.setattr(playing, "time", SimpleNamespace(perf_counter=look))
    playout.playouts(STATES["connect four"], 300, seed=1, backend="python")
    one = 4 * CALL * 38  # plies, each of which asks whose turn it is, for the moves, and plays
    assert max(after - before for before, after in pairwise(looks)) <= max(SLICE, 2 * one)


SAMPLED = [
    "uct(playouts=3, history=2, grave=5)",
    "uct(playouts=2, backup=decay)",
    "uct(prior=rank)",
    "uct(solver=False, tactics=False, prune_playouts=True)",
    "uct(guesses=3, c=1.0)",
    "flat",
    "ucb",
    "ucb(sequences=True, open_after=2)",
    "ucb(sequences=True, open_after=0, arms=50, guesses=3)",
    "ismcts",
]


def bare(search: Search) -> Any:
    result = search.result()
    return result.move, result.work, result.values, result.candidates, search.tree_size


@pytest.mark.parametrize("algorithm", SAMPLED)
@pytest.mark.parametrize("about", ["connect four", "a raid, as seat 0 sees it", "errands"])
def test_a_simulation_goes_on_wherever_it_was_interrupted(algorithm: str, about: str) -> None:
    """The smallest slices give what one large slice gives, and nobody who looks in between changes that."""
    state, found = STATES[about], []
    for steps in (None, 1, 5):
        try:
            search = new_search(state, algorithm, seed=4, backend="python", memory=10)
        except PlayoutError:
            assert "prior" in algorithm, "the other games have no rank"
            return
        search.prepare()
        idle = 0
        while search.work < 40 and not search.complete:
            amount = 40 - search.work
            done = search.step(amount) if steps is None else search.step(amount, steps)
            idle += done == 0
            search.result()
        found.append(bare(search))
        assert idle > 40 or steps != 1, "with single steps nearly every simulation is interrupted"
    assert found[1] == found[0]
    assert found[2] == found[0]


def interrupted(algorithm: str, state: playout.State) -> Search:
    """A search that was stopped in the middle of a simulation."""
    search = new_search(state, algorithm, seed=4, backend="python", memory=10, simulations=100)
    search.prepare()
    while search.work < 20 or search.step(1, 2) > 0:
        search.step(1, 2)
    return search


@pytest.mark.parametrize("algorithm", [one for one in SAMPLED if "playouts=" not in one and "prior" not in one])
def test_a_search_is_saved_in_the_middle_of_a_simulation(algorithm: str, tmp_path: Path) -> None:
    """The simulation is ended first; so the search goes on as if it had not been saved."""
    state = STATES["connect four"]
    whole = new_search(state, algorithm, seed=4, backend="python", memory=10)
    whole.run(simulations=60)
    search = interrupted(algorithm, state)
    search.save(tmp_path / "one.search")
    loaded = playout.load_search(tmp_path / "one.search")
    for one in (search, loaded):
        one.run(simulations=60 - one.work)
        assert bare(one) == bare(whole)


def test_a_million_playouts_are_cut_short_by_a_later_position() -> None:
    """A simulation counts with the playouts that it has, and one more, when its search is moved or saved."""
    search = new_search(STATES["connect four"], "uct(playouts=1000000)", seed=1, memory=10)
    search.prepare()
    assert search.advance(1, 5000) == 0, "no simulation ends within so few steps"
    assert 5000 <= search.steps <= 7500 + 42, "half as many more, and a playout"
    search.keep(STATES["connect four"].play(3).play(3))
    assert search.steps <= 7500 + 2 * 42
    search.restart(FOUR.start(), 2)
    assert search.advance(1, 5000) == 0
    assert search.tree_size == 2


def test_threads_share_simulations_evenly_whatever_the_slices() -> None:
    state, found = STATES["connect four"], []
    for steps in (None, 3, 100):
        search = new_search(state, "uct(threads=3)", seed=4, backend="python", memory=10)
        search.prepare()
        while search.work < 100:
            search.step(100 - search.work, *([] if steps is None else [steps]))
        assert search.work == 100
        found.append(bare(search))
    assert found[0] == found[1] == found[2]
