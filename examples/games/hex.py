"""Hex: seat 0 joins top and bottom by a chain of its stones, seat 1 left and right. A move is a cell, row by row."""

import numpy as np

from playout.rules import OVER

OPTIONS = ("SIZE",)  # playout learn examples/games/hex.py -o size=7 --minutes 30 --out learned
SIZE = 5
PLAYERS = 2
MAX_MOVES = MAX_LENGTH = SIZE * SIZE
BESIDE = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
GRID = (SIZE, SIZE)
State = np.dtype(
    [("stones", np.int8, GRID), ("joined", np.int8, GRID), ("turn", np.int8), ("won", np.bool_)], align=True
)
FIELDS = {"stones": "seats+1", "joined": (0, 1), "turn": None, "won": None}  # the kinds of fields, for a network


def start(s):
    pass


def turn(s):
    return OVER if s.won else s.turn


def moves(s, out):
    n = 0
    for cell in range(SIZE * SIZE):
        if s.stones[cell // SIZE, cell % SIZE] == 0:
            out[n] = cell
            n += 1
    return n


def play(s, move):
    s.stones[move // SIZE, move % SIZE] = s.turn + 1
    grows = True
    while grows:  # find all stones that are joined to the first side
        grows = False
        for row in range(SIZE):
            for column in range(SIZE):
                if s.stones[row, column] == s.turn + 1 and s.joined[row, column] == 0 and joins(s, row, column):
                    s.joined[row, column], grows = 1, True
                    s.won |= (column if s.turn else row) == SIZE - 1
    s.turn = 1 - s.turn


def joins(s, row, column):  # whether the stone here lies on its seat's first side, or beside one that is joined to it
    if (column if s.turn else row) == 0:
        return True
    for down, right in BESIDE:
        y, x = row + down, column + right
        if 0 <= y < SIZE and 0 <= x < SIZE and s.joined[y, x] == 1 and s.stones[y, x] == s.turn + 1:
            return True
    return False


def payoffs(s, out):  # the seat that has just moved has won; there are no draws
    out[s.turn], out[1 - s.turn] = 0.0, 1.0


def show(s):
    return "\n".join(" " * row + " ".join(".XO"[stone] for stone in s.stones[row]) for row in range(SIZE))


def view(s):
    cells = [int(s.stones[cell // SIZE, cell % SIZE]) for cell in range(SIZE * SIZE)]
    return {"kind": "grid", "rows": SIZE, "columns": SIZE, "cells": [stone - 1 if stone else None for stone in cells]}


def places(s, move):
    return (f"cell:{move}",)
