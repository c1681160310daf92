"""Speed of random playouts beside OpenSpiel's C++ search, and start-up times, in one run on one machine.

    python benchmarks/playouts.py [--quick] [--json FILE]

A rate by itself says more about the machine than about the code. So what is compared is measured in turn, over
and over, and of each pair the median of the ratios counts: what slows the machine down slows both. The exit
status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import pyspiel

import playout

FIRST_SEAT = 0.557
"""The mean payoff of seat 0 in random play on the empty board of 7 columns and 6 rows, within 0.001."""

START = "import playout; playout.playouts(playout.load('connect_four').start(), 1, seed=1)"
"""The program of a process that is timed, from its start to its first playout."""


@dataclass(frozen=True)
class Sizes:
    """The amounts that are measured."""

    rounds: int
    simulations: int
    """Of OpenSpiel's search in a round; its rate falls as its tree grows, so it stays the same in a quick run."""
    playouts: int
    """In a round, for each thread."""
    starts: int
    """Processes for each start-up time."""


FULL = Sizes(rounds=9, simulations=50_000, playouts=2_000_000, starts=5)
QUICK = Sizes(rounds=3, simulations=50_000, playouts=700_000, starts=2)


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    measured: str
    bar: str
    passed: bool | None
    """None where there is no bar."""
    value: float


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a short run; its figures are less exact")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table to FILE as well")
    options = parser.parse_args()
    sizes = QUICK if options.quick else FULL
    os.environ["PLAYOUT_QUIET"] = "1"
    described = machine()  # before the load is our own
    rates, mean = measure_rates(sizes)
    rows = [*rate_rows(rates), mean_row(mean, sizes), *start_rows(sizes)]
    print(described)
    print_table(rows)
    if options.json:
        options.json.write_text(json.dumps({"machine": described, "rows": [asdict(row) for row in rows]}, indent=2))
    return 1 if any(row.passed is False for row in rows) else 0


def measure_rates(sizes: Sizes) -> tuple[dict[str, list[float]], float]:
    """The rate of each contestant in each round, and the mean payoff of seat 0 on the standard board."""
    standard = playout.load("connect_four").start()
    large = playout.load("connect_four", rows=12, columns=12, blocked=(5, 6)).start()
    small = playout.load("tic_tac_toe").start()
    means: list[float] = []

    def play(state: playout.State, threads: int = 1) -> Callable[[int], float]:
        def run(number: int) -> float:
            begin = time.perf_counter()
            payoffs = playout.playouts(state, sizes.playouts * threads, seed=number, threads=threads)
            seconds = time.perf_counter() - begin
            if state is standard and threads == 1:
                means.append(payoffs[0])
            return sizes.playouts * threads / seconds

        return run

    contestants: dict[str, Callable[[int], float]] = {
        "openspiel connect_four": openspiel_search("connect_four", sizes.simulations),
        "connect_four": play(standard),
        "connect_four, two threads": play(standard, threads=2),
        "connect_four 12x12": play(large),
        "openspiel tic_tac_toe": openspiel_search("tic_tac_toe", sizes.simulations),
        "tic_tac_toe": play(small),
    }
    for run in contestants.values():  # compile, and wake the machine up
        run(0)
    means.clear()
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(1, sizes.rounds + 1):
        for name, run in contestants.items():
            rates[name].append(run(number))
        print(f"\rround {number} of {sizes.rounds} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return rates, sum(means) / len(means)


def openspiel_search(name: str, simulations: int) -> Callable[[int], float]:
    """OpenSpiel's search by C++ from the first position: a simulation ends in one random playout."""
    game = pyspiel.load_game(name)

    def run(number: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, number, False)  # solve: off
        state = game.new_initial_state()
        begin = time.perf_counter()
        root = bot.mcts_search(state)
        seconds = time.perf_counter() - begin
        if root.explore_count != simulations:
            raise SystemExit(f"OpenSpiel did {root.explore_count} simulations of {name}, not {simulations}")
        return simulations / seconds

    return run


def rate_rows(rates: dict[str, list[float]]) -> list[Row]:
    rows = [
        Row(name, f"{median(found):,.0f}/s", "", None, median(found))
        for name, found in ((unit(name), found) for name, found in rates.items())
    ]
    for name, beside, bar in (
        ("connect_four", "openspiel connect_four", 30.0),
        ("tic_tac_toe", "openspiel tic_tac_toe", 10.0),
        ("connect_four 12x12", "connect_four", 1 / 3),
        ("connect_four, two threads", "connect_four", 1.8),
    ):
        ratios = [a / b for a, b in zip(rates[name], rates[beside], strict=True)]
        ratio = median(ratios)
        text = f"{ratio:.2f} times ({min(ratios):.2f} to {max(ratios):.2f})"
        rows.append(Row(f"{name} : {beside}", text, f"at least {bar:.2f}", ratio >= bar, ratio))
    return rows


def unit(name: str) -> str:
    return f"{name}, {'simulations' if name.startswith('openspiel') else 'playouts'}"


def mean_row(mean: float, sizes: Sizes) -> Row:
    """The payoffs lie between 0 and 1, so their variance is at most mean * (1 - mean)."""
    count = sizes.rounds * sizes.playouts
    error = math.sqrt(mean * (1 - mean) / count)
    text = f"{mean:.5f} ± {error:.5f} ({count / 1e6:.1f} million)"
    passed = abs(mean - FIRST_SEAT) <= 0.001
    return Row("connect_four, mean payoff of seat 0", text, f"{FIRST_SEAT} ± 0.001", passed, mean)


def start_rows(sizes: Sizes) -> list[Row]:
    cold, warm = [], []
    for _ in range(sizes.starts):
        with tempfile.TemporaryDirectory() as folder:
            cold.append(process_time(["-c", START], folder))
            warm.append(process_time(["-c", START], folder))
    usage = [process_time(["-m", "playout", "--help"]) for _ in range(sizes.starts)]
    rows = []
    for what, seconds, bar in (
        ("start to first playout, warm", warm, 1.5),
        ("start to first playout, cold (empty cache)", cold, 10.0),
        ("playout --help", usage, 0.5),
    ):
        middle = median(seconds)
        text = f"{middle:.2f} s ({min(seconds):.2f} to {max(seconds):.2f})"
        rows.append(Row(what, text, f"below {bar:.1f} s", middle < bar, middle))
    return rows


def process_time(arguments: list[str], cache: str | None = None) -> float:
    """Seconds from the start of a fresh Python process to its end."""
    environment = dict(os.environ) | ({"PLAYOUT_CACHE_DIR": cache} if cache else {})
    begin = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - begin
    if done.returncode:
        raise SystemExit(f"python {' '.join(arguments)} failed:\n{done.stderr}")
    return seconds


def machine() -> str:
    """The machine in a line, with a note if it is busy: no ratio helps two threads that share a processor."""
    text = f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load > (os.cpu_count() or 1) - 1.5:
        text += f"; busy with other work (load {load:.1f}), so the figure for two threads may be too low"
    return text


def print_table(rows: list[Row]) -> None:
    marks = {True: "pass", False: "FAIL", None: ""}
    cells = [("", "measured", "bar", ""), *((row.what, row.measured, row.bar, marks[row.passed]) for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(4)]
    for number, line in enumerate(cells):
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))


if __name__ == "__main__":
    raise SystemExit(main())
