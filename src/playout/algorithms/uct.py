"""UCT: Monte Carlo tree search with upper confidence bounds (Kocsis and Szepesvari 2006), for any number of seats.

Any game, with or without chance. With `solver` wins, draws and losses that are certain are carried up the tree (Winands
and others 2008); with `tactics` the game's own forced moves count. Where things are hidden it is determinised UCT: a
tree for each of several guesses (perfect-information Monte Carlo), and nothing is certain.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache

from playout.algorithms.drawing import dot, svg
from playout.algorithms.limits import MEMORY
from playout.algorithms.options import check_weight
from playout.algorithms.playouts import check_policy
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.search import Search
from playout.algorithms.tree import Node, Tree
from playout.algorithms.uct_nodes import ROOT
from playout.algorithms.uct_options import CHOICES, check_options, check_prior, weights
from playout.algorithms.uct_selection import LATER
from playout.algorithms.uct_trace import UctTracer
from playout.game import State
from playout.rng import Rng, new_stream
from playout.rules import PlayoutError

__all__ = ["Uct"]

C = 1.0
"""The factor of exploration for games that were not tuned."""

GUESSES = 1 << 32
"""The first of the random streams by which hidden things are guessed; those below it belong to the trees."""


class Uct(Search):
    """UCT on one tree for each thread, or for each guess of what is hidden.

    a, b: how much one's own mean counts, and how much what the strongest rival lacks; a personality stands for both.
    c: the factor of sqrt(ln N / n). wary: how far the others are thought to play against the seat at the root rather
    than for themselves, from 0 (as in max^n) to 1 (as in paranoid search). playouts: random playouts for each new leaf.
    expand: one child a simulation, or all at a leaf's second visit. choice: the final move is the one with the most
    visits, the best mean or the highest total. solver: on or off. tactics: the game's forced moves, and the options
    that its file holds for best; off: nothing of the game but its rules. prune_ends, prune_playouts: whoever can win at
    once will, found at expansion or by a playout's first move; the solver contains both. policy: playouts are uniform,
    follow the game's tactics, its suggest or another of its policies. fpu: first-play urgency, what an untried move
    promises; None: more than any other. prior: PUCT, with the game's rank or a function like it as priors. history: the
    weight of Progressive History. grave: visits from which a node's memory counts. decay: by how much less a playout
    counts for each of its plies. drop_weak: in the second half no more visits for moves worth less than a third of the
    best. threads: trees that grow side by side and vote together. guesses: the same where things are hidden, each tree
    on a guess of its own; threads then share them.
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
        a: float = 1.0,
        b: float = 0.0,
        c: float | None = None,
        personality: str | None = None,
        wary: float | None = None,
        playouts: int = 1,
        expand: str | None = None,
        choice: str = "visits",
        solver: bool = True,
        tactics: bool = True,
        prune_ends: bool = False,
        prune_playouts: bool = False,
        policy: str | None = None,
        fpu: float | None = None,
        prior: str | Callable[..., None] | None = None,
        history: float = 0.0,
        grave: int = 0,
        decay: float = 1.0,
        drop_weak: bool = False,
        threads: int = 1,
        guesses: int = 10,
        backend: str | None = None,
    ) -> None:
        super().__init__(state, seed=seed, memory=memory)
        rules = state.game.rules
        tuned = rules.tuned.get(self.name, {}) if tactics else {}
        tactics = tactics and rules.has("tactics")
        if policy is None:
            policy = tuned.get("policy", "tactics" if tactics else "uniform")
        c = tuned.get("c", C) if c is None else c
        wary = tuned.get("wary", 0.0) if wary is None else wary
        a, b = weights(personality, a, b)
        expand = expand or ("one" if prior is None and grave == 0 else "all")
        for word, number in (("a", a), ("b", b), ("c", c)):
            check_weight(word, number)
        check_weight("history", history, 1000)
        check_weight("fpu", 0 if fpu is None else fpu)
        check_weight("decay", decay, 1)
        check_weight("wary", wary, 1)
        check_options(playouts, choice, expand, grave, threads, guesses)
        named = check_policy(rules, policy)
        self._prior = check_prior(rules, prior, expand)
        least, most = rules.payoff_bounds
        total = 0.0 if rules.payoff_sum is None else (rules.payoff_sum - rules.players * least) / (most - least)
        self._settings: dict[str, float] = {"c": c, "least": least, "span": most - least, "total": total}
        self._settings |= {"fpu": float(LATER) if fpu is None else fpu, "history": history, "grave": grave}
        self._settings |= {"playouts": playouts, "use_solver": solver and not self._is_blind, "use_tactics": tactics}
        self._settings |= {"use_policy": named != "", "use_all": expand == "all", "use_prior": prior is not None}
        self._settings |= {"use_notes": history > 0 or grave > 0 or decay < 1 or prune_playouts}
        self._settings |= {"a": a, "b": b, "wary": wary, "decay": decay}
        self._settings |= {"prune_ends": prune_ends, "prune_playouts": prune_playouts}
        self._drop_weak = self.halves = drop_weak
        function = rules.functions.get("rank") if self._prior == "rank" else self._prior
        self._binding = {"backend": backend or rules.backends[0], "policy": named, "prior": function}
        self._choice = choice
        self._threads = threads
        self._guesses = guesses
        self._solver = solver
        self.trees: list[Tree] = []

    @property
    def _is_blind(self) -> bool:
        """Whether things are hidden: then what is certain under one guess is not certain."""
        return self.state.observer is not None

    @property
    def tree(self) -> Tree:
        """The tree, or the first of several."""
        self.prepare()
        return self.trees[0]

    @property
    def complete(self) -> bool:
        return any(tree.is_proven for tree in self.trees)

    @property
    def can_prove(self) -> bool:
        return bool(self._settings["use_solver"])

    def prepare(self) -> None:
        if not self.trees:
            roots = self._roots()
            memory = (self.memory or MEMORY, len(roots))
            self.trees = [
                Tree(root, self._settings, self._binding, new_stream(self.key, index), *memory)
                for index, root in enumerate(roots)
            ]
            self.trees[0].simulate(0)

    def _roots(self) -> list[State]:
        """The positions that trees grow from: the one that is searched, for each thread; or guesses of it."""
        if not self._is_blind:
            return [self.state] * self._threads
        return [self.state.guess(Rng(self.key, GUESSES + index)) for index in range(self._guesses)]

    def advance(self, amount: int) -> int:
        if len(self.trees) == 1:
            return self.trees[0].simulate(amount)
        parts = list(zip(self.trees, self._shares(amount), strict=True))
        # One thread does its part here; the others are kept waiting between slices, since starting them takes long.
        others = [_helpers(self._threads - 1).submit(_grow, parts[k :: self._threads]) for k in range(1, self._threads)]
        return _grow(parts[:: self._threads]) + sum(other.result() for other in others)

    def _shares(self, amount: int) -> list[int]:
        """How many simulations each tree gets: as many as the others, whatever the slices, where trees are guesses."""
        count = len(self.trees)
        if not self._is_blind:
            return [-(-amount // count)] * count
        total = amount + sum(tree.simulations for tree in self.trees)
        return [total // count + (index < total % count) - tree.simulations for index, tree in enumerate(self.trees)]

    def keep(self, state: State) -> None:
        """Go on from a later position of the same match: what the tree knows of it is kept."""
        if self._is_blind or state.observer is not None:
            raise PlayoutError("what a seat sees does not tell how it came about; search it anew (restart)")
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
        return svg(self.tree.root, self.tree.state, top=top, depth=depth)

    def graphviz(self, *, top: int | None = 3, depth: int = 3) -> str:
        """The same as text for Graphviz."""
        return dot(self.tree.root, self.tree.state, top=top, depth=depth)

    def _repr_html_(self) -> str:
        return self.draw()

    def restart(self, state: State, seed: int | None = None) -> None:
        """Search another position of the same game, as a new search would; the memory stays in use."""
        was_blind = self._is_blind
        Search.__init__(self, state, seed=seed, memory=self.memory)
        self.halves = self._drop_weak
        if was_blind != self._is_blind:
            self._settings["use_solver"] = self._solver and not self._is_blind
            self.trees = []
        for index, (tree, root) in enumerate(zip(self.trees, self._roots() if self.trees else [], strict=True)):
            tree.restart(root, new_stream(self.key, index))

    def halfway(self) -> None:
        if self._drop_weak:
            for tree in self.trees:
                tree.drop_weak()

    def tracer(self) -> UctTracer:
        """Begin a trace; of several trees, that of the first."""
        self.prepare()
        return UctTracer(self.trees[0])

    def best(self) -> int:
        self.prepare()
        move = self.trees[0].favourite(CHOICES.index(self._choice)) if len(self.trees) == 1 else -1
        return move if move >= 0 else self._ranked()[0].move

    def answer(self) -> SearchResult:
        self.prepare()
        lines = self._lines()
        candidates = [replace(item, line=(item.move, *lines.get(item.move, ()))) for item in self._ranked()]
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

    def _ranked(self) -> list[Candidate]:
        """Every legal move, the best first; the lines are left out."""
        found: dict[int, list[Node]] = {move: [] for move in self.state.moves()}
        for tree in self.trees:
            for child in tree.children(int(ROOT)):
                found[child.move].append(child)
        ranked = sorted((self._candidate(move, nodes) for move, nodes in found.items()), key=self._order)
        # A certain draw gets no more visits; it is played if nothing promises more.
        first = ranked[0].values
        seat = self.state.turn
        sure = [item for item in ranked if item.proven and item.values and first and item.values[seat] >= first[seat]]
        return sure[:1] + [item for item in ranked if item not in sure[:1]] if sure else ranked

    def _candidate(self, move: int, nodes: list[Node]) -> Candidate:
        visits = sum(node.visits for node in nodes)
        if visits == 0:
            return Candidate(move, 0, None, prior=nodes[0].prior if nodes else None)
        certain = [] if self._is_blind else [node for node in nodes if node.proven]
        if certain:
            return Candidate(move, visits, certain[0].values, True, certain[0].plies + 1, certain[0].prior)
        return Candidate(move, visits, self._merged(nodes), prior=nodes[0].prior)

    def _merged(self, nodes: list[Node]) -> tuple[float, ...]:
        """The mean over several trees, each counting by its visits."""
        if len(nodes) == 1:
            return nodes[0].values
        visits = max(1, sum(node.visits for node in nodes))
        rows = zip(*[[value * node.visits for value in node.values] for node in nodes], strict=True)
        return tuple(sum(row) / visits for row in rows)

    def _lines(self) -> dict[int, list[int]]:
        """How play goes on after each move, by the tree that knows it best."""
        known: dict[int, Node] = {}
        for tree in self.trees:
            for node in tree.children(int(ROOT)):
                best = known.setdefault(node.move, node)
                if (node.proven, node.visits) > (best.proven, best.visits):
                    known[node.move] = node
        return {move: node.tree.line(node.number) for move, node in known.items()}

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


def _grow(parts: list[tuple[Tree, int]]) -> int:
    """Grow trees one after the other, each by its share; how many simulations were done."""
    return sum(tree.simulate(share) for tree, share in parts)


@lru_cache(maxsize=8)
def _helpers(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, thread_name_prefix="playout")


def _proof(proven: bool, value: float, plies: int, bounds: tuple[float, float]) -> float:
    """Below 0 for a certain win, the lower the shorter; above 0.5 for a certain loss, the lower the longer; else 0."""
    if proven and value >= bounds[1]:
        return -1.0 / (plies + 1)
    if proven and value <= bounds[0]:
        return 1.0 + 1.0 / (plies + 1)
    return 0.0
