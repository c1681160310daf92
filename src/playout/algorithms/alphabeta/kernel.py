"""Alpha-beta's kernel: a fail-soft search of one window. Its stack is an array of records, so it can stop anywhere.

Scores are whole numbers for the side to move: the payoff, centred and scaled, times `quantum`, minus the plies from the
root to the end of the match. So an early win has a higher score than a late one, and an early loss a lower score. A
payoff in the middle has score 0. Seats need not alternate: a child's score changes its sign only if the side to move
changes. A side is a seat, or the seat at the root against all others (sides.py).

Functions pass records to each other, not arrays, since compiled code would count references to an array.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.alphabeta.entering import enter, glance, locate, score_of
from playout.algorithms.alphabeta.ordering import credit
from playout.algorithms.alphabeta.records import (
    AGAIN,
    BEST,
    CUT,
    END,
    ENTER,
    FINISHED,
    KNOWN,
    KNOWN_CHILD,
    LEFT,
    NEW,
    NOWHERE,
    RETURN,
    STEP,
)
from playout.algorithms.alphabeta.selective import (
    FULL_DEPTH,
    NO_SKIP,
    WANTED,
    ask_skip,
    bar_skips,
    depth_change,
    follows_skip,
    goes_on,
    is_futile,
    is_refuted,
    leave_out,
)
from playout.algorithms.alphabeta.sides import own_view, pass_on, seen_by, side_of, turned
from playout.algorithms.alphabeta.table import (
    FOREVER,
    LOWER,
    NEAR,
    NOTHING,
    TO_DEPTH,
    UPPER,
    adjust,
    find,
    kind_of,
    part_for,
    place,
    spread,
    store,
    stored_score,
    usable,
)
from playout.rules import OVER, Switch, copy, emit, fetch, key_after, left, payoffs, play, skip, threatened, turn

__all__ = ["IN_PLACE", "search_window"]

IN_PLACE = Switch("in_place")
"""Whether a single move is played without a node of its own. A trace turns this off."""

PROBED = 7
"""With more plies left than this, the table is asked for all children of a node before one is searched."""


def search_window(states: Any, nodes: Any, workspaces: Any, table: Any, amount: Any) -> Any:
    """Kernel: continue the search of states[0] for at most `amount` nodes; returns the number of nodes searched.

    A move that is played and then skipped uses up one of `amount`, but is not in the returned number.
    states, nodes: a position and a record for each ply; nodes[0] has the window, the depth and the seat. workspaces:
    one record. table: uint64, see table.py. At the end workspaces[0].mode is FINISHED and its value is the score, or
    mode is STUCK because a line has more plies than the stack.
    """
    workspace = workspaces[0]
    mode, ply, value, done = workspace.mode, workspace.ply, workspace.value, 0
    workspace.left_out = 0
    while mode < FINISHED:
        node = nodes[ply]
        if mode == RETURN:
            emit(LEFT, ply, value, 0, 0)
            if ply == 0:
                mode = FINISHED
                continue
            ply -= 1
            value = turned(value, node, nodes[ply])
            if TO_DEPTH and follows_skip(nodes[ply], node, value, workspace):
                mode = STEP
                continue
        elif mode == STEP and node.next == node.count and not (TO_DEPTH and is_refuted(node)):
            value = node.best
            if node.place >= 0:
                kind = kind_of(bound_of(node), max(0, node.depth), node.open)
                # The distance is counted from this position, so that the entry holds wherever the position occurs.
                found = adjust(value, node.distance)
                store(table, node.place, node.key, kind, node.move, found, workspace.nodes + done - node.begin)
            mode = RETURN
            continue
        elif done >= amount or (TO_DEPTH and done + workspace.left_out >= amount):
            break
        elif mode == ENTER:
            done += 1
            node.begin = workspace.nodes + done
            emit(NEW, ply, node.alpha, node.beta, node.depth)
            locate(states[ply], node, workspace, len(table))
            fetch(table, max(0, node.place))
            mode, value, n = glance(states[ply], node, workspace, ply)
            if mode != RETURN:
                mode, value, ends = open_node(states, nodes, workspace, table, ply, n)
                done += ends
            continue
        elif TO_DEPTH and node.skip == WANTED:
            copy(states, ply + 1, states, ply)
            node.skip = NO_SKIP
            if skip(states[ply + 1]) and turn(states[ply + 1]) != OVER:
                ask_skip(node, nodes[ply + 1], workspace, turn(states[ply + 1]))
                ply += 1
                mode = ENTER
            continue
        elif goes_on(node, workspace):
            copy(states, ply + 1, states, ply)
            play(states[ply + 1], node.list[node.next])
            seat = turn(states[ply + 1])
            if seat != OVER:
                note_threat(states[ply + 1], nodes[ply + 1])
                if open_child(node, nodes[ply + 1], workspace, seat, ply):
                    ply += 1
                    mode = ENTER
                continue
            done += 1
            node.null = 0
            value = end_score(states[ply + 1], node, workspace)
            emit(END, ply, value, node.list[node.next], 0)
        else:
            continue
        absorb(nodes[ply], workspace, ply, value, done)
        mode = STEP
    workspace.mode = mode
    workspace.ply = ply
    workspace.value = value
    workspace.nodes += done
    return done


def end_score(s: Any, node: Any, workspace: Any) -> Any:
    """The score of a match that ended by a move from the node, for the side to move at the node."""
    workspace.leaves += 1
    payoffs(s, workspace.payoff)
    score = score_of(workspace.payoff[own_view(node, workspace)], node.distance + 1, workspace)
    return seen_by(score, node, workspace)


def play_in_place(s: Any, node: Any, workspace: Any) -> Any:
    """Play the only move of a node; the node then stands for the position after it. Returns the same as `open_node`.

    A single move need not be undone and has no entry in the table, so it needs no node of its own.
    """
    play(s, node.list[0])
    seat = turn(s)
    if seat == OVER:
        return RETURN, end_score(s, node, workspace), 1
    before = node.side
    node.seat = seat
    node.side = side_of(seat, workspace)
    node.distance += 1
    if node.side != before:
        node.alpha, node.beta = -node.beta, -node.alpha
    return ENTER, np.int64(0), 0


def open_node(states: Any, nodes: Any, workspace: Any, table: Any, ply: Any, n: Any) -> Any:
    """Score a new node or list its moves; n: the number from tactics. Returns (mode, score, number of matches ended).

    The score comes from the table, or from the end of the match after a single move.
    """
    s, node = states[ply], nodes[ply]
    if IN_PLACE and n == 1 and ply > 0 and node.distance < len(nodes):  # a line must not be longer than the stack
        return play_in_place(s, node, workspace)
    entry, second = find(table, node.place, node.key)
    mode, value = enter(s, node, workspace, ply, ply + 1 == len(nodes), n, entry, second)
    if not TO_DEPTH and mode == STEP and workspace.probe != 0 and node.count > 1 and left(s) > PROBED and ply > 0:
        value = probe_children(s, node, table, ply)
        mode = RETURN if value >= node.beta else STEP
    return mode, value, 0


def probe_children(s: Any, node: Any, table: Any, ply: Any) -> Any:
    """Ask the table for all children. Returns the score, for the node's side, of a child that cuts it off, or NOWHERE.

    Children whose bound is not above alpha are removed from the list.
    """
    plies = left(s) - 1
    length = part_for(len(table), plies)
    for i in range(node.count if plies > NEAR else 0):  # the rest of the table is in the processor's cache
        fetch(table, place(spread(key_after(s, node.list[i])), length))
    kept, in_order = 0, node.sorted
    for i in range(node.count):
        move = node.list[i]
        word = spread(key_after(s, move))
        entry, second = find(table, place(word, length), word)
        found = adjust(stored_score(second), -node.distance - 1)
        is_known = entry != NOTHING and usable(entry, found, node.depth, -node.beta, -node.alpha, 0)
        value = -found
        if is_known and value >= node.beta:
            emit(KNOWN, ply, value, LOWER, 0)
            return value
        if not is_known or value > node.alpha:
            node.list[kept] = move
            node.weights[kept] = node.weights[i]
            kept += 1
            continue
        if i < in_order:
            node.sorted -= 1
        emit(KNOWN_CHILD, ply, value, move, 0)
        if value > node.best:
            node.best = value
            node.move = move
            emit(BEST, ply, move, value, 0)
    node.count = kept
    return np.int64(NOWHERE)


def bound_of(node: Any) -> Any:
    """The bound of a finished node: whether its best score is a lower or an upper bound, or both."""
    return LOWER if node.best >= node.beta else UPPER if node.best <= node.first_alpha else LOWER | UPPER


def note_threat(s: Any, child: Any) -> None:
    """Set child.threat: whether the side to move there has to answer a threat, if that may change the depth."""
    if TO_DEPTH:
        child.threat = int(threatened(s))


def open_child(node: Any, child: Any, workspace: Any, seat: Any, ply: Any) -> Any:
    """Set the window of the child, for the child's seat; returns False if the move is skipped."""
    if TO_DEPTH and is_futile(node, child, workspace):
        leave_out(node, node.next + 1)
        workspace.left_out += 1
        return False
    beta = node.beta
    # Principal-variation search: after the first move, ask only whether a move is better.
    if beta - node.alpha > 1 and workspace.pvs != 0 and node.next > 0 and node.null != 2:
        node.null = 1
        beta = node.alpha + 1
    else:
        node.null = 0
    child.seat = seat
    child.side = side_of(seat, workspace)
    pass_on(node, child, workspace)
    same = child.side == node.side
    child.alpha = node.alpha if same else -beta
    child.beta = beta if same else -node.alpha
    child.depth = node.depth
    child.distance = node.distance + 1
    if TO_DEPTH:
        child.skipped = 0
        bar_skips(node, child)
        if node.depth < FOREVER:
            child.depth += depth_change(node, child, workspace, ply)
    return True


def absorb(node: Any, workspace: Any, ply: Any, value: Any, done: Any) -> None:
    """Take over a child's score, converted for the seat to move here."""
    if TO_DEPTH and node.reduced > 0 and value > node.alpha:
        node.reduced = FULL_DEPTH  # search the same move again, to the full depth
        emit(AGAIN, ply, node.list[node.next], value, 0)
        return
    if node.null == 1 and node.alpha < value < node.beta:
        node.null = 2  # search the same move again, with the full window
        emit(AGAIN, ply, node.list[node.next], value, 0)
        return
    i = node.next
    node.null = 0
    node.reduced = 0
    node.next = i + 1
    if ply == 0:
        workspace.root_score[i] = value
        workspace.root_bound[i] = UPPER if value <= node.alpha else LOWER if value >= node.beta else UPPER | LOWER
        workspace.root_nodes[i] += workspace.nodes + done - workspace.before
        workspace.before = workspace.nodes + done
    if value > node.best:
        move = node.list[i]
        node.best = value
        node.move = move
        emit(BEST, ply, move, value, 0)
        if value > node.alpha:
            node.alpha = value
        if value >= node.beta:
            emit(CUT, ply, move, value, node.beta)
            node.next = node.count
            credit(node, workspace, i)
