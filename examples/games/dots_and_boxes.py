"""Dots and Boxes, 3x3: draw a line; whoever draws a box's fourth side owns it and moves again. Most boxes win."""

import numpy as np

from playout.rules import OVER

BOXES = 3  # in a row; dots, lines and boxes are the cells of a grid, and a move is the cell of a line, row by row
SIDE = 2 * BOXES + 1
PLAYERS = 2
MAX_MOVES = MAX_LENGTH = 2 * BOXES * (BOXES + 1)
POLICY_SIZE = SIDE * SIDE  # a network has a logit for each cell
GRID = (SIDE, SIDE)
State = np.dtype(
    [("drawn", np.int8, GRID), ("owner", np.int8, GRID), ("boxes", np.int8, 2), ("turn", np.int8)], align=True
)
FIELDS = {"drawn": (0, 1), "owner": "seats+1", "boxes": (0, BOXES * BOXES), "turn": None}  # the kinds of its inputs


def start(s):
    pass


def turn(s):
    return OVER if s.boxes[0] + s.boxes[1] == BOXES * BOXES else s.turn


def moves(s, out):
    n = 0
    for cell in range(1, SIDE * SIDE, 2):  # every second cell is a line
        if not s.drawn[cell // SIDE, cell % SIDE]:
            out[n] = cell
            n += 1
    return n


def play(s, move):
    row, column = move // SIDE, move % SIDE
    s.drawn[row, column] = 1
    before = s.boxes[s.turn]
    for step in (-1, 1):  # the boxes beside the line: above and below, or left and right
        take(s, row + (step if row % 2 == 0 else 0), column + (step if row % 2 == 1 else 0))
    if s.boxes[s.turn] == before:
        s.turn = 1 - s.turn


def take(s, row, column):  # the box in this cell, if it has four sides
    if 0 < row < SIDE and 0 < column < SIDE:
        across = s.drawn[row - 1, column] + s.drawn[row + 1, column]
        if across + s.drawn[row, column - 1] + s.drawn[row, column + 1] == 4:
            s.owner[row, column] = s.turn + 1
            s.boxes[s.turn] += 1


def payoffs(s, out):  # there are nine boxes, so one seat has more
    winner = 0 if s.boxes[0] > s.boxes[1] else 1
    out[winner], out[1 - winner] = 1.0, 0.0


def rows(s):
    """Dots +, lines - and |, boxes A and B, and spaces."""
    text = [["+|"[row % 2], "- "[row % 2]] * SIDE for row in range(SIDE)]
    for cell in range(SIDE * SIDE):
        row, column = cell // SIDE, cell % SIDE
        if cell % 2 == 1 and not s.drawn[row, column]:
            text[row][column] = " "
        elif s.owner[row, column]:
            text[row][column] = " AB"[s.owner[row, column]]
    return ["".join(line[:SIDE]) for line in text]


def show(s):
    return "\n".join(rows(s))


def view(s):
    cells = [{"A": 0, "B": 1, " ": None}.get(symbol, symbol) for line in rows(s) for symbol in line]
    pieces = {"+": "dot", "-": "line", "|": "line"}
    shapes = {key: {"symbol": key, "name": name, "shape": "text"} for key, name in pieces.items()}
    return {"kind": "grid", "rows": SIDE, "columns": SIDE, "cells": cells, "pieces": shapes}


def places(s, move):
    return (f"cell:{move}",)
