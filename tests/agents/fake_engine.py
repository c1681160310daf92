"""An engine for tests, as a script: `fake_engine.py PROTOCOL MODE [TOKEN]`. It goes wrong as it is told to.

Modes of both protocols: good, silent (never answers a question for a move), crash (ends when asked for a move), dead
(ends at once), illegal, chatty (megabytes of nonsense before every answer), long (a line of ten megabytes), stubborn
(ignores quit, signals and the end of its input), parent (starts a process of its own). Of GTP also resign and refuse.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

PROTOCOL, MODE = sys.argv[1:3]


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def before_move() -> None:
    if MODE == "crash":
        os._exit(3)
    if MODE == "silent":
        time.sleep(1000)
    if MODE == "chatty":
        for _ in range(20_000):
            say("info string __import__('os').system('touch oops') ; rm -rf $(pwd) `id` %s %n {0}\n")
    if MODE == "long":
        say("x" * 10_000_000 + "\n")


def uci() -> None:
    import chess

    board = chess.Board()
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            say("id name Fake 1.0\nid author nobody\noption name Level type spin default 1 min 0 max 9\nuciok\n")
        elif words[:1] == ["isready"]:
            say("readyok\n")
        elif words[:1] == ["position"]:
            board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:8]))
            for move in words[words.index("moves") + 1 :] if "moves" in words else []:
                board.push_uci(move)
        elif words[:1] == ["go"]:
            before_move()
            move = sorted(move.uci() for move in board.legal_moves)[0]
            say(f"info depth 1 score cp 25 nodes 10 pv {move}\nbestmove {'e1e8' if MODE == 'illegal' else move}\n")
        elif words[:1] == ["quit"] and MODE != "stubborn":
            return


def gtp() -> None:
    for line in sys.stdin:
        words = line.split()
        if words[0] == "genmove":
            before_move()
            answer = {"illegal": "= Z99", "resign": "= resign", "refuse": "? no"}.get(MODE, "= pass")
        else:
            answer = {"name": "= Fake", "version": "= 1.0"}.get(words[0], "=")
        say(f"{answer}\n\n")
        if words[0] == "quit" and MODE != "stubborn":
            return


if __name__ == "__main__":
    if MODE == "dead":
        sys.exit(5)
    if MODE == "parent":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", *sys.argv[3:]])
    if MODE == "stubborn":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    {"uci": uci, "gtp": gtp}[PROTOCOL]()
    while MODE == "stubborn":
        time.sleep(1)
