"""UCB1 over the action sequences of a seat's turn, the inner part: arms that are moves in a row.

An arm is a beginning of the turn. It is open as long as the seat moves on after it and what it sees then is certain; to
open it up puts an arm in its place for each move that may follow. Whether things are certain is found out by playing
the same moves on several guesses side by side: where the seat would see different things, the sequence ends, and what
follows is left to the playout. Sequences after which all these positions look the same are one arm: the shortest.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from playout.algorithms.playouts import play_out
from playout.hashing import fold_word
from playout.rng import uniform
from playout.rules import copy, guess, key, mask, moves, payoffs, play, tactics, turn

__all__ = ["LONGEST", "UNTRIED", "room_type", "sample_arms", "start_arms"]

LONGEST = 48
"""Most moves of a sequence."""

UNTRIED = 1e9
"""From here on is the bound of an arm that was never tried: above all others, in random order."""

_DEAD = -1e9
_ONE = np.uint64(1)


def room_type(max_moves: int, players: int) -> np.dtype[Any]:
    """The record of counters, what to do, and scratch arrays."""
    counters = ("used", "total", "opened", "merged", "known", "head", "tail")
    limits = ("capacity", "longest", "seat", "observer", "guesses", "open_after")
    switches = ("use_merge", "use_tactics", "use_policy")
    return np.dtype(
        [
            *((name, np.int64) for name in (*counters, *limits, *switches)),
            *((name, np.float64) for name in ("c", "least", "scale")),
            ("scratch", np.int64, max_moves),
            ("listed", np.int64, max_moves),
            ("payoff", np.float64, players),
        ],
        align=True,
    )


def start_arms(states: Any, rooms: Any, arms: Any, rng: Any) -> None:
    """Kernel: guesses of states[0] to be played side by side, and an arm for each first move.

    states: the position, room for a simulation and for a view, then `guesses` guesses of it and as many places more.
    arms: lines int32[capacity, LONGEST]; lengths, opens, visits and spent (visits of beginnings that an arm took the
    place of) int64[capacity]; q and r float64[capacity] (mean and c / sqrt(visits)); sums float64[capacity, PLAYERS];
    the queue of open arms int64[capacity]; and the table of positions seen, uint64 (a power of two; 0 is free).
    """
    room = rooms[0]
    for g in range(room.guesses):
        copy(states, 3 + g, states, 0)
        if room.observer >= 0:
            guess(states[3 + g], room.observer, rng)
    room.used = 1
    open_up(states, room, arms, 0, rng)


def sample_arms(states: Any, rooms: Any, arms: Any, rng: Any, count: Any) -> Any:
    """Kernel: `count` simulations; how many were done, which is fewer if a playout was too long.

    Before a simulation at most one arm is opened up: the oldest that is open if they all are to be (open_after 0), else
    the one that was chosen, once it was tried often enough.
    """
    room = rooms[0]
    lines, lengths, opens, visits, _, q, r, sums, queue, _ = arms
    for done in range(count):
        if room.open_after == 0 and room.head < room.tail:
            arm = queue[room.head % room.capacity]
            room.head += 1
            open_up(states, room, arms, arm, rng)
        arm = choose_arm(room, q, r)
        if room.open_after > 0 and opens[arm] != 0 and visits[arm] >= room.open_after:
            open_up(states, room, arms, arm, rng)
            arm = choose_arm(room, q, r)
        copy(states, 1, states, 0)
        if room.observer >= 0:
            guess(states[1], room.observer, rng)
        play_line(states[1], room, lines, arm, lengths[arm])
        if not play_out(states[1], rng, room.scratch, room.longest, room.use_policy):
            return done
        payoffs(states[1], room.payoff)
        visits[arm] += 1
        room.total += 1
        for k in range(len(room.payoff)):
            sums[arm, k] += room.payoff[k]
        q[arm] = (sums[arm, room.seat] / visits[arm] - room.least) * room.scale
        r[arm] = room.c / math.sqrt(visits[arm])
    return count


def choose_arm(room: Any, q: Any, r: Any) -> Any:
    """The arm with the highest upper confidence bound."""
    root = math.sqrt(math.log(max(1, room.total)))
    best = 0
    highest = q[0] + root * r[0]
    for a in range(1, room.used):
        bound = q[a] + root * r[a]
        if bound > highest:
            highest = bound
            best = a
    return best


def play_line(s: Any, room: Any, lines: Any, arm: Any, length: Any) -> None:
    """Play an arm's moves, up to one that is not legal under this guess."""
    for i in range(length):
        move = np.int64(lines[arm, i])
        if i > 0 and not is_legal(s, room, move):
            return
        play(s, move)


