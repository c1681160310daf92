"""Kernels that play many matches at once. Each slot holds one match.

A group consists of the agents that one kernel plays: all random agents, or all UCT searches with the same binding.
Several kernels play a match in turn. Each plays until an agent of another group is to move, or until its steps are used
up. An agent draws from the same random stream as on the CPU, so it chooses the same moves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from playout.algorithms.flat.decisions import choose_by_sampling
from playout.algorithms.uct.forest import LONG, begin_tree, decide, grow, is_full, is_over, keep_tree
from playout.rng import below, seed
from playout.rules import CHANCE, OVER, chance, copy, mask, moves, payoffs, play, suggest, turn

__all__ = [
    "EMPTY",
    "ENDED",
    "PLAYING",
    "Ends",
    "Fresh",
    "Matches",
    "begin_match",
    "collect_match",
    "match_type",
    "play_at_random",
    "play_by_rules",
    "play_by_sampling",
    "play_by_uct",
]

PLAYING, ENDED, CPU_ONLY, EMPTY = range(4)
"""The status of a slot: its match is being played, has ended, or can only be finished on the CPU; or the slot is empty.
Only the CPU can finish a match that is longer than MAX_LENGTH, in which an agent chose an illegal move, or in which a
tree needs more memory than the GPU has for it.
"""

NO_SEARCH = -1
"""Stands for a number of plies or simulations if an agent has not searched yet."""


def match_type(seats: int) -> np.dtype[Any]:
    """The record of a match."""
    return np.dtype(
        [
            ("status", np.int64),
            ("plies", np.int64),  # played so far, including the opening and chance outcomes
            ("turn", np.int64),  # the seat to move, or OVER
            ("done", np.int64),  # simulations of the current search, or NO_SEARCH
            ("agents", np.int64, (seats,)),
            ("known", np.int64, (seats,)),  # the ply of each seat's last search, or NO_SEARCH
            ("decided", np.int64, (seats,)),  # the number of moves that each seat chose
        ],
        align=True,
    )


class Matches(NamedTuple):
    """The arrays of all slots, as kernels take them."""

    matches: Any
    """match_type[slots]"""
    positions: Any
    """State[slots]"""
    line: Any
    """int64[slots, MAX_LENGTH + 1]: the moves"""
    streams: Any
    """uint64[slots, seats, 2]: the random stream of each seat's agent"""
    luck: Any
    """uint64[slots, 2]: the random stream of chance"""
    payoffs: Any
    """float64[slots, PLAYERS]"""
    groups: Any
    """int64[agents]: the group of each agent"""
    searches: Any
    """int64[agents]: the number of each agent among the searches of its kind"""


class Fresh(NamedTuple):
    """The matches to begin."""

    slots: Any
    """int64[n]"""
    agents: Any
    """int64[n, seats]"""
    seeds: Any
    """int64[n, seats]: the seeds of the agents"""
    luck: Any
    """int64[n]: the seed of chance"""
    openings: Any
    """int64[n]: the index of the match's opening in `positions` and `lines`"""
    positions: Any
    """State[openings]"""
    lines: Any
    """int64[openings, plies]"""
    lengths: Any
    """int64[openings]"""


class Ends(NamedTuple):
    """The results of finished matches, one row each."""

    line: Any
    payoffs: Any


def begin_match(i: Any, m: Any, fresh: Any, longest: Any) -> None:
    """Item: begins match i of `fresh`."""
    slot = fresh.slots[i]
    match = m.matches[slot]
    opening = fresh.openings[i]
    match.status = PLAYING
    match.plies = fresh.lengths[opening]
    match.done = NO_SEARCH
    for k in range(match.plies):
        m.line[slot, k] = fresh.lines[opening, k]
    for seat in range(len(match.agents)):
        match.agents[seat] = fresh.agents[i, seat]
        match.known[seat] = NO_SEARCH
        match.decided[seat] = 0
        seed(m.streams[slot, seat], fresh.seeds[i, seat], 0)
    seed(m.luck[slot], fresh.luck[i], 0)
    copy(m.positions, slot, fresh.positions, opening)
    go_to_decision(m, slot, longest)


def go_to_decision(m: Any, i: Any, longest: Any) -> None:
    """Play chance outcomes until a seat is to move or the match is over."""
    match = m.matches[i]
    s = m.positions[i]
    seat = turn(s)
    while seat == CHANCE and match.plies < longest:
        outcome = np.int64(chance(s, m.luck[i]))
        m.line[i, match.plies] = outcome
        match.plies += 1
        play(s, outcome)
        seat = turn(s)
    match.turn = seat
    if seat == OVER:
        payoffs(s, m.payoffs[i])
        match.status = ENDED
    elif match.plies >= longest:
        match.status = CPU_ONLY


def is_moving(m: Any, i: Any, group: Any) -> Any:
    """Whether an agent of the group is to move in a match."""
    match = m.matches[i]
    return match.status == PLAYING and m.groups[match.agents[match.turn]] == group


