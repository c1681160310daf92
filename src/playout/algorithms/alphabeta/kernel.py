"""Alpha-beta's inner part: a fail-soft search of one window, on a stack of records that can be stopped anywhere.

Scores are whole numbers seen by the seat to move: the payoff, centred and scaled, times `quantum`, less the plies from
the root to the end of the match, so that a win is worth more the sooner it comes and a loss the later; the middle is 0
whatever its length. Seats need not alternate: a child's score changes its sign only if the side to move does, which is
the seat, or we and the rest (alphabeta/sides.py).

What functions share are records, not arrays: an array that is handed on costs compiled code a count of its users.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.algorithms.alphabeta.ordering import HISTORY, arrange, credit, take_over
from playout.algorithms.alphabeta.selective import (
    ASKED,
    FOREVER,
    FULL_DEPTH,
    NO_SKIP,
    SHALLOW,
    WANTED,
    ask_skip,
    depth_change,
    may_cut_by_evaluation,
    take_skip,
)
from playout.algorithms.alphabeta.sides import NOBODY, own_view, pass_on, pick_replies, seen_by, side_of, word_of
from playout.algorithms.alphabeta.table import (
    LOWER,
    NOTHING,
    UPPER,
    adjust,
    find,
    kind_of,
    move_of,
    place,
    spread,
    store,
    stored_score,
    usable,
)
from playout.rules import (
    OVER,
    copy,
    emit,
    evaluate,
    fetch,
    key,
    left,
    loud,
    moves,
    payoffs,
    play,
    rank,
    skip,
    tactics,
    threatened,
    turn,
)

__all__ = ["ENTER", "FINISHED", "FOREVER", "STUCK", "node_type", "room_type", "search_window"]

ENTER, STEP, RETURN, FINISHED, STUCK = 0, 1, 2, 3, 4
"""What comes next: look at a new node, at its next move, go back to the parent; or why there is nothing to do."""

NEAR, NEAR_WORDS = 12, 1 << 17
"""Positions with so few plies left share a part of the table so small that it stays in the processor's cache."""

NOWHERE = -(1 << 62)

# What a trace is told, each with the ply and up to three numbers; scores are seen by the seat to move at that ply.
NEW, LEFT = 1, 2  # a node is entered (alpha, beta, depth), and left again with a score
END, EVALUATION = 3, 4  # the match ends after a move from here (score, move); the depth ends here (score)
KNOWN, DECIDED, BEYOND = 5, 6, 7  # a score from the table (and its bound), by tactics, or outside any possible window
BEST, CUT, AGAIN = 8, 9, 10  # a move is the best so far, or good enough (move, score), or is looked at again (the same)


def node_type(max_moves: int) -> np.dtype[Any]:
    """The record of the node at one ply of the present line."""
    numbers = ("alpha", "beta", "first_alpha", "best", "move", "count", "next", "seat", "depth", "place", "begin")
    selective = ("quiet", "reduced", "skip", "skipped", "threat")  # see alphabeta/selective.py
    sides = ("side", "replier", "usual")  # see alphabeta/sides.py
    return np.dtype(
        [
            *((name, np.int64) for name in (*numbers, *sides, *selective)),
            ("open", np.int64),  # whether an evaluation was needed below
            ("null", np.int64),  # 1: the child is asked only whether it is better; 2: it is, and looked at again
            ("key", np.uint64),
            ("killers", np.int64, 2),  # of the ply, not of the node
            ("list", np.int64, max_moves),
        ],
        align=True,
    )


def room_type(max_moves: int, players: int) -> np.dtype[Any]:
    """The record of all else: where the search is, its switches, and scratch arrays."""
    numbers = ("mode", "ply", "value", "leaves", "nodes", "before", "quantum", "top", "us", "deepest", "margin")
    switches = ("use_table", "use_killers", "use_history", "use_rank", "use_tactics", "use_pvs", "use_loud")
    selective = ("use_skip", "use_reductions", "use_extensions", "use_margins")
    lists = ("scratch", "forced", "root_score", "root_bound", "root_nodes")
    return np.dtype(
        [
            *((name, np.int64) for name in (*numbers, *switches, *selective, "use_replies")),
            # A payoff p is round((p - middle) * rise) * quantum, below the middle by `fall`.
            *((name, np.float64) for name in ("middle", "rise", "fall")),
            *((name, np.int64, max_moves) for name in lists),
            *(("scores", np.float64, max_moves), ("payoff", np.float64, players)),
            ("history", np.int64, players * HISTORY),
        ],
        align=True,
    )


