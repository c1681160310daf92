"""What the trees and arms that kernels grow in arrays have in common, and how a tree is walked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from playout import native
from playout.algorithms.playouts import refuse_endless
from playout.rules import Rules

__all__ = ["KernelArrays", "walk"]


class KernelArrays:
    """Positions to play in and one record of counters and settings, as kernels on a backend take them."""

    rules: Rules
    workspace: NDArray[Any]
    """One record: counters, settings, scratch."""
    _positions: NDArray[Any]
    _binding: dict[str, Any]
    """What `native.bind` is told: backend, policy and so on."""

    def _fill_workspace(self, kind: np.dtype[Any], settings: dict[str, Any]) -> None:
        self.workspace = np.zeros(1, kind)
        for name, value in settings.items():
            self.workspace[name] = value

    def _call(self, function: Any, *arguments: Any) -> Any:
        return native.bind(function, self.rules, **self._binding)(*arguments)

    def _view(self, array: NDArray[Any]) -> Any:
        return native.view(array, self._binding["backend"])

    @property
    def _states(self) -> Any:
        return self._view(self._positions)

    @property
    def _workspaces(self) -> Any:
        return self._view(self.workspace)

    def _checked(self, done: int) -> int:
        """How many simulations were done; a kernel that met an endless playout says -1."""
        if done < 0:
            refuse_endless(self.rules)
        return done


class _Parent(Protocol):
    @property
    def children(self) -> Sequence[Self]: ...


Tree = TypeVar("Tree", bound=_Parent)


def walk(node: Tree, top: int | None, depth: int | None) -> Iterator[tuple[int, Tree]]:
    """A node and those below, with their depth, parents first; `top` keeps only the first children of each."""
    stack = [(0, node)]
    while stack:
        level, node = stack.pop()
        yield level, node
        if depth is None or level < depth:
            stack += [(level + 1, child) for child in reversed(node.children[:top])]
