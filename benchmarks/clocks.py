"""Does our engine ever lose on time? Matches under UCI and GTP clocks, with the clocks kept outside of the engines.

`python benchmarks/clocks.py uci --matches 100` plays chess against itself, over python-chess, 1 s + 0.01 s a side;
`gtp` plays Go on 9x9 with 5 s a side for the whole match; `arena` plays searches in our own arena at 1 s + 0.01 s.
It prints the losses on time, and how much time was left at the worst moment.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from dataclasses import dataclass

import chess
import chess.engine

import playout

BASE, INCREMENT = 1.0, 0.01
GO_SECONDS = 5
LONGEST = 400
"""Plies after which a match of chess is given up as drawn."""


@dataclass
class ClockTotals:
    """The totals so far."""

    matches: int = 0
    moves: int = 0
    losses: int = 0
    least: float = BASE
    """Seconds left at the worst moment."""

    def spend(self, clock: list[float], seat: int, used: float, increment: float) -> bool:
        """Take the time of a move off a clock; False if that is a loss."""
        clock[seat] -= used
        self.moves += 1
        self.least = min(self.least, clock[seat])
        if clock[seat] < 0:
            self.losses += 1
            return False
        clock[seat] += increment
        return True

    def __str__(self) -> str:
        return (
            f"{self.matches} matches, {self.moves:,} moves: {self.losses} losses on time; "
            f"at the worst moment {1000 * self.least:.0f} ms were left"
        )


def play_uci(matches: int, agent: str) -> ClockTotals:
    """Chess, two processes of ours, python-chess between them."""
    command = [sys.executable, "-m", "playout", "protocol", "uci", "--agent", agent]
    engines = [chess.engine.SimpleEngine.popen_uci(command, timeout=300) for _ in range(2)]
    totals = ClockTotals()
    for engine in engines:
        engine.ping()
    for number in range(matches):
        board, clock = chess.Board(), [BASE, BASE]
        while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
            seat = board.ply() % 2
            limit = chess.engine.Limit(
                white_clock=clock[0], black_clock=clock[1], white_inc=INCREMENT, black_inc=INCREMENT
            )
            begin = time.perf_counter()
            found = engines[(seat + number) % 2].play(board, limit, game=number)
            assert found.move is not None
            used = time.perf_counter() - begin
            board.push(found.move)
            if not totals.spend(clock, seat, used, INCREMENT):
                break
        totals.matches += 1
        print(f"{totals.matches}: {board.result(claim_draw=True)}, {board.ply()} plies; {totals}", flush=True)
    for engine in engines:
        engine.quit()
    return totals


class GtpProcess:
    """One of our processes that speaks GTP."""

    def __init__(self, agent: str) -> None:
        command = [sys.executable, "-m", "playout", "protocol", "gtp", "--agent", agent]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, command: str) -> str:
        """The answer to a command, without its sign."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines: list[str] = []
        while (line := self.process.stdout.readline()).strip() or not lines:
            lines.append(line.rstrip())
        if not lines[0].startswith("="):
            raise RuntimeError(f"{command}: {lines}")
        return lines[0][1:].strip()


def play_gtp(matches: int, agent: str) -> ClockTotals:
    """Go on 9x9, two processes of ours."""
    players = [GtpProcess(agent), GtpProcess(agent)]
    totals = ClockTotals(least=GO_SECONDS)
    for player in players:
        player.ask("boardsize 9")
        player.ask("reg_genmove b")  # loads or compiles all that is needed
    for number in range(matches):
        for player in players:
            for command in ("clear_board", f"time_settings {GO_SECONDS} 0 0"):
                player.ask(command)
        clock, passes, seat = [float(GO_SECONDS)] * 2, 0, 0
        for _ in range(3 * 81):
            mover, other = players[(seat + number) % 2], players[(seat + number + 1) % 2]
            begin = time.perf_counter()
            move = mover.ask(f"genmove {'bw'[seat]}")
            if not totals.spend(clock, seat, time.perf_counter() - begin, 0.0):
                break
            other.ask(f"play {'bw'[seat]} {move}")
            passes = passes + 1 if move == "pass" else 0
            if passes == 2:
                break
            seat = 1 - seat
        totals.matches += 1
        print(f"{totals.matches}: {players[0].ask('final_score')}; {totals}", flush=True)
    for player in players:
        player.ask("quit")
        player.process.wait()
    return totals


def play_arena(matches: int, agent: str) -> None:
    """Chess in our own arena, one match at a time."""
    clock = playout.Clock(BASE, INCREMENT)
    result = playout.tournament(
        "chess", [agent, "alphabeta(seed=2)"], matches=matches, clock=clock, openings=4, workers=1, seed=1
    )
    print(result)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("protocol", choices=("uci", "gtp", "arena"))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--agent", default="")
    given = parser.parse_args()
    if given.protocol == "uci":
        print(play_uci(given.matches, given.agent or "alphabeta"))
    elif given.protocol == "gtp":
        print(play_gtp(given.matches, given.agent or "uct"))
    else:
        play_arena(given.matches, given.agent or "alphabeta(seed=1)")


if __name__ == "__main__":
    main()
