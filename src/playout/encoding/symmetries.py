"""Symmetries of a board as permutations of the cells of all planes and of a network's logits.

Four generate all others: `columns` exchanges left and right, `rows` bottom and top, `transpose` rows and columns, and
`layers` reverses the order of layers. The planes contain the layers one after another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Symmetry", "symmetry_group"]

Turn: TypeAlias = Callable[[NDArray[Any]], NDArray[Any]]
"""A function that transforms an array [layers, rows, columns]."""

TURNS: dict[str, Turn] = {
    "columns": lambda cells: cells[:, :, ::-1],
    "rows": lambda cells: cells[:, ::-1],
    "layers": lambda cells: cells[::-1],
    "transpose": lambda cells: cells.transpose(0, 2, 1),
}


class Symmetry(NamedTuple):
    """A symmetry as permutations: cell i of the transformed position is cell cells[i] of the original, and logit i is
    logit policy[i].
    """

    cells: NDArray[np.int64]
    """int64[planes * rows * columns], the cells of all planes, one plane after another."""
    policy: NDArray[np.int64]
    """int64[policy size]"""


def symmetry_group(names: tuple[str, ...], planes: tuple[int, int, int], policy_size: int) -> list[Symmetry]:
    """All symmetries that these names generate, the identity first. Raises ValueError if the shape does not allow one
    of them.

    The first logits belong to columns, or to cells, layer after layer. Any further logits keep their index.
    """
    generators = [_generator(name, planes, policy_size) for name in names]
    identity = Symmetry(np.arange(planes[0] * planes[1] * planes[2]), np.arange(policy_size))
    found = {identity.cells.tobytes() + identity.policy.tobytes(): identity}
    waiting = [identity]
    while waiting:
        one = waiting.pop()
        for other in generators:
            both = Symmetry(one.cells[other.cells], one.policy[other.policy])
            key = both.cells.tobytes() + both.policy.tobytes()
            if key not in found:
                found[key] = both
                waiting.append(both)
    return list(found.values())


def _generator(name: str, planes: tuple[int, int, int], policy_size: int) -> Symmetry:
    count, rows, columns = planes
    layers = max(1, policy_size // (rows * columns))
    if name == "transpose" and rows != columns:
        raise ValueError(f"transpose needs as many rows as columns, not {rows} and {columns}")
    if name == "layers" and layers == 1:
        raise ValueError(
            f"layers needs a logit for each cell of several layers, not {policy_size} for {rows * columns}"
        )
    if policy_size < rows * columns and (policy_size != columns or name != "columns"):
        raise ValueError(f"{name} needs a logit for each cell{' or each column' if name == 'columns' else ''}")
    turn = TURNS[name]
    cells = np.arange(count * rows * columns).reshape(planes)
    whole = count // layers * layers  # the further planes belong to no layer
    parts = [turn(part) for part in cells[:whole].reshape(-1, layers, rows, columns)]
    if whole < count:
        rest = cells[whole:]
        parts.append(rest if name == "layers" else turn(rest))
    if policy_size < rows * columns:
        policy = turn(np.arange(columns).reshape(1, 1, columns)).ravel()
    else:
        size = layers * rows * columns
        policy = np.concatenate(
            [turn(np.arange(size).reshape(layers, rows, columns)).ravel(), np.arange(size, policy_size)]
        )
    return Symmetry(np.concatenate(parts).ravel(), policy)
