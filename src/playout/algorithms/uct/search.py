"""UCT: Monte Carlo tree search with upper confidence bounds (Kocsis and Szepesvari 2006), for any number of seats.

Any game, with or without chance. With `solver` wins, draws and losses that are certain are carried up the tree (Winands
and others 2008); with `tactics` the game's own forced moves count. Where things are hidden it is determinised UCT: a
tree for each of several guesses (perfect-information Monte Carlo), and nothing is certain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from playout.algorithms.drawing.tree_sketch import TreeSketch
from playout.algorithms.memory import MEGABYTE, MEMORY
from playout.algorithms.pauses import ANY
from playout.algorithms.playouts import rollout_switch
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.rule_files import BACKUP, BOUND, OwnRule, read_rule
from playout.algorithms.saving import MOST_SIMULATIONS, Contents, Kept, OtherVersionError, refuse_large
from playout.algorithms.tree.checks import refuse_unlisted
from playout.algorithms.tree.layout import ROOT
from playout.algorithms.tree_search import TreeSearch
from playout.algorithms.uct.exact.fitting import price_of
from playout.algorithms.uct.exact.tree import ExactTree
from playout.algorithms.uct.final_move import ROUNDING, is_certain, proof_of, score_of, second_of
from playout.algorithms.uct.node import Node
from playout.algorithms.uct.options import CHOICES, UctOptions
from playout.algorithms.uct.own_rules import own_switches
from playout.algorithms.uct.sketching import sketch_tree
from playout.algorithms.uct.team import Team
from playout.algorithms.uct.together import best_together
from playout.algorithms.uct.trace import UctTracer
from playout.algorithms.uct.tree import Tree
from playout.algorithms.uct.tree_arrays import TreePlan
from playout.game import State
from playout.options.fields import kernel_settings, policy_name
from playout.rng import Rng, new_stream
from playout.rules import OptionError

__all__ = ["Uct"]

ENDLESS = 1 << 62
"""A depth that no tree has."""

GUESSES = 1 << 32
"""The first of the random streams for guesses; those below it belong to the trees."""


class Uct(TreeSearch):
    """UCT on one tree for each thread, or for each guess of the hidden information. `UctOptions` has its options."""

    name = "uct"
    summary = "Monte Carlo tree search"
    games = (
        "any game, any number of seats, with or without chance; where things are hidden, a tree for each of several "
        "guesses"
    )
    option_type = UctOptions
    options: UctOptions
    limits = ("seconds", "simulations", "visits", "depth")
    learns = True

    selection: OwnRule | None
    """The rule of selection that the options name."""
    backup: OwnRule | None
    """The rule for the value of a playout that the options name."""
    price: int
    """Alpha-beta's nodes for each simulation, 0 without exact search."""
    _options: UctOptions | None

    def _set_up(self) -> None:
        self._read_rules()
        chosen = self.options
        # Only the kernel that notes the moves of a playout knows its length.
        needs_length = self.backup is not None and "length" in self.backup.reads
        self._has_notes = chosen.history > 0 or bool(chosen.grave) or chosen.prune_playouts or needs_length
        self._settings = self._new_settings()
        self._binding = self._new_binding()
        self.price = price_of(self.state, self.options, self._options, self.memory)
        self.trees: list[Tree] = []
        self._team: Team | None = None
        """The trees, if there are several."""

    def _new_settings(self) -> dict[str, Any]:
        """Fields of the kernels' header."""
        rules, chosen = self.state.game.rules, self.options
        least, most = rules.payoff_bounds
        total = 0.0 if rules.payoff_sum is None else (rules.payoff_sum - rules.players * least) / (most - least)
        settings = kernel_settings(chosen)
        return settings | {
            "c": settings["c"] if self.selection is None else 1.0,
            "own_c": settings["c"],
            "least": least,
            "span": most - least,
            "total": total,
            "seats": self.state.game.seats,
            "depth": self.depth or ENDLESS,
            "solver": chosen.solver and not self._is_blind,
            "use_prior": chosen.prior is not None,
            "use_notes": self._has_notes,
        }

    def _new_binding(self) -> dict[str, Any]:
        """The arguments of `native.bind` for its kernels."""
        rules, chosen = self.state.game.rules, self.options
        named = "" if chosen.leaf == "evaluate" else policy_name(chosen.policy)
        own = [rule for rule in (self.selection, self.backup) if rule is not None]
        functions: set[tuple[str, Callable[..., Any]]] = {(rule.contract.function, rule.kernel) for rule in own}
        if chosen.prior is not None:
            functions.add(("prior", rules.functions[chosen.prior] if isinstance(chosen.prior, str) else chosen.prior))
        has_extras = self._has_notes or chosen.prior is not None or chosen.expand == "all" or chosen.fpu is not None
        switches = {"extras": has_extras or chosen.prune_ends, "leaf_by_evaluate": chosen.leaf == "evaluate"}
        is_on = {name for name, on in switches.items() if on} | rollout_switch(rules, self._backend, named)
        has_fewer_seats = self.state.game.seats < rules.players
        is_on |= own_switches(self.selection, self.backup, chosen.expand == "all", has_fewer_seats)
        binding = {"policy": named, "functions": frozenset(functions), "switches": frozenset(is_on)}
        return binding | {"backend": self._backend}

    def _read_rules(self) -> None:
        """Read the rules that the options name, whenever a search is made, so that an edit of their file counts."""
        given, seats = self.options, self.state.game.seats
        self.selection = None if given.selection is None else read_rule(BOUND, given.selection, seats)
        self.backup = None if given.backup is None else read_rule(BACKUP, given.backup, seats)
        if self.selection is not None:
            asks = self._options is not None and self._options.c is not None
            for word, is_given in (("prior", given.prior is not None), ("c", asks)):
                if is_given and word not in self.selection.reads:
                    raise OptionError(
                        f"{self.selection.place} does not read {word}: leave {word} out, or add it to the rule's "
                        "parameters"
                    )
            if "prior" in self.selection.reads and given.prior is None:
                raise OptionError(
                    f"{self.selection.place} reads prior: write prior=rank as well, or in Python a function that "
                    "scores moves"
                )

    @property
    def rule_digests(self) -> dict[str, str]:
        return {rule.contract.option: rule.digest for rule in (self.selection, self.backup) if rule is not None}

    @property
    def _is_blind(self) -> bool:
        """Whether information is hidden: then a value that is certain under one guess is not certain."""
        return self.state.observer is not None

    @property
    def _exchanges(self) -> bool:
        """Whether several trees are of one position, so that they exchange what they find. Pruning changes a node's
        counts in a way that an exchange cannot add up.
        """
        chosen = self.options
        return chosen.threads > 1 and not (self._is_blind or chosen.prune_ends or chosen.prune_playouts)

    @property
    def _by(self) -> int:
        """The criterion of the final move, by its number in final_move.py."""
        return CHOICES.index(self.options.choice)

    @property
    def tree(self) -> Tree:
        """The tree, or the first of several."""
        self.prepare()
        return self.trees[0]

    @property
    def complete(self) -> bool:
        return self._is_proven or any(tree.deepest >= (self.depth or ENDLESS) for tree in self.trees)

    @property
    def _is_proven(self) -> bool:
        return any(tree.is_proven for tree in self.trees)

    @property
    def visits(self) -> int:
        return sum(tree.own_visits for tree in self.trees)

    @property
    def can_prove(self) -> bool:
        return bool(self._settings["solver"])

    @property
    def fullness(self) -> float | None:
        return max((tree.fullness for tree in self.trees), default=0.0)

    @property
    def memory_in_use(self) -> float | None:
        return sum(tree.memory for tree in self.trees) / MEGABYTE

    @property
    def tree_size(self) -> int | None:
        return sum(tree.used for tree in self.trees)

    def sketch(self, most: int) -> TreeSketch:
        return sketch_tree(self.tree, self.state.turn, self.work, self.best(), most)

    def prepare(self) -> None:
        if not self.trees:
            roots = self._roots()
            plan = TreePlan(
                settings=self._settings,
                binding=self._binding,
                memory=self.memory or MEMORY,
                trees=len(roots),
                selection=self.selection,
                exchanges=self._exchanges,
            )
            self.trees = [self._new_tree(root, plan, new_stream(self.key, index)) for index, root in enumerate(roots)]
            self.trees[0].simulate(0)
            if len(self.trees) > 1:
                self._team = Team(self.trees, self.options.threads, self._exchanges)

    def _new_tree(self, root: State, plan: TreePlan, rng: Any) -> Tree:
        return ExactTree(root, plan, rng, self.price) if self.price else Tree(root, plan, rng)

    def prepare_for(self, amount: int | None) -> None:
        for tree in self.trees:
            tree.load_for(amount)

    def _roots(self) -> list[State]:
        """The position of each tree: the searched one for each thread, or guesses of it."""
        if not self._is_blind:
            return [self.state] * self.options.threads
        return [self.state.guess(Rng(self.key, GUESSES + index)) for index in range(self.options.guesses)]

    @property
    def steps(self) -> int:
        return sum([tree.steps for tree in self.trees])

    def advance(self, amount: int, steps: int = ANY) -> int:
        return self.trees[0].simulate(amount, steps) if self._team is None else self._team.advance(amount, steps)

    def complete_unit(self) -> int:
        return sum(tree.complete_simulation() for tree in self.trees)

    def _keep(self, state: State) -> None:
        self.prepare()
        if self._team is not None:
            self._team.deliver()
        moves = state.history[len(self.state.history) :]
        for tree in self.trees:
            tree.keep(state, moves)
        if self._team is not None:
            self._team.begin()
        self.state = state
        self._count_anew()

    def _restart(self, state: State, seed: int | None) -> None:
        was_blind = self._is_blind
        self._begin(state, seed)
        if was_blind != self._is_blind:
            self._settings["solver"] = self.options.solver and not self._is_blind
            self.trees, self._team = [], None
        for index, (tree, root) in enumerate(zip(self.trees, self._roots() if self.trees else [], strict=True)):
            tree.restart(root, new_stream(self.key, index))
        if self._team is not None:
            self._team.begin()

    def _contents(self) -> Contents:
        refuse_unlisted(self.name, self.state.game.rules)
        refuse_large(sum(tree.simulations for tree in self.trees))
        values: dict[str, Any] = {"trees": len(self.trees)}
        arrays: dict[str, NDArray[Any]] = {}
        if self._team is not None:
            values["team"], of_team = self._team.contents()
            arrays |= {f"team.{name}": array for name, array in of_team.items()}
        for index, tree in enumerate(self.trees):
            values[str(index)], of_tree = tree.contents()
            arrays |= {f"{index}.{name}": array for name, array in of_tree.items()}
        return values, arrays

    def _restore(self, kept: Kept) -> None:
        refuse_unlisted(self.name, self.state.game.rules)
        kept.number("trees", len(self.trees), len(self.trees))
        if self._team is not None and kept.get("team", None) is None:
            raise OtherVersionError("whose threads exchanged what they found in another way")
        parts = [kept.part(str(index)) for index in range(len(self.trees))]
        # Trees that exchange what they find have visits of all.
        done = sum(part.number("simulations", 0, MOST_SIMULATIONS) for part in parts)
        for tree, part in zip(self.trees, parts, strict=True):
            tree.restore(part, min(done, MOST_SIMULATIONS))
        if self._team is not None:
            self._team.restore(kept.part("team"))

    def tracer(self) -> UctTracer:
        """Begin a trace; of several trees, that of the first."""
        self.prepare()
        return UctTracer(self.trees[0])

    def best(self) -> int:
        self.prepare()
        if len(self.trees) > 1:
            legal, seat = self.state.moves(), self.state.turn
            return best_together(self.trees, legal, seat, self._by, is_blind=self._is_blind)
        # One tree decides natively, which takes 10 us instead of 100; under a guess nothing is proven.
        move = self.trees[0].favourite(self._by) if not self._is_blind else -1
        return move if move >= 0 else self._ranked()[0].move

    def answer(self) -> SearchResult:
        self.prepare()
        lines = self._lines()
        candidates = [replace(item, line=(item.move, *lines.get(item.move, ()))) for item in self._ranked()]
        best = candidates[0]
        proven = self._is_proven
        values = (
            best.values
            if proven or best.values is None
            else self._merged([tree.root.without_received() for tree in self.trees])
        )
        depth = max(tree.deepest for tree in self.trees)
        result = self._answer(best.move, values or self.unknown, candidates, depth=depth, proven=proven)
        return replace(result, exact_nodes=sum(tree.exact_nodes for tree in self.trees))

    def _ranked(self) -> list[Candidate]:
        """Every legal move as a candidate, the best first by the rules of final_move.py, without lines."""
        found: dict[int, list[Node]] = {move: [] for move in self.state.moves()}
        ages: dict[int, int] = {}
        for tree in self.trees:
            for child in sorted(tree.children(int(ROOT)), key=lambda child: child.number):
                found[child.move].append(child.without_received())
                ages.setdefault(child.move, len(ages))
        weighed = [self._weighed(move, nodes) for move, nodes in found.items()]
        weighed.sort(key=lambda pair: self._order(pair[0], pair[1], ages.get(pair[0].move, 0)))
        first, least = weighed[0]
        if self._is_proven:  # other moves may have higher means, but are worth no more
            least = max(tree.root.mean(self.state.turn) for tree in self.trees if tree.is_proven) - ROUNDING
        certain = [pair for pair in weighed if first.values and is_certain(pair[0].proven, pair[1], least)][:1]
        return [item for item, _ in certain + [pair for pair in weighed if pair not in certain]]

    def _weighed(self, move: int, nodes: list[Node]) -> tuple[Candidate, float]:
        """A move as a candidate from all trees, and the mover's mean on 0..1, which is 0 for an unvisited move."""
        visited = [node for node in nodes if node.visits]
        prior = nodes[0].prior if nodes else None
        if not visited:
            return Candidate(move, 0, None, prior=prior), 0.0
        visits = sum(node.visits for node in visited)
        certain = [] if self._is_blind else [node for node in visited if node.proven]
        if certain:
            item = Candidate(move, visits, certain[0].values, True, certain[0].plies + 1, certain[0].prior)
            return item, certain[0].mean(self.state.turn)
        mean = sum(node.mean(self.state.turn) * (node.visits / visits) for node in visited)
        return Candidate(move, visits, self._merged(visited), prior=prior), mean

    def _merged(self, nodes: list[Node]) -> tuple[float, ...]:
        """The mean over several trees, each counting by its visits."""
        if len(nodes) == 1:
            return nodes[0].values
        visits = max(1, sum(node.visits for node in nodes))
        rows = zip(*[[value * node.visits for value in node.values] for node in nodes], strict=True)
        return tuple(sum(row) / visits for row in rows)

    def _lines(self) -> dict[int, list[int]]:
        """The expected line after each move, from a tree that proved the move, or else visited it most."""
        known: dict[int, Node] = {}
        for tree in self.trees:
            for node in tree.children(int(ROOT)):
                best = known.setdefault(node.move, node)
                if (node.has_reason, node.visits) > (best.has_reason, best.visits):
                    known[node.move] = node
        return {move: node.tree.line(node.number) for move, node in known.items()}

    def _order(self, item: Candidate, value: float, age: int) -> tuple[float, float, float, int]:
        """The sort key of a candidate. value: the mover's mean on 0..1; age: the number of moves that were tried before
        it.
        """
        if item.values is None:
            # Not visited yet, which is better than a proven loss; or, if the root is proven, left out by tactics
            # because it loses at once.
            return 3.0 if self._is_proven else 0.5, 0.0, 0.0, item.move
        proof = proof_of(item.proven, (item.plies or 1) - 1, value)
        score, second = (function(item.visits, value, self._by) for function in (score_of, second_of))
        return proof, -float(score), -float(second), age
