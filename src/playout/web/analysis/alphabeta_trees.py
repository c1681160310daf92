"""Alpha-beta's tree: the positions of its transposition table, with the known bounds of each.

Alpha-beta keeps no tree, so a node below the root shows the table's entry for its position. The entry is an exact value
or a bound: either a reply was good enough to cut off the others, or no reply reached the window.
"""

from __future__ import annotations

from collections.abc import Sequence

from playout.algorithms.alphabeta.known import Known
from playout.algorithms.base import Search
from playout.game import State
from playout.web import schema
from playout.web.analysis.jobs import Job
from playout.web.games.phrases import say_move
from playout.web.games.positions import seat_or_none, walk
from playout.web.refusals import RefusedError

__all__ = ["table_page"]


def table_page(job: Job, search: Search, path: Sequence[int], offset: int, limit: int) -> schema.TreePage:
    """A position below the root and its children: the table's move first, positions without an entry last."""
    states = [job.state, *walk(job.state, list(path), job.state.turn)]
    before, state = states[-2:]
    known = search.known(state)
    if known is None and not state.over:
        raise RefusedError("tree.not_in_table", kind="not_found")
    children = []
    for move in state.moves() if not state.over else ():
        after = state.play(move)
        children.append(_node(search, [*path, move], state, after, search.known(after)))
    total = max(1, sum(child.visits for child in children))
    for child in children:
        child.share = child.visits / total
    best = None if known is None else known.move

    def order(child: schema.TreeNode) -> tuple[bool, bool, float]:
        value = child.values[state.turn] if child.values else 0.0
        return child.move != best, child.values is None, -value

    children.sort(key=order)
    return schema.TreePage(
        analysis=job.id,
        node=_node(search, list(path), before, state, known),
        view=state.view(path[-1]),
        children=children[offset : offset + limit],
        offset=offset,
        total=len(children),
    )


def _node(search: Search, path: list[int], before: State, state: State, known: Known | None) -> schema.TreeNode:
    """before: the position in which the move to the node was made."""
    seat = before.turn
    values: list[float] | None = None
    window: tuple[float, float] | None = None
    if state.over:
        values = list(state.payoffs)
        window = (values[seat], values[seat])
    elif known is not None:
        values = list(known.values)
        window = _interval(known, state, seat, values[seat])
    text, words = say_move(before, path[-1])
    return schema.TreeNode(
        path=path,
        move=path[-1],
        text=text,
        words=words,
        seat=seat_or_none(seat),
        turn=seat_or_none(state.turn),
        over=state.over,
        visits=0 if known is None else known.nodes,
        share=1.0,
        values=values,
        proven=state.over or (known is not None and known.is_solved and not search.is_selective),
        plies=None if known is None else known.plies,
        prior=None,
        bound=None,
        window=window,
        depth=None if known is None else known.depth,
        children=0 if known is None or state.over else len(state.moves()),
    )


def _interval(known: Known, state: State, seat: int, value: float) -> tuple[float, float]:
    """The interval of the value for the seat that moved. A lower bound for its opponent is an upper bound for it."""
    least, most = state.game.rules.payoff_bounds
    is_own = state.turn == seat
    from_below, from_above = (known.at_least, known.at_most) if is_own else (known.at_most, known.at_least)
    return value if from_below else least, value if from_above else most
