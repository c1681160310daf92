"""UCT beside OpenSpiel's C++ search: speed, threads, memory, deadlines; and how often its move keeps the result.

    python benchmarks/uct.py [--quick] [--strength] [--course MATCHES]

Ratios are medians over interleaved rounds. `--strength` asks bitbully, which solves Connect Four, whether the chosen
move keeps the game-theoretic result; `--course` plays the university course's variant against UCT as a report of a
participant describes it. The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from statistics import median
from typing import Any

import pyspiel

import playout
from playout.algorithms.running import drive
from playout.algorithms.uct.options import UctOptions
from playout.algorithms.uct.search import Uct
from playout.limits import Limit

SIMULATIONS = 50_000
STEPS = (50_000, 200_000, 1_000_000, 3_000_000)
"""Sizes of the tree in simulations, between which its rate is measured."""

COURSE = "uct(c=0.99, choice='mean', solver=False, tactics=False, policy='towards_middle', seconds={seconds})"
"""UCT as the report of a participant describes it."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--strength", action="store_true", help="200 positions against bitbully, 1 s each")
    parser.add_argument("--course", type=int, metavar="MATCHES", default=0, help="matches of the course variant")
    parser.add_argument("--seconds", type=float, default=1.0, help="for --strength and --course, a move")
    options = parser.parse_args()
    os.environ["PLAYOUT_QUIET"] = "1"
    curve(1_000_000 if options.quick else 3_000_000)
    passed = [speed(3 if options.quick else 9), memory(), deadlines(60 if options.quick else 1000)]
    if options.strength:
        passed.append(strength(200, options.seconds))
    if options.course:
        passed.append(course(options.course, options.seconds))
    return 0 if all(passed) else 1


def report(what: str, measured: str, bar: str, good: bool) -> bool:
    print(f"{'ok  ' if good else 'MISS'} {what}: {measured} (bar {bar})", flush=True)
    return good


def seconds_of(simulations: int, **options: Any) -> float:
    """The time that a fresh search takes for `simulations` simulations."""
    search = Uct(playout.load("connect_four").start(), UctOptions(**options), seed=1, memory=50)
    search.prepare()
    begin = time.perf_counter()
    search.advance(simulations)
    return time.perf_counter() - begin


def speed(rounds: int) -> bool:
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, math.sqrt(2), SIMULATIONS, 1000, False, 7, False)
    ratios: dict[str, list[float]] = {"plain": [], "full": [], "threads": []}
    seconds_of(10)
    for _ in range(rounds):
        begin = time.perf_counter()
        bot.step(game.new_initial_state())
        peer = time.perf_counter() - begin
        ratios["plain"].append(peer / seconds_of(SIMULATIONS, solver=False, tactics=False))
        ratios["full"].append(peer / seconds_of(SIMULATIONS))
        one, two = seconds_of(4 * SIMULATIONS), seconds_of(8 * SIMULATIONS, threads=2)
        ratios["threads"].append(2 * one / two)
    plain, full, threads = (median(ratios[name]) for name in ("plain", "full", "threads"))
    return all(
        [
            report("simulations, against MCTSBot", f"{plain:.1f} times", "15", plain >= 15),
            report("with solver and tactics", f"{full:.1f} times", "12", full >= 12),
            report("two threads against one", f"{threads:.2f} times", "1.7", threads >= 1.7),
        ]
    )


def curve(most: int) -> None:
    """Print how many simulations a second a tree does as it grows, by process time, and its bytes a simulation."""
    for name, options in (("plain", UctOptions(solver=False, tactics=False)), ("default", UctOptions())):
        search = Uct(playout.load("connect_four").start(), options, seed=1)
        search.prepare()
        done, parts = 0, []
        for step in (step for step in STEPS if step <= most):
            begin = time.process_time()
            search.advance(step - done)
            rate = (step - done) / (time.process_time() - begin)
            parts.append(f"{rate / 1e6:.2f} to {step:,}")
            done = step
        print(f"     {name}: {', '.join(parts)} million simulations/s; {search.tree.memory / done:.1f} bytes each")


def memory() -> bool:
    search = Uct(playout.load("connect_four").start(), seed=1)
    search.prepare()
    search.advance(1_000_000)
    size = search.tree.memory / 1e6
    return report("a million simulations", f"{size:.1f} MB", "48", size <= 48)


def deadlines(count: int) -> bool:
    rng = playout.Rng(1)
    late = []
    state = playout.load("connect_four").start()
    for i in range(count):
        limit = 0.05 + 0.95 * rng.uniform() * (0.2 if count < 1000 else 1.0)
        search = Uct(state, seed=i, memory=100)
        search.prepare()
        begin = time.perf_counter()
        for _ in drive(search, Limit(seconds=limit)):
            pass
        late.append(1000 * (time.perf_counter() - begin - limit))
    late.sort()
    share = late[int(0.99 * len(late))]
    good = share <= 20 and late[-1] <= 100
    measured = f"99 % within {share:.1f} ms, the latest {late[-1]:.1f} ms"
    return report(f"{count} deadlines", measured, "20 and 100 ms", good)


def strength(count: int, seconds: float) -> bool:
    import bitbully

    solver, game, rng = bitbully.BitBully(), playout.load("connect_four"), playout.Rng(5)
    kept = asked = 0
    while asked < count:
        state, stones = game.start(), 8 + rng.below(21)
        while not state.over and len(state.history) < stones:
            moves = state.moves()
            state = state.play(moves[rng.below(len(moves))])
        if state.over:
            continue
        scores = solver.score_all_moves(bitbully.Board(list(state.history)))
        results = {move: (score > 0) - (score < 0) for move, score in scores.items() if move in state.moves()}
        if len(set(results.values())) < 2:
            continue
        asked += 1
        result = playout.search(state, "uct", seconds=seconds, seed=asked)
        kept += results[result.move] == max(results.values())
    return report(f"{count} positions, the move keeps the result", f"{kept / count:.1%}", "97 %", kept / count >= 0.97)


def course(matches: int, seconds: float) -> bool:
    """Boards of 9 to 12 with a blocked cell, each played twice, each side first once."""
    rng, score = playout.Rng(9), 0.0
    for number in range(matches):
        if number % 2 == 0:
            rows, columns = 9 + rng.below(4), 9 + rng.below(4)
            blocked = (rng.below(rows), rng.below(columns))
            game = playout.load("connect_four", rows=rows, columns=columns, blocked=blocked)
        ours = playout.agent(f"uct(seconds={seconds}, seed={number})")
        theirs = playout.agent(COURSE.format(seconds=seconds))
        seats = [ours, theirs] if number % 2 == 0 else [theirs, ours]
        state = game.start()
        while not state.over:
            state = state.play(seats[state.turn].choose(state))
        score += state.payoffs[number % 2]
        print(f"  {number + 1} matches, {score / (number + 1):.1%}", end="\r", flush=True)
    mean = score / matches
    error = 1.96 * math.sqrt(max(mean * (1 - mean), 0.01) / matches)
    return report(f"{matches} matches of the course variant", f"{mean:.1%} +- {error:.1%}", "80 %", mean >= 0.8)


if __name__ == "__main__":
    raise SystemExit(main())
