"""Chess: alpha-beta's speed, mates, tactics, and matches against a search by material alone and against Stockfish.

    python benchmarks/chess_play.py [speed] [mates] [tactics] [material] [stockfish] [--elo N] [--matches N] [--nodes N]
        [--seconds N] [--out FILE]

Alpha-beta gets nodes, not seconds, so that a busy machine changes nothing: as many as it searches in one second of
processor time, unless --nodes gives another number. Stockfish gets a second of the clock for each move; with a limited
UCI_Elo it picks its move at a depth of one more than its level (5 for 1800, 10 for 2200), long before its time is up.
Openings are random moves that Stockfish finds even; each is played with both colours, to the end by the rules. With
`--out` each match is written as it ends, and an interrupted run continues after the matches in the file. The exit
status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import chess.engine

import playout
from playout.algorithms.registry import new_search
from playout.games.chess.notation import write_uci

HERE = Path(__file__).parent / "positions"
BARS = {"speed": 1e6, "mates": 1.0, "material": 0.95, "stockfish": 0.5}
"""Nodes a second; shares of positions solved, and of points."""

EVEN = 60
"""The most by which an opening differs from even, in hundredths of a pawn."""

PLIES = 8
"""Random moves of an opening."""

MATE_NODES = 200_000
"""A mate within this number of nodes counts as found: a fifth of a second at the bar for the speed."""

MIDDLE_GAME = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PPQ1BPPP/R1B2RK1 w - - 0 9",
    "2r3k1/pp3ppp/4pn2/3p4/3P4/2PBP3/P4PPP/1R4K1 w - - 0 22",
)

MATERIAL_SEARCH = (
    "alphabeta(depth=4, quiescence=False, null_moves=False, reductions=False, margins=False, late_pruning=False, "
    "deeper=False, internal_reductions=False, cycles=False, extensions=False)"
)
"""Textbook alpha-beta: its value is that of minimax."""

Player = Callable[[playout.State], int]


def start(fen: str) -> playout.State:
    return playout.load("chess", fen=fen).start()


def passed(part: str, found: float, text: str) -> bool:
    bar = BARS[part]
    shown = f"{bar:,.0f}" if bar > 1 else f"{100 * bar:.0f} %"
    print(f"{text}; bar {shown}: {'pass' if found >= bar else 'MISSED'}", flush=True)
    return found >= bar


def measure_speed() -> float:
    """Nodes in a second of processor time."""
    nodes, seconds = 0, 0.0
    for fen in MIDDLE_GAME:
        search = new_search(start(fen), "alphabeta", nodes=500_000)
        search.prepare()
        begin = time.process_time()
        nodes += search.run().work
        seconds += time.process_time() - begin
    return nodes / seconds


def rows(name: str) -> Iterator[list[str]]:
    for line in (HERE / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split(";")


def solve_mates() -> bool:
    """Count the mates in two or three moves that are proven within MATE_NODES, and those of them that are shortest."""
    found, shortest, count = 0, 0, 0
    for fen, moves in rows("chess_mates.txt"):
        state = start(fen)
        result = new_search(state, "alphabeta", nodes=MATE_NODES).run()
        plies = result.candidates[0].plies
        count += 1
        if result.values[state.turn] == 1.0 and result.proven and plies is not None:
            found += 1
            shortest += plies <= 2 * int(moves) - 1
        else:
            print(f"no mate within {result.work:,} nodes: {fen}")
    text = f"mates in 2 and 3: {found} of {count} proven within {MATE_NODES:,} nodes, {shortest} of them the shortest"
    return passed("mates", found / count, text)


def solve_tactics(nodes: int) -> None:
    """The share of the tactical positions in which the one good move is found."""
    found, count = 0, 0
    for fen, best in rows("chess_tactics.txt"):
        move = write_uci(new_search(start(fen), "alphabeta", nodes=nodes).run().move)
        found += move == best
        count += 1
        if move != best:
            print(f"{move}, not {best}: {fen}")
    print(f"tactics: {found} of {count} solved ({100 * found / count:.0f} %) with {nodes:,} nodes", flush=True)


def open_stockfish() -> chess.engine.SimpleEngine:
    """Stockfish without a time limit for its answers, since the machine may be busy."""
    command = shutil.which("stockfish") or "/usr/games/stockfish"
    return chess.engine.SimpleEngine.popen_uci(command, timeout=None)


def openings(judge: chess.engine.SimpleEngine, seed: int) -> Iterator[list[str]]:
    """Random openings that are about even."""
    rng = random.Random(seed)
    while True:
        board = chess.Board()
        while len(board.move_stack) < PLIES and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            continue
        score = judge.analyse(board, chess.engine.Limit(nodes=30_000))["score"].white().score(mate_score=100_000)
        if abs(score or 0) <= EVEN:
            yield [move.uci() for move in board.move_stack]


def searcher(spec: str) -> Callable[[], Player]:
    """A maker of players: one of our searches, which keeps its table for a match."""
    return lambda: playout.agent(spec).choose


def engine_player(engine: chess.engine.SimpleEngine, seconds: float) -> Callable[[], Player]:
    def choose(state: playout.State) -> int:
        board = chess.Board()
        for move in state.history:
            board.push_uci(write_uci(move))
        answer = engine.play(board, chess.engine.Limit(time=seconds)).move
        assert answer is not None
        return state.parse(answer.uci())

    return lambda: choose


def by_material(make: Callable[[], Player]) -> Callable[[], Player]:
    """Let a player see the match as one of chess that is evaluated by material alone."""
    game = playout.load("chess", evaluation="material")

    def made() -> Player:
        player = make()
        return lambda state: player(game.replay(state.history))

    return made


def play_match(players: tuple[Player, Player], opening: list[str]) -> tuple[float, int]:
    """White's points, and the plies."""
    state = playout.load("chess").start()
    for text in opening:
        state = state.play(state.parse(text))
    while not state.over:
        state = state.play(players[state.turn](state))
    return state.payoffs[0], len(state.history)