def show_to_mover(states: Any, m: Any, i: Any) -> Any:
    """Write the mover's view of match i to states[0]. Returns the mover's seat."""
    seat = m.matches[i].turn
    copy(states, 0, m.positions, i)
    mask(states[0], seat)
    return seat


def play_move(m: Any, i: Any, move: Any, listed: Any, n: Any, longest: Any) -> None:
    """Play the move that the seat to move has chosen, if it is one of the n listed moves."""
    match = m.matches[i]
    is_legal = False
    for k in range(n):
        is_legal = is_legal or listed[k] == move
    if not is_legal:
        match.status = CPU_ONLY
        return
    m.line[i, match.plies] = move
    match.plies += 1
    match.decided[match.turn] += 1
    play(m.positions[i], move)
    go_to_decision(m, i, longest)


def play_at_random(i: Any, states: Any, listed: Any, m: Any, group: Any, steps: Any, longest: Any) -> None:
    """Item: plays match i while a random agent is to move, for at most `steps` moves."""
    for _ in range(steps):
        if not is_moving(m, i, group):
            return
        seat = show_to_mover(states, m, i)
        n = moves(states[0], listed)
        move = np.int64(listed[below(m.streams[i, seat], n)])
        play_move(m, i, move, listed, n, longest)


def play_by_rules(i: Any, states: Any, listed: Any, m: Any, group: Any, steps: Any, longest: Any) -> None:
    """Item: plays match i while a rule-based agent is to move, for at most `steps` moves."""
    for _ in range(steps):
        if not is_moving(m, i, group):
            return
        seat = show_to_mover(states, m, i)
        move = np.int64(suggest(states[0], m.streams[i, seat]))
        play_move(m, i, move, listed, moves(m.positions[i], listed), longest)


def play_by_uct(
    i: Any,
    states: Any,
    scratches: Any,
    listed: Any,
    m: Any,
    f: Any,
    group: Any,
    steps: Any,
    longest: Any,
    cpu_capacity: Any,
) -> None:
    """Item: plays match i while a UCT search is to move, for about `steps` steps (pauses.py).

    f: a TreeRows with a tree for each seat of each slot. cpu_capacity: the capacity of a tree on the CPU.
    """
    spent = 0
    while spent < steps and is_moving(m, i, group):
        match = m.matches[i]
        seat = match.turn
        agent = m.searches[match.agents[seat]]
        t = i * len(match.agents) + seat
        if match.done == NO_SEARCH:
            begin_search(m, f, i, t, scratches, agent)
        copy(states, 0, m.positions, i)
        before = f.headers[t].steps
        done = grow(f, t, agent, states, scratches, match.done, steps - spent)
        spent += f.headers[t].steps - before + 1
        if done == LONG or is_full(f, t, cpu_capacity, listed):
            match.status = CPU_ONLY
            return
        match.done = done
        if is_over(f, t, agent, done):
            move = decide(f, t, agent, m.positions[i], listed)
            match.done = NO_SEARCH
            play_move(m, i, move, listed, moves(m.positions[i], listed), longest)


def play_by_sampling(
    i: Any,
    states: Any,
    arms: Any,
    workspaces: Any,
    rng: Any,
    listed: Any,
    m: Any,
    templates: Any,
    budgets: Any,
    group: Any,
    steps: Any,
    longest: Any,
) -> None:
    """Item: plays match i while flat Monte Carlo or UCB1 is to move. Stops after the first decision that reaches
    `steps` steps.

    templates: the initial workspace of each agent; budgets: int64[searches], its simulations per move.
    """
    spent = 0
    while spent < steps and is_moving(m, i, group):
        match = m.matches[i]
        seat = show_to_mover(states, m, i)
        agent = m.searches[match.agents[seat]]
        key = below(m.streams[i, seat], 1 << 31)
        move = choose_by_sampling(states, arms, workspaces, rng, listed, templates[agent], seat, key, budgets[agent])
        if move == LONG:
            match.status = CPU_ONLY
            return
        spent += workspaces[0].steps + 1
        play_move(m, i, move, listed, moves(m.positions[i], listed), longest)


def begin_search(m: Any, f: Any, i: Any, t: Any, scratches: Any, agent: Any) -> None:
    """Begin a search with an empty tree, or with the part of its last tree below the current position."""
    match = m.matches[i]
    seat = match.turn
    if match.known[seat] == NO_SEARCH:
        begin_tree(f, t, agent, below(m.streams[i, seat], 1 << 31), seat)
    else:
        keep_tree(f, t, scratches, m.line[i, match.known[seat] : match.plies], seat)
    match.known[seat] = match.plies
    match.done = 0


def collect_match(j: Any, m: Any, slots: Any, ends: Any) -> None:
    """Item: copies the moves and payoffs of the match in slot slots[j] to row j, and empties the slot."""
    slot = slots[j]
    for k in range(m.matches[slot].plies):
        ends.line[j, k] = m.line[slot, k]
    for k in range(ends.payoffs.shape[1]):
        ends.payoffs[j, k] = m.payoffs[slot, k]
    m.matches[slot].status = EMPTY
