"""Exact solving of Connect Four beside bitbully (specialised C++), in one run on one machine.

    python benchmarks/solver.py [--positions N] [--rounds N] [--empty]

Random positions of 14 to 28 stones are solved by `alphabeta` and by bitbully's `mtdf` and `nullWindow`, no book, in
turn, over and over. Every value is compared before any time counts. Times are the processor's; a round's ratio is our
time divided by that of the faster of the two, and the median of the rounds counts. Easy positions, of fewer than 100
nodes, are solved once more: by `restart`, and by a new search. The exit status is 1 if a value is wrong or a bar is
missed. `--empty` solves the empty board as well.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from statistics import median

from bitbully import BitBully, Board

import playout
from playout.algorithms.alphabeta.options import AlphaBetaOptions
from playout.algorithms.alphabeta.search import AlphaBeta

BAR = 1.0
"""Our time as a multiple of that of the faster of bitbully's two searches, at most."""

EASY, EASY_BAR = 100, 0.1
"""Nodes of an easy position, and milliseconds to solve it."""

EMPTY_BAR = 300.0
"""Seconds for the empty board."""


def random_positions(count: int, seed: int) -> list[playout.State]:
    """Positions of 14 to 28 stones in which nobody has won."""
    rng, game = random.Random(seed), playout.load("connect_four")
    found: list[playout.State] = []
    while len(found) < count:
        state, stones = game.start(), rng.randint(14, 28)
        while not state.over and len(state.history) < stones:
            state = state.play(rng.choice(state.moves()))
        if not state.over:
            found.append(state)
    return found


def score(search: AlphaBeta) -> int:
    """The score as solvers count it: 22 minus the winner's stones at the win; negative if the seat to move loses."""
    result = search.answer()
    value, plies = result.values[result.state.turn], result.candidates[0].plies
    if value == 0.5:
        return 0
    assert plies is not None
    points = 22 - (len(result.state.history) + plies + 1) // 2
    return points if value == 1.0 else -points


def finish(search: AlphaBeta) -> int:
    """Search to the end; returns the nodes."""
    nodes = 0
    while not search.complete:
        nodes += search.advance(1_000_000)
    return nodes


def solve_all(search: AlphaBeta, states: list[playout.State]) -> tuple[float, list[int], int]:
    """Seconds, scores and nodes; the table is kept, as bitbully keeps its own."""
    nodes, scores, seconds = 0, [], 0.0
    for state in states:
        begin = time.process_time()
        search.restart(state)
        nodes += finish(search)
        seconds += time.process_time() - begin
        scores.append(score(search))
    return seconds, scores, nodes


def solve_easy(states: list[playout.State]) -> bool:
    """Print the milliseconds for an easy position; returns whether a search that is kept meets the bar."""
    options = AlphaBetaOptions(line=False)
    search = AlphaBeta(states[0], options)
    easy = [state for state in states if solve_all(search, [state])[2] < EASY]
    begin = time.process_time()
    for state in easy:
        search.restart(state)
        finish(search)
    kept = (time.process_time() - begin) / len(easy) * 1000
    begin = time.process_time()
    for state in easy:
        finish(AlphaBeta(state, options))
    fresh = (time.process_time() - begin) / len(easy) * 1000
    passed = kept <= EASY_BAR
    print(f"easy position   {kept:.3f} ms   at most {EASY_BAR} ms   {'pass' if passed else 'MISSED'}")
    print(f"the same by a new search   {fresh:.3f} ms")
    return passed


def oracle(search: Callable[[Board], int], boards: list[Board]) -> tuple[float, list[int]]:
    begin = time.process_time()
    scores = [int(search(board)) for board in boards]
    return time.process_time() - begin, scores


def compare(count: int, rounds: int) -> bool:
    """Print the table; returns whether all values are right and the bar is met."""
    ratios = []
    for number in range(rounds):
        states = random_positions(count, number)
        boards = [Board(list(state.history)) for state in states]
        search = AlphaBeta(states[0], AlphaBetaOptions(line=False))
        search.prepare()
        ours, scores, nodes = solve_all(search, states)
        times = []
        for name in ("mtdf", "null_window"):
            seconds, expected = oracle(getattr(BitBully(opening_book=None), name), boards)
            wrong = sum(a != b for a, b in zip(scores, expected, strict=True))
            if wrong:
                print(f"{wrong} of {count} values differ from bitbully's {name}")
                return False
            times.append(seconds)
        ratios.append(ours / min(times))
        print(
            f"round {number + 1}: {count} positions, all values right; alphabeta {ours:.3f} s ({nodes:,} nodes, "
            f"{nodes / ours:,.0f}/s), mtdf {times[0]:.3f} s, nullWindow {times[1]:.3f} s, ratio {ratios[-1]:.2f}"
        )
    passed = median(ratios) <= BAR
    print(f"alphabeta : bitbully   {median(ratios):.2f} times   at most {BAR}   {'pass' if passed else 'MISSED'}")
    return passed


def solve_empty() -> bool:
    """The empty board without a book: a win in 41 plies by the middle column."""
    search = AlphaBeta(playout.load("connect_four").start(), AlphaBetaOptions(line=False))
    search.prepare()
    begin, nodes = time.process_time(), 0
    while not search.complete:
        nodes += search.advance(20_000_000)
        print(f"\r{nodes / 1e6:,.0f} million nodes, {time.process_time() - begin:.0f} s", end="", flush=True)
    seconds = time.process_time() - begin
    result = search.answer()
    right = (result.move, result.values, result.candidates[0].plies) == (3, (1.0, 0.0), 41)
    print(
        f"\rempty board   {seconds:.0f} s, {nodes:,} nodes, {'right' if right else 'WRONG'}   below {EMPTY_BAR:.0f} s"
    )
    return right and seconds < EMPTY_BAR


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200, help="in a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--empty", action="store_true", help="solve the empty board, too")
    arguments = parser.parse_args()
    passed = compare(arguments.positions, arguments.rounds)
    passed = solve_easy(random_positions(arguments.positions, 0)) and passed
    if arguments.empty:
        passed = solve_empty() and passed
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
