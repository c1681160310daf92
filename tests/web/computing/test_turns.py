"""How searches share the cores: who computes the next slice. Slices are counted; no time is measured."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace

import pytest

import playout
from playout.algorithms import running
from playout.algorithms.registry import new_search
from playout.web.computing.turns import Ticket, Turns

PATIENCE = 30.0
"""Seconds after which a test gives up on a thread that hangs."""


def _begin(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def _until(condition: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE / 0.005)):
        if condition():
            return
        threading.Event().wait(0.005)
    raise AssertionError("it does not come so far")


def _queue(turns: Turns) -> int:
    return len(turns._persons) + len(turns._others)


def _shares(persons: int, others: int, slices: int) -> list[str]:
    """Who computed each slice on one core, from when all of these searches wanted it."""
    turns = Turns(1)
    said: list[str] = []
    first = turns.ticket(person=False)
    first.wait()

    def search(name: str, ticket: Ticket) -> None:
        while True:
            ticket.wait()
            if len(said) >= slices:
                turns.close()
                return
            said.append(name)

    names = [f"p{number}" for number in range(persons)] + [f"o{number}" for number in range(others)]
    threads = []
    for count, name in enumerate(names, 1):
        ticket = turns.ticket(person=name.startswith("p"))
        threads.append(_begin(lambda name=name, ticket=ticket: search(name, ticket)))  # type: ignore[misc]
        _until(lambda count=count: _queue(turns) == count)  # type: ignore[misc]
    first.leave()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    return said


def test_on_one_core_a_person_gets_four_turns_of_five() -> None:
    assert _shares(1, 1, 50) == ["p0", "p0", "p0", "p0", "o0"] * 10


def test_searches_of_a_group_take_turns() -> None:
    said = _shares(2, 3, 150)
    assert [said.count(name) for name in ("p0", "p1", "o0", "o1", "o2")] == [60, 60, 10, 10, 10]
    assert _shares(0, 4, 40) == ["o0", "o1", "o2", "o3"] * 10
    assert _shares(3, 0, 30) == ["p0", "p1", "p2"] * 10


def test_a_person_goes_before_eight_that_wait_and_then_keeps_a_whole_core() -> None:
    turns, order = Turns(2), []
    ends = [threading.Event() for _ in range(8)]

    def other(number: int) -> None:
        ticket = turns.ticket(person=False)
        ticket.wait()
        order.append(f"other {number}")
        ends[number].wait(PATIENCE)
        ticket.leave()

    threads = []
    for number in range(8):
        threads.append(_begin(lambda number=number: other(number)))  # type: ignore[misc]
        _until(lambda number=number: len(order) + _queue(turns) == number + 1)  # type: ignore[misc]
    assert order == ["other 0", "other 1"]
    person, slices = turns.ticket(person=True), []

    def play() -> None:
        for number in range(100):
            person.wait()
            slices.append(number)

    played = _begin(play)
    _until(lambda: _queue(turns) == 7)
    assert not slices, "every core computes a slice, which is not broken off"
    ends[0].set()
    played.join(PATIENCE)
    assert len(slices) == 100 and len(order) == 2, "six others waited longer, and wait still"
    person.leave()
    _until(lambda: len(order) == 3)
    for end in ends:
        end.set()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert turns._free == 2 and turns._others_computing == 0


def test_a_search_that_is_to_end_waits_no_longer() -> None:
    turns = Turns(1)
    turns.ticket(person=True).wait()
    tickets = [turns.ticket(person=False) for _ in range(3)]
    threads = [_begin(ticket.wait) for ticket in tickets]
    _until(lambda: _queue(turns) == 3)
    tickets[1].hurry()
    threads[1].join(PATIENCE)
    assert [thread.is_alive() for thread in threads] == [True, False, True]
    tickets[1].wait()
    tickets[1].leave()
    assert tickets[0].waited > 0.0 and _queue(turns) == 2
    turns.close()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


class _Gate:
    """Each wait takes an hour of a clock that stands still otherwise."""

    def __init__(self, clock: list[float]) -> None:
        self.clock = clock
        self.left = 0

    def wait(self) -> None:
        self.clock[0] += 3600.0

    def leave(self) -> None:
        self.left += 1


def test_waiting_for_a_core_counts_for_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(running, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    search = new_search(playout.load("tic_tac_toe").start(), "uct", seed=1, backend="python")
    step, slices = search.step, []

    def counted(amount: int, steps: int) -> int:
        clock[0] += 0.0625
        slices.append(amount)
        return step(1, steps)

    monkeypatch.setattr(search, "step", counted)
    search.gate = gate = _Gate(clock)
    result = search.run(seconds=1.0)
    assert len(slices) == 16 and result.elapsed == 1.0
    assert gate.left == 1
