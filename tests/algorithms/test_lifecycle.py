"""A search from its start to its end: who may use it when, what stops it, and what it keeps for another position."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import PlayoutError, State
from playout.agents import Searcher
from playout.algorithms.base import Search
from playout.algorithms.flat.search import Flat
from playout.algorithms.pauses import ANY
from playout.algorithms.registry import ALGORITHMS, new_search
from playout.algorithms.running import drive
from tests.algorithms.puct.networks import spelling_of

TIC_TAC_TOE = playout.load("tic_tac_toe")
SMALL = playout.load("connect_four", rows=4, columns=5)
BUSY = "this search is already running"


def made(algorithm: str, state: State | None = None, **limit: Any) -> Search:
    """Interpreted, so that nothing is compiled."""
    given = limit or ({} if ALGORITHMS[algorithm.partition("(")[0]].solves else {"simulations": 100})
    return new_search(state or TIC_TAC_TOE.start(), algorithm, seed=1, backend="python", **given)


class Gate:
    """Holds a search that has done something in the middle of a slice, until it is let go."""

    def __init__(self, search: Search) -> None:
        self.entered, self.leave = threading.Event(), threading.Event()
        self._search, self._advance = search, search.advance
        search.advance = self._held  # type: ignore[method-assign]

    def _held(self, amount: int, steps: int = ANY) -> int:
        if self._search.work == 0:
            return self._advance(amount, steps)
        self.entered.set()
        assert self.leave.wait(60)
        return self._advance(amount, steps)


@pytest.fixture
def held() -> Iterator[tuple[Search, Gate]]:
    """A search that another thread is running, in the middle of a slice."""
    search = made("uct")
    gate = Gate(search)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(search.run, simulations=500)
        assert gate.entered.wait(60)
        yield search, gate
        gate.leave.set()
        assert running.result().candidates[0].visits > 0


def test_a_second_user_of_a_running_search_is_refused(held: tuple[Search, Gate], tmp_path: Path) -> None:
    search, _ = held
    after = search.state.play("b2")
    for use in (
        lambda: search.run(simulations=1),
        lambda: search.keep(after),
        lambda: search.restart(after),
        lambda: search.forget(),
        lambda: search.save(tmp_path / "search"),
    ):
        with pytest.raises(PlayoutError, match=BUSY):
            use()


def test_a_result_waits_for_the_slice_and_then_adds_up(held: tuple[Search, Gate]) -> None:
    """Also while the next slices follow at once: whoever waits for a result comes next."""
    search, gate = held
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(search.result)
        assert not asked.done()
        gate.leave.set()
        found = asked.result(timeout=60)
    assert found.work == sum(item.visits for item in found.candidates)


def test_stop_comes_from_any_thread(held: tuple[Search, Gate]) -> None:
    search, gate = held
    search.stop()
    gate.leave.set()
    while search._use.is_taken:
        threading.Event().wait(0.01)
    assert search.work < 500


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_a_stop_while_it_prepares_stops_the_run(algorithm: str) -> None:
    search = made(spelling_of(algorithm, TIC_TAC_TOE))
    prepare = search.prepare

    def slow() -> None:
        prepare()
        search.stop()

    search.prepare = slow  # type: ignore[method-assign]
    limit: dict[str, Any] = {"nodes" if search.solves else "simulations": 100}
    assert search.run(**limit).work == 0
    search.prepare = prepare  # type: ignore[method-assign]
    assert search.run(**limit).work > 0, "the next run is another one"


def test_a_stop_when_nothing_runs_does_nothing() -> None:
    search = made("flat")
    search.stop()
    assert search.run(simulations=100).work == 100


def test_an_abandoned_stream_lets_the_search_go() -> None:
    search = made("flat", simulations=10**9)
    stream = drive(search, playout.Limit(simulations=10**9))
    next(stream)
    with pytest.raises(PlayoutError, match=BUSY):
        search.run(simulations=1)
    assert search.result().work > 0, "whoever runs it may look between two slices"
    stream.close()  # type: ignore[attr-defined]
    before = search.work
    assert search.run(simulations=5).work == before + 5


def test_a_search_that_failed_can_be_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    search = made("flat")

    def broken(self: Flat, amount: int, steps: int = 1) -> int:
        raise RuntimeError("as it happens")

    with monkeypatch.context() as patch:
        patch.setattr(Flat, "advance", broken)
        with pytest.raises(RuntimeError, match="as it happens"):
            search.run(simulations=10)
    assert search.run(simulations=10).work == 10


def test_an_agent_serves_one_thread_at_a_time() -> None:
    agent = playout.agent("flat(simulations=200, seed=1)")
    assert isinstance(agent, Searcher)
    state = TIC_TAC_TOE.start()
    stream = agent.think(state)
    next(stream)
    with ThreadPoolExecutor(4) as pool:
        for asked in [pool.submit(agent.choose, state) for _ in range(4)]:
            with pytest.raises(PlayoutError, match="this agent is already choosing a move: give each thread an agent"):
                asked.result()
    with pytest.raises(PlayoutError, match="already choosing"):
        agent.reset(1)
    stream.close()  # type: ignore[attr-defined]
    agent.reset(1)
    assert agent.choose(state) in state.moves()


def test_many_threads_with_one_agent_end_in_moves_or_refusals() -> None:
    agent, state = playout.agent("uct(simulations=300, seed=1)"), TIC_TAC_TOE.start()

    def ask(_: int) -> str:
        try:
            return "move" if agent.choose(state) in state.moves() else "nonsense"
        except PlayoutError as error:
            return "refused" if "already choosing" in str(error) else str(error)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(ask, range(40)))
    assert set(answers) <= {"move", "refused"} and "move" in answers


# Other positions


def positions(game: playout.Game, count: int, plies: int) -> list[State]:
    """Positions of random matches, `plies` plies after their start."""
    rng = random.Random(5)
    found: list[State] = []
    while len(found) < count:
        state = game.start()
        while not state.over and len(state.history) < plies:
            state = state.play(rng.choice(state.moves()))
        if not state.over:
            found.append(state)
    return found


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
@pytest.mark.parametrize("way", ["restart", "keep"])
def test_every_search_takes_another_position(algorithm: str, way: str) -> None:
    first = TIC_TAC_TOE.replay(["b2", "a1", "a2"])
    spelling = spelling_of(algorithm, TIC_TAC_TOE)
    search = made(spelling, first)
    limit: dict[str, Any] = {} if search.solves else {"simulations": 60}
    search.run(**limit)
    later = first.play("c2")
    if way == "restart":
        search.restart(later, 7)
    else:
        search.keep(later)
    assert (search.work, search.elapsed, search.choices) == (0, 0.0, [])
    found = search.run(**limit)
    assert found.state == later and sorted(item.move for item in found.candidates) == sorted(later.moves())
    if way == "restart":
        fresh = new_search(later, spelling, seed=7, backend="python", **limit)
        expected = fresh.run(**limit)
        assert found.values == expected.values and found.proven == expected.proven
        if not search.learns:
            assert found.candidates == expected.candidates and found.choices == expected.choices
    with pytest.raises(PlayoutError, match="does not follow from the one that was searched"):
        search.keep(first)
    with pytest.raises(PlayoutError, match="the match is over, there is nothing to search"):
        search.keep(TIC_TAC_TOE.replay(["b2", "a1", "a2", "c2", "b1", "c1", "b3"]))
    with pytest.raises(PlayoutError, match="another game needs a search of its own"):
        search.restart(playout.load("pig").start())


def values(state: State, known: dict[State, tuple[float, ...]]) -> tuple[float, ...]:
    """The oracle: plain minimax by hand."""
    if state.over:
        return state.payoffs
    if state not in known:
        seat = state.turn
        known[state] = max((values(state.play(move), known) for move in state.moves()), key=lambda item: item[seat])
    return known[state]


@pytest.mark.parametrize("algorithm", ["alphabeta", "alphabeta(null_windows=False)", "paranoid", "brs"])
def test_a_kept_table_tells_the_truth(algorithm: str) -> None:
    """From position to position in any order, both seats to move: values and lengths of a fresh search."""
    known: dict[State, tuple[float, ...]] = {}
    states = positions(TIC_TAC_TOE, 30, 4) + positions(TIC_TAC_TOE, 30, 5)
    random.Random(2).shuffle(states)
    search = made(algorithm, states[0])
    for state in states:
        search.restart(state)
        found = search.run()
        fresh = made(algorithm, state).run()
        assert found.values == values(state, known) and found.proven
        assert found.candidates[0].plies == fresh.candidates[0].plies


def test_a_kept_table_tells_the_truth_of_connect_four() -> None:
    states = positions(SMALL, 60, 8)
    kept, fresh_nodes = new_search(states[0], "alphabeta"), 0
    nodes = 0
    for state in states:
        kept.restart(state)
        found, fresh = kept.run(), playout.search(state, "alphabeta")
        assert (found.values, found.proven) == (fresh.values, True)
        assert found.candidates[0].plies == fresh.candidates[0].plies
        nodes, fresh_nodes = nodes + found.nodes, fresh_nodes + fresh.nodes
    assert nodes < fresh_nodes, "what it knows already is not searched again"


def test_an_alphabeta_agent_keeps_its_table_through_a_match_and_not_beyond() -> None:
    agent = playout.agent("alphabeta(nodes=100000)")
    assert isinstance(agent, Searcher)
    state = positions(SMALL, 1, 6)[0]
    work: list[list[int]] = []
    for _ in range(2):
        agent.reset(1)
        here, spent = state, []
        while not here.over:
            move = agent.choose(here)
            assert agent.result is not None
            spent.append(agent.result.work)
            assert agent.result.values == playout.search(here, "alphabeta").values
            here = here.play(move)
        work.append(spent)
    assert work[0] == work[1], "another match begins with an empty table"
    fresh = 0
    here = state
    while not here.over:
        found = playout.search(here, "alphabeta")
        fresh, here = fresh + found.nodes, here.play(found.move)
    assert sum(work[0]) < fresh


def test_a_position_where_chance_decides_cannot_be_kept() -> None:
    search = made("uct", playout.load("pig").start(), simulations=20)
    search.run(simulations=20)
    with pytest.raises(PlayoutError, match=r"chance decides here; play an outcome"):
        search.keep(search.state.play("roll"))
    assert search.run(simulations=5).work == 25, "it stands where it stood"


# Games that hide things


def test_open_cards_have_to_be_asked_for() -> None:
    whole = playout.load("kuhn_poker").replay(["K", "Q"])
    words = r"kuhn_poker hides things .*state.seen_by\(state.turn\)\), or write open=True"
    for algorithm in ("uct", "ismcts", "flat", "ucb"):
        with pytest.raises(PlayoutError, match=words):
            playout.search(whole, algorithm, simulations=10)
        with pytest.raises(PlayoutError, match=words):
            playout.think(whole, algorithm, simulations=10)
        with pytest.raises(PlayoutError, match=words):
            playout.agent(f"{algorithm}(simulations=10)").choose(whole)
    with pytest.raises(PlayoutError, match=words):
        playout.trace(whole, "uct", simulations=3)
    with pytest.raises(playout.OptionError, match="open has to be True or False, not 1"):
        playout.search(whole, "uct", simulations=10, open=1)  # type: ignore[call-overload]
    assert playout.search(whole, "flat", simulations=10, open=True).move in whole.moves()
    assert playout.search(TIC_TAC_TOE.start(), "flat", simulations=10, open=True).work == 10
