"""Every algorithm by its name, and the functions that run one: `search`, `think` and `trace`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from playout.algorithms import saving
from playout.algorithms.alphabeta import AlphaBeta
from playout.algorithms.expectimax import Expectimax
from playout.algorithms.flat import Flat, Ucb
from playout.algorithms.ismcts import Ismcts
from playout.algorithms.limits import Limit
from playout.algorithms.minimax import Maxn, Minimax
from playout.algorithms.option_kinds import check_count, check_switches
from playout.algorithms.options import Options
from playout.algorithms.paranoid import BestReply, Paranoid
from playout.algorithms.results import SearchResult
from playout.algorithms.search import Search, drive, refuse_open
from playout.algorithms.spelling import check_text, read_spelling
from playout.algorithms.trace import Trace
from playout.algorithms.uct import Uct
from playout.game import Game, State
from playout.loading import nearest
from playout.rules import OptionError, PlayoutError

__all__ = ["ALGORITHMS", "check_spelling", "load_search", "new_search", "read_algorithm", "search", "think", "trace"]

ALGORITHMS: dict[str, type[Search]] = {
    kind.name: kind for kind in (Uct, AlphaBeta, Minimax, Maxn, Paranoid, BestReply, Expectimax, Flat, Ucb, Ismcts)
}


def search(
    state: State, algorithm: str = "uct", *, seed: int | None = None, open: bool = False, **limit: Any
) -> SearchResult:
    """What an algorithm makes of a position within a limit: `search(state, "uct(c=0.7)", seconds=2)`.

    Limits are seconds, simulations, nodes, depth, memory (megabytes) or proven=True. alphabeta and minimax solve the
    position if they get no limit. The same seed and a limit in simulations or nodes give the same result. Ctrl-C
    ends the search early; it still answers. Of a game that hides things a search is given what the seat to move sees,
    `state.seen_by(state.turn)`; the whole position, with all cards open, only with open=True.
    """
    found: SearchResult | None = None
    running, limits = new_search(state, algorithm, seed=seed, open=open, **limit)
    try:
        for found in drive(running, limits):  # noqa: B007
            pass
    except KeyboardInterrupt:
        running.stop()
        found = running.result()
    assert found is not None
    return replace(found, algorithm=algorithm)


def think(
    state: State, algorithm: str = "uct", *, seed: int | None = None, open: bool = False, **limit: Any
) -> Iterator[SearchResult]:
    """The same as a stream: what is known so far, about ten times a second, and last the result."""
    running, limits = new_search(state, algorithm, seed=seed, open=open, **limit)
    return (replace(found, algorithm=algorithm) for found in drive(running, limits))


def trace(
    state: State,
    algorithm: str = "alphabeta",
    *,
    seed: int | None = None,
    open: bool = False,
    most: int = 100_000,
    **limit: Any,
) -> Trace:
    """A search whose every step is kept: `print(trace(state, "alphabeta(depth=3)"))`. It runs interpreted, so slowly.

    `most`: events; a search that has more to tell is stopped there, and the trace says so.
    """
    check_count("most", most)
    running, limits = new_search(state, algorithm, seed=seed, open=open, backend="python", **limit)
    tracer = running.tracer()
    if tracer is None:
        having = [name for name, kind in ALGORITHMS.items() if kind.tracer is not Search.tracer]
        raise PlayoutError(f"{running.name} keeps no trace; {', '.join(having)} do")
    tracer.most = most
    running.prepare()
    begin, budget = time.perf_counter(), limits.simulations or limits.nodes
    while not (running.complete or tracer.full):
        running.step(1)
        running.elapsed = time.perf_counter() - begin
        if running.work == budget or (limits.seconds is not None and running.elapsed >= limits.seconds):
            break
    result = replace(running.result(), algorithm=algorithm)
    return Trace(algorithm, result, tuple(tracer.events), whole=not tracer.full)


def load_search(path: str | Path, known: Game | State | None = None) -> Search:
    """A search that `search.save(path)` wrote; `run` continues it as if it had never stopped.

    Such a file is safe to load from anybody: it is data, and all of it is checked. Code is never run because a file
    says so. So `known` is the game where that is a file or class of your own; and the state where no moves lead there:
    what a seat sees, or a position that was set up.
    """
    path = Path(path)
    kept = saving.read(path)
    try:
        name = kept.value("algorithm")
        if name not in ALGORITHMS:
            raise ValueError(f"there is no algorithm {name!r}")
        state = saving.position_of(path, kept, known)
    except saving.FAULTS as error:
        raise PlayoutError(f"{path} is damaged: {error}") from error
    try:
        return ALGORITHMS[name]._rebuild(kept, state)
    except (*saving.FAULTS, PlayoutError) as error:
        raise PlayoutError(f"{path} is damaged: {error}") from error


def new_search(
    state: State,
    algorithm: str,
    *,
    seed: int | None = None,
    open: bool = False,
    backend: str | None = None,
    **limit: Any,
) -> tuple[Search, Limit]:
    """A search that has not begun, to be driven by `drive`, and its limit."""
    check_switches(open=open)
    kind, options, spelt = read_algorithm(algorithm)
    for word in limit:
        if word not in Limit.names():
            raise OptionError(f"there is no limit {word!r}{nearest(word, Limit.names())}; {_limits()}")
        if word in spelt:
            raise OptionError(f"{word} is given twice, in {algorithm!r} and beside it")
    limits = Limit(**{**spelt, **limit})
    limits.check(kind.name, kind.limits, solves=kind.solves)
    new: Callable[..., Search] = kind
    depth = {"depth": limits.depth} if "depth" in kind.limits else {}
    made = new(state, options, seed=seed, memory=limits.memory, backend=backend, **depth)
    made.open = open
    if not open:
        refuse_open(state)
    return made, limits


def read_algorithm(algorithm: str) -> tuple[type[Search], Options, dict[str, Any]]:
    """An algorithm with its options, all valid as far as that does not depend on the game, and its limits."""
    check_text(algorithm)
    kind, options, limits = _read(algorithm)
    return kind, options, dict(limits)


@lru_cache(maxsize=256)
def _read(algorithm: str) -> tuple[type[Search], Options, dict[str, Any]]:
    name, given = check_spelling(algorithm)
    kind = ALGORITHMS[name]
    limits = {word: given.pop(word) for word in Limit.names() if word in given}
    return kind, kind.option_type(**given), limits


def check_spelling(algorithm: str) -> tuple[str, dict[str, Any]]:
    """The name of an algorithm and what is given to it, options and limits; all known to exist."""
    name, options = read_spelling(algorithm)
    if name not in ALGORITHMS:
        known = list(ALGORITHMS)
        raise OptionError(f"there is no algorithm {name!r}{nearest(name, known)}; there are {', '.join(known)}")
    known = _options(name)
    for word in options:
        if word not in known:
            raise OptionError(f"{name} has no option {word!r}{nearest(word, known)}; it has {', '.join(known)}")
    return name, options


def _options(name: str) -> list[str]:
    """What may stand in the brackets: an algorithm's own options and its limits."""
    kind = ALGORITHMS[name]
    return [*kind.option_type.names(), *kind.limits, "memory", "proven"]


def _limits() -> str:
    return f"there are {', '.join(Limit.names())}"
