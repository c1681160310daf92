#!/usr/bin/env python3
"""Plays a random legal move in every game; docs/your_program.md begins with it."""

import random
import sys

legal = []  # the legal moves, until `go`

for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "playout":
        print("name Random in Python", flush=True)
    elif word == "seed":
        random.seed(int(rest))
    elif word == "legal":
        legal.append(rest)
    elif word == "go":
        print("move", random.choice(legal), flush=True)
        legal.clear()
    elif word == "quit":
        break
    # Other lines (game, option, seats, seat, played, see, time,
    # clock, end) give more information and may be ignored.
