"""UCT's trace: events made from the numbers that its kernel emits."""

from __future__ import annotations

from typing import Any

from playout.algorithms.playouts import PLAYED
from playout.algorithms.trace import Tracer
from playout.algorithms.uct import kernel as kernel
from playout.algorithms.uct.options import LATER
from playout.algorithms.uct.own_rules import CHILD
from playout.algorithms.uct.proof import PROVE
from playout.algorithms.uct.tree import Tree
from playout.game import State

__all__ = ["UctTracer"]


class UctTracer(Tracer):
    """Kinds of events: begin, select, draw (by chance), expand, prune, simulate, backup, prove.

    Nodes have numbers, the root is 0. `select` holds every child with its two terms: the mean for the seat to move, and
    what exploration adds; `backup` holds the visits and mean payoffs that a node has afterwards. `prune` comes after a
    new node or a playout that won at once: `move` is the only one that the node numbered `parent` keeps.
    """

    def __init__(self, tree: Tree) -> None:
        super().__init__()
        self._tree = tree
        self._line: list[State] = []
        """The positions from the root on."""
        self._children: list[dict[str, Any]] = []
        self._played: list[int] = []
        self._methods = {
            kernel.BEGIN: self._begin,
            CHILD: self._child,
            kernel.SELECT: self._select,
            kernel.DRAW: self._draw,
            kernel.EXPAND: self._expand,
            kernel.RESULT: self._result,
            kernel.BACKUP: self._backup,
            PROVE: self._prove,
            PLAYED: self._move,
        }
        tree.trace(self.record)

    def record(self, kind: int, a: Any, b: Any, c: Any, d: Any) -> None:
        if not self.full:
            self._methods[kind](a, b, c, d)

    def _begin(self, number: int, _b: int, _c: int, _d: int) -> None:
        self._line = [self._tree.state]
        self._children, self._played = [], []
        self.add("begin", 0, f"simulation {number}", seat=self._tree.state.turn, number=int(number), node=0)

    def _child(self, child: int, mean: float, exploration: float, bound: float) -> None:
        node = self._tree.node(int(child))
        text = self._line[-1].format(node.move)
        self._children.append(
            {
                "node": node.number,
                "move": node.move,
                "text": text,
                "visits": node.visits,
                "mean": float(mean) if node.visits else None,
                "exploration": max(-LATER, float(exploration)),  # a rule's -inf, which JSON does not have
                "bound": max(-LATER, float(bound)) if bound < LATER else None,
                "proven": node.proven,
            }
        )

    def _select(self, node: int, child: int, better: int, _d: int) -> None:
        seat, found = self._line[-1].turn, self._tree.node(int(child))
        text = self._line[-1].format(found.move)
        chosen = next(item for item in self._children if item["node"] == found.number)
        if better:
            certain = self._line[-1].format(self._tree.node(int(better)).move)
            words = f"select {text}: {certain} is certain and needs no more visits"
        elif chosen["bound"] is None:
            words = f"select {text}: it was never tried"
        else:
            others = [item for item in self._children if item["bound"] is not None]
            terms = ", ".join(
                f"{item['text']} {item['mean'] or 0.0:.3f} + {item['exploration']:.3f}" for item in others
            )
            words = f"select {text}: {chosen['bound']:.3f} is the highest of {terms}"
        self._advance(found.move)
        facts = {"node": found.number, "parent": int(node), "children": self._children, "certain": int(better) or None}
        self.add("select", len(self._line) - 1, words, seat=seat, move=found.move, text=text, **facts)
        self._children = []

    def _draw(self, node: int, child: int, outcome: int, _d: int) -> None:
        text = self._line[-1].format(int(outcome))
        self._advance(int(outcome))
        facts = {"node": int(child), "parent": int(node)}
        self.add("draw", len(self._line) - 1, f"chance draws {text}", move=int(outcome), text=text, **facts)

    def _expand(self, node: int, child: int, move: int, _d: int) -> None:
        ply = int(self._tree.scratch["path"][0].tolist().index(int(child)))
        if len(self._line) == ply:
            seat, text = self._line[-1].turn, self._line[-1].format(int(move))
            self._advance(int(move))
        else:  # it was selected among children that all were there
            seat, text = self._line[-2].turn, self._line[-2].format(int(move))
        new = self._tree.node(int(child))
        how = " and the match is over" if self._line[-1].over else " which tactics decide" if new.proven else ""
        facts = {"node": new.number, "parent": int(node), "proven": new.proven}
        self.add("expand", ply, f"expand {text}: a new node{how}", seat=seat, move=int(move), text=text, **facts)
        if self._tree.header["prune_ends"][0] and self._line[-1].over and seat >= 0:
            self._prune(int(node), int(move), ply, self._line[-2])

    def _advance(self, move: int) -> None:
        self._line.append(self._line[-1].play(move))

    def _move(self, _seat: int, move: int, _c: int, _d: int) -> None:
        self._played.append(int(move))
        self.full = self.full or len(self._played) > self.most  # the playouts of one simulation may be a million

    def _result(self, leaf: int, depth: int, _c: int, _d: int) -> None:
        values = list(self._tree.scaled(self._tree.scratch["value"][0].tolist()))
        said = ", ".join(f"{value:.3f}" for value in values)
        texts, state = [], self._line[-1]
        for move in self._played:
            if state.over:  # the next of several playouts
                state = self._line[-1]
            texts.append(state.format(move))
            state = state.play(move)
        words = f"simulate {' '.join(texts)}: {said}" if texts else f"known without a playout: {said}"
        self.add("simulate", int(depth), words, node=int(leaf), moves=self._played, texts=texts, values=values)
        header = self._tree.header
        if header["prune_playouts"][0] and self._played and header["length"][0] == 1:
            self._prune(int(leaf), int(header["first"][0]), int(depth), self._line[-1])

    def _prune(self, parent: int, move: int, ply: int, state: State) -> None:
        """The kernel has kept only one child of a node, because its move wins at once."""
        kept = self._tree.node(parent).children
        others = [state.format(other) for other in state.moves() if other != move]
        if len(kept) != 1 or kept[0].move != move or self._tree.node(parent).plies or not others:
            return
        text = state.format(move)
        words = f"prune {', '.join(others)}: {text} wins at once, so it will be played"
        facts: dict[str, Any] = {"parent": parent, "node": kept[0].number, "texts": others}
        self.add("prune", ply, words, seat=state.turn, move=move, text=text, **facts)

    def _backup(self, number: int, depth: int, _c: int, _d: int) -> None:
        node = self._tree.node(int(number))
        means = ", ".join(f"{value:.3f}" for value in node.values)
        where = "the root" if node.number == 0 else self._line[int(depth) - 1].format(node.move)
        words = f"back up to {where}: {node.visits} {'visit' if node.visits == 1 else 'visits'}, mean {means}"
        self.add("backup", int(depth), words, node=node.number, visits=node.visits, values=list(node.values))

    def _prove(self, number: int, depth: int, _c: int, _d: int) -> None:
        node = self._tree.node(int(number))
        where = "the root" if node.number == 0 else self._line[int(depth) - 1].format(node.move)
        values = ", ".join(f"{value:.3f}" for value in node.values)
        words = f"proven: {where} is worth exactly {values}, in {node.plies} plies"
        facts: dict[str, Any] = {"node": node.number, "visits": node.visits, "values": list(node.values)}
        self.add("prove", int(depth), words, **facts, plies=node.plies)
