"""An engine for tests, as a script: `fake_engine.py PROTOCOL MODE [TOKEN]`. It goes wrong as it is told to.

Modes of both protocols: good, silent (never answers a question for a move), crash (ends when asked for a move), dead
(ends at once), illegal, chatty (megabytes of nonsense before every answer), long (a line of ten megabytes), stubborn
(ignores quit, signals and the end of its input), parent (starts a process of its own). Of GTP also resign and refuse.

Modes of programs of one's own (program): also nameless, garbage, bare (the move without its word), open (no line
break), twice (an answer too many), comments (without end), complains (on standard error), resign, and script: TOKEN has
the answers to `go`. Of the course's protocol (saiblo): also text (no length before it), short, floating (a stone in the
air), letters, full (a column that is not there) and more (something after the answer).
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


def program() -> None:
    legal: list[str] = []
    script = iter(sys.argv[3].split(",")) if MODE == "script" else iter(())
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "playout":
            say("hello\n" if MODE == "nameless" else "name Fake 1.0\n")
        elif word == "legal":
            legal.append(rest)
        elif word == "go":
            before_move()
            if MODE == "complains":
                sys.stderr.write("warning: no book\n")
            if MODE == "comments":
                while True:
                    say("# thinking\n" * 1000)
            move = f"move {next(script, legal[0])}\n"
            garbage = {"garbage": "hello\n", "bare": f"{legal[0]}\n", "open": move[:-1], "twice": move * 2}
            say({"illegal": "move z9\n", "resign": "resign\n"}.get(MODE) or garbage.get(MODE) or f"# one\n\n{move}")
            legal.clear()
        elif word == "quit" and MODE != "stubborn":
            return


def saiblo() -> None:
    rows, columns, *blocked = map(int, sys.stdin.readline().split())
    taken = {tuple(blocked)}
    for line in sys.stdin:
        taken.add(tuple(map(int, line.split())))
        before_move()
        free = [(x, y) for y in range(columns) for x in reversed(range(rows)) if (x, y) not in taken]
        x, y = {"floating": (0, 0), "full": (0, columns)}.get(MODE, free[0])
        text = b"x y" if MODE == "letters" else f"{x} {y}".encode()
        head = b"" if MODE == "text" else len(text).to_bytes(4, "big")
        tail = b"\n" if MODE in ("text", "more") else b""
        sys.stdout.buffer.write((head + text + tail)[: 5 if MODE == "short" else None])
        sys.stdout.buffer.flush()
        taken.add((x, y))


if __name__ == "__main__":
    if MODE == "dead":
        sys.exit(5)
    if MODE == "parent":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", *sys.argv[3:]])
    if MODE == "stubborn":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    {"uci": uci, "gtp": gtp, "program": program, "saiblo": saiblo}[PROTOCOL]()
    while MODE == "stubborn":
        time.sleep(1)
