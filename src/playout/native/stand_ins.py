"""Defaults for the optional functions of the contract, and the variants of `choose`, `advise` and `copy`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from playout.rng import below
from playout.rules import choose, moves, pick, suggest, tactics

__all__ = [
    "INSTRUCTIONS",
    "STAND_INS",
    "advise_by_suggest",
    "advise_by_tactics",
    "choose_by_pick",
    "choose_from_list",
    "copy_record",
    "copy_view",
    "emit_nothing",
    "fetch_ahead",
    "fetch_nothing",
]


def choose_by_pick(s: Any, rng: Any, scratch: Any) -> Any:
    return pick(s, rng)


def choose_from_list(s: Any, rng: Any, scratch: Any) -> Any:
    return scratch[below(rng, moves(s, scratch))]


def advise_by_suggest(s: Any, rng: Any, scratch: Any) -> Any:
    return suggest(s, rng)


def advise_by_tactics(s: Any, rng: Any, scratch: Any) -> Any:
    """A move that wins at once, else a random one of those that `tactics` keeps."""
    n = tactics(s, scratch)
    if n > 0:
        return np.int64(scratch[below(rng, n)])
    if n < 0 and scratch[0] >= 0:
        return np.int64(scratch[0])
    return np.int64(choose(s, rng, scratch))


def chance_never(s: Any, rng: Any) -> Any:
    return -1


def guess_nothing(s: Any, seat: Any, rng: Any) -> None:
    return None


def mask_nothing(s: Any, seat: Any) -> None:
    return None


def no_tactics(s: Any, out: Any) -> Any:
    return 0


def no_evaluation(s: Any, seat: Any) -> Any:
    return 0.0


def nothing_loud(s: Any, out: Any) -> Any:
    return 0


def no_outcomes(s: Any, outcomes: Any, p: Any) -> Any:
    return 0


def no_rollout(s: Any, rng: Any) -> None:
    """Never called: its switch is off if a game has no rollout."""


def never(s: Any) -> Any:
    return False


def no_key_after(s: Any, move: Any) -> Any:
    """Never called: its switch is off if a game has no `key_after`."""
    return np.uint64(0)


def rank_alike(s: Any, moves: Any, n: Any, scores: Any) -> None:
    for i in range(n):
        scores[i] = 0.0


def left_unknown(s: Any) -> Any:
    return 1 << 30


def no_bound(
    visits: Any,
    mean: Any,
    uncertainty: Any,
    means: Any,
    prior: Any,
    parent_visits: Any,
    seat: Any,
    seats: Any,
    proven: Any,
    best_mean: Any,
    root_seat: Any,
    root_visits: Any,
    c: Any,
) -> Any:
    """Never called: its switch is off if a search has no rule of selection of its own."""
    return 0.0


def no_backup(payoff: Any, payoffs: Any, seat: Any, seats: Any, length: Any, depth: Any) -> Any:
    """Never called: its switch is off if a search has no rule of backup of its own."""
    return 0.0


def policy_index_of_move(move: Any, rows: Any, columns: Any) -> Any:
    return move


def emit_nothing(kind: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    return None


def fetch_nothing(array: Any, i: Any) -> None:
    return None


def fetch_ahead(array: Any, i: Any) -> None:
    """Replaced by an instruction in native code."""


def copy_record(target: Any, i: Any, source: Any, j: Any) -> None:
    target[i] = source[j]


def copy_view(target: Any, i: Any, source: Any, j: Any) -> None:
    target.array[i] = source.array[j]


STAND_INS: dict[str, Callable[..., Any]] = {
    "chance": chance_never,
    "odds": no_outcomes,
    "guess": guess_nothing,
    "mask": mask_nothing,
    "tactics": no_tactics,
    "evaluate": no_evaluation,
    "loud": nothing_loud,
    "skip": never,
    "threatened": never,
    "rank": rank_alike,
    "rollout": no_rollout,
    "suggest_rollout": no_rollout,
    "left": left_unknown,
    "key_after": no_key_after,
    "policy_index": policy_index_of_move,
    "prior": rank_alike,
    "bound": no_bound,
    "backup": no_backup,
}

INSTRUCTIONS: dict[Callable[..., Any], str] = {
    copy_record: "copy_memory",
    emit_nothing: "do_nothing",
    fetch_ahead: "prefetch",
}
"""Functions that native code replaces by an instruction, with its name in `native.compiler`."""
