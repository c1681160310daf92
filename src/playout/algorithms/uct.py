"""UCT: Monte Carlo tree search with upper confidence bounds (Kocsis and Szepesvari 2006), for any number of seats.

Any game whose whole position can be seen, with or without chance. With `solver` wins, draws and losses that are
certain are carried up the tree (Winands and others 2008); with `tactics` the game's own forced moves count.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from playout.algorithms.drawing import dot, svg
from playout.algorithms.playouts import POLICIES
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.search import Search
from playout.algorithms.tree import Node, Tree
from playout.algorithms.uct_kernel import SETTINGS
from playout.game import State
from playout.rules import OptionError, PlayoutError

__all__ = ["Uct"]

CHOICES = ("visits", "mean", "total")


class Uct(Search):
    """UCT on one tree for each thread.

    c: the factor of sqrt(ln N / n). playouts: random playouts for each new leaf. choice: the final move is the one
    with the most visits, the best mean or the highest total. solver, tactics: on or off. policy: playouts are uniform,
    follow the game's suggest, or its tactics (the default where it has them). threads: trees that grow side by side
    and vote together.
    """

    name = "uct"
    unit = "simulations"
    limits = ("seconds", "simulations")

    def __init__(
        self,
        state: State,
        *,
        seed: int | None = None,
        memory: float | None = None,
        c: float = 1.0,
        playouts: int = 1,
        choice: str = "visits",
        solver: bool = True,
        tactics: bool = True,
        policy: str | None = None,
        threads: int = 1,
        backend: str | None = None,
    ) -> None:
        super().__init__(state, seed=seed, memory=memory)
        rules = state.game.rules
        if rules.has("mask"):
            raise PlayoutError(f"{rules.name} hides things from its seats, which uct cannot search; use flat")
        if policy is None:
            policy = "tactics" if tactics and rules.has("tactics") else "uniform"
        _check_options(c, playouts, choice, policy, threads)
        if policy != "uniform" and not rules.has(policy):
            raise PlayoutError(f"{rules.name} has no function {policy} for the policy {policy}; use the policy uniform")
        least, most = rules.payoff_bounds
        total = 0.0 if rules.payoff_sum is None else (rules.payoff_sum - rules.players * least) / (most - least)
        scale = (least, 1 / (most - least), total)
        switches = (playouts, solver, tactics and rules.has("tactics"))
        self._settings = np.array([c, *scale, *switches, rules.max_length, POLICIES.index(policy)], np.float64)
        self._choice = choice
        self._threads = threads
        self._backend = backend or rules.backends[0]
        self.trees: list[Tree] = []

    @property
    def tree(self) -> Tree:
        """The tree, or the first of several."""
        self.prepare()
        return self.trees[0]

    @property
    def complete(self) -> bool:
        return any(tree.root.proven for tree in self.trees)

    @property
    def can_prove(self) -> bool:
        return bool(self._settings[SETTINGS.index("solver")])

    def prepare(self) -> None:
        if not self.trees:
            share = None if self.memory is None else self.memory / self._threads
            self.trees = [
                Tree(self.state, self._settings, self.key, index, self._backend, share)
                for index in range(self._threads)
            ]
            self.trees[0].simulate(0)

    def advance(self, amount: int) -> int:
        if self._threads == 1:
            return self.trees[0].simulate(amount)
        share = -(-amount // self._threads)
        with ThreadPoolExecutor(self._threads) as pool:
            return sum(pool.map(lambda tree: tree.simulate(share), self.trees))

    def keep(self, state: State) -> None:
        """Go on from a later position of the same match: what the tree knows of it is kept."""
        moves = state.history[len(self.state.history) :]
        if state.history[: len(self.state.history)] != self.state.history:
            raise PlayoutError("this position does not follow from the one that was searched")
        self.prepare()
        for tree in self.trees:
            tree.keep(state, moves)
        self.state = state
        self.work, self.elapsed, self.choices = 0, 0.0, []

    def draw(self, *, top: int | None = 3, depth: int = 3) -> str:
        """The tree as SVG: the `top` most visited moves of each node, `depth` plies deep."""
        return svg(self.tree.root, self.state, top=top, depth=depth)

    def graphviz(self, *, top: int | None = 3, depth: int = 3) -> str:
        """The same as text for Graphviz."""
        return dot(self.tree.root, self.state, top=top, depth=depth)

    def _repr_html_(self) -> str:
        return self.draw()

    def answer(self) -> SearchResult:
        self.prepare()
        candidates = self._candidates()
        best = candidates[0]
        proven = self.complete
        values = best.values if proven or best.values is None else self._merged([tree.root for tree in self.trees])
        return SearchResult(
            state=self.state,
            algorithm=self.name,
            move=best.move,
            values=values or self.unknown,
            candidates=tuple(candidates),
            proven=proven,
            unit=self.unit,
            work=self.work,
            depth=max(tree.deepest for tree in self.trees),
            elapsed=self.elapsed,
        )

    def _candidates(self) -> list[Candidate]:
        """Every legal move, the best first."""
        found: dict[int, list[Node]] = {move: [] for move in self.state.moves()}
        for tree in self.trees:
            for child in tree.root.children:
                found[child.move].append(child)
        ranked = sorted((self._candidate(move, nodes) for move, nodes in found.items()), key=self._order)
        # A certain draw gets no more visits; it is played if nothing promises more.
        first = ranked[0].values
        seat = self.state.turn
        sure = [item for item in ranked if item.proven and item.values and first and item.values[seat] >= first[seat]]
        return sure[:1] + [item for item in ranked if item not in sure[:1]]

    def _candidate(self, move: int, nodes: list[Node]) -> Candidate:
        if not nodes:
            return Candidate(move, 0, None)
        certain = [node for node in nodes if node.proven]
        leader = certain[0] if certain else max(nodes, key=lambda node: node.visits)
        return Candidate(
            move=move,
            visits=sum(node.visits for node in nodes),
            values=certain[0].values if certain else self._merged(nodes),
            proven=bool(certain),
            plies=certain[0].plies + 1 if certain else None,
            line=(move, *self._line(leader)),
        )

    def _merged(self, nodes: list[Node]) -> tuple[float, ...]:
        """The mean over several trees, each counting by its visits."""
        visits = max(1, sum(node.visits for node in nodes))
        rows = zip(*[[value * node.visits for value in node.values] for node in nodes], strict=True)
        return tuple(sum(row) / visits for row in rows)

    def _line(self, node: Node) -> list[int]:
        """How play goes on from a node, as far as the tree is sure enough to say."""
        line = []
        while node.seat >= 0 and (children := node.children):
            node = min(children, key=partial(self._rank, node.seat))
            if node.visits < 2 and not node.proven:
                break
            line.append(node.move)
        return line

    def _rank(self, seat: int, node: Node) -> tuple[float, float]:
        value = node.values[seat]
        return _proof(node.proven, value, node.plies, self.state.game.rules.payoff_bounds), -float(node.visits)

    def _order(self, item: Candidate) -> tuple[float, float, int]:
        """A certain win first, the shortest best; a certain loss last, the longest best; else by the final choice."""
        if item.values is None:
            # Not looked at yet; or, if all is decided, left out by tactics because it loses at once.
            return 3.0 if self.complete else 0.5, 0.0, item.move
        value = item.values[self.state.turn]
        proof = _proof(item.proven, value, item.plies or 0, self.state.game.rules.payoff_bounds)
        least = self.state.game.rules.payoff_bounds[0]
        score = {"visits": item.visits, "mean": value, "total": (value - least) * item.visits}[self._choice]
        return proof, -float(score), item.move


def _proof(proven: bool, value: float, plies: int, bounds: tuple[float, float]) -> float:
    """Below 0 for a certain win, the lower the shorter; above 0.5 for a certain loss, the lower the longer; else 0."""
    if proven and value >= bounds[1]:
        return -1.0 / (plies + 1)
    if proven and value <= bounds[0]:
        return 1.0 + 1.0 / (plies + 1)
    return 0.0


def _check_options(c: float, playouts: int, choice: str, policy: str, threads: int) -> None:
    if isinstance(c, bool) or not isinstance(c, (int, float)) or not 0 <= c < 100:
        raise OptionError(f"c has to be a number from 0 to 100, not {c!r}")
    for name, value in (("playouts", playouts), ("threads", threads)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise OptionError(f"{name} has to be a whole number of at least 1, not {value!r}")
    if choice not in CHOICES:
        raise OptionError(f"choice has to be one of {', '.join(CHOICES)}, not {choice!r}")
    if policy not in POLICIES:
        raise OptionError(f"policy has to be one of {', '.join(POLICIES)}, not {policy!r}")
