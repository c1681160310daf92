"""PUCT with proofs, written a second time: over positions that people play, with a tree of Python objects."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from playout import native
from playout.game import State
from tests.algorithms.puct.growing import Network


@dataclass
class Item:
    """A node: a position in which a seat can choose, or that is decided."""

    state: State
    value: list[float]
    exact: bool
    priors: dict[int, float] = field(default_factory=dict)
    children: dict[int, Item] = field(default_factory=dict)
    visits: int = 0
    total: list[float] = field(default_factory=list)

    def worth(self, seat: int) -> float:
        return self.value[seat] if self.exact else self.total[seat] / self.visits


class Reference:
    """The tree of one position, without a game's tactics."""

    def __init__(self, state: State, network: Network, planes: tuple[int, int, int], c: float, reduction: float):
        self.network, self.planes, self.c, self.reduction = network, planes, c, reduction
        self.root = self.open(state, is_root=True)
        self.root.visits, self.root.total = 1, list(self.root.value)

    def open(self, state: State, *, is_root: bool = False) -> Item:
        while not is_root and not state.over and len(state.moves()) == 1:
            state = state.play(state.moves()[0])
        if state.over:
            return Item(state, list(state.payoffs), True)
        seats = state.game.seats
        out = np.zeros((1, *self.planes), np.uint8)
        state.game.rules.functions["planes"](native.view(state.position, "python")[0], state.turn, out[0])
        logits, values = self.network(out)
        weights = {move: math.exp(float(logits[0, move])) for move in state.moves()}
        item = Item(state, [float(values[0, (seat - state.turn) % seats]) for seat in range(seats)], False)
        item.priors = {move: weight / sum(weights.values()) for move, weight in weights.items()}
        return item

    def simulate(self) -> None:
        path, node = [self.root], self.root
        while True:
            move = self.choose(node)
            is_new = move not in node.children
            if is_new:
                node.children[move] = self.open(node.state.play(move))
            node = node.children[move]
            path.append(node)
            if is_new or node.exact:
                break
        value = node.value
        for node in reversed(path):
            if not node.exact and self.prove(node):
                value = node.value
            node.visits += 1
            node.total = [a + b for a, b in zip(node.total or [0.0] * len(value), value, strict=True)]

    def choose(self, node: Item) -> int:
        seat = node.state.turn
        seen = sum(node.priors[move] for move in node.children)

        def score(move: int) -> float:
            child = node.children.get(move)
            bonus = self.c * node.priors[move] * math.sqrt(node.visits) / (1 + (child.visits if child else 0))
            if child is None:
                return node.total[seat] / node.visits - self.reduction * math.sqrt(seen) + bonus
            return child.worth(seat) + bonus - 1e6 * (child.exact and child.worth(seat) <= 0)

        return max(node.priors, key=score)

    @staticmethod
    def prove(node: Item) -> bool:
        exact = [child for child in node.children.values() if child.exact]
        seat = node.state.turn
        best = max(exact, key=lambda child: child.value[seat], default=None)
        if best is None or (best.value[seat] < 1 and len(exact) < len(node.priors)):
            return False
        node.exact, node.value = True, best.value
        return True
