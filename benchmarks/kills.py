"""A tournament that is killed again and again, and must end like one that was left alone.

Each kill is a SIGKILL of the main process or of one of its workers, at a random moment; a main process is started
again with the same command. At the end every match, and so the table, has to be that of an undisturbed run.

    python benchmarks/kills.py --kills 50
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playout.arena.storage.store import Store

AGENTS = ["uct(simulations=50)", "flat(simulations=50)", "rules"]


def command(store: Path, matches: int) -> list[str]:
    words = ["arena", "run", "connect_four", *AGENTS, "--seed", "7", "--plies", "2", "--quiet", "--workers", "2"]
    return [sys.executable, "-m", "playout", *words, "--matches", str(matches), "--store", str(store)]


def count(store: Path) -> int:
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as base:
            return int(base.execute("SELECT count(*) FROM matches").fetchone()[0])
    except sqlite3.Error:
        return 0
    finally:
        if "base" in locals():
            base.close()


def workers(parent: int) -> list[int]:
    """The processes that play for a main process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            words = (folder / "cmdline").read_text()
        except OSError:
            continue
        if int(status[1]) == parent and status[0] != "Z" and "spawn_main" in words:
            found.append(int(folder.name))
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def disturb(store: Path, matches: int, kills: int, luck: random.Random) -> dict[str, int]:
    """Run to the end in spite of `kills` kills; returns how many hit the main process and how many a worker."""
    hits = {"main": 0, "worker": 0}
    plan = [kill % 2 == 0 for kill in range(kills)]  # whether it is the main process
    luck.shuffle(plan)
    seen: set[int] = set()
    running = subprocess.Popen(command(store, matches))
    while True:
        done = sum(hits.values())
        # The kills are spread over the tournament, so that all of them strike before it is over.
        if done < kills and count(store) >= done * matches // (kills + 1):
            time.sleep(luck.random() * 0.2)
            targets = workers(running.pid)
            seen |= set(targets)
            main = plan[done]
            if running.poll() is None and (main or targets):
                os.kill(running.pid if main else luck.choice(targets), signal.SIGKILL)
                hits["main" if main else "worker"] += 1
        if running.poll() is not None:
            if running.returncode == 0:
                break
            if running.returncode != -signal.SIGKILL:
                raise SystemExit(f"the run ended with {running.returncode}")
            running = subprocess.Popen(command(store, matches))
        time.sleep(0.05)
    time.sleep(1)
    left = [pid for pid in seen if alive(pid)]
    if left:
        raise SystemExit(f"workers outlived their main process: {left}")
    return hits


def facts(store: Path) -> list[Any]:
    """The parts of a store that do not depend on the clock."""
    with Store(store) as kept:
        return [(m.number, m.agents, m.moves, m.payoffs, m.forfeit, m.reason) for m in kept.matches()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--matches", type=int, default=0, help="200 for each kill if not given")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    matches = arguments.matches or 200 * arguments.kills
    with tempfile.TemporaryDirectory() as folder:
        quiet, noisy = Path(folder, "quiet.db"), Path(folder, "noisy.db")
        subprocess.run(command(quiet, matches), check=True)
        hits = disturb(noisy, matches, arguments.kills, random.Random(arguments.seed))
        expected, found = facts(quiet), facts(noisy)
    if expected != found:
        wrong = sum(a != b for a, b in zip(expected, found, strict=False)) + abs(len(expected) - len(found))
        raise SystemExit(f"{wrong} of {len(expected)} matches differ from an undisturbed run")
    print(
        f"{hits['main']} kills of the main process, {hits['worker']} of workers: all {len(found)} matches are the same"
    )


if __name__ == "__main__":
    main()