def search_window(states: Any, nodes: Any, rooms: Any, table: Any, amount: Any) -> Any:
    """Kernel: continue the search of states[0] for at most `amount` nodes; returns how many were looked at.

    states, nodes: a position and a record for each ply; nodes[0] holds the window, the depth and the seat; rooms: one
    record; table: uint64, see table.py. rooms[0].mode is FINISHED in the end, and its value the score; it is STUCK if a
    line did not end within the plies there is room for.
    """
    room = rooms[0]
    mode, ply, value, done = room.mode, room.ply, room.value, 0
    while mode < FINISHED:
        node = nodes[ply]
        if mode == RETURN:
            emit(LEFT, ply, value, 0, 0)
            if ply == 0:
                mode = FINISHED
                continue
            ply -= 1
            value = value if nodes[ply].side == node.side else -value
            nodes[ply].open |= node.open
            if nodes[ply].skip == ASKED:
                take_skip(nodes[ply], value, room)
                mode = STEP
                continue
        elif mode == STEP and node.next == node.count:
            value = node.best
            if node.place >= 0:
                kind = kind_of(bound_of(node), node.depth, node.open)
                # Counted from here, the distance to the end holds wherever else the position comes up.
                found = adjust(value, ply)
                store(table, node.place, node.key, kind, node.move, found, room.nodes + done - node.begin)
            mode = RETURN
            continue
        elif done >= amount:
            break
        elif mode == ENTER:
            done += 1
            node.place = -1
            node.begin = room.nodes + done
            emit(NEW, ply, node.alpha, node.beta, node.depth)
            if room.use_table != 0 and node.depth > 0:
                node.key = spread(word_of(key(states[ply]), node, room))
                node.place = place(node.key, len(table) if left(states[ply]) > NEAR else min(len(table), NEAR_WORDS))
                fetch(table, node.place)
            mode, value, n = glance(states[ply], node, room, ply)
            if mode == RETURN:
                continue
            entry, second = NOTHING, np.int64(0)
            if node.place >= 0:
                entry, second = find(table, node.place, node.key)
            mode, value = enter(states[ply], node, room, ply, ply + 1 == len(nodes), n, entry, second)
            continue
        elif node.skip == WANTED:
            copy(states, ply + 1, states, ply)
            node.skip = NO_SKIP
            if skip(states[ply + 1]) and turn(states[ply + 1]) != OVER:
                ask_skip(node, nodes[ply + 1], room, turn(states[ply + 1]))
                ply += 1
                mode = ENTER
            continue
        else:
            copy(states, ply + 1, states, ply)
            play(states[ply + 1], node.list[node.next])
            seat = turn(states[ply + 1])
            if seat != OVER:
                nodes[ply + 1].threat = 1 if threatened(states[ply + 1]) else 0
                open_child(node, nodes[ply + 1], room, seat, ply)
                ply += 1
                mode = ENTER
                continue
            done += 1
            room.leaves += 1
            node.null = 0
            payoffs(states[ply + 1], room.payoff)
            value = seen_by(score_of(room.payoff[own_view(node, room)], ply + 1, room), node, room)
            emit(END, ply, value, node.list[node.next], 0)
        absorb(nodes[ply], room, ply, value, done)
        mode = STEP
    room.mode = mode
    room.ply = ply
    room.value = value
    room.nodes += done
    return done


def score_of(payoff: Any, plies: Any, room: Any) -> Any:
    """The score of an end after so many plies, for the seat that gets this payoff."""
    level = np.int64(np.floor((payoff - room.middle) * (room.rise if payoff > room.middle else room.fall) + 0.5))
    if level > 0:
        return level * room.quantum - plies
    return level * room.quantum + (plies if level < 0 else 0)


def bound_of(node: Any) -> Any:
    """What the best score of a node that is done says about its value."""
    return LOWER if node.best >= node.beta else UPPER if node.best <= node.first_alpha else LOWER | UPPER


def open_child(node: Any, child: Any, room: Any, seat: Any, ply: Any) -> None:
    """The window of the child that is about to be entered, from its own seat's view."""
    alpha, beta = node.alpha, node.beta
    # Principal-variation search: after the first move, ask only whether a move is better.
    if room.use_pvs != 0 and node.next > 0 and node.null != 2 and beta - alpha > 1:
        node.null = 1
        beta = alpha + 1
    else:
        node.null = 0
    child.seat = seat
    child.side = side_of(seat, room)
    pass_on(node, child, room)
    same = child.side == node.side
    child.alpha = alpha if same else -beta
    child.beta = beta if same else -alpha
    child.skipped = 0
    child.depth = node.depth
    if node.depth < FOREVER:
        child.depth += depth_change(node, child, room, ply)


