"""Load a game, play moves, look at the position, estimate its value by random playouts."""

import playout

game = playout.load("connect_four")
state = game.start().play("d").play("d").play("e")
print(state)
print("to move: seat", state.turn, "- legal moves:", [state.format(move) for move in state.moves()])

means = playout.playouts(state, 100_000, seed=1)
print(f"100,000 random playouts: seat 0 gets {means[0]:.3f}, seat 1 gets {means[1]:.3f}")

again = game.replay(state.history)
assert again == state
