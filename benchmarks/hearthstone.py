"""Hearthstone: random matches, the size of a position, start-up times, the rules of thumb, and how strong searches are.

    python benchmarks/hearthstone.py [--quick] [--strength SECONDS] [--matches 200] [--random SECONDS]

`--strength` plays Monte Carlo over action sequences against the rules and ismcts against it, with as many simulations a
decision as each does in a given processor time, so that a busy machine changes nothing. `--random` plays
every searching agent against random play in the same way. The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from statistics import median

import playout

GAME = "hearthstone"
RULES = "rules"
SEQUENCES = "ucb(sequences=True, policy='suggest')"
ISMCTS = "ismcts(policy='suggest')"
SEARCHES = ("flat", "ucb", "ucb(sequences=True)", "uct", "ismcts")

START = """
import playout
state = playout.load("hearthstone").start()
while state.turn == playout.CHANCE:
    state = state.sample(1)
playout.search(state.seen_by(state.turn), "ismcts", simulations=1, seed=1)
"""
"""The program of a process that is timed, from its start to the first simulation of a search."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a short run; its figures are less exact")
    parser.add_argument("--strength", type=float, metavar="SECONDS", help="a decision, for the bars of strength")
    parser.add_argument("--random", type=float, metavar="SECONDS", help="a decision, for searches against random play")
    parser.add_argument("--matches", type=int, default=200, help="of each pair, for --strength and --random")
    options = parser.parse_args()
    os.environ["PLAYOUT_QUIET"] = "1"
    passed = [size(), speed(3 if options.quick else 9), *starts()]
    passed.append(against(RULES, "random", 100 if options.quick else 1000, 0.95))
    if options.random:
        passed += [against(timed(name, options.random), "random", options.matches, 0.99) for name in SEARCHES]
    if options.strength:
        first = timed(SEQUENCES, options.strength)
        passed.append(against(first, RULES, options.matches, 0.8))
        passed.append(against(timed(ISMCTS, options.strength), first, options.matches, 0.5))
    return 0 if all(passed) else 1


def report(what: str, measured: str, bar: str, good: bool) -> bool:
    print(f"{'ok  ' if good else 'MISS'} {what}: {measured} (bar {bar})", flush=True)
    return good


def size() -> bool:
    count = playout.load(GAME).dtype.itemsize
    return report("bytes of a position", str(count), "at most 512", count <= 512)


def speed(rounds: int) -> bool:
    """Random matches a second of processor time, with the report's deck on both sides."""
    state = playout.load(GAME).start()
    playout.playouts(state, 100, seed=0)
    rates = []
    for number in range(rounds):
        begin = time.thread_time()
        playout.playouts(state, 20_000, seed=number)
        rates.append(20_000 / (time.thread_time() - begin))
    text = f"{median(rates):,.0f}/s ({min(rates):,.0f} to {max(rates):,.0f})"
    return report("random matches", text, "at least 20,000/s", median(rates) >= 20_000)


def starts() -> list[bool]:
    """Processor time of a process up to its first simulation: with an empty cache, and with the one that this left."""
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = process_time(folder), min(process_time(folder) for _ in range(3))
    return [
        report("start to the first simulation, empty cache", f"{cold:.1f} s", "below 60 s", cold < 60),
        report("start to the first simulation, warm", f"{warm:.2f} s", "below 2 s", warm < 2),
    ]


def process_time(cache: str) -> float:
    """Seconds of processor time of a fresh Python process."""
    before = os.times()
    environment = dict(os.environ) | {"PLAYOUT_CACHE_DIR": cache}
    done = subprocess.run([sys.executable, "-c", START], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the process failed:\n{done.stderr}")
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def timed(spelling: str, seconds: float) -> str:
    """An agent with as many simulations a decision as it does in `seconds` seconds, in the middle of a match."""
    state, rng = playout.load(GAME).start(), playout.Rng(1)
    while state.turn == playout.CHANCE or len(state.history) < 60:
        state = state.sample(rng) if state.turn == playout.CHANCE else state.play(playout.agent(RULES).choose(state))
    seen = state.seen_by(state.turn)
    playout.search(seen, spelling, simulations=10, seed=1)
    begin = time.thread_time()
    playout.search(seen, spelling, simulations=3000, seed=1)
    count = max(1, round(seconds * 3000 / (time.thread_time() - begin)))
    return spelling.removesuffix(")") + (", " if "(" in spelling else "(") + f"simulations={count})"


def against(one: str, other: str, matches: int, bar: float) -> bool:
    """The score of the first agent, as often from each seat."""
    game, won = playout.load(GAME), 0.0
    for number in range(matches):
        seat = number % 2
        agents = [one, other] if seat == 0 else [other, one]
        won += playout.play_match(game, agents, seed=number // 2).payoffs[seat]
    low, high = wilson(won, matches)
    text = f"{100 * won / matches:.1f} % of {matches} ({100 * low:.1f} to {100 * high:.1f})"
    return report(f"{one} against {other}", text, f"at least {100 * bar:.0f} %", won / matches >= bar)


def wilson(won: float, matches: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, z = won / matches, 1.96
    middle, half = share + z * z / (2 * matches), math.sqrt(share * (1 - share) / matches + (z / (2 * matches)) ** 2)
    scale = 1 + z * z / matches
    return (middle - z * half) / scale, (middle + z * half) / scale


if __name__ == "__main__":
    raise SystemExit(main())
