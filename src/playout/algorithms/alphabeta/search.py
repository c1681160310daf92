"""Alpha-beta: minimax that skips moves which cannot change the value (Knuth and Moore 1975).

It takes games of two seats with payoffs of a constant sum, full information and no chance. With an evaluation it
deepens ply by ply (principal-variation search, Marsland and Campbell 1982, inside aspiration windows), to a depth or
until no leaf is evaluated any more. Without one it solves the position: it asks for a win or a loss within 1, 3 and 7
plies, and then runs MTD(f) (Plaat and others 1996).
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from playout import native
from playout.algorithms.alphabeta import kernel as kernel
from playout.algorithms.alphabeta import records
from playout.algorithms.alphabeta.checks import check_stack, read_answers
from playout.algorithms.alphabeta.growing_table import GrowingTable
from playout.algorithms.alphabeta.known import (
    Known,
    find_entry,
    forced_move,
    known_move,
    one_earlier,
    place_of,
    read_entry,
)
from playout.algorithms.alphabeta.options import AlphaBetaOptions
from playout.algorithms.alphabeta.scores import scores_of
from playout.algorithms.alphabeta.settings import settings, uses_table
from playout.algorithms.alphabeta.sides import EACH
from playout.algorithms.alphabeta.sketching import sketch_root, sketch_table
from playout.algorithms.alphabeta.table import FOREVER, TO_DEPTH
from playout.algorithms.alphabeta.trace import AlphaBetaTracer
from playout.algorithms.alphabeta.windows import WindowAnswer, WindowPlan
from playout.algorithms.depth import DepthSearch
from playout.algorithms.drawing.tree_sketch import TreeSketch
from playout.algorithms.pauses import ANY
from playout.algorithms.results import Candidate, SearchResult
from playout.algorithms.saving import Contents, Kept
from playout.game import State
from playout.rules import OptionError, PlayoutError, Rules

__all__ = ["AlphaBeta"]

DEEPEST = 512
"""The largest depth of a search without a limit in plies; longer lines are evaluated at that depth."""

WINDOWS = 16
"""The largest number of windows in a slice, since planning a window takes time but no steps."""

COUNTERS = ("mode", "ply", "value", "leaves", "nodes", "before")
"""The fields of the workspace that are saved: the state of the kernel."""

ROOT_FIELDS = ("root_score", "root_bound", "root_nodes")


class AlphaBeta(DepthSearch):
    """Alpha-beta in progress. No switch changes the value of a solved position.

    In a search to a depth, tactics and quiescence look beyond the depth, so they may change the value.
    """

    name: ClassVar[str] = "alphabeta"
    summary: ClassVar[str] = "alpha-beta search, exact or to a depth"
    games: ClassVar[str] = "two seats, no chance, nothing hidden"
    learns: ClassVar[bool] = True
    alone: ClassVar[bool] = False
    """Whether the seat to move plays against all others."""
    replies: ClassVar[bool] = False
    """Whether only one opponent replies between two moves of the seat."""
    option_type: ClassVar[type[AlphaBetaOptions]] = AlphaBetaOptions
    options: AlphaBetaOptions

    def _set_up(self) -> None:
        """Make scores, table and kernel. Without a limit of memory, the table takes at most 68 megabytes."""
        state, chosen, rules = self.state, self.options, self.state.game.rules
        self._scores = scores_of(rules, state.game.seats, alone=self.alone)
        # If a position is solved, half of the nodes have no entry: tactics decide them or leave one move.
        per_word = 1 if self._is_to_depth else 2
        self._table = GrowingTable(self.memory, is_used=uses_table(chosen, rules), per_word=per_word)
        self._workspace = np.zeros(1, records.workspace_type(rules.max_moves, rules.players))
        self._words, self._word_at = self._workspace.view(np.int64), records.word_offsets(self._workspace.dtype)
        fixed = settings(chosen, rules, self._scores, replies=self.replies)
        self._words[: len(fixed)] = fixed
        self._nodes = np.zeros(0, records.node_type(rules.max_moves))
        self._root_at = records.word_offsets(self._nodes.dtype)
        self._steps = 0
        self._ask_anew()

    def _bind(self) -> None:
        self._kernel = native.bind(
            kernel.search_window, self.state.game.rules, self._backend, switches=self._kernel_switches
        )
        arrays = (self._positions, self._nodes, self._workspace)
        self._arguments = [native.view(array, self._backend) for array in arrays]

    @property
    def _kernel_switches(self) -> frozenset[str]:
        """The switches of the kernel: one that only solves positions is faster."""
        return frozenset({TO_DEPTH.name} if self._is_to_depth else {kernel.IN_PLACE.name})

    @property
    def _is_to_depth(self) -> bool:
        """Whether it searches to a depth or deepens ply by ply; otherwise it solves the position at once."""
        return self.depth is not None or bool(self.options.deepening)

    def _refuse_seats(self, state: State) -> None:
        rules = state.game.rules
        if state.game.seats != 2:
            raise PlayoutError(
                f"alphabeta is for two seats, and {rules.name} has {state.game.seats}: use paranoid, maxn or uct"
            )
        if rules.payoff_sum is None:
            raise PlayoutError(
                f"alphabeta needs payoffs of a constant sum, and those of {rules.name} vary: use minimax or uct"
            )

    def _check_depth(self, rules: Rules) -> None:
        super()._check_depth(rules)
        if self.depth is not None and self.depth >= FOREVER:
            raise OptionError(f"{self.name} takes a depth below {FOREVER}, not {self.depth}")

    def _make_stack(self) -> None:
        """Allocate a stack for the longest line from the position, unless the current one is large enough."""
        rules = self.state.game.rules
        plies = rules.max_length
        if self.depth is not None:
            plies = min(2 * self.depth + records.SPARE, plies)
        elif self.options.deepening:
            plies = min(DEEPEST, plies)
        plies += 2
        if self.state.game.most_plies is not None:
            plies = min(plies, 2 + self.state.game.most_plies - len(self.state.history))
        if len(self._nodes) >= plies:
            return
        self._positions = rules.allocate(plies)
        for i in range(plies if rules.is_object else 0):
            rules.copy(self._positions, i, self.state.position, 0)
        self._nodes = np.zeros(plies, self._nodes.dtype)
        self._root = self._nodes[:1].view(np.int64)
        self._placed: State | None = None
        self._bind()

    def _restart(self, state: State, seed: int | None) -> None:
        """Keep the table, whose entries do not depend on the root."""
        self._begin(state, seed)
        self._workspace["credits"] = 0
        self._ask_anew()

    def _ask_anew(self) -> None:
        """Start the search at the root; the table may already hold results."""
        state = self.state
        self._make_stack()
        self._nodes["killers"] = -1
        self._words[self._word_at["leaves"]] = self._words[self._word_at["nodes"]] = 0
        self._placed = None
        us = state.turn if self.alone else EACH
        self._words[self._word_at["us"]] = us
        self._plan = WindowPlan(state, self.options, depth=self.depth, us=us)
        self.asked = -self._scores.top, self._scores.top
        """The window of the last answer that completed a depth or, when solving, narrowed the bounds of the value."""
        self._open_window()

    def _keep(self, state: State) -> None:
        self._restart(state, self.key)

    def _forget(self) -> None:
        self._table.clear()

    @property
    def complete(self) -> bool:
        return self._plan.request is None

    @property
    def leaves(self) -> int:
        """The number of ends of the match that were reached."""
        return int(self._workspace["leaves"][0])

    @property
    def fullness(self) -> float | None:
        return self._table.fullness

    @property
    def memory_in_use(self) -> float | None:
        return self._table.megabytes

    def expected(self, state: State, most: int) -> tuple[int, ...]:
        """The line of the table's best moves from a position, at most `most` moves.

        It is cheap, and available before the search has ended, but not proven.
        """
        found: list[int] = []
        while self.has_entries and len(found) < most and not state.over:
            move = known_move(*find_entry(self._table.words, state), state)
            if move is None:
                move = self._forced(state)
            if move is None:
                break
            found.append(move)
            state = state.play(move)
        return tuple(found)

    @property
    def has_entries(self) -> bool:
        return self._table.is_used and not self.alone and self.state.game.rules.has("key")

    def known(self, state: State) -> Known | None:
        if not self.has_entries or state.over:
            return None
        found, move = read_entry(self._table.words, self._scores, state), self._forced(state)
        if found is not None or move is None:
            return found
        after = state.play(move)
        below = self.known(after)
        return below and one_earlier(below, move, turned=after.turn != state.turn)

    def _forced(self, state: State) -> int | None:
        """The only move that tactics leaves in a position, if tactics is on; else None."""
        return forced_move(state) if self._workspace["tactics"][0] else None

    def best(self) -> int:
        return self._plan.preferred[0]

    def tracer(self) -> AlphaBetaTracer:
        tracer = AlphaBetaTracer(self)
        rules = self.state.game.rules
        self._kernel = native.bind(
            kernel.search_window,
            rules,
            self._backend,
            recorder=tracer.record,
            switches=self._kernel_switches - {kernel.IN_PLACE.name},
        )
        return tracer

    def prepare(self) -> None:
        self._kernel(*self._arguments, self._table.words, 0)

    @property
    def steps(self) -> int:
        return self._steps

    def advance(self, amount: int, steps: int = ANY) -> int:
        done = used = windows = 0
        words, nodes, left_out = self._words, self._word_at["nodes"], self._word_at["left_out"]
        while not self.complete and self._table.grow(int(words[nodes])):
            self._follow_table()
            space = self._table.until_crowded(int(words[nodes]))
            found = int(self._kernel(*self._arguments, self._table.words, min(amount - done, steps - used, space)))
            done += found
            used += found + int(words[left_out])
            mode = self._workspace["mode"][0]
            if mode == records.STUCK:
                raise PlayoutError(
                    f"a line of {self.state.game.name} did not end within {len(self._nodes) - 2:,} plies, so "
                    f"{self.name} cannot solve it: give a depth (the game then needs evaluate), or use uct"
                )
            if mode == records.FINISHED:
                self._take(self._found(), self.work + done)
                self._open_window()
                windows += 1
            if done >= amount or used >= steps or (windows == WINDOWS and steps < ANY):
                break
        self._steps += used
        self._note_progress()
        return done

    def _take(self, answer: WindowAnswer, work: int) -> None:
        """Give the plan an answer; keep a checkpoint if it completes a depth or, when solving, narrows the value."""
        plan, request = self._plan, self._plan.request
        reached, known = plan.reached, list(plan.range)
        plan.take(answer)
        is_progress = plan.reached != reached or (plan.range != known and not self._is_to_depth)
        if request is not None and is_progress:
            self.asked = request.alpha, request.beta
            if self.checkpoint_size:
                self.checkpoints.append(sketch_root(self, work))

    def sketch(self, most: int) -> TreeSketch:
        return sketch_table(self, self.work, most)

    @property
    def current_line(self) -> list[int]:
        """The moves from the root to the node that it searches now."""
        request = self._plan.request
        if request is None or request.state is not self.state:
            return []
        nodes = self._nodes[: int(self._words[self._word_at["ply"]])]
        return [int(node["list"][node["next"]]) for node in nodes]

    def _keep_checkpoint(self) -> None:
        """Do nothing: `_take` keeps the checkpoints."""

    def _follow_table(self) -> None:
        """If the table has grown, set the indices of the current line's nodes in it again."""
        if not self._table.has_moved:
            return
        self._table.has_moved = False
        game, nodes = self.state.game, self._nodes[: int(self._words[self._word_at["ply"]]) + 1]
        for i in np.flatnonzero(nodes["place"] >= 0):
            nodes["place"][i] = place_of(self._table.words, nodes["key"][i], game, self._positions[i : i + 1])

    def _note_progress(self) -> None:
        """Tell the plan of a better move in an unfinished window of the root."""
        request, node = self._plan.request, self._nodes[0]
        is_entered = self._workspace["mode"][0] != records.ENTER or self._workspace["ply"][0] > 0
        if request is not None and request.state is self.state and is_entered and node["best"] > node["first_alpha"]:
            self._plan.prefer(int(node["move"]), int(node["best"]), request.depth)

    def _found(self) -> WindowAnswer:
        """The kernel's answer to the plan's request."""
        root, at, words = self._root, self._root_at, self._words
        count, first = int(root[at["count"]]), at["list"]
        places = (self._word_at[name] for name in ROOT_FIELDS)
        columns = (words[place : place + count].tolist() for place in places)
        moves = tuple(zip(root[first : first + count].tolist(), *columns, strict=True))
        value, move = int(words[self._word_at["value"]]), int(root[at["move"]])
        return WindowAnswer(value, move, bool(root[at["open"]]), moves, int(root[at["usual"]]))

    def _open_window(self) -> None:
        """Set up the stack for the plan's request."""
        request = self._plan.request
        if request is None:
            return
        root, at, words, place = self._root, self._root_at, self._words, self._word_at
        if request.state is not self._placed:
            self._place(request.state)
        root[at["alpha"]], root[at["beta"]] = request.alpha, request.beta
        root[at["depth"]], root[at["replier"]] = request.depth, request.replier
        root[at["skipped"]] = root[at["barred"]] = root[at["reduced"]] = root[at["distance"]] = 0
        words[place["deepest"]] = 2 * request.depth
        words[place["mode"]], words[place["ply"]], words[place["before"]] = records.ENTER, 0, words[place["nodes"]]
        self._workspace["root_bound"], self._workspace["root_nodes"] = 0, 0

    def _place(self, state: State) -> None:
        """Set the root position of the stack."""
        rules, root, at = state.game.rules, self._root, self._root_at
        rules.copy(self._positions, 0, state.position, 0)
        root[at["seat"]], root[at["side"]] = state.turn, self._plan.side(state)
        root[at["threat"]] = bool(state._call("threatened")) if rules.has("threatened") else 0
        self._placed = state

    # Saving and loading

    @property
    def is_selective(self) -> bool:
        return self.options.is_selective

    def _contents(self) -> Contents:
        if self.is_selective:  # the current window begins again, here and in the file; the table stays
            self._open_window()
            self._plan.better = None
        of_table, entries = self._table.contents()
        self._follow_table()
        workspace = self._workspace[0]
        values: dict[str, Any] = {name: int(workspace[name]) for name in COUNTERS}
        values |= {"answers": self._plan.written(), **of_table}
        arrays = {name: workspace[name] for name in ROOT_FIELDS}
        arrays |= {
            "history": workspace["credits"],
            "nodes": self._nodes[: values["ply"] + 1],
            "killers": self._nodes["killers"],
        }
        return values, arrays | entries

    def _restore(self, kept: Kept) -> None:
        for name in COUNTERS:
            self._workspace[name] = kept.number(name, -(1 << 62), 1 << 62)
        for name in ROOT_FIELDS:
            self._workspace[name][0] = kept.array(name, np.int64, self._workspace[name][0].shape)
        self._workspace["credits"][0] = kept.array("history", np.int64, self._workspace["credits"][0].shape)
        self._nodes["killers"] = kept.array("killers", np.int64, self._nodes["killers"].shape)
        ply = kept.number("ply", 0, len(self._nodes) - 1)
        if self.is_selective and ply > 0:
            raise ValueError("it is in the middle of a window")
        nodes = kept.array("nodes", self._nodes.dtype, (ply + 1,), later=records.LATER_FIELDS)
        answers = read_answers(kept["answers"])
        self._plan = WindowPlan(self.state, self.options, depth=self.depth, us=self._plan.us, answers=answers)
        self._placed = None  # the positions are replayed
        check_stack(self._plan, nodes, kept.number("mode", records.ENTER, records.FINISHED), self._positions)
        self._nodes[: ply + 1] = nodes
        self._table.restore(kept, self._nodes["place"][: ply + 1])
        self._note_progress()

    # The answer

    def answer(self) -> SearchResult:
        plan = self._plan
        best, (low, high) = plan.preferred
        score = low if low > 0 or low == high else min(high, 0)
        line = plan.line if plan.line[0] == best else (best,)
        lines = {**plan.others, best: line}
        candidates = [self._candidate(move, lines.get(move, (move,))) for move in plan.known]
        seat = self.state.turn

        def order(item: Candidate) -> tuple[bool, float, bool, int]:
            worth = -1e300 if item.values is None else item.values[seat]
            return item.move != best, -worth, item.move not in plan.others, -item.visits

        return self._answer(
            best,
            self._values(score, line),
            sorted(candidates, key=order),
            proven=plan.proven and self._is_proof(score),
            depth=plan.reached if 0 < plan.reached < FOREVER else len(plan.line),
        )

    def _candidate(self, move: int, line: tuple[int, ...]) -> Candidate:
        """A root move as a candidate; its values are known only if both bounds of its score have the same payoff."""
        plan = self._plan
        best, bounds = plan.preferred
        low, high = bounds if move == best else plan.known[move]
        is_outdated = plan.better is not None and low > bounds[1]  # from the previous depth, and no longer the best
        if is_outdated or self._scores.level(low) != self._scores.level(high):
            return Candidate(move, plan.visits[move], None, line=line)
        certain = plan.proven if move == best else self._scores.is_end(low) or move not in plan.unsure
        certain = certain and self._is_proof(low)
        plies = self._scores.plies(low) if low == high and certain else None
        return Candidate(move, plan.visits[move], self._values(low, line), proven=certain, plies=plies, line=line)

    def _values(self, score: int, line: tuple[int, ...]) -> tuple[float, ...]:
        """The payoffs by seat for a score of the seat to move; line: the line that leads to it."""
        return self._scores.values(score, self.state.turn)

    def _is_proof(self, score: int) -> bool:
        """Whether a score that the search has proven is proven for the match too."""
        return True
