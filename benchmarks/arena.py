"""How many matches of tic-tac-toe the arena plays in a second, records included, by one worker and by two.

Beside each figure stands the processor time that the same number of busy processes gets at that moment: on a machine
that others use, two workers cannot be twice as fast as one. Then 100,000 matches are read from a store.

    python benchmarks/arena.py --matches 4000 "uct(simulations=100)" "uct(simulations=100, seed=1)"
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from playout.arena.definition import Definition
from playout.arena.executors import MatchBatch
from playout.arena.executors.local import LocalExecutor
from playout.arena.storage.store import Store
from playout.arena.tournament import tournament


class Timed:
    """A local executor that logs the time and the number of matches done."""

    def __init__(self, workers: int) -> None:
        self._inner = LocalExecutor(workers)
        self.log: list[tuple[float, int]] = []

    def play(self, definition: Definition, numbers: Sequence[int]) -> Iterator[list[MatchBatch]]:
        done = 0
        for batches in self._inner.play(definition, numbers):
            done += sum(len(batch.rows) for batch in batches)
            self.log.append((time.perf_counter(), done))
            yield batches

    def rate(self, matches: int) -> float:
        """Matches a second from 30 % to 90 % of them: workers that start, or wait for the last match, are left out."""
        begin, end = (next(item for item in self.log if item[1] >= share * matches) for share in (0.3, 0.9))
        return (end[1] - begin[1]) / (end[0] - begin[0])


def spin(seconds: float) -> float:
    begin, used = time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < seconds:
        pass
    return time.process_time() - used


def available(processes: int) -> float:
    """Processors that `processes` busy processes get together."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return sum(pool.map(spin, [1.0] * processes, 1))


def speed(agents: list[str], matches: int, rounds: int) -> None:
    for _ in range(rounds):
        for workers in (1, 2):
            got = available(workers)
            with tempfile.TemporaryDirectory() as folder:
                timed = Timed(workers)
                begin = time.process_time()
                store = Path(folder, "results.db")
                tournament("tic_tac_toe", agents, matches=matches, seed=7, executor=timed, store=store)
                own = (time.process_time() - begin) / matches * 1e6
            print(
                f"{workers} workers: {timed.rate(matches):7,.0f} matches/s; main process {own:.0f} us a match; ", end=""
            )
            print(f"{workers} busy processes get {got:.2f} processors")


def loading() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "results.db")
        tournament("tic_tac_toe", ["random", "rules"], matches=1000, seed=7, store=path, workers=1)
        with Store(path, write=True) as store:
            for copy in range(1, 100):
                for table, columns in (
                    ("matches", "forfeit, reason, opening, moves, clock, machine"),
                    ("seats", "seat, agent, payoff, seconds, slowest, plies"),
                ):
                    store.database.execute(
                        f"INSERT INTO {table} SELECT number + {copy * 1000}, {columns} FROM {table} WHERE number < 1000"
                    )
            size = path.stat().st_size / 1e6
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        begin = time.perf_counter()
        with Store(path) as store:
            results = store.results()
        seconds = time.perf_counter() - begin
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        print(f"{len(results.groups):,} matches ({size:.0f} MB) read in {seconds:.2f} s; ", end="")
        print(f"the process took {before:.0f} MB before and {after:.0f} MB after")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="*", default=["uct(simulations=100)", "uct(simulations=100, c=1.0)"])
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    speed(arguments.agents, arguments.matches, arguments.rounds)
    loading()


if __name__ == "__main__":
    main()
