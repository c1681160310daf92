"""Every algorithm by its name: a spelling like `uct(c=0.7)` becomes a search that has not begun."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, Unpack, overload

from playout.algorithms.alphabeta.paranoid import BestReply, Paranoid
from playout.algorithms.alphabeta.search import AlphaBeta
from playout.algorithms.base import Search
from playout.algorithms.flat.search import Flat, Ucb
from playout.algorithms.ismcts.search import Ismcts
from playout.algorithms.minimax.expectimax import Expectimax
from playout.algorithms.minimax.search import Maxn, Minimax
from playout.algorithms.puct.search import Net
from playout.algorithms.suitable import refuse_open
from playout.algorithms.uct.search import Uct
from playout.game import State
from playout.limits import Limit, LimitWords, read_limit
from playout.notices import nearest
from playout.options.fields import Options, kinds_of
from playout.options.kinds import check_switches
from playout.presets import expanded
from playout.rules import OptionError
from playout.spelling import Settings, Spec

__all__ = ["ALGORITHMS", "check_words", "names_file", "new_search", "read_algorithm"]

ALGORITHMS: dict[str, type[Search]] = {
    kind.name: kind
    for kind in (
        Uct,
        AlphaBeta,
        Minimax,
        Maxn,
        Paranoid,
        BestReply,
        Expectimax,
        Flat,
        Ucb,
        Ismcts,
        Net,
    )
}


@overload
def new_search(state: State, algorithm: Literal["uct"] = "uct", **settings: Unpack[Settings]) -> Uct: ...
@overload
def new_search(state: State, algorithm: Literal["ismcts"], **settings: Unpack[Settings]) -> Ismcts: ...
@overload
def new_search(state: State, algorithm: str | Spec, **settings: Unpack[Settings]) -> Search: ...
def new_search(
    state: State,
    algorithm: str | Spec = "uct",
    *,
    limit: Limit | None = None,
    seed: int | None = None,
    open: bool = False,
    backend: str | None = None,
    **words: Unpack[LimitWords],
) -> Search:
    """A search that has not started, which can be run, stopped and continued: `new_search(state, "uct(c=0.7)")`.

    Its `run` and `think` use their own limit, or else the limit given here: in the spelling, as `limit` or as keywords,
    each word once. seed, open: as for `search`.
    backend: "python" interprets, "cpu" compiles; by default the first that the game supports.
    """
    check_switches(open=open)
    spec = expanded(algorithm)
    kind, options = read_algorithm(spec)
    until = spec.limit.and_also(read_limit(limit, words), f"in {str(spec)!r}")
    until.check(kind.name, kind.limits, solves=True)  # a limit may still be given to `run`
    new: Callable[..., Search] = kind
    depth = {"depth": until.depth} if "depth" in kind.limits else {}
    made = new(state, options, seed=seed, memory=until.memory, backend=backend, **depth)
    made.spec, made.limit, made.open = spec, until, open
    if not open:
        refuse_open(state)
    return made


@lru_cache(maxsize=256)
def read_algorithm(spec: Spec) -> tuple[type[Search], Options]:
    """An algorithm and its options, after all checks that do not depend on the game."""
    check_words(spec)
    kind = ALGORITHMS[spec.name]
    return kind, kind.option_type(**spec.options)


def check_words(spec: Spec) -> None:
    """Refuse an unknown algorithm, and an option or limit that the algorithm does not have."""
    name = spec.name
    if name not in ALGORITHMS:
        known = list(ALGORITHMS)
        raise OptionError(f"there is no algorithm {name!r}{nearest(name, known)}; there are {', '.join(known)}")
    known = _options(name)
    for word, _ in spec.words:
        if word not in known:
            raise OptionError(f"{name} has no option {word!r}{nearest(word, known)}; it has {', '.join(known)}")


def names_file(spec: Spec) -> bool:
    """Whether a spelling names a file of this machine, which users of other machines must not choose."""
    spec = expanded(spec)
    if spec.name not in ALGORITHMS:
        return False
    kinds = kinds_of(ALGORITHMS[spec.name].option_type)
    return any(word in kinds and kinds[word].names_file(value) for word, value in spec.options.items())


def _options(name: str) -> list[str]:
    """The words that may stand in the brackets: the algorithm's options and its limits."""
    kind = ALGORITHMS[name]
    return [*kind.option_type.names(), *kind.limits, "memory", "proven"]
