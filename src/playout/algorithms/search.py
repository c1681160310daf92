"""The functions that people call: `search`, `think`, `trace`, and `load_search`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Unpack, overload

from playout.algorithms import saving
from playout.algorithms.base import Search
from playout.algorithms.ismcts.search import Ismcts
from playout.algorithms.registry import ALGORITHMS, new_search
from playout.algorithms.results import SearchResult
from playout.algorithms.running import budget_of
from playout.algorithms.saved_search import own_rules
from playout.algorithms.trace import Trace
from playout.algorithms.uct.search import Uct
from playout.game import Game, State
from playout.limits import Limit, LimitWords
from playout.options.kinds import check_count
from playout.rules import PlayoutError
from playout.spelling import Settings, Spec

__all__ = ["load_search", "search", "think", "trace"]

TRACED = 64
"""The steps of a trace between two readings of the clock."""


@overload
def search(state: State, algorithm: Literal["uct"] = "uct", **settings: Unpack[Settings]) -> SearchResult[Uct]: ...
@overload
def search(state: State, algorithm: Literal["ismcts"], **settings: Unpack[Settings]) -> SearchResult[Ismcts]: ...
@overload
def search(state: State, algorithm: str | Spec, **settings: Unpack[Settings]) -> SearchResult: ...
def search(state: State, algorithm: str | Spec = "uct", **settings: Unpack[Settings]) -> SearchResult:
    """Search a position within a limit: `search(state, "uct(c=0.7)", seconds=2)`, or `limit=Limit(seconds=2)`.

    Limits are seconds, simulations, visits, nodes, depth, memory (megabytes) or proven=True. Without a limit, alphabeta
    and minimax solve the position. seed: the same seed and a limit in simulations or nodes give the same result. Ctrl-C
    ends the search early, with a result whose `interrupted` is True, or with KeyboardInterrupt if nothing was searched
    yet. For a game with hidden information, give the view of the seat to move, `state.seen_by(state.turn)`; a whole
    position is searched only with open=True, as if all cards were open. backend: "python" interprets, "cpu" compiles.
    """
    return new_search(state, algorithm, **settings).run()


@overload
def think(
    state: State, algorithm: Literal["uct"] = "uct", **settings: Unpack[Settings]
) -> Iterator[SearchResult[Uct]]: ...
@overload
def think(
    state: State, algorithm: Literal["ismcts"], **settings: Unpack[Settings]
) -> Iterator[SearchResult[Ismcts]]: ...
@overload
def think(state: State, algorithm: str | Spec, **settings: Unpack[Settings]) -> Iterator[SearchResult]: ...
def think(state: State, algorithm: str | Spec = "uct", **settings: Unpack[Settings]) -> Iterator[SearchResult]:
    """Like `search`, as a stream of results: about ten a second, and the final one at the end."""
    return new_search(state, algorithm, **settings).think()


def trace(
    state: State,
    algorithm: str | Spec = "alphabeta",
    *,
    seed: int | None = None,
    open: bool = False,
    most: int = 100_000,
    limit: Limit | None = None,
    **words: Unpack[LimitWords],
) -> Trace:
    """A search that records every step: `print(trace(state, "alphabeta(depth=3)"))`. It is interpreted and slow.

    most: the search stops after this number of events, and `Trace.whole` is False then.
    """
    check_count("most", most)
    running = new_search(state, algorithm, limit=limit, seed=seed, open=open, backend="python", **words)
    until = running._until(None, {})
    tracer = running.tracer()
    if tracer is None:
        having = [name for name, kind in ALGORITHMS.items() if kind.tracer is not Search.tracer]
        raise PlayoutError(f"{running.name} keeps no trace; {', '.join(having)} do")
    tracer.most = most
    running.prepare()
    begin, budget = time.perf_counter(), budget_of(running, until)
    while not (running.complete or tracer.full):
        running.step(1, TRACED)
        running.elapsed = time.perf_counter() - begin
        if running.work == budget or (until.seconds is not None and running.elapsed >= until.seconds):
            break
    return Trace(str(running.spec), running.result(), tuple(tracer.events), whole=not tracer.full)


def load_search(
    path: str | Path,
    known: Game | State | None = None,
    *,
    selection: str | None = None,
    backup: str | None = None,
) -> Search:
    """A search that `search.save(path)` wrote; `run` continues it as if it had never stopped.

    Such a file is safe to load from anybody: it holds data, not code, and all of it is checked. known: the game, if it
    is a file or class of your own; the state, if no moves lead to it (what a seat sees, or a position that was set up).
    selection, backup: the files of its own rules, if it has any. Files that the saved search names are not run.
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
    given = {"selection": selection, "backup": backup}
    try:
        own = own_rules(kept, ALGORITHMS[name].option_type)
        gone = set(saving.unplain(kept["options"])) - set(ALGORITHMS[name].option_type.names())
    except saving.FAULTS as error:
        raise PlayoutError(f"{path} is damaged: {error}") from error
    if gone:
        raise PlayoutError(
            f"{path} was saved by another version of Playout, whose {name} had the option {min(gone)}; search again"
        )
    for word in own:
        if given[word] is None:
            raise PlayoutError(
                f"{path} holds a search with a rule of your own: give its file as well, load_search(path, "
                f"{word}=FILE), since a saved search never causes code to be run"
            )
    try:
        return ALGORITHMS[name]._rebuild(kept, state, given)
    except saving.OtherVersionError as error:
        raise PlayoutError(f"{path} was saved by another version of Playout, {error}; search again") from error
    except (*saving.FAULTS, PlayoutError) as error:
        raise PlayoutError(f"{path} is damaged: {error}") from error