def compete(
    part: str, name: str, ours: Callable[[], Player], theirs: Callable[[], Player], matches: int, out: Path | None
) -> bool:
    """Play pairs of matches, each with one opening, and print each match; the error is that of the mean of pairs."""
    written = out.read_text().splitlines() if out is not None and out.exists() else []
    points = {int(row["match"]): float(row["points"]) for row in map(json.loads, written)}
    judge = open_stockfish()
    chosen = list(itertools.islice(openings(judge, 1), matches // 2))
    judge.quit()
    for number in range(2 * len(chosen)):
        if number in points:
            continue
        us = number % 2
        white, plies = play_match((theirs(), ours()) if us else (ours(), theirs()), chosen[number // 2])
        points[number] = 1 - white if us else white
        row = {"match": number, "us": us, "points": points[number], "plies": plies}
        if out is not None:
            with out.open("a") as file:
                file.write(json.dumps(row) + "\n")
        print(f"{name}: {row}", flush=True)
    pairs = [(points[2 * i] + points[2 * i + 1]) / 2 for i in range(len(chosen))]
    mean = sum(pairs) / len(pairs)
    spread = sum((item - mean) ** 2 for item in pairs) / max(1, len(pairs) - 1)
    error = math.sqrt(spread / len(pairs))
    text = f"{name}: {100 * mean:.1f} % of {2 * len(pairs)} matches (standard error {100 * error:.1f})"
    return passed(part, mean, text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=["speed", "mates", "tactics"])
    parser.add_argument("--elo", type=int, default=1800, help="Stockfish's UCI_Elo")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--nodes", type=int, help="a move, for alpha-beta; else one second of processor time")
    parser.add_argument("--seconds", type=float, default=1.0, help="a move, for Stockfish")
    parser.add_argument("--out", type=Path, help="a file for the matches of one part, to which a later run adds")
    arguments = parser.parse_args()
    if arguments.out is not None and len({"material", "stockfish"}.intersection(arguments.parts)) > 1:
        parser.error("--out is for the matches of one opponent: name material or stockfish, not both")
    rate = measure_speed()
    nodes = arguments.nodes or round(rate, -4)
    right = passed("speed", rate, f"alphabeta: {rate:,.0f} nodes/s") if "speed" in arguments.parts else True
    if "mates" in arguments.parts:
        right = solve_mates() and right
    if "tactics" in arguments.parts:
        solve_tactics(int(nodes))
    ours = searcher(f"alphabeta(nodes={int(nodes)})")
    if "material" in arguments.parts:
        theirs = by_material(searcher(MATERIAL_SEARCH))
        right = compete("material", "material to 4 plies", ours, theirs, arguments.matches, arguments.out) and right
    if "stockfish" in arguments.parts:
        engine = open_stockfish()
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": arguments.elo, "Threads": 1, "Hash": 16})
        theirs = engine_player(engine, arguments.seconds)
        name = f"Stockfish {arguments.elo}, {int(nodes):,} nodes a move for us"
        right = compete("stockfish", name, ours, theirs, arguments.matches, arguments.out) and right
        engine.quit()
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
