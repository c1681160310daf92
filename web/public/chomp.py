"""Chomp: bite a bar of chocolate in turn; whoever has to eat the poisoned square a1 loses."""

import numpy as np
from playout.rules import OVER

OPTIONS = ("ROWS", "COLUMNS")
ROWS = 4
COLUMNS = 5
PLAYERS = 2
MAX_MOVES = ROWS * COLUMNS
State = np.dtype([("width", np.int8, ROWS), ("turn", np.int8)], align=True)


def start(s):
    s.width[:] = COLUMNS


def turn(s):
    return s.turn if s.width[0] > 0 else OVER


def moves(s, out):
    n = 0
    for row in range(ROWS):
        for column in range(s.width[row]):
            out[n] = COLUMNS * row + column
            n += 1
    return n


def play(s, move):
    for row in range(move // COLUMNS, ROWS):
        s.width[row] = min(s.width[row], move % COLUMNS)
    s.turn = 1 - s.turn


def payoffs(s, out):
    out[s.turn], out[1 - s.turn] = 1.0, 0.0


def show(s):
    rows = [f"{row + 1} " + " ".join("#" * s.width[row]) for row in reversed(range(ROWS))]
    return "\n".join([*rows, "  " + " ".join(chr(ord("a") + column) for column in range(COLUMNS))])


def format(s, move):
    return chr(ord("a") + move % COLUMNS) + str(move // COLUMNS + 1)


def parse(s, text):
    return [format(s, move) for move in range(MAX_MOVES)].index(text)


def view(s):
    bar = [None if column < s.width[row] else "#" for row in reversed(range(ROWS)) for column in range(COLUMNS)]
    return {"kind": "grid", "rows": ROWS, "columns": COLUMNS, "cells": bar, "danger": [len(bar) - COLUMNS]}


def places(s, move):
    return (f"cell:{(ROWS - 1 - move // COLUMNS) * COLUMNS + move % COLUMNS}",)
