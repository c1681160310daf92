"""Self-play of one tree: it plays a match of its own, stores samples, and stops only at leaves that need the network.

Arguments in addition to those of the search (algorithms/puct/kernel.py): first: rules.dtype[1], where matches begin;
policy: float64[max_moves]; samples: a Samples; play: a SelfPlay.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from playout.algorithms.candidates import list_candidates
from playout.algorithms.puct.forest import NOTHING, ROOT
from playout.algorithms.puct.halving import winner_of_halving
from playout.algorithms.puct.kernel import begin, descend, expand
from playout.algorithms.puct.policy import improved_policy
from playout.algorithms.puct.settling import is_decided, scaled_payoffs
from playout.learning.self_play.samples import DECISIONS, FINISHED, MATCHES, PRESENT
from playout.rng import below
from playout.rules import OVER, choose, copy, planes, play, policy_index, tactics, turn

__all__ = ["SelfPlay", "self_play"]


class SelfPlay(NamedTuple):
    """The settings of self-play that the kernel reads."""

    simulations: int
    """The number of simulations per decision."""
    opening: int
    """A match begins with a random number of random moves, at most this many."""
    trace: float
    """Lambda: a sample's value is trace * (value of the next sample) + (1 - trace) * (value of its own root). The
    result of the match follows the last sample.
    """
    longest: int
    """A match ends after this many decisions with the value of its last root."""


def self_play(
    t: Any,
    states: Any,
    options: Any,
    value: Any,
    policy: Any,
    forest: Any,
    first: Any,
    samples: Any,
    logits: Any,
    values: Any,
    table: Any,
    settings: Any,
    how: Any,
) -> None:
    """Kernel: take the network's output for tree t, and continue until a leaf needs the network again.

    The first four arguments are scratch. logits float32[n, policy_size], values float32[n, seats], table, settings:
    as for the search; how: a SelfPlay.
    """
    head = forest.heads[t]
    if head.pending != NOTHING:
        expand(forest, t, logits, values, value)
    while head.pending == NOTHING:
        is_new = head.nodes == 0
        if is_new or head.simulations >= how.simulations or forest.nodes[t, ROOT].proven or head.is_full:
            if is_new or decide(forest, samples, t, options, value, policy, settings, how):
                begin_match(forest, t, first, options, value, settings, how)
            begin(forest, t, states, options)
        else:
            descend(forest, t, states, options, value, table, settings)


def begin_match(forest: Any, t: Any, first: Any, options: Any, value: Any, settings: Any, how: Any) -> None:
    """Begin a match: play random moves, then forced moves until a seat has a choice."""
    is_open = False
    while not is_open:
        copy(forest.positions, t, first, 0)
        s = forest.positions[t]
        plies = below(forest.random[t], how.opening + 1)
        for _ in range(plies):
            if turn(s) != OVER:
                play(s, np.int64(choose(s, forest.random[t], options)))
        is_open = to_choice(forest, t, options, value, settings)


def to_choice(forest: Any, t: Any, options: Any, value: Any, settings: Any) -> Any:
    """Play forced moves in the match of tree t. Returns whether a seat has a choice then; otherwise the result is in
    `value`.
    """
    s = forest.positions[t]
    while True:
        seat = turn(s)
        if seat == OVER:
            scaled_payoffs(forest, t, s, value, settings)
            return False
        if tactics(s, options) < 0 and is_decided(forest, options, settings):
            for k in range(len(value)):
                value[k] = 1.0 if (k == seat) == (options[0] >= 0) else 0.0
            return False
        if list_candidates(s, options, True) > 1:
            return True
        play(s, np.int64(options[0]))


def decide(forest: Any, samples: Any, t: Any, options: Any, value: Any, policy: Any, settings: Any, how: Any) -> Any:
    """Store the result of the search as a sample, and play its move. Returns whether the match is over."""
    root, s = forest.nodes[t, ROOT], forest.positions[t]
    add_sample(forest, samples, t, policy, settings)
    is_over = True
    if root.proven or samples.counts[t, PRESENT] >= how.longest:
        for k in range(len(value)):
            value[k] = root.mean[k]
    else:
        play(s, np.int64(forest.edges[t, winner_of_halving(forest, t, settings)].move))
        is_over = not to_choice(forest, t, options, value, settings)
    if is_over:
        settle_samples(samples, t, value, how)
    return is_over


def add_sample(forest: Any, samples: Any, t: Any, policy: Any, settings: Any) -> None:
    """Store the root of tree t, with the policy that the search recommends, in the next slot of the ring buffer."""
    root = forest.nodes[t, ROOT]
    at = (samples.counts[t, FINISHED] + samples.counts[t, PRESENT]) % samples.seats.shape[1]
    seen = samples.planes[t, at]
    rows, columns = seen.shape[1], seen.shape[2]
    for i in range(seen.shape[0]):
        for row in range(rows):
            for column in range(columns):
                seen[i, row, column] = 0
    planes(forest.positions[t], root.seat, seen)
    improved_policy(forest, t, policy, settings)
    for i in range(samples.policy.shape[2]):
        samples.policy[t, at, i] = 0.0
    for i in range(root.size):
        move = np.int64(forest.edges[t, root.first + i].move)
        samples.policy[t, at, policy_index(move, rows, columns)] = policy[i]
    samples.seats[t, at] = root.seat
    samples.exact[t, at] = root.proven
    for k in range(len(root.mean)):
        samples.roots[t, at, k] = root.mean[k]
    samples.counts[t, PRESENT] += 1
    samples.counts[t, DECISIONS] += 1


def settle_samples(samples: Any, t: Any, value: Any, how: Any) -> None:
    """Set the values of a match's samples, from the last to the first, after the match ended with the result
    `value`.
    """
    ring, seats = samples.seats.shape[1], samples.roots.shape[2]
    fresh = samples.counts[t, PRESENT]
    for i in range(fresh - 1, -1, -1):
        at = (samples.counts[t, FINISHED] + i) % ring
        share = 0.0 if samples.exact[t, at] else how.trace
        seat = samples.seats[t, at]
        for k in range(seats):
            value[k] = share * value[k] + (1.0 - share) * np.float64(samples.roots[t, at, k])
        for k in range(seats):
            samples.results[t, at, k] = value[(seat + k) % seats]
    samples.counts[t, FINISHED] += fresh
    samples.counts[t, PRESENT] = 0
    samples.counts[t, MATCHES] += 1
