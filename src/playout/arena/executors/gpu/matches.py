"""Many matches at once, as kernels: a slot has one match, which goes on as long as its mover is of one group.

A group is made of agents that the same kernel serves: all that play at random, or all searches of UCT that are bound
alike. So a match is played by several kernels in turn, each until another group's agent is to move, or its steps are
used up. An agent draws from the same stream as on the CPU, so that it finds the same moves.
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

PLAYING, ENDED, ODD, EMPTY = range(4)
"""What a slot has: a match, one that ended, one that only the CPU can play to its end, or none.

Odd are a match without end, an agent that breaks a rule, a tree that is larger than a GPU has room for.
"""

NEW = -1
"""Plies at an agent's last search, if it had none in this match."""


def match_type(seats: int) -> np.dtype[Any]:
    """The record of a match."""
    return np.dtype(
        [
            ("status", np.int64),
            ("plies", np.int64),  # so far, the opening's and those of chance included
            ("turn", np.int64),  # the seat to move, or OVER
            ("done", np.int64),  # simulations of the search under way, or NEW
            ("agents", np.int64, (seats,)),
            ("known", np.int64, (seats,)),  # plies at each seat's last search, or NEW
            ("decided", np.int64, (seats,)),  # moves that each seat chose
        ],
        align=True,
    )


class Matches(NamedTuple):
    """All slots, as kernels take them."""

    matches: Any
    """match_type[slots]"""
    positions: Any
    """State[slots]"""
    line: Any
    """int64[slots, MAX_LENGTH + 1]: the moves"""
    streams: Any
    """uint64[slots, seats, 2]: of each seat's agent"""
    luck: Any
    """uint64[slots, 2]: of chance"""
    payoffs: Any
    """float64[slots, PLAYERS]"""
    groups: Any
    """int64[agents]: the group of each agent"""
    searches: Any
    """int64[agents]: the number of each agent among the searches of its kind"""


class Fresh(NamedTuple):
    """Matches that are to begin."""

    slots: Any
    """int64[n]"""
    agents: Any
    """int64[n, seats]"""
    seeds: Any
    """int64[n, seats]: of the agents"""
    luck: Any
    """int64[n]: the seed of chance"""
    openings: Any
    """int64[n]: which of the opening's positions and lines it begins with"""
    positions: Any
    """State[openings]"""
    lines: Any
    """int64[openings, plies]"""
    lengths: Any
    """int64[openings]"""


class Ends(NamedTuple):
    """Matches that have ended, row by row."""

    line: Any
    payoffs: Any


def begin_match(i: Any, m: Any, fresh: Any, longest: Any) -> None:
    """Item: match i of those that are to begin."""
    slot = fresh.slots[i]
    match = m.matches[slot]
    opening = fresh.openings[i]
    match.status = PLAYING
    match.plies = fresh.lengths[opening]
    match.done = NEW
    for k in range(match.plies):
        m.line[slot, k] = fresh.lines[opening, k]
    for seat in range(len(match.agents)):
        match.agents[seat] = fresh.agents[i, seat]
        match.known[seat] = NEW
        match.decided[seat] = 0
        seed(m.streams[slot, seat], fresh.seeds[i, seat], 0)
    seed(m.luck[slot], fresh.luck[i], 0)
    copy(m.positions, slot, fresh.positions, opening)
    go_to_decision(m, slot, longest)


def go_to_decision(m: Any, i: Any, longest: Any) -> None:
    """Have chance decide until a seat is to move, or the match is over."""
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
        match.status = ODD


def is_moving(m: Any, i: Any, group: Any) -> Any:
    """Whether an agent of the group is to move in a match."""
    match = m.matches[i]
    return match.status == PLAYING and m.groups[match.agents[match.turn]] == group


def play_move(m: Any, i: Any, move: Any, listed: Any, n: Any, longest: Any) -> None:
    """Play what the seat to move has chosen, if it is one of the n listed moves."""
    match = m.matches[i]
    is_legal = False
    for k in range(n):
        is_legal = is_legal or listed[k] == move
    if not is_legal:
        match.status = ODD
        return
    m.line[i, match.plies] = move
    match.plies += 1
    match.decided[match.turn] += 1
    play(m.positions[i], move)
    go_to_decision(m, i, longest)


