"""The base class of searches whose tree can be drawn."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Protocol

from playout.algorithms.base import Search
from playout.algorithms.drawing.tree_picture import dot, tree_picture
from playout.algorithms.kernel_arrays import SearchNode
from playout.game import State
from playout.pictures import Picture

__all__ = ["TreeSearch"]


class PositionTree(Protocol):
    """A tree whose nodes are positions."""

    @property
    def root(self) -> SearchNode: ...

    @property
    def state(self) -> State:
        """The position at the root."""


class TreeSearch(Search):
    """A search with a tree of positions, which shows it in a notebook."""

    has_tree: ClassVar[bool] = True

    @property
    @abstractmethod
    def tree(self) -> PositionTree:
        """The tree, or the first of several."""

    @property
    def tree_root(self) -> SearchNode:
        return self.tree.root

    @property
    def tree_state(self) -> State:
        return self.tree.state

    def draw(self, *, top: int | None = 3, depth: int = 3) -> Picture:
        """The tree as a picture: the `top` most visited moves of each node, `depth` plies deep."""
        with self._use.still():
            return tree_picture(self.tree.root, self.tree.state, top=top, depth=depth)

    def graphviz(self, *, top: int | None = 3, depth: int = 3) -> str:
        """The same as text for Graphviz."""
        with self._use.still():
            return dot(self.tree.root, self.tree.state, top=top, depth=depth)

    def _repr_html_(self) -> str:
        return self.draw(depth=2)._repr_html_()