def absorb(node: Any, room: Any, ply: Any, value: Any, done: Any) -> None:
    """Take a child's score, as the seat to move here sees it."""
    if node.reduced > 0 and value > node.alpha:
        node.reduced = FULL_DEPTH  # the same move again, to the whole depth
        emit(AGAIN, ply, node.list[node.next], value, 0)
        return
    if node.null == 1 and node.alpha < value < node.beta:
        node.null = 2  # the same move again, with the whole window
        emit(AGAIN, ply, node.list[node.next], value, 0)
        return
    i = node.next
    node.null = 0
    node.reduced = 0
    node.next = i + 1
    if ply == 0:
        room.root_score[i] = value
        room.root_bound[i] = UPPER if value <= node.alpha else LOWER if value >= node.beta else UPPER | LOWER
        room.root_nodes[i] += room.nodes + done - room.before
        room.before = room.nodes + done
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
            credit(node, room, move)


def glance(s: Any, node: Any, room: Any, ply: Any) -> Any:
    """What is known of a new node without its moves: (RETURN, its score, 0), or else (STEP, 0, tactics' answer)."""
    node.open = 0
    if ply == 0:
        return STEP, np.int64(0), tactics(s, room.scratch) if room.use_tactics != 0 else 0
    # Nobody wins or loses before the next move: what that is worth may lie outside the window.
    most = room.top - ply - 1
    if most <= node.alpha or -most >= node.beta:
        emit(BEYOND, ply, most if most <= node.alpha else -most, 0, 0)
        return RETURN, most if most <= node.alpha else -most, 0
    n = 0
    if room.use_tactics != 0:
        n = tactics(s, room.scratch)
        if n < 0:
            value = room.top - ply + n
            emit(DECIDED, ply, value if room.scratch[0] >= 0 else -value, room.scratch[0], 0)
            return RETURN, value if room.scratch[0] >= 0 else -value, 0
        if most - 1 <= node.alpha:  # a game that has tactics finds every win by the next move
            emit(BEYOND, ply, most - 1, 0, 0)
            return RETURN, most - 1, 0
    return STEP, np.int64(0), n


def enter(s: Any, node: Any, room: Any, ply: Any, is_last: Any, n: Any, entry: Any, second: Any) -> Any:
    """A new node: its score if the table has it or the depth ends, or its list of moves; returns (mode, score).

    `n` is tactics' answer, and their moves are in scratch; `entry` and `second` are the words that the table has.
    """
    alpha, beta = node.alpha, node.beta
    hint = np.int64(-1)
    if entry != NOTHING:
        hint = move_of(entry, second)
        found = adjust(stored_score(second), -ply)
        if ply > 0 and usable(entry, found, node.depth, alpha, beta):
            node.open = np.int64(entry >> np.uint64(12)) & 1
            emit(KNOWN, ply, found, np.int64(entry >> np.uint64(10)) & 3, 0)
            return RETURN, found
    node.first_alpha = alpha
    node.best = NOWHERE
    node.usual = NOBODY
    ordered = n > 0  # tactics lists the best first
    node.skip = NO_SKIP
    if node.depth <= 0:
        n = look_around(s, node, room, is_last)
        emit(EVALUATION, ply, node.best, n, 0)
        if n == 0:
            return RETURN, node.best
    elif is_last:
        return STUCK, np.int64(0)
    elif may_cut_by_evaluation(node, room, ply):
        value = evaluated(s, node, room)
        if room.use_margins != 0 and node.depth <= SHALLOW and value - room.margin * node.depth >= beta:
            node.open = 1
            emit(EVALUATION, ply, value, 0, 0)
            return RETURN, value
        node.skip = WANTED if room.use_skip != 0 and node.depth >= 2 and value >= beta else NO_SKIP
    if n <= 0:
        n = moves(s, room.scratch)
    node.move = -1
    node.next = 0
    node.null = 0
    node.reduced = 0
    if ordered:
        take_over(node, room, n, hint)
    else:
        if room.use_rank != 0:
            rank(s, room.scratch, n, room.scores)
        else:
            for i in range(n):
                room.scores[i] = 0.0
        if room.use_replies != 0 and node.side == 1:
            n = pick_replies(s, node, room, n)
        arrange(node, room, n, hint)
    node.count = n
    return STEP, np.int64(0)


def evaluated(s: Any, node: Any, room: Any) -> Any:
    """The evaluation of a position as a score, always short of a certain win or loss."""
    value = seen_by(score_of(evaluate(s, own_view(node, room)), 0, room), node, room)
    most = room.top - 2 * room.quantum
    return min(max(value, -most), most)


def look_around(s: Any, node: Any, room: Any, is_last: Any) -> Any:
    """At the end of the depth: the evaluation into node.best; how many loud moves may still improve on it."""
    node.best = evaluated(s, node, room)
    node.open = 1
    if room.use_loud == 0 or is_last or node.best >= node.beta:
        return 0
    node.alpha = max(node.alpha, node.best)
    return loud(s, room.scratch)