def play_at_random(i: Any, states: Any, listed: Any, m: Any, group: Any, steps: Any, longest: Any) -> None:
    """Item: match i goes on while an agent that plays at random is to move, for so many moves."""
    for _ in range(steps):
        if not is_moving(m, i, group):
            return
        match = m.matches[i]
        copy(states, 0, m.positions, i)
        mask(states[0], match.turn)
        n = moves(states[0], listed)
        move = np.int64(listed[below(m.streams[i, match.turn], n)])
        play_move(m, i, move, listed, n, longest)


def play_by_rules(i: Any, states: Any, listed: Any, m: Any, group: Any, steps: Any, longest: Any) -> None:
    """Item: match i goes on while an agent with the game's rules of thumb is to move, for so many moves."""
    for _ in range(steps):
        if not is_moving(m, i, group):
            return
        match = m.matches[i]
        copy(states, 0, m.positions, i)
        mask(states[0], match.turn)
        move = np.int64(suggest(states[0], m.streams[i, match.turn]))
        play_move(m, i, move, listed, moves(m.positions[i], listed), longest)


def play_by_uct(
    i: Any, states: Any, works: Any, listed: Any, m: Any, f: Any, group: Any, steps: Any, longest: Any, most: Any
) -> None:
    """Item: match i goes on while a search of UCT is to move, for about so many steps (pauses.py).

    f: a Forest with a tree for each seat of each slot. most: the capacity of a tree on the CPU.
    """
    spent = 0
    while spent < steps and is_moving(m, i, group):
        match = m.matches[i]
        seat = match.turn
        agent = m.searches[match.agents[seat]]
        t = i * len(match.agents) + seat
        if match.done == NEW:
            take_up(m, f, i, t, agent)
        copy(states, 0, m.positions, i)
        before = f.headers[t].steps
        done = grow(f, t, agent, states, works, match.done, steps - spent)
        spent += f.headers[t].steps - before + 1
        if done == LONG or is_full(f, t, most, listed):
            match.status = ODD
            return
        match.done = done
        if is_over(f, t, agent, done):
            move = decide(f, t, agent, m.positions[i], listed)
            match.done = NEW
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
    """Item: match i goes on while flat Monte Carlo or UCB1 is to move, for about so many steps, but whole decisions.

    templates: of each agent's workspace; budgets: int64, its simulations for a move.
    """
    spent = 0
    while spent < steps and is_moving(m, i, group):
        match = m.matches[i]
        seat = match.turn
        agent = m.searches[match.agents[seat]]
        copy(states, 0, m.positions, i)
        mask(states[0], seat)
        key = below(m.streams[i, seat], 1 << 31)
        move = choose_by_sampling(states, arms, workspaces, rng, listed, templates[agent], seat, key, budgets[agent])
        if move == LONG:
            match.status = ODD
            return
        spent += workspaces[0].steps + 1
        play_move(m, i, move, listed, moves(m.positions[i], listed), longest)


def take_up(m: Any, f: Any, i: Any, t: Any, agent: Any) -> None:
    """Begin a search: on an empty tree, or with what the last search of this match knows of the position."""
    match = m.matches[i]
    seat = match.turn
    if match.known[seat] == NEW:
        begin_tree(f, t, agent, below(m.streams[i, seat], 1 << 31), seat)
    else:
        keep_tree(f, t, m.line[i, match.known[seat] : match.plies], seat)
    match.known[seat] = match.plies
    match.done = 0


def collect_match(j: Any, m: Any, slots: Any, ends: Any) -> None:
    """Item: the moves and payoffs of the match in slot slots[j], into row j."""
    slot = slots[j]
    for k in range(m.matches[slot].plies):
        ends.line[j, k] = m.line[slot, k]
    for k in range(ends.payoffs.shape[1]):
        ends.payoffs[j, k] = m.payoffs[slot, k]
    m.matches[slot].status = EMPTY
