"""The course's rules: random boards of 9 to 12 rows and columns with one blocked cell, each played from both sides.

python examples/course_judge.py "saiblo(./my_ai, log='my_ai.log')" "uct(seconds=2)" 5
"""

import random
import sys

import playout

first, second, boards = sys.argv[1], sys.argv[2], int(sys.argv[3])
luck, points = random.Random(1), 0.0
for number in range(boards):
    rows, columns = luck.randint(9, 12), luck.randint(9, 12)
    blocked = luck.randrange(rows), luck.randrange(columns)
    board = playout.load("connect_four", rows=rows, columns=columns, blocked=blocked)
    for seat, agents in enumerate(((first, second), (second, first))):
        match = playout.play_match(board, agents, seed=number, clock=playout.Clock(move=3))
        points += match.payoffs[seat]
        print(f"{rows} rows, {columns} columns, {blocked} blocked: {match}; {match.reason or 'played to its end'}")
print(f"{first} has {points:g} of {2 * boards} points against {second}")
