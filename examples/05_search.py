"""Search a position by several algorithms, ask why, and look into the tree."""

import playout

state = playout.load("connect_four").replay("ddc")

result = playout.search(state, "uct", simulations=20_000, seed=1)
print(result)
print(result.explain())

for depth, node in result.search.tree.root.walk(top=2, depth=2):
    print("  " * depth, node.move, node.visits, [round(value, 3) for value in node.values])

board = playout.load("tic_tac_toe").replay(["b2", "a1"])
solved = playout.search(board, "alphabeta")  # no limit: until the value is certain
print(solved.proven, solved.values, [board.format(solved.move)])

for info in playout.think(state, "uct", seconds=0.3, seed=1):  # a stream of what is known so far
    print(info.simulations, state.format(info.move))
