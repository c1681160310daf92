"""UCT on Go 9x9 against GNU Go 3.8, level 10: matches with colours swapped, 5 seconds a move.

    python benchmarks/gnugo.py [--matches 40] [--seconds 5] [--agent "uct"] [--out FILE]

Seconds are processor time of one thread, so that a busy machine does not change the result. A search ends early once no
other move can overtake the most visited one. The tree is kept from move to move; UCT does not ponder. GNU Go plays by
area rules with positional superko, and takes dead stones off before it passes, so both agree on the count of the last
position; GNU Go's own estimate stands beside it. Every match has another seed for both sides, and its result is written
as it ends; with `--out` an interrupted run continues after the matches in the file. The exit status is 1 if less than
half is won.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import playout
from playout.algorithms.registry import new_search

SIZE, KOMI = 9, 7.5
COLOURS = ("black", "white")
COMMAND = ("--mode", "gtp", "--chinese-rules", "--positional-superko", "--capture-all-dead")
BAR = 0.5
"""The least share of matches to win."""

RESIGN = 0.03
"""UCT resigns, and loses the match, once the mean of its best move is below this."""

CHUNK = 0.1
"""Seconds between two looks at the clock."""


class Gnugo:
    """GNU Go as a process that speaks GTP."""

    def __init__(self, level: int, seed: int) -> None:
        program = shutil.which("gnugo", path="/usr/games:/usr/bin:/usr/local/bin")
        if program is None:
            raise SystemExit("there is no gnugo; install the package gnugo")
        command = [program, *COMMAND, "--level", str(level), "--seed", str(seed + 1)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(f"boardsize {SIZE}")
        self.send("clear_board")
        self.send(f"komi {KOMI}")

    def send(self, line: str) -> str:
        """The answer to a command; raises RuntimeError if it is an error."""
        pipe_in, pipe_out = self.process.stdin, self.process.stdout
        assert pipe_in is not None and pipe_out is not None
        pipe_in.write(f"{line}\n")
        pipe_in.flush()
        answer = ""
        while True:
            text = pipe_out.readline()
            if not text:
                raise RuntimeError(f"gnugo ended at {line!r}")
            if text.strip():
                answer += text
            elif answer:
                break
        if not answer.startswith("="):
            raise RuntimeError(f"gnugo answers {line!r} with {answer!r}")
        return answer[1:].strip()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


class Player:
    """UCT with a limit of processor time for each move, and a tree that is kept."""

    def __init__(self, agent: str, seconds: float, seed: int) -> None:
        self.agent, self.seconds, self.seed = agent, seconds, seed
        self.search: Any = None
        self.simulations, self.used, self.moves = 0, 0.0, 0

    def choose(self, state: playout.State) -> int:
        if self.search is None:
            self.search = new_search(state, self.agent, seed=self.seed, simulations=1)
            self.search.prepare()
        else:
            self.search.keep(state)
        begin, amount, done = time.process_time(), 200, 0
        while not self.search.complete:
            self.search.run(simulations=amount)
            done += amount
            used = time.process_time() - begin
            pace = done / used
            rest = int(pace * (self.seconds - used))
            if rest <= 0 or self._is_decided(rest):
                break
            amount = max(1, min(rest, int(pace * CHUNK)))
        self.simulations += done
        self.used += time.process_time() - begin
        self.moves += 1
        return int(self.search.best())

    def chances(self, state: playout.State) -> float:
        """The mean of the most visited move."""
        return float(max(self.search.tree.root.children, key=lambda node: node.visits).values[state.turn])

    def _is_decided(self, rest: int) -> bool:
        """Whether the most visited move keeps its lead, whatever `rest` simulations do."""
        visits = sorted((node.visits for node in self.search.tree.root.children), reverse=True)
        return len(visits) < 2 or visits[0] - visits[1] > rest


def play_match(number: int, agent: str, seconds: float, level: int) -> dict[str, Any]:
    """One match; with even numbers UCT is Black."""
    ours = number % 2
    gnugo, player = Gnugo(level, number), Player(agent, seconds, number)
    state = playout.load("go", size=SIZE, komi=KOMI).start()
    ended, won = "counted", 0.0
    begin = time.perf_counter()
    try:
        while not state.over:
            if state.turn == ours:
                move = player.choose(state)
                if player.chances(state) < RESIGN:
                    ended, won = "uct resigned", 0.0
                    break
                gnugo.send(f"play {COLOURS[ours]} {state.format(move)}")
                state = state.play(move)
            else:
                answer = gnugo.send(f"genmove {COLOURS[1 - ours]}")
                if answer.lower() == "resign":
                    ended, won = "gnugo resigned", 1.0
                    break
                state = state.play("pass" if answer.lower() == "pass" else answer)
        estimate = gnugo.send("final_score") if state.over else ""
    finally:
        gnugo.close()
    if state.over:
        won = state.payoffs[ours]
    return {
        "match": number,
        "uct": COLOURS[ours],
        "won": won,
        "ended": ended,
        "score": state.show().splitlines()[-1] if state.over else "",
        "gnugo_says": estimate,
        "plies": len(state.history),
        "simulations_a_move": player.simulations // max(1, player.moves),
        "processor_s_a_move": round(player.used / max(1, player.moves), 2),
        "simulations_a_s": round(player.simulations / max(0.01, player.used)),
        "wall_s": round(time.perf_counter() - begin),
        "moves": " ".join(state.game.replay(state.history[:i]).format(m) for i, m in enumerate(state.history)),
        "agent": agent,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time a move")
    parser.add_argument("--level", type=int, default=10, help="GNU Go's level")
    parser.add_argument("--agent", default="uct")
    parser.add_argument("--out", type=Path, help="a file of JSON lines for the results")
    given = parser.parse_args()
    rows = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out and given.out.exists() else []
    for number in range(len(rows), given.matches):
        row = play_match(number, given.agent, given.seconds, given.level)
        rows.append(row)
        if given.out:
            with given.out.open("a") as file:
                file.write(json.dumps(row) + "\n")
        total = sum(row["won"] for row in rows)
        print(
            f"{number + 1:3}: {row['uct']} {'won' if row['won'] else 'lost'} ({row['score'] or row['ended']}; gnugo "
            f"{row['gnugo_says']}), {row['simulations_a_move']:,} simulations, {row['processor_s_a_move']} s a move, "
            f"{row['wall_s']} s; {total:g} of {len(rows)}",
            flush=True,
        )
    share = sum(row["won"] for row in rows) / len(rows)
    print(f"{share:.1%} of {len(rows)} matches (bar {BAR:.0%}): {'pass' if share >= BAR else 'FAIL'}")
    return 0 if share >= BAR else 1


if __name__ == "__main__":
    raise SystemExit(main())
