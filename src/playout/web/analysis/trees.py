"""A search's tree, one node at a time: its children by visits, with values, visits and the terms of their bounds."""

from __future__ import annotations

from collections.abc import Sequence

from playout.algorithms.base import Search
from playout.algorithms.kernel_arrays import BoundTerms, SearchNode
from playout.algorithms.results import Candidate
from playout.errors import PlayoutError
from playout.game import State
from playout.web import schema
from playout.web.analysis.alphabeta_trees import table_page
from playout.web.analysis.jobs import Job
from playout.web.games.phrases import say_move
from playout.web.games.positions import seat_or_none, walk
from playout.web.refusals import RefusedError

__all__ = ["find_nodes", "read_page"]

DEEPEST = 60
"""The greatest depth, in moves, at which a page may read a node."""

FIND = (20_000, 12)
"""A search for a text reads at most this many nodes, down to this depth."""


def read_page(job: Job, path: Sequence[int], offset: int, limit: int) -> schema.TreePage:
    """A node of a job's tree and a page of its children. Waits for the end of a slice, so it runs in a thread."""
    search = job.search
    if search is None:
        raise RefusedError("tree.none", kind="conflict")
    if len(path) > DEEPEST:
        raise RefusedError("tree.too_deep", kind="invalid", most=DEEPEST)
    with search._use.still():
        root = search.tree_root
        if root is not None:
            return _tree_page(job, search, root, path, offset, limit)
        if path and search.has_entries:
            return table_page(job, search, path, offset, limit)
        return _candidates_page(job, search, path, offset, limit)


def _tree_page(
    job: Job, search: Search, root: SearchNode, path: Sequence[int], offset: int, limit: int
) -> schema.TreePage:
    parent, node = None, root
    state = before = search.tree_state
    for move in path:
        child = next((item for item in node.children if item.move == move), None)
        if child is None:
            raise RefusedError("tree.no_node", kind="not_found")
        try:
            before, state = state, state.play(move)
        except PlayoutError as error:
            raise RefusedError("tree.not_guessed", kind="not_found") from error
        parent, node = node, child
    children = node.children
    shown = []
    for child in children[offset : offset + limit]:
        if state.over or (state.turn >= 0 and child.move not in state.moves()):
            continue  # this move of the information set is legal under another guess only
        shown.append(_node(child, node, state, [*path, child.move]))
    return schema.TreePage(
        analysis=job.id,
        node=_node(node, parent, before, list(path)),
        view=state.seen_by(job.state.turn).view(path[-1] if path else None),
        children=shown,
        offset=offset,
        total=len(children),
    )


def _node(node: SearchNode, parent: SearchNode | None, before: State, path: list[int]) -> schema.TreeNode:
    """before: the position before the move to the node."""
    text, words = say_move(before, path[-1]) if path else ("", None)
    return schema.TreeNode(
        path=path,
        move=path[-1] if path else None,
        text=text,
        words=words,
        seat=seat_or_none(before.turn) if path else None,
        turn=seat_or_none(node.seat),
        over=node.seat == -1,
        visits=node.visits,
        share=node.visits / max(1, parent.visits) if parent is not None else 1.0,
        values=list(node.values) if node.visits else None,
        proven=node.proven,
        plies=node.plies if node.proven else None,
        prior=node.prior,
        bound=_bound(node.bound(parent)) if parent is not None else None,
        window=None,
        depth=None,
        children=len(node.children),
    )


def _bound(terms: BoundTerms | None) -> schema.Bound | None:
    if terms is None:
        return None
    return schema.Bound(
        kind=terms.kind,
        mean=terms.mean,
        exploration=schema.finite(terms.exploration),
        bound=schema.finite(terms.bound),
        factor=terms.factor,
        count=terms.count,
        visits=terms.visits,
        more=list(terms.more),
    )


# Searches without a tree: the candidates are the children of the root.


def _candidates_page(job: Job, search: Search, path: Sequence[int], offset: int, limit: int) -> schema.TreePage:
    if path:
        raise RefusedError("tree.only_first", kind="not_found", agent=search.name, game=job.state.game.name)
    result, state = search.answer(), job.state
    total = max(1, sum(item.visits for item in result.candidates))
    root = _plain_node([], "", None, state, total, 1.0, Candidate(result.move, total, result.values, result.proven))
    root.depth, root.children = result.depth, len(result.candidates)
    bounds = state.game.rules.payoff_bounds
    shown = []
    for item in result.candidates[offset : offset + limit]:
        after = walk(state, [item.move], state.turn)[-1]
        (text, words), share = say_move(state, item.move), item.visits / total
        node = _plain_node([item.move], text, state.turn, after, item.visits, share, item)
        node.words = words
        if item.values is not None:
            value = item.values[state.turn]
            best = result.candidates[0].values
            is_best = item.move == result.move or item.proven or best is None
            # Alpha-beta proves only that the other moves are no better.
            node.window = (value, value) if is_best else (bounds[0], value)
        if (known := search.known(after)) is not None:
            node.depth, node.children = known.depth, len(after.moves())
        shown.append(node)
    return schema.TreePage(
        analysis=job.id,
        node=root,
        view=state.view(),
        children=shown,
        offset=offset,
        total=len(result.candidates),
    )


def _plain_node(
    path: list[int], text: str, seat: int | None, state: State, visits: int, share: float, item: Candidate
) -> schema.TreeNode:
    return schema.TreeNode(
        path=path,
        move=path[-1] if path else None,
        text=text,
        seat=seat,
        turn=seat_or_none(state.turn),
        over=state.over,
        visits=visits,
        share=share,
        values=list(item.values) if item.values is not None else None,
        proven=item.proven,
        plies=item.plies,
        prior=item.prior,
        bound=None,
        window=None,
        depth=None,
        children=0,
    )


def _texts(state: State, move: int) -> set[str]:
    """The text of a move in every language, in lower case."""
    text, words = say_move(state, move)
    return {said.lower() for said in (text, *([words.en, words.zh] if words is not None else [])) if said}


def find_nodes(job: Job, text: str, limit: int) -> list[schema.TreeNode]:
    """The nodes whose move has this text, most visited first. Reads only the most visited part of the tree."""
    search, wanted = job.search, text.strip().lower()
    if search is None:
        raise RefusedError("tree.none", kind="conflict")
    found: list[schema.TreeNode] = []
    most, deepest = FIND
    with search._use.still():
        root = search.tree_root
        if root is None:
            raise RefusedError("tree.not_kept", kind="not_found")
        waiting: list[tuple[int, int, SearchNode, State, list[int]]] = [(-root.visits, 0, root, search.tree_state, [])]
        looked = 0
        while waiting and looked < most and len(found) < limit:
            waiting.sort(key=lambda item: item[:2])
            _, _, node, state, path = waiting.pop(0)
            for child in node.children[:40]:
                looked += 1
                if state.over or (state.turn >= 0 and child.move not in state.moves()):
                    continue
                if wanted in _texts(state, child.move):
                    found.append(_node(child, node, state, [*path, child.move]))
                if len(path) + 1 < deepest and child.visits > 1:
                    after = state.play(child.move)
                    waiting.append((-child.visits, looked, child, after, [*path, child.move]))
            del waiting[400:]
    return sorted(found, key=lambda item: -item.visits)[:limit]