def is_legal(s: Any, room: Any, move: Any) -> Any:
    if turn(s) != room.seat:
        return False
    found = False
    for i in range(moves(s, room.scratch)):
        found = found or room.scratch[i] == move
    return found


def open_up(states: Any, room: Any, arms: Any, arm: Any, rng: Any) -> None:
    """Put an arm for each move that may follow in the place of an arm; it stays as it is if there is no room."""
    lines, lengths, opens, visits, spent, q, r, sums, queue, table = arms
    opens[arm] = 0
    length = lengths[arm]
    for g in range(room.guesses):
        place = 3 + room.guesses + g
        copy(states, place, states, 3 + g)
        for i in range(length):
            play(states[place], np.int64(lines[arm, i]))
    total = candidates(states, room)
    if room.used - 1 + total > room.capacity or length == LONGEST:
        room.head = room.tail  # longer ones would follow
        return
    room.opened += 1
    spent[arm] += visits[arm]
    visits[arm] = 0
    fresh = 0
    for i in range(total):
        move = room.listed[i]
        label, is_open = look_at(states, room, move)
        if room.use_merge != 0 and not enter_position(room, table, label):
            room.merged += 1
            continue
        child = arm if fresh == 0 else room.used
        if fresh > 0:
            room.used += 1
        fresh += 1
        for k in range(length):
            lines[child, k] = lines[arm, k]
        lines[child, length] = move
        lengths[child] = length + 1
        visits[child] = 0
        for k in range(len(room.payoff)):
            sums[child, k] = 0.0
        q[child] = UNTRIED * (1.0 + uniform(rng))
        r[child] = 0.0
        opens[child] = is_open
        if is_open != 0:
            queue[room.tail % room.capacity] = child
            room.tail += 1
    if fresh == 0:  # all that may follow was seen elsewhere
        q[arm] = _DEAD
        r[arm] = 0.0


def candidates(states: Any, room: Any) -> Any:
    """The moves that may follow, into listed; how many. Tactics count if they say the same under every guess."""
    first = 3 + room.guesses
    if room.use_tactics != 0:
        n = tactics(states[first], room.listed)
        agreed = n > 0 or (n < 0 and room.listed[0] >= 0)
        count = n if n > 0 else 1
        for g in range(1, room.guesses):
            if agreed:
                other = tactics(states[first + g], room.scratch)
                agreed = (other > 0) == (n > 0) and (n < 0 or other == n) and other != 0
                for i in range(count):
                    agreed = agreed and room.scratch[i] == room.listed[i]
        if agreed:
            return np.int64(count)
    return np.int64(moves(states[first], room.listed))


def look_at(states: Any, room: Any, move: Any) -> Any:
    """After one more move: a hash of what the seat would see under each guess, and whether it moves on for certain."""
    label = _ONE
    first = np.uint64(0)
    is_open = 1
    for g in range(room.guesses):
        copy(states, 2, states, 3 + room.guesses + g)
        s = states[2]
        play(s, move)
        if turn(s) != room.seat:
            is_open = 0
        if room.observer >= 0:
            mask(s, room.observer)
        seen = np.uint64(key(s))
        if g == 0:
            first = seen
        elif seen != first:
            is_open = 0
        label = fold_word(label, seen)
    return label | _ONE, is_open


def enter_position(room: Any, table: Any, label: Any) -> Any:
    """Whether a position is new; then it is kept, as long as the table has room."""
    last = len(table) - 1
    place = np.int64(label >> np.uint64(8)) & last
    while table[place] != np.uint64(0):
        if table[place] == label:
            return False
        place = (place + 1) & last
    if room.known < last - last // 4:
        table[place] = label
        room.known += 1
    return True
